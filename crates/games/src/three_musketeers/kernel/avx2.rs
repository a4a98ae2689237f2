//! The kernel's step for 32 masks at once.
//!
//! A vector holds the codes of the 32 places of one row. A tier touches every row that leaves nought to six guards for
//! the lanes and the bit that no place holds; some lanes of a vector then belong to other tiers. Nobody minds: moves keep
//! lanes of one tier together, so what is computed in lanes of other tiers is never looked at.
//!
//! Rows are worked on in tiles, all columns of one value of the upper bits, which stay in the nearest cache. Each move is
//! carried through the whole tile before the next, in a loop over a list of the columns that have it: no branch inside
//! depends on data, so the loads of many rows are under way at the same time.
//!
//! 1. A capture fetches 16 lanes at a time, because where the fifth lane bit goes is not fixed, and brings them into
//!    order by one byte shuffle; where lanes lead to several rows, each is fetched. The shuffle writes 0, which loses
//!    every maximum, where there is no guard to capture.
//! 2. A guard step between two row bits is one load and one minimum; one that touches a lane needs a shuffle, and 0xff,
//!    which loses every minimum, in lanes that have two guards or none on the two cells.
//! 3. The lanes that belong to the tier are packed by a shuffle and appended to the output, those without a guard on the
//!    last cell and those with one apart: then rows in order and lanes in order are ranks in order.

use super::moves::{Bit, Capture, LANE_BITS, MAX_COLUMNS, Split};
use super::{Ending, Part, Stuck};
use std::arch::x86_64::*;

/// Codes that one store may write beyond the last.
const SLACK: usize = 16;
/// The most guards that a row can leave: on five lanes and on the last cell.
const MOST_LEFT: usize = LANE_BITS + 1;

/// A vector as bytes, for constants and tiles.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bytes([u8; 32]);

impl Bytes {
    fn new(byte: impl Fn(usize) -> u8) -> Bytes {
        Bytes(std::array::from_fn(byte))
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    fn load(&self) -> __m256i {
        // SAFETY: it is 32 bytes long and aligned.
        unsafe { _mm256_load_si256(self.0.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    fn store(&mut self, codes: __m256i) {
        // SAFETY: it is 32 bytes long and aligned.
        unsafe { _mm256_store_si256(self.0.as_mut_ptr().cast(), codes) }
    }
}

/// The vectors of all columns. Columns are bytes, so that an index needs no check.
type Tile = [Bytes; MAX_COLUMNS];

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

/// Lists of the columns that a tier touches, for every number of guards that the upper bits leave.
#[derive(Debug)]
pub struct Columns {
    bits: usize,
    lists: Vec<ColumnLists>,
}

/// Columns in order: all, those with a bit (clear, set), and those with two different bits.
#[derive(Debug)]
struct ColumnLists {
    all: Vec<u8>,
    with: Vec<[Vec<u8>; 2]>,
    differ: Vec<Vec<Vec<u8>>>,
}

impl Columns {
    pub fn new(split: Split) -> Columns {
        let bits = split.column_bits;
        let lists = (0..=bits + MOST_LEFT).map(|left| {
            let fits = |column: usize| {
                let guards = column.count_ones() as usize;
                (guards..=guards + MOST_LEFT).contains(&left)
            };
            let list = |has: &dyn Fn(usize) -> bool| -> Vec<u8> {
                (0..1 << bits).filter(|&column| fits(column) && has(column)).map(|column| column as u8).collect()
            };
            ColumnLists {
                all: list(&|_| true),
                with: (0..bits).map(|a| [0, 1].map(|set| list(&|column| column >> a & 1 == set))).collect(),
                differ: (0..bits)
                    .map(|a| (0..bits).map(|b| list(&|column| (column >> a ^ column >> b) & 1 != 0)).collect())
                    .collect(),
            }
        });
        Columns { bits, lists: lists.collect() }
    }

    /// The lists for upper bits that leave this many guards; `None` if the tier has no such rows.
    fn get(&self, guards: usize, upper: usize) -> Option<(usize, &ColumnLists)> {
        let left = guards.checked_sub(upper.count_ones() as usize)?;
        self.lists.get(left).filter(|lists| !lists.all.is_empty()).map(|lists| (left, lists))
    }
}

/// Where the packed codes go: masks without a guard on the last cell, and those with one.
struct Streams {
    without: *mut u8,
    with: *mut u8,
}

/// Whether this machine has what it takes.
pub fn detected() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")
}

/// Solves one slice of a tier: appends the codes with the musketeers to move, then those with the guards to move.
///
/// `counts` is the number of masks without a guard on the last cell, and with one.
pub fn solve(part: &mut Part<'_>, columns: &Columns, guards: usize, counts: [usize; 2], out: &mut Vec<u8>) {
    let mut tile = [Bytes([0; 32]); MAX_COLUMNS];
    let mut with = std::mem::take(part.spare);
    for turn in [musketeers_to_move, guards_to_move] {
        out.reserve(counts[0] + SLACK + counts[1]);
        with.clear();
        with.reserve(counts[1] + SLACK);
        let end = out.len();
        // SAFETY: the kernel comes here only where all features were detected. The slices of a part have 2^bits bytes. There is
        // room for the codes of both streams and SLACK after each, and exactly `counts` codes are written to them.
        unsafe {
            let streams = Streams { without: out.as_mut_ptr().add(end), with: with.as_mut_ptr() };
            turn(part, columns, guards, &mut tile, streams);
            out.set_len(end + counts[0]);
            with.set_len(counts[1]);
        }
        out.extend_from_slice(&with);
    }
    *part.spare = with;
}

/// A vector of one byte.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn all(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte as i8)
}

/// -1 for wins of the musketeers, 1 for wins of the guards: the way to one ply later.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn inwards(codes: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_cmpgt_epi8(_mm256_setzero_si256(), codes), all(1))
}

/// Appends the codes of a tile that belong to the tier.
///
/// # Safety
/// There must be room for all of them and for SLACK bytes more.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn append(codes: __m256i, left: usize, streams: &mut Streams) {
    let halves =
        [(_mm256_castsi256_si128(codes), Some(left)), (_mm256_extracti128_si256(codes, 1), left.checked_sub(1))];
    for (half, left) in halves {
        let Some(left) = left else { continue };
        for (stream, left) in [(&mut streams.without, Some(left)), (&mut streams.with, left.checked_sub(1))] {
            if let Some((shuffle, len)) = left.and_then(|left| PACK.get(left)) {
                // SAFETY: a shuffle is 16 bytes long, and the caller vouches for the room.
                unsafe {
                    let packed = _mm_shuffle_epi8(half, _mm_loadu_si128(shuffle.as_ptr().cast()));
                    _mm_storeu_si128(stream.cast(), packed);
                    *stream = stream.add(*len);
                }
            }
        }
    }
}

/// Two halves of a vector from two places.
///
/// # Safety
/// Both must be readable for 16 bytes.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn load_halves(low: *const u8, high: *const u8) -> __m256i {
    // SAFETY: the caller vouches for both.
    unsafe {
        let low = _mm256_castsi128_si256(_mm_loadu_si128(low.cast()));
        _mm256_inserti128_si256(low, _mm_loadu_si128(high.cast()), 1)
    }
}

/// # Safety
/// All slices of the part must have 2^bits bytes; the streams must have room for the tier's codes and SLACK more.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn musketeers_to_move(
    part: &mut Part<'_>,
    columns: &Columns,
    guards: usize,
    tile: &mut Tile,
    mut streams: Streams,
) {
    let musketeers = part.musketeers.as_mut_ptr();
    for upper in 0..part.split.uppers() {
        let Some((left, lists)) = columns.get(guards, upper) else { continue };

        // 1. The best capture of every row.
        lists.all.iter().for_each(|&column| tile[usize::from(column)].0 = [0; 32]);
        for (capture, source) in part.moves.captures.iter().zip(&part.sources) {
            let list = match capture.bit {
                Bit::Upper(bit) if upper >> bit & 1 == 0 => continue,
                Bit::Column(bit) => &lists.with[bit][1],
                _ => &lists.all,
            };
            let base = capture.uppers[upper] ^ capture.base(guards);
            // SAFETY: as the caller says.
            unsafe { fetch(capture, source, base, list, tile) };
        }

        // 2. A maximum of 0 means no capture, and one ply later than 0 is 1, which no other position here has. The
        //    guards look at these codes from one ply before.
        for &column in &lists.all {
            let best = tile[usize::from(column)].load();
            let codes = _mm256_add_epi8(best, inwards(best));
            let codes = _mm256_or_si256(codes, _mm256_cmpeq_epi8(codes, all(1)));
            let seen = _mm256_add_epi8(codes, inwards(codes));
            let row = upper << columns.bits | usize::from(column);
            // SAFETY: the row lies within the slice, and there is room in the streams.
            unsafe {
                _mm256_storeu_si256(musketeers.add(row << LANE_BITS).cast(), seen);
                append(codes, left - column.count_ones() as usize, &mut streams);
            }
        }
    }
}

/// Takes a capture into account in the rows of a list.
///
/// # Safety
/// The source must have as many bytes as there are places.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn fetch(capture: &Capture, source: &[u8], base: u32, list: &[u8], tile: &mut Tile) {
    let source = source.as_ptr();
    let images = &*capture.columns;
    let fifth = capture.images[4];
    // The row part of a place in the slice, without the bit that marks oddness.
    let place = |image: u32| (image & 0x7fff_fff0) as usize;
    let index = |image: u32| (image & 15 | image >> 31 << 4) as usize;
    for (&spread, [low_shuffles, high_shuffles]) in capture.spread.iter().zip(&capture.shuffles) {
        let base = base ^ spread;
        // SAFETY: images of places are places of the other slice, and so are the 16 from a multiple of 16 on.
        let codes = |low: u32, high: u32| unsafe { load_halves(source.add(place(low)), source.add(place(high))) };
        // SAFETY: shuffles are 16 bytes long.
        let shuffle = |low: u32, high: u32| unsafe {
            load_halves(low_shuffles[index(low)].as_ptr(), high_shuffles[index(high)].as_ptr())
        };
        if capture.steady {
            let steady = shuffle(base, base ^ fifth);
            for &column in list {
                let low = base ^ images[usize::from(column)];
                let codes = _mm256_shuffle_epi8(codes(low, low ^ fifth), steady);
                let best = &mut tile[usize::from(column)];
                best.store(_mm256_max_epu8(best.load(), codes));
            }
        } else {
            for &column in list {
                let low = base ^ images[usize::from(column)];
                let codes = _mm256_shuffle_epi8(codes(low, low ^ fifth), shuffle(low, low ^ fifth));
                let best = &mut tile[usize::from(column)];
                best.store(_mm256_max_epu8(best.load(), codes));
            }
        }
    }
}

/// The shuffle that exchanges lanes which differ in one bit, or in two.
struct LaneFlip {
    /// Where a lane's code comes from, within its half and from the other.
    own: Bytes,
    other: Bytes,
}

impl LaneFlip {
    fn new(flip: usize) -> LaneFlip {
        let from = |crosses: bool| {
            Bytes::new(|lane| {
                let source = lane ^ flip;
                if (source / 16 != lane / 16) == crosses { (source % 16) as u8 } else { 0x80 }
            })
        };
        LaneFlip { own: from(false), other: from(true) }
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    fn apply(&self, codes: __m256i) -> __m256i {
        let crossed = _mm256_permute2x128_si256(codes, codes, 1);
        let own = _mm256_shuffle_epi8(codes, self.own.load());
        _mm256_or_si256(own, _mm256_shuffle_epi8(crossed, self.other.load()))
    }
}

/// A guard step that a tile can take as a whole.
struct Step {
    /// What changes in the upper bits, the column and the lanes.
    upper: usize,
    column: usize,
    lanes: usize,
    flip: LaneFlip,
    /// 0xff in lanes that cannot take the step, by the parity of the guards on the cells outside the lanes that count.
    barred: [Bytes; 2],
    /// Which rows can take it.
    rows: StepRows,
    /// Bits of the row whose parity chooses from `barred`: upper bits, column bits, and whether the tier's counts too.
    upper_parity: usize,
    column_parity: usize,
    tier_parity: bool,
}

/// The rows that can take a step.
#[derive(Clone, Copy)]
enum StepRows {
    All,
    /// Where these two upper bits differ.
    Uppers(usize, usize),
    /// Where a column bit and an upper bit differ.
    Across(usize, usize),
    /// Where these two column bits differ.
    Columns(usize, usize),
}

impl Step {
    fn new(split: Split, (a, b): (Bit, Bit)) -> Step {
        let flip = |bit: Bit| match bit {
            Bit::Lane(bit) => [1 << bit, 0, 0],
            Bit::Column(bit) => [0, 1 << bit, 0],
            Bit::Upper(bit) => [0, 0, 1 << bit],
            Bit::Last => [0, 0, 0],
        };
        let (fa, fb) = (flip(a), flip(b));
        let [lanes, column, upper] = std::array::from_fn(|i| fa[i] | fb[i]);
        // The last bit is the parity of all others and of the tier. Steps that involve it or a lane are possible in
        // those lanes where the parity of the two cells is odd: that of some lane bits and of some row bits.
        let last = b == Bit::Last;
        let lane_parity = if last { 31 ^ lanes } else { lanes };
        let barred = [0, 1].map(|rest: u32| {
            Bytes::new(|lane| if ((lane & lane_parity).count_ones() + rest).is_multiple_of(2) { 0xff } else { 0 })
        });
        let rows = match (a, b) {
            (Bit::Upper(a), Bit::Upper(b)) => StepRows::Uppers(a, b),
            (Bit::Column(a), Bit::Upper(b)) => StepRows::Across(a, b),
            (Bit::Column(a), Bit::Column(b)) => StepRows::Columns(a, b),
            _ => StepRows::All,
        };
        let whole = |bits: usize, all: usize| if last { all ^ bits } else { bits };
        Step {
            upper,
            column,
            lanes,
            flip: LaneFlip::new(lanes),
            barred,
            rows,
            upper_parity: whole(upper, split.uppers() - 1),
            column_parity: whole(column, split.columns() - 1),
            tier_parity: last,
        }
    }

    /// The columns that can take the step.
    fn list<'a>(&self, lists: &'a ColumnLists, upper: usize) -> &'a [u8] {
        match self.rows {
            StepRows::All => &lists.all,
            StepRows::Uppers(a, b) if (upper >> a ^ upper >> b) & 1 == 0 => &[],
            StepRows::Uppers(..) => &lists.all,
            StepRows::Across(a, b) => &lists.with[a][1 - (upper >> b & 1)],
            StepRows::Columns(a, b) => &lists.differ[a][b],
        }
    }
}

/// # Safety
/// All slices of the part must have 2^bits bytes; the streams must have room for the tier's codes and SLACK more.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn guards_to_move(part: &mut Part<'_>, columns: &Columns, guards: usize, tile: &mut Tile, mut streams: Streams) {
    let steps: Vec<Step> = part.moves.steps.iter().map(|&step| Step::new(part.split, step)).collect();
    let musketeers = part.musketeers.as_ptr();
    let slice = part.guards.as_mut_ptr();
    // SAFETY: rows, also with some of their bits flipped, lie within the slice.
    let load = |row: usize| unsafe { _mm256_loadu_si256(musketeers.add(row << LANE_BITS).cast()) };
    for upper in 0..part.split.uppers() {
        let Some((left, lists)) = columns.get(guards, upper) else { continue };

        // 1. The best step of every row.
        lists.all.iter().for_each(|&column| tile[usize::from(column)].0 = [0xff; 32]);
        for step in &steps {
            let list = step.list(lists, upper);
            let from = (upper ^ step.upper) << columns.bits;
            let outer = (upper & step.upper_parity).count_ones() as usize + usize::from(step.tier_parity) * guards;
            let barred = [step.barred[outer % 2].load(), step.barred[1 - outer % 2].load()];
            let fetch = |column: u8| load(from | usize::from(column) ^ step.column);
            let bar = |column: u8| barred[((usize::from(column) & step.column_parity).count_ones() % 2) as usize];
            let mut note = |column: u8, there: __m256i| {
                let best = &mut tile[usize::from(column)];
                best.store(_mm256_min_epu8(best.load(), there));
            };
            match (step.rows, step.lanes) {
                (StepRows::All, 0) => {
                    list.iter().for_each(|&column| note(column, _mm256_or_si256(fetch(column), bar(column))));
                }
                (StepRows::All, 1..16) => {
                    let own = step.flip.own.load();
                    list.iter().for_each(|&column| {
                        let there = _mm256_shuffle_epi8(fetch(column), own);
                        note(column, _mm256_or_si256(there, bar(column)));
                    });
                }
                (StepRows::All, _) => list.iter().for_each(|&column| {
                    note(column, _mm256_or_si256(step.flip.apply(fetch(column)), bar(column)));
                }),
                _ => list.iter().for_each(|&column| note(column, fetch(column))),
            }
        }

        // 2. Codes from one ply before are 0xfe at most, so 0xff means no step.
        for &column in &lists.all {
            let row = upper << columns.bits | usize::from(column);
            let (best, here) = (tile[usize::from(column)].load(), load(row));
            let none = _mm256_cmpeq_epi8(best, all(0xff));
            let mut codes = match part.stuck {
                Stuck::MusketeersWin => best,
                Stuck::GuardsWin => _mm256_blendv_epi8(best, all(1), none),
                Stuck::Pass => _mm256_blendv_epi8(best, here, none),
            };
            if part.ending == Ending::Early {
                codes = _mm256_or_si256(codes, _mm256_cmpeq_epi8(here, all(0xfe)));
            }
            // SAFETY: the row lies within the slice, and there is room in the streams.
            unsafe {
                _mm256_storeu_si256(slice.add(row << LANE_BITS).cast(), codes);
                append(codes, left - column.count_ones() as usize, &mut streams);
            }
        }
    }
}
