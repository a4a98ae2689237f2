//! The arena: fair matches between engines, and statistics that mean something.
//!
//! | module | holds |
//! | --- | --- |
//! | [`schedule`] | who plays whom, which side, from which opening: computed, never listed |
//! | [`openings`] | where the games begin |
//! | [`game_record`] | one finished game, and one line of JSON for it |
//! | [`journal`] | the file of those lines: its header, appending, resuming |
//! | [`statistics`] | everything that is counted, and what follows from it |
//! | [`report`] | the same for people: text, JSON, a page |

pub mod game_record;
pub mod header;
pub mod journal;
pub mod openings;
pub mod report;
pub mod schedule;
pub mod statistics;

pub use game_record::{Fault, FaultKind, GameRecord, PlyRecord};
pub use header::{Entrant, Header};
pub use journal::{Journal, JournalError};
pub use schedule::{Format, Schedule, ScheduledGame};
pub use statistics::Statistics;
