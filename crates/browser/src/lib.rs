//! Drives the page in a real Chromium, through its driver, against the real binary: what the tests in `tests/` stand on.
//!
//! A [`Visit`] is a server with an empty data folder and a browser with an empty profile; both end with it. Chromium and
//! its driver are found on the path; where they are missing a test says so and passes over its work, except in CI, where
//! that is an error.

mod browser;
mod moves;
mod server;
mod visit;

pub use browser::{Browser, available};
pub use moves::{clicks, short_game};
pub use server::{Server, athos, root};
pub use visit::{Visit, shots_folder};
