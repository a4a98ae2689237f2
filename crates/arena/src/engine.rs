//! Engines: how the players of a tournament are written down and made, in this process or in one of their own.

use crate::comp424::{ListenError, listen};
use crate::conditions::{CUSHION, Conditions};
use crate::levels::own_players;
use crate::player::Player;
use crate::process::{FOREVER, ProcessLimits, SpawnError, spawn};
use crate::spec::{Spec, SpecError};
use crate::thinker::{PlayerError, player};
use athos_core::AnyGame;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// Something that a player can be made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Engine {
    /// A player of this process.
    Own(Spec),
    /// A program that speaks the engine protocol, by its command line.
    Program(String),
    /// An agent of COMP 424 that connects to this address.
    Agent(String),
}

/// What stands before the address of an agent.
const AGENT: &str = "comp424://";
/// How long each game's agent is waited for.
const AGENT_WAIT: Duration = Duration::from_secs(120);

/// A text that names no engine, or an engine that does not start.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// Neither a player nor a program.
    #[error("{0}; a program is given by a path or a command line")]
    Unknown(SpecError),
    /// A player with a wrong option.
    #[error(transparent)]
    Spec(SpecError),
    /// A player that cannot be made.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A program that does not start or does not speak the protocol.
    #[error("program '{command}': {error}")]
    Program {
        /// Its command line.
        command: String,
        /// What is wrong.
        error: SpawnError,
    },
    /// An agent that does not come.
    #[error("agent: {0}")]
    Agent(#[from] ListenError),
}

impl Engine {
    /// Reads an engine of a game: a spec such as `alpha-beta:depth=6`, `comp424://127.0.0.1:8123` for an agent that
    /// connects there, else the path or command line of a program.
    pub fn read(text: &str, game: &str) -> Result<Engine, EngineError> {
        if let Some(address) = text.strip_prefix(AGENT) {
            return Ok(Engine::Agent(address.into()));
        }
        match Spec::read(text, &own_players(game)) {
            Ok(spec) => Ok(Engine::Own(spec)),
            Err(SpecError::Kind { .. }) if is_command(text) => Ok(Engine::Program(text.into())),
            Err(error @ SpecError::Kind { .. }) => Err(EngineError::Unknown(error)),
            Err(error) => Err(EngineError::Spec(error)),
        }
    }

    /// The name in tables.
    pub fn name(&self) -> &str {
        match self {
            Engine::Own(spec) => spec.name(),
            Engine::Program(command) => command,
            Engine::Agent(address) => address,
        }
    }

    /// How many threads think at once.
    pub fn threads(&self) -> usize {
        match self {
            Engine::Own(spec) => spec.threads,
            Engine::Program(_) | Engine::Agent(_) => 1,
        }
    }

    /// Whether a player that failed is good for the next game: a program is started again, what panicked is not
    /// trusted.
    pub fn starts_anew(&self) -> bool {
        !matches!(self, Engine::Own(_))
    }

    /// Makes a player: looks for tables, or starts the program and shakes hands.
    pub fn player(&self, game: &dyn AnyGame, conditions: &Conditions) -> Result<Box<dyn Player>, EngineError> {
        let grace = conditions.grace.min(FOREVER) + CUSHION;
        match self {
            Engine::Own(spec) => Ok(player(game.id(), &game.rules_text(), spec)?),
            Engine::Program(command) => {
                let limits = ProcessLimits { memory: conditions.memory, grace, ..ProcessLimits::default() };
                spawn(command, game.id(), &game.rules_text(), limits)
                    .map_err(|error| EngineError::Program { command: command.clone(), error })
            }
            Engine::Agent(address) => Ok(listen(address, game, AGENT_WAIT, grace)?),
        }
    }
}

/// The text that was read.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Own(spec) => spec.fmt(f),
            Engine::Program(command) => f.write_str(command),
            Engine::Agent(address) => write!(f, "{AGENT}{address}"),
        }
    }
}

/// Whether a text that is no player may be a command line: it has a path or several words, or names a program.
fn is_command(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let on_path = || {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&folders).any(|folder| is_program(&folder.join(text)))
    };
    words > 0 && (words > 1 || text.contains('/') || on_path())
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_come_before_programs() {
        assert!(matches!(Engine::read("random", "nim"), Ok(Engine::Own(_))));
        assert!(matches!(Engine::read("random:name=a b/c", "nim"), Ok(Engine::Own(_))));
        assert!(matches!(Engine::read("level-2", "nim"), Ok(Engine::Own(_))));
        assert_eq!(Engine::read("./mine", "nim").unwrap(), Engine::Program("./mine".into()));
        assert_eq!(Engine::read("python3 mine.py", "nim").unwrap(), Engine::Program("python3 mine.py".into()));
        #[cfg(unix)]
        assert_eq!(Engine::read("sh", "nim").unwrap(), Engine::Program("sh".into()));
    }

    #[test]
    fn what_is_neither_is_refused() {
        let refuse = |text| Engine::read(text, "nim").unwrap_err().to_string();
        assert!(refuse("no-such-program").ends_with("; a program is given by a path or a command line"));
        assert!(refuse("").starts_with("player '': no player ''"));
        assert!(refuse("random:deep=1").starts_with("player 'random:deep=1', column 8: no option"));
    }
}
