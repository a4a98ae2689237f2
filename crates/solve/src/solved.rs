//! A tier's codes on their way from a solver into a table.

use crate::solve::Job;
use crate::table::{Finished, TableWriter, Width};
use crate::{Folder, SolveError, parallel};
use athos_core::{Code, Codes, Tiered};
use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

/// Codes as a solver leaves them.
pub enum Solved {
    /// The generic solvers work on wide codes.
    Plain(Vec<AtomicU16>),
    /// A game's kernel for loops works on bytes.
    Kernel(Codes),
}

impl Solved {
    fn is_narrow(&self) -> bool {
        match self {
            Solved::Plain(codes) => codes.iter().all(|code| plain(code).narrow().is_some()),
            Solved::Kernel(codes) => codes.far.is_empty(),
        }
    }

    /// Writes them, as narrow as they are.
    pub fn write<G: Tiered>(
        &self,
        game: &G,
        tier: usize,
        folder: &Folder,
        job: &Job<'_>,
    ) -> Result<Finished, SolveError> {
        let width = if self.is_narrow() { Width::Narrow } else { Width::Wide };
        let header = folder.header(game, tier, width);
        let (count, piece_len) = (header.count as usize, header.block_ranks() as usize);
        let writer = TableWriter::create(&folder.file(game, tier), header)?;
        parallel::for_each(job.workers, count.div_ceil(piece_len), job.stop, |_, piece| {
            let ranks = piece * piece_len..count.min((piece + 1) * piece_len);
            let first = ranks.start as u64;
            let bytes: Vec<u8> = match (self, width) {
                (Solved::Kernel(codes), Width::Narrow) => return writer.put(first, &codes.narrow[ranks]),
                (Solved::Kernel(codes), Width::Wide) => widened(codes, ranks),
                (Solved::Plain(codes), Width::Narrow) => {
                    codes[ranks].iter().filter_map(|c| plain(c).narrow()).collect()
                }
                (Solved::Plain(codes), Width::Wide) => {
                    codes[ranks].iter().flat_map(|c| plain(c).0.to_le_bytes()).collect()
                }
            };
            writer.put(first, &bytes)
        })?;
        job.check()?;
        Ok(writer.finish())
    }
}

fn plain(code: &AtomicU16) -> Code {
    Code(code.load(Ordering::Relaxed))
}

/// The codes of these ranks, two bytes each: all of them as their bytes say, and then the few that are further away.
fn widened(codes: &Codes, ranks: Range<usize>) -> Vec<u8> {
    let wide: [[u8; 2]; 256] = std::array::from_fn(|byte| Code::widen(byte as u8).0.to_le_bytes());
    let narrow = &codes.narrow[ranks.clone()];
    let mut bytes: Vec<u8> = narrow.iter().flat_map(|&byte| wide[usize::from(byte)]).collect();
    let from = |rank: usize| codes.far.partition_point(|&(far, _)| far < rank as u64);
    for &(rank, code) in &codes.far[from(ranks.start)..from(ranks.end)] {
        let place = 2 * (rank as usize - ranks.start);
        bytes[place..place + 2].copy_from_slice(&code.0.to_le_bytes());
    }
    bytes
}
