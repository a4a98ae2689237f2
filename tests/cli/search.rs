//! search, tree, machine: what the library finds, as a user sees it.

use crate::{answer, refusal};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

pub fn parsed(args: &[&str]) -> Value {
    serde_json::from_str(&answer(args)).expect("JSON")
}

#[test]
fn every_algorithm_finds_that_21_matches_are_lost() {
    for algorithm in ["minimax", "alpha-beta", "pn", "mcts"] {
        let report = parsed(&["search", "matches", "21 1", "--algorithm", algorithm, "--json"]);
        assert_eq!(report["value"]["kind"], "loss", "{algorithm}");
        assert_eq!(report["winner"], "second");
        assert_eq!((&report["proven"], &report["end"]), (&json!(true), &json!("proven")));
        assert!(["1", "2", "3"].contains(&report["best"].as_str().unwrap()));
    }
    let random = parsed(&["search", "matches", "21 1", "--algorithm", "random", "--json"]);
    assert_eq!(random["proven"], false);
    assert_eq!(random, parsed(&["search", "matches", "21 1", "--algorithm", "random", "--json"]));
}

#[test]
fn nodes_are_those_of_report_b() {
    let minimax = parsed(&["search", "matches", "15 1", "--algorithm", "minimax", "--json"]);
    assert_eq!(minimax["nodes"], 6872);
    let plain = ["search", "matches", "15 1", "--without", "all", "--with", "win-stop", "--json"];
    let report = parsed(&plain);
    assert_eq!((&report["nodes"], &report["switches"]), (&json!(1600), &json!("win-stop")));
    // An open window and no early stop, as the report's pseudo-code has it.
    assert_eq!(parsed(&["search", "matches", "15 1", "--without", "all", "--json"])["nodes"], 2205);
}

#[test]
fn the_report_has_every_count_with_its_unit() {
    let report = parsed(&["search", "mad-king", "--depth", "4", "--json"]);
    for name in [
        "best",
        "line",
        "nodes",
        "leaves",
        "evaluations",
        "cutoffs",
        "probes",
        "hits",
        "revisited",
        "branching",
        "max_depth",
        "seconds",
        "nodes_per_second",
        "table_fill",
        "end",
        "depth",
        "score",
        "iterations",
    ] {
        assert!(!report[name].is_null(), "{name}");
    }
    assert_eq!((&report["end"], &report["depth"], &report["value"]), (&json!("depth"), &json!(4), &Value::Null));
    assert_eq!(report["iterations"].as_array().unwrap().len(), 4);
    let text = answer(&["search", "mad-king", "--depth", "4"]);
    for words in
        ["best move ", "points, an estimate", "ended by        depth", "nodes per second", "% by the first move"]
    {
        assert!(text.contains(words), "{words} in\n{text}");
    }
    assert!(answer(&["search", "matches", "8 1", "--depth", "9"]).contains("win in 3 plies, proven: first wins"));
}

#[test]
fn limits_end_a_search_and_are_named() {
    for (limit, number) in [("nodes", "500"), ("time", "0.05")] {
        let flag = format!("--{limit}");
        assert_eq!(parsed(&["search", "pentago", &flag, number, "--json"])["end"], limit);
    }
}

#[test]
fn every_evaluation_searches() {
    let score = |evaluation, more: &[&str]| {
        let mut args = vec!["search", "mad-king", "--depth", "4", "--json", "--evaluation", evaluation];
        args.extend(more);
        parsed(&args)["score"].as_i64().unwrap()
    };
    assert_eq!(score("zero", &[]), 0);
    for evaluation in ["own", "report-e", "hashed"] {
        assert_eq!(score(evaluation, &[]), score(evaluation, &["--algorithm", "minimax"]), "{evaluation}");
        assert_eq!(score(evaluation, &[]), score(evaluation, &["--without", "all"]), "{evaluation}");
    }
    assert!((0..5).any(|seed| score("hashed", &["--seed", &seed.to_string()]) != score("hashed", &[])));
}

#[test]
fn bad_questions_are_refused() {
    assert_eq!(
        refusal(&["search", "nim", "--evaluation", "report-e"]),
        "athos: report-e is an evaluation of mad-king, not of nim"
    );
    assert!(refusal(&["search", "nim", "--with", "tabel"]).starts_with("athos: no switch 'tabel'; there are win-stop"));
    assert!(refusal(&["search", "nim", "--algorithm", "pn", "--with", "table"]).contains("mean nothing to pn"));
    assert_eq!(crate::athos(&["search", "nim", "--time", "-1"]).code, 2);
}

#[test]
fn trees_count_what_report_b_counts() {
    let caption = |args: &[&str]| answer(args).lines().last().unwrap().to_string();
    assert!(caption(&["tree", "matches", "7 1", "--algorithm", "minimax"]).starts_with("Minimax: 52 nodes."));
    let cut = caption(&["tree", "matches", "7 1"]);
    assert!(cut.starts_with("Alpha-beta with win-stop: 32 nodes, 3 subtrees cut."), "{cut}");
    let dot = answer(&["tree", "matches", "15 1", "--algorithm", "minimax", "--format", "dot"]);
    assert_eq!(dot.matches("shape=").count(), 6872);
    let svg = answer(&["tree", "matches", "15 1", "--format", "svg"]);
    assert!(svg.contains("1,600 nodes"));
    let stubs = svg.matches("win found").count();
    assert_eq!(svg.matches("<ellipse").count() + svg.matches("<rect").count(), 1600 + stubs + 1, "and the background");
}

#[test]
fn the_best_line_runs_from_the_root_to_an_end() {
    for algorithm in ["minimax", "alpha-beta"] {
        let text = answer(&["tree", "matches", "7 1", "--algorithm", algorithm]);
        let line: Vec<&str> = text.lines().filter(|line| line.ends_with('*')).collect();
        assert_eq!(line.len(), 4, "7, 5, then one of 4 3 2, then 1:\n{text}");
    }
}

#[test]
fn every_game_has_a_tree() {
    for game in ["three-musketeers", "mad-king", "pentago", "pentago-swap", "nim"] {
        let text = answer(&["tree", game, "--limit", "10"]);
        assert!(text.contains("the first 10 drawn, to depth 2"), "{game}");
        let svg = answer(&["tree", game, "--depth", "1", "--algorithm", "minimax", "--format", "svg"]);
        assert!(svg.contains("to depth 1") && svg.ends_with("</svg>\n"), "{game}");
    }
}

#[test]
fn seven_matches_are_five_states_and_six_transitions() {
    let machine = parsed(&["machine", "matches", "7 1", "--format", "json"]);
    let states: Vec<(&str, &Value)> = machine["states"]
        .as_array()
        .unwrap()
        .iter()
        .map(|state| (state["name"].as_str().unwrap(), &state["output"]))
        .collect();
    let outputs = [json!("2"), json!("3"), json!("2"), json!("1"), Value::Null];
    assert_eq!(states, ["7", "4", "3", "2", "W"].into_iter().zip(&outputs).collect::<Vec<_>>());
    let step = |from: usize, to: usize, input: &str| json!({"from": from, "to": to, "input": input});
    let steps =
        json!([step(0, 1, "1"), step(0, 2, "2"), step(0, 3, "3"), step(1, 4, "1"), step(2, 4, "1"), step(3, 4, "1")]);
    assert_eq!(machine["transitions"], steps);
    // Whether the rules draw the last take makes no difference to the machine.
    assert_eq!(machine, parsed(&["machine", "matches:terminal=0", "7 1", "--format", "json"]));
}

#[test]
fn machines_listen_end_and_refuse() {
    let second = parsed(&["machine", "matches", "21 1", "--second", "--minimal", "--format", "json"]);
    assert_eq!((&second["player"], &second["states"][0]["output"]), (&json!("second"), &Value::Null));
    let lost = answer(&["machine", "matches", "5 1"]);
    assert!(lost.contains("end: L"), "{lost}");
    assert_eq!(refusal(&["machine", "mad-king"]), "athos: no machine for this game: the game can go round in circles");
    assert!(refusal(&["machine", "three-musketeers"]).contains("positions can be reached"));
    assert_eq!(refusal(&["machine", "matches", "40 1", "--limit", "9"]), "athos: the machine has more than 9 states");
    assert_eq!(refusal(&["machine", "nim", "0,0,0 1"]), "athos: no machine: the game is over");
}

/// Graphviz reads what is meant for it. Without Graphviz this is passed over, loudly; in CI it is not.
#[test]
fn graphviz_accepts_every_dot() {
    let available = Command::new("dot").arg("-V").stderr(Stdio::null()).status().is_ok();
    if !available {
        assert!(std::env::var_os("CI").is_none(), "Graphviz (dot) is missing");
        eprintln!("SKIPPED: Graphviz (dot) is missing, so no DOT was checked");
        return;
    }
    for args in [
        &["tree", "matches", "9 1", "--format", "dot"][..],
        &["tree", "mad-king", "--limit", "40", "--format", "dot"],
        &["machine", "matches", "21 1", "--format", "dot"],
        &["machine", "nim", "2,2,1 1", "--second", "--format", "dot"],
    ] {
        let mut child = Command::new("dot")
            .arg("-Tsvg")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let document = answer(args);
        let mut input = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || input.write_all(document.as_bytes()));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn pictures_go_into_files() {
    let path = std::env::temp_dir().join(format!("athos-tree-{}.svg", std::process::id()));
    assert_eq!(answer(&["tree", "nim", "1,1,1 1", "--format", "svg", "-o", path.to_str().unwrap()]), "");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg"));
    std::fs::remove_file(&path).unwrap();
    assert!(
        refusal(&["tree", "nim", "1,1,1 1", "-o", "/nowhere/x.svg"]).starts_with("athos: cannot write /nowhere/x.svg")
    );
}
