//! Tables: the values of one tier in one file.
//!
//! A file is a header, compressed blocks, and an index of the blocks; docs/TABLES.md has every byte. Blocks are small
//! (16 KiB before compression), so that a probe into the unknown unpacks little, and each has its checksum, so that no
//! damaged value is ever believed. [`TableWriter`] makes a file, [`Table`] reads one.

mod cache;
mod header;
mod reader;
mod writer;

pub use cache::BlockCache;
pub use header::{Header, VERSION, Width};
pub use reader::Table;
pub(crate) use reader::read_code;
pub use writer::{Finished, TableWriter};

use std::path::PathBuf;

/// A table cannot be used. Every message names the file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// There is no such file.
    #[error("{}: there is no table here", .0.display())]
    Missing(PathBuf),
    /// The file was never completed.
    #[error("{}: the table was never finished", .0.display())]
    Unfinished(PathBuf),
    /// The file ends too early.
    #[error("{}: the file is cut short: {found} of {expected} bytes", .file.display())]
    Truncated {
        /// Which file.
        file: PathBuf,
        /// How long it should be.
        expected: u64,
        /// How long it is.
        found: u64,
    },
    /// A checksum does not fit.
    #[error("{}: the file is damaged: wrong checksum of {part}", .file.display())]
    Damaged {
        /// Which file.
        file: PathBuf,
        /// Which part of it.
        part: String,
    },
    /// The file is no table at all.
    #[error("{}: this is not a table", .0.display())]
    NotATable(PathBuf),
    /// The table is of another game, other rules or another tier.
    #[error("{}: the table is of {found}, not of {expected}", .file.display())]
    Foreign {
        /// Which file.
        file: PathBuf,
        /// What it should hold.
        expected: String,
        /// What it says it holds.
        found: String,
    },
    /// The table was written by another version of the format.
    #[error("{}: format version {found}, but only version {VERSION} can be read", .file.display())]
    OtherVersion {
        /// Which file.
        file: PathBuf,
        /// Its version.
        found: u32,
    },
    /// Reading or writing failed.
    #[error("{}: {source}", .file.display())]
    Io {
        /// Which file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl TableError {
    /// Whether the file itself is at fault, so that making it anew helps.
    pub fn is_damage(&self) -> bool {
        !matches!(self, TableError::Io { .. } | TableError::Missing(_))
    }

    /// For `map_err`: an I/O error with its file.
    pub(crate) fn io(file: &std::path::Path) -> impl FnOnce(std::io::Error) -> TableError {
        let file = file.to_path_buf();
        move |source| match source.kind() {
            std::io::ErrorKind::NotFound => TableError::Missing(file),
            _ => TableError::Io { file, source },
        }
    }
}
