//! Where values come from: a list of sources, asked in turn. The first that knows answers.

use super::quadrants;
use super::tables::{self, Found};
use athos_core::{FullGame, Value, Wdl};
use athos_search::{End, Limits, exact};

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

/// Something that may know values.
pub trait Source<G: FullGame> {
    /// What the answer says about where it comes from.
    fn method(&self) -> &'static str;

    /// What is known about a position, and, if `every_move`, about its moves.
    fn ask(&self, game: &G, position: &G::Position, every_move: bool) -> anyhow::Result<Known<G::Move>>;
}

/// All sources, the quickest first.
pub struct Sources<G: FullGame> {
    list: Vec<Box<dyn Source<G>>>,
    /// What would make the game better known.
    pub hint: Option<String>,
}

impl<G: FullGame> Sources<G> {
    /// The sources there are; those that search do so within the limits.
    pub fn new(game: &G, limits: Limits) -> anyhow::Result<Sources<G>> {
        if let Some(found) = quadrants::find(game, &limits)? {
            let mut list: Vec<Box<dyn Source<G>>> = vec![Box::new(Rules)];
            list.extend(found.list);
            return Ok(Sources { list, hint: found.hint });
        }
        let search = Box::new(Search { limits });
        Ok(match tables::find(game)? {
            Found::Tables(tables) => Sources { list: vec![Box::new(Rules), tables, search], hint: None },
            Found::Hint(hint) => Sources { list: vec![Box::new(Rules), search], hint: Some(hint) },
            Found::Nothing => Sources { list: vec![Box::new(Rules), search], hint: None },
        })
    }

    /// What the first source knows that knows the value, or else the last one, and its method.
    pub fn ask(
        &self,
        game: &G,
        position: &G::Position,
        every_move: bool,
    ) -> anyhow::Result<(Known<G::Move>, &'static str)> {
        let mut answer = (Known { value: None, moves: Vec::new(), limit: None }, "none");
        for source in &self.list {
            answer = (source.ask(game, position, every_move)?, source.method());
            if answer.0.value.is_some() {
                break;
            }
        }
        Ok(answer)
    }
}

/// The rules know the value of a finished game.
struct Rules;

impl<G: FullGame> Source<G> for Rules {
    fn method(&self) -> &'static str {
        "rules"
    }

    fn ask(&self, game: &G, position: &G::Position, _every_move: bool) -> anyhow::Result<Known<G::Move>> {
        let value = game.outcome(position).map(|outcome| Value::over(outcome.for_player(game.turn(position))));
        Ok(Known { value, moves: Vec::new(), limit: None })
    }
}

/// Exact search, deeper and deeper, until nothing but finished games has a part in the value.
struct Search {
    limits: Limits,
}

impl<G: FullGame> Source<G> for Search {
    fn method(&self) -> &'static str {
        "search"
    }

    fn ask(&self, game: &G, position: &G::Position, every_move: bool) -> anyhow::Result<Known<G::Move>> {
        let found = exact(game, position, &self.limits, every_move)?;
        // A search that was stopped in the middle of a depth may know a win already: the quickest, as depths go up.
        let won = found.moves.iter().filter_map(|(_, value)| *value).filter(|value| value.wdl == Wdl::Win).max();
        let value = found.value.or(won);
        let moves = if every_move { found.moves } else { Vec::new() };
        let open = value.is_none() || moves.iter().any(|(_, value)| value.is_none());
        Ok(Known { value, moves, limit: open.then_some(found.end) })
    }
}
