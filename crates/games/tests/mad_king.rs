//! Facts about The Mad King!: published counts of move sequences, and positions that the readings of its rules judge
//! differently.

use athos_core::{Described, Game, Notation, Outcome, perft};

use athos_games::MadKing;
use athos_games::registry::build;

fn game(rules: &str) -> MadKing {
    build(rules).unwrap()
}

/// The winner's name, "draw", or "goes on".
fn result(rules: &str, position: &str) -> &'static str {
    let game = game(rules);
    match game.outcome(&game.read_position(position).unwrap()) {
        Some(Outcome::Winner(player)) => MadKing::PLAYERS[player.index()],
        Some(Outcome::Draw) => "draw",
        None => "goes on",
    }
}

fn after(rules: &str, position: &str, m: &str) -> String {
    let game = game(rules);
    let position = game.read_position(position).unwrap();
    let m = game.read_move(&position, m).unwrap();
    game.show_position(&game.play(&position, m))
}

/// The moves that begin or end with a cell, in the game's order.
fn moves(rules: &str, position: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let game = game(rules);
    let mut moves = Vec::new();
    game.moves(&game.read_position(position).unwrap(), &mut moves);
    moves.into_iter().map(|m| game.show_move(m)).filter(|text| wanted(text)).collect()
}

/// Counts of move sequences of one ply, two plies and so on.
#[test]
fn sequences_of_moves_are_as_many_as_published() {
    let table: [(&str, [u64; 6]); 9] = [
        ("", [26, 248, 5_672, 58_254, 1_236_904, 13_111_640]),
        ("preset=frd", [26, 248, 5_672, 58_254, 1_236_904, 13_111_640]),
        ("king_jump=empty_or_capture", [26, 248, 5_672, 58_452, 1_240_152, 13_179_536]),
        ("conversion_when=dragon_moves", [26, 248, 5_672, 58_254, 1_236_312, 13_111_240]),
        ("king_loss=immobile", [26, 248, 5_672, 58_334, 1_239_212, 13_151_040]),
        ("king_loss=three", [26, 248, 5_672, 58_254, 1_236_528, 13_104_520]),
        ("king_loss=walled", [26, 248, 5_672, 58_254, 1_204_044, 12_775_004]),
        ("first=king", [10, 248, 2_610, 58_053, 622_072, 13_029_816]),
        ("preset=authors", [26, 248, 5_672, 58_452, 1_239_560, 13_179_324]),
    ];
    for (rules, counts) in table {
        let game = game(rules);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&game, &game.start(), depth), count, "{rules}, {depth} plies");
        }
    }
}

#[test]
fn three_dragons_and_a_guard_beside_the_king() {
    let position = "...../..D../.DKG./..D../..... k";
    for king_loss in ["blocked", "three", "walled", "immobile_or_guard"] {
        assert_eq!(result(&format!("king_loss={king_loss}"), position), "dragons", "{king_loss}");
    }
    assert_eq!(result("king_loss=immobile", position), "goes on");
    assert!(moves("king_loss=immobile", position, |m| m == "c3e3").len() == 1, "the king jumps out");
}

#[test]
fn a_king_shut_in_a_corner() {
    let king_moves = "KD.../D..../...../...../....D k";
    let dragons_move = "KD.../D..../...../...../....D d";
    for rules in ["", "king_loss=three", "king_loss=immobile", "preset=nick"] {
        assert_eq!(result(rules, king_moves), "draw", "{rules}");
        assert_eq!(result(rules, dragons_move), "goes on", "{rules}");
    }
    assert_eq!(result("stalemate=loss", king_moves), "dragons");
    assert_eq!(result("stalemate=loss", dragons_move), "goes on");
    assert_eq!(result("king_loss=walled", king_moves), "dragons");
    assert_eq!(result("king_loss=walled", dragons_move), "dragons");
}

#[test]
fn three_dragons_at_the_edge_two_of_them_capturable() {
    let position = ".DKD./.GD../...../...../..... k";
    for king_loss in ["blocked", "three", "walled"] {
        assert_eq!(result(&format!("king_loss={king_loss}"), position), "dragons", "{king_loss}");
    }
    for king_loss in ["immobile", "immobile_or_guard"] {
        let rules = format!("king_loss={king_loss}");
        assert_eq!(result(&rules, position), "goes on", "{king_loss}");
        assert_eq!(moves(&rules, position, |m| m.starts_with("c5")), ["c5b5", "c5c4"], "{king_loss}");
    }
}

#[test]
fn a_guard_that_walks_in_among_three_dragons() {
    let position = "K..../..D../.G.D./..D../..... k";
    for chain in ["fixpoint", "single_pass", "simultaneous"] {
        let rules = format!("conversion_chain={chain}");
        assert_eq!(after(&rules, position, "b3c3"), "K..../..D../..DD./..D../..... d", "{chain}");
    }
    assert_eq!(after("conversion_when=dragon_moves", position, "b3c3"), "K..../..D../..GD./..D../..... d");
}

#[test]
fn a_new_dragon_helps_to_convert_another_guard() {
    let position = "....K/.DD.D/.GG../.DD../..... d";
    let one = "....K/.DD../.GDD./.DD../..... k";
    let both = "....K/.DD../.DDD./.DD../..... k";
    assert_eq!(after("", position, "e4d3"), both);
    assert_eq!(after("conversion_when=dragon_moves", position, "e4d3"), both);
    assert_eq!(after("conversion_chain=simultaneous", position, "e4d3"), one);
    assert_eq!(after("conversion_chain=single_pass", position, "e4d3"), one);

    // Seen in a mirror, the pass meets the guard that is converted first first.
    let mirrored = "K..../D.DD./..GG./..DD./..... d";
    assert_eq!(after("conversion_chain=simultaneous", mirrored, "a4b3"), "K..../..DD./.DDG./..DD./..... k");
    assert_eq!(after("conversion_chain=single_pass", mirrored, "a4b3"), "K..../..DD./.DDD./..DD./..... k");
}

#[test]
fn captures_need_two_pieces_beside_the_dragon() {
    let two = "...../..K../.GD../...../....D k";
    assert_eq!(moves("", two, |m| m.ends_with("c3")), ["c4c3", "b3c3"]);
    assert_eq!(after("", two, "b3c3"), "...../..K../..G../...../....D d");
    let diagonal = "..K../..D../.G.../...../....D k";
    assert!(moves("", diagonal, |m| m.ends_with("c4")).is_empty());
}

#[test]
fn a_jump_onto_a_dragon() {
    let position = "..K../..G../.GD../...../....D k";
    let of_the_king = |m: &str| m.starts_with("c5");
    assert_eq!(moves("", position, of_the_king), ["c5b5", "c5d5"]);
    let rules = "king_jump=empty_or_capture";
    assert_eq!(moves(rules, position, of_the_king), ["c5b5", "c5d5", "c5c3"]);
    assert_eq!(after(rules, position, "c5c3"), "...../..G../.GK../...../....D d");
}

#[test]
fn a_jump_onto_the_goal_row() {
    let position = "D..../...../..K../..G../..... k";
    assert_eq!(moves("", position, |m| m.starts_with("c3")), ["c3c4", "c3b3", "c3d3", "c3c1"]);
    let won = after("", position, "c3c1");
    assert_eq!(won, "D..../...../...../..G../..K.. d");
    assert_eq!(result("", &won), "king");
}

#[test]
fn no_dragon_is_left() {
    let position = "...../..K../.G.../...../..... d";
    assert_eq!(result("", position), "draw");
    assert_eq!(result("stalemate=loss", position), "draw");
    assert_eq!(result("no_dragons=king_wins", position), "king");

    // A king between its own guards has won or lost, whichever is looked for first.
    let shut_in = "KG.../G..../...../...../..... d";
    assert_eq!(result("preset=maxi", shut_in), "king");
    assert_eq!(result("preset=maxi,win_order=dragon_first", shut_in), "dragons");
}

#[test]
fn a_king_on_the_goal_row_among_three_dragons() {
    let position = "...../...../...../..D../.DKD. d";
    assert_eq!(result("", position), "king");
    assert_eq!(result("preset=dk", position), "dragons");
}
