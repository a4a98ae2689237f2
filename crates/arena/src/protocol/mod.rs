//! The engine protocol: UGI, the shape of UCI for all games, in the dialect of docs/ENGINE-PROTOCOL.md.
//!
//! Both sides speak lines of text. [`Command`] is what a runner says, [`Reply`] what an engine says; [`serve`] is an
//! engine made of any player, and [`crate::process`] is the runner's side. Whoever reads is lenient: unknown words are
//! passed over, lines have a greatest length, and no line can do more harm than be ignored.

mod command;
mod engine;
mod lines;
mod reply;
mod settings;

pub use command::{Command, Go, Question};
pub use engine::{serve, value_limits};
pub use lines::{Line, Lines};
pub use reply::{OptionOffer, Reply, ScoreStyle, show_info, show_value};
