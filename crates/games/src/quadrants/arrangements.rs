//! Arrangements: what a few twists can make of a board, all of them at once.
//!
//! A twist moves whole quadrants, so the stones of one quadrant look like one of four *variants* wherever the twists
//! took them: at four places in Pentago-Swap, turned four ways in Pentago. An arrangement chooses a variant for every
//! quadrant. One turn of a player is one twist, so the arrangements after an even and after an odd number of turns are
//! two disjoint sets, and three turns are as far as the analysis of threats looks ahead.
//!
//! Everything here is made from [`Twist::apply`] alone, once, and costs some 90 KB a game.

use super::game::Twist;
use super::lines::LINES;
use super::stones::{CONTENTS, Quadrant};
use std::marker::PhantomData;

/// No game has more twists.
pub const MAX_TWISTS: usize = 8;
/// No game has more arrangements after an odd number of turns, up to three, or an even one, up to two.
pub const MAX_ARRANGEMENTS: usize = 64;

/// Where every cell goes, by the index of its bit.
type Permutation = [u8; 36];

/// One arrangement.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// Four times the variant of the top left quadrant plus the variant of the top right one.
    pub top: usize,
    /// The same of the bottom left and bottom right ones.
    pub bottom: usize,
    /// The cells, before any twist, that this arrangement puts on each of the lines.
    pub lines: [u64; 32],
    /// The arrangements one twist further, in the order of [`Twist::ALL`], as places in the list of the other parity.
    pub next: [u8; MAX_TWISTS],
}

/// The arrangements that up to three twists reach.
#[derive(Debug)]
pub struct Arrangements<T> {
    /// Those after no twist (the first of the list) or two.
    pub even: Vec<Arrangement>,
    /// Those after one twist (the first of the list, in the order of [`Twist::ALL`]) or three. `next` is only known of
    /// the former.
    pub odd: Vec<Arrangement>,
    /// How many stones a content of a quadrant has on every line, by quadrant and variant: the lower and the upper bit
    /// of a number from 0 to 3, a bit a line.
    pub counts: [[Vec<[u32; 2]>; 4]; 4],
    twists: PhantomData<T>,
}

impl<T: Twist> Arrangements<T> {
    /// Finds them all.
    pub fn new() -> Arrangements<T> {
        let then = |permutation: &Permutation, twist: T| -> Permutation {
            permutation.map(|cell| twist.apply(1 << cell).trailing_zeros() as u8)
        };

        // 1. Walk outwards, ring by ring: what a twist of one list leads to is in the other.
        let identity: Permutation = std::array::from_fn(|cell| cell as u8);
        let mut found: [Vec<Permutation>; 2] = [vec![identity], Vec::new()];
        let mut next: [Vec<[u8; MAX_TWISTS]>; 2] = [Vec::new(), Vec::new()];
        let mut ring = 0..1;
        for turn in 0..3 {
            let parity = turn % 2;
            let begun = found[1 - parity].len();
            for index in ring {
                let mut targets = [0; MAX_TWISTS];
                for (target, &twist) in targets.iter_mut().zip(T::ALL) {
                    let image = then(&found[parity][index], twist);
                    let known = found[1 - parity].iter().position(|other| *other == image);
                    let place = known.unwrap_or_else(|| {
                        found[1 - parity].push(image);
                        found[1 - parity].len() - 1
                    });
                    *target = place as u8;
                }
                next[parity].push(targets);
            }
            ring = begun..found[1 - parity].len();
        }

        // 2. Number the variants of each quadrant.
        let part = |permutation: &Permutation, quadrant: usize| -> [u8; 9] {
            std::array::from_fn(|cell| permutation[9 * quadrant + cell])
        };
        let mut variants: [Vec<[u8; 9]>; 4] = Default::default();
        for permutation in found.iter().flatten() {
            for (quadrant, variants) in variants.iter_mut().enumerate() {
                let part = part(permutation, quadrant);
                if !variants.contains(&part) {
                    variants.push(part);
                }
            }
        }

        // 3. Write each arrangement down.
        let arrangement = |permutation: &Permutation, next: Option<&[u8; MAX_TWISTS]>| {
            let variant = |quadrant: Quadrant| {
                let part = part(permutation, quadrant.index());
                variants[quadrant.index()].iter().position(|other| *other == part).unwrap_or_default()
            };
            let [top_left, top_right, bottom_left, bottom_right] = Quadrant::ALL.map(variant);
            let before =
                |line: u64| (0..36).filter(move |&cell| line >> permutation[cell] & 1 == 1).map(|cell| 1 << cell);
            Arrangement {
                top: 4 * top_left + top_right,
                bottom: 4 * bottom_left + bottom_right,
                lines: LINES.map(|line| before(line).sum()),
                next: next.copied().unwrap_or_default(),
            }
        };
        let list = |parity: usize| {
            let named = found[parity].iter().enumerate();
            named.map(|(index, permutation)| arrangement(permutation, next[parity].get(index))).collect()
        };
        let (even, odd): (Vec<Arrangement>, Vec<Arrangement>) = (list(0), list(1));
        assert!(even.len() <= MAX_ARRANGEMENTS && odd.len() <= MAX_ARRANGEMENTS && T::ALL.len() <= MAX_TWISTS);

        // 4. Count the stones of every content of every variant on every line.
        let count = |variant: &[u8; 9], held: usize| {
            let stones = (0..9).filter(|cell| held >> cell & 1 == 1).fold(0u64, |set, cell| set | 1 << variant[cell]);
            let mut bits = [0u32; 2];
            for (line, cells) in LINES.iter().enumerate() {
                let count = (cells & stones).count_ones();
                bits[0] |= (count & 1) << line;
                bits[1] |= (count >> 1) << line;
            }
            bits
        };
        let counts = variants.map(|variants| {
            assert_eq!(variants.len(), 4);
            std::array::from_fn(|variant| (0..CONTENTS).map(|held| count(&variants[variant], held)).collect())
        });
        Arrangements { even, odd, counts, twists: PhantomData }
    }
}

impl<T: Twist> Default for Arrangements<T> {
    fn default() -> Arrangements<T> {
        Arrangements::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pentago::Rotation;
    use crate::pentago_swap::Swap;

    /// Swaps: half of the 24 orders of four quadrants each. Turns: of the vectors of Z4^4, those at distance 0 or 2
    /// (1 + 4 + 24) and 1 or 3 (8 + 24 + 32) from the origin.
    #[test]
    fn there_are_as_many_as_the_groups_say() {
        let (swaps, turns) = (Swap::arrangements(), Rotation::arrangements());
        assert_eq!((swaps.even.len(), swaps.odd.len()), (12, 12));
        assert_eq!((turns.even.len(), turns.odd.len()), (29, 64));
    }

    #[test]
    fn twists_of_one_turn_come_first_and_in_order() {
        for (index, twist) in Rotation::ALL.iter().enumerate() {
            let arrangement = &Rotation::arrangements().odd[index];
            for (line, cells) in LINES.iter().enumerate() {
                assert_eq!(twist.apply(arrangement.lines[line]), *cells);
            }
            assert_eq!(Rotation::arrangements().even[0].next[index] as usize, index);
        }
    }
}
