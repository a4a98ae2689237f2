//! The page of Athos, and the HTTP API behind it.

mod app;
mod embed;
mod errors;
mod games;
mod position;
mod query;
mod router;
mod scene;
mod server;

pub use app::App;
pub use router::router;
pub use server::{Config, serve};
