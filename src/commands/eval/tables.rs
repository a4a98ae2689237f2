//! Values from the tables of a solved game, and what would make tables where there are none.

use super::sources::{Known, Source};
use crate::{tables, units};
use athos_core::{FullGame, Retrograde, Tiered};
use athos_games::registry::{self, TieredVisitor};
use athos_solve::table::TableError;
use athos_solve::{ProbeError, Tables};
use std::any::Any;
use std::time::Duration;

/// Ranks that a core solves in a second, roughly: by the game's own kernel, by its kernel for loops, by the general solver.
const KERNEL_SPEED: u64 = 50_000_000;
const LOOP_KERNEL_SPEED: u64 = 8_000_000;
const GENERAL_SPEED: u64 = 1_000_000;
/// Solving that takes longer than this is not "at once".
const AT_ONCE: u64 = 600;

/// What tables can do for a game.
pub enum Found<G: FullGame> {
    /// They are there.
    Tables(Box<dyn Source<G>>),
    /// They are not, but could soon be: how.
    Hint(String),
    /// They are not.
    Nothing,
}

/// Looks for the tables of a game.
pub fn find<G: FullGame>(game: &G) -> anyhow::Result<Found<G>> {
    match registry::visit_tiered(&game.spec(), "", Find) {
        // The visitor was given the same game, so the types are the same, which only the compiler cannot see.
        Ok(found) => Ok(found?.downcast::<Found<G>>().map_or(Found::Nothing, |found| *found)),
        Err(_) => Ok(Found::Nothing),
    }
}

struct Find;

impl TieredVisitor for Find {
    type Output = anyhow::Result<Box<dyn Any>>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> anyhow::Result<Box<dyn Any>> {
        let speed = if game.kernel().is_some() { KERNEL_SPEED } else { GENERAL_SPEED };
        self.find(game, speed)
    }

    fn visit_loopy<G: FullGame + Retrograde>(self, game: G) -> anyhow::Result<Box<dyn Any>> {
        let speed = if game.loop_kernel().is_some() { LOOP_KERNEL_SPEED } else { GENERAL_SPEED };
        self.find(game, speed)
    }
}

impl Find {
    fn find<G: FullGame + Tiered>(self, game: G, speed: u64) -> anyhow::Result<Box<dyn Any>> {
        let found: Found<G> = match Tables::open(&game, &tables::data_folder()?) {
            Ok(tables) => Found::Tables(Box::new(tables)),
            Err(TableError::Missing(_)) => hint(&game, speed).map_or(Found::Nothing, Found::Hint),
            Err(error) => return Err(tables::unusable(error, &game)),
        };
        Ok(Box::new(found))
    }
}

impl<G: FullGame + Tiered> Source<G> for Tables<G> {
    fn method(&self) -> &'static str {
        "table"
    }

    fn ask(&self, game: &G, position: &G::Position, every_move: bool) -> anyhow::Result<Known<G::Move>> {
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
            Err(ProbeError::Table(error)) => Err(tables::unusable(error, game)),
            Ok(known) => Ok(known),
        }
    }
}

/// How to make tables, if that does not take long.
fn hint<G: FullGame + Tiered>(game: &G, speed: u64) -> Option<String> {
    let ranks: u64 = (0..game.tiers()).map(|tier| game.tier_len(tier)).sum();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let seconds = 1 + ranks / (speed * cores);
    (seconds <= AT_ONCE).then(|| {
        let time = units::time(Duration::from_secs(seconds)).replace(".00", "");
        format!("`athos solve {}` makes a table of every position in about {time}", game.spec())
    })
}
