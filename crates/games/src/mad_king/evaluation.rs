//! Estimates.
//!
//! [`MadKing`]'s own estimate is a sum of learned weights, one set of them for every number of guards, because a move
//! that is good with three guards may lose with one. It sees how many dragons there are and who moves, where the king,
//! the guards and the dragons stand, where the others stand as seen from the king, how free the king is and how far its
//! way to the goal, and what could be captured or converted next. No move is generated.
//!
//! The weights are fitted to the tables of the default rules: `cargo run --release -p athos-solve --example fit --
//! mad-king` (see `weights.rs`).

use super::bits::{BOARD, GOAL, SIZE, beside, beside_three, beside_two, cells, place};
use super::weights::WEIGHTS;
use super::{GUARDS, GUARDS_AND_DRAGONS, KING, MadKing, Position};
use crate::features::{Features, weigh};
use athos_core::Evaluate;

/// A file and its mirror image count as one.
const FILES: usize = SIZE.div_ceil(2);
/// Cells up to the mirror.
const CELLS: usize = SIZE * FILES;
/// Where a piece may stand as seen from the king, up to the mirror.
const AROUND: usize = (2 * SIZE - 1) * SIZE;
/// From no dragon to as many as there can be.
const DRAGONS_TO_COUNT: usize = GUARDS_AND_DRAGONS as usize + 1;
/// A way of so many steps, or none.
const WAYS: usize = 8;

// The features of a set, in order: where each kind begins.
const MATERIAL: usize = 0;
const KING_AT: usize = MATERIAL + 2 * DRAGONS_TO_COUNT;
const GUARD_AT: usize = KING_AT + CELLS;
const DRAGON_AT: usize = GUARD_AT + CELLS;
const GUARD_FROM_KING: usize = DRAGON_AT + CELLS;
const DRAGON_FROM_KING: usize = GUARD_FROM_KING + AROUND;
const FREEDOM: usize = DRAGON_FROM_KING + AROUND;
const WAY: usize = FREEDOM + 2 * 5;
const CAPTURE: usize = WAY + 2 * WAYS;
const SIEGE: usize = CAPTURE + 2;
const TRAP: usize = SIEGE + 2;
/// The features of a set.
const SET: usize = TRAP + 2;

fn row(position: &Position) -> usize {
    place(position.king.trailing_zeros() as u8).0.min(SIZE - 1)
}

fn count(set: u32) -> usize {
    (set & BOARD).count_ones() as usize
}

/// A cell up to the mirror.
#[inline]
fn folded(cell: u8) -> usize {
    let (row, file) = place(cell);
    row * FILES + file.min(SIZE - 1 - file)
}

/// A cell as seen from another, up to the mirror.
#[inline]
fn seen_from(cell: u8, other: u8) -> usize {
    let ((row, file), (from_row, from_file)) = (place(cell), place(other));
    (row + SIZE - 1 - from_row) * SIZE + file.abs_diff(from_file)
}

/// How many steps over empty cells lead the king to the goal, nobody hindering it.
fn way(position: &Position) -> usize {
    let (empty, mut reached) = (position.empty(), position.king);
    for steps in 1..WAYS {
        let further = reached | beside(reached) & empty;
        if further & GOAL != 0 {
            return steps;
        }
        if further == reached {
            break;
        }
        reached = further;
    }
    0
}

impl Features for MadKing {
    const FEATURES: usize = (GUARDS as usize + 1) * SET;

    #[inline]
    fn features(&self, position: &Position, mut see: impl FnMut(usize, i32)) {
        let Position { king, guards, dragons, turn } = *position;
        let set = SET * count(guards).min(GUARDS as usize);
        let of_turn = |kind: usize, kinds: usize, what: usize| set + kind + turn.index() * kinds + what.min(kinds - 1);
        let king_cell = king.trailing_zeros() as u8;
        see(of_turn(MATERIAL, DRAGONS_TO_COUNT, count(dragons)), 1);
        see(set + KING_AT + folded(king_cell), 1);
        for guard in cells(guards) {
            see(set + GUARD_AT + folded(guard), 1);
            see(set + GUARD_FROM_KING + seen_from(guard, king_cell), 1);
        }
        for dragon in cells(dragons) {
            see(set + DRAGON_AT + folded(dragon), 1);
            see(set + DRAGON_FROM_KING + seen_from(dragon, king_cell), 1);
        }
        see(of_turn(FREEDOM, 5, count(position.empty() & beside(king))), 1);
        see(of_turn(WAY, WAYS, way(position)), 1);
        let traps = beside(guards) & position.empty() & beside_three(dragons);
        see(of_turn(CAPTURE, 1, 0), count(position.capturable()) as i32);
        see(of_turn(SIEGE, 1, 0), count(guards & beside_two(dragons)) as i32);
        see(of_turn(TRAP, 1, 0), count(traps) as i32);
    }
}

impl Evaluate for MadKing {
    fn evaluate(&self, position: &Position) -> i32 {
        let estimate = weigh(self, position, &WEIGHTS);
        if position.turn == KING { estimate } else { -estimate }
    }
}

/// Report E's utility, from the king's side: one for each guard and each captured dragon, twenty for each row the king
/// has advanced; less one for each dragon left and each guard lost, and less twenty when the king is captured, which is
/// when three dragons beside it leave no empty cell there.
///
/// A converted guard is a guard lost and one more dragon that can be captured.
pub fn report_e_utility(position: &Position) -> i32 {
    let (guards, dragons) = (count(position.guards) as i32, count(position.dragons) as i32);
    let captured = GUARDS_AND_DRAGONS as i32 - guards - dragons;
    let lost = GUARDS as i32 - guards;
    let king_captured = i32::from(position.king_blocked());
    guards + captured + 20 * row(position) as i32 - dragons - lost - 20 * king_captured
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::Notation;

    #[test]
    fn the_reports_utility_counts_what_the_report_says() {
        let utility = |text: &str| report_e_utility(&MadKing::default().read_position(text).unwrap());
        // Three guards, five dragons.
        assert_eq!(utility("..K../.GGG./...../DDDDD/..... d"), 3 - 5);
        // Two rows advanced, two guards, one of them converted, two dragons captured.
        assert_eq!(utility("5/5/G1K1G/DDDD1/5 k"), 40 + 2 + 2 - 4 - 1);
        // The king on row 2 is captured, one guard left, four dragons captured, three left, two guards lost.
        assert_eq!(utility("...../..D../.DKG./..D../..... k"), 40 + 1 + 4 - 3 - 2 - 20);
    }

    #[test]
    fn the_estimate_prefers_what_a_player_would() {
        let game = MadKing::default();
        let estimate = |text: &str| game.evaluate(&game.read_position(text).unwrap());
        let start = estimate("..K../.GGG./...../DDDDD/..... k");
        assert!(start.abs() < 50, "a draw");
        assert!(estimate("..K../.GGG./...../DDDD./..... k") > start, "a dragon fewer");
        assert!(estimate("..K../5/5/DDDDD/5 k") < start, "no guards");
        assert!(estimate("5/5/..K../DDDD1/5 k") > estimate("..K../5/5/DDDD1/5 k"), "the king further on");
        assert!(estimate("4D/DDD2/2K2/5/5 k") > estimate("5/5/2K2/5/DDDD1 k"), "the dragons behind the king");
        assert!(estimate("5/5/..K../DDDD1/5 k") > -estimate("5/5/..K../DDDD1/5 d"), "having the move");
    }
}
