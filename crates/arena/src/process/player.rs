//! A program as a [`Player`].

use super::engine::{Engine, Introduction, quoted};
use super::{ProcessLimits, SpawnError};
use crate::game_record::FaultKind;
use crate::player::{Failure, Info, Player, Thought, Turn};
use crate::protocol::{Command, Go, Question, Reply};
use athos_core::AnyGame;
use athos_games::registry;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The longest history that is sent with a position: pipes hold 64 kB, and nobody may be reading yet.
const LONGEST_HISTORY: usize = 32 << 10;
/// More than anybody waits, and less than a clock can hold.
pub(crate) const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);
/// How often a wait for a move looks whether somebody has cancelled it.
const CANCEL_INTERVAL: Duration = Duration::from_millis(20);

/// Starts a program, shakes hands and sets the game: a player, or what is wrong.
pub fn spawn(command: &str, game: &str, rules: &str, limits: ProcessLimits) -> Result<Box<dyn Player>, SpawnError> {
    let game = registry::load(game, rules)?;
    let mut player =
        ProcessPlayer { command: command.to_string(), game, limits, engine: None, seed: 1, measured: None };
    player.start()?;
    Ok(Box::new(player))
}

struct ProcessPlayer {
    command: String,
    game: Box<dyn AnyGame>,
    limits: ProcessLimits,
    /// The program, unless a fault has ended it.
    engine: Option<Running>,
    seed: u64,
    measured: Option<Duration>,
}

struct Running {
    engine: Engine,
    /// Whether it speaks our dialect: it knows the game by name, and positions as we write them.
    dialect: bool,
    /// Whether chance can be set.
    seeded: bool,
}

impl ProcessPlayer {
    /// Starts the program if it is not running.
    fn start(&mut self) -> Result<&mut Running, SpawnError> {
        let mut running = match self.engine.take() {
            Some(running) => return Ok(self.engine.insert(running)),
            None => Engine::start(&self.command, self.limits.memory)?,
        };
        let refuse = SpawnError::Handshake;
        let failed = |failure: Failure| refuse(failure.detail);
        // Step 1. Who is it, and can it play this?
        let introduction = running.introduce(self.limits.handshake).map_err(failed)?;
        let dialect = introduction.option("Game").is_some();
        for (name, value) in self.settings(&introduction).map_err(refuse)? {
            running.say(&Command::SetOption { name, value }).map_err(failed)?;
        }
        // Step 2. A game can begin, and begins where ours does.
        running.say(&Command::NewGame).map_err(failed)?;
        running.say(&Command::Position { start: None, moves: Vec::new() }).map_err(failed)?;
        running.say(&Command::Query(Question::GameOver)).map_err(failed)?;
        let over = running.ready(self.limits.handshake).map_err(failed)?;
        if over.as_deref() != Some("false") {
            let said = over.map_or("nothing".into(), |text| format!("'response {}'", quoted(&text)));
            return Err(refuse(format!("expected 'response false' to 'query gameover' at the start, got {said}")));
        }
        running.say(&Command::Query(Question::Position)).map_err(failed)?;
        let position = running.ready(self.limits.handshake).map_err(failed)?;
        let ours = self.game.start();
        if let Some(theirs) = position.filter(|theirs| *theirs != ours) {
            let theirs = quoted(&theirs);
            return Err(refuse(format!("its game begins with '{theirs}', {} with '{ours}'", self.game.id())));
        }
        let seeded = introduction.option("Seed").is_some();
        Ok(self.engine.insert(Running { engine: running, dialect, seeded }))
    }

    /// The options to set, as far as the program has them.
    fn settings(&self, introduction: &Introduction) -> Result<Vec<(String, String)>, String> {
        let (game, rules) = (self.game.id(), self.game.rules_text());
        let mut settings = Vec::new();
        if let Some(option) = introduction.option("Game") {
            if !option.choices.is_empty() && !option.choices.iter().any(|choice| choice == game) {
                return Err(format!("does not play {game}; its games are {}", quoted(&option.choices.join(", "))));
            }
            settings.push((option.name.clone(), game.to_string()));
        }
        if !rules.is_empty() {
            let option = introduction.option("Rules");
            let name = option.ok_or_else(|| format!("has no option Rules, and the rules are {rules}"))?.name.clone();
            settings.push((name, rules));
        }
        if let (Some(bytes), Some(option)) = (self.limits.memory, introduction.option("MemoryLimit")) {
            settings.push((option.name.clone(), (bytes >> 20).max(1).to_string()));
        }
        if let Some(option) = introduction.option("ScoreStyle") {
            settings.push((option.name.clone(), "proven".into()));
        }
        Ok(settings)
    }

    fn running(&mut self) -> Result<&mut Running, Failure> {
        let started = self.engine.is_none();
        self.start().map_err(|error| Failure::new(FaultKind::Crash, error.to_string()))?;
        if started {
            self.announce_game()?;
        }
        self.engine.as_mut().ok_or_else(|| Failure::new(FaultKind::Crash, "is not running"))
    }

    /// Says that a game begins.
    fn announce_game(&mut self) -> Result<(), Failure> {
        let (seed, handshake) = (self.seed, self.limits.handshake);
        let Some(Running { engine, seeded, .. }) = &mut self.engine else { return Ok(()) };
        if *seeded {
            engine.say(&Command::SetOption { name: "Seed".into(), value: seed.to_string() })?;
        }
        engine.say(&Command::NewGame)?;
        engine.ready(handshake).map(drop)
    }

    fn think(&mut self, turn: &Turn<'_>, on_info: &mut dyn FnMut(&Info)) -> Result<Thought, Failure> {
        let limits = self.limits.clone();
        let at_start = self.game.start() == turn.start;
        let Running { engine, dialect, .. } = self.running()?;
        // Step 1. The position, and an engine that is done with everything before it.
        let length: usize = turn.moves.iter().map(|m| m.len() + 1).sum();
        let position = match (at_start, *dialect) {
            (true, _) if length <= LONGEST_HISTORY => Command::Position { start: None, moves: turn.moves.to_vec() },
            (false, true) if length <= LONGEST_HISTORY => {
                Command::Position { start: Some(turn.start.to_string()), moves: turn.moves.to_vec() }
            }
            (_, true) => Command::Position { start: Some(turn.position.to_string()), moves: Vec::new() },
            (_, false) => {
                let detail = "it has no option Game, so that only games from the start position can be sent";
                return Err(Failure::new(FaultKind::Other, detail));
            }
        };
        engine.say(&position)?;
        engine.ready(limits.handshake)?;
        // Step 2. The clock runs.
        let clock = turn.limits.clock.map(|clock| clock.left[clock.running.min(1)]);
        let allowed = turn.limits.time.into_iter().chain(clock).min();
        let begun = Instant::now();
        engine.say(&Command::Go(Go::new(turn.limits)))?;
        let mut deadline = begun + allowed.map_or(limits.longest_move, |time| time.min(FOREVER) + limits.grace);
        // Step 3. Thoughts, until there is a move.
        let (mut info, mut nonsense, mut stopped) = (Info::default(), None, false);
        let heard = loop {
            if !stopped && turn.limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Relaxed)) {
                stopped = true;
                engine.say(&Command::Stop)?;
                deadline = deadline.min(Instant::now() + limits.grace);
            }
            let look = deadline.min(Instant::now() + CANCEL_INTERVAL);
            let heard = match engine.hear(look) {
                Err(failure) if failure.kind == FaultKind::Hang => {
                    if Instant::now() < deadline {
                        continue;
                    }
                    return Err(no_move(begun.elapsed(), nonsense));
                }
                heard => heard?,
            };
            match heard.reply {
                Reply::Info(said) => {
                    on_info(&said);
                    info = merged(info, said);
                }
                Reply::BestMove(_) => break heard,
                Reply::Unknown => nonsense = nonsense.or(Some(heard.text)),
                _ => {}
            }
        };
        // Step 4. The clock stops.
        let time = heard.at.saturating_duration_since(begun);
        self.measured = Some(time);
        let Reply::BestMove(Some(m)) = heard.reply else {
            return Err(Failure::new(FaultKind::Garbage, format!("answered '{}'", quoted(&heard.text))));
        };
        Ok(Thought { m, info: Info { time, ..info } })
    }
}

/// What is known after a further line: an engine need not repeat itself.
fn merged(old: Info, new: Info) -> Info {
    Info {
        depth: new.depth.or(old.depth),
        nodes: new.nodes.or(old.nodes),
        time: new.time.max(old.time),
        score: new.score.or(old.score),
        line: if new.line.is_empty() { old.line } else { new.line },
        source: new.source.or(old.source),
    }
}

fn no_move(after: Duration, nonsense: Option<String>) -> Failure {
    match nonsense {
        None => Failure::new(FaultKind::Hang, format!("no move after {} ms", after.as_millis())),
        Some(text) => Failure::new(FaultKind::Garbage, format!("no move, but '{}'", quoted(&text))),
    }
}

impl Player for ProcessPlayer {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        self.seed = seed;
        self.measured = None;
        let was_running = self.engine.is_some();
        let begun = self.running().map(drop).and_then(|()| if was_running { self.announce_game() } else { Ok(()) });
        if begun.is_err() {
            self.engine = None;
        }
        begun
    }

    fn choose(&mut self, turn: &Turn<'_>, on_info: &mut dyn FnMut(&Info)) -> Result<Thought, Failure> {
        self.measured = None;
        let thought = self.think(turn, on_info);
        // Nobody knows what a program that failed would do next.
        if thought.is_err() {
            self.engine = None;
        }
        thought
    }

    fn measured(&self) -> Option<Duration> {
        self.measured
    }
}
