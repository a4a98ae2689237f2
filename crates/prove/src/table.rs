//! The table of proof numbers: fixed memory, shared by threads, never wrong about which position it speaks of.
//!
//! An entry is two words: the key (the position itself, up to symmetry, and the question asked of it) and what is known.
//! Four entries lie in one cache line; where they are all taken, the one that cost the least work gives way. Words are
//! written without locks: the key is stored mixed with the rest, so that halves of two entries never pass for one.
//!
//! Nine of ten keys that a search looks up were never written, and looking far away in memory is the dearest thing it
//! does. So a small set of bits, which stays near, says for most of them that they are not there.

use athos_core::mix;
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU64, Ordering};

/// How far a position is from being proved and disproved: the least number of positions still to be proved
/// (disproved) for that. [`Numbers::PROVED`] and [`Numbers::DISPROVED`] are final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// To be proved.
    pub proof: u32,
    /// To be disproved.
    pub disproof: u32,
}

/// No number is larger; it means never.
pub const NEVER: u32 = (1 << 23) - 1;

impl Numbers {
    /// The answer is yes.
    pub const PROVED: Numbers = Numbers { proof: 0, disproof: NEVER };
    /// The answer is no.
    pub const DISPROVED: Numbers = Numbers { proof: NEVER, disproof: 0 };

    /// The answer, if it is known.
    pub fn answer(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// A sum that stays below [`NEVER`].
#[inline]
pub fn add(one: u32, other: u32) -> u32 {
    (one + other).min(NEVER - 1)
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its numbers.
    pub numbers: Numbers,
    /// The code of a move, below 512.
    pub m: u16,
}

/// Code of no move.
pub const NO_MOVE: u16 = 511;

#[derive(Default, Zeroable)]
struct Entry {
    mixed: AtomicU64,
    data: AtomicU64,
}

#[derive(Default, Zeroable)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// The system refused the memory for a table of so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {0} bytes")]
pub struct NoMemory(pub usize);

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    /// A bit, chosen by the hash, for every key ever written.
    written: Vec<AtomicU64>,
}

/// Words of bits for the keys written: 8 MB, which suits the third-level cache, or two to four bits an entry if that
/// is less.
const MAX_WRITTEN: usize = 1 << 20;
/// No table has fewer buckets.
const MIN_BUCKETS: usize = 64;

/// Eight steps to each power of two: the logarithm of some work in 9 bits.
fn logarithm(work: u64) -> u64 {
    let work = work.max(1);
    let power = u64::from(work.ilog2());
    8 * power + ((work << 3 >> power) & 7)
}

impl Table {
    /// A table of this many bytes, or a few less; of some 4,000 at least. The system hands memory out as it is first
    /// touched, so that a large table costs a short search nothing.
    pub fn new(bytes: usize) -> Table {
        let (buckets, words) = Table::sizes(bytes);
        Table { buckets: bytemuck::zeroed_vec(buckets), written: bytemuck::zeroed_vec(words) }
    }

    /// The same, if the system has so many bytes.
    pub fn try_new(bytes: usize) -> Result<Table, NoMemory> {
        let (buckets, words) = Table::sizes(bytes);
        let refused = |()| NoMemory(bytes);
        let buckets = bytemuck::allocation::try_zeroed_vec(buckets).map_err(refused)?;
        Ok(Table { buckets, written: bytemuck::allocation::try_zeroed_vec(words).map_err(refused)? })
    }

    /// How many buckets a table of so many bytes has, and how many words of bits.
    fn sizes(bytes: usize) -> (usize, usize) {
        let words = (bytes / size_of::<Bucket>() / 8).next_power_of_two().min(MAX_WRITTEN);
        let rest = bytes.saturating_sub(words * size_of::<AtomicU64>());
        ((rest / size_of::<Bucket>()).max(MIN_BUCKETS), words)
    }

    /// Bytes of memory that it takes.
    pub fn size(&self) -> usize {
        size_of_val(self.buckets.as_slice()) + size_of_val(self.written.as_slice())
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    #[inline]
    fn written(&self, hash: u64) -> (&AtomicU64, u64) {
        (&self.written[(hash >> 6) as usize & (self.written.len() - 1)], 1 << (hash & 63))
    }

    /// Looks a key up; keys are not 0.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        let hash = mix(key);
        let (word, bit) = self.written(hash);
        if word.load(Ordering::Relaxed) & bit == 0 {
            return None;
        }
        for entry in &self.bucket(hash).0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.mixed.load(Ordering::Relaxed) ^ data == key {
                let number = |shift: u32| (data >> shift) as u32 & NEVER;
                return Some(Known {
                    numbers: Numbers { proof: number(41), disproof: number(18) },
                    m: data as u16 & 511,
                });
            }
        }
        None
    }

    /// Writes what is known of a key, and what it cost.
    pub fn put(&self, key: u64, known: Known, work: u64) {
        let data = u64::from(known.numbers.proof) << 41
            | u64::from(known.numbers.disproof) << 18
            | logarithm(work).min(511) << 9
            | u64::from(known.m);
        let hash = mix(key);
        let (word, bit) = self.written(hash);
        word.fetch_or(bit, Ordering::Relaxed);
        let bucket = self.bucket(hash);
        let mut victim = &bucket.0[0];
        let mut least = u64::MAX;
        for entry in &bucket.0 {
            let (mixed, old) = (entry.mixed.load(Ordering::Relaxed), entry.data.load(Ordering::Relaxed));
            if mixed ^ old == key || (mixed == 0 && old == 0) {
                victim = entry;
                break;
            }
            if (old >> 9) & 511 < least {
                (victim, least) = (entry, (old >> 9) & 511);
            }
        }
        victim.data.store(data, Ordering::Relaxed);
        victim.mixed.store(key ^ data, Ordering::Relaxed);
    }

    /// The entries that cost at least so much work, as pairs of words for [`Table::insert`].
    pub fn entries_worth(&self, work: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let words = |entry: &Entry| {
            let data = entry.data.load(Ordering::Relaxed);
            (entry.mixed.load(Ordering::Relaxed) ^ data, data)
        };
        let least = logarithm(work);
        let entries = self.buckets.iter().flat_map(move |bucket| bucket.0.each_ref().map(words));
        entries.filter(move |(key, data)| *key != 0 && data >> 9 & 511 >= least)
    }

    /// Takes over an entry of another table, if there is room for it.
    pub fn insert(&self, (key, data): (u64, u64)) {
        let hash = mix(key);
        let free = |entry: &&Entry| entry.mixed.load(Ordering::Relaxed) | entry.data.load(Ordering::Relaxed) == 0;
        if let Some(entry) = self.bucket(hash).0.iter().find(free) {
            let (word, bit) = self.written(hash);
            word.fetch_or(bit, Ordering::Relaxed);
            entry.data.store(data, Ordering::Relaxed);
            entry.mixed.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets = bytemuck::zeroed_vec(self.buckets.len());
        self.written = bytemuck::zeroed_vec(self.written.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_large_as_was_said() {
        for bytes in [1 << 13, 1 << 20, 100_000_000, 500 << 20, (1 << 30) + 12_345] {
            let size = Table::new(bytes).size();
            assert!(size <= bytes && size > bytes - 64, "{size} of {bytes}");
        }
        assert!(Table::new(0).size() < 1 << 13);
    }

    #[test]
    fn what_was_put_is_found_until_dearer_things_need_the_room() {
        let table = Table::new(64 * 64);
        let known = |proof| Known { numbers: Numbers { proof, disproof: 7 }, m: 300 };
        for key in 1..=10_000u64 {
            table.put(key, known(key as u32), key);
            assert_eq!(table.get(key), Some(known(key as u32)));
        }
        let kept: Vec<u64> = (1..=10_000).filter(|&key| table.get(key).is_some()).collect();
        assert!(kept.len() > 200 && kept.len() <= 256, "{}", kept.len());
        let copy = Table::new(64 * 64);
        table.entries_worth(1).for_each(|entry| copy.insert(entry));
        assert!(kept.iter().all(|&key| copy.get(key) == table.get(key)));
    }
}
