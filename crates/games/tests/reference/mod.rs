//! Plain implementations of the games: arrays and strings, no tricks, written to be read beside the rules.
//!
//! They share no code with the games they check. `agree.rs` holds the two equal, `benches/perft.rs` measures what the
//! tricks are worth.

pub mod mad_king;
pub mod matches;
pub mod nim;
pub mod quadrants;
pub mod three_musketeers;

/// A game in its simplest form.
pub trait Reference {
    /// Whatever is easiest to read.
    type Position: Clone;

    /// The position with this canonical text, which is known to be right.
    fn read(&self, text: &str) -> Self::Position;
    /// The canonical text.
    fn show(&self, position: &Self::Position) -> String;
    /// The winner's name or "draw", once the game is over.
    fn outcome(&self, position: &Self::Position) -> Option<&'static str>;
    /// Every legal move with the position it leads to, in any order; none once the game is over.
    fn moves(&self, position: &Self::Position) -> Vec<(String, Self::Position)>;
}

/// The number of sequences of `depth` moves.
pub fn perft<R: Reference>(reference: &R, position: &R::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => reference.moves(position).iter().map(|(_, next)| perft(reference, next, depth - 1)).sum(),
    }
}
