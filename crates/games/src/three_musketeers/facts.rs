//! What is known about the game, as tests: published counts, exact counts of small layers, and the rule options.
//!
//! A layer is every placement of three musketeers and a number of guards on the usual board.

use super::bits::{cell, numbers};
use super::{GUARDS, MUSKETEERS, Pieces, Step, ThreeMusketeers};
use crate::registry::build;
use athos_core::{Game, Notation, Outcome, Player, perft};
use std::collections::HashMap;

/// Calls `each` with every subset of `set` that has `size` cells.
fn subsets(set: u64, size: usize, chosen: u64, each: &mut impl FnMut(u64)) {
    if size == 0 {
        return each(chosen);
    }
    let mut rest = set;
    for number in numbers(set) {
        if (rest.count_ones() as usize) < size {
            return;
        }
        rest &= !(1 << number);
        subsets(rest, size - 1, chosen | 1 << number, each);
    }
}

/// Calls `each` with every position of a layer in which `turn` is to move.
fn layer(game: &ThreeMusketeers, guards: usize, turn: Player, mut each: impl FnMut(&Pieces)) {
    subsets(game.board, 3, 0, &mut |musketeers| {
        subsets(game.board & !musketeers, guards, 0, &mut |guards| each(&Pieces { musketeers, guards, turn }));
    });
}

fn moves(game: &ThreeMusketeers, position: &Pieces) -> Vec<Step> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

fn show_moves(game: &ThreeMusketeers, text: &str) -> Vec<String> {
    let position = game.read_position(text).unwrap();
    moves(game, &position).into_iter().map(|m| game.show_move(m)).collect()
}

fn outcome(game: &ThreeMusketeers, text: &str) -> Option<Outcome> {
    game.outcome(&game.read_position(text).unwrap())
}

const MUSKETEERS_WON: Option<Outcome> = Some(Outcome::Winner(MUSKETEERS));
const GUARDS_WON: Option<Outcome> = Some(Outcome::Winner(GUARDS));

#[test]
fn perft_from_the_start() {
    let game = ThreeMusketeers::default();
    assert_eq!(moves(&game, &game.start()).len(), 8);
    assert_eq!(perft(&game, &game.start(), 7), 263_040);
}

/// Of the 2,300 placements of the musketeers 100 are a line; how often the guards are stuck otherwise is known too.
#[test]
fn lines_and_stuck_guards_by_layer() {
    let game = ThreeMusketeers::default();
    let known = [(0, 2_200), (1, 100), (2, 8), (3, 4), (19, 4), (20, 8), (21, 100), (22, 2_200)];
    for (guards, stuck) in known {
        let placements = (0..guards).fold(1, |product, chosen| product * (22 - chosen) / (chosen + 1));
        let (mut met, mut lines, mut won) = (0, 0, 0);
        layer(&game, guards, GUARDS, |position| {
            met += 1;
            match game.outcome(position) {
                Some(Outcome::Winner(GUARDS)) => lines += 1,
                Some(_) => won += 1,
                None => assert!(game.count_moves(position) > 0),
            }
        });
        assert_eq!((met, lines, won), (2_300 * placements, 100 * placements, stuck), "{guards} guards");
    }
}

/// How many positions of the layers with 0, 1 and 2 guards each player wins, by backward induction.
#[test]
fn small_layers_solved() {
    let game = ThreeMusketeers::default();
    let mut winners: HashMap<Pieces, Player> = HashMap::new();
    let known = [
        (0, MUSKETEERS, [2_200, 100]),
        (0, GUARDS, [2_200, 100]),
        (1, MUSKETEERS, [48_256, 2_344]),
        (1, GUARDS, [48_100, 2_500]),
        (2, MUSKETEERS, [505_436, 25_864]),
        (2, GUARDS, [498_756, 32_544]),
    ];
    for (guards, turn, expected) in known {
        let mut wins = [0; 2];
        let mut solved = Vec::new();
        layer(&game, guards, turn, |position| {
            let winner = match game.outcome(position) {
                Some(outcome) => outcome.winner().unwrap(),
                None if moves(&game, position).iter().any(|&m| winners[&game.play(position, m)] == turn) => turn,
                None => turn.other(),
            };
            wins[winner.index()] += 1;
            solved.push((*position, winner));
        });
        winners.extend(solved);
        assert_eq!(wins, expected, "{guards} guards, {turn:?} to move");
    }
}

/// From a full board the musketeers win in one ply by leaving a cell that only musketeers touch: 168 of the 2,300
/// placements allow it, and all of them rest on the rule about stuck guards.
#[test]
fn full_boards_won_at_once() {
    for (rules, expected) in [("", 168), ("stuck=pass", 0), ("stuck=guards", 0)] {
        let game: ThreeMusketeers = build(rules).unwrap();
        let mut won = 0;
        layer(&game, 22, MUSKETEERS, |position| {
            let wins = |m: &Step| game.outcome(&game.play(position, *m)) == MUSKETEERS_WON;
            won += usize::from(moves(&game, position).iter().any(wins));
        });
        assert_eq!(won, expected, "{rules}");
    }
}

#[test]
fn stuck_guards_lose_pass_or_win() {
    // The musketeer that left a2 can be followed only by musketeers.
    let stuck = "GGGGG/GGGGG/MGGGG/.MGGG/MGGGG g";
    assert_eq!(outcome(&build("").unwrap(), stuck), MUSKETEERS_WON);
    assert_eq!(outcome(&build("stuck=guards").unwrap(), stuck), GUARDS_WON);
    let game: ThreeMusketeers = build("stuck=pass").unwrap();
    assert_eq!(outcome(&game, stuck), None);
    assert_eq!(show_moves(&game, stuck), ["pass"]);
    let after = game.play(&game.read_position(stuck).unwrap(), Step::PASS);
    assert_eq!(game.show_position(&after), "GGGGG/GGGGG/MGGGG/.MGGG/MGGGG m");
}

#[test]
fn passing_ends_when_no_guard_is_left() {
    let game: ThreeMusketeers = build("stuck=pass").unwrap();
    assert_eq!(show_moves(&game, "....M/...../..M../...../M.... g"), ["pass"]);
    assert_eq!(outcome(&game, "....M/...../..M../...../M.... m"), MUSKETEERS_WON);
}

#[test]
fn musketeers_without_a_capture_wait_for_their_turn_or_not() {
    let (theirs, not_theirs) = ("....M/...../..M../...../M.G.. m", "....M/...../..M../...../M.G.. g");
    let usual = ThreeMusketeers::default();
    assert_eq!(outcome(&usual, theirs), MUSKETEERS_WON);
    assert_eq!(outcome(&usual, not_theirs), None);
    assert_eq!(show_moves(&usual, not_theirs), ["c1c2", "c1b1", "c1d1"]);
    for rules in ["ending=early", "ending=early,stuck=guards", "ending=early,stuck=pass"] {
        let early: ThreeMusketeers = build(rules).unwrap();
        assert_eq!(outcome(&early, theirs), MUSKETEERS_WON);
        assert_eq!(outcome(&early, not_theirs), MUSKETEERS_WON);
    }
}

#[test]
fn a_line_comes_before_everything_else() {
    for rules in ["", "stuck=pass", "ending=early"] {
        let game: ThreeMusketeers = build(rules).unwrap();
        assert_eq!(outcome(&game, "M.M.M/...../...../...../....G m"), GUARDS_WON, "{rules}");
        assert_eq!(outcome(&game, "..M../..M../...../..M../..... g"), GUARDS_WON, "{rules}");
        assert_eq!(outcome(&game, "M...M/...../...../...../M...G m"), MUSKETEERS_WON, "{rules}");
    }
}

#[test]
fn a_single_musketeer_is_never_in_a_line() {
    let game: ThreeMusketeers = build("rows=3,columns=3,musketeers=1").unwrap();
    assert_eq!(game.start().musketeers, cell(1, 1));
    assert_eq!(game.outcome(&game.start()), None);
    assert_eq!(moves(&game, &game.start()).len(), 4);
    assert_eq!(outcome(&game, ".../.M./... m"), MUSKETEERS_WON);
}
