//! What the tests share. No test uses all of it.
#![allow(dead_code)]

use athos_core::{Described, Tiered};
use athos_solve::{Event, Folder, Options, SolveError, Summary, solve};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

pub static GO_ON: AtomicBool = AtomicBool::new(false);

/// Two workers, nobody listens.
pub const QUIET: Options<'static> =
    Options { workers: 2, memory: None, plain: false, tiers: None, stop: &GO_ON, report: &|_: Event<'_>| {} };

pub fn solve_into<G: Tiered + Described>(game: &G, data: &Path) -> Result<Summary, SolveError> {
    solve(game, &Folder::of(game, data), QUIET)
}

/// Every table in a game's folder, by file name.
pub fn tables<G: Tiered + Described>(game: &G, data: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(Folder::of(game, data).path()).unwrap();
    let entries =
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "table"));
    entries.map(|path| (path.file_name().unwrap().to_string_lossy().into(), std::fs::read(&path).unwrap())).collect()
}
