//! Engines: how the players of a tournament are written down and made, in this process or in one of their own.

use crate::levels::own_players;
use crate::player::Player;
use crate::process::{ProcessLimits, SpawnError, spawn};
use crate::spec::{Spec, SpecError};
use crate::thinker::{PlayerError, player};
use athos_core::AnyGame;
use std::fmt;
use std::path::Path;

/// Something that a player can be made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Engine {
    /// A player of this process.
    Own(Spec),
    /// A program that speaks the engine protocol, by its command line.
    Program(String),
}

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
    #[error("program '{command}': {reason}")]
    Program {
        /// Its command line.
        command: String,
        /// What is wrong.
        reason: String,
    },
}

impl Engine {
    /// Reads an engine of a game: a spec such as `alpha-beta:depth=6`, else the path or command line of a program.
    pub fn read(text: &str, game: &str) -> Result<Engine, EngineError> {
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
        }
    }

    /// How many threads think at once.
    pub fn threads(&self) -> usize {
        match self {
            Engine::Own(spec) => spec.threads,
            Engine::Program(_) => 1,
        }
    }

    /// Makes a player: looks for tables, or starts the program and shakes hands.
    pub fn player(&self, game: &dyn AnyGame, memory: Option<usize>) -> Result<Box<dyn Player>, EngineError> {
        match self {
            Engine::Own(spec) => Ok(player(game.id(), &game.rules_text(), spec)?),
            Engine::Program(command) => {
                let limits = ProcessLimits { memory, ..ProcessLimits::default() };
                let failed =
                    |error: SpawnError| EngineError::Program { command: command.clone(), reason: error.to_string() };
                spawn(command, game.id(), &game.rules_text(), limits).map_err(failed)
            }
        }
    }
}

/// The text that was read.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Own(spec) => spec.fmt(f),
            Engine::Program(command) => f.write_str(command),
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
