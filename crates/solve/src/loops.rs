//! Tiers with loops: the game's own kernel, a whole tier at a time, or the generic solver.

use crate::children::Children;
use crate::retrograde::{self, Predecessors};
use crate::solve::Job;
use crate::solved::Solved;
use crate::{SolveError, parallel};
use athos_core::{Crew, LoopKernel, Tiered, Unsolved};
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

/// The codes of a tier with loops: by the game's kernel if it has one and its children are in memory, else by walking
/// backwards.
pub fn solve_tier<G: Tiered>(
    game: &G,
    tier: usize,
    loops: &Loops<G>,
    children: &Children,
    job: &Job<'_>,
) -> Result<Solved, SolveError> {
    let (Some(kernel), Some(children)) = (&loops.kernel, children.in_memory(&game.child_tiers(tier))) else {
        return retrograde::solve_tier(game, tier, loops.predecessors, children, job).map(Solved::Plain);
    };
    match kernel.solve_tier(tier, &children, &TierCrew { tier, job }) {
        Ok(codes) => Ok(Solved::Kernel(codes)),
        Err(Unsolved::TooLong) => Err(SolveError::TooLong(game.tier_name(tier))),
        Err(Unsolved::Stopped) => Err(SolveError::Stopped),
        Err(Unsolved::OutOfMemory(bytes)) => Err(SolveError::OutOfMemory(bytes)),
    }
}
