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
    assert!(run.out.contains("Second wins: first resigned."));
}

#[test]
fn every_game_can_be_played_to_its_end_by_random_players() {
    for game in registry::IDS.iter().filter(|game| **game != "mad-king") {
        let run = athos_with_input(&["play", game, "random", "random", "--seed", "7"], "");
        assert_eq!(run.code, 0, "{game}: {}", run.err);
        let last = run.out.lines().last().unwrap_or_default();
        assert!(last.contains("win") || last.contains("Draw"), "{game} ended with '{last}'");
    }
}

#[test]
fn a_wrong_first_position_is_refused() {
    assert!(refusal(&["play", "nim", "--position", "9"]).contains("column 2"));
}
