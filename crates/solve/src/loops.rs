//! Tiers with loops by the game's own kernel, a whole tier at a time.

use crate::retrograde::Predecessors;
use crate::solve::Job;
use crate::{SolveError, parallel};
use athos_core::{Codes, Crew, LoopKernel, Tiered, Unsolved};
use std::convert::Infallible;
use std::sync::atomic::Ordering;

/// The ways that a game has through its loops.
pub struct Loops<G: Tiered> {
    /// Walking backwards, for the generic solver.
    pub predecessors: Predecessors<G>,
    /// The game's own kernel.
    pub kernel: Option<Box<dyn LoopKernel>>,
}

/// The threads of a run, at work on one tier.
struct TierCrew<'a> {
    tier: usize,
    job: &'a Job<'a>,
}

impl Crew for TierCrew<'_> {
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) -> bool {
        let done = parallel::for_each(self.job.workers, pieces, self.job.stop, |_, piece| {
            work(piece);
            Ok::<(), Infallible>(())
        });
        done.is_ok() && !self.job.stop.load(Ordering::Relaxed)
    }

    fn decided(&self, ranks: u64) {
        self.job.done(self.tier, ranks);
    }
}

/// The codes of a tier with loops, by the game's kernel.
pub fn solve_tier<G: Tiered>(
    game: &G,
    kernel: &dyn LoopKernel,
    tier: usize,
    children: &[&Codes],
    job: &Job<'_>,
) -> Result<Codes, SolveError> {
    kernel.solve_tier(tier, children, &TierCrew { tier, job }).map_err(|reason| match reason {
        Unsolved::TooLong => SolveError::TooLong(game.tier_name(tier)),
        Unsolved::Stopped => SolveError::Stopped,
        Unsolved::OutOfMemory(bytes) => SolveError::OutOfMemory(bytes),
    })
}
