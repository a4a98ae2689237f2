//! An estimate from the lines that are still open.
//!
//! A line with stones of one colour only is worth something to that player, and each further stone makes it worth a
//! good deal more: a twist can break a line or mend it, but stones that stand together tend to stay together. A stone in
//! the middle of a quadrant lies on many lines and no turn of the quadrant moves it.

use super::game::{QuadrantGame, Twist};
use super::lines::{LINES, counts};
use super::stones::{Cell, Stones};
use athos_core::Evaluate;

/// What a line is worth to the only player with stones on it, by their number.
const LINE_WORTH: [i32; 6] = [0, 2, 8, 24, 64, 0];

/// What a stone in the middle of a quadrant is worth.
const MIDDLE_WORTH: i32 = 6;

const MIDDLES: u64 = Cell::at(1, 1).bit() | Cell::at(1, 4).bit() | Cell::at(4, 1).bit() | Cell::at(4, 4).bit();

/// The worth of a line by `8 * own + other`, the numbers of stones on it.
static WORTH: [i32; 64] = {
    let mut table = [0; 64];
    let mut count = 1;
    while count < LINE_WORTH.len() {
        table[8 * count] = LINE_WORTH[count];
        table[count] = -LINE_WORTH[count];
        count += 1;
    }
    table
};

impl<T: Twist> Evaluate for QuadrantGame<T> {
    fn evaluate(&self, position: &Stones) -> i32 {
        let player = position.turn();
        let (own, other) = (position.of(player), position.of(player.other()));
        // Both counts of a line, three bits each, one beside the other: no line has more than five stones.
        let (own_counts, other_counts) = (counts(own), counts(other));
        let lines = (0..LINES.len()).map(|line| {
            let count = |counts: u128| (counts >> (4 * line)) as usize & 7;
            WORTH[8 * count(own_counts) + count(other_counts)]
        });
        let middles = (own & MIDDLES).count_ones() as i32 - (other & MIDDLES).count_ones() as i32;
        lines.sum::<i32>() + MIDDLE_WORTH * middles
    }
}
