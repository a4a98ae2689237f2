//! Tournaments, as a user runs, interrupts and continues them.

use crate::{athos, athos_in, command, refusal};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::Duration;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("arena-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("nothing-solved")
}

/// The whole lines of a file of games, without the header.
fn games(file: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn indices(file: &Path) -> Vec<u64> {
    games(file).iter().map(|game| game["index"].as_u64().unwrap()).collect()
}

/// Waits until the file holds so many games, or the program has ended.
fn wait_for(child: &mut Child, file: &Path, number: usize) {
    while games(file).len() < number && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_match_is_played_and_reported() {
    let folder = folder("match");
    let out = folder.to_str().unwrap();
    let run = athos(&["arena", "nim", "perfect", "random", "--games", "20", "--seed", "1", "-o", out]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("20 games to play, "), "{}", run.out);
    assert!(run.out.lines().next().unwrap().ends_with("; the seed is 1."));
    assert_eq!(indices(&folder.join("games.jsonl")).into_iter().collect::<BTreeSet<_>>(), (0..20).collect());
    assert!(run.out.ends_with(&std::fs::read_to_string(folder.join("report.txt")).unwrap()));
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(folder.join("report.json")).unwrap()).unwrap();
    assert!(json.is_object());
    assert!(std::fs::read_to_string(folder.join("report.html")).unwrap().contains("<svg"));
    let again = refusal(&["arena", "nim", "perfect", "random", "-o", out]);
    assert!(again.contains("is there already: `athos arena --resume "), "{again}");
    let resumed = athos(&["arena", "--resume", out, "--json"]);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&resumed.out).unwrap(), json);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A game is shown by its number, from the file or its folder, even when a kill has torn the last line.
#[test]
fn games_are_replayed_with_what_their_moves_were_worth() {
    let folder = folder("replay");
    let out = folder.to_str().unwrap();
    let run = athos(&["arena", "nim:heaps=1+2+2", "perfect", "random", "--games", "4", "--seed", "1", "-o", out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let file = folder.join("games.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text + "{\"athos\":1,\"game\":\"ni").unwrap();
    for (index, path) in [(3, out), (0, file.to_str().unwrap())] {
        let shown = athos(&["replay", path, &index.to_string(), "--json"]);
        assert_eq!(shown.code, 0, "{}", shown.err);
        let shown: serde_json::Value = serde_json::from_str(&shown.out).unwrap();
        let game = games(&file).into_iter().find(|game| game["index"] == index).unwrap();
        let steps = shown["moves"].as_array().unwrap();
        assert_eq!(
            steps.iter().map(|step| &step["move"]).collect::<Vec<_>>(),
            game["moves"].as_array().unwrap().iter().collect::<Vec<_>>()
        );
        assert!(steps.iter().all(|step| step["value"]["kind"] == "win" || step["value"]["kind"] == "loss"), "{shown}");
        assert_eq!(shown["outcome"], game["outcome"]);
    }
    let missing = refusal(&["replay", out, "4"]);
    assert!(missing.contains("there is no game 4 among its 4; the first is 0"), "{missing}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn kills_cost_no_game_and_double_none() {
    let folder = folder("kills");
    let out = folder.to_str().unwrap();
    let file = folder.join("games.jsonl");
    let begin = ["arena", "nim", "random", "alpha-beta:depth=1", "--games", "200", "--seed", "5", "-o", out];
    let resume = ["arena", "--resume", out];
    // Ten moments that nobody chose: after a number of games that goes up at random, and a random while longer.
    let mut random = athos_core::random::Random::new(std::process::id().into());
    for kill in 0..10 {
        let args: &[&str] = if file.exists() { &resume } else { &begin };
        let mut child = command(&data(), args).spawn().unwrap();
        wait_for(&mut child, &file, kill * 20 + random.below(15));
        std::thread::sleep(Duration::from_micros(random.below(3000) as u64));
        let _ = child.kill();
        child.wait().unwrap();
        if !games_begun(&file) {
            let _ = std::fs::remove_dir_all(&folder);
        }
    }
    let run = if file.exists() { athos_in(&data(), &resume, "") } else { athos_in(&data(), &begin, "") };
    assert_eq!(run.code, 0, "{}", run.err);
    let found = indices(&file);
    assert_eq!(found.len(), 200);
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), (0..200).collect());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Whether the header got into the file.
fn games_begun(file: &Path) -> bool {
    std::fs::read(file).is_ok_and(|bytes| bytes.contains(&b'\n'))
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_how_to_go_on() {
    let folder = folder("interrupt");
    let out = folder.to_str().unwrap();
    let file = folder.join("games.jsonl");
    let args = ["arena", "nim", "random", "random", "--games", "10000000", "--concurrency", "1", "-o", out];
    let mut child = command(&data(), &args).spawn().unwrap();
    wait_for(&mut child, &file, 5);
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    let resume = format!("to go on: athos arena --resume {} --concurrency 1", file.display());
    assert!(err.trim_end().ends_with(&resume), "{err}");
    assert!(games(&file).len() >= 5);
    assert!(folder.join("report.html").exists());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn wrong_usage_is_refused_with_its_reason() {
    assert!(refusal(&["arena", "nim", "random"]).contains("needs two entrants"));
    assert!(refusal(&["arena", "nim", "random", "nobody"]).contains("no player 'nobody'"));
    assert!(refusal(&["arena", "nim", "random", "random", "--time", "2h"]).contains("--time: '2h' is no time"));
    assert!(refusal(&["arena", "nim", "random", "random", "--sprt", "5,0"]).contains("elo0 must be less"));
    assert!(refusal(&["arena", "chess", "random", "random"]).contains("chess"));
    assert!(refusal(&["arena", "--resume", "no-such-file"]).contains("no-such-file"));
    assert_eq!(athos(&["arena"]).code, 2);
}

#[test]
fn a_time_that_nobody_can_keep_costs_the_game_and_sets_the_exit_code() {
    let run = athos(&[
        "arena",
        "pentago",
        "mcts:name=slow",
        "random",
        "--games",
        "2",
        "--time",
        "0.000001ms",
        "--grace",
        "0.000001ms",
        "--json",
    ]);
    assert_eq!(run.code, 1, "{}", run.err);
}
