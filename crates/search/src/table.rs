//! The transposition table: what is already known about positions, in fixed memory, shared by all threads.
//!
//! **An entry is a fact.** It says: searched to `depth` plies, this position is worth exactly, at least or at most so
//! many points, counted from the position itself. Because a position has no history, that is a function of the
//! position and the depth alone, whichever path led there. So an entry may stand for a search of the same depth, and
//! the root keeps exactly the value of plain minimax. It may also stand for a search of another depth `d`, when that
//! search must find the same:
//! - the entry is *complete* (it rests on finished games alone) and its depth is at most `d`;
//! - it proves a win (at least) or a loss (at most) in `n` plies, and `n` is at most `d`.
//!
//! **Layout.** An entry is two words, 16 bytes; four entries are a bucket, one cache line. The first word is the
//! position's key, exclusive-or'ed with the second, so that a pair of words torn by another thread's write does not
//! match and is a miss, not an error: no locks. The second word holds points, depth, bound, the place of the best move
//! in the game's order, an age, and 16 bits of a second hash of the position that has nothing to do with the key. All
//! 80 bits must agree for a hit.
//!
//! **Growth.** A short search that scatters a few thousand entries over a large table waits for memory most of the
//! time. So a new table uses a small part of itself, the size of a cache, and is told between searches how much is
//! wanted. Growing spreads the entries over the larger part: a key's bucket is its share of the range of keys, so its
//! number only ever rises, and walking from the last bucket down moves every entry once.
//!
//! **Replacement.** A bucket keeps a position once. A new position takes an empty place, else that of the entry with
//! the oldest age, among those the one with the least depth.

use crate::points::is_decided;
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// How the points of an entry are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Exactly these.
    Exact = 1,
    /// These or more.
    AtLeast = 2,
    /// These or fewer.
    AtMost = 3,
}

impl Bound {
    /// How points from a search within a window are meant.
    #[inline]
    pub fn of(points: i32, alpha: i32, beta: i32) -> Bound {
        match points {
            _ if points >= beta => Bound::AtLeast,
            _ if points <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        }
    }

    /// Whether points with this bound prove a win or a loss.
    #[inline]
    pub fn proves(self, points: i32) -> bool {
        is_decided(points)
            && match self {
                Bound::Exact => true,
                Bound::AtLeast => points > 0,
                Bound::AtMost => points < 0,
            }
    }
}

/// A position's name in the table: its key, and a few bits of an unrelated hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// The key.
    pub key: u64,
    /// The other hash.
    pub check: u16,
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Points for the player to move; wins and losses count plies from the position itself.
    pub points: i32,
    /// The depth of the search that found them.
    pub depth: u32,
    /// How they are meant.
    pub bound: Bound,
    /// Whether they rest on finished games alone.
    pub complete: bool,
    /// The place of the best move in the game's order.
    pub best: Option<u16>,
}

const ENTRIES: usize = 4;
/// The buckets of a new table that are in use: 256 kilobytes.
const FIRST_BUCKETS: usize = 4096;
const NO_MOVE: u64 = 0x3ff;
const POINTS_OFFSET: i32 = 1 << 21;

/// One entry: the key, hidden behind the data, and the data.
#[derive(Zeroable)]
#[repr(C)]
struct Slot {
    hidden_key: AtomicU64,
    data: AtomicU64,
}

/// A bucket fills a line of the processor's cache.
const LINE: usize = ENTRIES * size_of::<Slot>();

/// The table: buckets of `ENTRIES` slots. They are kept as slots, because the system hands out zeroed memory lazily
/// only to types that need no more alignment than it gives anyway; the first few slots are skipped to begin at a line.
pub struct Table {
    slots: Box<[Slot]>,
    skipped: usize,
    buckets: usize,
    /// How many of the buckets are in use.
    active: AtomicUsize,
    /// The age of new entries, 1 to 7.
    age: u64,
}

/// The system refused the memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a table of {bytes} bytes")]
pub struct TableError {
    /// What was asked for.
    pub bytes: usize,
}

impl Table {
    /// A table of at most `bytes` bytes, and of one bucket at least. Memory is taken from the system as it fills.
    pub fn new(bytes: usize) -> Result<Table, TableError> {
        let buckets = (bytes / LINE).max(1);
        let count = buckets.saturating_mul(ENTRIES).saturating_add(ENTRIES - 1);
        let slots: Box<[Slot]> =
            bytemuck::allocation::try_zeroed_slice_box(count).map_err(|()| TableError { bytes })?;
        let skipped = slots.as_ptr().align_offset(LINE);
        let skipped = if skipped < ENTRIES { skipped } else { 0 };
        Ok(Table { slots, skipped, buckets, active: AtomicUsize::new(buckets.min(FIRST_BUCKETS)), age: 1 })
    }

    /// Uses as much of the table as `entries` entries need, and not less than before. No thread may search meanwhile;
    /// if one does, entries may get lost, no more.
    pub fn make_room(&self, entries: u64) {
        let old = self.active.load(Relaxed);
        let wanted = usize::try_from(entries / ENTRIES as u64).unwrap_or(usize::MAX).min(self.buckets);
        if wanted <= old {
            return;
        }
        self.active.store(wanted, Relaxed);
        for index in (0..old).rev() {
            let slots = self.bucket_at(index);
            let entries: [_; ENTRIES] = std::array::from_fn(|at| &slots[at]);
            let entries = entries.map(|slot| (slot.hidden_key.swap(0, Relaxed), slot.data.swap(0, Relaxed)));
            for (hidden_key, data) in entries.into_iter().filter(|&(_, data)| data != 0) {
                self.insert(hidden_key ^ data, data);
            }
        }
    }

    /// How many entries fit.
    pub fn places(&self) -> u64 {
        (self.buckets * ENTRIES) as u64
    }

    /// Lets the entries of earlier searches be replaced first. They stay valid as long as game, evaluator and switches
    /// stay the same.
    pub fn grow_old(&mut self) {
        self.age = self.age % 7 + 1;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = Slot::zeroed());
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let index = (u128::from(key) * self.active.load(Relaxed) as u128) >> 64;
        self.bucket_at(index as usize)
    }

    #[inline]
    fn bucket_at(&self, index: usize) -> &[Slot] {
        let first = self.skipped + index * ENTRIES;
        &self.slots[first..first + ENTRIES]
    }

    /// What is known about a position.
    #[inline]
    pub fn probe(&self, name: Name) -> Option<Entry> {
        for slot in self.bucket(name.key) {
            let data = slot.data.load(Relaxed);
            if slot.hidden_key.load(Relaxed) ^ data == name.key && data >> 48 == u64::from(name.check) {
                return unpack(data);
            }
        }
        None
    }

    /// Remembers an entry; true when it took an empty place.
    #[inline]
    pub fn store(&self, name: Name, entry: Entry) -> bool {
        self.insert(name.key, pack(name, entry, self.age))
    }

    #[inline]
    fn insert(&self, key: u64, data: u64) -> bool {
        let mut victim = None;
        let mut least = u64::MAX;
        let mut was_empty = false;
        for slot in self.bucket(key) {
            let old = slot.data.load(Relaxed);
            let same = slot.hidden_key.load(Relaxed) ^ old == key && old >> 48 == data >> 48;
            if same || old == 0 {
                (victim, was_empty) = (Some(slot), old == 0);
                break;
            }
            // Age first (younger is worth more), then depth.
            let years = (self.age + 7 - age(old)) % 7;
            let worth = (7 - years) << 10 | depth(old);
            if worth < least {
                (victim, least) = (Some(slot), worth);
            }
        }
        if let Some(slot) = victim {
            slot.hidden_key.store(key ^ data, Relaxed);
            slot.data.store(data, Relaxed);
        }
        was_empty
    }
}

// Bits of the data word, from the low end: points 22, depth 10, best 10, bound 2, complete 1, age 3, check 16.

fn pack(name: Name, entry: Entry, age: u64) -> u64 {
    let best = entry.best.map_or(NO_MOVE, |best| u64::from(best).min(NO_MOVE));
    let points = (entry.points + POINTS_OFFSET) as u64;
    points
        | u64::from(entry.depth) << 22
        | best << 32
        | (entry.bound as u64) << 42
        | u64::from(entry.complete) << 44
        | age << 45
        | u64::from(name.check) << 48
}

fn depth(data: u64) -> u64 {
    data >> 22 & 0x3ff
}

fn age(data: u64) -> u64 {
    data >> 45 & 7
}

/// An empty place has no bound, so it unpacks to nothing.
fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 42 & 3 {
        1 => Bound::Exact,
        2 => Bound::AtLeast,
        3 => Bound::AtMost,
        _ => return None,
    };
    let best = data >> 32 & NO_MOVE;
    Some(Entry {
        points: (data & 0x3f_ffff) as i32 - POINTS_OFFSET,
        depth: depth(data) as u32,
        bound,
        complete: data >> 44 & 1 != 0,
        best: (best != NO_MOVE).then_some(best as u16),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::{INFINITE, MAX_PLIES};
    use athos_core::random::Random;

    fn entry(points: i32, depth: u32) -> Entry {
        Entry { points, depth, bound: Bound::AtLeast, complete: true, best: Some(288) }
    }

    #[test]
    fn an_entry_comes_back_as_it_was() {
        let table = Table::new(1 << 12).unwrap();
        for (key, points) in [-INFINITE, -1, 0, 7, INFINITE].into_iter().enumerate() {
            for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
                for best in [None, Some(0), Some(1022)] {
                    let name = Name { key: (key as u64) << 60, check: 0xffff };
                    let entry = Entry { points, depth: MAX_PLIES, bound, complete: key % 2 == 0, best };
                    table.store(name, entry);
                    assert_eq!(table.probe(name), Some(entry));
                }
            }
        }
    }

    #[test]
    fn all_bits_of_the_name_must_agree() {
        let table = Table::new(64).unwrap();
        assert!(table.store(Name { key: 5, check: 1 }, entry(3, 4)));
        assert_eq!(table.probe(Name { key: 5, check: 2 }), None);
        assert_eq!(table.probe(Name { key: 6, check: 1 }), None);
        assert_eq!(table.probe(Name { key: 0, check: 0 }), None, "an empty place is no entry");
    }

    #[test]
    fn a_full_bucket_gives_up_the_shallowest_of_the_oldest() {
        let mut table = Table::new(64).unwrap();
        for key in 0..4 {
            assert!(table.store(Name { key, check: 0 }, entry(0, 10 + key as u32)));
        }
        assert!(!table.store(Name { key: 4, check: 0 }, entry(0, 1)));
        assert_eq!(table.probe(Name { key: 0, check: 0 }), None);
        table.grow_old();
        table.store(Name { key: 5, check: 0 }, entry(0, 1));
        table.store(Name { key: 6, check: 0 }, entry(0, 1));
        assert!(table.probe(Name { key: 5, check: 0 }).is_some(), "young entries outlive old deep ones");
    }

    #[test]
    fn growing_keeps_the_entries() {
        let table = Table::new(8 << 20).unwrap();
        let name = |number: u64| Name { key: athos_core::mix(number), check: number as u16 };
        let known = |numbers: u64| (0..numbers).filter(|&number| table.probe(name(number)).is_some()).count();
        for number in 0..4000 {
            table.store(name(number), entry(number as i32, 5));
        }
        let before = known(4000);
        for room in [20_000, 100_000, 1 << 40] {
            table.make_room(room);
            // Parts of two old buckets may meet in a new one that has no place for all.
            assert!(known(4000) > before - 20, "room for {room}");
        }
        assert!(
            (0..4000)
                .filter_map(|number| Some((number, table.probe(name(number))?.points)))
                .all(|(n, p)| n as i32 == p)
        );
        assert!(before > 3900);
    }

    #[test]
    fn threads_never_read_what_nobody_wrote() {
        let table = Table::new(1 << 10).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut random = Random::new(thread);
                    for _ in 0..200_000 {
                        let key = random.below(1000) as u64;
                        let name = Name { key: athos_core::mix(key), check: key as u16 };
                        if let Some(found) = table.probe(name) {
                            assert_eq!(found.points, key as i32 + found.depth as i32);
                        }
                        let depth = random.below(500) as u32;
                        table.store(name, entry(key as i32 + depth as i32, depth));
                    }
                });
            }
        });
    }
}
