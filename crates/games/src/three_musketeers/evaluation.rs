//! The estimate: how many guards are left, and how far the musketeers are from standing in one line.
//!
//! In positions drawn at random on the usual board the two players win about equally often when a third of the guards
//! is left; every guard more helps the guards, who need them to drive the musketeers. What the musketeers need is room:
//! the smaller of the spans of their rows and columns says how many steps they are from a line. Fewer captures to choose
//! from are a gain for the musketeers, who win when none is left.

use super::bits::{LEFT_COLUMN, MAX_SIDE, STRIDE, TOP_ROW, pairs};
use super::{GUARDS, MUSKETEERS, Pieces, ThreeMusketeers};
use athos_core::Evaluate;

/// Points for having all guards left, against none.
const ALL_GUARDS: i32 = 3_000;
/// What the guards are worth when the game is even.
const EVEN: i32 = ALL_GUARDS * 3 / 8;
/// Points for a step between the musketeers and a line.
const ROOM: i32 = 150;
/// Points against every capture.
const CAPTURE: i32 = 40;

impl Evaluate for ThreeMusketeers {
    fn evaluate(&self, position: &Pieces) -> i32 {
        let all = (self.rows * self.columns - self.musketeers) as i32;
        let guards = position.guards.count_ones() as i32 * ALL_GUARDS / all - EVEN;
        let room = ROOM * room(position.musketeers);
        let captures = CAPTURE * pairs(position.musketeers, position.guards) as i32;
        let for_musketeers = room - guards - captures;
        match position.turn {
            MUSKETEERS => for_musketeers,
            GUARDS => -for_musketeers,
        }
    }
}

/// The smaller of the set's height and width, each one less than the number of lines it spans: 0 for a line.
fn room(set: u64) -> i32 {
    let fold = |lines: u64, distance: u32| (0..MAX_SIDE as u32).fold(0, |all, line| all | lines >> (line * distance));
    let columns = fold(set, STRIDE) & TOP_ROW;
    let rows = fold(set, 1) & LEFT_COLUMN;
    let span = |lines: u64| 63 - (lines.leading_zeros() + lines.trailing_zeros()) as i32;
    span(columns).min(span(rows) / STRIDE as i32)
}

#[cfg(test)]
mod tests {
    use super::super::bits::cell;
    use super::*;
    use athos_core::Notation;

    #[test]
    fn room_is_the_smaller_side_of_the_box() {
        assert_eq!(room(cell(0, 4) | cell(2, 2) | cell(4, 0)), 4);
        assert_eq!(room(cell(0, 4) | cell(1, 2) | cell(0, 0)), 1);
        assert_eq!(room(cell(5, 5) | cell(0, 3) | cell(2, 4)), 2);
        assert_eq!(room(cell(5, 5) | cell(5, 0)), 0);
    }

    #[test]
    fn guards_and_narrow_musketeers_are_good_for_the_guards() {
        let game = ThreeMusketeers::default();
        let estimate = |text: &str| game.evaluate(&game.read_position(text).unwrap());
        assert!(estimate("GGGGM/GGGGG/GGMGG/GGGGG/MGGGG m") < 0);
        assert!(estimate("....M/G..../..M../.G.../M.... m") > 0);
        assert!(estimate("....M/G..../...M./.G.../...M. g") > estimate("....M/G..../..M../.G.../M.... g"));
    }
}
