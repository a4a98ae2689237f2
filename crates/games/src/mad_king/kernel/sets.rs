//! Sets of dragons and their numbers, by table.
//!
//! The number of a set is a sum over its cells in order ([`index::number`]), so it is a sum of what the lower cells give
//! and what the higher cells give, and in a set of known size the higher ones know how many lie below them: two small
//! tables that stay in the nearest cache.

use crate::mad_king::bits;
use crate::mad_king::index::{self, binomial};

/// How many cells are the lower ones.
const LOW: u32 = 12;
/// How many sets of lower cells there are, and room for as many of the higher ones.
const HALF: usize = 1 << LOW;

/// The sets of a certain size among closed-up cells.
#[derive(Debug)]
pub struct Sets {
    /// By number.
    list: Vec<u32>,
    low: Box<[u16; HALF]>,
    high: Box<[u32; HALF]>,
    /// By cell, the numbers of the sets that have it.
    having: Vec<Vec<u64>>,
}

impl Sets {
    /// The sets of `size` among `cells`.
    pub fn new(cells: u32, size: u32) -> Sets {
        let list: Vec<u32> = (0..binomial(cells, size)).map(|number| index::numbered(number, size)).collect();
        let mut having = vec![vec![0; list.len().div_ceil(64)]; cells as usize];
        for (number, &set) in list.iter().enumerate() {
            bits::cells(set).for_each(|cell| having[usize::from(cell)][number / 64] |= 1 << (number % 64));
        }
        let (mut low, mut high) = (Box::new([0; HALF]), Box::new([0; HALF]));
        for set in (0..HALF as u32).filter(|set| set.count_ones() <= size) {
            low[set as usize] = index::number(set) as u16;
            if set < 1 << cells.saturating_sub(LOW) {
                let below = size - set.count_ones();
                let sum = (1..).zip(bits::cells(set)).map(|(k, cell)| binomial(u32::from(cell) + LOW, below + k)).sum();
                high[set as usize] = sum;
            }
        }
        Sets { list, low, high, having }
    }

    /// The numbers of the sets that have a cell.
    pub fn having(&self, cell: u8) -> &[u64] {
        &self.having[usize::from(cell)]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The sets in order.
    pub fn list(&self) -> &[u32] {
        &self.list
    }

    /// The number of a set.
    #[inline(always)]
    pub fn number(&self, set: u32) -> usize {
        (u32::from(self.low[set as usize % HALF]) + self.high[(set >> LOW) as usize % HALF]) as usize
    }
}

/// From closed-up cells to cells of the board, for whole sets.
#[derive(Debug)]
pub struct Unfold {
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Unfold {
    /// `places` says which cell of the board each closed-up cell is.
    pub fn new(places: &[u32]) -> Unfold {
        let table = |places: &[u32]| {
            let mut table = vec![0; 1 << places.len()];
            for set in 1..table.len() {
                table[set] = table[set & (set - 1)] | places[set.trailing_zeros() as usize];
            }
            table
        };
        let (low, high) = places.split_at(places.len().min(LOW as usize));
        Unfold { low: table(low), high: table(high) }
    }

    /// The cells of a set on the board.
    #[inline(always)]
    pub fn set(&self, set: u32) -> u32 {
        self.low[(set & ((1 << LOW) - 1)) as usize] | self.high[(set >> LOW) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_number_sets_as_the_formula_does() {
        for (cells, size) in [(21, 0), (21, 1), (21, 5), (22, 6), (24, 4)] {
            let sets = Sets::new(cells, size);
            for (number, &set) in sets.list().iter().enumerate() {
                assert_eq!((sets.number(set), index::number(set) as usize), (number, number));
            }
        }
    }
}
