//! An estimate from the lines that are still open.
//!
//! A line with stones of one colour only is worth something to that player, and each further stone makes it worth a
//! good deal more: a twist can break a line or mend it, but stones that stand together tend to stay together. A stone in
//! the middle of a quadrant lies on many lines and no turn of the quadrant moves it.

use super::game::{QuadrantGame, Twist};
use super::lines::line_counts;
use super::stones::{Cell, Stones};
use athos_core::Evaluate;

/// What a line is worth to the only player with stones on it, by their number. Five is the end of the game.
pub(super) const LINE_WORTH: [i32; 5] = [0, 2, 8, 24, 64];

/// What a stone in the middle of a quadrant is worth.
pub(super) const MIDDLE_WORTH: i32 = 6;

const MIDDLES: u64 = Cell::at(1, 1).bit() | Cell::at(1, 4).bit() | Cell::at(4, 1).bit() | Cell::at(4, 4).bit();

/// The worth of the lines whose stones are counted by these binary numbers, those in `blocked` left out.
fn lines_worth([ones, twos, fours]: [u32; 3], blocked: u32) -> i32 {
    let by_count = [ones & !twos & !fours, twos & !ones, ones & twos, fours & !ones];
    let worth = |(lines, worth): (u32, &i32)| (lines & !blocked).count_ones() as i32 * worth;
    by_count.into_iter().zip(&LINE_WORTH[1..]).map(worth).sum()
}

impl<T: Twist> Evaluate for QuadrantGame<T> {
    fn evaluate(&self, position: &Stones) -> i32 {
        let player = position.turn();
        let sets = [position.of(player), position.of(player.other())];
        let counts = sets.map(line_counts);
        let touched = counts.map(|[ones, twos, fours]| ones | twos | fours);
        let middles = sets.map(|stones| (stones & MIDDLES).count_ones() as i32 * MIDDLE_WORTH);
        let [own, other] = [lines_worth(counts[0], touched[1]), lines_worth(counts[1], touched[0])];
        own + middles[0] - other - middles[1]
    }
}

#[cfg(test)]
mod tests {
    use crate::{Pentago, PentagoSwap};
    use athos_core::{Evaluate, Notation};

    #[test]
    fn only_open_lines_count() {
        let estimate = |text: &str| {
            let position = Pentago::default().read_position(text).unwrap();
            assert_eq!(PentagoSwap::default().evaluate(&position), Pentago::default().evaluate(&position));
            Pentago::default().evaluate(&position)
        };
        // a6 lies on one row, one column and one diagonal; Black is to move.
        assert_eq!(estimate("W...../....../....../....../....../...... b"), -3 * 2);
        // b5 lies on two lines of each kind and in the middle of its quadrant, and takes the diagonal from a6.
        assert_eq!(estimate("W...../.B..../....../....../....../...... w"), 2 * 2 - (2 + 2 + 1) * 2 - 6);
        // What White has at the top, Black has at the bottom.
        assert_eq!(estimate("WWWW../....../....../....../....../BBBB.. w"), 0);
    }
}
