//! The kernel of The Mad King! against the generic retrograde solver, on a middle tier, as a ratio.
//!
//! All tiers before it are solved first; then the tier is made again and again, by one and by the other, one thread
//! each, from the start of the tier to its last decided rank. Neither time includes compressing the codes.

use athos_core::Tiered;
use athos_games::MadKing;
use athos_solve::{Event, Folder, Options, solve_with_loops};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const TIER: &str = "g1d4";
const ROUNDS: usize = 3;

/// Solves what is missing up to the tier, and gives the time that the tier itself took, in seconds.
fn seconds(game: &MadKing, folder: &Folder, tier: usize, plain: bool) -> f64 {
    let times: Mutex<Vec<Instant>> = Mutex::default();
    let report = |event: Event<'_>| match event {
        Event::Started { tier: started } | Event::Decided { tier: started, .. } if started == tier => {
            times.lock().expect("one thread").push(Instant::now());
        }
        _ => {}
    };
    let stop = AtomicBool::new(false);
    let options = Options { workers: 1, memory: None, plain, tiers: Some(tier + 1), stop: &stop, report: &report };
    solve_with_loops(game, folder, options).expect("solved");
    let times = times.into_inner().expect("one thread");
    (times[times.len() - 1] - times[0]).as_secs_f64()
}

fn main() {
    let game = MadKing::default();
    let data = tempfile::tempdir().expect("a temporary folder");
    let folder = Folder::of(&game, data.path());
    let tier = (0..game.tiers()).find(|&tier| game.tier_name(tier) == TIER).expect("a tier of this name");
    let ranks = game.tier_len(tier) as f64;
    seconds(&game, &folder, tier, false);
    let [plain, kernel] = [true, false].map(|plain| {
        let again = |_| {
            std::fs::remove_file(folder.file(&game, tier)).expect("the tier's table");
            seconds(&game, &folder, tier, plain)
        };
        (0..ROUNDS).map(again).fold(f64::MAX, f64::min)
    });
    println!("mad-king, tier {TIER}, {ranks} ranks, one thread");
    println!("generic  {:8.2} million ranks/s", ranks / plain / 1e6);
    println!("kernel   {:8.2} million ranks/s", ranks / kernel / 1e6);
    println!("ratio    {:8.1}", plain / kernel);
}
