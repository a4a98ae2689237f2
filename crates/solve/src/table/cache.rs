//! A cache of unpacked blocks, shared by all tables of a game and by all threads.
//!
//! Every block has one slot where it may be, and every slot a lock of its own, so threads rarely meet. A probe that
//! finds its block costs a lock and a compare, well below a microsecond.

use athos_core::mix;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Unpacked blocks by table and number.
#[derive(Debug)]
pub struct BlockCache {
    slots: Vec<Mutex<Slot>>,
    tables: AtomicU64,
}

#[derive(Debug, Default)]
struct Slot {
    /// The table in the upper half and the block in the lower; 0 for an empty slot.
    key: u64,
    bytes: Vec<u8>,
}

impl BlockCache {
    /// A cache of about this many bytes.
    pub fn new(bytes: usize) -> BlockCache {
        let slots = (bytes >> 14).clamp(1, 1 << 20);
        BlockCache { slots: (0..slots).map(|_| Mutex::default()).collect(), tables: AtomicU64::new(1) }
    }

    /// A number for a table that will use this cache.
    pub(super) fn register(&self) -> u64 {
        self.tables.fetch_add(1, Ordering::Relaxed)
    }

    /// Looks at a block of a table; unpacks it first if it is not here.
    pub(super) fn with<T, E>(
        &self,
        table: u64,
        block: usize,
        unpack: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
        look: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, E> {
        let key = table << 32 | block as u64;
        let slot = &self.slots[(mix(key) % self.slots.len() as u64) as usize];
        let mut slot = slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if slot.key != key {
            slot.key = 0;
            unpack(&mut slot.bytes)?;
            slot.key = key;
        }
        Ok(look(&slot.bytes))
    }
}
