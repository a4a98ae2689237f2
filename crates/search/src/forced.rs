//! Forced moves: win in one, block in one (report D's rules of thumb, made exact).
//!
//! A move that wins at once is the best there is, so nothing is searched. A move that lets the opponent win at once is
//! worth a loss in two plies, which no search needs to find out.

use crate::alpha_beta::Worker;
use crate::evaluator::Evaluator;
use crate::ordering::Candidate;
use crate::recorder::Observer;
use athos_core::{Keyed, Outcome, Player, Symmetric};

impl<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// A move that wins at once, and its place.
    pub(crate) fn win_in_one(&self, first: usize, turn: Player) -> Option<(G::Move, u16)> {
        let wins = |candidate: &&Candidate<G>| candidate.outcome == Some(Outcome::Winner(turn));
        self.candidates[first..].iter().find(wins).map(|candidate| (candidate.m, candidate.place))
    }

    /// Marks the moves after which the opponent wins at once, and ranks them last.
    pub(crate) fn find_blunders(&mut self, first: usize, turn: Player) -> bool {
        let end = self.moves.len();
        let mut any = false;
        for index in first..self.candidates.len() {
            let next = self.candidates[index].next;
            if self.candidates[index].outcome.is_some() || self.game.turn(&next) == turn {
                continue;
            }
            self.game.moves(&next, &mut self.moves);
            let loses =
                |&m: &G::Move| self.game.outcome(&self.game.play(&next, m)) == Some(Outcome::Winner(turn.other()));
            if self.moves[end..].iter().any(loses) {
                self.candidates[index].blunder = true;
                self.candidates[index].rank = i64::MIN;
                self.statistics.forced += 1;
                any = true;
            }
            self.moves.truncate(end);
        }
        any
    }
}
