//! A table of every position of a game.

use super::{Job, Means};
use crate::errors::Refusal;
use athos_core::{FullGame, Retrograde, Tiered, Value};
use athos_games::registry::{self, TieredVisitor};
use athos_solve::{Event, Folder, Options, SolveError, Summary, Tables, solve, solve_with_loops};
use serde::Serialize;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a job tells of progress.
const PULSE: Duration = Duration::from_millis(100);

/// How far a solution has come.
#[derive(Clone, Serialize)]
struct Progress {
    done: u64,
    total: u64,
    unit: &'static str,
    /// A second.
    rate: Option<u64>,
    /// Seconds.
    left: Option<f64>,
    what: String,
}

/// What it came to.
#[derive(Serialize)]
struct Solved {
    /// Those solved by this run.
    positions: u64,
    tiers: usize,
    kept: usize,
    seconds: f64,
    bytes: u64,
    value: Value,
    winner: Option<&'static str>,
}

/// Whether the game can be solved at all.
pub fn check(spec: &str) -> Result<(), Refusal> {
    struct Check;
    impl TieredVisitor for Check {
        type Output = ();
        fn visit<G: FullGame + Tiered>(self, _: G) {}
    }
    Ok(registry::visit_tiered(spec, "", Check)?)
}

/// Solves the game.
pub fn run(spec: &str, job: &Job, means: Means) -> Result<serde_json::Value, Refusal> {
    registry::visit_tiered(spec, "", Solve { job, means })?
}

struct Solve<'a> {
    job: &'a Job,
    means: Means,
}

/// How a game is solved: `solve` or `solve_with_loops`.
type Solver<G> = fn(&G, &Folder, Options<'_>) -> Result<Summary, SolveError>;

impl TieredVisitor for Solve<'_> {
    type Output = Result<serde_json::Value, Refusal>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> Self::Output {
        self.solve(&game, solve)
    }

    fn visit_loopy<G: FullGame + Retrograde>(self, game: G) -> Self::Output {
        self.solve(&game, solve_with_loops)
    }
}

impl Solve<'_> {
    fn solve<G: FullGame + Tiered>(self, game: &G, solver: Solver<G>) -> Result<serde_json::Value, Refusal> {
        let data = athos_eval::tables::data_folder()?;
        let folder = Folder::of(game, &data);
        let watch = Watch::new(game, self.job);
        let report = |event: Event<'_>| watch.hear(event);
        let options = Options {
            workers: self.means.threads,
            memory: self.means.memory,
            plain: false,
            tiers: None,
            stop: &self.job.stop,
            report: &report,
        };
        let fault = |error: SolveError| Refusal::Fault(error.to_string());
        let summary = solver(game, &folder, options).map_err(fault)?;
        let tables = Tables::open(game, &data).map_err(|error| Refusal::Fault(error.to_string()))?;
        let start = game.start();
        let value = tables.value(&start).map_err(|error| Refusal::Fault(error.to_string()))?;
        let winner = value.winner(game.turn(&start)).map(|player| G::PLAYERS[player.index()]);
        let solved = Solved {
            positions: summary.ranks,
            tiers: summary.solved,
            kept: summary.kept,
            seconds: summary.time.as_secs_f64(),
            bytes: summary.bytes,
            value,
            winner,
        };
        serde_json::to_value(solved).map_err(|error| Refusal::Fault(error.to_string()))
    }
}

/// Listens to the solver, which calls from many threads.
struct Watch<'a> {
    job: &'a Job,
    names: Vec<String>,
    lens: Vec<u64>,
    total: u64,
    state: Mutex<Heard>,
}

struct Heard {
    begun: Instant,
    told: Option<Instant>,
    done: u64,
    /// Of those, found on the disk.
    kept: u64,
    tier: usize,
}

impl<'a> Watch<'a> {
    fn new<G: Tiered>(game: &G, job: &'a Job) -> Watch<'a> {
        let lens: Vec<u64> = (0..game.tiers()).map(|tier| game.tier_len(tier)).collect();
        let state = Heard { begun: Instant::now(), told: None, done: 0, kept: 0, tier: 0 };
        Watch {
            job,
            names: (0..game.tiers()).map(|tier| game.tier_name(tier)).collect(),
            total: lens.iter().sum(),
            lens,
            state: Mutex::new(state),
        }
    }

    fn hear(&self, event: Event<'_>) {
        let mut heard = self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match event {
            Event::Kept { tier, .. } => {
                heard.done += self.lens[tier];
                heard.kept += self.lens[tier];
            }
            Event::Started { tier } => heard.tier = tier,
            Event::Decided { ranks, .. } => heard.done += ranks,
            // Whatever was counted on the way, a written tier is done.
            Event::Written { tier, .. } => heard.done = self.lens[..=tier].iter().sum(),
            Event::Planned(_) | Event::Rebuilding { .. } => {}
        }
        let now = Instant::now();
        if heard.told.is_none_or(|told| now - told >= PULSE) || heard.done >= self.total {
            heard.told = Some(now);
            self.job.tell(&self.progress(&heard));
        }
    }

    fn progress(&self, heard: &Heard) -> Progress {
        let seconds = heard.begun.elapsed().as_secs_f64();
        let done = heard.done.min(self.total);
        let rate = (done - heard.kept.min(done)) as f64 / seconds.max(1e-3);
        let left = (rate > 0.0).then(|| (self.total - done) as f64 / rate);
        let (tier, tiers) = (heard.tier + 1, self.lens.len());
        Progress {
            done,
            total: self.total,
            unit: "positions",
            rate: (rate > 0.0).then_some(rate as u64),
            left,
            what: format!("tier {tier} of {tiers}, {}", self.names.get(heard.tier).map_or("", String::as_str)),
        }
    }
}
