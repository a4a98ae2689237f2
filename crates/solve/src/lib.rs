//! Strong solutions: the value of every position of a game, stored, probed and verified.
//!
//! A game that says which of its positions can be solved together ([`Tiered`](athos_core::Tiered)) is solved tier by
//! tier, from the end of the game backwards. Three ways lead to the codes of a tier, and all write the same bytes:
//!
//! | way | for | cost |
//! | --- | --- | --- |
//! | the game's own [kernel](athos_core::TierKernel), or [for loops](athos_core::LoopKernel) | games that have one | as the game says |
//! | backward induction | tiers without loops | two bytes a position, the plain rules for every move |
//! | retrograde analysis | tiers with loops | six bytes a position, every move once forwards and once backwards |
//!
//! [`solve`] runs a whole game into a [`Folder`] of [tables](table) and goes on where an earlier run stopped;
//! [`Tables`] answers questions from them; [`verify`](verify::verify) believes nothing and derives them again.

#![warn(missing_docs)]

mod children;
mod folder;
mod induction;
mod loops;
mod parallel;
mod plan;
mod probe;
mod retrograde;
mod solve;
mod solved;
pub mod stats;
pub mod table;
mod traps;
pub mod verify;

pub use folder::{Folder, Lock, data_folder, game_folder, set_data_folder};
pub use plan::{Plan, Way};
pub use probe::{Choice, ProbeError, Tables};
pub use solve::{Event, Options, Summary, solve, solve_with_loops};
pub use traps::Trap;

use std::path::PathBuf;
use table::TableError;

/// A game could not be solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The memory allowed is too little.
    #[error("{needed} bytes of memory are needed for tier {tier}, but only {allowed} are allowed")]
    Memory {
        /// The tier that needs most.
        tier: String,
        /// What would suffice.
        needed: u64,
        /// What was allowed.
        allowed: u64,
    },
    /// The machine does not have the memory.
    #[error("{0} bytes of memory could not be had from the system")]
    OutOfMemory(u64),
    /// Another process is solving into the same folder.
    #[error("{}: another process is solving into this folder", .0.display())]
    Locked(PathBuf),
    /// Somebody asked to stop. What was finished stays.
    #[error("stopped; run it again to go on")]
    Stopped,
    /// A table could not be written or read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A tier has loops although the game says it has none, or offers no way back through them.
    #[error("tier {0} has loops, which this game cannot be walked back through")]
    Loops(String),
    /// A win is further away than a table can say.
    #[error("tier {0} has wins further away than {max} plies", max = athos_core::Code::MAX_PLIES)]
    TooLong(String),
    /// A move leads to a tier that the game did not announce, or a position has more moves than there is room for.
    #[error("tier {tier}: the game contradicts itself: {reason}")]
    Game {
        /// Where.
        tier: String,
        /// How.
        reason: String,
    },
}
