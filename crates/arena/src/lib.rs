//! The arena: fair matches between engines, and statistics that mean something.
//!
//! A [`Player`] is anything that answers a position with a move: an algorithm of athos-search, a table, a program of
//! somebody else's in a process of its own. [`Spec`] is how people write one down: `alpha-beta:depth=6,without=table`.
//!
//! | module | holds |
//! | --- | --- |
//! | `player`, `spec`, `mind`, `own`, `thinker` | who plays: the contract, the text that names a player, the players of this process |
//! | [`protocol`] | the engine protocol: its lines, and an engine made of any player |
//! | [`process`], [`check`] | players that are programs of their own, and whether a program can be one |
//! | [`engine`], [`mod@levels`] | how players are written down and made, and opponents of every strength |
//! | [`conditions`], [`referee`], [`alarm`] | one game: its limits, its judge, and what tells a player that its time is over |
//! | [`tournament`], [`ledger`] | the games of a schedule, several at once, written down as they end |
//! | [`worth`], [`balance`] | what moves were worth, and how even an opening is |
//! | [`comp424`] | agents of the course COMP 424, and its servers |
//! | [`schedule`] | who plays whom, which side, from which opening: computed, never listed |
//! | [`openings`] | where the games begin |
//! | [`game_record`] | one finished game, and one line of JSON for it |
//! | [`journal`] | the file of those lines: its header, appending, resuming |
//! | [`statistics`] | everything that is counted, and what follows from it |
//! | [`report`] | the same for people: text, JSON, a page |

#![warn(missing_docs)]

pub mod alarm;
pub mod balance;
pub mod check;
pub mod comp424;
pub mod conditions;
pub mod engine;
pub mod game_record;
pub mod header;
pub mod journal;
pub mod ledger;
pub mod levels;
mod mind;
pub mod openings;
mod own;
mod player;
pub mod process;
pub mod protocol;
pub mod quantities;
pub mod referee;
pub mod report;
pub mod schedule;
mod spec;
pub mod statistics;
mod thinker;
pub mod tournament;
pub mod worth;

pub use conditions::{Conditions, OnFault};
pub use engine::{Engine, EngineError};
pub use game_record::{Fault, FaultKind, GameRecord, PlyRecord};
pub use header::{Entrant, Header};
pub use journal::{Journal, JournalError};
pub use ledger::Ledger;
pub use levels::{Level, levels, own_players};
pub use mind::{Choice, Mind, MindError};
pub use own::programs;
pub use player::{Clock, Ended, Failure, Info, MoveLimits, Player, Thought, Turn};
pub use schedule::{Format, Schedule, ScheduledGame};
pub use spec::{KINDS_IN_WORDS, Kind, Spec, SpecError};
pub use statistics::Statistics;
pub use thinker::{PlayerError, player};
pub use tournament::{Event, Tournament, TournamentError};
