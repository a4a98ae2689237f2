//! The laboratory as data: what commands print and the page draws.
//!
//! [`ablation`] turns every switch of alpha-beta on and off and counts; [`tree`] is a search as it was walked, in the
//! numbers of textbooks; [`strategy`] is the best play as a Moore machine, in words; [`labels`] are short names of
//! positions in pictures.

#![warn(missing_docs)]

pub mod ablation;
pub mod labels;
pub mod strategy;
pub mod tree;

use athos_core::RulesError;
use athos_eval::EvaluationError;
use athos_search::machine::MachineError;
use athos_search::{End, SwitchError, TableError};

/// An experiment that could not be done.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The memory for a search could not be had.
    #[error(transparent)]
    Memory(#[from] TableError),
    /// The evaluation does not fit the game.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// No machine plays this.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// The rules cannot be changed as needed.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A text names no switches.
    #[error(transparent)]
    Switches(#[from] SwitchError),
    /// A limit came first.
    #[error("the experiment is too big here (ended by {0}): take a smaller depth, or a position nearer the end")]
    Limit(End),
    /// The tree is too big to be looked at.
    #[error("the search visits more than {0} nodes: take a smaller depth, a smaller position, or more switches")]
    TooManyNodes(usize),
}
