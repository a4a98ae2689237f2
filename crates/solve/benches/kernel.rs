//! The kernel of Three Musketeers against the generic solver, on a middle tier of a small board, as a ratio.
//!
//! Both run in one process, one thread each, from the start of the tier to its last decided rank; the kernel's time
//! includes compressing its codes, the generic solver's does not.

use athos_core::Tiered;
use athos_games::ThreeMusketeers;
use athos_games::registry::build;
use athos_solve::{Event, Folder, Options, solve};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const TIER: usize = 7;
const ROUNDS: usize = 5;

/// The shortest time for the tier, in seconds.
fn seconds(game: &ThreeMusketeers, plain: bool) -> f64 {
    let round = |_| {
        let data = tempfile::tempdir().expect("a temporary folder");
        let times: Mutex<Vec<Instant>> = Mutex::default();
        let report = |event: Event<'_>| {
            if let Event::Started { tier: TIER } | Event::Decided { tier: TIER, .. } = event {
                times.lock().expect("one thread").push(Instant::now());
            }
        };
        let stop = AtomicBool::new(false);
        let options = Options { workers: 1, memory: None, plain, tiers: Some(TIER + 1), stop: &stop, report: &report };
        solve(game, &Folder::of(game, data.path()), options).expect("solved");
        let times = times.into_inner().expect("one thread");
        (times[times.len() - 1] - times[0]).as_secs_f64()
    };
    (0..ROUNDS).map(round).fold(f64::MAX, f64::min)
}

fn main() {
    let game: ThreeMusketeers = build("rows=4,columns=4").expect("rules");
    let ranks = game.tier_len(TIER) as f64;
    let (plain, kernel) = (seconds(&game, true), seconds(&game, false));
    println!("three-musketeers:rows=4,columns=4, {TIER} guards, {ranks} ranks, one thread");
    println!("generic  {:8.2} million ranks/s", ranks / plain / 1e6);
    println!("kernel   {:8.2} million ranks/s", ranks / kernel / 1e6);
    println!("ratio    {:8.1}", plain / kernel);
}
