//! An engine takes the memory that it was given, and little more, however long it thinks. One test alone in its process,
//! because the whole process is measured. Linux tells how much that is; elsewhere nothing is measured, and the test says
//! so.

use athos_champion::{MatchEngine, Settings};
use athos_core::Game;
use athos_games::Pentago;
use athos_search::Limits;

/// Bytes of this process that are in memory.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

#[test]
fn memory_is_what_was_given() {
    let Some(before) = resident() else {
        eprintln!("nothing was measured: this system does not tell how much memory a process has");
        return;
    };
    let given = 64 << 20;
    let game = Pentago::default();
    let mut engine = MatchEngine::new(game.clone(), &Settings { memory_bytes: given, ..Settings::default() }).unwrap();
    let mut position = game.start();
    for _ in 0..8 {
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        let Some(m) = engine.think(&position, &limits, &mut |_| ()).best else { break };
        position = game.play(&position, m);
    }
    let taken = resident().unwrap_or(usize::MAX).saturating_sub(before);
    assert!(taken < given + (16 << 20), "{taken} bytes");
    assert!(taken > given / 4, "{taken} bytes: nothing was measured");
}
