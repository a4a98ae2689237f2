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

/// Whether Python is there; without it nothing of it is tested, and CI does not allow that.
fn python() -> bool {
    let there = std::process::Command::new("python3").arg("--version").output().is_ok();
    assert!(there || std::env::var_os("CI").is_none(), "python3 is missing");
    if !there {
        eprintln!("SKIPPED: python3 is missing");
    }
    there
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
    if !python() {
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

fn zoo(kind: &str) -> String {
    format!("python3 {} {kind}", root("crates/arena/tests/zoo.py"))
}

/// Every beast of the zoo against a player of ours: the tournament goes on to its end, the beast is blamed for each
/// game and for the right thing, and the exit code says so.
#[test]
fn tournaments_survive_the_zoo() {
    if !python() {
        return;
    }
    let beasts = [
        ("sleeper", "hang"),
        ("late", "late"),
        ("dies", "crash"),
        ("garbage", "garbage"),
        ("illegal", "illegal"),
        ("hog", "memory"),
        ("closes", "crash"),
        ("floods", "garbage"),
    ];
    for (kind, fault) in beasts {
        let beast = zoo(kind);
        let args = ["arena", "matches", "random", &beast, "--games", "2", "--seed", "3", "--opening-plies", "0"];
        // Enough time for a loaded machine, but not for somebody who never answers.
        let time = if matches!(kind, "sleeper" | "garbage" | "late") { "1s" } else { "60s" };
        let more = ["--time", time, "--memory", "200MB", "--concurrency", "1", "--json"];
        let run = crate::athos(&[&args[..], &more[..]].concat());
        assert_eq!(run.code, 1, "{kind}: {}{}", run.out, run.err);
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let text = report["entrants"].to_string();
        let blamed = &report["entrants"][1]["faults"];
        assert_eq!(blamed[fault].as_u64(), Some(2), "{kind}: {text}");
        assert!(report["entrants"][0]["faults"].as_object().is_none_or(serde_json::Map::is_empty), "{kind}: {text}");
    }
}

#[test]
fn a_failed_handshake_is_no_result() {
    if !python() {
        return;
    }
    let message = crate::athos(&["arena", "matches", "random", &zoo("stillborn"), "--games", "2"]);
    assert_eq!(message.code, 2, "{}", message.out);
    assert!(message.err.contains("': ended with status 1: no licence (expected 'ugiok'"), "{}", message.err);
    let message = crate::athos(&["arena", "nim", "random", &zoo("good"), "--games", "2"]);
    assert_eq!(message.code, 2, "{}", message.out);
    assert!(message.err.contains("does not play nim; its games are matches"), "{}", message.err);
}

#[test]
fn the_example_engine_beats_a_random_player() {
    if !python() {
        return;
    }
    let example = format!("python3 {}", root("examples/engine.py"));
    // Nim with heaps 3, 4, 5 is won by whoever begins.
    let args = ["arena", "nim", &example, "random", "--games", "10", "--seed", "1", "--opening-plies", "0", "--json"];
    let run = crate::athos(&args);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert!(report["entrants"][0]["result"]["points"].as_f64().unwrap() >= 9.0, "{report}");
}

#[test]
fn engines_are_checked() {
    if !python() {
        return;
    }
    let example = format!("python3 {}", root("examples/engine.py"));
    let run = crate::athos(&["arena", "--check", &example, "--grace", "30s"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains(" nim: questions after 1 plies: ok\n"), "{}", run.out);
    assert!(run.out.contains("matches: 'stop' ends 'go infinite' with a legal move: ok\n"), "{}", run.out);
    assert!(run.out.ends_with(" steps are as they should be.\n"), "{}", run.out);
    let ours = format!("{} engine", env!("CARGO_BIN_EXE_athos"));
    for game in ["pentago-swap", "mad-king:preset=frd"] {
        let run = crate::athos(&["arena", "--check", &ours, game, "--grace", "30s"]);
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    }
}

#[test]
fn what_is_wrong_with_an_engine_is_told() {
    if !python() {
        return;
    }
    let check_within = |grace: &str, kind: &str| {
        let run = crate::athos(&["arena", "--check", &zoo(kind), "matches", "--grace", grace]);
        assert_eq!(run.code, 1, "{kind}: {}{}", run.out, run.err);
        run.out
    };
    let check = |kind: &str| check_within("30s", kind);
    assert!(
        check("dies").contains(": WRONG: ended with status 3: I cannot go on; expected 'bestmove' after 'go movetime")
    );
    assert!(check("stillborn").contains(" 1. 'ugi' is answered by 'ugiok': WRONG: ended with status 1: no licence"));
    assert!(check("illegal").contains(": WRONG: 'bestmove 9' in '21 1': column 1: 9 cannot be taken from 21"));
    assert!(check("moveless").contains(": WRONG: 'bestmove' without a move\n"));
    assert!(check("unsure").contains("'query gameover' got 'response maybe'; expected 'response false'\n"));
    assert!(check("good").contains("'query p1turn' got nothing; expected 'response true'\n"));
    assert!(check("good").contains("WRONG: 'bestmove 1' came before 'stop'"));
    assert!(check_within("2s", "stubborn").contains("'quit' ends it: WRONG: still running 2 s later\n"));
    assert_eq!(crate::athos(&["arena", "--check", "/nowhere/engine"]).code, 2);
}

/// A referee that is killed in the middle of a game takes the engine with it.
#[test]
#[cfg(target_os = "linux")]
fn no_engine_survives_its_referee() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("number");
    let beast = zoo(&format!("recorded {}", file.display()));
    let mut referee = engine(&["arena", "matches", &beast, "random", "--games", "2", "--opening-plies", "0"]);
    let number = loop {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        if let Some(number) = text.strip_suffix('\n') {
            break number.to_string();
        }
        assert!(referee.try_wait().unwrap().is_none(), "the tournament ended by itself");
        std::thread::sleep(Duration::from_millis(10));
    };
    referee.kill().unwrap();
    referee.wait().unwrap();
    let begun = std::time::Instant::now();
    loop {
        let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        if matches!(status.rsplit(") ").next().and_then(|rest| rest.chars().next()), None | Some('Z' | 'X')) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "process {number} is still there: {status}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The bridge to COMP 424, as two people would use it: one gives the tournament, the other brings an agent.
#[test]
fn an_agent_of_the_course_plays_a_match() {
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let entrant = format!("comp424://{address}");
    let args = ["arena", "pentago-swap", "random", &entrant, "--games", "2", "--opening-plies", "0", "--json"];
    let server = engine(&args);
    // The agent may be there first.
    let agent = loop {
        let run = crate::athos(&["engine", "--comp424", &address, "--player", "random", "--games", "2"]);
        if run.code == 0 {
            break run.out;
        }
        assert!(run.err.starts_with(&format!("athos: server {address}: ")), "{}", run.err);
    };
    assert_eq!(agent.lines().filter(|line| line.starts_with("GAMEOVER ")).count(), 2, "{agent}");
    let served = server.wait_with_output().unwrap();
    assert!(served.status.success());
    let report: serde_json::Value = serde_json::from_slice(&served.stdout).unwrap();
    assert_eq!(report["entrants"][1]["result"]["games"].as_u64(), Some(2), "{report}");
    let refused = crate::refusal(&["arena", "pentago-swap", "random", &entrant, "--games", "2"]);
    assert_eq!(refused, "athos: agents of COMP 424 can only play from the start: add --opening-plies 0");
    let refused = crate::athos(&["arena", "nim", "random", &entrant, "--games", "2", "--opening-plies", "0"]);
    assert!(refused.err.contains("agents of COMP 424 play pentago-swap with the default rules, not nim"));
}
