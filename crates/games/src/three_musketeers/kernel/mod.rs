//! The kernel: all guard masks of a musketeer set as one array of bytes.
//!
//! A slice is the array of one musketeer set, a narrow code for every guard mask. With g guards, the musketeers' codes
//! come from the guards' codes with g - 1 guards in other slices, and the guards' codes from the musketeers' codes with g
//! guards in the same slice. So only the guards' codes are kept, in two arrays for even and for odd g, and the musketeers'
//! codes live in one slice a worker, which stays in cache. Two arrays also mean that no slice is read and written at the
//! same time.
//!
//! `plain.rs` says what a step does; `avx2.rs` does it for 32 masks at once where the machine can.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod moves;
mod plain;

use super::{Ending, Stuck, ThreeMusketeers};
use athos_core::TierKernel;
use moves::{LANE_BITS, Moves, Split};
use std::sync::{Mutex, PoisonError, RwLock};

/// Boards with more free cells than this have slices beyond any machine's memory.
const MAX_BITS: usize = 28;

/// Slices that no worker writes and reads at the same time.
type Slices = Vec<RwLock<Vec<u8>>>;

/// Solves Three Musketeers on one board.
#[derive(Debug)]
pub struct Kernel {
    game: ThreeMusketeers,
    split: Split,
    moves: Vec<Moves>,
    /// Codes with the guards to move, for even and for odd numbers of guards.
    guards: [Slices; 2],
    /// A slice of codes with the musketeers to move, for every worker.
    musketeers: Vec<Mutex<Vec<u8>>>,
    vectors: bool,
}

/// What it takes to solve one slice of a tier.
struct Part<'a> {
    split: Split,
    moves: &'a Moves,
    stuck: Stuck,
    ending: Ending,
    /// For every capture, the slice it leads to, with one guard less.
    sources: Vec<&'a [u8]>,
    /// Scratch: the codes with the musketeers to move.
    musketeers: &'a mut [u8],
    /// To be filled: the codes with the guards to move.
    guards: &'a mut [u8],
}

impl Kernel {
    /// A kernel for this board; `None` if it is too small or too large.
    pub fn new(game: &ThreeMusketeers) -> Option<Kernel> {
        let bits = game.guard_cells();
        if !(LANE_BITS..=MAX_BITS).contains(&bits) {
            return None;
        }
        let (split, index) = (Split::new(bits), game.index());
        let moves = (0..index.sets.len()).map(|set| Moves::new(game, index, set, split)).collect();
        #[cfg(target_arch = "x86_64")]
        let vectors = is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let vectors = false;
        let (guards, musketeers) = ([Vec::new(), Vec::new()], Vec::new());
        Some(Kernel { game: game.clone(), split, moves, guards, musketeers, vectors })
    }

    /// The same kernel without vector instructions.
    pub fn without_vectors(mut self) -> Kernel {
        self.vectors = false;
        self
    }

    fn slice_len(&self) -> usize {
        1 << self.split.bits
    }
}

/// A slice of zeros.
fn slice(len: usize) -> Result<Vec<u8>, u64> {
    let mut slice = Vec::new();
    slice.try_reserve_exact(len).map_err(|_| len as u64)?;
    slice.resize(len, 0);
    Ok(slice)
}

impl TierKernel for Kernel {
    fn memory(&self, workers: usize) -> u64 {
        let slices = 2 * self.moves.len() + workers;
        (slices as u64).saturating_mul(self.slice_len() as u64)
    }

    fn start(&mut self, workers: usize) -> Result<(), u64> {
        let refused = self.memory(workers);
        for slices in &mut self.guards {
            for _ in 0..self.moves.len() {
                slices.push(RwLock::new(slice(1 << self.split.bits).map_err(|_| refused)?));
            }
        }
        for _ in 0..workers {
            self.musketeers.push(Mutex::new(slice(1 << self.split.bits).map_err(|_| refused)?));
        }
        Ok(())
    }

    fn parts(&self, _tier: usize) -> usize {
        self.moves.len()
    }

    fn solve_part(&self, tier: usize, part: usize, worker: usize, out: &mut Vec<u8>) {
        let (moves, placements) = (&self.moves[part], self.game.placements(tier) as usize);
        let (now, before) = (&self.guards[tier % 2], &self.guards[(tier + 1) % 2]);
        let mut guards = now[part].write().unwrap_or_else(PoisonError::into_inner);
        if moves.aligned {
            guards.fill(1);
            out.resize(out.len() + 2 * placements, 1);
            return;
        }
        let sources = moves.captures.iter().map(|capture| before[capture.set].read());
        let sources: Vec<_> = sources.map(|slice| slice.unwrap_or_else(PoisonError::into_inner)).collect();
        let mut musketeers = self.musketeers[worker].lock().unwrap_or_else(PoisonError::into_inner);
        let mut part = Part {
            split: self.split,
            moves,
            stuck: self.game.stuck,
            ending: self.game.ending,
            sources: sources.iter().map(|slice| &slice[..]).collect(),
            musketeers: &mut musketeers,
            guards: &mut guards,
        };
        #[cfg(target_arch = "x86_64")]
        if self.vectors {
            return avx2::solve(&mut part, tier, placements, out);
        }
        plain::solve(&mut part, tier, out);
    }

    fn restore_part(&self, tier: usize, part: usize, codes: &[u8]) {
        let mut guards = self.guards[tier % 2][part].write().unwrap_or_else(PoisonError::into_inner);
        let codes = &codes[codes.len() / 2..];
        for (mask, &code) in plain::masks(self.split.bits, tier).zip(codes) {
            guards[mask as usize] = code;
        }
    }
}
