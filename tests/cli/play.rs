//! A game in the terminal, from a script.

use crate::{athos_with_input, refusal};
use athos_core::Record;
use athos_games::registry;

#[test]
fn a_game_between_two_people_ends_and_is_recorded() {
    let folder = std::env::temp_dir().join(format!("athos-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.jsonl");
    let path = file.to_str().unwrap();
    let run = athos_with_input(&["play", "matches:pile=6", "--record", path], "4\n1\nmoves\nundo\n3\n2\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("'4', column 1: 4 cannot be taken from 6; take 1, 2, 3"), "{}", run.out);
    assert!(run.out.contains("First wins") || run.out.contains("Second wins"), "{}", run.out);

    let lines = std::fs::read(&file).unwrap();
    let records: Vec<Record> = Record::read_lines(lines.as_slice()).collect::<Result<_, _>>().unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].moves, ["3", "2"]);
    let game = registry::load("matches:pile=6", "").unwrap();
    assert_eq!(records[0].replay(game.as_ref()).unwrap(), ["6 1", "3 0", "1 1"]);

    let mut forged = records[0].clone();
    forged.moves.push("1".into());
    assert!(forged.replay(game.as_ref()).unwrap_err().to_string().starts_with("move 3 '1', "));
    let mut forged = records[0].clone();
    forged.outcome = None;
    assert!(forged.replay(game.as_ref()).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_random_player_answers_and_undo_takes_back_both_moves() {
    let run = athos_with_input(&["play", "nim", "human", "random", "--seed", "1"], "a1\nundo\nundo\nresign\n");
    assert_eq!(run.code, 0);
    assert_eq!(run.out.matches("second: ").count(), 1, "{}", run.out);
    assert!(run.out.contains("There is nothing to undo."));
    assert!(run.out.contains("Second wins (resigned)."));
}

#[test]
fn every_game_can_be_played_to_its_end_by_random_players() {
    for game in registry::IDS {
        let run = athos_with_input(&["play", game, "random", "random", "--seed", "7", "--plies", "300"], "");
        assert_eq!(run.code, 0, "{game}: {}", run.err);
        let last = run.out.lines().last().unwrap_or_default();
        assert!(last.contains("win") || last.contains("Draw"), "{game} ended with '{last}'");
    }
}

#[test]
fn a_finished_game_can_be_taken_back_and_saved() {
    let run = athos_with_input(&["play", "matches:pile=2"], "1\n1\nundo\n1\nquit\n");
    assert_eq!(run.code, 0);
    assert_eq!(run.out.matches("First wins.").count(), 2, "{}", run.out);
    assert!(run.out.contains("The game is over: undo, save FILE, or quit."), "{}", run.out);
}

#[test]
fn repetition_and_length_end_a_game_that_the_rules_would_let_go_on() {
    let shuffle = "e2e1\nb4a4\ne1e2\na4b4\n".repeat(2);
    let run = athos_with_input(&["play", "mad-king"], &shuffle);
    assert!(run.out.contains("Draw (repetition)."), "{}", run.out);
    let run = athos_with_input(&["play", "mad-king", "dragons=random", "king=random", "--plies", "3"], "");
    assert!(run.out.ends_with("Draw (length).\n"), "{}", run.out);
}

#[test]
fn bytes_that_are_no_text_are_refused_and_asked_again() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_athos"))
        .args(["play", "matches:pile=2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\n1\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("First wins."));
}

#[test]
fn a_record_that_cannot_be_written_is_refused_before_the_game() {
    assert!(refusal(&["play", "nim", "--record", "/nonexistent/games.jsonl"]).contains("cannot write"));
    assert!(refusal(&["play", "nim", "robot"]).contains("no player 'robot'"));
    assert!(refusal(&["play", "nim", "third=human"]).contains("there are first and second"));
}

#[test]
fn engines_take_a_seat() {
    // Nim: who moves first wins, and athos does against anybody.
    let run = athos_with_input(&["play", "nim", "athos", "alpha-beta:depth=2", "--seed", "1", "--time", "1s"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("Nim: first (athos) and second (alpha-beta:depth=2)."), "{}", run.out);
    assert!(run.out.contains("first: a2\n") && run.out.ends_with("First wins.\n"), "{}", run.out);
    let run = athos_with_input(&["play", "nim", "second=human"], "a2\nquit\n");
    assert!(run.out.starts_with("Nim: first (athos) and second (human)."), "{}", run.out);
    assert!(refusal(&["play", "nim", "alpha-beta:deep=2", "human"]).contains("no option 'deep=2'"));
}

#[test]
fn a_wrong_first_position_is_refused() {
    assert!(refusal(&["play", "nim", "--position", "9"]).contains("column 2"));
}
