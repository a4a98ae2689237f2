//! Superpositions: all 256 turnings of the four quadrants of a board as one set of bits.
//!
//! A turning says for every quadrant how many quarter turns clockwise it has made: four numbers from 0 to 3. A move
//! changes one of them by one, so a set of turnings after a number of moves has one parity only, and 128 bits hold it:
//! bit `r0 + 4 r1 + 16 r2 + 64 (r3 / 2)`, where the parity gives the last bit of r3. To choose the best turn in all of
//! them is a handful of shifts.

use crate::quadrants::{CONTENTS, Quadrant, complete_lines, content, map_content};
use std::sync::LazyLock;

/// A set of turnings of one parity: those with r3 below 2, then the others.
pub type Turnings = [u64; 2];

/// The lines that a content of a quadrant completes its part of, by quadrant, content and quarter turns.
static COMPLETE: LazyLock<Vec<[[u32; 4]; CONTENTS]>> = LazyLock::new(|| {
    let turned =
        |quadrant, held| std::array::from_fn(|turns| complete_lines(quadrant, map_content(turns, held) as usize));
    Quadrant::ALL.iter().map(|&quadrant| std::array::from_fn(|held| turned(quadrant, held))).collect()
});

/// The turnings in which these stones have five in a row, by parity.
pub fn fives(stones: u64) -> [Turnings; 2] {
    let [a, b, c, d] = Quadrant::ALL.map(|quadrant| COMPLETE[quadrant.index()][content(stones, quadrant)]);
    let mut sets = [[0; 2]; 2];
    for r3 in 0..4 {
        for r2 in 0..4 {
            let lower = c[r2] & d[r3];
            if lower == 0 {
                continue;
            }
            for r1 in 0..4 {
                for r0 in 0..4 {
                    if a[r0] & b[r1] & lower != 0 {
                        sets[(r0 + r1 + r2 + r3) % 2][r3 / 2] |= 1 << (r0 + 4 * r1 + 16 * r2);
                    }
                }
            }
        }
    }
    sets
}

/// The turnings, of the other parity, from which one turn of a quadrant leads into a set.
#[inline(always)]
pub fn one_turn_before(set: Turnings) -> Turnings {
    let around = |half: u64| {
        const LOW: u64 = 0x1111_1111_1111_1111;
        const ROW: u64 = 0x000f_000f_000f_000f;
        let first = (half << 1 & !LOW) | (half >> 3 & LOW) | (half >> 1 & !(LOW << 3)) | (half << 3 & LOW << 3);
        let second = (half << 4 & !ROW) | (half >> 12 & ROW) | (half >> 4 & !(ROW << 12)) | (half << 12 & ROW << 12);
        first | second | half.rotate_left(16) | half.rotate_right(16)
    };
    // A turn of the last quadrant leads to both halves, whichever way it goes.
    let both = set[0] | set[1];
    [around(set[0]) | both, around(set[1]) | both]
}

/// Whether a set has the turning in which nothing turned (parity 0), or one quarter turn of a quadrant was made.
pub fn contains(set: Turnings, turns: [usize; 4]) -> bool {
    set[turns[3] / 2] >> (turns[0] + 4 * turns[1] + 16 * turns[2]) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pentago::Rotation;
    use crate::quadrants::{Twist, has_five};
    use athos_core::random::Random;

    fn turnings() -> impl Iterator<Item = [usize; 4]> {
        (0..256).map(|index: usize| std::array::from_fn(|quadrant| index >> (2 * quadrant) & 3))
    }

    fn turned(stones: u64, turns: [usize; 4]) -> u64 {
        let twice = |stones, rotation: Rotation, turns| (0..turns).fold(stones, |stones, _| rotation.apply(stones));
        let clockwise = |quadrant| Rotation { quadrant, clockwise: true };
        Quadrant::ALL.into_iter().fold(stones, |all, quadrant| twice(all, clockwise(quadrant), turns[quadrant.index()]))
    }

    #[test]
    fn fives_are_those_of_every_turned_board() {
        let (mut random, mut found) = (Random::new(4), 0);
        for _ in 0..2_000 {
            let stones = (random.next_u64() | random.next_u64() & random.next_u64()) & ((1 << 36) - 1);
            let sets = fives(stones);
            for turns in turnings() {
                let five = contains(sets[turns.iter().sum::<usize>() % 2], turns);
                assert_eq!(five, has_five(turned(stones, turns)));
                found += usize::from(five);
            }
        }
        assert!(found > 1_000);
    }

    #[test]
    fn one_turn_leads_where_the_rules_say() {
        let mut random = Random::new(9);
        for parity in 0..2 {
            let set = [random.next_u64() & random.next_u64() & random.next_u64() & random.next_u64(), 0];
            let set = [set[0], random.next_u64() & random.next_u64() & random.next_u64() & random.next_u64()];
            for turns in turnings().filter(|turns| turns.iter().sum::<usize>() % 2 != parity) {
                let mut neighbours = (0..8).map(|turn| {
                    let mut next = turns;
                    next[turn / 2] = (next[turn / 2] + if turn % 2 == 0 { 1 } else { 3 }) % 4;
                    next
                });
                assert_eq!(contains(one_turn_before(set), turns), neighbours.any(|next| contains(set, next)));
            }
        }
    }
}
