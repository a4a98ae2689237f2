//! How the server is: `/status`.

use crate::app::App;
use crate::errors::Refusal;
use crate::work;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// How the server is.
#[derive(Serialize)]
pub struct Status {
    version: &'static str,
    /// Searches that run at once.
    cores: usize,
    /// Bytes that they may take together.
    memory: usize,
    searches: Searches,
    /// Jobs at work.
    jobs: usize,
    data: Data,
}

#[derive(Serialize)]
struct Searches {
    running: usize,
    waiting: usize,
}

#[derive(Serialize)]
struct Data {
    folder: Option<String>,
    bytes: u64,
}

/// `GET /status`.
pub async fn status(State(app): State<Arc<App>>) -> Result<Json<Status>, Refusal> {
    let (running, waiting) = app.budget.load();
    let data = work::blocking(|| {
        let folder = athos_solve::data_folder();
        Ok(Data { bytes: folder.as_deref().map_or(0, bytes), folder: folder.map(|path| path.display().to_string()) })
    });
    Ok(Json(Status {
        version: env!("CARGO_PKG_VERSION"),
        cores: app.budget.slots(),
        memory: app.budget.memory(),
        searches: Searches { running, waiting },
        jobs: app.jobs.running(),
        data: data.await?,
    }))
}

/// The length of all files in a folder and those below it.
fn bytes(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let of = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => bytes(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    };
    entries.flatten().map(of).sum()
}
