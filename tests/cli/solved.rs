//! What is asked of solved games: verify, eval, stats, line, and a sweep over boards.

use crate::solve::{SMALL, folder, solve};
use crate::{answer, athos, athos_in};
use athos_core::{Code, Notation, Tiered};
use athos_games::ThreeMusketeers;
use athos_games::registry::build;
use athos_solve::Folder;
use athos_solve::table::{BlockCache, TableWriter, Width};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// The standard output of a run that must succeed.
fn answer_in(data: &Path, args: &[&str]) -> String {
    let run = athos_in(data, args, "");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "athos {args:?}");
    run.out
}

fn parsed_in(data: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&answer_in(data, args)).expect("JSON")
}

#[test]
fn true_tables_pass_verification() {
    let data = tempfile::tempdir().unwrap();
    solve(data.path(), SMALL);
    let all = answer_in(data.path(), &["verify", SMALL, "--full"]);
    assert_eq!(all, "all 61,440 ranks: every value follows from the values after its moves\npassed\n");
    // More positions than there are: all of them.
    assert_eq!(answer_in(data.path(), &["verify", SMALL]), all);
    let some = parsed_in(data.path(), &["verify", SMALL, "--count", "500", "--seed", "7", "--json"]);
    assert_eq!((&some["passed"], &some["checked"], &some["wrong"]), (&json!(true), &json!(500), &json!(0)));

    let table = folder(data.path(), SMALL).join("guards-04.table");
    let file = answer_in(data.path(), &["verify", table.to_str().unwrap()]);
    assert!(file.contains("a finished table of three-musketeers:rows=3,columns=4, tier guards-04, "), "{file}");
    let mut bytes = std::fs::read(&table).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    let copy = data.path().join("copy.table");
    std::fs::write(&copy, bytes).unwrap();
    let run = athos_in(data.path(), &["verify", copy.to_str().unwrap(), "--json"], "");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("copy.table") && run.out.contains("\"passed\":false"), "{}", run.out);
}

/// A forged table has right checksums and one wrong value.
#[test]
fn a_forged_table_fails_with_its_position() {
    let data = tempfile::tempdir().unwrap();
    solve(data.path(), SMALL);
    let game: ThreeMusketeers = build("rows=3,columns=4").unwrap();
    let tables = Folder::of(&game, data.path());
    let (tier, rank) = (5, 777);
    let file = tables.file(&game, tier);
    let mut codes = Vec::new();
    let table = tables.open(&game, tier, &Arc::new(BlockCache::new(0))).unwrap();
    table.read(0..game.tier_len(tier), &mut codes).unwrap();
    drop(table);
    let position = game.show_position(&game.unrank(tier, rank).unwrap());
    let stored = Code::widen(codes[rank as usize]).before_move().unwrap().before_move().unwrap();
    codes[rank as usize] = stored.narrow().unwrap();
    let writer = TableWriter::create(&file, tables.header(&game, tier, Width::Narrow)).unwrap();
    writer.put(0, &codes).unwrap();
    writer.finish().commit().unwrap();

    assert_eq!(athos_in(data.path(), &["verify", file.to_str().unwrap()], "").code, 0);
    let run = athos_in(data.path(), &["verify", SMALL, "--full"], "");
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let line = run.out.lines().find(|line| line.contains(&format!("{position}: stored: "))).unwrap_or_default();
    assert!(line.starts_with("tier guards-05, rank 777, ") && line.contains("; derived: "), "{}", run.out);
    assert!(run.out.ends_with("FAILED\n"), "{}", run.out);
    let run = athos_in(data.path(), &["verify", SMALL, "--full", "--json"], "");
    let verdict: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(verdict["passed"], false);
    let examples = verdict["examples"].as_array().unwrap();
    assert!(examples.iter().any(|example| example["position"] == position.as_str()), "{}", run.out);
}

#[test]
fn eval_asks_the_table_first_and_agrees_with_search() {
    let data = tempfile::tempdir().unwrap();
    solve(data.path(), SMALL);
    let found = parsed_in(data.path(), &["eval", SMALL, "--json"]);
    assert_eq!(found["method"], "table");
    assert_eq!(found["value"], json!({"kind": "win", "plies": 17}));
    assert_eq!((&found["winner"], &found["proven"]), (&json!("musketeers"), &json!(true)));
    assert_eq!(found["moves"].as_array().unwrap().len(), 8);
    for position in ["GG.M/.GM./MG.G g", "M.GM/.G../G..M m", ".MGG/MG.G/.M.G g"] {
        let mut by_table = parsed_in(data.path(), &["eval", SMALL, position, "--json"]);
        let mut by_search: Value = serde_json::from_str(&answer(&["eval", SMALL, position, "--json"])).unwrap();
        assert_eq!((&by_table["method"], &by_search["method"]), (&json!("table"), &json!("search")));
        by_table["method"] = Value::Null;
        by_search["method"] = Value::Null;
        assert_eq!(by_table, by_search, "{position}");
    }
    // A finished game needs no table.
    let over = parsed_in(data.path(), &["eval", SMALL, "MMM./..../GGGG m", "--json"]);
    assert_eq!(over["method"], "rules");
}

#[test]
fn eval_says_what_would_make_a_table() {
    let run = athos(&["eval", "three-musketeers", "--time", "0.2", "--json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["value"]["kind"], "unknown");
    assert!(found["hint"].as_str().unwrap().starts_with("`athos solve three-musketeers` makes a table of every "));
    let text = answer(&["eval", "three-musketeers", "--time", "0.2"]);
    assert!(text.contains("`athos solve three-musketeers` makes a table of every position in about "), "{text}");
}

#[test]
fn stats_count_every_placement() {
    let data = tempfile::tempdir().unwrap();
    solve(data.path(), SMALL);
    let stats = parsed_in(data.path(), &["stats", SMALL, "--json"]);
    let tiers = stats["tiers"].as_array().unwrap();
    assert_eq!(tiers.len(), 20);
    // 220 sets of musketeers, of which 16 are in one row or column, and nothing to capture.
    let empty = json!({
        "tier": "guards-00", "turn": "musketeers", "positions": 220, "draws": 0,
        "wins": {"musketeers": 204, "guards": 16},
        "longest": {
            "musketeers": {"plies": 0, "position": "MM../M.../.... m"},
            "guards": {"plies": 0, "position": "MMM./..../.... m"}
        }
    });
    assert_eq!(tiers[0], empty);
    // 220 sets of musketeers times the sets of 9 other cells.
    assert_eq!(stats["total"][0]["positions"], 220 * 512);
    let start = &tiers[18]["longest"]["musketeers"];
    assert_eq!(start["plies"], 17);
    let text = answer_in(data.path(), &["stats", SMALL]);
    assert_eq!(text.lines().count(), 23);
    let first = text.lines().nth(1).unwrap().split_whitespace().take(8).collect::<Vec<_>>();
    assert_eq!(first, ["guards-00", "musketeers", "220", "204", "0", "16", "0", "0"], "{text}");
}

#[test]
fn a_line_is_as_long_as_its_value_says() {
    let data = tempfile::tempdir().unwrap();
    solve(data.path(), SMALL);
    let line = parsed_in(data.path(), &["line", SMALL, "--json"]);
    assert_eq!((&line["value"], &line["end"]), (&json!({"kind": "win", "plies": 17}), &json!("over")));
    let moves = line["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 17);
    for (index, step) in moves.iter().enumerate() {
        assert_eq!(step["value"]["plies"], 17 - index);
        assert_eq!(step["turn"], ["musketeers", "guards"][index % 2]);
    }
    let mut position = line["position"].as_str().unwrap().to_string();
    let game = athos_games::registry::load(SMALL, "").unwrap();
    for step in moves {
        position = game.play(&position, step["move"].as_str().unwrap()).unwrap();
        assert_eq!(step["position"], position.as_str());
    }
    assert!(game.view(&position).unwrap().outcome.is_some());
    let text = answer_in(data.path(), &["line", SMALL, "M.MG/..../M... m"]);
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    assert_eq!(lines[0], "M.MG/..../M... m  musketeers win in 1 ply");
    assert_eq!(lines[1..], ["1  musketeers  c3d3  M..M/..../M... g  musketeers win", "the game is over"]);
}

#[test]
fn a_sweep_lists_every_board_in_three_forms() {
    let ranges = "rows=3..4,columns=3,musketeers=2..3";
    let args = ["solve", "three-musketeers", "--sweep", ranges];
    let text = answer(&args);
    assert_eq!(
        text,
        "rows=3 columns=3 musketeers=2  GGM/GGG/MGG m  guards win in 9 plies\n\
         rows=3 columns=3 musketeers=3  GGM/GMG/MGG m  musketeers win in 10 plies\n\
         rows=4 columns=3 musketeers=2  GGM/GGG/GGG/MGG m  guards win in 11 plies\n\
         rows=4 columns=3 musketeers=3  GGM/GMG/GGG/MGG m  musketeers win in 17 plies\n"
    );
    let markdown = answer(&[&args[..], &["--markdown"]].concat());
    assert!(markdown.starts_with("| rows | columns | musketeers | start | winner | plies | ranks |\n| --- |"));
    assert!(markdown.contains("| 3 | 3 | 2 | `GGM/GGG/MGG m` | guards | 9 | "), "{markdown}");
    let found: Value = serde_json::from_str(&answer(&[&args[..], &["--json"]].concat())).unwrap();
    assert_eq!(found["boards"][3]["rules"], json!({"rows": 4, "columns": 3, "musketeers": 3}));
    assert_eq!(found["boards"][3]["result"]["value"], json!({"kind": "win", "plies": 17}));

    // Boards that cannot be, and boards that are too big, are listed as such.
    let odd = answer(&["solve", "three-musketeers:columns=6", "--sweep", "rows=6..7", "--memory", "100"]);
    assert!(odd.contains("rows=6  too big: needs ") && odd.contains("rows=7  rows=7 must be "), "{odd}");
}

/// A search to the end of the game makes no mistake, one that looks a ply ahead makes some, and they are mistakes.
#[test]
fn mistakes_are_told_by_tables() {
    let data = tempfile::tempdir().unwrap();
    solve(data.path(), SMALL);
    let count = |depth: &str| {
        parsed_in(data.path(), &["lab", "mistakes", SMALL, "--depth", depth, "--games", "40", "--seed", "3", "--json"])
    };
    let perfect = count("40");
    assert!(perfect["tempted"].as_u64().unwrap() > 0 && perfect["mistakes"] == json!([]), "{perfect}");
    let hasty = count("1");
    let mistakes = hasty["mistakes"].as_array().unwrap();
    assert!(!mistakes.is_empty() && hasty["tempted"].as_u64().unwrap() >= mistakes.len() as u64);
    for mistake in mistakes {
        let position = parsed_in(data.path(), &["eval", SMALL, mistake["position"].as_str().unwrap(), "--json"]);
        let made = position["moves"].as_array().unwrap().iter().find(|m| m["move"] == mistake["move"]).unwrap();
        assert_eq!((&position["value"]["kind"], &made["value"]["kind"]), (&mistake["had"], &mistake["left"]));
    }
    let run = athos_in(data.path(), &["lab", "mistakes", SMALL], "");
    assert!(run.code == 2 && run.err.contains("--time SECONDS"), "{}", run.err);
}

/// Whoever plays from tables wins what is won, with traps or without.
#[test]
fn perfect_play_wins_what_is_won() {
    let data = tempfile::tempdir().unwrap();
    solve(data.path(), SMALL);
    let args = ["lab", "traps", SMALL, "--games", "50", "--plies", "100", "--json"];
    for row in parsed_in(data.path(), &args)["rows"].as_array().unwrap() {
        assert_eq!((&row["won"], &row["lost"]), (&json!(50), &json!(0)));
    }
}
