//! What all requests share.

use crate::errors::Refusal;
use athos_core::AnyGame;
use athos_games::registry;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Games with rules of their own that are kept built.
const GAMES_KEPT: usize = 64;
/// Longest text that names a game and its rules.
const LONGEST_SPEC: usize = 400;

/// The server, as its handlers see it.
pub struct App {
    games: Mutex<HashMap<String, Arc<dyn AnyGame>>>,
}

impl App {
    /// A server that nobody has asked anything yet.
    pub fn new() -> App {
        App { games: Mutex::default() }
    }

    /// The game that an address names.
    pub fn game(&self, spec: &str) -> Result<Arc<dyn AnyGame>, Refusal> {
        if spec.len() > LONGEST_SPEC {
            return Err(Refusal::Bad(format!("the name of a game and its rules is at most {LONGEST_SPEC} bytes long")));
        }
        if let Some(game) = self.games.lock().unwrap_or_else(PoisonError::into_inner).get(spec) {
            return Ok(Arc::clone(game));
        }
        // Some rules take a moment to build: not while others wait for the list.
        let game: Arc<dyn AnyGame> = registry::load(spec, "")?.into();
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if games.len() >= GAMES_KEPT {
            games.clear();
        }
        games.insert(spec.to_string(), Arc::clone(&game));
        Ok(game)
    }
}

impl Default for App {
    fn default() -> App {
        App::new()
    }
}
