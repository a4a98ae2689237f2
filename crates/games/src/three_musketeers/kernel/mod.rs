//! The kernel: all guard masks of a musketeer set as one array of bytes.
//!
//! A slice is the array of one musketeer set: a narrow code for every guard mask with an even number of guards, or with
//! an odd one (`moves.rs` has how). With g guards, the musketeers' codes come from the guards' codes with g - 1 guards in
//! other slices, and the guards' codes from the musketeers' codes with g guards in the same slice. So only the guards'
//! codes are kept, for g and for g - 1, and the musketeers' codes live in one slice a worker, which stays in cache. No
//! slice is read and written at the same time.
//!
//! `plain.rs` says what a step does; `avx2.rs` does it for 32 masks at once where the machine can.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod moves;
mod plain;

use super::index::BINOMIALS;
use super::{Ending, Stuck, ThreeMusketeers};
use athos_core::TierKernel;
use memmap2::MmapMut;
use moves::{LANE_BITS, Moves, Split};
use std::sync::{Mutex, PoisonError, RwLock};

/// Boards with more free cells than this have slices beyond any machine's memory.
const MAX_BITS: usize = 28;

/// Slices that no worker writes and reads at the same time.
type Slices = Vec<RwLock<MmapMut>>;

/// Solves Three Musketeers on one board.
#[derive(Debug)]
pub struct Kernel {
    game: ThreeMusketeers,
    split: Split,
    moves: Vec<Moves>,
    /// Codes with the guards to move, for even and for odd numbers of guards.
    guards: [Slices; 2],
    workers: Vec<Mutex<Worker>>,
    #[cfg(target_arch = "x86_64")]
    vectors: Option<avx2::Columns>,
}

/// A worker's memory: a slice of codes with the musketeers to move, and room for codes on their way to the output.
#[derive(Debug)]
struct Worker {
    musketeers: MmapMut,
    spare: Vec<u8>,
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
    /// Room to work in.
    spare: &'a mut Vec<u8>,
}

impl Kernel {
    /// A kernel for this board; `None` if it is too small or too large.
    pub fn new(game: &ThreeMusketeers) -> Option<Kernel> {
        let bits = game.guard_cells() - 1;
        if !(LANE_BITS..=MAX_BITS).contains(&bits) {
            return None;
        }
        let (split, index) = (Split::new(bits), game.index());
        Some(Kernel {
            game: game.clone(),
            split,
            moves: (0..index.sets.len()).map(|set| Moves::new(game, index, set, split)).collect(),
            guards: [Vec::new(), Vec::new()],
            workers: Vec::new(),
            #[cfg(target_arch = "x86_64")]
            vectors: avx2::detected().then(|| avx2::Columns::new(split)),
        })
    }

    fn slice_len(&self) -> usize {
        1 << self.split.bits
    }
}

/// A slice of zeros, in large pages where the system has them: captures jump about in slices, and with small pages most
/// of the time would go into finding them.
fn slice(len: usize) -> std::io::Result<MmapMut> {
    let slice = MmapMut::map_anon(len)?;
    #[cfg(target_os = "linux")]
    slice.advise(memmap2::Advice::HugePage).ok();
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
            let musketeers = slice(1 << self.split.bits).map_err(|_| refused)?;
            self.workers.push(Mutex::new(Worker { musketeers, spare: Vec::new() }));
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
        let mut worker = self.workers[worker].lock().unwrap_or_else(PoisonError::into_inner);
        let worker = &mut *worker;
        let mut part = Part {
            split: self.split,
            moves,
            stuck: self.game.stuck,
            ending: self.game.ending,
            sources: sources.iter().map(|slice| &slice[..]).collect(),
            musketeers: &mut worker.musketeers,
            guards: &mut guards,
            spare: &mut worker.spare,
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(columns) = &self.vectors {
            let without = BINOMIALS[self.split.bits][tier] as usize;
            return avx2::solve(&mut part, columns, tier, [without, placements - without], out);
        }
        plain::solve(&mut part, tier, out);
    }

    fn restore_part(&self, tier: usize, part: usize, codes: &[u8]) {
        let mut guards = self.guards[tier % 2][part].write().unwrap_or_else(PoisonError::into_inner);
        let codes = &codes[codes.len() / 2..];
        for (mask, &code) in plain::masks(self.split.bits + 1, tier).zip(codes) {
            guards[mask as usize & (self.slice_len() - 1)] = code;
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::registry::build;

    /// The codes of all tiers.
    fn solve(mut kernel: Kernel) -> Vec<Vec<u8>> {
        kernel.start(1).unwrap();
        let tiers = 0..=kernel.game.guard_cells();
        let solve = |tier: usize| {
            let mut codes = Vec::new();
            (0..kernel.parts(tier)).for_each(|part| kernel.solve_part(tier, part, 0, &mut codes));
            codes
        };
        tiers.map(solve).collect()
    }

    #[test]
    fn vectors_say_what_the_plain_words_say() {
        if !avx2::detected() {
            println!("passed over: this machine has no AVX2");
            return;
        }
        for board in ["rows=3,columns=3", "rows=3,columns=5", "rows=4,columns=4"] {
            for options in ["musketeers=2,stuck=pass", "musketeers=3", "musketeers=3,ending=early,stuck=guards"] {
                let game: ThreeMusketeers = build(&format!("{board},{options}")).unwrap();
                let mut plain = Kernel::new(&game).unwrap();
                plain.vectors = None;
                assert!(solve(Kernel::new(&game).unwrap()) == solve(plain), "{board},{options}");
            }
        }
    }

    #[test]
    fn a_restored_tier_leads_on_like_a_solved_one() {
        let game: ThreeMusketeers = build("rows=3,columns=4").unwrap();
        let all = solve(Kernel::new(&game).unwrap());
        let mut kernel = Kernel::new(&game).unwrap();
        kernel.start(1).unwrap();
        let parts = kernel.parts(4);
        let part_len = all[4].len() / parts;
        (0..parts).for_each(|part| kernel.restore_part(4, part, &all[4][part * part_len..][..part_len]));
        let mut codes = Vec::new();
        (0..parts).for_each(|part| kernel.solve_part(5, part, 0, &mut codes));
        assert!(codes == all[5]);
    }
}
