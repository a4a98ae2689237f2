//! Weak solutions of the games of quadrants: who wins, a strategy that proves it, and the proof's check.
//!
//! | file | concept |
//! | --- | --- |
//! | [`search`] | proof-number search: does a player win outright? |
//! | [`table`] | the numbers it remembers, in fixed memory |
//! | [`exact`] | win, draw or loss of any position, within limits |
//! | [`backward`] | Pentago with 18 stones or more, from the end: a bounded effort for every position |
//! | [`prove`] | a long proof: progress, checkpoints, going on |
//! | [`strategy`] | a reply to every defence |
//! | [`mod@file`] | a strategy on disk (docs/PROOFS.md) |
//! | [`check`] | the checker, which shares nothing with the prover |
//!
//! ```
//! use athos_core::{Notation, Player};
//! use athos_games::PentagoSwap;
//! use athos_prove::{check, prove::{Settings, prove}, search::Limits};
//! use std::time::Duration;
//!
//! let game = PentagoSwap::default();
//! let position = game.read_position("..BWB./BWWBWW/..B.W./BW..../.BWB../W.B... w").unwrap();
//! let settings =
//!     Settings { memory: 1 << 24, limits: Limits::default(), checkpoint: None, every: Duration::from_secs(60) };
//! let strategy = prove(&game, &position, Player::One, &settings, &mut |_| ()).unwrap();
//! let proof = strategy.contents(&game);
//! assert!(check::check(&game, &proof, |_, _| ()).is_ok());
//! ```

#![warn(missing_docs)]

pub mod backward;
pub mod check;
pub mod exact;
pub mod file;
pub mod prove;
pub mod search;
pub mod strategy;
pub mod table;
