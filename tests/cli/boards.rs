//! The board games through the command line: published counts, pictures, refusals.

use crate::{answer, refusal};

#[test]
fn published_counts() {
    for (args, count) in [
        (["perft", "mad-king", "5"], "1236904"),
        (["perft", "three-musketeers", "7"], "263040"),
        (["perft", "pentago", "2"], "80640"),
        (["perft", "pentago-swap", "2"], "45360"),
    ] {
        assert_eq!(answer(&args), format!("{count}\n"), "{args:?}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused_with_their_column() {
    for (game, position, column, words) in [
        ("mad-king", "..K../.GGG./..K../DDDDD/..... d", 15, "king"),
        ("mad-king", "...../.GGG./...../DDDDD/..... d", 1, "king"),
        ("mad-king", "..K../.GGG./...../DDDDD/...../..... d", 31, "row too many"),
        ("mad-king", "..K../.GGX./...../DDDDD/..... d", 10, "no piece 'X'"),
        ("mad-king", "..K../.GGG./...../DDDDD/..... m", 31, "no player 'm'"),
        ("three-musketeers", "GGGGM/GGGGG/GGMGG/GGGGG/MGGGM m", 29, "musketeer"),
        ("pentago", "W...../....../....../....../....../...... w", 43, "black"),
    ] {
        let said = refusal(&["moves", game, position]);
        assert!(said.contains(&format!("column {column}:")), "{game} {position}: {said}");
        assert!(said.contains(words), "{game} {position}: {said}");
    }
}

#[test]
fn forgivable_positions_come_with_the_right_text() {
    for (game, position, right) in [
        ("mad-king", "..k../.GGG./...../DDDDD/..... d", "..K../.GGG./...../DDDDD/..... d"),
        ("mad-king", "K..../..D../..GD./..D../..... k", "K..../..D../..DD./..D../..... k"),
        ("pentago", "W...../....../....../....../....../...... w", "W...../....../....../....../....../...... b"),
    ] {
        let said = refusal(&["moves", game, position]);
        assert!(said.ends_with(&format!("did you mean '{right}'?")), "{game} {position}: {said}");
    }
}

#[test]
fn boards_are_drawn_with_coordinates() {
    let drawn = answer(&["show", "mad-king"]);
    assert!(drawn.contains(" 5  . . K . .\n") && drawn.contains("    a b c d e\n"), "{drawn}");
    assert!(drawn.contains("<- goal") && drawn.contains("dragons to move"), "{drawn}");
    let drawn = answer(&["show", "pentago"]);
    assert!(drawn.contains("-------+-------"), "{drawn}");
    let svg = answer(&["show", "three-musketeers", "--svg", "-"]);
    assert_eq!(svg.matches("<title>musketeer</title>").count(), 3);
    assert_eq!(svg.matches("<title>guard</title>").count(), 22);
}

#[test]
fn every_game_has_a_page_of_rules() {
    for game in athos_games::registry::IDS {
        let page = answer(&["show", game, "--rules"]);
        assert!(page.starts_with("# ") && page.lines().count() > 10, "{game}");
    }
}
