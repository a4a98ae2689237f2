//! The conditions of a game: what a move may cost, when a game is stopped, and what a fault means.
//!
//! They are kept in a tournament's file as the texts of its command line, so that they are read in one place only, here.
//!
//! | setting | meaning |
//! | --- | --- |
//! | `time` | time for a move |
//! | `first-move` | time for each player's first move, in place of `time` |
//! | `clock` | time for all moves of a game, and what each move adds: `60s+1s` |
//! | `grace` | how much later an answer may come than these say: it makes up for what the operating system takes |
//! | `nodes`, `depth` | told to the players |
//! | `memory` | told to players of this process, enforced for programs |
//! | `repetition`, `plies` | a draw when a position has come up so often, or after so many plies; 0 for never |
//! | `on-fault` | `loss`, or `random`: the referee moves in place of a player that could go on |

use crate::player::{Clock, MoveLimits};
use crate::quantities::{QuantityError, read_bytes, read_time};
use athos_core::Referee;
use std::collections::BTreeMap;
use std::num::ParseIntError;
use std::time::Duration;

/// What a game is played under. The default is no limit but a draw when a position comes up for the third time.
#[derive(Clone, PartialEq, Debug)]
pub struct Conditions {
    /// Time for a move.
    pub time: Option<Duration>,
    /// Time for a player's first move.
    pub first_move: Option<Duration>,
    /// Time for a game, and what each move adds.
    pub clock: Option<(Duration, Duration)>,
    /// How much later an answer may come.
    pub grace: Duration,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Bytes for each player.
    pub memory: Option<usize>,
    /// When a game is stopped as a draw.
    pub referee: Referee,
    /// What a fault means.
    pub on_fault: OnFault,
}

/// What happens to a player that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnFault {
    /// It loses.
    #[default]
    Loss,
    /// A random legal move is played in its place if it can go on: after an illegal move, after an answer that is none,
    /// and after one that is late by no more than [`CUSHION`]. Otherwise it loses.
    Random,
}

/// How late an answer may be for a random move in its place, as in the tournaments of McGill's COMP 424.
pub const CUSHION: Duration = Duration::from_secs(1);

/// The grace when nobody says.
pub const GRACE: Duration = Duration::from_millis(50);

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions {
            time: None,
            first_move: None,
            clock: None,
            grace: GRACE,
            nodes: None,
            depth: None,
            memory: None,
            referee: Referee::default(),
            on_fault: OnFault::Loss,
        }
    }
}

/// A setting that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{key}: {reason}")]
pub struct ConditionsError {
    key: String,
    reason: Wrong,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum Wrong {
    #[error(transparent)]
    Quantity(#[from] QuantityError),
    #[error("'{0}' is no number: {1}")]
    Number(String, ParseIntError),
    #[error("'{0}' is neither loss nor random")]
    OnFault(String),
    #[error("there is no such setting")]
    Unknown,
}

impl Conditions {
    /// Reads the settings of a tournament's file or command line.
    pub fn read(settings: &BTreeMap<String, String>) -> Result<Conditions, ConditionsError> {
        let mut conditions = Conditions::default();
        for (key, text) in settings {
            conditions.set(key, text).map_err(|reason| ConditionsError { key: key.clone(), reason })?;
        }
        Ok(conditions)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), Wrong> {
        fn number<T: std::str::FromStr<Err = ParseIntError>>(text: &str) -> Result<T, Wrong> {
            text.parse().map_err(|error| Wrong::Number(text.escape_debug().to_string(), error))
        }
        let times = |text: &str| Ok::<_, Wrong>(Some(number(text)?).filter(|&times: &usize| times > 0));
        match key {
            "time" => self.time = Some(read_time(text)?),
            "first-move" => self.first_move = Some(read_time(text)?),
            "clock" => {
                let (game, increment) = text.split_once('+').map_or((text, None), |(game, more)| (game, Some(more)));
                let increment = increment.map(read_time).transpose()?.unwrap_or_default();
                self.clock = Some((read_time(game)?, increment));
            }
            "grace" => self.grace = read_time(text)?,
            "nodes" => self.nodes = Some(number(text)?),
            "depth" => self.depth = Some(number(text)?),
            "memory" => self.memory = Some(read_bytes(text)?),
            "repetition" => self.referee.repetition = times(text)?,
            "plies" => self.referee.plies = times(text)?,
            "on-fault" => {
                self.on_fault = match text {
                    "loss" => OnFault::Loss,
                    "random" => OnFault::Random,
                    _ => return Err(Wrong::OnFault(text.escape_debug().to_string())),
                }
            }
            _ => return Err(Wrong::Unknown),
        }
        Ok(())
    }

    /// Whether players are held to any time.
    pub fn timed(&self) -> bool {
        self.time.is_some() || self.first_move.is_some() || self.clock.is_some()
    }

    /// What a move may cost: a player's `first` one, or a later one.
    pub fn limits(&self, first: bool, clock: Option<Clock>) -> MoveLimits {
        MoveLimits {
            time: self.first_move.filter(|_| first).or(self.time),
            clock,
            nodes: self.nodes,
            depth: self.depth,
            memory: self.memory,
            cancel: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<Conditions, String> {
        let settings = settings.iter().map(|(key, text)| (key.to_string(), text.to_string())).collect();
        Conditions::read(&settings).map_err(|error| error.to_string())
    }

    #[test]
    fn settings_are_read() {
        let conditions =
            read(&[("clock", "60s+1s"), ("time", "2s"), ("first-move", "30s"), ("repetition", "0")]).unwrap();
        assert_eq!(conditions.clock, Some((Duration::from_secs(60), Duration::from_secs(1))));
        assert_eq!(conditions.limits(true, None).time, Some(Duration::from_secs(30)));
        assert_eq!(conditions.limits(false, None).time, Some(Duration::from_secs(2)));
        assert_eq!(conditions.referee.repetition, None);
        assert_eq!(read(&[]).unwrap(), Conditions::default());
        assert_eq!(read(&[("clock", "1min")]).unwrap().clock, Some((Duration::from_secs(60), Duration::ZERO)));
    }

    #[test]
    fn errors_name_the_setting() {
        assert_eq!(read(&[("tame", "2s")]), Err("tame: there is no such setting".into()));
        assert_eq!(read(&[("on-fault", "win")]), Err("on-fault: 'win' is neither loss nor random".into()));
        assert!(read(&[("clock", "60s+x")]).unwrap_err().starts_with("clock: 'x' is no time"));
        assert!(read(&[("nodes", "-1")]).unwrap_err().starts_with("nodes: '-1' is no number"));
    }
}
