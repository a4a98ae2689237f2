//! Jobs: work that takes minutes and outlives the page that asked for it.
//!
//! A job has a thread of its own, tells how far it has come, and can be stopped. The list survives a reload of the page,
//! not an end of the server; what a solution finished stays on the disk, and the next one goes on there.

mod contest;
mod http;
mod prove;
mod solve;

pub use http::{delete, events, list, one, start};

use crate::errors::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Jobs that are remembered.
const REMEMBERED: usize = 50;

/// What is to be done.
#[derive(Clone, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// A table of every position, or a proof of the start's value.
    Solve {
        /// The game and its rules.
        game: String,
        /// A proof and no table.
        #[serde(default)]
        weak: bool,
    },
    /// A match between two players.
    Match {
        /// The game and its rules.
        game: String,
        /// Who plays.
        players: [String; 2],
        /// How many games, an even number: every opening is played from both sides.
        games: u64,
        /// Seconds a move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<f64>,
        /// Decides whatever is left to chance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
    },
}

impl Request {
    fn kind(&self) -> &'static str {
        match self {
            Request::Solve { .. } => "solve",
            Request::Match { .. } => "match",
        }
    }

    fn game(&self) -> &str {
        match self {
            Request::Solve { game, .. } | Request::Match { game, .. } => game,
        }
    }
}

/// How a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// At work.
    Running,
    /// It has a result.
    Done,
    /// It has an error.
    Failed,
    /// Somebody stopped it.
    Stopped,
}

/// A job as it is shown.
#[derive(Clone, Serialize)]
pub struct Shown {
    id: String,
    kind: &'static str,
    game: String,
    state: State,
    /// Since it began; until it ended.
    seconds: f64,
    request: Request,
    progress: Json,
    result: Option<Json>,
    error: Option<String>,
}

/// A job.
pub struct Job {
    id: u64,
    request: Request,
    begun: Instant,
    /// Set it to stop the work.
    pub stop: AtomicBool,
    status: Mutex<Status>,
}

struct Status {
    state: State,
    seconds: f64,
    progress: Json,
    result: Option<Json>,
    error: Option<String>,
}

impl Job {
    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells how far the work has come.
    pub fn tell(&self, progress: &impl Serialize) {
        if let Ok(progress) = serde_json::to_value(progress) {
            self.status().progress = progress;
        }
    }

    fn is_running(&self) -> bool {
        self.status().state == State::Running
    }

    fn end(&self, result: Result<Json, Refusal>) {
        let mut status = self.status();
        status.seconds = self.begun.elapsed().as_secs_f64();
        match result {
            Ok(result) => (status.state, status.result) = (State::Done, Some(result)),
            Err(_) if self.stop.load(Ordering::Relaxed) => status.state = State::Stopped,
            Err(error) => (status.state, status.error) = (State::Failed, Some(error.to_string())),
        }
    }

    fn shown(&self) -> Shown {
        let status = self.status();
        let running = status.state == State::Running;
        Shown {
            id: self.id.to_string(),
            kind: self.request.kind(),
            game: self.request.game().to_string(),
            state: status.state,
            seconds: if running { self.begun.elapsed().as_secs_f64() } else { status.seconds },
            request: self.request.clone(),
            progress: status.progress.clone(),
            result: status.result.clone(),
            error: status.error.clone(),
        }
    }
}

/// What jobs may use.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Threads.
    pub threads: usize,
    /// Bytes; `None` when nobody knows a limit.
    pub memory: Option<u64>,
}

/// All jobs.
pub struct Jobs {
    means: Means,
    next: AtomicU64,
    list: Mutex<Vec<Arc<Job>>>,
}

impl Jobs {
    /// No jobs.
    pub fn new(threads: usize, memory: Option<u64>) -> Arc<Jobs> {
        Arc::new(Jobs { means: Means { threads, memory }, next: AtomicU64::new(1), list: Mutex::default() })
    }

    fn list(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are at work.
    pub fn running(&self) -> usize {
        self.list().iter().filter(|job| job.is_running()).count()
    }

    /// All jobs are to end.
    pub fn stop_all(&self) {
        for job in self.list().iter() {
            job.stop.store(true, Ordering::Relaxed);
        }
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let found = self.list().iter().find(|job| job.id.to_string() == id).cloned();
        found.ok_or_else(|| Refusal::Missing(format!("there is no job '{}'", id.escape_debug())))
    }

    /// A new job, unless one of its kind is at work: each would slow the other down.
    fn begin(&self, request: Request) -> Result<Arc<Job>, Refusal> {
        let mut list = self.list();
        if let Some(other) = list.iter().find(|job| job.is_running() && job.request.kind() == request.kind()) {
            return Err(Refusal::Conflict(format!(
                "job {} is at work on {}; wait for it, or stop it",
                other.id,
                other.request.game()
            )));
        }
        if list.len() >= REMEMBERED
            && let Some(oldest) = list.iter().position(|job| !job.is_running())
        {
            list.remove(oldest);
        }
        let status = Status { state: State::Running, seconds: 0.0, progress: json!({}), result: None, error: None };
        let job = Arc::new(Job {
            id: self.next.fetch_add(1, Ordering::Relaxed),
            request,
            begun: Instant::now(),
            stop: AtomicBool::new(false),
            status: Mutex::new(status),
        });
        list.push(Arc::clone(&job));
        Ok(job)
    }
}
