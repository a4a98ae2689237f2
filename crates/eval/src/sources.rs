//! Where values come from: a list of sources, asked in turn. The first that knows answers.

use crate::tables::Found;
use crate::{EvalError, quadrants, tables};
use athos_core::{FullGame, Value, Wdl};
use athos_search::{End, Limits, exact};
use std::num::NonZero;

/// What a source knows about a position. `M` is the game's move.
pub struct Known<M> {
    /// The value for the player to move.
    pub value: Option<Value>,
    /// Every legal move with its value for the player who makes it, counted from before the move; empty when the moves
    /// were not asked for.
    pub moves: Vec<(M, Option<Value>)>,
    /// The limit that left something unknown.
    pub limit: Option<End>,
}

/// The moves to choose from, for somebody who wants to play well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best<M> {
    /// The value for the player to move.
    pub value: Value,
    /// Moves that keep it, at least one, the most troublesome for an opponent who may err first.
    pub moves: Vec<M>,
    /// Who says so.
    pub method: &'static str,
}

/// Something that may know values. It may be asked from many threads at once.
pub trait Source<G: FullGame>: Send + Sync {
    /// What the answer says about where it comes from.
    fn method(&self) -> &'static str;

    /// What is known about a position, and, if `every_move`, about its moves, within the limits.
    fn ask(
        &self,
        game: &G,
        position: &G::Position,
        every_move: bool,
        limits: &Limits,
    ) -> Result<Known<G::Move>, EvalError>;

    /// The best moves; `None` when the source does not know them or the game is over.
    fn best(&self, game: &G, position: &G::Position, limits: &Limits) -> Result<Option<Best<G::Move>>, EvalError> {
        let Known { value, moves, .. } = self.ask(game, position, true, limits)?;
        let Some(value) = value else { return Ok(None) };
        let moves: Vec<G::Move> =
            moves.into_iter().filter(|(_, worth)| *worth == Some(value)).map(|(m, _)| m).collect();
        Ok((!moves.is_empty()).then(|| Best { value, moves, method: self.method() }))
    }
}

/// All sources, the quickest first.
pub struct Sources<G: FullGame> {
    list: Vec<Box<dyn Source<G>>>,
    /// What would make the game better known.
    pub hint: Option<String>,
}

impl<G: FullGame> Sources<G> {
    /// The sources there are. Those that keep a table from question to question do so in `memory` bytes; a solver may use
    /// all cores.
    pub fn new(game: &G, memory: usize) -> Result<Sources<G>, EvalError> {
        Sources::with_threads(game, memory, std::thread::available_parallelism().map_or(1, NonZero::get))
    }

    /// The same with so many threads for a solver, for those who share the machine with others.
    pub fn with_threads(game: &G, memory: usize, threads: usize) -> Result<Sources<G>, EvalError> {
        let mut list: Vec<Box<dyn Source<G>>> = vec![Box::new(Rules)];
        if let Some(found) = quadrants::find(game, memory, threads)? {
            list.extend(found.list);
            return Ok(Sources { list, hint: found.hint });
        }
        let mut hint = None;
        match tables::find(game)? {
            Found::Tables(tables) => list.push(tables),
            Found::Hint(text) => hint = Some(text),
            Found::Nothing => {}
        }
        list.push(Box::new(Search));
        Ok(Sources { list, hint })
    }

    /// Whether a table or a proof is among them.
    pub fn has_solution(&self) -> bool {
        self.list.iter().any(|source| matches!(source.method(), "table" | "proof"))
    }

    /// What the first source knows that knows the value, or else the last one, and its method.
    pub fn ask(
        &self,
        game: &G,
        position: &G::Position,
        every_move: bool,
        limits: &Limits,
    ) -> Result<(Known<G::Move>, &'static str), EvalError> {
        let mut answer = (Known { value: None, moves: Vec::new(), limit: None }, "none");
        for source in &self.list {
            answer = (source.ask(game, position, every_move, limits)?, source.method());
            if answer.0.value.is_some() {
                break;
            }
        }
        Ok(answer)
    }

    /// The best moves according to the first source that knows them.
    pub fn best(&self, game: &G, position: &G::Position, limits: &Limits) -> Result<Option<Best<G::Move>>, EvalError> {
        for source in &self.list {
            if let Some(best) = source.best(game, position, limits)? {
                return Ok(Some(best));
            }
        }
        Ok(None)
    }
}

/// The rules know the value of a finished game.
struct Rules;

impl<G: FullGame> Source<G> for Rules {
    fn method(&self) -> &'static str {
        "rules"
    }

    fn ask(&self, game: &G, position: &G::Position, _: bool, _: &Limits) -> Result<Known<G::Move>, EvalError> {
        let value = game.outcome(position).map(|outcome| Value::over(outcome.for_player(game.turn(position))));
        Ok(Known { value, moves: Vec::new(), limit: None })
    }
}

/// Exact search, deeper and deeper, until nothing but finished games has a part in the value.
struct Search;

impl<G: FullGame> Source<G> for Search {
    fn method(&self) -> &'static str {
        "search"
    }

    fn ask(
        &self,
        game: &G,
        position: &G::Position,
        every_move: bool,
        limits: &Limits,
    ) -> Result<Known<G::Move>, EvalError> {
        let found = exact(game, position, limits, every_move)?;
        // A search that was stopped in the middle of a depth may know a win already: the quickest, as depths go up.
        let won = found.moves.iter().filter_map(|(_, value)| *value).filter(|value| value.wdl == Wdl::Win).max();
        let value = found.value.or(won);
        let moves = if every_move { found.moves } else { Vec::new() };
        let open = value.is_none() || moves.iter().any(|(_, value)| value.is_none());
        Ok(Known { value, moves, limit: open.then_some(found.end) })
    }
}
