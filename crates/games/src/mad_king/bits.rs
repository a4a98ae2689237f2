//! Sets of cells as bits, and what stands beside what.
//!
//! Cell (row, column), counted from the top left, is bit `6 * row + column`: five columns and one that is never used,
//! which catches whatever is shifted off the side of the board. So a shift by 1 or 6 moves a whole set one step along a
//! row or a file, and counting neighbours is a few ands and ors for all cells at once. Results may hold bits off the
//! board; whoever uses them cuts them with a set that lies on it.

/// Rows and columns of the board.
pub const SIZE: usize = 5;
/// From a cell to the one below it.
pub const STRIDE: usize = SIZE + 1;
/// The cells of the top row.
pub const ROW: u32 = 0b11111;
/// The cells of the left column.
pub const COLUMN: u32 = 1 | 1 << STRIDE | 1 << (2 * STRIDE) | 1 << (3 * STRIDE) | 1 << (4 * STRIDE);
/// All cells of the board.
pub const BOARD: u32 = ROW * COLUMN;
/// The row that the king wants to reach.
pub const GOAL: u32 = ROW << (4 * STRIDE);

/// The number of the bit of a cell.
pub const fn cell(row: usize, column: usize) -> u8 {
    (STRIDE * row + column) as u8
}

/// Row and column of a cell.
pub const fn place(cell: u8) -> (usize, usize) {
    (cell as usize / STRIDE, cell as usize % STRIDE)
}

/// The set with one cell.
#[inline]
pub const fn bit(cell: u8) -> u32 {
    1u32.wrapping_shl(cell as u32)
}

/// The cells of a set, row by row from the top left.
#[inline]
pub fn cells(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        first
    })
}

/// The set moved one step right, left, down and up.
#[inline]
pub const fn steps(set: u32) -> [u32; 4] {
    [set << 1, set >> 1, set << STRIDE, set >> STRIDE]
}

/// The cells beside a cell of the set, along rows and files.
#[inline]
pub const fn beside(set: u32) -> u32 {
    let [a, b, c, d] = steps(set);
    a | b | c | d
}

/// The cells beside a cell of the set in all eight directions, cells of the set among them or not.
#[inline]
pub const fn around(set: u32) -> u32 {
    let wide = set | set << 1 | set >> 1;
    set << 1 | set >> 1 | wide << STRIDE | wide >> STRIDE
}

/// The cells with two or more of the set beside them.
#[inline]
pub const fn beside_two(set: u32) -> u32 {
    let [a, b, c, d] = steps(set);
    (a & b) | (c & d) | ((a | b) & (c | d))
}

/// The cells with three or more of the set beside them.
#[inline]
pub const fn beside_three(set: u32) -> u32 {
    let [a, b, c, d] = steps(set);
    (a & b & (c | d)) | (c & d & (a | b))
}

/// Where a piece on `cell` lands when it jumps, straight, over a neighbour in `over`.
#[inline]
pub const fn jumps(cell: u32, over: u32) -> u32 {
    let [a, b, c, d] = steps(cell);
    (a & over) << 1 | (b & over) >> 1 | (c & over) << STRIDE | (d & over) >> STRIDE
}

/// The set with left and right exchanged.
#[inline]
pub const fn mirror(set: u32) -> u32 {
    (set & COLUMN) << 4
        | (set & COLUMN << 1) << 2
        | (set & COLUMN << 2)
        | (set & COLUMN << 3) >> 2
        | (set & COLUMN << 4) >> 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: u8, b: u8) -> (usize, usize) {
        let ((row, column), (other_row, other_column)) = (place(a), place(b));
        (row.abs_diff(other_row), column.abs_diff(other_column))
    }

    #[test]
    fn shifts_never_wrap_around_the_board() {
        assert_eq!(BOARD.count_ones(), 25);
        for from in cells(BOARD) {
            for to in cells(BOARD) {
                let (rows, columns) = distance(from, to);
                assert_eq!(beside(bit(from)) & bit(to) != 0, rows + columns == 1, "{from} {to}");
                assert_eq!(around(bit(from)) & bit(to) != 0, rows.max(columns) == 1, "{from} {to}");
                let straight = (rows, columns) == (2, 0) || (rows, columns) == (0, 2);
                assert_eq!(jumps(bit(from), BOARD) & bit(to) != 0, straight, "{from} {to}");
            }
        }
    }

    #[test]
    fn neighbours_are_counted_right() {
        for middle in cells(BOARD) {
            let near: Vec<u8> = cells(beside(bit(middle)) & BOARD).collect();
            for choice in 0..1u32 << near.len() {
                let set: u32 =
                    near.iter().enumerate().filter(|(n, _)| choice >> n & 1 != 0).map(|(_, &c)| bit(c)).sum();
                assert_eq!(beside_two(set) & bit(middle) != 0, choice.count_ones() >= 2);
                assert_eq!(beside_three(set) & bit(middle) != 0, choice.count_ones() >= 3);
            }
        }
    }

    #[test]
    fn the_mirror_exchanges_columns() {
        for from in cells(BOARD) {
            let (row, column) = place(from);
            assert_eq!(mirror(bit(from)), bit(cell(row, SIZE - 1 - column)));
        }
    }
}
