//! The real games, solved through the command line. Heavy: only with ATHOS_FULL.

use crate::athos_in;
use crate::solve::solve;
use serde_json::{Value, json};
use std::path::Path;

fn full() -> bool {
    let full = std::env::var_os("ATHOS_FULL").is_some();
    if !full {
        println!("passed over: set ATHOS_FULL to solve the real games");
    }
    full
}

fn eval(data: &Path, args: &[&str]) -> Value {
    let run = athos_in(data, &[&["eval"], args, &["--json"]].concat(), "");
    assert_eq!(run.code, 0, "{}", run.err);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["method"], "table");
    found
}

/// Asks for every position of an oracle (position, winner or `draw`, plies) in one batch.
fn agree(data: &Path, game: &str, oracle: &str) {
    let positions: String = oracle.lines().map(|line| format!("{}\n", line.split('\t').next().unwrap())).collect();
    let run = athos_in(data, &["eval", game, "--batch", "-", "--no-moves"], &positions);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.lines().count(), oracle.lines().count());
    for (line, expected) in run.out.lines().zip(oracle.lines()) {
        let found: Value = serde_json::from_str(line).unwrap();
        let fields: Vec<&str> = expected.split('\t').collect();
        assert_eq!(found["winner"].as_str().unwrap_or("draw"), fields[1], "{expected}");
        assert_eq!(found["value"]["plies"].as_u64(), fields[2].parse().ok(), "{expected}");
    }
}

#[test]
fn three_musketeers() {
    if !full() {
        return;
    }
    let data = tempfile::tempdir().unwrap();
    solve(data.path(), "three-musketeers");
    let start = eval(data.path(), &["three-musketeers"]);
    assert_eq!((&start["value"], &start["winner"]), (&json!({"kind": "loss", "plies": 33}), &json!("guards")));
    let moves = start["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 8);
    assert!(moves.iter().all(|m| m["value"] == start["value"] && m["best"] == true));
    agree(data.path(), "three-musketeers", include_str!("../../crates/solve/tests/data/three-musketeers.tsv"));
    let verdict = athos_in(data.path(), &["verify", "three-musketeers"], "");
    assert_eq!(verdict.code, 0, "{}", verdict.out);
    assert!(verdict.out.contains("totals of 23 tiers: as published\n"), "{}", verdict.out);
    let line = athos_in(data.path(), &["line", "three-musketeers"], "");
    assert_eq!(line.out.lines().count(), 1 + 33 + 1);
}

#[test]
fn three_musketeers_by_other_rules() {
    if !full() {
        return;
    }
    for (rules, plies) in [("ending=early", 37), ("stuck=pass", 33)] {
        let data = tempfile::tempdir().unwrap();
        let game = format!("three-musketeers:{rules}");
        solve(data.path(), &game);
        assert_eq!(eval(data.path(), &[&game])["value"], json!({"kind": "loss", "plies": plies}), "{rules}");
    }
}

#[test]
fn the_mad_king() {
    if !full() {
        return;
    }
    let data = tempfile::tempdir().unwrap();
    solve(data.path(), "mad-king");
    for (game, count) in [("mad-king", 26), ("mad-king:first=king", 10)] {
        let start = eval(data.path(), &[game]);
        assert_eq!(start["value"], json!({"kind": "draw", "plies": null}));
        let moves = start["moves"].as_array().unwrap();
        assert_eq!(moves.len(), count);
        assert!(moves.iter().all(|m| m["value"]["kind"] == "draw"));
    }
    let line = athos_in(data.path(), &["line", "mad-king", "--plies", "40", "--json"], "");
    let line: Value = serde_json::from_str(&line.out).unwrap();
    assert!(line["moves"].as_array().unwrap().iter().all(|m| m["value"]["kind"] == "draw"));
    assert!(["repetition", "plies"].contains(&line["end"].as_str().unwrap()));
    agree(data.path(), "mad-king", include_str!("../../crates/solve/tests/data/mad-king.tsv"));
    let verdict = athos_in(data.path(), &["verify", "mad-king"], "");
    assert!(verdict.code == 0 && verdict.out.contains("totals of 31 tiers: as published\n"), "{}", verdict.out);
}
