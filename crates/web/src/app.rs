//! What all requests share: the games that were asked for, the budget, the jobs.

use crate::budget::{Budget, Client};
use crate::errors::Refusal;
use crate::jobs::Jobs;
use crate::server::Config;
use athos_core::AnyGame;
use athos_eval::AnyEvaluator;
use athos_games::registry;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Semaphore, watch};

/// Games with rules of their own that are kept built.
const GAMES_KEPT: usize = 32;
/// Bytes that a game's evaluator keeps from question to question.
const EVALUATOR_MEMORY: usize = 4 << 20;
/// Longest text that names a game and its rules.
const LONGEST_SPEC: usize = 400;
/// Longest name that a client may give itself.
const LONGEST_CLIENT: usize = 64;

/// A game that was asked for.
#[derive(Clone)]
pub struct Loaded {
    /// Its rules.
    pub game: Arc<dyn AnyGame>,
    /// Its id, and its rules where they are not the default.
    pub spec: String,
    evaluator: Option<Arc<dyn AnyEvaluator>>,
}

/// The server, as its handlers see it.
pub struct App {
    /// The address that it listens at.
    pub bind: IpAddr,
    /// For searches that somebody asked for.
    pub budget: Arc<Budget>,
    /// For searches of a twentieth of a second, so that a board never waits for long searches.
    pub moments: Arc<Semaphore>,
    /// For work that needs more memory than its slot has: endgames of Pentago.
    pub heavy: Arc<Semaphore>,
    /// Solutions and matches.
    pub jobs: Arc<Jobs>,
    games: Mutex<HashMap<String, Loaded>>,
    seeds: AtomicU64,
    ending: watch::Sender<bool>,
}

impl App {
    /// A server that nobody has asked anything yet.
    pub fn new(config: &Config) -> Arc<App> {
        let threads = config.threads.max(1);
        Arc::new(App {
            bind: config.bind,
            budget: Budget::new(threads, config.memory),
            moments: Arc::new(Semaphore::new(threads)),
            heavy: Arc::new(Semaphore::new(1)),
            jobs: Jobs::new(threads, config.solve_memory),
            games: Mutex::default(),
            seeds: AtomicU64::new(u64::from(std::process::id())),
            ending: watch::Sender::new(false),
        })
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, Loaded>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game that an address names.
    pub fn game(&self, spec: &str) -> Result<Loaded, Refusal> {
        if spec.len() > LONGEST_SPEC {
            return Err(Refusal::Bad(format!("the name of a game and its rules is at most {LONGEST_SPEC} bytes long")));
        }
        if let Some(loaded) = self.games().get(spec) {
            return Ok(loaded.clone());
        }
        // Some rules take a moment to build: not while others wait for the list.
        let game: Arc<dyn AnyGame> = registry::load(spec, "")?.into();
        let canonical = match game.rules_text() {
            rules if rules.is_empty() => game.id().to_string(),
            rules => format!("{}:{rules}", game.id()),
        };
        let loaded = Loaded { game, spec: canonical, evaluator: None };
        self.keep(spec, loaded.clone());
        Ok(loaded)
    }

    /// What knows the values of a game. Opens files: not for a thread that must not wait.
    pub fn evaluator(&self, spec: &str) -> Result<Arc<dyn AnyEvaluator>, Refusal> {
        let loaded = self.game(spec)?;
        if let Some(evaluator) = loaded.evaluator {
            return Ok(evaluator);
        }
        let evaluator: Arc<dyn AnyEvaluator> = athos_eval::evaluator(spec, "", EVALUATOR_MEMORY)?.into();
        self.keep(spec, Loaded { evaluator: Some(Arc::clone(&evaluator)), ..loaded });
        Ok(evaluator)
    }

    /// The same if it is known already: it opens nothing.
    pub fn open_evaluator(&self, spec: &str) -> Option<Arc<dyn AnyEvaluator>> {
        self.games().get(spec).and_then(|loaded| loaded.evaluator.clone())
    }

    fn keep(&self, spec: &str, loaded: Loaded) {
        let mut games = self.games();
        if games.len() >= GAMES_KEPT && !games.contains_key(spec) {
            games.clear();
        }
        games.insert(spec.to_string(), loaded);
    }

    /// New tables or proofs are there: look for them when next asked.
    pub fn look_again(&self) {
        self.games().clear();
    }

    /// Who asks, for the queue: the machine it asks from, and the name it gives itself there.
    pub fn client(peer: Option<IpAddr>, name: Option<&str>) -> Client {
        let name: String = name.unwrap_or_default().chars().take(LONGEST_CLIENT).collect();
        Client(peer.map_or(name.clone(), |peer| format!("{peer} {name}")))
    }

    /// Another number for chance.
    pub fn seed(&self) -> u64 {
        self.seeds.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed)
    }

    /// Everything is to end.
    pub fn end(&self) {
        self.ending.send_replace(true);
        self.jobs.stop_all();
    }

    /// Waits for the end of the server.
    pub async fn ended(&self) {
        // An error means that the sender is gone, and the server with it.
        self.ending.subscribe().wait_for(|ending| *ending).await.ok();
    }
}
