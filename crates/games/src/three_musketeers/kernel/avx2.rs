//! The kernel's step for 32 masks at once.
//!
//! A vector holds the codes of the 32 masks of one row; a tier touches every row with at most five guards less than it
//! has, so a row is visited for six tiers, and most of its lanes then belong to other tiers. Nobody minds: moves keep
//! lanes of one tier together, so what is computed in lanes of other tiers is never looked at.
//!
//! 1. A capture fetches 16 lanes at a time, because where the fifth lane bit goes is not fixed, and brings them into
//!    order by one byte shuffle. Where a lane goes to a row bit, both rows are fetched and shuffled into one. The
//!    shuffle writes 0, which loses every maximum, where there is no guard to capture.
//! 2. A guard step between two row bits is one load and one minimum; one that touches a lane needs a shuffle, and 0xff,
//!    which loses every minimum, in lanes that have two guards or none on the edge.
//! 3. The lanes that belong to the tier are packed by a shuffle and appended to the output: rows in order and lanes in
//!    order are ranks in order.

use super::moves::{Edge, LANE_BITS, Split};
use super::{Ending, Part, Stuck};
use std::arch::x86_64::*;

/// Codes that one store may write beyond the last.
const SLACK: usize = 16;

/// `PACK[l]`: the lanes 0 to 15 whose number has `l` bits, in order, then nothing; and how many they are.
const PACK: [([u8; 16], usize); 5] = {
    let mut pack = [([0x80; 16], 0); 5];
    let mut lane = 0u32;
    while lane < 16 {
        let entry = &mut pack[lane.count_ones() as usize];
        entry.0[entry.1] = lane as u8;
        entry.1 += 1;
        lane += 1;
    }
    pack
};

/// Solves one slice of a tier: appends the codes with the musketeers to move, then those with the guards to move.
pub fn solve(part: &mut Part<'_>, guards: usize, placements: usize, out: &mut Vec<u8>) {
    let first = out.len();
    out.resize(first + 2 * placements + SLACK, 0);
    let rows = Rows::new(part.split, guards);
    // SAFETY: the kernel comes here only where AVX2 was detected. Both functions ask for arrays of 2^bits bytes, which
    // is what a part consists of, and for room for `placements` codes and SLACK, which is there.
    unsafe {
        musketeers_to_move(part, &rows, out.as_mut_ptr().add(first));
        guards_to_move(part, &rows, out.as_mut_ptr().add(first + placements));
    }
    out.truncate(first + 2 * placements);
}

/// The rows that a tier touches.
struct Rows {
    guards: usize,
    uppers: usize,
    column_bits: usize,
    /// `columns[low]`: the column values with `low` to `low + 5` bits less than `offset`, in order.
    columns: Vec<Vec<u16>>,
}

impl Rows {
    fn new(split: Split, guards: usize) -> Rows {
        let columns = (0..=split.column_bits + LANE_BITS).map(|most| {
            let fits = |column: &u16| {
                (column.count_ones() as usize..=column.count_ones() as usize + LANE_BITS).contains(&most)
            };
            (0..split.columns() as u16).filter(fits).collect()
        });
        Rows { guards, uppers: split.uppers(), column_bits: split.column_bits, columns: columns.collect() }
    }

    /// The column values that go with these upper bits: those that leave 0 to 5 guards for the lanes.
    fn columns(&self, upper: usize) -> &[u16] {
        let left = self.guards.checked_sub(upper.count_ones() as usize);
        left.and_then(|left| self.columns.get(left)).map_or(&[], |columns| columns)
    }
}

/// A vector of one byte.
#[inline(always)]
fn all(byte: u8) -> __m256i {
    // SAFETY: only called from functions that have AVX2.
    unsafe { _mm256_set1_epi8(byte as i8) }
}

/// -1 for wins of the musketeers, 1 for wins of the guards: the way to one ply later.
#[inline]
#[target_feature(enable = "avx2")]
fn inwards(codes: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_cmpgt_epi8(_mm256_setzero_si256(), codes), all(1))
}

/// Appends the codes of those lanes that have `count` bits.
///
/// # Safety
/// There must be room for SLACK bytes after the codes.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn append(codes: __m256i, count: usize, out: &mut *mut u8) {
    let halves =
        [(_mm256_castsi256_si128(codes), Some(count)), (_mm256_extracti128_si256(codes, 1), count.checked_sub(1))];
    for (half, count) in halves {
        if let Some((shuffle, len)) = count.and_then(|count| PACK.get(count)) {
            // SAFETY: a shuffle is 16 bytes long, and the caller vouches for the room.
            unsafe {
                let packed = _mm_shuffle_epi8(half, _mm_loadu_si128(shuffle.as_ptr().cast()));
                _mm_storeu_si128(out.cast(), packed);
                *out = out.add(*len);
            }
        }
    }
}

/// Two halves of a vector from two places.
///
/// # Safety
/// Both must be readable for 16 bytes.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load_halves(low: *const u8, high: *const u8) -> __m256i {
    // SAFETY: the caller vouches for both.
    unsafe {
        let low = _mm256_castsi128_si256(_mm_loadu_si128(low.cast()));
        _mm256_inserti128_si256(low, _mm_loadu_si128(high.cast()), 1)
    }
}

/// # Safety
/// All slices of the part must have 2^bits bytes; `out` must have room for the tier's codes and SLACK more.
#[target_feature(enable = "avx2")]
unsafe fn musketeers_to_move(part: &mut Part<'_>, rows: &Rows, mut out: *mut u8) {
    let moves = part.moves;
    let captures = &moves.captures[..];
    let mut bases = vec![0u32; captures.len()];
    let musketeers = part.musketeers.as_mut_ptr();
    for upper in 0..rows.uppers {
        let columns = rows.columns(upper);
        if columns.is_empty() {
            continue;
        }
        for (base, capture) in bases.iter_mut().zip(captures) {
            *base = capture.image.uppers[upper];
        }
        let upper_possible = moves.possible.uppers[upper];
        let upper_guards = upper.count_ones() as usize;
        for &column in columns {
            let row = upper << rows.column_bits | usize::from(column);
            let mut best = _mm256_setzero_si256();
            let mut possible = upper_possible ^ moves.possible.columns[usize::from(column)];
            while possible != 0 {
                let j = possible.trailing_zeros() as usize;
                possible &= possible - 1;
                let capture = &captures[j];
                let source = part.sources[j].as_ptr();
                let low = (bases[j] ^ capture.image.columns[usize::from(column)]) as usize;
                let high = low ^ capture.images[4] as usize;
                let combinations = capture.spread.len();
                for (combination, &spread) in capture.spread.iter().enumerate() {
                    let shuffle = |half: usize, image: usize| {
                        capture.shuffles[half][(image & 15) * combinations + combination].as_ptr()
                    };
                    // SAFETY: images of masks are masks of the same number of bits, so they lie within the slice,
                    // and so do the 16 bytes from a multiple of 16 on. Shuffles are 16 bytes long.
                    let fetched = unsafe {
                        let place = |image: usize| source.add((image ^ spread as usize) & !15);
                        let codes = load_halves(place(low), place(high));
                        _mm256_shuffle_epi8(codes, load_halves(shuffle(0, low), shuffle(1, high)))
                    };
                    best = _mm256_max_epu8(best, fetched);
                }
            }
            // A maximum of 0 means no capture, and one ply later than 0 is 1, which no other position here has.
            let codes = _mm256_add_epi8(best, inwards(best));
            let codes = _mm256_or_si256(codes, _mm256_cmpeq_epi8(codes, all(1)));
            // The guards look at these codes from one ply before.
            let seen = _mm256_add_epi8(codes, inwards(codes));
            // SAFETY: the row lies within the slice, and there is room in the output.
            unsafe {
                _mm256_storeu_si256(musketeers.add(row << LANE_BITS).cast(), seen);
                append(codes, rows.guards - upper_guards - column.count_ones() as usize, &mut out);
            }
        }
    }
}

/// A guard step between a lane and a bit of the row.
struct MixedStep {
    /// The row bit as a distance in rows, and its place.
    flip: usize,
    place: usize,
    lane: usize,
    /// 0xff in lanes that cannot take the step, for a row without a guard on its bit and one with.
    barred: [[u8; 32]; 2],
}

impl MixedStep {
    fn new(&(lane, bit): &Edge) -> MixedStep {
        let place = bit - LANE_BITS;
        let barred = [0, 1].map(|guard: usize| std::array::from_fn(|i| if i >> lane & 1 == guard { 0xff } else { 0 }));
        MixedStep { flip: 1 << place, place, lane, barred }
    }
}

/// A guard step between two lanes: where each lane's code comes from, within its half and in the other.
struct LaneStep {
    own: [u8; 32],
    other: [u8; 32],
    barred: [u8; 32],
}

impl LaneStep {
    fn new(&(a, b): &Edge) -> LaneStep {
        let source = |lane: usize| lane ^ 1 << a ^ 1 << b;
        let from = |same_half: bool| {
            std::array::from_fn(|lane| {
                let source = source(lane);
                if (source / 16 == lane / 16) == same_half { (source % 16) as u8 } else { 0x80 }
            })
        };
        let barred = std::array::from_fn(|lane| if (lane >> a ^ lane >> b) & 1 == 0 { 0xff } else { 0 });
        LaneStep { own: from(true), other: from(false), barred }
    }
}

/// `LANE_FLIPS[lane]`: the byte shuffle that exchanges lanes that differ in one of the bits 0 to 3.
const LANE_FLIPS: [[u8; 32]; 4] = {
    let mut flips = [[0; 32]; 4];
    let mut lane = 0;
    while lane < 4 {
        let mut i = 0;
        while i < 32 {
            flips[lane][i] = ((i & 15) ^ (1 << lane)) as u8;
            i += 1;
        }
        lane += 1;
    }
    flips
};

/// # Safety
/// All slices of the part must have 2^bits bytes; `out` must have room for the tier's codes and SLACK more.
#[target_feature(enable = "avx2")]
unsafe fn guards_to_move(part: &mut Part<'_>, rows: &Rows, mut out: *mut u8) {
    let moves = part.moves;
    let flips: Vec<usize> = moves.row_edges.iter().map(|(a, b)| 1 << (a - LANE_BITS) | 1 << (b - LANE_BITS)).collect();
    let mixed: Vec<MixedStep> = moves.mixed_edges.iter().map(MixedStep::new).collect();
    let lanes: Vec<LaneStep> = moves.lane_edges.iter().map(LaneStep::new).collect();
    let musketeers = part.musketeers.as_ptr();
    let guards = part.guards.as_mut_ptr();
    // SAFETY: rows with some of their bits flipped lie within the slice like the row itself; constants are 32 bytes long.
    let load = |row: usize| unsafe { _mm256_loadu_si256(musketeers.add(row << LANE_BITS).cast()) };
    let constant = |bytes: &[u8; 32]| unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
    for upper in 0..rows.uppers {
        let upper_guards = upper.count_ones() as usize;
        for &column in rows.columns(upper) {
            let row = upper << rows.column_bits | usize::from(column);
            let here = load(row);
            let mut best = all(0xff);
            let mut steps = moves.steps.uppers[upper] ^ moves.steps.columns[usize::from(column)];
            while steps != 0 {
                let flip = flips[steps.trailing_zeros() as usize];
                steps &= steps - 1;
                best = _mm256_min_epu8(best, load(row ^ flip));
            }
            for step in &mixed {
                let there = load(row ^ step.flip);
                let there = match LANE_FLIPS.get(step.lane) {
                    Some(flip) => _mm256_shuffle_epi8(there, constant(flip)),
                    None => _mm256_permute2x128_si256(there, there, 1),
                };
                let barred = constant(&step.barred[row >> step.place & 1]);
                best = _mm256_min_epu8(best, _mm256_or_si256(there, barred));
            }
            for step in &lanes {
                let crossed = _mm256_permute2x128_si256(here, here, 1);
                let own = _mm256_shuffle_epi8(here, constant(&step.own));
                let other = _mm256_shuffle_epi8(crossed, constant(&step.other));
                let there = _mm256_or_si256(_mm256_or_si256(own, other), constant(&step.barred));
                best = _mm256_min_epu8(best, there);
            }
            // Codes from one ply before are 0xfe at most, so 0xff means no step.
            let none = _mm256_cmpeq_epi8(best, all(0xff));
            let mut codes = match part.stuck {
                Stuck::MusketeersWin => best,
                Stuck::GuardsWin => _mm256_blendv_epi8(best, all(1), none),
                Stuck::Pass => _mm256_blendv_epi8(best, here, none),
            };
            if part.ending == Ending::Early {
                codes = _mm256_or_si256(codes, _mm256_cmpeq_epi8(here, all(0xfe)));
            }
            // SAFETY: the row lies within the slice, and there is room in the output.
            unsafe {
                _mm256_storeu_si256(guards.add(row << LANE_BITS).cast(), codes);
                append(codes, rows.guards - upper_guards - column.count_ones() as usize, &mut out);
            }
        }
    }
}
