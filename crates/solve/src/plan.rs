//! The plan: which way a game will be solved and how much memory that takes, known before anything is done.

use crate::SolveError;
use athos_core::{LoopKernel, TierKernel, Tiered};

/// Memory beside the arrays of the tier in work: buffers, packers, the cache of unpacked blocks.
const OVERHEAD: u64 = 64 << 20;

/// How tiers are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By the game's own kernel.
    Kernel,
    /// By the generic solver, with the tiers it looks into unpacked in memory.
    InMemory,
    /// By the generic solver, looking into tables on disk. Slow.
    FromDisk,
}

/// What solving a game will take.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The way chosen.
    pub way: Way,
    /// How many bytes of memory it takes at most.
    pub memory: u64,
    /// The tier that takes most.
    pub largest: usize,
    /// How many ranks there are in all tiers together.
    pub ranks: u64,
    /// How many bytes the tables take at most, before compression.
    pub table_bytes: u64,
}

impl Plan {
    /// The fastest way that fits into `allowed` bytes; an error says what would suffice.
    ///
    /// `kernel` and `loop_kernel` are the game's own, or `None` to do without.
    pub fn new<G: Tiered>(
        game: &G,
        kernel: Option<&dyn TierKernel>,
        loop_kernel: Option<&dyn LoopKernel>,
        workers: usize,
        allowed: Option<u64>,
    ) -> Result<Plan, SolveError> {
        let tiers = 0..game.tiers();
        let own = |tier: usize| game.tier_len(tier).saturating_mul(if game.is_loopy(tier) { 6 } else { 2 });
        let by_kernel = |tier: usize| match loop_kernel {
            Some(kernel) if game.is_loopy(tier) => kernel.memory(tier),
            _ => own(tier),
        };
        let children = |tier: usize| -> u64 { game.child_tiers(tier).into_iter().map(|t| game.tier_len(t)).sum() };
        let largest =
            |cost: &dyn Fn(usize) -> u64| tiers.clone().map(|tier| (cost(tier), tier)).max().unwrap_or((0, 0));
        let on_disk = largest(&own);
        let in_memory = largest(&|tier| by_kernel(tier).saturating_add(children(tier)));
        let ways = [
            kernel.map(|kernel| (Way::Kernel, (kernel.memory(workers), largest(&|tier| game.tier_len(tier)).1))),
            Some((Way::InMemory, in_memory)),
            Some((Way::FromDisk, on_disk)),
        ];
        let ranks: u64 = tiers.clone().map(|tier| game.tier_len(tier)).sum();
        let plan = |(way, (bytes, largest)): (Way, (u64, usize))| Plan {
            way,
            memory: bytes.saturating_add(OVERHEAD),
            largest,
            ranks,
            table_bytes: if way == Way::Kernel { ranks } else { 2 * ranks },
        };
        let allowed = allowed.unwrap_or(u64::MAX);
        let mut plans: Vec<Plan> = ways.into_iter().flatten().map(plan).collect();
        match plans.iter().position(|plan| plan.memory <= allowed) {
            Some(fastest) => Ok(plans.swap_remove(fastest)),
            None => {
                // A kernel may need less than the general solver from disk.
                let least = plans.iter().min_by_key(|plan| plan.memory);
                let (tier, needed) = least.map_or((0, 0), |plan| (plan.largest, plan.memory));
                Err(SolveError::Memory { tier: game.tier_name(tier), needed, allowed })
            }
        }
    }
}
