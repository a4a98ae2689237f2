//! Numbers for placements: where king and guards stand is a *block*, where the dragons stand is a number inside it.
//!
//! Cells are counted here without the unused column: a set of cells is 25 bits, row by row. The dragons have the cells
//! that king and guards leave free, closed up, so that the sets of d among n free cells are numbered without gaps, in
//! the order of their largest cell, then of the next, and so on: the dragons on free cells c1 < c2 < ... have the number
//! C(c1, 1) + C(c2, 2) + ... Dragons that move stay in their block.
//!
//! Where the rules have the mirror symmetry, of a block and its mirror image only one is numbered: the one with the king
//! further left or, if it stands in the middle file, with the smaller set of guards. A block that is its own mirror
//! image keeps all its placements, though each but the symmetric ones is there twice.

use super::bits::{self, SIZE};
use super::{GUARDS, GUARDS_AND_DRAGONS};
use std::sync::LazyLock;

/// The cells of the board.
pub const CELLS: usize = SIZE * SIZE;
/// The cells where the king can stand in a game that goes on: all but the last row.
const KING_CELLS: usize = CELLS - SIZE;
/// The cells that a king leaves free.
const FREE: u32 = CELLS as u32 - 1;

/// `BINOMIAL[n][k]`: how many sets of k there are among n.
static BINOMIAL: [[u32; GUARDS_AND_DRAGONS as usize + 1]; CELLS + 1] = binomials();

const fn binomials() -> [[u32; GUARDS_AND_DRAGONS as usize + 1]; CELLS + 1] {
    let mut table = [[0; GUARDS_AND_DRAGONS as usize + 1]; CELLS + 1];
    let mut n = 0;
    while n <= CELLS {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= GUARDS_AND_DRAGONS as usize {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// How many sets of `k` there are among `n` cells.
pub fn binomial(n: u32, k: u32) -> u32 {
    BINOMIAL[n as usize][k as usize]
}

/// How many cells are the lower ones, in the tables of [`number`].
const LOWER_CELLS: usize = 12;
/// What the lower cells of a set give to its number, and what the higher ones give above so many lower ones.
static LOWER: [[u32; 1 << LOWER_CELLS]; 1] = parts(0);
static HIGHER: [[u32; 1 << (CELLS - LOWER_CELLS)]; GUARDS_AND_DRAGONS as usize + 1] = parts(LOWER_CELLS);

/// For sets of cells from `first` on, the part of their number when 0, 1, 2, ... cells lie below. Sets with more cells than
/// there are guards and dragons have none.
const fn parts<const SETS: usize, const BELOW: usize>(first: usize) -> [[u32; SETS]; BELOW] {
    let mut parts = [[0; SETS]; BELOW];
    let mut below = 0;
    while below < BELOW {
        let mut set = 1;
        while set < SETS {
            let highest = set.ilog2();
            let size = below + set.count_ones() as usize;
            if size <= GUARDS_AND_DRAGONS as usize {
                parts[below][set] = parts[below][set ^ (1 << highest)] + BINOMIAL[first + highest as usize][size];
            }
            set += 1;
        }
        below += 1;
    }
    parts
}

/// The number of a set among the sets of its size: a sum over its cells, from two tables.
#[inline]
pub fn number(set: u32) -> u32 {
    let (lower, higher) = (set as usize % (1 << LOWER_CELLS), set as usize >> LOWER_CELLS);
    let below = (lower.count_ones()).min(GUARDS_AND_DRAGONS);
    LOWER[0][lower] + HIGHER[below as usize][higher % (1 << (CELLS - LOWER_CELLS))]
}

/// The set of `size` cells with this number.
pub fn numbered(mut number: u32, size: u32) -> u32 {
    let mut set = 0;
    let mut cell = CELLS as u32;
    for k in (1..=size).rev() {
        // The largest cell whose smaller sets all come before this number.
        while binomial(cell, k) > number {
            cell -= 1;
        }
        number -= binomial(cell, k);
        set |= 1 << cell;
    }
    set
}

/// The set without the unused column.
pub const fn pack(set: u32) -> u32 {
    let mut packed = 0;
    let mut row = 0;
    while row < SIZE {
        packed |= (set >> (bits::STRIDE * row) & bits::ROW) << (SIZE * row);
        row += 1;
    }
    packed
}

/// The set with the unused column again.
pub const fn unpack(packed: u32) -> u32 {
    let mut set = 0;
    let mut row = 0;
    while row < SIZE {
        set |= (packed >> (SIZE * row) & bits::ROW) << (bits::STRIDE * row);
        row += 1;
    }
    set
}

/// The packed set without the cells of `taken`, closed up.
pub fn close_up(mut set: u32, mut taken: u32) -> u32 {
    while taken != 0 {
        let cell = taken.ilog2();
        taken ^= 1 << cell;
        let below = (1 << cell) - 1;
        set = set & below | set >> 1 & !below;
    }
    set
}

/// The cells of `set` that are not in `taken`, closed up, both with the unused column: [`pack`] and [`close_up`] in one
/// instruction where the processor has it.
#[inline]
pub fn closed(set: u32, taken: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") {
        #[target_feature(enable = "bmi2")]
        fn gather(set: u32, cells: u32) -> u32 {
            std::arch::x86_64::_pext_u32(set, cells)
        }
        // SAFETY: the processor has the instruction, as the line above has asked.
        return unsafe { gather(set, bits::BOARD & !taken) };
    }
    close_up(pack(set), pack(taken))
}

/// The reverse of [`close_up`]: opens a place for every cell of `taken`.
pub fn open_up(mut set: u32, taken: u32) -> u32 {
    for cell in bits::cells(taken) {
        let below = bits::bit(cell) - 1;
        set = set & below | (set & !below) << 1;
    }
    set
}

/// King and guards, in sets with the unused column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The king's cell.
    pub king: u32,
    /// The guards' cells.
    pub guards: u32,
}

impl Block {
    /// The packed set of cells that the dragons cannot have.
    pub fn taken(&self) -> u32 {
        pack(self.king | self.guards)
    }

    /// Left and right exchanged.
    pub fn mirror(&self) -> Block {
        Block { king: bits::mirror(self.king), guards: bits::mirror(self.guards) }
    }

    /// Whether this is the one that is numbered, of itself and its mirror image.
    fn leads(&self) -> bool {
        let mirror = self.mirror();
        // Cells are counted from the left in each row, so the king further left has the smaller set.
        (self.king, self.guards) <= (mirror.king, mirror.guards)
    }

    /// Its place in the list of all blocks with as many guards, numbered or not.
    fn place(&self) -> usize {
        let (king, guards) = (pack(self.king).trailing_zeros(), closed(self.guards, self.king));
        (king * binomial(FREE, guards.count_ones()) + number(guards)) as usize
    }
}

/// The blocks with a certain number of guards.
#[derive(Debug)]
pub struct Blocks {
    list: Vec<Block>,
    /// By place, the number of a block, or of its mirror image.
    numbers: Vec<u32>,
}

impl Blocks {
    fn new(guards: u32, mirror: bool) -> Blocks {
        let sets = binomial(FREE, guards);
        let all = (0..KING_CELLS as u32).flat_map(|king| {
            (0..sets).map(move |set| Block {
                king: unpack(1 << king),
                guards: unpack(open_up(numbered(set, guards), 1 << king)),
            })
        });
        let mut blocks = Blocks { list: Vec::new(), numbers: vec![u32::MAX; KING_CELLS * sets as usize] };
        for block in all.filter(|block| !mirror || block.leads()) {
            let number = blocks.list.len() as u32;
            blocks.list.push(block);
            blocks.numbers[block.place()] = number;
            if mirror {
                blocks.numbers[block.mirror().place()] = number;
            }
        }
        blocks
    }

    /// The blocks in order.
    pub fn list(&self) -> &[Block] {
        &self.list
    }

    /// The number of a block, and whether that is the number of its mirror image, which stands for it. The king must
    /// not be on the last row.
    pub fn find(&self, block: &Block) -> (usize, bool) {
        let number = self.numbers[block.place()] as usize;
        (number, self.list[number] != *block)
    }
}

/// The blocks for every number of guards.
pub type Index = [Blocks; GUARDS as usize + 1];

/// The numbering with or without the mirror symmetry.
pub fn index(mirror: bool) -> &'static Index {
    static MIRRORED: LazyLock<Index> = LazyLock::new(|| std::array::from_fn(|guards| Blocks::new(guards as u32, true)));
    static ALL: LazyLock<Index> = LazyLock::new(|| std::array::from_fn(|guards| Blocks::new(guards as u32, false)));
    if mirror { &MIRRORED } else { &ALL }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_gaps() {
        for size in 0..=5 {
            let mut last = None;
            for n in 0..binomial(12, size) {
                let set = numbered(n, size);
                assert_eq!((set.count_ones(), number(set)), (size, n));
                assert!(last.is_none_or(|last| last < set) && set < 1 << 12);
                last = Some(set);
            }
        }
    }

    #[test]
    fn tables_number_sets_as_the_formula_does() {
        let formula = |set: u32| (1..).zip(bits::cells(set)).map(|(k, cell)| binomial(cell.into(), k)).sum::<u32>();
        let mut random = athos_core::random::Random::new(1);
        for _ in 0..20_000 {
            let mut set = 0u32;
            (0..random.below(9)).for_each(|_| set |= 1 << random.below(CELLS));
            assert_eq!(number(set), formula(set), "{set:b}");
            let taken = unpack(1 << random.below(CELLS) | 1 << random.below(CELLS));
            assert_eq!(closed(unpack(set), taken), close_up(set, pack(taken)), "{set:b} {taken:b}");
        }
    }

    #[test]
    fn closing_up_and_opening_up_undo_each_other() {
        let taken = 0b10_0100_0000_1000_0000_0001_0000;
        for set in [0, 0b1, 0b1_0110_1011, 0x1f_ffff] {
            assert_eq!(close_up(open_up(set, taken), taken), set);
            assert_eq!(open_up(set, taken) & taken, 0);
        }
        assert_eq!(unpack(pack(bits::BOARD)), bits::BOARD);
        assert_eq!(pack(bits::BOARD), (1 << CELLS) - 1);
    }

    #[test]
    fn every_block_or_its_mirror_image_is_numbered() {
        for mirror in [false, true] {
            for blocks in index(mirror) {
                for (number, block) in blocks.list().iter().enumerate() {
                    assert_eq!(blocks.find(block), (number, false));
                    let mirrored = mirror && block.mirror() != *block;
                    if mirror {
                        assert_eq!(blocks.find(&block.mirror()), (number, mirrored));
                    }
                }
                assert!(blocks.numbers.iter().all(|&number| number != u32::MAX));
            }
        }
    }
}
