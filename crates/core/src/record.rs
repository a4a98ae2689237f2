//! Records of played games: one JSON object a line, so that a file grows by appending and any tool can read it.
//!
//! The schema (also in `docs/NOTATION.md`), version 1:
//!
//! | field | type | meaning |
//! | --- | --- | --- |
//! | `athos` | number | the schema's version, 1 |
//! | `game` | string | the game's id |
//! | `rules` | string | options that differ from the default, `key=value,key=value`; empty for the default |
//! | `players` | array of two strings | who played, in the order of the game's players; may be empty strings |
//! | `position` | string | where the game began |
//! | `moves` | array of strings | the moves from there |
//! | `outcome` | object or null | `{"winner":"guards"}`, `{"draw":true}`, or null for a game that was not finished |
//! | `reason` | string | why it ended when not by the rules: `resigned`, `repetition`, `length`, …; empty otherwise |

use crate::{AnyGame, NotationError, Outcome, Player};
use std::fmt;

/// One game, from its first position to its last move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// The schema's version.
    pub athos: u32,
    /// The game's id.
    pub game: String,
    /// The options that differ from the default.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rules: String,
    /// Who played, in the order of the game's players.
    #[cfg_attr(feature = "serde", serde(default))]
    pub players: [String; 2],
    /// Where the game began.
    pub position: String,
    /// The moves from there.
    pub moves: Vec<String>,
    /// How it ended.
    pub outcome: Option<RecordOutcome>,
    /// Why it ended, when not by the rules.
    #[cfg_attr(feature = "serde", serde(default))]
    pub reason: String,
}

/// The outcome as it is written: the winner by name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum RecordOutcome {
    /// The winning player's name in the game.
    Winner(String),
    /// Always true: a draw.
    Draw(bool),
}

impl RecordOutcome {
    /// An outcome in words that fit this game.
    pub fn new(outcome: Outcome, players: [&str; 2]) -> RecordOutcome {
        match outcome {
            Outcome::Winner(player) => RecordOutcome::Winner(players[player.index()].to_string()),
            Outcome::Draw => RecordOutcome::Draw(true),
        }
    }
}

impl Record {
    /// The version this program writes.
    pub const VERSION: u32 = 1;

    /// An empty record of a game that begins at `position`.
    pub fn begin(game: &dyn AnyGame, position: &str) -> Record {
        Record {
            athos: Record::VERSION,
            game: game.id().to_string(),
            rules: game.rules_text(),
            position: position.to_string(),
            ..Record::default()
        }
    }

    /// Plays the record and gives every position, the first included. `game` is the one that the record's own `game` and
    /// `rules` name. A record whose moves are not legal, whose game is another one, or whose outcome is not the one on
    /// the board is refused.
    pub fn replay(&self, game: &dyn AnyGame) -> Result<Vec<String>, RecordError> {
        if self.athos != Record::VERSION {
            return Err(RecordError::Version(self.athos));
        }
        if self.game != game.id() {
            return Err(RecordError::OtherGame(self.game.clone()));
        }
        let first = game.view(&self.position).map_err(|error| RecordError::Position { error })?;
        let mut positions = vec![first.position];
        for (ply, m) in self.moves.iter().enumerate() {
            let next = game.play(&positions[ply], m);
            positions.push(next.map_err(|error| RecordError::Move { ply: ply + 1, text: m.clone(), error })?);
        }
        let last = game.view(&positions[self.moves.len()]).map_err(|error| RecordError::Position { error })?;
        let on_board = last.outcome.map(|outcome| RecordOutcome::new(outcome, game.players()));
        let claimed_ok = match (&self.outcome, &on_board) {
            (claimed, Some(_)) => *claimed == on_board,
            (None, None) => true,
            (Some(RecordOutcome::Winner(name)), None) => {
                !self.reason.is_empty() && Player::BOTH.iter().any(|p| game.players()[p.index()] == name)
            }
            (Some(RecordOutcome::Draw(draw)), None) => *draw && !self.reason.is_empty(),
        };
        if claimed_ok { Ok(positions) } else { Err(RecordError::Outcome) }
    }
}

/// Why a record cannot be read or played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// Written by a program with another schema.
    Version(u32),
    /// A record of another game.
    OtherGame(String),
    /// The first position is wrong.
    Position {
        /// What is wrong with it.
        error: NotationError,
    },
    /// A move is wrong.
    Move {
        /// Which one, from 1.
        ply: usize,
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The recorded outcome is not the one on the board.
    Outcome,
    /// A line is not JSON, or not JSON of this schema.
    Json {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be read or written.
    Io(String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Version(found) => {
                write!(f, "the record has schema version {found}, this program reads {}", Record::VERSION)
            }
            RecordError::OtherGame(spec) => write!(f, "the record is of another game: {spec}"),
            RecordError::Position { error } => write!(f, "first position, {error}"),
            RecordError::Move { ply, text, error } => write!(f, "move {ply} '{text}', {error}"),
            RecordError::Outcome => f.write_str("the recorded outcome is not the one on the board"),
            RecordError::Json { line, reason } => write!(f, "line {line}: {reason}"),
            RecordError::Io(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for RecordError {}

#[cfg(feature = "serde")]
mod json {
    use super::{Record, RecordError};
    use std::io::{BufRead, Write};

    impl Record {
        /// Appends the record as one line.
        pub fn write_line(&self, out: &mut dyn Write) -> Result<(), RecordError> {
            let line = serde_json::to_string(self).map_err(|error| RecordError::Io(error.to_string()))?;
            writeln!(out, "{line}").map_err(|error| RecordError::Io(error.to_string()))
        }

        /// Reads the records of a file one by one; blank lines are passed over.
        pub fn read_lines(input: impl BufRead) -> impl Iterator<Item = Result<Record, RecordError>> {
            input.lines().enumerate().filter_map(|(index, line)| match line {
                Err(error) => Some(Err(RecordError::Io(error.to_string()))),
                Ok(line) if line.trim().is_empty() => None,
                Ok(line) => Some(
                    serde_json::from_str(&line)
                        .map_err(|error| RecordError::Json { line: index + 1, reason: error.to_string() }),
                ),
            })
        }
    }
}
