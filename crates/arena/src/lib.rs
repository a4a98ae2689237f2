//! The arena: fair matches between engines, and statistics that mean something.
//!
//! A [`Player`] is anything that answers a position with a move: an algorithm of athos-search, a table, a program of
//! somebody else's in a process of its own. [`Spec`] is how people write one down: `alpha-beta:depth=6,without=table`.
//!
//! | module | holds |
//! | --- | --- |
//! | `player`, `spec`, `mind`, `own`, `thinker` | who plays: the contract, the text that names a player, the players of this process |
//! | [`schedule`] | who plays whom, which side, from which opening: computed, never listed |
//! | [`openings`] | where the games begin |
//! | [`game_record`] | one finished game, and one line of JSON for it |
//! | [`journal`] | the file of those lines: its header, appending, resuming |
//! | [`statistics`] | everything that is counted, and what follows from it |
//! | [`report`] | the same for people: text, JSON, a page |

#![warn(missing_docs)]

pub mod game_record;
pub mod header;
pub mod journal;
mod mind;
pub mod openings;
mod own;
mod player;
pub mod quantities;
pub mod report;
pub mod schedule;
mod spec;
pub mod statistics;
mod thinker;

pub use game_record::{Fault, FaultKind, GameRecord, PlyRecord};
pub use header::{Entrant, Header};
pub use journal::{Journal, JournalError};
pub use mind::{Choice, Mind, MindError};
pub use own::own_players;
pub use player::{Clock, Failure, Info, MoveLimits, Player, Thought, Turn};
pub use schedule::{Format, Schedule, ScheduledGame};
pub use spec::{Kind, Spec, SpecError};
pub use statistics::Statistics;
pub use thinker::{PlayerError, player};
