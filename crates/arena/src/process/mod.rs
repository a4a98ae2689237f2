//! Players that are programs of their own, in any language, as docs/ENGINE-PROTOCOL.md describes them.
//!
//! [`spawn`] starts a program, shakes hands with it and gives a [`Player`](crate::Player). The referee is safe from
//! whatever the program does:
//!
//! - It has a process group of its own, which is killed as a whole when the player is dropped, and at every fault. A
//!   process that has left the group (by `setsid`) is out of reach. If Athos itself is killed, the system kills the
//!   program at once (on Linux), but not what the program has started in turn.
//! - Its private memory is limited by the system (`RLIMIT_DATA`: a mapped file does not count, each process of the
//!   group has the limit for itself).
//! - What it writes is read by a thread of its own, in lines of bounded length and a queue of bounded length; when the
//!   queue is full the program waits. What it writes to standard error is kept, the end of it, to explain a death.
//! - It is never sent more than a line or two before it has answered `isready`, so that writing to it does not block.
//!
//! A move's time begins when `go` is written and ends when the reading thread has the line `bestmove`, whatever the
//! referee does meanwhile.
//!
//! | it | is blamed for |
//! | --- | --- |
//! | ends, or closes its output | crash, or memory: see below |
//! | does not answer within time and grace | hang; garbage, if it wrote lines that mean nothing instead |
//! | writes a line that is too long, too much in all, or `bestmove` without a move | garbage |
//! | ends while its memory is limited, and said so on standard error, or was last seen with 7/8 of it | memory |
//!
//! Whether a move is legal, and whether it came in time, is for the referee to say. After a fault the program is
//! started anew, for the next game or the next move.

mod child;
mod engine;
mod player;
mod reader;

pub use engine::{Engine, Heard, Introduction};
pub(crate) use player::FOREVER;
pub use player::spawn;
pub(crate) use reader::{Reader, Silence};

use std::time::Duration;

/// What a program may use, and how long it is waited for.
#[derive(Clone, Debug)]
pub struct ProcessLimits {
    /// Bytes of private memory.
    pub memory: Option<usize>,
    /// For starting and shaking hands, and for every `isready`.
    pub handshake: Duration,
    /// How long after its time, or after it was told to stop, an answer is waited for; after that it never came.
    pub grace: Duration,
    /// The longest time for a move that has no limit of time.
    pub longest_move: Duration,
}

impl Default for ProcessLimits {
    fn default() -> ProcessLimits {
        ProcessLimits {
            memory: None,
            handshake: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            longest_move: Duration::from_secs(3600),
        }
    }
}

/// Why a program cannot play.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError {
    /// The text is no command line.
    #[error("this is no command: a quote or a backslash is left open, or there is nothing")]
    Command,
    /// The program does not start.
    #[error("cannot be started: {0}")]
    Start(std::io::Error),
    /// The handshake failed: what was expected, and what happened.
    #[error("{0}")]
    Handshake(String),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] athos_games::registry::LoadError),
}
