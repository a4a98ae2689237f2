//! Weak solutions: who wins, and a strategy that proves it.
#![warn(missing_docs)]
pub mod backward;
pub mod check;
pub mod exact;
pub mod file;
pub mod search;
pub mod strategy;
pub mod table;
