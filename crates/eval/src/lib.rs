//! What a position is worth, from whoever knows it.
//!
//! A finished game is worth what its rules say; a solved game has tables, a proven one a proof; small positions can be
//! searched to the end. [`Sources`] asks them in turn, the quickest first, and the first that knows answers. Commands,
//! players, the page and the engine protocol all ask here, so that a proven value always wins over an estimate.
//!
//! [`Evaluated`] is the answer in the shape of the JSON; [`AnyEvaluator`] gives it for a game behind strings.

#![warn(missing_docs)]

mod answer;
mod any;
mod estimates;
pub mod proofs;
mod quadrants;
mod sources;
pub mod tables;

pub use answer::{Evaluated, EvaluatedMove, Worth};
pub use any::{AnyEvaluator, evaluator, evaluator_with_threads};
pub use estimates::{Evaluation, EvaluationError, EvaluationName};
pub use sources::{Best, Known, Source, Sources};

use athos_core::NotationError;
use athos_games::registry::LoadError;
use athos_prove::file::FileError;
use athos_solve::table::TableError;
use std::path::PathBuf;

/// A question that could not be asked, or something on disk that cannot be trusted.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// The environment names no folder for tables and proofs.
    #[error("no place for tables is known: set ATHOS_DATA to a folder")]
    NoDataFolder,
    /// A table is damaged.
    #[error("{error}; `athos solve {spec}` makes it anew")]
    DamagedTable {
        /// What is wrong with it.
        error: TableError,
        /// The game.
        spec: String,
    },
    /// A table cannot be used.
    #[error(transparent)]
    Table(TableError),
    /// A proof is damaged.
    #[error("{}: {error}; `athos solve {spec} --weak` makes it anew", file.display())]
    DamagedProof {
        /// Where it is.
        file: PathBuf,
        /// What is wrong with it.
        error: FileError,
        /// The game.
        spec: String,
    },
    /// A proof cannot be read.
    #[error(transparent)]
    Proof(FileError),
    /// A text is no position.
    #[error("position: {0}")]
    Position(NotationError),
    /// There is no such game.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A proof of a game that is not known.
    #[error("a proof of a game that is not known: {0}")]
    UnknownProof(LoadError),
    /// The memory for a search could not be had.
    #[error(transparent)]
    Search(#[from] athos_search::TableError),
}
