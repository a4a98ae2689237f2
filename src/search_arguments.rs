//! The arguments that say how to search, the same in every command that does.

use athos_eval::EvaluationName;
use athos_search::{Limits, Scoring, SwitchError, Switches};
use clap::{Args, ValueEnum};
use std::time::Duration;

/// When a search ends.
#[derive(Args)]
pub struct LimitArguments {
    /// Look this many plies ahead; to the end of the game when left out
    #[arg(long, value_name = "PLIES")]
    pub depth: Option<u32>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop after this many nodes (playouts, for mcts)
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Megabytes for tables and trees
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub memory: u32,
}

impl LimitArguments {
    /// The limits.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            memory: (self.memory as usize) << 20,
            ..Limits::default()
        }
    }

    /// Whether anything but memory ends the search.
    pub fn any(&self) -> bool {
        self.depth.is_some() || self.time.is_some() || self.nodes.is_some()
    }
}

/// Which enhancements of alpha-beta are on.
#[derive(Args)]
pub struct SwitchArguments {
    /// Just these switches, and win-stop: names joined by commas, such as `table,symmetry` or `sound,beam=3:7`
    /// (docs/SEARCH.md explains each); beside --without, these too
    #[arg(long, value_name = "SWITCHES")]
    pub with: Vec<String>,
    /// All sound switches but these; `--without all` is plain alpha-beta
    #[arg(long, value_name = "SWITCHES")]
    pub without: Vec<String>,
}

impl SwitchArguments {
    /// The switches: `default` less those of `--without`; win-stop alone where only `--with` is given; and those of
    /// `--with`.
    pub fn switches(&self, default: Switches) -> Result<Switches, SwitchError> {
        let only_with = self.without.is_empty() && !self.with.is_empty();
        let mut switches = if only_with { Switches::read("win-stop")? } else { default };
        for text in &self.without {
            switches = match text.trim() {
                "all" => Switches::NONE,
                names => switches.without(names)?,
            };
        }
        for text in &self.with {
            switches = switches.with(text)?;
        }
        Ok(switches)
    }
}

/// What estimates unfinished positions.
#[derive(Args)]
pub struct EvaluationArguments {
    /// What estimates unfinished positions: `own` (the game's own estimate), `zero` (every position is even), `hashed`
    /// (arbitrary numbers from -999 to 999, chosen by --seed), `report-e` (the utility of report E, for mad-king)
    #[arg(long, value_name = "NAME", default_value = "own")]
    pub evaluation: EvaluationName,
    /// Chooses the random numbers, where there are any
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Whether the distance of a win counts.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScoringName {
    /// A quick win is worth more than a slow one
    Distance,
    /// A win is a win: proofs are far smaller, distances stay unknown
    Outcome,
}

impl From<ScoringName> for Scoring {
    fn from(name: ScoringName) -> Scoring {
        match name {
            ScoringName::Distance => Scoring::Distance,
            ScoringName::Outcome => Scoring::Outcome,
        }
    }
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, such as 2.5".to_string())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        _ => Err("expected a number of seconds above 0".to_string()),
    }
}
