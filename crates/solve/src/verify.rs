//! Verifying: every value is derived again, from the values after its moves, by the plain rules alone.
//!
//! Nothing of what made the tables is used, only the game's moves and its ranks. For a win in n there must be a move to a
//! win of the same player in n - 1 and none to a quicker one; a loss in n has only moves to losses, the slowest in n - 1;
//! a draw has a move that keeps it and none that wins. Distances that fit this everywhere are the true ones, in loops
//! too: a win can be followed down to the end ply by ply, and from a draw both players can always keep it.

use crate::children::Children;
use crate::table::{BlockCache, TableError};
use crate::{Folder, SolveError, parallel};
use athos_core::random::Random;
use athos_core::{Code, Described, Player, Tiered};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// How many ranks a thread takes at a time.
const PIECE: u64 = 1 << 12;
/// No more contradictions than this are told one by one.
const TOLD: usize = 20;

/// What is verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Every position of every tier.
    All,
    /// Every position of one tier.
    Tier(usize),
    /// This many positions, chosen at random over all tiers.
    Random {
        /// How many.
        positions: u64,
        /// The same seed chooses the same positions.
        seed: u64,
    },
}

/// How a verification is done and who hears of it.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many threads work.
    pub workers: usize,
    /// Whether tables may be unpacked in memory, two at a time for most games, when whole tiers are verified.
    pub in_memory: bool,
    /// Set it to stop soon.
    pub stop: &'a AtomicBool,
    /// Hears of progress: a tier, and how many more of its ranks were looked at.
    pub report: &'a (dyn Fn(usize, u64) + Sync),
}

/// A stored code that does not follow from the codes after the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction<P> {
    /// Which tier.
    pub tier: usize,
    /// Which rank.
    pub rank: u64,
    /// The position; `None` if the rank is a gap.
    pub position: Option<P>,
    /// What the table has.
    pub stored: Code,
    /// What it should have.
    pub derived: Code,
}

/// What a verification found.
#[derive(Clone, Debug)]
pub struct Verdict<P> {
    /// How many ranks were looked at.
    pub checked: u64,
    /// How many contradict the rules.
    pub wrong: u64,
    /// The first few of them.
    pub examples: Vec<Contradiction<P>>,
}

/// Derives values again and compares them with the tables under `data`. An error says that a table could not be read.
pub fn verify<G: Tiered + Described>(
    game: &G,
    data: &Path,
    scope: Scope,
    options: Options<'_>,
) -> Result<Verdict<G::Position>, SolveError> {
    let folder = Folder::of(game, data);
    let checker = Checker { game, checked: AtomicU64::new(0), wrong: AtomicU64::new(0), examples: Mutex::default() };
    let cache = Arc::new(BlockCache::new(64 << 20));
    match scope {
        Scope::All => {
            for tier in 0..game.tiers() {
                checker.tier(tier, &folder, &cache, options)?;
            }
        }
        Scope::Tier(tier) => checker.tier(tier, &folder, &cache, options)?,
        Scope::Random { positions, seed } => checker.random(positions, seed, &folder, &cache, options)?,
    }
    if options.stop.load(Ordering::Relaxed) {
        return Err(SolveError::Stopped);
    }
    let mut examples = checker.examples.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    examples.sort_by_key(|example| (example.tier, example.rank));
    Ok(Verdict { checked: checker.checked.into_inner(), wrong: checker.wrong.into_inner(), examples })
}

struct Checker<'a, G: Tiered> {
    game: &'a G,
    checked: AtomicU64,
    wrong: AtomicU64,
    examples: Mutex<Vec<Contradiction<G::Position>>>,
}

impl<G: Tiered + Described> Checker<'_, G> {
    fn tier(
        &self,
        tier: usize,
        folder: &Folder,
        cache: &Arc<BlockCache>,
        options: Options<'_>,
    ) -> Result<(), SolveError> {
        let mut needed = self.game.child_tiers(tier);
        needed.push(tier);
        let mut solved = Children::default();
        solved.fetch(self.game, &needed, folder, cache, options.in_memory, options.workers)?;
        let len = self.game.tier_len(tier);
        parallel::for_each(options.workers, len.div_ceil(PIECE) as usize, options.stop, |_, piece| {
            let first = piece as u64 * PIECE;
            let ranks = first..len.min(first + PIECE);
            (options.report)(tier, ranks.end - ranks.start);
            self.ranks(tier, ranks, &solved)
        })
    }

    fn random(
        &self,
        positions: u64,
        seed: u64,
        folder: &Folder,
        cache: &Arc<BlockCache>,
        options: Options<'_>,
    ) -> Result<(), SolveError> {
        let game = self.game;
        let all: Vec<usize> = (0..game.tiers()).collect();
        let total: u64 = all.iter().map(|&tier| game.tier_len(tier)).sum();
        let mut random = Random::new(seed);
        // Sorted, so that neighbours share unpacked blocks.
        let mut chosen: Vec<u64> = (0..positions).map(|_| random.below(total as usize) as u64).collect();
        chosen.sort_unstable();
        let mut solved = Children::default();
        solved.fetch(game, &all, folder, cache, false, options.workers)?;
        let pieces: Vec<&[u64]> = chosen.chunks(256).collect();
        parallel::for_each(options.workers, pieces.len(), options.stop, |_, piece| {
            for &place in pieces[piece] {
                let (mut tier, mut rank) = (0, place);
                while rank >= game.tier_len(tier) {
                    rank -= game.tier_len(tier);
                    tier += 1;
                }
                self.ranks(tier, rank..rank + 1, &solved)?;
                (options.report)(tier, 1);
            }
            Ok(())
        })
    }

    fn ranks(&self, tier: usize, ranks: std::ops::Range<u64>, solved: &Children) -> Result<(), SolveError> {
        let mut moves = Vec::new();
        self.checked.fetch_add(ranks.end - ranks.start, Ordering::Relaxed);
        for rank in ranks {
            let stored = solved.stored(tier, rank)?;
            let position = self.game.unrank(tier, rank);
            let derived = match &position {
                None => Code::GAP,
                Some(position) => self.derive(position, solved, &mut moves)?,
            };
            if stored != derived {
                self.wrong.fetch_add(1, Ordering::Relaxed);
                let mut examples = self.examples.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                if examples.len() < TOLD {
                    examples.push(Contradiction { tier, rank, position, stored, derived });
                }
            }
        }
        Ok(())
    }

    /// What the rules and the codes after the moves make of a position; undecided if one of those is no value.
    fn derive(&self, position: &G::Position, solved: &Children, moves: &mut Vec<G::Move>) -> Result<Code, TableError> {
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(Code::over(outcome));
        }
        let turn = self.game.turn(position);
        let mut best = if turn == Player::One { Code(0) } else { Code(u16::MAX) };
        moves.clear();
        self.game.moves(position, moves);
        for &m in moves.iter() {
            let (tier, rank) = self.game.rank(&self.game.play(position, m));
            let code = solved.stored(tier, rank)?;
            if code == Code::GAP {
                return Ok(Code::UNDECIDED);
            }
            best = best.better_for(turn, code);
        }
        Ok(best.before_move().unwrap_or(Code::UNDECIDED))
    }
}
