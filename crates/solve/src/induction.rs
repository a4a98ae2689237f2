//! Backward induction: the value of a position is the best among those its moves lead to.
//!
//! Moves may stay inside the tier as long as no line of play comes back, so there is an order in which every position
//! follows those it depends on, but nobody has to know it: passes over the tier decide what can be decided, until
//! nothing is left. A code, once written, is final, so threads and passes need no order among themselves. A tier
//! without inner moves takes one pass, a tier where every line leaves after k moves at most k + 1.

use crate::children::Children;
use crate::solve::Job;
use crate::{SolveError, parallel};
use athos_core::{Code, Player, Tiered};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// How many ranks a thread takes at a time.
const PIECE: u64 = 1 << 12;

/// The codes of a tier without loops.
pub fn solve_tier<G: Tiered>(
    game: &G,
    tier: usize,
    children: &Children,
    job: &Job<'_>,
) -> Result<Vec<AtomicU16>, SolveError> {
    let len = game.tier_len(tier);
    let codes = crate::solve::undecided(len)?;
    let pieces = len.div_ceil(PIECE) as usize;
    let mut left = len;
    while left > 0 {
        let decided = AtomicU64::new(0);
        parallel::for_each(job.workers, pieces, job.stop, |_, piece| {
            let first = piece as u64 * PIECE;
            let mut now = 0;
            let mut moves = Vec::new();
            for rank in first..len.min(first + PIECE) {
                if codes[rank as usize].load(Ordering::Relaxed) != Code::UNDECIDED.0 {
                    continue;
                }
                let code = match game.unrank(tier, rank) {
                    None => Code::GAP,
                    Some(position) => value(game, tier, &position, &codes, children, &mut moves)?,
                };
                codes[rank as usize].store(code.0, Ordering::Relaxed);
                now += u64::from(code != Code::UNDECIDED);
            }
            decided.fetch_add(now, Ordering::Relaxed);
            job.done(tier, now);
            Ok::<(), SolveError>(())
        })?;
        job.check()?;
        let decided = decided.into_inner();
        if decided == 0 {
            return Err(SolveError::Loops(game.tier_name(tier)));
        }
        left -= decided;
    }
    Ok(codes)
}

/// The code of a position; undecided while one of those it depends on is.
fn value<G: Tiered>(
    game: &G,
    tier: usize,
    position: &G::Position,
    codes: &[AtomicU16],
    children: &Children,
    moves: &mut Vec<G::Move>,
) -> Result<Code, SolveError> {
    if let Some(outcome) = game.outcome(position) {
        return Ok(Code::over(outcome));
    }
    let turn = game.turn(position);
    let mut best = if turn == Player::One { Code(0) } else { Code(u16::MAX) };
    moves.clear();
    game.moves(position, moves);
    for &m in moves.iter() {
        let (to, rank) = game.rank(&game.play(position, m));
        let code = match to == tier {
            true => Code(codes[rank as usize].load(Ordering::Relaxed)),
            false => children.code(game, tier, to, rank)?,
        };
        if code == Code::UNDECIDED {
            return Ok(code);
        }
        best = best.better_for(turn, code);
    }
    best.before_move().ok_or_else(|| SolveError::TooLong(game.tier_name(tier)))
}
