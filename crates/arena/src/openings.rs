//! Where games begin.

use serde::{Deserialize, Serialize};

/// Where the openings of a tournament come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Every game begins at the start.
    Start,
    /// Random legal moves from the start.
    Random {
        /// How many plies.
        plies: u32,
        /// Whether openings that favour a player are passed over.
        balanced: bool,
    },
    /// A file, used from its first line to its last and from its first again.
    File {
        /// Where it was.
        path: String,
        /// How many openings it has.
        openings: u64,
        /// A hash of them, so that a tournament is not resumed with others.
        check: u64,
    },
}

impl Source {
    /// The options that say this on the command line.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        match self {
            Source::Start => Vec::new(),
            Source::Random { plies, balanced } => {
                let mut options = vec![("opening-plies", plies.to_string())];
                if *balanced {
                    options.push(("balanced", String::new()));
                }
                options
            }
            Source::File { path, .. } => vec![("openings", path.clone())],
        }
    }
}
