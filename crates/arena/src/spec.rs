//! Players as people write them down: a kind, and options after a colon.
//!
//! [`KINDS_IN_WORDS`] lists the kinds that every game has, with their options.
//!
//! All take `depth`, `nodes`, `time`, `memory`, `mistakes` (the share of moves that are not the best one, on purpose) and
//! `name`. Switches are joined by `+`: `alpha-beta:depth=6,without=table+killers`. Kinds of a game's own, such as the
//! reports' players and the levels, are listed with the game.

use crate::quantities::{QuantityError, read_bytes, read_share, read_time};
use athos_eval::{EvaluationError, EvaluationName};
use athos_search::{SwitchError, Switches};
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;
use std::time::Duration;

/// A player, written down.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    /// Who it is.
    pub kind: Kind,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Time a move.
    pub time: Option<Duration>,
    /// Bytes for tables and trees.
    pub memory: Option<usize>,
    /// The share of moves that are not the best one, on purpose.
    pub mistakes: f64,
    /// The switches of alpha-beta.
    pub switches: Switches,
    /// What estimates unfinished positions.
    pub evaluation: EvaluationName,
    /// Threads for alpha-beta.
    pub threads: usize,
    /// How much mcts tries what it has tried little.
    pub exploration: Option<f64>,
    /// The name in tables; the text itself when left out.
    name: Option<String>,
    text: String,
}

/// The kinds of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// As well as it can.
    Athos,
    /// Only moves that are known to be best.
    Perfect,
    /// Alpha-beta.
    AlphaBeta,
    /// Minimax.
    Minimax,
    /// Monte Carlo tree search.
    MonteCarlo,
    /// Proof-number search.
    ProofNumber,
    /// Any legal move.
    Random,
    /// A player of some game's own, by name.
    Own(String),
}

/// A text that names no player.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No kind has this name.
    #[error("player '{text}': no player '{kind}'; there are {known}")]
    Kind {
        /// The whole text.
        text: String,
        /// The kind.
        kind: String,
        /// Those there are.
        known: String,
    },
    /// An option is not `key=value`, or not one there is.
    #[error("player '{text}', column {column}: no option '{option}'; there are {known}")]
    Option {
        /// The whole text.
        text: String,
        /// Where the option begins, from 1.
        column: usize,
        /// The option.
        option: String,
        /// Those there are.
        known: &'static str,
    },
    /// An option's value is wrong.
    #[error("player '{text}', column {column}: {key}: {reason}")]
    Value {
        /// The whole text.
        text: String,
        /// Where the value begins, from 1.
        column: usize,
        /// The option.
        key: String,
        /// What is wrong.
        reason: String,
    },
}

const OPTIONS: &str = "depth, nodes, time, memory, mistakes, with, without, evaluation, threads, exploration, name";

/// The kinds that every game has, by name.
pub const KINDS: [(&str, Kind); 7] = [
    ("athos", Kind::Athos),
    ("perfect", Kind::Perfect),
    ("alpha-beta", Kind::AlphaBeta),
    ("minimax", Kind::Minimax),
    ("mcts", Kind::MonteCarlo),
    ("pn", Kind::ProofNumber),
    ("random", Kind::Random),
];

/// The same kinds in words: the name, what it does, and which options it takes besides those that all take.
pub const KINDS_IN_WORDS: [(&str, &str, &str); 7] = [
    ("athos", "plays as well as it can: table, proof, exact search, else the game's best search", "threads"),
    ("perfect", "plays moves that are known to be best, any of them; searches where none is", "threads"),
    ("alpha-beta", "searches with every switch that helps in play", "with, without, evaluation, threads"),
    ("minimax", "searches the whole tree", "evaluation"),
    ("mcts", "searches by Monte Carlo", "exploration"),
    ("pn", "searches by proof numbers", ""),
    ("random", "plays any legal move", ""),
];

impl Spec {
    /// A player of this kind, with nothing else said.
    pub fn new(kind: Kind) -> Spec {
        Spec {
            text: kind.to_string(),
            kind,
            depth: None,
            nodes: None,
            time: None,
            memory: None,
            mistakes: 0.0,
            switches: Switches::playing(),
            evaluation: EvaluationName::Own,
            threads: 1,
            exploration: None,
            name: None,
        }
    }

    /// Reads a player. `own` are the names that the game adds to those that every game has.
    pub fn read(text: &str, own: &[&str]) -> Result<Spec, SpecError> {
        let shown = || text.escape_debug().to_string();
        let (word, options) = text.split_once(':').unwrap_or((text, ""));
        let common = KINDS.into_iter().find(|(name, _)| *name == word).map(|(_, kind)| kind);
        let kind = common.or_else(|| own.contains(&word).then(|| Kind::Own(word.to_string())));
        let kind = kind.ok_or_else(|| SpecError::Kind {
            text: shown(),
            kind: word.escape_debug().to_string(),
            known: KINDS.iter().map(|(name, _)| *name).chain(own.iter().copied()).collect::<Vec<_>>().join(", "),
        })?;
        let mut spec = Spec { text: text.to_string(), ..Spec::new(kind) };
        let mut column = word.chars().count() + 2;
        for option in options.split(',').filter(|_| !options.is_empty()) {
            let unknown = || SpecError::Option {
                text: shown(),
                column,
                option: option.escape_debug().to_string(),
                known: OPTIONS,
            };
            let (key, value) = option.split_once('=').ok_or_else(unknown)?;
            let wrong = |reason: Wrong| SpecError::Value {
                text: shown(),
                column: column + key.chars().count() + 1,
                key: key.to_string(),
                reason: reason.to_string(),
            };
            if !spec.set(key, value).map_err(wrong)? {
                return Err(unknown());
            }
            column += option.chars().count() + 1;
        }
        Ok(spec)
    }

    /// Sets an option; false if there is none of this name.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, Wrong> {
        match key {
            "depth" => self.depth = Some(value.parse()?),
            "nodes" => self.nodes = Some(value.parse()?),
            "time" => self.time = Some(read_time(value)?),
            "memory" => self.memory = Some(read_bytes(value)?),
            "mistakes" => self.mistakes = read_share(value)?,
            "with" => self.switches = self.switches.with(&value.replace('+', ","))?,
            "without" if value == "all" => self.switches = Switches::NONE,
            "without" => self.switches = self.switches.without(&value.replace('+', ","))?,
            "evaluation" => self.evaluation = EvaluationName::from_str(value)?,
            "threads" => self.threads = value.parse::<usize>()?.clamp(1, 256),
            "exploration" => self.exploration = Some(value.parse().map_err(|_| Wrong::Number)?),
            "name" => self.name = Some(value.to_string()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The name in tables.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }
}

/// The player as it was written.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Own(name) => f.write_str(name),
            kind => f.write_str(KINDS.iter().find(|(_, known)| known == kind).map_or("", |(name, _)| name)),
        }
    }
}

/// What is wrong with a value.
#[derive(Debug, thiserror::Error)]
enum Wrong {
    #[error(transparent)]
    Quantity(#[from] QuantityError),
    #[error(transparent)]
    Whole(#[from] ParseIntError),
    #[error("expected a number")]
    Number,
    #[error(transparent)]
    Switch(#[from] SwitchError),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read() {
        let spec = Spec::read("alpha-beta:depth=6,without=table+killers,mistakes=10%", &[]).unwrap();
        assert_eq!((spec.kind.clone(), spec.depth, spec.mistakes), (Kind::AlphaBeta, Some(6), 0.1));
        assert!(!spec.switches.has(athos_search::Switch::Table));
        assert_eq!(spec.name(), "alpha-beta:depth=6,without=table+killers,mistakes=10%");
        assert_eq!(Spec::read("mcts:time=2s", &[]).unwrap().time, Some(Duration::from_secs(2)));
        assert_eq!(Spec::read("report-c", &["report-c"]).unwrap().kind, Kind::Own("report-c".into()));
    }

    #[test]
    fn errors_say_where_and_what_there_is() {
        let message =
            |text| Spec::read(text, &["report-d"]).map_err(|error| error.to_string()).err().unwrap_or_default();
        assert_eq!(
            message("chess"),
            "player 'chess': no player 'chess'; there are athos, perfect, alpha-beta, minimax, mcts, pn, random, report-d"
        );
        assert!(message("mcts:time=2h").starts_with("player 'mcts:time=2h', column 11: time: '2h' is no time"));
        assert!(message("random:deep=3").starts_with("player 'random:deep=3', column 8: no option 'deep=3'"));
        assert!(message("alpha-beta:without=magic").contains("magic"));
    }
}
