//! The page of Athos, and the HTTP API behind it.
//!
//! | file | what |
//! | --- | --- |
//! | `server`, `router` | from a port to an address's handler, and to the end |
//! | `security` | who may ask, and what a browser may do with the answers |
//! | `budget`, `work`, `streams` | how much of the machine searches use, whose turn it is, and how they end when nobody listens |
//! | `embed` | the page, inside the program |
//! | `games`, `scene`, `position`, `replay`, `thinking`, `review`, `learn`, `jobs`, `status` | the addresses |
//!
//! Rules and values come from the libraries below; nothing here knows a game. `docs/API.md` describes every address, and
//! a test holds `docs/openapi.json` to the router.

mod app;
mod budget;
mod embed;
mod errors;
mod games;
mod jobs;
mod learn;
mod position;
mod query;
mod replay;
mod review;
mod router;
mod scene;
mod security;
mod server;
mod status;
mod streams;
mod thinking;
mod work;

pub use app::App;
pub use router::{ROOT, paths, router};
pub use server::{Config, run, serve};
