//! Solving a whole game into a folder of tables.
//!
//! Tiers are taken in order. A tier whose table is there and whole is passed over; one that is missing, unfinished or
//! damaged is made. A tier is on the disk before the next one is begun, so a run that is killed loses the tier in work at
//! most, and never leaves a table that is not whole.

use crate::children::Children;
use crate::loops::{self, Loops};
use crate::plan::{Plan, Way};
use crate::solved::Solved;
use crate::table::{BlockCache, Table, TableError, TableWriter, Width};
use crate::{Folder, SolveError, induction, parallel};
use athos_core::{Code, Described, Retrograde, TierKernel, Tiered};
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How a run is done and who hears of it.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many threads work.
    pub workers: usize,
    /// How many bytes of memory may be taken; `None` for as many as it needs.
    pub memory: Option<u64>,
    /// Do without the game's own kernel.
    pub plain: bool,
    /// Solve only this many tiers, the first ones; `None` for all.
    pub tiers: Option<usize>,
    /// Set it from another thread or a signal handler to stop soon; what is finished stays.
    pub stop: &'a AtomicBool,
    /// Hears what happens, from any thread.
    pub report: &'a (dyn Fn(Event<'_>) + Sync),
}

/// Something that happened while solving.
#[derive(Debug)]
pub enum Event<'a> {
    /// Solving begins, in this way.
    Planned(&'a Plan),
    /// The table of a tier is there and whole.
    Kept {
        /// The tier.
        tier: usize,
        /// The length of its file.
        bytes: u64,
    },
    /// The table of a tier is there but cannot be trusted, and is made anew.
    Rebuilding {
        /// The tier.
        tier: usize,
        /// What is wrong with the table, naming the file.
        error: &'a TableError,
    },
    /// Work on a tier begins.
    Started {
        /// The tier.
        tier: usize,
    },
    /// More ranks of the tier in work are decided.
    Decided {
        /// The tier.
        tier: usize,
        /// How many more.
        ranks: u64,
    },
    /// The table of a tier is on the disk.
    Written {
        /// The tier.
        tier: usize,
        /// The length of its file.
        bytes: u64,
    },
}

/// What a run came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    /// Tiers solved in this run.
    pub solved: usize,
    /// Tiers that were there already.
    pub kept: usize,
    /// Ranks solved in this run.
    pub ranks: u64,
    /// The length of all tables together.
    pub bytes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Solves a game without loops into its folder. Goes on where an earlier run stopped.
pub fn solve<G: Tiered + Described>(game: &G, folder: &Folder, options: Options<'_>) -> Result<Summary, SolveError> {
    run(game, folder, options, None)
}

/// Solves a game that may have loops into its folder. Goes on where an earlier run stopped.
pub fn solve_with_loops<G: Retrograde + Described>(
    game: &G,
    folder: &Folder,
    options: Options<'_>,
) -> Result<Summary, SolveError> {
    let kernel = if options.plain { None } else { game.loop_kernel() };
    run(game, folder, options, Some(Loops { predecessors: G::predecessors, kernel }))
}

/// What the solvers of a tier need to know about the run.
pub(crate) struct Job<'a> {
    pub workers: usize,
    pub stop: &'a AtomicBool,
    report: &'a (dyn Fn(Event<'_>) + Sync),
}

impl Job<'_> {
    /// Tells of progress.
    pub fn done(&self, tier: usize, ranks: u64) {
        (self.report)(Event::Decided { tier, ranks });
    }

    /// An error if the run shall stop.
    pub fn check(&self) -> Result<(), SolveError> {
        if self.stop.load(Ordering::Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
    }
}

/// An array of undecided codes.
pub(crate) fn undecided(len: u64) -> Result<Vec<AtomicU16>, SolveError> {
    let mut codes = Vec::new();
    let refused = |_| SolveError::OutOfMemory(len.saturating_mul(2));
    codes.try_reserve_exact(usize::try_from(len).unwrap_or(usize::MAX)).map_err(refused)?;
    codes.resize_with(len as usize, || AtomicU16::new(Code::UNDECIDED.0));
    Ok(codes)
}

fn run<G: Tiered + Described>(
    game: &G,
    folder: &Folder,
    options: Options<'_>,
    loops: Option<Loops<G>>,
) -> Result<Summary, SolveError> {
    let begun = Instant::now();
    let job = Job { workers: options.workers.max(1), stop: options.stop, report: options.report };

    // 1. Plan, then take the lock.
    let kernel = if options.plain { None } else { game.kernel() };
    let loop_kernel = loops.as_ref().and_then(|loops| loops.kernel.as_deref());
    let plan = Plan::new(game, kernel.as_deref(), loop_kernel, job.workers, options.memory)?;
    (options.report)(Event::Planned(&plan));
    let _lock = folder.lock()?;
    let mut summary = Summary::default();
    let tiers = options.tiers.map_or(game.tiers(), |tiers| tiers.min(game.tiers()));
    let mut run = Run { game, folder, job: &job, way: plan.way, kernel, loops };
    run.tiers(tiers, &mut summary)?;
    summary.time = begun.elapsed();
    Ok(summary)
}

/// What does not change from tier to tier.
struct Run<'a, G: Tiered> {
    game: &'a G,
    folder: &'a Folder,
    job: &'a Job<'a>,
    way: Way,
    kernel: Option<Box<dyn TierKernel>>,
    loops: Option<Loops<G>>,
}

impl<G: Tiered + Described> Run<'_, G> {
    fn tiers(&mut self, tiers: usize, summary: &mut Summary) -> Result<(), SolveError> {
        let Run { game, folder, job, way, kernel, loops } = self;
        let (game, folder, job, way) = (*game, *folder, *job, *way);
        let cache = Arc::new(BlockCache::new(16 << 20));
        let mut kernel_holds = None;
        let mut started = false;
        let mut children = Children::default();
        for tier in 0..tiers {
            job.check()?;

            // 2. What is there and whole stays.
            match folder.open(game, tier, &cache).and_then(|table| table.check().map(|()| table)) {
                Ok(table) => {
                    let bytes = table.header().file_len;
                    (job.report)(Event::Kept { tier, bytes });
                    summary.kept += 1;
                    summary.bytes += bytes;
                    continue;
                }
                Err(TableError::Missing(_)) => {}
                Err(error) if error.is_damage() => (job.report)(Event::Rebuilding { tier, error: &error }),
                Err(error) => return Err(error.into()),
            }

            // 3. Solve.
            (job.report)(Event::Started { tier });
            let file = folder.file(game, tier);
            let finished = match kernel {
                Some(kernel) if way == Way::Kernel => {
                    if !started {
                        kernel.start(job.workers).map_err(SolveError::OutOfMemory)?;
                        started = true;
                    }
                    let kernel = &**kernel;
                    if game.child_tiers(tier).iter().any(|&child| kernel_holds != Some(child)) {
                        restore(game, kernel, tier, folder, &cache, job)?;
                    }
                    let writer = TableWriter::create(&file, folder.header(game, tier, Width::Narrow))?;
                    solve_by_kernel(game, kernel, tier, &writer, job)?;
                    kernel_holds = Some(tier);
                    writer.finish()
                }
                _ => {
                    let in_memory = way != Way::FromDisk;
                    children.prepare(game, tier, folder, &cache, in_memory, job.workers)?;
                    let codes = match (game.is_loopy(tier), &*loops) {
                        (false, _) => Solved::Plain(induction::solve_tier(game, tier, &children, job)?),
                        (true, Some(loops)) => loops::solve_tier(game, tier, loops, &children, job)?,
                        (true, None) => return Err(SolveError::Loops(game.tier_name(tier))),
                    };
                    codes.write(game, tier, folder, job)?
                }
            };

            // 4. To the disk, before the next tier begins.
            let bytes = finished.commit()?;
            (job.report)(Event::Written { tier, bytes });
            summary.bytes += bytes;
            summary.solved += 1;
            summary.ranks += game.tier_len(tier);
        }
        Ok(())
    }
}

fn solve_by_kernel<G: Tiered>(
    game: &G,
    kernel: &dyn TierKernel,
    tier: usize,
    writer: &TableWriter,
    job: &Job<'_>,
) -> Result<(), SolveError> {
    let parts = kernel.parts(tier);
    let part_len = game.tier_len(tier) / parts.max(1) as u64;
    let buffers: Vec<Mutex<Vec<u8>>> = (0..job.workers).map(|_| Mutex::default()).collect();
    parallel::for_each(job.workers, parts, job.stop, |worker, part| {
        let mut codes = buffers[worker].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        codes.clear();
        kernel.solve_part(tier, part, worker, &mut codes);
        job.done(tier, part_len);
        writer.put(part as u64 * part_len, &codes)
    })?;
    job.check()
}

/// Gives the kernel what the tier needs from tables of an earlier run.
fn restore<G: Tiered>(
    game: &G,
    kernel: &dyn TierKernel,
    tier: usize,
    folder: &Folder,
    cache: &Arc<BlockCache>,
    job: &Job<'_>,
) -> Result<(), SolveError> {
    for child in game.child_tiers(tier) {
        let table: Table = folder.open(game, child, cache)?;
        let parts = kernel.parts(child);
        let part_len = game.tier_len(child) / parts.max(1) as u64;
        parallel::for_each(job.workers, parts, job.stop, |_, part| {
            let mut codes = Vec::new();
            let first = part as u64 * part_len;
            table.read(first..first + part_len, &mut codes)?;
            kernel.restore_part(child, part, &codes);
            Ok::<(), TableError>(())
        })?;
    }
    job.check()
}
