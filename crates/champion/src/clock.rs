//! The clock of one thought: when to end, and why.
//!
//! Positions are counted here by everybody who visits one. A look at the clock costs some 25 nanoseconds and is taken
//! every [`INTERVAL`] positions, a tenth of a millisecond or so. The deadline lies a margin before the end of the time
//! that was given, for what is left to do afterwards and for the system, which may take the processor away.
//!
//! A thought has stages, and each may use what is left up to a share of the whole: of the time, if that is limited, and
//! of the positions, if those are. So what a thought finds within a number of positions does not depend on the machine.

use athos_prove::search::Limits as SolverLimits;
use athos_search::{End, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Positions between two looks.
const INTERVAL: u64 = 64;

/// A position that the solver visits takes as long as so many others.
const SOLVER_COST: u64 = 16;

/// The positions that the solver may visit in a stage when neither time nor positions are limited.
const SOLVER_EFFORT: u64 = 4_000;

/// The margin: a twentieth of the time, at least four milliseconds, at most fifty.
fn margin(time: Duration) -> Duration {
    (time / 20).clamp(Duration::from_millis(4), Duration::from_millis(50))
}

pub(crate) struct Clock {
    begun: Instant,
    /// The time to think.
    time: Option<Duration>,
    node_limit: Option<u64>,
    cancel: Option<Arc<AtomicBool>>,
    /// Positions visited so far; those of the solver count [`SOLVER_COST`] times.
    pub nodes: u64,
    next_look: u64,
    stage_deadline: Option<Instant>,
    stage_nodes: u64,
    stage_over: bool,
    end: Option<End>,
}

impl Clock {
    /// Starts it, with one stage for everything.
    pub fn start(limits: &Limits) -> Clock {
        let mut clock = Clock {
            begun: Instant::now(),
            time: limits.time.map(|time| time.saturating_sub(margin(time))),
            node_limit: limits.nodes,
            cancel: limits.cancel.clone(),
            nodes: 0,
            next_look: 0,
            stage_deadline: None,
            stage_nodes: u64::MAX,
            stage_over: false,
            end: None,
        };
        clock.open(1.0);
        clock
    }

    /// Opens a stage that lasts until this share of the whole is used.
    pub fn open(&mut self, share: f64) {
        self.stage_deadline = self.time.and_then(|time| self.begun.checked_add(time.mul_f64(share)));
        self.stage_nodes = self.node_limit.map_or(u64::MAX, |limit| (limit as f64 * share) as u64);
        self.stage_over = false;
        self.look();
    }

    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Counts a position; true when the stage is over.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stage_over
    }

    /// Whether the stage was over at the last look.
    #[inline]
    pub fn stage_over(&self) -> bool {
        self.stage_over
    }

    /// Why everything must end, if it must.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    #[cold]
    fn look(&mut self) {
        self.next_look = (self.nodes + INTERVAL).min(self.stage_nodes);
        if self.end.is_none() {
            if self.cancel.as_ref().is_some_and(|cancel| cancel.load(Relaxed)) {
                self.end = Some(End::Cancelled);
            } else if self.node_limit.is_some_and(|limit| self.nodes >= limit) {
                self.end = Some(End::Nodes);
            } else if self.time.is_some_and(|time| self.begun.elapsed() >= time) {
                self.end = Some(End::Time);
            }
        }
        let late = self.stage_deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.stage_over = self.end.is_some() || late || self.nodes >= self.stage_nodes;
    }

    /// Lets a solver work for the rest of the stage, at most on so many positions, and counts what it did. Work gets
    /// its limits and gives the number of positions it visited with its answer.
    pub fn solve<A>(&mut self, most: Option<u64>, work: impl FnOnce(SolverLimits<'_>) -> (A, u64)) -> A {
        let limited = self.time.is_some() || self.node_limit.is_some();
        let left = match self.node_limit {
            Some(_) => self.stage_nodes.saturating_sub(self.nodes) / SOLVER_COST,
            None if limited => u64::MAX,
            None => SOLVER_EFFORT,
        };
        let nodes = Some(most.map_or(left, |most| most.min(left)));
        let cancel = self.cancel.clone();
        let limits = SolverLimits { nodes, deadline: self.stage_deadline, stop: cancel.as_deref(), memory: Some(0) };
        let (answer, visited) = work(limits);
        self.nodes += visited * SOLVER_COST;
        self.look();
        answer
    }
}
