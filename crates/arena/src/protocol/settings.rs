//! What can be set in our engine, by `setoption`.

use super::command::shortened;
use super::reply::ScoreStyle;
use crate::spec::Spec;
use athos_core::AnyGame;
use athos_games::registry;
use std::path::PathBuf;

/// The largest size of a table or memory that may be set, in megabytes.
const MOST_MEGABYTES: usize = 1 << 20;
const MOST_THREADS: usize = 256;

/// The options and what they are set to.
pub struct Settings {
    /// Which game.
    game: String,
    /// Its rules, where they differ from the default.
    rules: String,
    /// Megabytes for the tables of a search.
    hash: usize,
    /// Megabytes for everything.
    memory_limit: Option<usize>,
    threads: usize,
    /// What random choices begin with.
    pub seed: u64,
    /// How scores are written.
    pub style: ScoreStyle,
}

/// What an option that was set has to do with what is already there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The position is another: that of another game.
    Game,
    /// The player is another.
    Player,
    /// Nothing has to be made anew.
    None,
}

impl Settings {
    /// What holds when nothing was set. The game must exist.
    pub fn new(game: &str, rules: &str, spec: &Spec) -> Settings {
        Settings {
            game: game.to_string(),
            rules: rules.to_string(),
            hash: spec.memory.map_or(256, |bytes| (bytes >> 20).max(1)),
            memory_limit: None,
            threads: spec.threads,
            seed: 1,
            style: ScoreStyle::Classic,
        }
    }

    /// The lines that offer the options.
    pub fn offers(&self) -> Vec<String> {
        let games: Vec<String> = registry::IDS.iter().map(|id| format!("var {id}")).collect();
        let string = |text: &str| if text.is_empty() { "<empty>".to_string() } else { text.to_string() };
        vec![
            format!("option name Game type combo default {} {}", self.game, games.join(" ")),
            format!("option name Rules type string default {}", string(&self.rules)),
            format!("option name Hash type spin default {} min 1 max {MOST_MEGABYTES}", self.hash),
            format!("option name Threads type spin default {} min 1 max {MOST_THREADS}", self.threads),
            format!("option name MemoryLimit type spin default 0 min 0 max {MOST_MEGABYTES}"),
            "option name TablePath type string default <empty>".to_string(),
            format!("option name Seed type spin default {} min 0 max {}", self.seed, u64::MAX),
            "option name ScoreStyle type combo default cp var cp var proven".to_string(),
        ]
    }

    /// The game as it is set.
    pub fn load(&self) -> Result<Box<dyn AnyGame>, String> {
        registry::load(&self.game, &self.rules).map_err(|error| error.to_string())
    }

    /// The game's name and rules.
    pub fn game(&self) -> (&str, &str) {
        (&self.game, &self.rules)
    }

    /// The player as it is set.
    pub fn spec(&self, spec: &Spec) -> Spec {
        let megabytes = self.memory_limit.map_or(self.hash, |limit| limit.min(self.hash));
        let mut spec = spec.clone();
        (spec.memory, spec.threads) = (Some(megabytes << 20), self.threads);
        spec
    }

    /// Sets an option; an error says why it stays as it was.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let whole = |least: usize, most: usize| match value.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name}: expected a number from {least} to {most}, not '{}'", shortened(value))),
        };
        let value = if value == "<empty>" { "" } else { value };
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                // A game given with its rules, or one whose rules are set next: the old rules are the old game's.
                let (id, rules) = value.split_once(':').unwrap_or((value, ""));
                registry::load(id, rules).map_err(|error| error.to_string())?;
                (self.game, self.rules) = (id.to_string(), rules.to_string());
                Ok(Effect::Game)
            }
            "rules" => {
                registry::load(&self.game, value).map_err(|error| error.to_string())?;
                self.rules = value.to_string();
                Ok(Effect::Game)
            }
            "hash" => {
                self.hash = whole(1, MOST_MEGABYTES)?;
                Ok(Effect::Player)
            }
            "memorylimit" => {
                self.memory_limit = Some(whole(0, MOST_MEGABYTES)?).filter(|limit| *limit > 0);
                Ok(Effect::Player)
            }
            "threads" => {
                self.threads = whole(1, MOST_THREADS)?;
                Ok(Effect::Player)
            }
            "tablepath" => {
                athos_eval::tables::set_data_folder((!value.is_empty()).then(|| PathBuf::from(value)));
                Ok(Effect::Player)
            }
            "seed" => {
                let error = |_| format!("{name}: expected a number, not '{}'", shortened(value));
                self.seed = value.parse().map_err(error)?;
                Ok(Effect::None)
            }
            "scorestyle" => {
                self.style = match value {
                    "cp" => ScoreStyle::Classic,
                    "proven" => ScoreStyle::Proven,
                    _ => return Err(format!("ScoreStyle: expected cp or proven, not '{}'", shortened(value))),
                };
                Ok(Effect::None)
            }
            _ => Err(format!("no option '{}'", shortened(name))),
        }
    }
}
