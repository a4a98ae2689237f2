//! Retrograde analysis: from decided positions back to those that are decided by them, distance by distance.
//!
//! For every position two things are counted once, forwards: how many of its moves stay in the tier, and the best it can
//! get by leaving it. Then distances are taken in order, 0, 1, 2, ... When a position turns out to be decided at distance
//! d, every position with a move to it is visited: a mover who wins by that move has a win in d + 1; for a mover who
//! loses by it one hope less is left, and when none is left the position is lost in d + 1, or later if leaving the tier
//! delays it longer. What no distance decides is a draw: whoever could lose can go round for ever.
//!
//! Blocks of ranks know the next distance at which something happens in them, so quiet ones cost nothing. Codes are
//! decided by distance alone, never by the order in which threads come, so every run gives the same table.

use crate::children::Children;
use crate::solve::Job;
use crate::{SolveError, parallel};
use athos_core::{Code, Player, Tiered};
use std::sync::atomic::{AtomicU16, Ordering};

/// How many ranks share a due distance.
const BLOCK: usize = 1 << 10;
/// Nothing more happens in this block.
const NEVER: u16 = u16::MAX;

/// How a game is walked backwards.
pub type Predecessors<G> = fn(&G, &<G as athos_core::Game>::Position, &mut Vec<<G as athos_core::Game>::Position>);

/// A tier in work.
struct Tier<'a, G: Tiered> {
    game: &'a G,
    tier: usize,
    codes: Vec<AtomicU16>,
    /// Moves that stay in the tier and are not known to lose for the mover.
    open: Vec<AtomicU16>,
    /// The best code that leaving the tier gets, seen from before the move; undecided if no move leaves.
    outside: Vec<AtomicU16>,
    /// For every block, the next distance at which it must be looked at.
    due: Vec<AtomicU16>,
}

/// The codes of a tier with loops.
pub fn solve_tier<G: Tiered>(
    game: &G,
    tier: usize,
    predecessors: Predecessors<G>,
    children: &Children,
    job: &Job<'_>,
) -> Result<Vec<AtomicU16>, SolveError> {
    let len = game.tier_len(tier);
    let blocks = (len as usize).div_ceil(BLOCK);
    let work = Tier {
        game,
        tier,
        codes: crate::solve::undecided(len)?,
        open: crate::solve::undecided(len)?,
        outside: crate::solve::undecided(len)?,
        due: crate::solve::undecided(blocks as u64)?,
    };

    // 1. Forwards, once: ends of the game, moves that stay, and the best of those that leave.
    parallel::for_each(job.workers, blocks, job.stop, |_, block| {
        work.due[block].store(NEVER, Ordering::Relaxed);
        let mut moves = Vec::new();
        for rank in work.ranks(block) {
            work.look_forwards(rank, children, &mut moves)?;
        }
        job.done(tier, work.ranks(block).len() as u64 / 2);
        Ok::<(), SolveError>(())
    })?;

    // 2. Backwards, distance by distance.
    for distance in 0..=Code::MAX_PLIES {
        job.check()?;
        let due: Vec<usize> = (0..blocks).filter(|&b| work.due[b].load(Ordering::Relaxed) == distance).collect();
        if due.is_empty() {
            if work.due.iter().all(|due| due.load(Ordering::Relaxed) == NEVER) {
                break;
            }
            continue;
        }
        // Emptied before anybody writes the next distance, which would be lost otherwise.
        due.iter().for_each(|&block| work.due[block].store(NEVER, Ordering::Relaxed));
        parallel::for_each(job.workers, due.len(), job.stop, |_, piece| {
            let mut before = Vec::new();
            for rank in work.ranks(due[piece]) {
                work.look_here(rank, distance);
                if Code(work.codes[rank].load(Ordering::Relaxed)).plies() == Some(distance) {
                    work.look_backwards(rank, distance, predecessors, &mut before)?;
                }
            }
            Ok::<(), SolveError>(())
        })?;
    }
    job.check()?;

    // 3. What is left is a draw.
    for code in &work.codes {
        if code.load(Ordering::Relaxed) == Code::UNDECIDED.0 {
            code.store(Code::DRAW.0, Ordering::Relaxed);
        }
    }
    job.done(tier, len - (0..blocks).map(|block| work.ranks(block).len() as u64 / 2).sum::<u64>());
    Ok(work.codes)
}

impl<G: Tiered> Tier<'_, G> {
    fn ranks(&self, block: usize) -> std::ops::Range<usize> {
        block * BLOCK..self.codes.len().min((block + 1) * BLOCK)
    }

    fn position(&self, rank: usize) -> Option<G::Position> {
        self.game.unrank(self.tier, rank as u64)
    }

    fn look_forwards(&self, rank: usize, children: &Children, moves: &mut Vec<G::Move>) -> Result<(), SolveError> {
        let Some(position) = self.position(rank) else {
            self.codes[rank].store(Code::GAP.0, Ordering::Relaxed);
            return Ok(());
        };
        if let Some(outcome) = self.game.outcome(&position) {
            self.codes[rank].store(Code::over(outcome).0, Ordering::Relaxed);
            self.wake(rank, 0);
            return Ok(());
        }
        let turn = self.game.turn(&position);
        let (mut open, mut outside) = (0u16, None);
        moves.clear();
        self.game.moves(&position, moves);
        for &m in moves.iter() {
            let (tier, to) = self.game.rank(&self.game.play(&position, m));
            if tier == self.tier {
                open = open.checked_add(1).ok_or_else(|| self.contradiction("a position has 65536 moves"))?;
            } else {
                let code = children.code(self.game, self.tier, tier, to)?;
                let code = code.before_move().ok_or_else(|| self.too_long())?;
                outside = Some(outside.map_or(code, |best: Code| best.better_for(turn, code)));
            }
        }
        self.open[rank].store(open, Ordering::Relaxed);
        if let Some(code) = outside {
            self.outside[rank].store(code.0, Ordering::Relaxed);
            if open == 0 {
                self.codes[rank].store(code.0, Ordering::Relaxed);
            }
            if let Some(plies) = code.plies() {
                self.wake(rank, plies);
            }
        }
        Ok(())
    }

    /// Looks after what the rank itself knows of this distance: an outside move may win now, and what will happen later
    /// must wake the block again.
    fn look_here(&self, rank: usize, distance: u16) {
        let code = Code(self.codes[rank].load(Ordering::Relaxed));
        let outside = Code(self.outside[rank].load(Ordering::Relaxed));
        match if code == Code::UNDECIDED { outside.plies() } else { code.plies() } {
            Some(later) if later > distance => self.wake(rank, later),
            Some(_) if code == Code::UNDECIDED => {
                let turn = self.position(rank).map(|position| self.game.turn(&position));
                if outside.winner() == turn {
                    self.codes[rank].store(outside.0, Ordering::Relaxed);
                }
            }
            _ => {}
        }
    }

    /// Tells everybody with a move to this position, which has just been decided.
    fn look_backwards(
        &self,
        rank: usize,
        distance: u16,
        predecessors: Predecessors<G>,
        before: &mut Vec<G::Position>,
    ) -> Result<(), SolveError> {
        let code = Code(self.codes[rank].load(Ordering::Relaxed));
        let (Some(position), Some(winner)) = (self.position(rank), code.winner()) else { return Ok(()) };
        before.clear();
        predecessors(self.game, &position, before);
        for mover in before.iter() {
            let (tier, from) = self.game.rank(mover);
            let from = from as usize;
            if tier != self.tier || self.game.outcome(mover).is_some() {
                return Err(self.contradiction("a predecessor is over or in another tier"));
            }
            if self.game.turn(mover) == winner {
                self.first_win(from, winner, distance)?;
            } else if self.open[from].fetch_sub(1, Ordering::Relaxed) == 1 {
                self.last_hope(from, winner, distance + 1)?;
            }
        }
        Ok(())
    }

    /// A move that stays in the tier wins in `distance + 1`. A move that leaves it may win at this very distance, and this
    /// position may still be waiting for its turn to find out.
    fn first_win(&self, rank: usize, winner: Player, distance: u16) -> Result<(), SolveError> {
        let outside = Code(self.outside[rank].load(Ordering::Relaxed));
        match outside.plies() {
            Some(plies) if outside.winner() == Some(winner) && plies <= distance => Ok(()),
            _ => self.decide(rank, winner, distance + 1),
        }
    }

    /// All moves that stay in the tier lose, the last of them in `plies`.
    fn last_hope(&self, rank: usize, winner: Player, plies: u16) -> Result<(), SolveError> {
        let outside = Code(self.outside[rank].load(Ordering::Relaxed));
        match (outside, outside.plies()) {
            (Code::UNDECIDED, _) => self.decide(rank, winner, plies),
            (code, Some(longer)) if code.winner() == Some(winner) => self.decide(rank, winner, plies.max(longer)),
            // A draw, or a win that is still to come, outside the tier.
            _ => Ok(()),
        }
    }

    /// Writes a code unless the position is already decided, which is then no further away.
    fn decide(&self, rank: usize, winner: Player, plies: u16) -> Result<(), SolveError> {
        let code = Code::won(winner, plies).ok_or_else(|| self.too_long())?;
        let (undecided, relaxed) = (Code::UNDECIDED.0, Ordering::Relaxed);
        if self.codes[rank].compare_exchange(undecided, code.0, relaxed, relaxed).is_ok() {
            self.wake(rank, plies);
        }
        Ok(())
    }

    fn wake(&self, rank: usize, distance: u16) {
        self.due[rank / BLOCK].fetch_min(distance, Ordering::Relaxed);
    }

    fn too_long(&self) -> SolveError {
        SolveError::TooLong(self.game.tier_name(self.tier))
    }

    fn contradiction(&self, reason: &str) -> SolveError {
        SolveError::Game { tier: self.game.tier_name(self.tier), reason: reason.into() }
    }
}
