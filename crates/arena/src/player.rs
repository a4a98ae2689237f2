//! What a player is: a position in, a move out, within limits.
//!
//! Positions and moves are text, as in the engine protocol, so that a player in this process and one in another are the
//! same to a referee. Reading a position costs microseconds, once a move.

use crate::game_record::FaultKind;
use athos_core::{Outcome, Score, Value};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Somebody who plays one game after the other by the same rules.
pub trait Player: Send {
    /// A new game begins; `seed` decides whatever the player leaves to chance in it.
    fn begin(&mut self, seed: u64) -> Result<(), Failure>;

    /// The move in a position that is not over. What the player thinks on the way is told to `on_info`.
    fn choose(&mut self, turn: &Turn<'_>, on_info: &mut dyn FnMut(&Info)) -> Result<Thought, Failure>;

    /// The time that the last move took, where the player's own clock is better than that of somebody who waits for it:
    /// the answer of another process is on the way for a while, and is not charged for it.
    fn measured(&self) -> Option<Duration> {
        None
    }

    /// The game is over. Most players need not know.
    fn end(&mut self, ended: &Ended<'_>) {
        let _ = ended;
    }
}

/// A position to move in, and how it came about.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// Where the game began.
    pub start: &'a str,
    /// The moves since.
    pub moves: &'a [String],
    /// Where that led to.
    pub position: &'a str,
    /// What this move may cost.
    pub limits: &'a MoveLimits,
}

/// A finished game, as a player is told of it.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// Which side the player had.
    pub side: athos_core::Player,
    /// All moves.
    pub moves: &'a [String],
    /// Who gets the points.
    pub result: Outcome,
    /// The fault that ended it, if one did.
    pub fault: Option<FaultKind>,
}

/// What a move may cost, as the referee tells the player. The default is whatever the player likes.
#[derive(Clone, Debug, Default)]
pub struct MoveLimits {
    /// The time for this move: later is too late.
    pub time: Option<Duration>,
    /// The clocks of a whole game, where there are such.
    pub clock: Option<Clock>,
    /// Nodes (playouts, for mcts).
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Bytes that the player may use.
    pub memory: Option<usize>,
    /// Ends the thinking soon after it becomes true; the best move so far is still given.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// Both players' clocks, in the order of the game's players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left.
    pub left: [Duration; 2],
    /// What every move adds.
    pub increment: Duration,
    /// Whose clock is running: an index into `left`.
    pub running: usize,
}

/// How far a player's thinking has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Time used.
    pub time: Duration,
    /// The score for the player to move.
    pub score: Option<Score>,
    /// The best line, as moves.
    pub line: Vec<String>,
    /// Where a proven value comes from, if not from this thinking: `table`, `proof`.
    pub source: Option<&'static str>,
}

impl Info {
    /// The proven value, if the score is one.
    pub fn value(&self) -> Option<Value> {
        match self.score {
            Some(Score::Proven(value)) => Some(value),
            _ => None,
        }
    }
}

/// A move, and the thoughts behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move.
    pub m: String,
    /// The last thing the player thought.
    pub info: Info,
}

/// Why a player could not give a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Failure {
    /// What kind of fault.
    pub kind: FaultKind,
    /// What happened, in words.
    pub detail: String,
}

impl Failure {
    /// A failure.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Failure {
        Failure { kind, detail: detail.into() }
    }
}
