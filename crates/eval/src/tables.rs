//! Values from the tables of a solved game, and what would make tables where there are none.

use crate::{Best, EvalError, Known, Source};
use athos_core::{Described, FullGame, Retrograde, Tiered, Wdl};
use athos_games::registry::{self, TieredVisitor};
use athos_search::Limits;
use athos_solve::table::TableError;
use athos_solve::{ProbeError, Tables};
use std::any::Any;
use std::path::PathBuf;

/// Ranks that a core solves in a second, roughly: by the game's own kernel, by its kernel for loops, by the general solver.
const KERNEL_SPEED: u64 = 50_000_000;
const LOOP_KERNEL_SPEED: u64 = 8_000_000;
const GENERAL_SPEED: u64 = 1_000_000;
/// Solving that takes longer than this is not "at once".
const AT_ONCE: u64 = 600;

pub use athos_solve::set_data_folder;

/// The folder of all tables and proofs.
pub fn data_folder() -> Result<PathBuf, EvalError> {
    athos_solve::data_folder().ok_or(EvalError::NoDataFolder)
}

/// What to do about a table that cannot be used.
pub fn unusable<G: Described>(error: TableError, game: &G) -> EvalError {
    match error.is_damage() {
        true => EvalError::DamagedTable { error, spec: game.spec() },
        false => EvalError::Table(error),
    }
}

/// What tables can do for a game.
pub(crate) enum Found<G: FullGame> {
    /// They are there.
    Tables(Box<dyn Source<G>>),
    /// They are not, but could soon be: how.
    Hint(String),
    /// They are not.
    Nothing,
}

/// Looks for the tables of a game.
pub(crate) fn find<G: FullGame>(game: &G) -> Result<Found<G>, EvalError> {
    match registry::visit_tiered(&game.spec(), "", Find) {
        // The visitor was given the same game, so the types are the same, which only the compiler cannot see.
        Ok(found) => Ok(found?.downcast::<Found<G>>().map_or(Found::Nothing, |found| *found)),
        Err(_) => Ok(Found::Nothing),
    }
}

struct Find;

impl TieredVisitor for Find {
    type Output = Result<Box<dyn Any>, EvalError>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> Result<Box<dyn Any>, EvalError> {
        let speed = if game.kernel().is_some() { KERNEL_SPEED } else { GENERAL_SPEED };
        self.find(game, speed)
    }

    fn visit_loopy<G: FullGame + Retrograde>(self, game: G) -> Result<Box<dyn Any>, EvalError> {
        let speed = if game.loop_kernel().is_some() { LOOP_KERNEL_SPEED } else { GENERAL_SPEED };
        self.find(game, speed)
    }
}

impl Find {
    fn find<G: FullGame + Tiered>(self, game: G, speed: u64) -> Result<Box<dyn Any>, EvalError> {
        let found: Found<G> = match Tables::open(&game, &data_folder()?) {
            Ok(tables) => Found::Tables(Box::new(tables)),
            Err(TableError::Missing(_)) => hint(&game, speed).map_or(Found::Nothing, Found::Hint),
            Err(error) => return Err(unusable(error, &game)),
        };
        Ok(Box::new(found))
    }
}

impl<G: FullGame + Tiered> Source<G> for Tables<G> {
    fn method(&self) -> &'static str {
        "table"
    }

    fn ask(&self, game: &G, position: &G::Position, every_move: bool, _: &Limits) -> Result<Known<G::Move>, EvalError> {
        let answer = self.value(position).and_then(|value| {
            let choices = if every_move { self.choices(position)? } else { Vec::new() };
            let moves = choices.into_iter().map(|choice| (choice.m, Some(choice.value))).collect();
            Ok(Known { value: Some(value), moves, limit: None })
        });
        match answer {
            // Somebody else may know: tables end with the pieces of the start, and may not be complete yet.
            Err(ProbeError::Outside | ProbeError::Table(TableError::Missing(_))) => {
                Ok(Known { value: None, moves: Vec::new(), limit: None })
            }
            Err(ProbeError::Table(error)) => Err(unusable(error, game)),
            Ok(known) => Ok(known),
        }
    }

    /// In a drawn position, the moves after which most replies are mistakes come first.
    fn best(&self, game: &G, position: &G::Position, limits: &Limits) -> Result<Option<Best<G::Move>>, EvalError> {
        let Known { value: Some(value), moves, .. } = self.ask(game, position, true, limits)? else { return Ok(None) };
        let moves: Vec<G::Move> = match (value.wdl, self.traps(position)) {
            (Wdl::Draw, Ok(traps)) => traps.into_iter().map(|trap| trap.choice.m).collect(),
            _ => moves.into_iter().filter(|(_, worth)| *worth == Some(value)).map(|(m, _)| m).collect(),
        };
        Ok((!moves.is_empty()).then_some(Best { value, moves, method: "table" }))
    }
}

/// Seconds that solving a game takes on this machine, roughly.
pub fn seconds_to_solve<G: FullGame + Tiered>(game: &G, speed: u64) -> u64 {
    let ranks: u64 = (0..game.tiers()).map(|tier| game.tier_len(tier)).sum();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    1 + ranks / (speed * cores)
}

/// How to make tables, if that does not take long.
fn hint<G: FullGame + Tiered>(game: &G, speed: u64) -> Option<String> {
    let seconds = seconds_to_solve(game, speed);
    let time = if seconds < 120 { format!("{seconds} s") } else { format!("{} min {} s", seconds / 60, seconds % 60) };
    (seconds <= AT_ONCE)
        .then(|| format!("`athos solve {}` makes a table of every position in about {time}", game.spec()))
}
