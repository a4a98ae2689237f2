//! What the kernel knows of the moves of one musketeer set, as operations on places in a slice.
//!
//! A guard mask has a bit for every free cell. In a tier all masks have the same number of guards, so the last bit
//! follows from the others: the *place* of a mask in its slice is the mask without it. Of a place's bits, 0 to 4 are
//! *lanes*, the place of a byte in a vector of 32; the rest is the *row*, the number of the vector: up to eight lower
//! bits are the *column*, walked through inside a loop over the *upper* bits.
//!
//! Where a capture leads is linear over the bits of a place (exclusive or), the bit left out included.

use super::super::ThreeMusketeers;
use super::super::bits::{self, touch};
use super::super::index::Index;

/// Lane bits of a place.
pub const LANE_BITS: usize = 5;
/// A column's share of the row bits.
const COLUMN_BITS: usize = 8;
/// How many columns there may be.
pub const MAX_COLUMNS: usize = 1 << COLUMN_BITS;
/// In the image of a place, the bit that says whether the place has an odd number of bits.
pub const ODD: u32 = 1 << 31;

/// How the bits of a place are divided.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// All bits of a place.
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

    /// Which part of a place a bit belongs to.
    pub fn part(self, bit: usize) -> Bit {
        match bit {
            0..LANE_BITS => Bit::Lane(bit),
            _ if bit < LANE_BITS + self.column_bits => Bit::Column(bit - LANE_BITS),
            _ if bit < self.bits => Bit::Upper(bit - LANE_BITS - self.column_bits),
            _ => Bit::Last,
        }
    }
}

/// A bit of a mask, as the part of the place that holds it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bit {
    Lane(usize),
    Column(usize),
    Upper(usize),
    /// The bit that no place holds.
    Last,
}

/// A capture: masks with the captured guard lead into the slice of another musketeer set, with their bits permuted.
#[derive(Debug)]
pub struct Capture {
    /// The set it leads to.
    pub set: usize,
    /// The bit of the captured guard.
    pub bit: Bit,
    /// The image of no guards at all in tiers with an odd number of guards; with an even number it is 0.
    odd_tier: u32,
    /// The image of each bit of a place.
    pub images: Vec<u32>,
    /// The images of columns, 0 for those beyond the last, and of upper bits.
    pub columns: Box<[u32; MAX_COLUMNS]>,
    pub uppers: Vec<u32>,
    /// What the 16 values of lanes 0 to 3 add to the image, lanes 0 to 3 of the image left out: one entry, 0, when lanes
    /// go to lanes.
    pub spread: Vec<u32>,
    /// Byte shuffles for each entry of `spread` and both halves of a vector, by lanes 0 to 3 and oddness of the image
    /// of the row.
    pub shuffles: Vec<[[[u8; 16]; 32]; 2]>,
    /// Whether the shuffles do not depend on the row at all.
    pub steady: bool,
}

/// All moves of one musketeer set.
#[derive(Debug)]
pub struct Moves {
    /// The musketeers stand in a line: the game is over.
    pub aligned: bool,
    pub captures: Vec<Capture>,
    /// Neighbouring cells between which a guard may step, smaller bit first.
    pub steps: Vec<(Bit, Bit)>,
    /// The same as masks.
    pub step_masks: Vec<u32>,
}

impl Moves {
    pub fn new(game: &ThreeMusketeers, index: &Index, number: usize, split: Split) -> Moves {
        let set = &index.sets[number];
        let order = &set.order;
        let mut captures = Vec::new();
        for from in bits::numbers(set.cells) {
            for (bit, &cell) in order.iter().enumerate() {
                if touch(1 << from, 1 << cell) {
                    let moved = set.cells ^ 1 << from | 1 << cell;
                    let (to, symmetry) = index.standing(moved);
                    let image = |cell: u8| game.map_set(symmetry, 1 << cell).trailing_zeros() as u8;
                    let place = |cell: u8| index.sets[to].order.iter().position(|&other| other == cell);
                    let images = order.iter().map(|&other| place(image(other)).map_or(0, |bit| 1 << bit));
                    captures.push(Capture::new(to, bit, images.collect(), split));
                }
            }
        }
        let pairs = (0..order.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let pairs: Vec<(usize, usize)> = pairs.filter(|&(a, b)| touch(1 << order[a], 1 << order[b])).collect();
        let steps = pairs.iter().map(|&(a, b)| (split.part(a), split.part(b))).collect();
        let step_masks = pairs.iter().map(|&(a, b)| 1 << a | 1 << b).collect();
        Moves { aligned: bits::aligned(set.cells), captures, steps, step_masks }
    }
}

impl Capture {
    /// `cells` has the image of each bit of a mask. The captured guard, and whoever stands on the last cell of the other
    /// set, are in no place there.
    fn new(set: usize, captured: usize, mut cells: Vec<u32>, split: Split) -> Capture {
        let in_place = (1 << split.bits) - 1;
        cells[captured] = 0;
        cells.iter_mut().for_each(|image| *image &= in_place);

        // 1. Every bit also turns the last one over, unless that is the captured guard, who is known to be there.
        let last = cells[split.bits];
        let images: Vec<u32> = cells[..split.bits].iter().map(|&image| image ^ last ^ ODD).collect();
        let combine = |first: usize, len: usize| {
            let mut table = vec![0; len];
            for value in 1usize..len {
                table[value] = table[value & (value - 1)] ^ images[first + value.trailing_zeros() as usize];
            }
            table
        };

        // 2. Lanes whose images lie in different rows are fetched row by row.
        let lanes = combine(0, 16);
        let row_of = |lane: usize| lanes[lane] & in_place & !15;
        let mut spread: Vec<u32> = (0..16).map(row_of).collect();
        spread.sort_unstable();
        spread.dedup();
        let bit = split.part(captured);
        let taken = |half: usize, lane: usize, odd_row: bool| match bit {
            Bit::Lane(4) => half == 1,
            Bit::Lane(bit) => lane >> bit & 1 != 0,
            // The last bit is set where the place has the other parity than the tier.
            Bit::Last => lane.count_ones().is_multiple_of(2) == odd_row,
            _ => true,
        };
        let shuffle = |row: u32, half: usize, image: usize| -> [u8; 16] {
            std::array::from_fn(|lane| match taken(half, lane, image >= 16) && row_of(lane) == row {
                true => (image as u32 ^ lanes[lane]) as u8 & 15,
                false => 0x80,
            })
        };
        let shuffles =
            spread.iter().map(|&row| [0, 1].map(|half| std::array::from_fn(|image| shuffle(row, half, image))));
        let mut columns = Box::new([0; MAX_COLUMNS]);
        columns[..split.columns()].copy_from_slice(&combine(LANE_BITS, split.columns()));
        let steady = bit != Bit::Last && images[LANE_BITS..].iter().all(|image| image & 15 == 0);
        Capture {
            set,
            bit,
            odd_tier: last ^ ODD,
            columns,
            steady,
            uppers: combine(LANE_BITS + split.column_bits, split.uppers()),
            shuffles: shuffles.collect(),
            spread,
            images,
        }
    }

    /// The image of no guards in a tier.
    pub fn base(&self, guards: usize) -> u32 {
        if guards.is_multiple_of(2) { 0 } else { self.odd_tier }
    }

    /// The place where a mask of a tier leads, if its captured guard is there.
    pub fn lead(&self, mask: u32, guards: usize) -> usize {
        let mut image = self.base(guards);
        for (bit, &word) in self.images.iter().enumerate() {
            if mask >> bit & 1 != 0 {
                image ^= word;
            }
        }
        (image & !ODD) as usize
    }
}
