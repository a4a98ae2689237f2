//! What the kernel knows of the moves of one musketeer set, as operations on guard masks.
//!
//! A guard mask has a bit for every free cell. Bits 0 to 4 are *lanes*, the place of a byte in a vector of 32; the rest
//! is the *row*, the place of the vector: up to eight lower bits, the *column bits*, walked through inside a loop over
//! the upper bits. Whatever depends on the row linearly is looked up for both halves and combined by exclusive or.

use super::super::bits::touch;
use super::super::index::Index;
use super::super::{ThreeMusketeers, bits};

/// Lane bits of a mask.
pub const LANE_BITS: usize = 5;
/// A lookup table's share of the row bits.
const COLUMN_BITS: usize = 8;

/// How the bits of a mask are divided.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// All bits.
    pub bits: usize,
    /// How many of the row's bits are column bits.
    pub column_bits: usize,
}

impl Split {
    pub fn new(bits: usize) -> Split {
        Split { bits, column_bits: (bits - LANE_BITS).min(COLUMN_BITS) }
    }

    /// How many column values there are.
    pub fn columns(self) -> usize {
        1 << self.column_bits
    }

    /// How many values the upper bits have.
    pub fn uppers(self) -> usize {
        1 << (self.bits - LANE_BITS - self.column_bits)
    }

    /// The table, for every column value and for every upper value, of the exclusive or of `word` over the bits set.
    fn linear<T: Copy + Default + std::ops::BitXor<Output = T>>(self, word: impl Fn(usize) -> T) -> Linear<T> {
        let table = |first: usize, len: usize| {
            let mut table = vec![T::default(); len];
            for value in 1..len {
                let rest = value & (value - 1);
                table[value] = table[rest] ^ word(first + value.trailing_zeros() as usize);
            }
            table
        };
        Linear { columns: table(LANE_BITS, self.columns()), uppers: table(LANE_BITS + self.column_bits, self.uppers()) }
    }
}

/// A linear function of the row.
#[derive(Debug)]
pub struct Linear<T> {
    pub columns: Vec<T>,
    pub uppers: Vec<T>,
}

/// A capture: masks with the captured guard lead into the slice of another musketeer set, with their bits permuted.
#[derive(Debug)]
pub struct Capture {
    /// The set it leads to.
    pub set: usize,
    /// The bit of the captured guard.
    pub bit: usize,
    /// Where each bit of a mask goes, as a mask; nothing for the captured guard.
    pub images: Vec<u32>,
    /// The image of the row.
    pub image: Linear<u32>,
    /// How the images of lanes 0 to 3 that are no lanes there are spread: for each of their combinations, the mask to
    /// add. One entry, 0, when lanes go to lanes.
    pub spread: Vec<u32>,
    /// Byte shuffles for both halves of a vector: `[half][image of the row in lanes 0 to 3][combination]`.
    pub shuffles: [Vec<[u8; 16]>; 2],
}

/// Two neighbouring free cells, by their bits, between which a guard may step.
pub type Edge = (usize, usize);

/// All moves of one musketeer set.
#[derive(Debug)]
pub struct Moves {
    /// The musketeers stand in a line: the game is over.
    pub aligned: bool,
    pub captures: Vec<Capture>,
    /// For every row, which captures may have a guard to take: bit j for capture j.
    pub possible: Linear<u32>,
    /// Edges between two bits of the row, and for every row which of them have exactly one guard.
    pub row_edges: Vec<Edge>,
    pub steps: Linear<u64>,
    /// Edges between a lane and a bit of the row.
    pub mixed_edges: Vec<Edge>,
    /// Edges between two lanes.
    pub lane_edges: Vec<Edge>,
}

impl Moves {
    pub fn new(game: &ThreeMusketeers, index: &Index, number: usize, split: Split) -> Moves {
        let set = &index.sets[number];
        let order = &set.order;

        // 1. Captures.
        let mut captures = Vec::new();
        for from in bits::numbers(set.cells) {
            for (bit, &cell) in order.iter().enumerate() {
                if touch(1 << from, 1 << cell) {
                    let moved = set.cells ^ 1 << from | 1 << cell;
                    let (to, symmetry) = index.standing(moved);
                    let image = |cell: u8| game.map_set(symmetry, 1 << cell).trailing_zeros() as u8;
                    let place = |cell: u8| index.sets[to].order.iter().position(|&other| other == cell);
                    let images = order.iter().map(|&other| match other == cell {
                        true => 0,
                        false => place(image(other)).map_or(0, |bit| 1 << bit),
                    });
                    captures.push(Capture::new(to, bit, images.collect(), split));
                }
            }
        }
        let possible = |row_bit: usize| {
            captures
                .iter()
                .enumerate()
                .filter(|(_, capture)| capture.bit == row_bit)
                .fold(0, |set, (j, _)| set | 1 << j)
        };
        let mut possible = split.linear(possible);
        // Captures of guards on lanes are always possible somewhere in the vector.
        let lanes = captures.iter().enumerate().filter(|(_, capture)| capture.bit < LANE_BITS);
        let lanes = lanes.fold(0, |set, (j, _)| set | 1 << j);
        possible.uppers.iter_mut().for_each(|set| *set ^= lanes);

        // 2. Guard steps.
        let edges: Vec<Edge> = (0..order.len())
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .filter(|&(a, b)| touch(1 << order[a], 1 << order[b]))
            .collect();
        let (row_edges, others): (Vec<Edge>, Vec<Edge>) = edges.iter().partition(|(a, _)| *a >= LANE_BITS);
        let (lane_edges, mixed_edges) = others.into_iter().partition(|(_, b)| *b < LANE_BITS);
        let steps = split.linear(|bit| {
            let touching = row_edges.iter().enumerate().filter(|(_, (a, b))| *a == bit || *b == bit);
            touching.fold(0u64, |set, (j, _)| set | 1 << j)
        });
        let aligned = bits::aligned(set.cells);
        Moves { aligned, captures, possible, row_edges, steps, mixed_edges, lane_edges }
    }
}

impl Capture {
    fn new(set: usize, bit: usize, images: Vec<u32>, split: Split) -> Capture {
        let image = split.linear(|bit| images[bit]);
        // Lanes 0 to 3 whose image is no such lane: their combinations are fetched one by one.
        let spread_lanes: Vec<usize> = (0..4).filter(|&lane| images[lane] >= 16).collect();
        let combinations = 1 << spread_lanes.len();
        let chosen = |combination: usize, lane: usize| {
            spread_lanes.iter().position(|&spread| spread == lane).is_some_and(|j| combination >> j & 1 != 0)
        };
        let spread = (0..combinations).map(|combination| {
            let set = (0..4).filter(|&lane| chosen(combination, lane));
            set.fold(0, |mask, lane| mask | images[lane])
        });
        let shuffle = |half: usize, row: usize, combination: usize| -> [u8; 16] {
            std::array::from_fn(|lane| {
                let taken = match bit {
                    0..4 => lane >> bit & 1 != 0,
                    4 => half == 1,
                    _ => true,
                };
                let fits = spread_lanes.iter().all(|&spread| (lane >> spread & 1 != 0) == chosen(combination, spread));
                let kept = (0..4).filter(|&from| lane >> from & 1 != 0 && images[from] < 16);
                let source = kept.fold(row as u32, |source, from| source | images[from]);
                if taken && fits { source as u8 } else { 0x80 }
            })
        };
        let shuffles = [0, 1].map(|half| {
            let all = (0..16).flat_map(|row| (0..combinations).map(move |combination| (row, combination)));
            all.map(|(row, combination)| shuffle(half, row, combination)).collect()
        });
        Capture { set, bit, image, spread: spread.collect(), shuffles, images }
    }

    /// Where a mask with the captured guard leads.
    pub fn image_of(&self, mask: u32) -> u32 {
        let mut image = 0;
        let mut rest = mask;
        while rest != 0 {
            image |= self.images[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        image
    }
}
