//! A tier's codes on their way from a solver into a table.

use crate::solve::Job;
use crate::table::{Finished, TableWriter, Width};
use crate::{Folder, SolveError, parallel};
use athos_core::{Code, Codes, Tiered};
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
            Solved::Plain(codes) => codes.iter().all(|code| Code(code.load(Ordering::Relaxed)).narrow().is_some()),
            Solved::Kernel(codes) => codes.far.is_empty(),
        }
    }

    fn code(&self, rank: usize) -> Code {
        match self {
            Solved::Plain(codes) => Code(codes[rank].load(Ordering::Relaxed)),
            Solved::Kernel(codes) => codes.get(rank as u64),
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
                (_, Width::Narrow) => ranks.filter_map(|rank| self.code(rank).narrow()).collect(),
                (_, Width::Wide) => ranks.flat_map(|rank| self.code(rank).0.to_le_bytes()).collect(),
            };
            writer.put(first, &bytes)
        })?;
        job.check()?;
        Ok(writer.finish())
    }
}
