//! games, moves, perft, help: shapes of answers and of refusals.

use crate::{answer, athos, refusal};
use serde_json::{Value, json};

fn parsed(args: &[&str]) -> Value {
    serde_json::from_str(&answer(args)).expect("JSON")
}

#[test]
fn games_lists_every_option_with_its_default() {
    let games = parsed(&["games", "--json"]);
    let ids: Vec<&str> = games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, athos_games::registry::IDS);
    let text = answer(&["games"]);
    let help = answer(&["help", "rules"]);
    for game in games.as_array().unwrap() {
        for option in game["options"].as_array().unwrap() {
            let name = option["name"].as_str().unwrap();
            let default = option["default"].as_str().unwrap();
            assert!(text.contains(name) && help.contains(&format!("{name}=")), "{name}");
            if let Some(choices) = option["choices"].as_array() {
                assert_eq!(choices[0], *default, "the default of {name} comes first");
                for choice in choices {
                    let rules = format!("{name}={}", choice.as_str().unwrap());
                    answer(&["show", game["id"].as_str().unwrap(), "--rules", &rules]);
                }
            }
        }
    }
}

#[test]
fn moves_has_the_documented_shape() {
    let position = parsed(&["moves", "nim", "0,0,2 1", "--json"]);
    let moves = json!([{"move": "c1", "position": "0,0,1 0"}, {"move": "c2", "position": "0,0,0 0"}]);
    let expected = json!({"game": "nim", "position": "0,0,2 1", "turn": "first", "outcome": null, "moves": moves});
    assert_eq!(position, expected);
    let over = parsed(&["moves", "nim", "0,0,0 0", "--json"]);
    assert_eq!(over["outcome"], json!({"winner": "first"}));
    assert_eq!(over["moves"], json!([]));
}

#[test]
fn positions_need_no_quotes() {
    assert_eq!(answer(&["moves", "matches", "7", "1"]), answer(&["moves", "matches", "7 1"]));
}

#[test]
fn rules_stand_after_a_colon_or_after_the_flag() {
    let colon = answer(&["perft", "matches:pile=9,play=normal", "3"]);
    assert_eq!(colon, answer(&["perft", "matches", "3", "--rules", "pile=9,play=normal"]));
    assert_eq!(answer(&["perft", "matches", "7"]), "2186\n");
}

#[test]
fn divide_adds_up() {
    let lines = answer(&["perft", "nim", "3", "--divide"]);
    let counts: Vec<u64> = lines.lines().map(|line| line.rsplit(' ').next().unwrap().parse().unwrap()).collect();
    let (total, parts) = counts.split_last().unwrap();
    assert_eq!(parts.iter().sum::<u64>(), *total);
    assert_eq!(answer(&["perft", "nim", "3"]), format!("{total}\n"));
}

#[test]
fn refusals_say_what_and_where() {
    assert!(refusal(&["show", "chess"]).starts_with("athos: no game 'chess'; there are three-musketeers, "));
    assert_eq!(
        refusal(&["moves", "matches", "7 2"]),
        "athos: position: column 3: the player to move is 1 (the first) or 0 (the second)"
    );
    assert_eq!(
        refusal(&["moves", "nim", "--rules", "heaps=3+x"]),
        "athos: nim rules 'heaps=3+x', column 7: heaps=3+x must be one to eight sizes from 0 to 255, joined by +"
    );
    assert!(refusal(&["help", "nothing"]).contains("no help on 'nothing'"));
    assert_eq!(athos(&["perft", "nim"]).code, 2);
    assert_eq!(athos(&["perft", "nim", "-1"]).code, 2);
}

#[test]
fn the_longest_games_do_not_exhaust_the_stack() {
    assert_eq!(answer(&["perft", "matches:pile=1000,takes=1", "999"]), "1\n");
    assert_eq!(answer(&["perft", "matches:pile=1000,takes=1", "4000000000"]), "0\n");
}

#[test]
fn the_page_of_rules_takes_no_position() {
    assert!(refusal(&["show", "nim", "3,4,5 1", "--rules"]).contains("leave out the position"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_athos"))
        .args(["perft", "mad-king", "5", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

#[test]
fn help_explains_every_command() {
    let overview = answer(&["help"]);
    let listed = overview.split("Commands:").nth(1).and_then(|rest| rest.split("Options:").next()).unwrap();
    let commands: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() >= 20, "{commands:?}");
    for command in commands {
        assert!(answer(&["help", command]).contains(&format!("athos {command}")), "{command}");
    }
}

#[test]
fn help_lists_rules_and_players_of_every_game() {
    for (topic, word) in [("rules", "pile="), ("players", "level-7")] {
        let page = answer(&["help", topic]);
        assert!(page.contains(word), "{page}");
        for game in ["three-musketeers", "mad-king", "pentago", "pentago-swap", "matches", "nim"] {
            assert!(page.contains(&format!("\n{game}\n")), "{topic} of {game}");
        }
    }
}
