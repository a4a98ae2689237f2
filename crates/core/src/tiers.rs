//! Tiers: the order in which a game can be solved from its end.
//!
//! A tier is a set of positions solved together, such as all positions with the same pieces. A move stays in its tier
//! or leads to a tier with a smaller number, never to a larger one, so solving tiers in order always finds what it needs
//! already solved.

use crate::Game;

/// A game whose positions are divided into tiers and numbered inside them.
///
/// A rank stands for a position up to symmetry: symmetric positions share their rank, and `unrank` gives one of them.
/// Ranks may have gaps; a gap unranks to `None`.
pub trait Tiered: Game {
    /// How many tiers there are. They are numbered in solving order, from 0.
    fn tiers(&self) -> usize;

    /// The tier's name, fit for a file name and the same in every run.
    fn tier_name(&self, tier: usize) -> String;

    /// How many ranks the tier has, gaps included.
    fn tier_len(&self, tier: usize) -> u64;

    /// The tiers, other than itself, that a move from this tier may lead to: all smaller.
    fn child_tiers(&self, tier: usize) -> Vec<usize>;

    /// Whether a line of play may come back to a position inside this tier.
    fn is_loopy(&self, tier: usize) -> bool;

    /// The tier and rank of a position that notation can write.
    fn rank(&self, position: &Self::Position) -> (usize, u64);

    /// The position with this rank; `None` for a gap. `rank(unrank(tier, rank))` is `(tier, rank)`.
    fn unrank(&self, tier: usize, rank: u64) -> Option<Self::Position>;
}

/// A tiered game that can be walked backwards.
pub trait Retrograde: Tiered {
    /// Appends positions of the same tier from which a move leads to `position`, up to symmetry: for each rank of the
    /// tier with a move into the rank of `position`, one position of that rank for every such move.
    fn predecessors(&self, position: &Self::Position, out: &mut Vec<Self::Position>);
}
