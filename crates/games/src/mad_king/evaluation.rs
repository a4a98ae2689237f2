//! Estimates.
//!
//! [`MadKing`]'s own estimate adds up what decides games: how far the king has come and how many dragons still stand
//! between it and the goal, what is left of both sides, how freely the king moves, and what could be captured or
//! converted next. A few shifts and population counts; no move is generated.

use super::bits::{BOARD, STRIDE, beside, beside_two, place};
use super::{GUARDS, GUARDS_AND_DRAGONS, KING, MadKing, Position};
use athos_core::{Evaluate, Game};

/// Makes the start position worth nothing to either player.
const BALANCE: i32 = 60;
/// What the king's row is worth, from the top.
const ADVANCE: [i32; 5] = [0, 12, 30, 70, 200];
const GUARD: i32 = 40;
const DRAGON: i32 = 30;
/// For every dragon in the rows that the king has yet to cross.
const DRAGON_AHEAD: i32 = 8;
/// For every empty cell beside the king.
const FREEDOM: i32 = 5;
/// For every dragon beside the king.
const PRESSURE: i32 = 10;
/// For every dragon that the king's side could capture.
const CAPTURE: i32 = 12;
/// For every guard with two dragons or more beside it.
const SIEGE: i32 = 9;

fn row(position: &Position) -> usize {
    place(position.king.trailing_zeros() as u8).0.min(ADVANCE.len() - 1)
}

fn count(set: u32) -> i32 {
    (set & BOARD).count_ones() as i32
}

/// The estimate for the king's player.
fn king_estimate(position: &Position) -> i32 {
    let ahead = BOARD << (STRIDE * (row(position) + 1));
    let near = beside(position.king);
    BALANCE + ADVANCE[row(position)] + GUARD * count(position.guards)
        - DRAGON * count(position.dragons)
        - DRAGON_AHEAD * count(position.dragons & ahead)
        + FREEDOM * count(position.empty() & near)
        - PRESSURE * count(position.dragons & near)
        + CAPTURE * count(position.capturable())
        - SIEGE * count(position.guards & beside_two(position.dragons))
}

impl Evaluate for MadKing {
    fn evaluate(&self, position: &Position) -> i32 {
        let estimate = king_estimate(position);
        if self.turn(position) == KING { estimate } else { -estimate }
    }
}

/// Report E's utility, from the king's side: one for each guard and each captured dragon, twenty for each row the king
/// has advanced; less one for each dragon left and each guard lost, and less twenty when the king is captured, which is
/// when three dragons beside it leave no empty cell there.
///
/// A converted guard is a guard lost and one more dragon that can be captured.
pub fn report_e_utility(position: &Position) -> i32 {
    let (guards, dragons) = (count(position.guards), count(position.dragons));
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
        assert_eq!(start, 0);
        assert!(estimate("..K../.GGG./...../DDDD./..... k") > start, "a dragon fewer");
        assert!(estimate("..K../.GG../...../DDDDD/..... k") < start, "a guard fewer");
        assert!(estimate("5/5/..K../DDDD1/5 k") > estimate("..K../5/5/DDDD1/5 k"), "the king further on");
        assert!(estimate("4D/DDD2/2K2/5/5 k") > estimate("5/5/2K2/5/DDDD1 k"), "the dragons behind the king");
        assert_eq!(estimate("5/5/..K../DDDD1/5 d"), -estimate("5/5/..K../DDDD1/5 k"), "for the player to move");
    }
}
