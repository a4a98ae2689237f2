//! The symmetries of the board: eight of a square, four of another rectangle.
//!
//! A symmetry's number is three bits: 1 mirrors left and right, 2 top and bottom, 4 exchanges rows and columns before
//! that (squares only). Whole sets are mapped line by line, in the 6x6 frame and then pushed into the top left corner:
//! six or eleven masks and shifts, all constant.

use super::bits::{LEFT_COLUMN, MAX_SIDE, STRIDE, TOP_ROW, cell};
use super::{Pieces, Step, ThreeMusketeers};
use athos_core::Symmetric;

const LEFT_RIGHT: usize = 1;
const TOP_BOTTOM: usize = 2;
const TRANSPOSE: usize = 4;

/// `DIAGONALS[d]`: the cells whose column is `d` greater than their row.
const DIAGONALS: [u64; MAX_SIDE] = {
    let mut diagonals = [0; MAX_SIDE];
    let mut row = 0;
    while row < MAX_SIDE {
        let mut column = row;
        while column < MAX_SIDE {
            diagonals[column - row] |= cell(row, column);
            column += 1;
        }
        row += 1;
    }
    diagonals
};

/// The image of a set under the mirror that exchanges left and right.
#[inline]
fn left_right(set: u64, columns: usize) -> u64 {
    let column = |column: usize| (set >> column & LEFT_COLUMN) << (MAX_SIDE - 1 - column);
    (0..MAX_SIDE).fold(0, |image, c| image | column(c)) >> (MAX_SIDE - columns)
}

/// The image of a set under the mirror that exchanges top and bottom.
#[inline]
fn top_bottom(set: u64, rows: usize) -> u64 {
    let stride = STRIDE as usize;
    let row = |row: usize| (set >> (row * stride) & TOP_ROW) << ((MAX_SIDE - 1 - row) * stride);
    (0..MAX_SIDE).fold(0, |image, r| image | row(r)) >> ((MAX_SIDE - rows) * stride)
}

/// The image of a set when rows become columns. A cell `d` right of the main diagonal moves `d` rows down and `d`
/// columns left, that is by `6 d` bits.
#[inline]
fn transpose(set: u64) -> u64 {
    (1..MAX_SIDE).fold(set & DIAGONALS[0], |image, d| {
        let shift = d * (STRIDE as usize - 1);
        image | (set & DIAGONALS[d]) << shift | set >> shift & DIAGONALS[d]
    })
}

impl ThreeMusketeers {
    /// The image of a set of cells.
    #[inline]
    pub(super) fn map_set(&self, symmetry: usize, mut set: u64) -> u64 {
        if symmetry & TRANSPOSE != 0 {
            set = transpose(set);
        }
        if symmetry & LEFT_RIGHT != 0 {
            set = left_right(set, self.columns);
        }
        if symmetry & TOP_BOTTOM != 0 {
            set = top_bottom(set, self.rows);
        }
        set
    }

    fn map_cell(&self, symmetry: usize, number: u8) -> u8 {
        self.map_set(symmetry, 1u64.wrapping_shl(u32::from(number))).trailing_zeros() as u8
    }
}

impl Symmetric for ThreeMusketeers {
    fn symmetries(&self) -> usize {
        if self.rows == self.columns { 8 } else { 4 }
    }

    #[inline]
    fn map_position(&self, symmetry: usize, position: &Pieces) -> Pieces {
        Pieces {
            musketeers: self.map_set(symmetry, position.musketeers),
            guards: self.map_set(symmetry, position.guards),
            turn: position.turn,
        }
    }

    fn map_move(&self, symmetry: usize, _position: &Pieces, m: Step) -> Step {
        if m == Step::PASS {
            return m;
        }
        Step { from: self.map_cell(symmetry, m.from), to: self.map_cell(symmetry, m.to) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;
    use std::collections::HashSet;

    #[test]
    fn the_start_has_two_images() {
        // The mirrors at both diagonals, the half turn and the identity fix it: one image for each pair of corners.
        let game = ThreeMusketeers::default();
        let images: HashSet<_> = (0..8).map(|s| game.map_position(s, &athos_core::Game::start(&game))).collect();
        assert_eq!(images.len(), 2);
    }

    #[test]
    fn a_corner_goes_to_every_corner_and_the_six_types_of_cell_of_a_5x5_board_stay_apart() {
        let game = ThreeMusketeers::default();
        let mut types = HashSet::new();
        for number in super::super::bits::numbers(game.board) {
            let images: Vec<u64> = (0..8).map(|s| game.map_set(s, 1 << number)).collect();
            assert!(images.iter().all(|image| image & game.board == *image && image.count_ones() == 1));
            types.extend(images.into_iter().min());
        }
        assert_eq!(types.len(), 6);
    }

    #[test]
    fn other_rectangles_have_four() {
        let game: ThreeMusketeers = build("rows=3,columns=6").unwrap();
        assert_eq!(game.symmetries(), 4);
        let corners: HashSet<u64> = (0..4).map(|s| game.map_set(s, cell(0, 0))).collect();
        assert_eq!(corners, HashSet::from([cell(0, 0), cell(0, 5), cell(2, 0), cell(2, 5)]));
    }
}
