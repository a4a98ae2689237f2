//! Sets of cells as 64-bit words.
//!
//! The cell in row `r` (from the top) and column `c` (from the left) is bit `7 r + c`, whatever the size of the board.
//! Boards have at most six columns, so the seventh is always empty and a step over the edge of a row falls into it: no
//! mask is needed against wrapping around. One layout for all sizes keeps every shift a constant.

/// The distance between a cell and the one below it.
pub const STRIDE: u32 = 7;

/// The longest side of a board.
pub const MAX_SIDE: usize = 6;

/// The cells of the top row and of the left column of the largest board.
pub const TOP_ROW: u64 = (1 << MAX_SIDE) - 1;
pub const LEFT_COLUMN: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35;

/// The set of one cell.
pub const fn cell(row: usize, column: usize) -> u64 {
    1 << (row * STRIDE as usize + column)
}

/// All cells of a board.
pub const fn board(rows: usize, columns: usize) -> u64 {
    let mut all = 0;
    let mut row = 0;
    while row < rows {
        all |= ((1 << columns) - 1) << (row * STRIDE as usize);
        row += 1;
    }
    all
}

/// For the number of a cell, its row and its column as sets. Padded to 64 so that an index needs no check.
const ROW_AND_COLUMN: [[u64; 2]; 64] = {
    let mut lines = [[0; 2]; 64];
    let mut number = 0;
    while number < MAX_SIDE * STRIDE as usize {
        let (row, column) = (number / STRIDE as usize, number % STRIDE as usize);
        lines[number] = [TOP_ROW << (row * STRIDE as usize), LEFT_COLUMN << column];
        number += 1;
    }
    lines
};

/// Whether two cells or more, and all of the set, stand in one row or one column.
#[inline]
pub fn aligned(set: u64) -> bool {
    let others = set & set.wrapping_sub(1);
    let [row, column] = ROW_AND_COLUMN[(set.trailing_zeros() & 63) as usize];
    others != 0 && (others & !row == 0 || others & !column == 0)
}

/// Whether some cell of `a` is next to some cell of `b`.
#[inline]
pub fn touch(a: u64, b: u64) -> bool {
    (a << 1 | a >> 1 | a << STRIDE | a >> STRIDE) & b != 0
}

/// How many pairs of neighbours have one cell in `a` and the other in `b`. The sets must be disjoint: then a pair of
/// neighbours is counted once, at its left or upper cell, and two populations do for four directions.
#[inline]
pub fn pairs(a: u64, b: u64) -> u32 {
    let beside = a & (b >> 1) | b & (a >> 1);
    let below = a & (b >> STRIDE) | b & (a >> STRIDE);
    beside.count_ones() + below.count_ones()
}

/// The numbers of the cells of a set, in order.
#[inline]
pub fn numbers(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let number = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        number
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_neighbour_wraps_around() {
        let all = board(6, 6);
        assert_eq!(all.count_ones(), 36);
        for a in numbers(all) {
            for b in numbers(all & !(1 << a)) {
                let steps = (a / STRIDE).abs_diff(b / STRIDE) + (a % STRIDE).abs_diff(b % STRIDE);
                assert_eq!(touch(1 << a, 1 << b), steps == 1, "{a} {b}");
                assert_eq!(pairs(1 << a, 1 << b), u32::from(steps == 1), "{a} {b}");
            }
        }
    }

    #[test]
    fn a_line_needs_two() {
        assert!(!aligned(cell(2, 3)));
        assert!(aligned(cell(2, 0) | cell(2, 5)));
        assert!(aligned(cell(0, 1) | cell(5, 1) | cell(3, 1)));
        assert!(!aligned(cell(0, 0) | cell(1, 1)), "diagonals do not count");
        assert!(!aligned(cell(0, 0) | cell(0, 1) | cell(1, 1)));
    }
}
