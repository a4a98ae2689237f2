//! Depth 0: an estimate, or a look further where an estimate is not to be trusted.
//!
//! Two switches look further. *Selective* deepening searches all moves for a few more plies where the estimate is above
//! a threshold for the player to move (report E's way: it follows what looks very good to see whether it is).
//! *Quiescence* follows only moves that the evaluator calls noisy, and lets the player to move stop at any point with
//! the estimate. Both change the value of a search to a given depth. Neither uses the table, whose depths would not
//! mean what they say here.

use crate::alpha_beta::{Window, Worker};
use crate::evaluator::Evaluator;
use crate::points::{Found, INFINITE};
use crate::recorder::{Kind, Observer};
use crate::switches::Switch;
use crate::table::Bound;
use athos_core::{Keyed, MAX_ESTIMATE, Symmetric};

/// Noise is followed no further than this.
const NOISY_PLIES: u32 = 16;

impl<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// A position at the horizon.
    #[inline]
    pub(crate) fn horizon(&mut self, position: &G::Position, ply: u32, window: Window) -> Found {
        if let Some(outcome) = self.game.outcome(position) {
            return self.ended(position, outcome, ply);
        }
        let points = self.estimate(position, ply);
        if self.switches.has(Switch::Selective) && points > self.switches.selective_threshold {
            self.statistics.extended += 1;
            return self.look_further(position, self.switches.selective_plies, ply, window);
        }
        self.settle(position, points, ply, window)
    }

    #[inline]
    fn estimate(&mut self, position: &G::Position, ply: u32) -> i32 {
        self.statistics.leaves += 1;
        self.statistics.evaluations += 1;
        self.statistics.max_ply = self.statistics.max_ply.max(ply);
        if let Some(line) = self.lines.get_mut(ply as usize) {
            line.clear();
        }
        self.observer.label(Kind::Horizon);
        self.evaluator.evaluate(self.game, position).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    /// The estimate as it is, or after the noise.
    #[inline]
    fn settle(&mut self, position: &G::Position, points: i32, ply: u32, window: Window) -> Found {
        match self.switches.has(Switch::Quiescence) {
            true => self.quiet_down(position, points, NOISY_PLIES, ply, window),
            false => Found { points, complete: false },
        }
    }

    /// All moves, for `plies` more plies.
    fn look_further(&mut self, position: &G::Position, plies: u32, ply: u32, window: Window) -> Found {
        if plies == 0 {
            let points = self.estimate(position, ply);
            return self.settle(position, points, ply, window);
        }
        let from = (-INFINITE, true);
        self.follow(
            position,
            ply,
            window,
            from,
            |_, _| true,
            |worker, next, window| worker.look_further(next, plies - 1, ply + 1, window),
        )
    }

    /// Noisy moves, or none.
    fn quiet_down(&mut self, position: &G::Position, points: i32, plies: u32, ply: u32, window: Window) -> Found {
        if plies == 0 || points >= window.beta {
            return Found { points, complete: false };
        }
        let noisy = |worker: &Self, m| worker.evaluator.is_noisy(worker.game, position, m);
        self.follow(position, ply, window, (points, false), noisy, |worker, next, window| {
            let points = worker.estimate(next, ply + 1);
            worker.quiet_down(next, points, plies - 1, ply + 1, window)
        })
    }

    /// Alpha-beta over the moves that `wanted` names, in the game's order, starting from what is already known.
    fn follow(
        &mut self,
        position: &G::Position,
        ply: u32,
        window: Window,
        (mut best, mut complete): (i32, bool),
        wanted: impl Fn(&Self, G::Move) -> bool,
        mut search: impl FnMut(&mut Self, &G::Position, Window) -> Found,
    ) -> Found {
        let turn = self.game.turn(position);
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        self.statistics.expanded += 1;
        self.statistics.moves += (self.moves.len() - first) as u64;
        for index in first..self.moves.len() {
            let m = self.moves[index];
            if !wanted(self, m) {
                continue;
            }
            let next = self.game.play(position, m);
            self.statistics.nodes += 1;
            if self.eye.tick() {
                break;
            }
            let same_player = self.game.turn(&next) == turn;
            let inner = Window { alpha: window.alpha.max(best), beta: window.beta }.seen_from(same_player);
            let found = match self.game.outcome(&next) {
                Some(outcome) => self.ended(&next, outcome, ply + 1),
                None => search(self, &next, inner),
            };
            if self.eye.stopped() {
                break;
            }
            let found = found.seen_from(same_player);
            complete &= found.complete;
            best = best.max(found.points);
            if best >= window.beta {
                self.statistics.cutoffs += 1;
                break;
            }
        }
        self.moves.truncate(first);
        Found { points: best, complete: complete || Bound::of(best, window.alpha, window.beta).proves(best) }
    }
}
