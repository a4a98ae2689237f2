//! The 8 symmetries of the square: number `4 m + t` mirrors left and right if m is 1, then makes t quarter turns
//! clockwise.
//!
//! A symmetry does the same to the board, to the places of the four quadrants and to the cells inside each. So one
//! table, by symmetry and content of a quadrant, serves both to map positions and to turn a quadrant.

use super::game::{Placement, QuadrantGame, Twist};
use super::stones::{CONTENTS, Cell, Quadrant, Stones, content};
use athos_core::Symmetric;

/// How many there are.
pub const SYMMETRIES: usize = 8;

/// The symmetry that is a quarter turn clockwise.
pub const CLOCKWISE: usize = 1;

/// The symmetry that is a quarter turn the other way.
pub const ANTICLOCKWISE: usize = 3;

/// Whether a symmetry has a mirror in it, so that what turned one way turns the other way in the image.
#[inline]
pub const fn mirrors(symmetry: usize) -> bool {
    symmetry >= 4
}

/// The symmetry that undoes one.
#[inline]
pub const fn inverse(symmetry: usize) -> usize {
    if mirrors(symmetry) { symmetry } else { (4 - symmetry) % 4 }
}

/// The image of a row and a column, both below `size`, on a square of that size.
const fn image(symmetry: usize, size: usize, row: usize, column: usize) -> (usize, usize) {
    let (mut row, mut column) = (row, if mirrors(symmetry) { size - 1 - column } else { column });
    let mut turns = symmetry % 4;
    while turns > 0 {
        (row, column) = (column, size - 1 - row);
        turns -= 1;
    }
    (row, column)
}

static MAPPED_CONTENT: [[u16; CONTENTS]; SYMMETRIES] = {
    let mut table = [[0; CONTENTS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut held = 0;
        while held < CONTENTS {
            let mut cell = 0;
            while cell < 9 {
                let (row, column) = image(symmetry, 3, cell / 3, cell % 3);
                table[symmetry][held] |= ((held >> cell & 1) << (3 * row + column)) as u16;
                cell += 1;
            }
            held += 1;
        }
        symmetry += 1;
    }
    table
};

static MAPPED_QUADRANT: [[Quadrant; 4]; SYMMETRIES] = {
    let mut table = [Quadrant::ALL; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut quadrant = 0;
        while quadrant < 4 {
            let (row, column) = image(symmetry, 2, quadrant / 2, quadrant % 2);
            table[symmetry][quadrant] = Quadrant::ALL[2 * row + column];
            quadrant += 1;
        }
        symmetry += 1;
    }
    table
};

/// The image of a content of a quadrant, which must be below [`CONTENTS`].
#[inline]
pub fn map_content(symmetry: usize, held: usize) -> u64 {
    u64::from(MAPPED_CONTENT[symmetry][held])
}

/// Where a quadrant goes.
#[inline]
pub fn map_quadrant(symmetry: usize, quadrant: Quadrant) -> Quadrant {
    MAPPED_QUADRANT[symmetry][quadrant.index()]
}

/// The image of a set of cells.
#[inline]
pub fn map_stones(symmetry: usize, stones: u64) -> u64 {
    let part = |quadrant| map_content(symmetry, content(stones, quadrant)) << map_quadrant(symmetry, quadrant).shift();
    Quadrant::ALL.into_iter().fold(0, |image, quadrant| image | part(quadrant))
}

/// Where a cell goes.
#[inline]
pub fn map_cell(symmetry: usize, cell: Cell) -> Cell {
    Cell::of_bit(map_stones(symmetry, cell.bit()))
}

impl<T: Twist> Symmetric for QuadrantGame<T> {
    fn symmetries(&self) -> usize {
        SYMMETRIES
    }

    fn map_position(&self, symmetry: usize, position: &Stones) -> Stones {
        position.map(|stones| map_stones(symmetry, stones))
    }

    fn map_move(&self, symmetry: usize, _position: &Stones, m: Placement<T>) -> Placement<T> {
        Placement { cell: map_cell(symmetry, m.cell), twist: m.twist.map(|twist| twist.map(symmetry)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pentago;
    use crate::quadrants::{CELLS, SIZE};
    use std::collections::HashSet;

    #[test]
    fn tables_do_to_every_cell_what_the_symmetry_does_to_the_board() {
        for symmetry in 0..SYMMETRIES {
            for cell in CELLS {
                let (row, column) = image(symmetry, SIZE, cell.row(), cell.column());
                assert_eq!(map_cell(symmetry, cell), Cell::at(row, column));
                assert_eq!(map_cell(inverse(symmetry), map_cell(symmetry, cell)), cell);
            }
        }
    }

    /// The numbers are Burnside's count of colourings of the board under the symmetries of the square.
    #[test]
    fn placements_up_to_symmetry_are_as_many_as_burnside_counts() {
        let mut level = HashSet::from([Stones::default()]);
        for expected in [1, 6, 165, 2_715, 44_481] {
            assert_eq!(level.len(), expected);
            let children = level.iter().flat_map(|stones| {
                let empty = CELLS.iter().filter(|cell| stones.empty() & cell.bit() != 0);
                empty.map(|&cell| Pentago::default().canonical(&stones.place(cell)).0)
            });
            level = children.collect();
        }
    }
}
