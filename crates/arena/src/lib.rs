//! Fair matches between players: who they are, what they may spend, what came of it.
//!
//! A [`Player`] is anything that answers a position with a move: an algorithm of athos-search, a table, a program of
//! somebody else's in a process of its own. [`Spec`] is how people write one down: `alpha-beta:depth=6,without=table`.

#![warn(missing_docs)]

mod mind;
mod player;
pub mod quantities;
mod spec;
mod thinker;

pub use mind::{Choice, Mind, MindError};
pub use player::{Clock, Fault, FaultKind, Info, MoveLimits, Player, Thought, Turn};
pub use spec::{Kind, Spec, SpecError};
pub use thinker::{PlayerError, player};
