//! The solved tiers that the tier in work looks into: unpacked in memory, or on disk when memory is short.

use crate::table::{BlockCache, Table, TableError, Width, read_code};
use crate::{Folder, SolveError, parallel};
use athos_core::{Code, Codes, Tiered};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Solved tiers by number.
#[derive(Debug, Default)]
pub struct Children {
    tiers: BTreeMap<usize, Source>,
}

#[derive(Debug)]
enum Source {
    Memory(Codes),
    Disk(Table),
}

impl Children {
    /// Keeps what `tier` needs, and fetches what is missing.
    pub fn prepare<G: Tiered>(
        &mut self,
        game: &G,
        tier: usize,
        folder: &Folder,
        cache: &Arc<BlockCache>,
        in_memory: bool,
        workers: usize,
    ) -> Result<(), SolveError> {
        self.fetch(game, &game.child_tiers(tier), folder, cache, in_memory, workers)
    }

    /// Keeps the tiers that are needed, and fetches what is missing of them.
    pub fn fetch<G: Tiered>(
        &mut self,
        game: &G,
        needed: &[usize],
        folder: &Folder,
        cache: &Arc<BlockCache>,
        in_memory: bool,
        workers: usize,
    ) -> Result<(), SolveError> {
        self.tiers.retain(|child, source| needed.contains(child) && in_memory == matches!(source, Source::Memory(..)));
        for &child in needed {
            if self.tiers.contains_key(&child) {
                continue;
            }
            let table = folder.open(game, child, cache)?;
            let source = if in_memory { load(&table, workers)? } else { Source::Disk(table) };
            self.tiers.insert(child, source);
        }
        Ok(())
    }

    /// The codes of these tiers, if all are in memory.
    pub fn in_memory(&self, tiers: &[usize]) -> Option<Vec<&Codes>> {
        let codes = tiers.iter().map(|tier| match self.tiers.get(tier) {
            Some(Source::Memory(codes)) => Some(codes),
            _ => None,
        });
        codes.collect()
    }

    /// What is stored for a rank; a gap when there is no such rank.
    pub fn stored(&self, tier: usize, rank: u64) -> Result<Code, TableError> {
        match self.tiers.get(&tier) {
            Some(Source::Memory(codes)) => Ok(codes.get(rank)),
            Some(Source::Disk(table)) => table.code(rank),
            None => Ok(Code::GAP),
        }
    }

    /// The code of a position in another tier, which must have one.
    pub fn code<G: Tiered>(&self, game: &G, from: usize, tier: usize, rank: u64) -> Result<Code, SolveError> {
        match self.stored(tier, rank)? {
            Code::GAP => {
                let reason = format!("a move leads to rank {rank} of tier {tier}, which is not there");
                Err(SolveError::Game { tier: game.tier_name(from), reason })
            }
            code => Ok(code),
        }
    }
}

/// Unpacks a table, in one byte a rank and a list of far codes.
fn load(table: &Table, workers: usize) -> Result<Source, TableError> {
    let header = table.header();
    let block_len = header.block_ranks();
    let mut narrow = vec![0; header.count as usize];
    let blocks: Vec<_> = narrow.chunks_mut(block_len as usize).map(Mutex::new).collect();
    let far = Mutex::new(Vec::new());
    parallel::for_each(workers, blocks.len(), &AtomicBool::new(false), |_, block| {
        let mut unpacked = Vec::new();
        table.unpack(block, &mut unpacked)?;
        let mut bytes = blocks[block].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if header.width == Width::Narrow {
            bytes.copy_from_slice(&unpacked);
            return Ok::<(), TableError>(());
        }
        for (place, byte) in bytes.iter_mut().enumerate() {
            let code = read_code(header.width, &unpacked, place);
            *byte = Codes::byte(code);
            if code.narrow().is_none() {
                let rank = block as u64 * block_len + place as u64;
                far.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((rank, code));
            }
        }
        Ok(())
    })?;
    drop(blocks);
    let mut far = far.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    far.sort_unstable();
    Ok(Source::Memory(Codes { narrow, far }))
}
