//! Where values come from: a list of sources, asked in turn. The first that knows answers.

use athos_core::{FullGame, Score, Value};
use athos_search::{End, Limits, Own, Scoring, Settings, Switch, Switches, Table, TableError, alpha_beta_with};
use std::time::{Duration, Instant};

/// What an answer may cost.
#[derive(Clone, Copy)]
pub struct Budget {
    pub deadline: Instant,
}

/// A value that nobody found out.
#[derive(Clone, Copy)]
pub struct Unknown {
    /// The limit that ended the search.
    pub limit: End,
    /// An estimate for the player to move.
    pub score: Option<i32>,
}

/// Something that may know values.
pub trait Source<G: FullGame> {
    /// What the answer says about where it comes from.
    fn method(&self) -> &'static str;

    /// The value of a position for the player to move, or why it is not known.
    fn value(&mut self, game: &G, position: &G::Position, budget: Budget) -> Result<Value, Unknown>;
}

/// An answer and where it comes from.
pub struct Found {
    pub value: Result<Value, Unknown>,
    pub method: &'static str,
}

/// All sources, the quickest first.
pub struct Sources<G: FullGame> {
    list: Vec<Box<dyn Source<G>>>,
}

impl<G: FullGame> Sources<G> {
    /// The sources there are, with this much memory for all of them.
    pub fn new(memory: usize) -> Result<Sources<G>, TableError> {
        Ok(Sources { list: vec![Box::new(Rules), Box::new(Search::new(memory)?)] })
    }

    /// The answer of the first source that knows, or of the last.
    pub fn ask(&mut self, game: &G, position: &G::Position, budget: Budget) -> Found {
        let mut answer = Found { value: Err(Unknown { limit: End::Depth, score: None }), method: "none" };
        for source in &mut self.list {
            answer = Found { value: source.value(game, position, budget), method: source.method() };
            if answer.value.is_ok() {
                break;
            }
        }
        answer
    }
}

/// The rules know the value of a finished game.
struct Rules;

impl<G: FullGame> Source<G> for Rules {
    fn method(&self) -> &'static str {
        "rules"
    }

    fn value(&mut self, game: &G, position: &G::Position, _budget: Budget) -> Result<Value, Unknown> {
        let over = game.outcome(position).map(|outcome| Value::over(outcome.for_player(game.turn(position))));
        over.ok_or(Unknown { limit: End::Depth, score: None })
    }
}

/// Exact search: alpha-beta, deeper and deeper, until nothing but finished games has a part in the value. What it learns
/// stays in its table for the next question.
struct Search {
    table: Table,
}

impl Search {
    fn new(memory: usize) -> Result<Search, TableError> {
        Ok(Search { table: Table::new(memory)? })
    }
}

impl<G: FullGame> Source<G> for Search {
    fn method(&self) -> &'static str {
        "search"
    }

    fn value(&mut self, game: &G, position: &G::Position, budget: Budget) -> Result<Value, Unknown> {
        let time = budget.deadline.saturating_duration_since(Instant::now());
        if time < Duration::from_micros(1) {
            return Err(Unknown { limit: End::Time, score: None });
        }
        let mut switches = Switches::sound();
        switches.set(Switch::Table, true);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let settings = Settings { switches, scoring: Scoring::Distance, limits, threads: 1 };
        let report = alpha_beta_with(game, &Own, position, &settings, Some(&self.table));
        match report.score {
            Score::Proven(value) => Ok(value),
            Score::Estimate(points) => Err(Unknown { limit: report.end, score: Some(points) }),
        }
    }
}
