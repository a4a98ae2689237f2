//! The 32 lines of five cells: 12 in rows, 12 in columns, 8 on diagonals. Six in a row are two of them.
//!
//! A line is complete when its part in every quadrant is complete (an empty part is). So each content of each quadrant
//! has a set of lines, a `u32`, whose part there is complete, and a colour has a five exactly when the four sets of its
//! quadrants have a line in common: four look-ups and three ANDs, whatever the board.

use super::stones::{CONTENTS, Cell, Quadrant, SIZE, content};

/// The cells of every line.
pub const LINES: [u64; 32] = {
    let mut lines = [0; 32];
    let mut count = 0;
    let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let mut direction = 0;
    while direction < steps.len() {
        let (down, right) = steps[direction];
        let mut start = 0;
        while start < SIZE * SIZE {
            let (row, column) = ((start / SIZE) as i32, (start % SIZE) as i32);
            let (last_row, last_column) = (row + 4 * down, column + 4 * right);
            if last_row < SIZE as i32 && last_column >= 0 && last_column < SIZE as i32 {
                let mut step = 0;
                while step < 5 {
                    lines[count] |= Cell::at((row + step * down) as usize, (column + step * right) as usize).bit();
                    step += 1;
                }
                count += 1;
            }
            start += 1;
        }
        direction += 1;
    }
    assert!(count == lines.len());
    lines
};

/// The lines that miss exactly `missing` cells in a quadrant with a given content.
const fn lines_missing(missing: u32) -> [[u32; CONTENTS]; 4] {
    let mut table = [[0; CONTENTS]; 4];
    let mut quadrant = 0;
    while quadrant < 4 {
        let mut held = 0;
        while held < CONTENTS {
            let mut line = 0;
            while line < LINES.len() {
                let part = content(LINES[line], Quadrant::ALL[quadrant]);
                if (part & !held).count_ones() == missing {
                    table[quadrant][held] |= 1 << line;
                }
                line += 1;
            }
            held += 1;
        }
        quadrant += 1;
    }
    table
}

static COMPLETE: [[u32; CONTENTS]; 4] = lines_missing(0);
static ONE_MISSING: [[u32; CONTENTS]; 4] = lines_missing(1);

/// How many cells of every line a content of a quadrant holds, as binary numbers side by side: bit l of the first
/// entry is the ones digit of line l, bit l of the second its twos digit.
static HELD: [[[u32; 2]; CONTENTS]; 4] = {
    let mut table = [[[0; 2]; CONTENTS]; 4];
    let mut quadrant = 0;
    while quadrant < 4 {
        let mut held = 0;
        while held < CONTENTS {
            let mut line = 0;
            while line < LINES.len() {
                let count = (content(LINES[line], Quadrant::ALL[quadrant]) & held).count_ones();
                table[quadrant][held][0] |= (count & 1) << line;
                table[quadrant][held][1] |= (count >> 1) << line;
                line += 1;
            }
            held += 1;
        }
        quadrant += 1;
    }
    table
};

/// The lines whose part in a quadrant a content of it completes.
#[inline]
pub(crate) fn complete_lines(quadrant: Quadrant, held: usize) -> u32 {
    COMPLETE[quadrant.index()][held]
}

/// Whether these stones have five in a row.
#[inline]
pub fn has_five(stones: u64) -> bool {
    let complete = Quadrant::ALL.map(|quadrant| COMPLETE[quadrant.index()][content(stones, quadrant)]);
    complete[0] & complete[1] & complete[2] & complete[3] != 0
}

/// The cells among `empty` where one more stone gives these stones five in a row. They have none yet.
#[inline]
pub fn completing_cells(stones: u64, empty: u64) -> u64 {
    // A line is one stone short when one quadrant misses one cell of it and the other three miss none.
    let complete = Quadrant::ALL.map(|quadrant| COMPLETE[quadrant.index()][content(stones, quadrant)]);
    let missing = Quadrant::ALL.map(|quadrant| ONE_MISSING[quadrant.index()][content(stones, quadrant)]);
    let [top, bottom] = [complete[0] & complete[1], complete[2] & complete[3]];
    let mut lines = (missing[0] & complete[1] | missing[1] & complete[0]) & bottom
        | (missing[2] & complete[3] | missing[3] & complete[2]) & top;
    let mut cells = 0;
    while lines != 0 {
        cells |= LINES[lines.trailing_zeros() as usize] & empty;
        lines &= lines - 1;
    }
    cells
}

/// How many of these stones stand on every line, as binary numbers side by side: bit l of entry d is digit d of the
/// number for line l, from the ones digit. All 32 additions are done at once.
#[inline]
pub fn line_counts(stones: u64) -> [u32; 3] {
    let mut sum = [0u32; 3];
    for quadrant in Quadrant::ALL {
        let [ones, twos] = HELD[quadrant.index()][content(stones, quadrant)];
        let carry = sum[0] & ones;
        sum[2] |= sum[1] & twos | sum[1] & carry | twos & carry;
        sum[1] ^= twos ^ carry;
        sum[0] ^= ones;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quadrants::stones::{BOARD, CELLS};
    use athos_core::random::Random;

    #[test]
    fn there_are_32_different_lines_of_five_cells() {
        assert!(LINES.iter().all(|line| line.count_ones() == 5 && line & !BOARD == 0));
        assert!((1..32).all(|line| !LINES[..line].contains(&LINES[line])));
    }

    #[test]
    fn tables_say_what_the_lines_say() {
        let mut random = Random::new(1);
        let mut fives = 0;
        for _ in 0..100_000 {
            let [white, black] = [random.next_u64() & random.next_u64() & BOARD, random.next_u64() & BOARD];
            for stones in [white, black & !white] {
                let five = |stones: u64| LINES.iter().any(|line| stones & line == *line);
                assert_eq!(has_five(stones), five(stones));
                let [ones, twos, fours] = line_counts(stones);
                for (line, cells) in LINES.iter().enumerate() {
                    let digit = |digits: u32| digits >> line & 1;
                    assert_eq!(digit(ones) + 2 * digit(twos) + 4 * digit(fours), (cells & stones).count_ones());
                }
                fives += usize::from(five(stones));
                let empty = BOARD & !white & !black;
                if !five(stones) {
                    let completing = CELLS.iter().filter(|cell| empty & cell.bit() != 0 && five(stones | cell.bit()));
                    let completing = completing.fold(0, |set, cell| set | cell.bit());
                    assert_eq!(completing_cells(stones, empty), completing);
                }
            }
        }
        assert!(fives > 1_000, "only {fives} boards with a five");
    }
}
