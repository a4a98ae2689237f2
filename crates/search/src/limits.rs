//! Limits: when a search must end, and how it notices.
//!
//! A search looks at the clock once in [`INTERVAL`] positions. A look costs some 25 nanoseconds and a position rarely
//! more than a few microseconds, so a deadline is met well within 10 milliseconds and costs nothing that can be
//! measured. The same look reads the flag by which anybody may cancel the search from outside.

use crate::points::MAX_PLIES;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Positions between two looks at the clock.
const INTERVAL: u64 = 64;

/// What a search may spend. The default is as much as it likes, with a small table.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many plies to look ahead.
    pub depth: Option<u32>,
    /// How many nodes to visit (playouts, for Monte Carlo).
    pub nodes: Option<u64>,
    /// How long to search.
    pub time: Option<Duration>,
    /// Bytes for tables and trees.
    pub memory: usize,
    /// Ends the search soon after it becomes true.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: None, nodes: None, time: None, memory: 64 << 20, cancel: None }
    }
}

impl Limits {
    /// Only the depth is limited.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// The depth that ends the search at last: the one asked for, as far as search can go at all.
    pub(crate) fn last_depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_PLIES).min(MAX_PLIES)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum End {
    /// The value is proven: more depth would not change it.
    Proven,
    /// The depth asked for was reached.
    Depth,
    /// The nodes were used up.
    Nodes,
    /// The time was used up.
    Time,
    /// The memory was used up.
    Memory,
    /// Somebody cancelled it.
    Cancelled,
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            End::Proven => "proven",
            End::Depth => "depth",
            End::Nodes => "nodes",
            End::Time => "time",
            End::Memory => "memory",
            End::Cancelled => "cancelled",
        })
    }
}

/// The watch over a search: one for all its threads.
#[derive(Debug)]
pub(crate) struct Watch {
    begun: Instant,
    deadline: Option<Instant>,
    node_limit: u64,
    nodes: AtomicU64,
    cancel: Option<Arc<AtomicBool>>,
    /// Why everything must stop, as `End as u8 + 1`; 0 while it may go on.
    end: AtomicU8,
    /// The round (one depth, searched by several threads) is decided.
    round_over: AtomicBool,
}

impl Watch {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Watch {
        let begun = Instant::now();
        Watch {
            begun,
            deadline: limits.time.and_then(|time| begun.checked_add(time)),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            cancel: limits.cancel.clone(),
            end: AtomicU8::new(0),
            round_over: AtomicBool::new(false),
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Why everything must stop, if it must.
    pub fn end(&self) -> Option<End> {
        const ENDS: [End; 6] = [End::Proven, End::Depth, End::Nodes, End::Time, End::Memory, End::Cancelled];
        ENDS.get(usize::from(self.end.load(Relaxed)).wrapping_sub(1)).copied()
    }

    /// Stops everything; the first reason stays.
    pub fn stop(&self, end: End) {
        let _ = self.end.compare_exchange(0, end as u8 + 1, Relaxed, Relaxed);
    }

    /// Begins a round.
    pub fn begin_round(&self) {
        self.round_over.store(false, Relaxed);
    }

    /// Ends the round for all threads. True for the thread that was first.
    pub fn end_round(&self) -> bool {
        !self.round_over.swap(true, Relaxed)
    }
}

/// One thread's eye on the [`Watch`].
#[derive(Debug)]
pub(crate) struct Eye<'a> {
    watch: &'a Watch,
    /// Nodes until the next look.
    left: u64,
    /// Nodes of this stretch.
    stretch: u64,
    stopped: bool,
}

impl<'a> Eye<'a> {
    pub fn new(watch: &'a Watch) -> Eye<'a> {
        Eye { watch, left: 1, stretch: 0, stopped: false }
    }

    /// Counts a node; true when the search must stop.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.left -= 1;
        if self.left == 0 {
            self.look();
        }
        self.stopped
    }

    /// Whether the last look said stop.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Forgets the end of a round: the next one begins.
    pub fn reopen(&mut self) {
        self.stopped = self.watch.end().is_some();
        self.left = self.left.max(1);
    }

    #[cold]
    fn look(&mut self) {
        let watch = self.watch;
        let used = watch.nodes.fetch_add(self.stretch, Relaxed) + self.stretch;
        if watch.cancel.as_ref().is_some_and(|cancel| cancel.load(Relaxed)) {
            watch.stop(End::Cancelled);
        }
        if used >= watch.node_limit {
            watch.stop(End::Nodes);
        }
        if watch.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            watch.stop(End::Time);
        }
        self.stopped = watch.end().is_some() || watch.round_over.load(Relaxed);
        self.stretch = INTERVAL.min(watch.node_limit.saturating_sub(used)).max(1);
        self.left = self.stretch;
    }
}
