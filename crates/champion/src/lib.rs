//! The match engine for Pentago and Pentago-Swap: exact where it can be, learned where it cannot, never late.
//!
//! | file | concept |
//! | --- | --- |
//! | [`engine`] | a thought: proof, threats, solver, search, in this order |
//! | `clock` | limits of time and nodes, and their shares |
//! | `alpha_beta` | the search by the learned estimate |
//! | `root` | the moves of the position in question |
//! | [`reports`] | players of published reports, to play against |
//!
//! ```
//! use athos_champion::{MatchEngine, Settings};
//! use athos_core::Game;
//! use athos_games::Pentago;
//! use athos_search::Limits;
//! use std::time::Duration;
//!
//! let mut engine = MatchEngine::new(Pentago::default(), &Settings::default()).unwrap();
//! let position = engine.game().start();
//! let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
//! let thought = engine.think(&position, &limits, &mut |_| ());
//! assert!(thought.best.is_some());
//! ```

#![warn(missing_docs)]

mod alpha_beta;
mod clock;
pub mod engine;
pub mod reports;
mod root;

pub use engine::{MatchEngine, MemoryError, Settings, Thought};
