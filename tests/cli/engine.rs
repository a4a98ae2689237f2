//! `athos engine`, the dialogue of its document, and the example engine.

use crate::command;
use athos_arena::process::{ProcessLimits, spawn};
use athos_arena::{MoveLimits, Player, Turn};
use athos_core::AnyGame;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Child;
use std::time::Duration;

fn root(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path).display().to_string()
}

/// Whether a line is the one shown, where `…` stands for anything.
fn fits(line: &str, shown: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (index, part) in parts.iter().enumerate() {
        let last = index + 1 == parts.len();
        match if last { rest.ends_with(part).then_some(rest.len()) } else { rest.find(part).map(|at| at + part.len()) }
        {
            Some(end) => rest = &rest[end..],
            None => return false,
        }
    }
    rest.is_empty()
}

fn engine(args: &[&str]) -> Child {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nothing-solved");
    command(&data, args).spawn().expect("athos starts")
}

#[test]
fn the_document_shows_a_true_dialogue() {
    let document = std::fs::read_to_string(root("docs/ENGINE-PROTOCOL.md")).unwrap();
    let (_, dialogue) = document.split_once("```dialogue\n").expect("a dialogue");
    let (dialogue, _) = dialogue.split_once("```").expect("its end");
    let mut child = engine(&["engine"]);
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    let mut hear = || {
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    };
    let mut skipping = false;
    for shown in dialogue.lines() {
        match shown.split_once(' ') {
            None if shown == "…" => skipping = true,
            Some((">", line)) => writeln!(to, "{line}").unwrap(),
            Some(("<", expected)) => {
                let mut line = hear();
                while skipping && !fits(&line, expected) && !line.is_empty() {
                    line = hear();
                }
                assert!(fits(&line, expected), "shown: {expected}\nsaid:  {line}");
                skipping = false;
            }
            _ => panic!("neither side says '{shown}'"),
        }
    }
    assert_eq!(hear(), "", "after quit");
    assert!(child.wait().unwrap().success());
}

#[test]
fn usage_errors_are_told_at_once() {
    assert!(crate::refusal(&["engine", "--player", "chess"]).contains("no player 'chess'"));
    assert!(crate::refusal(&["engine", "--game", "chess"]).contains("no game 'chess'"));
}

/// A move of a player in a position, in a game that began there.
fn chosen(player: &mut dyn Player, position: &str) -> String {
    let limits = MoveLimits { time: Some(Duration::from_secs(60)), ..MoveLimits::default() };
    let turn = Turn { start: position, moves: &[], position, limits: &limits };
    player.choose(&turn, &mut |_| ()).unwrap().m
}

fn patient() -> ProcessLimits {
    ProcessLimits { handshake: Duration::from_secs(60), ..ProcessLimits::default() }
}

#[test]
fn our_engine_is_a_player_like_any_other() {
    let mut player = spawn(&format!("{} engine", env!("CARGO_BIN_EXE_athos")), "nim", "", patient()).unwrap();
    player.begin(1).unwrap();
    assert_eq!(chosen(player.as_mut(), "3,4,5 1"), "a2");
}

/// The engine in Python, which has rules of its own, keeps every win of every position it is shown.
#[test]
fn the_example_engine_is_perfect() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "python3 is missing");
        eprintln!("SKIPPED: python3 is missing");
        return;
    }
    let cases = [
        ("matches", "", vec!["21 1", "20 0", "4 1", "2 1"]),
        ("matches", "play=normal,terminal=0,takes=1+3+4,pile=30", vec!["30 1", "9 0", "8 1", "1 0"]),
        ("nim", "", vec!["3,4,5 1", "1,4,5 0", "0,1,7 1"]),
        ("nim", "play=misere,heaps=2+2+1", vec!["2,2,1 1", "1,1,2 0", "1,0,1 1"]),
    ];
    for (id, rules, positions) in cases {
        let game = athos_games::registry::load(id, rules).unwrap();
        let evaluator = athos_eval::evaluator(id, rules, 1 << 20).unwrap();
        let mut player = spawn(&format!("python3 {}", root("examples/engine.py")), id, rules, patient()).unwrap();
        player.begin(1).unwrap();
        for position in positions {
            let m = chosen(player.as_mut(), position);
            assert!(keeps_the_win(game.as_ref(), evaluator.as_ref(), position, &m), "{id} {rules} {position}: {m}");
        }
    }
}

fn keeps_the_win(game: &dyn AnyGame, evaluator: &dyn athos_eval::AnyEvaluator, position: &str, m: &str) -> bool {
    let limits = athos_search::Limits::default();
    let value = |position: &str| evaluator.evaluate(position, false, &limits).unwrap().winner;
    value(position) == value(&game.play(position, m).unwrap())
}
