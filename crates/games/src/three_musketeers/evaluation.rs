//! The estimate: a sum of learned weights, for each player to move and for each stage of the game.
//!
//! Guards are what counts: the guards need them to drive the musketeers, and the players' chances are about equal when
//! a third is left. Then: how far the musketeers are spread over rows and columns, and how many of them share one, since
//! a line is what they lose by; how many captures there are and how many musketeers have none; how many steps the guards
//! have; how near the edges both stand, and how many guards stand side by side. A stage is a share of the guards that may be left, so that other boards than the usual one are judged alike.
//!
//! The weights are fitted to the tables of the usual board: `cargo run --release -p athos-solve --example fit --
//! three-musketeers` (see `weights.rs`).

use super::bits::{LEFT_COLUMN, MAX_SIDE, STRIDE, TOP_ROW, cell, numbers, pairs, touch};
use super::weights::WEIGHTS;
use super::{MUSKETEERS, Pieces, ThreeMusketeers};
use crate::features::{Features, weigh};
use athos_core::Evaluate;

/// The stages: twenty-two guards, on the usual board, in as many steps.
const STAGES: usize = 23;
/// Longer lists of captures and steps count as these.
const CAPTURES: usize = 10;
const STEPS: usize = 24;
/// Rows or columns from the first musketeer to the last.
const SPREAD: usize = MAX_SIDE;

// The features of a set, in order: where each kind begins.
const EVEN: usize = 0;
const SPREADS: usize = EVEN + 1;
const SHARED: usize = SPREADS + SPREAD * SPREAD;
const CAPTURE: usize = SHARED + 4;
const IDLE: usize = CAPTURE + CAPTURES;
const STEP: usize = IDLE + 4;
const BESIDE: usize = STEP + STEPS;
const MUSKETEER_AT: usize = BESIDE + 16;
const GUARD_AT: usize = MUSKETEER_AT + KINDS;
const NEIGHBOURS: usize = GUARD_AT + KINDS;
/// The features of a set: a player to move and a stage.
const SET: usize = NEIGHBOURS + 1;

/// Cells that are as far from the edges as each other, by rows and columns of the board.
static PLACES: [[[u64; KINDS]; SIDES]; SIDES] = places();
const SIDES: usize = MAX_SIDE + 1;
/// The kinds of cells: corner, edge, and so on to the centre.
const KINDS: usize = 6;

const fn places() -> [[[u64; KINDS]; SIDES]; SIDES] {
    let mut places = [[[0; KINDS]; SIDES]; SIDES];
    let mut board = 0;
    while board < SIDES * SIDES {
        let (rows, columns) = (board / SIDES, board % SIDES);
        let mut number = 0;
        while number < rows * columns {
            let (row, column) = (number / columns, number % columns);
            let [a, b] = [from_edge(row, rows), from_edge(column, columns)];
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            places[rows][columns][high * (high + 1) / 2 + low] |= cell(row, column);
            number += 1;
        }
        board += 1;
    }
    places
}

/// How far a line is from the nearer end of so many.
const fn from_edge(line: usize, lines: usize) -> usize {
    if line < lines - 1 - line { line } else { lines - 1 - line }
}

impl Features for ThreeMusketeers {
    const FEATURES: usize = 2 * STAGES * SET;

    #[inline]
    fn features(&self, position: &Pieces, mut see: impl FnMut(usize, i32)) {
        let Pieces { musketeers, guards, turn } = *position;
        let most = (self.rows * self.columns - self.musketeers).max(1);
        let stage = (guards.count_ones() as usize * (STAGES - 1) / most).min(STAGES - 1);
        let set = SET * (turn.index() * STAGES + stage);
        for (place, cells) in PLACES[self.rows % SIDES][self.columns % SIDES].iter().enumerate() {
            see(set + MUSKETEER_AT + place, (musketeers & cells).count_ones() as i32);
            see(set + GUARD_AT + place, (guards & cells).count_ones() as i32);
        }
        see(set + NEIGHBOURS, ((guards & guards >> 1).count_ones() + (guards & guards >> STRIDE).count_ones()) as i32);
        let mut see = |kind: usize, kinds: usize, what: usize| see(set + kind + what.min(kinds - 1), 1);
        see(EVEN, 1, 0);

        // The rows and columns that have a musketeer.
        let lines = |lines: [u64; MAX_SIDE]| {
            let mut set = 0u32;
            lines.iter().enumerate().for_each(|(n, line)| set |= u32::from(musketeers & line != 0) << n);
            set
        };
        let both = [
            lines(std::array::from_fn(|row| TOP_ROW << (row as u32 * STRIDE))),
            lines(std::array::from_fn(|column| LEFT_COLUMN << column)),
        ];
        let spreads = both.map(|set| (31 - set.leading_zeros() - set.trailing_zeros()) as usize % SPREAD);
        see(SPREADS, SPREAD * SPREAD, spreads[0].min(spreads[1]) * SPREAD + spreads[0].max(spreads[1]));
        let shared: u32 = both.iter().map(|set| musketeers.count_ones().saturating_sub(set.count_ones())).sum();
        see(SHARED, 4, shared as usize);

        let empty = self.board & !(musketeers | guards);
        see(CAPTURE, CAPTURES, pairs(musketeers, guards) as usize);
        see(IDLE, 4, numbers(musketeers).filter(|cell| !touch(1 << cell, guards)).count());
        see(STEP, STEPS, pairs(guards, empty) as usize);
        see(BESIDE, 16, pairs(musketeers, empty) as usize);
    }
}

impl Evaluate for ThreeMusketeers {
    fn evaluate(&self, position: &Pieces) -> i32 {
        let estimate = weigh(self, position, &WEIGHTS);
        if position.turn == MUSKETEERS { estimate } else { -estimate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::Notation;

    fn estimate(text: &str) -> i32 {
        let game = ThreeMusketeers::default();
        game.evaluate(&game.read_position(text).unwrap())
    }

    #[test]
    fn the_start_is_good_for_the_guards_and_few_guards_are_good_for_the_musketeers() {
        assert!(estimate("GGGGM/GGGGG/GGMGG/GGGGG/MGGGG m") < 0);
        assert!(estimate("GGG.M/GGGGG/GGMGG/GGGGG/.MGGG g") > 0);
        assert!(estimate("....M/G..../..M../.G.../MG... m") > 0);
        assert!(estimate("....M/G..../..M../.G.../MG... g") < 0);
    }

    #[test]
    fn a_capture_to_choose_from_is_good_for_the_musketeers() {
        let (far, near) = ("....M/GG.../..M../...../M.... m", "....M/.GG../..M../...../M.... m");
        assert!(estimate(near) > estimate(far));
    }
}
