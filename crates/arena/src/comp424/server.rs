//! An agent of the course as a player: it connects to us, as it would to the server of the course.
//!
//! An agent is told its colour only when that is known, with its first turn or, if it never has one, with the end. The
//! limits of the course (30 seconds for the first move, 2 for each other, a random move for an answer up to a second
//! late, a loss after that) are those of the referee: `--first-move 30s --time 2s --on-fault random`.

use super::{Following, LONGEST_LINE, is_move_line};
use crate::game_record::FaultKind;
use crate::player::{Ended, Failure, Info, Player, Thought, Turn};
use crate::process::{FOREVER, Reader, Silence};
use crate::protocol::Line;
use athos_core::{AnyGame, Game, Notation};
use std::collections::HashMap;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often we look whether somebody has connected, or whether a thought was cancelled.
const INTERVAL: Duration = Duration::from_millis(10);
/// The longest time for a move that has no limit of time.
const LONGEST_MOVE: Duration = Duration::from_secs(3600);
/// How long an agent that does not read is waited for.
const WRITE: Duration = Duration::from_secs(5);

/// Why no agent can play.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The game is another.
    #[error("agents of COMP 424 play pentago-swap with the default rules, not {0}")]
    Game(String),
    /// Only this machine may connect.
    #[error("'{0}' is no address of this machine's loopback, such as 127.0.0.1:8123")]
    Address(String),
    /// The system refuses.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// Nobody came.
    #[error("{0}")]
    Nobody(String),
}

/// Waits for an agent at this address and gives the player behind which it sits. `wait` is how long each game's agent
/// is waited for, and `grace` how long after its time an answer is.
pub fn listen(
    address: &str,
    game: &dyn AnyGame,
    wait: Duration,
    grace: Duration,
) -> Result<Box<dyn Player>, ListenError> {
    if game.id() != "pentago-swap" || !game.rules_text().is_empty() {
        return Err(ListenError::Game(format!("{} {}", game.id(), game.rules_text()).trim().to_string()));
    }
    let resolved = address.to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    let resolved = resolved.filter(|resolved| resolved.ip().is_loopback());
    let resolved = resolved.ok_or_else(|| ListenError::Address(address.escape_debug().to_string()))?;
    let listener = listener(resolved).map_err(|error| ListenError::Listen { address: address.to_string(), error })?;
    let mut player = AgentPlayer { listener, wait, grace, agent: None, fresh: true, measured: None };
    player.agent = Some(player.accept().map_err(|failure| ListenError::Nobody(failure.detail))?);
    Ok(Box::new(player))
}

/// One listener for each address in this process, so that several games may wait for agents at the same one.
fn listener(address: SocketAddr) -> io::Result<Arc<TcpListener>> {
    static LISTENERS: Mutex<Option<HashMap<SocketAddr, Arc<TcpListener>>>> = Mutex::new(None);
    let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
    let listeners = listeners.get_or_insert_default();
    if let Some(listener) = listeners.get(&address) {
        return Ok(listener.clone());
    }
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    let listener = Arc::new(listener);
    listeners.insert(address, listener.clone());
    Ok(listener)
}

struct AgentPlayer {
    listener: Arc<TcpListener>,
    wait: Duration,
    grace: Duration,
    agent: Option<Agent>,
    /// Whether the agent has not played a game yet.
    fresh: bool,
    measured: Option<Duration>,
}

/// A connected agent.
struct Agent {
    stream: TcpStream,
    reader: Reader,
    name: String,
    /// Its number, once it was told.
    id: Option<usize>,
    /// What it was told of the game.
    told: Following,
}

impl AgentPlayer {
    /// The next agent that connects and says its name.
    fn accept(&self) -> Result<Agent, Failure> {
        let deadline = Instant::now() + self.wait;
        let address = self.listener.local_addr().map_or("?".into(), |address| address.to_string());
        let nobody = || {
            let detail = format!("no agent said START at {address} within {} s", self.wait.as_secs_f64());
            Failure::new(FaultKind::Hang, detail)
        };
        while Instant::now() < deadline {
            let Ok((stream, _)) = self.listener.accept() else {
                std::thread::sleep(INTERVAL);
                continue;
            };
            if let Ok(Some(agent)) = Agent::meet(stream, deadline) {
                return Ok(agent);
            }
        }
        Err(nobody())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, Failure> {
        let crash = |error: io::Error| Failure::new(FaultKind::Crash, format!("the agent is gone: {error}"));
        if self.agent.is_none() {
            self.agent = Some(self.accept()?);
        }
        let Some(agent) = &mut self.agent else { return Err(Failure::new(FaultKind::Crash, "no agent")) };
        // Step 1. What was played since, and whose turn it is.
        agent.follow(turn.start, turn.moves)?;
        agent.introduce(turn.moves.len() % 2).map_err(crash)?;
        agent.tell_moves(turn.moves).map_err(crash)?;
        let clock = turn.limits.clock.map(|clock| clock.left[clock.running.min(1)]);
        let allowed = turn.limits.time.into_iter().chain(clock).min();
        let begun = Instant::now();
        agent.say(&format!("PLAY Player-{}", agent.told.turn())).map_err(crash)?;
        // Step 2. A move line; whatever else it says is ignored.
        let mut deadline = begun + allowed.map_or(LONGEST_MOVE, |time| time.min(FOREVER) + self.grace);
        let mut stopped = false;
        loop {
            if !stopped && turn.limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Relaxed)) {
                stopped = true;
                deadline = deadline.min(Instant::now() + self.grace);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match agent.reader.next_within(left.min(INTERVAL)) {
                Ok(said) => {
                    if let Line::Text(line) = said.line
                        && is_move_line(&line)
                    {
                        let time = said.at.saturating_duration_since(begun);
                        self.measured = Some(time);
                        // A move that cannot be is handed on as it is: the referee says what is wrong with it.
                        let m = agent.told.read_line(&line).unwrap_or_else(|_| line.trim().to_string());
                        return Ok(Thought { m, info: Info { time, ..Info::default() } });
                    }
                }
                Err(Silence::End) => {
                    return Err(Failure::new(FaultKind::Crash, "the agent closed the connection"));
                }
                Err(_) if left.is_zero() => {
                    return Err(Failure::new(
                        FaultKind::Hang,
                        format!("no move after {} ms", begun.elapsed().as_millis()),
                    ));
                }
                Err(_) => {}
            }
        }
    }
}

impl Agent {
    /// Reads `START NAME`; `None` if something else comes until the deadline, or nothing.
    fn meet(stream: TcpStream, deadline: Instant) -> io::Result<Option<Agent>> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE))?;
        let reader = Reader::new(stream.try_clone()?, LONGEST_LINE);
        while let Ok(said) = reader.next_within(deadline.saturating_duration_since(Instant::now())) {
            if let Line::Text(line) = said.line
                && let Some(name) = line.trim().strip_prefix("START")
            {
                let name = name.trim().to_string();
                return Ok(Some(Agent { stream, reader, name, id: None, told: Following::default() }));
            }
        }
        Ok(None)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.stream.write_all(format!("{line}\n").as_bytes())
    }

    /// Checks that the game is one that the agent can follow.
    fn follow(&self, start: &str, moves: &[String]) -> Result<(), Failure> {
        let game = &self.told.game;
        let (from_start, goes_on) = (start == game.show_position(&game.start()), moves.starts_with(&self.told.moves));
        match from_start && goes_on {
            true => Ok(()),
            false => Err(Failure::new(FaultKind::Other, "agents can only play from the start: use --opening-plies 0")),
        }
    }

    /// Tells the agent its number, if it does not know it.
    fn introduce(&mut self, id: usize) -> io::Result<()> {
        if self.id.is_none() {
            self.id = Some(id);
            let name = self.name.clone();
            self.say(&format!("START Player-{id} {name}"))?;
        }
        Ok(())
    }

    /// Repeats the moves that it has not been told.
    fn tell_moves(&mut self, moves: &[String]) -> io::Result<()> {
        for m in moves.iter().skip(self.told.moves.len()) {
            let line = self.told.line(m).map_err(io::Error::other)?;
            self.say(&line)?;
            self.told.play_line(&line).map_err(io::Error::other)?;
        }
        Ok(())
    }
}

impl Player for AgentPlayer {
    fn begin(&mut self, _: u64) -> Result<(), Failure> {
        self.measured = None;
        // One connection is one game: the agent that was waited for at first is good for the first.
        if !std::mem::take(&mut self.fresh) || self.agent.is_none() {
            self.agent = None;
            self.agent = Some(self.accept()?);
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &mut dyn FnMut(&Info)) -> Result<Thought, Failure> {
        self.measured = None;
        self.think(turn)
    }

    fn measured(&self) -> Option<Duration> {
        self.measured
    }

    fn end(&mut self, ended: &Ended<'_>) {
        let Some(mut agent) = self.agent.take() else { return };
        let reason = match ended.fault {
            None => "",
            Some(FaultKind::Illegal) => "ILLEGAL MOVE: ",
            Some(FaultKind::Late | FaultKind::Hang) => "TIMEOUT ",
            Some(_) => "CLIENT ERROR ",
        };
        let result = ended.result.winner().map_or("DRAW".into(), |winner| format!("WINNER {}", winner.index()));
        let id = ended.side.index();
        // An agent that is gone needs no farewell.
        let _ = agent
            .introduce(id)
            .and_then(|()| agent.tell_moves(ended.moves))
            .and_then(|()| agent.say(&format!("GAMEOVER {reason}{result}")));
        let _ = agent.stream.shutdown(std::net::Shutdown::Write);
    }
}
