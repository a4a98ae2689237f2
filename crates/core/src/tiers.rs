//! Tiers: the order in which a game can be solved from its end.
//!
//! A tier is a set of positions solved together, such as all positions with the same pieces. A move stays in its tier
//! or leads to a tier with a smaller number, never to a larger one, so solving tiers in order always finds what it needs
//! already solved.

use crate::{Codes, Game, Player};

/// A game whose positions are divided into tiers and numbered inside them.
///
/// Symmetric positions may share a rank, and `unrank` gives one of them; `run` says how many there are. Ranks may
/// have gaps; a gap unranks to `None`.
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

    /// The tier and rank of a position that notation can write. A position that lies in no tier, because it has more
    /// pieces than the start, is given a tier that does not exist: `tiers()` or more.
    fn rank(&self, position: &Self::Position) -> (usize, u64);

    /// The position with this rank; `None` for a gap. `rank(unrank(tier, rank))` is `(tier, rank)`.
    fn unrank(&self, tier: usize, rank: u64) -> Option<Self::Position>;

    /// The same rules with everything that changes no position's value, such as the start, at its default: games that
    /// are equal in this sense share their tables.
    fn solved_as(&self) -> Self {
        self.clone()
    }

    /// The run of ranks from this one on that are alike. Weights, gaps left out, add up to the number of positions in
    /// the tier without regard to symmetry.
    fn run(&self, tier: usize, rank: u64) -> Run;

    /// The game's own way to solve its tiers, if it has one for these rules.
    fn kernel(&self) -> Option<Box<dyn TierKernel>> {
        None
    }
}

/// Consecutive ranks with the same player to move and the same weight; gaps may be among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// How many ranks, at least 1.
    pub ranks: u64,
    /// Who moves.
    pub turn: Player,
    /// How many positions share each of the ranks.
    pub weight: u64,
}

/// A tiered game that can be walked backwards.
pub trait Retrograde: Tiered {
    /// Appends positions of the same tier from which a move leads to `position`, up to symmetry: for each rank of the
    /// tier with a move into the rank of `position`, one position of that rank for every such move.
    fn predecessors(&self, position: &Self::Position, out: &mut Vec<Self::Position>);

    /// The game's own way to solve its tiers with loops, if it has one for these rules.
    fn loop_kernel(&self) -> Option<Box<dyn LoopKernel>> {
        None
    }
}

/// A game's own, fast way to solve its tiers.
///
/// A tier is cut into parts of equal length, in the order of ranks. Parts of one tier may be solved at the same time
/// and in any order. Tiers are solved in order; a tier's children must have been solved or restored just before it.
/// Values are narrow [`Code`](crate::Code)s.
pub trait TierKernel: Send + Sync {
    /// How many bytes of memory `start` will take for this many workers.
    fn memory(&self, workers: usize) -> u64;

    /// Takes the memory. An error says how many bytes could not be had.
    fn start(&mut self, workers: usize) -> Result<(), u64>;

    /// How many parts a tier has: a divisor of its length.
    fn parts(&self, tier: usize) -> usize;

    /// Solves one part and appends its codes to `out`. No two calls at the same time have the same `worker`.
    fn solve_part(&self, tier: usize, part: usize, worker: usize, out: &mut Vec<u8>);

    /// Takes back the codes of a part solved in an earlier run.
    fn restore_part(&self, tier: usize, part: usize, codes: &[u8]);
}

/// A game's own, fast way to solve tiers with loops, one whole tier at a time.
pub trait LoopKernel: Send + Sync {
    /// How many bytes of memory solving this tier takes, its codes among them but not those of its children.
    fn memory(&self, tier: usize) -> u64;

    /// The codes of a tier with loops, given those of its child tiers in the order of [`Tiered::child_tiers`].
    fn solve_tier(&self, tier: usize, children: &[&Codes], crew: &dyn Crew) -> Result<Codes, Unsolved>;
}

/// The threads that a kernel may use.
pub trait Crew: Sync {
    /// Does `work(piece)` for every piece below `pieces`, several at a time, in any order. False when the run shall
    /// stop; then some pieces may have been left out.
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) -> bool;

    /// Tells that so many more ranks are decided.
    fn decided(&self, ranks: u64);
}

/// Why a kernel has not solved a tier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// So many bytes of memory could not be had.
    OutOfMemory(u64),
    /// The run shall stop.
    Stopped,
    /// A win is further away than a code can say.
    TooLong,
}
