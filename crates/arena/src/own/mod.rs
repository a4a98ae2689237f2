//! Players that belong to a game: its match engine, and the programs of the reports.
//!
//! | game | players |
//! | --- | --- |
//! | pentago, pentago-swap | `report-c`, `report-d`; the match engine thinks for `athos` |
//! | mad-king | `report-e` |
//!
//! Games are told apart by their type. Boxes lose and find it again, which costs nothing once the player is made.

mod quadrants;
mod report_e;

use crate::mind::{Mind, MindError};
use crate::spec::Spec;
use athos_core::FullGame;
use athos_games::{MadKing, Pentago, PentagoSwap};
use std::any::Any;

/// The names of the programs that a game has of its own.
pub fn programs(game: &str) -> &'static [&'static str] {
    use athos_core::Described;
    match game.split(':').next() {
        Some(Pentago::ID | PentagoSwap::ID) => &["report-c", "report-d"],
        Some(MadKing::ID) => &["report-e"],
        _ => &[],
    }
}

/// A game's own mind for a spec, if it has one.
pub(crate) fn own_mind<G: FullGame>(game: &G, spec: &Spec) -> Result<Option<Box<dyn Mind<G>>>, MindError> {
    let found: Option<Box<dyn Any>> = match (game as &dyn Any).downcast_ref::<MadKing>() {
        Some(_) => report_e::mind(spec)?.map(|mind| Box::new(mind) as Box<dyn Any>),
        None => quadrants::mind(game, spec)?,
    };
    // The mind was made for the same game, which only the compiler cannot see.
    Ok(found.and_then(|mind| mind.downcast::<Box<dyn Mind<G>>>().ok()).map(|mind| *mind))
}
