//! A player of ours at a server of the course.

use super::{Following, LONGEST_LINE, is_move_line};
use crate::player::{Failure, MoveLimits, Player, Turn};
use crate::protocol::{Line, Lines};
use athos_core::{Game, Notation};
use std::io::{self, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The time for a player's first move, as the course has it.
const FIRST_MOVE: Duration = Duration::from_secs(30);
/// The time for every other move.
const MOVE: Duration = Duration::from_secs(2);
/// What is kept back of it for the way to the server.
const MARGIN: Duration = Duration::from_millis(150);

/// A game that could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server cannot be reached, or is gone.
    #[error("server {address}: {error}")]
    Connection {
        /// Where it is.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// The server ended without a word.
    #[error("server {0}: closed the connection before the game was over")]
    Closed(String),
    /// The server plays moves that cannot be.
    #[error("server {address}: move '{line}': {reason}")]
    Move {
        /// Where it is.
        address: String,
        /// What it said.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The player failed.
    #[error(transparent)]
    Player(#[from] Failure),
}

/// Plays one game at the server at `address` (`HOST:PORT`), by this name, and gives the server's last line.
pub fn play_at(address: &str, name: &str, player: &mut dyn Player) -> Result<String, ClientError> {
    let lost = |error| ClientError::Connection { address: address.to_string(), error };
    let mut stream = TcpStream::connect(address).map_err(lost)?;
    stream.set_nodelay(true).map_err(lost)?;
    let mut lines = Lines::new(BufReader::new(stream.try_clone().map_err(lost)?), LONGEST_LINE);
    let mut say = |line: &str| stream.write_all(format!("{line}\n").as_bytes()).map_err(lost);
    // A name is one word, so that every server reads it.
    let name: String = name.split_whitespace().collect::<Vec<_>>().join("-");
    say(&format!("START {}", if name.is_empty() { "Athos" } else { &name }))?;
    player.begin(1)?;
    let (mut game, mut first) = (Following::default(), true);
    while let Some(line) = lines.read().map_err(lost)? {
        let Line::Text(line) = line else { continue };
        match line.split_whitespace().next() {
            Some("GAMEOVER") => return Ok(line),
            Some("PLAY") => {
                let limits =
                    MoveLimits { time: Some(if first { FIRST_MOVE } else { MOVE } - MARGIN), ..MoveLimits::default() };
                first = false;
                let m = choose(player, &game, &limits)?;
                let shown = game.line(&m);
                say(&shown.map_err(|reason| Failure::new(crate::FaultKind::Illegal, format!("'{m}', {reason}")))?)?;
            }
            // The board changes only by what the server says was played: it may have played in our place.
            _ if is_move_line(&line) => game.play_line(&line).map_err(|reason| ClientError::Move {
                address: address.to_string(),
                line: line.escape_debug().to_string(),
                reason,
            })?,
            _ => {}
        }
    }
    Err(ClientError::Closed(address.to_string()))
}

fn choose(player: &mut dyn Player, game: &Following, limits: &MoveLimits) -> Result<String, Failure> {
    let start = game.game.show_position(&game.game.start());
    let position = game.game.show_position(&game.position());
    let turn = Turn { start: &start, moves: &game.moves, position: &position, limits };
    Ok(player.choose(&turn, &mut |_| ())?.m)
}
