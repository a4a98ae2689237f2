//! Which move to try first.
//!
//! Alpha-beta saves most when the best move comes first. The order is: the move the table remembers; a move that wins
//! on the spot; killers, which cut off at the same ply in a sister position; then the estimate of the position a move
//! leads to; then history, how often the move cut off anywhere, weighted by the depth it saved. Moves that are equal in
//! all of this keep the game's order.
//!
//! Where only the outcome counts, the search is for a proof, and the estimate gives way to something better: a move
//! comes the earlier the fewer replies it leaves, because what is left to refute is then smallest. This alone makes the
//! proof of Three Musketeers several times smaller.

use crate::alpha_beta::{Place, Worker};
use crate::evaluator::Evaluator;
use crate::points::Scoring;
use crate::recorder::Observer;
use crate::switches::Switch;
use crate::table::Name;
use athos_core::{Game, Keyed, Outcome, Player, Symmetric, mix};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A move that may be tried, with all that is known about it.
pub(crate) struct Candidate<G: Game> {
    pub m: G::Move,
    /// The position it leads to.
    pub next: G::Position,
    /// The key of that position, where keys are kept.
    pub key: u64,
    /// Its name in the table and the symmetry that leads there, where they were needed already.
    pub name: Option<(Name, usize)>,
    /// How the game ended there, if it has.
    pub outcome: Option<Outcome>,
    /// The place of the move in the game's order.
    pub place: u16,
    /// It lets the opponent win at once.
    pub blunder: bool,
    /// The larger, the earlier it is tried.
    pub rank: i64,
}

impl<G: Game> Clone for Candidate<G> {
    fn clone(&self) -> Candidate<G> {
        *self
    }
}

impl<G: Game> Copy for Candidate<G> {}

/// Ranks: each kind of reason outweighs all that come after it.
const ESTIMATE_RANK: i64 = 1 << 22;
const MAX_HISTORY: u32 = ESTIMATE_RANK as u32 - 1;

const HISTORY_BITS: u32 = 12;

/// Moves that cut off before.
pub(crate) struct Memory<M> {
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<u32>; 2],
}

impl<M: Copy + Eq + Hash> Memory<M> {
    pub fn new() -> Memory<M> {
        let empty = || vec![0; 1 << HISTORY_BITS];
        Memory { killers: Vec::new(), history: [empty(), empty()] }
    }

    /// Notes that `m` cut off.
    #[inline]
    pub fn cut(&mut self, player: Player, m: M, depth: u32, ply: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let count = &mut self.history[player.index()][slot(&m)];
        *count = (*count + depth * depth).min(MAX_HISTORY);
    }

    /// The killers of a ply, the latest first.
    #[inline]
    pub fn killers(&self, ply: u32) -> [Option<M>; 2] {
        self.killers.get(ply as usize).copied().unwrap_or([None; 2])
    }

    /// How often a move cut off.
    #[inline]
    pub fn history(&self, player: Player, m: M) -> i64 {
        i64::from(self.history[player.index()][slot(&m)])
    }

    /// Halves the history, so that a new depth trusts itself more than the old ones.
    pub fn fade(&mut self) {
        self.history.iter_mut().flatten().for_each(|count| *count /= 2);
    }
}

/// The place of a move in the history: by hash. Moves that share a place share their luck, and only the order suffers.
#[inline]
fn slot<M: Hash>(m: &M) -> usize {
    let mut hasher = FxHasher::default();
    m.hash(&mut hasher);
    (hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - HISTORY_BITS)) as usize
}

impl<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// Whether moves are ranked one by one at this depth, or only a few are put in front.
    #[inline]
    pub(crate) fn ranks_moves(&self, depth: u32) -> bool {
        let switches = &self.switches;
        (depth >= 2 && [Switch::Ordering, Switch::History, Switch::Forced].iter().any(|&switch| switches.has(switch)))
            || switches.has(Switch::Beam)
    }

    /// The list of moves with a few in front: the best of the last depth, the table's move, the killers.
    #[inline]
    pub(crate) fn put_in_front(
        &self,
        place: &Place<G::Position>,
        first_move: usize,
        remembered: Option<usize>,
    ) -> Front {
        let mut front = Front::default();
        let moves = &self.moves[first_move..];
        if place.ply == 0 {
            front.add(self.first.and_then(|first| moves.iter().position(|&m| m == first)));
        }
        front.add(remembered);
        if self.switches.has(Switch::Killers) {
            let mut killers = self.memory.killers(place.ply);
            if let [Some(first), Some(second)] = killers {
                let turn = self.game.turn(&place.position);
                if self.memory.history(turn, second) > self.memory.history(turn, first) {
                    killers.swap(0, 1);
                }
            }
            for killer in killers.into_iter().flatten() {
                front.add(moves.iter().position(|&m| m == killer));
            }
        }
        front
    }

    /// The move at a place of the list, without rank.
    #[inline]
    pub(crate) fn listed(&self, place: &Place<G::Position>, first_move: usize, at: usize) -> Candidate<G> {
        let m = self.moves[first_move + at];
        let next = self.game.play(&place.position, m);
        let key = self.key_after(place.key, &place.position, m, place.depth);
        Candidate { m, next, key, name: None, outcome: None, place: at as u16, blunder: false, rank: 0 }
    }

    /// Plays all moves but those in front, and ranks where they lead.
    pub(crate) fn rank(&mut self, place: &Place<G::Position>, turn: Player, first_move: usize, done: &Front) {
        let Place { position, depth, ply, .. } = *place;
        let ordering = self.switches.has(Switch::Ordering) && depth >= 3 || self.switches.has(Switch::Beam);
        let history = self.switches.has(Switch::History);
        let looks = ordering || self.switches.has(Switch::Forced);
        for index in 0..self.moves.len() - first_move {
            if done.holds(index) {
                continue;
            }
            let m = self.moves[first_move + index];
            let next = self.game.play(&position, m);
            let mut rank = 0;
            let outcome = if looks { self.game.outcome(&next) } else { None };
            if ordering {
                let same_player = self.game.turn(&next) == turn;
                let points = match outcome {
                    Some(outcome) => self.scoring.finished(outcome, turn, 0),
                    None => self.promise(&next, same_player),
                };
                rank += i64::from(points) * ESTIMATE_RANK;
            }
            if history {
                rank += self.memory.history(turn, m);
            }
            if self.thread > 0 {
                let luck = mix(u64::from(self.thread) << 32 | u64::from(ply) << 16 | index as u64);
                rank += (luck % ESTIMATE_RANK as u64) as i64;
            }
            let key = self.key_after(place.key, &position, m, depth);
            let place = index as u16;
            self.candidates.push(Candidate { m, next, key, name: None, outcome, place, blunder: false, rank });
        }
    }

    /// How good a move looks that leads to `next`, for the player who makes it.
    #[inline]
    fn promise(&mut self, next: &G::Position, same_player: bool) -> i32 {
        let for_the_next = match self.scoring {
            Scoring::Distance => {
                self.statistics.evaluations += 1;
                self.evaluator.evaluate(self.game, next)
            }
            Scoring::Outcome => self.game.count_moves(next) as i32,
        };
        if same_player { for_the_next } else { -for_the_next }
    }

    /// Brings the best-ranked of the candidates from `index` on to `index`: of equals, the first in the game's order.
    #[inline]
    pub(crate) fn bring_best(&mut self, index: usize) {
        let rest = &mut self.candidates[index..];
        let mut best = 0;
        for (at, candidate) in rest.iter().enumerate().skip(1) {
            let better = candidate.rank > rest[best].rank
                || candidate.rank == rest[best].rank && candidate.place < rest[best].place;
            if better {
                best = at;
            }
        }
        rest.swap(0, best);
    }
}

/// The places of all moves, in the game's order but for a few that come first.
#[derive(Clone, Default)]
pub(crate) struct Front {
    places: [usize; 4],
    count: usize,
    /// How many of those in front have been given out.
    given: usize,
    /// The next of the others.
    cursor: usize,
}

impl Front {
    #[inline]
    pub(crate) fn add(&mut self, place: Option<usize>) {
        if let Some(place) = place.filter(|&place| !self.holds(place)) {
            self.places[self.count] = place;
            self.count += 1;
        }
    }

    #[inline]
    fn holds(&self, place: usize) -> bool {
        self.places[..self.count].contains(&place)
    }

    /// The next of those in front.
    #[inline]
    pub fn next_in_front(&mut self) -> Option<usize> {
        let next = self.places[..self.count].get(self.given).copied();
        self.given += usize::from(next.is_some());
        next
    }

    /// The next of all.
    #[inline]
    pub fn next(&mut self) -> usize {
        if let Some(next) = self.next_in_front() {
            return next;
        }
        while self.holds(self.cursor) {
            self.cursor += 1;
        }
        self.cursor += 1;
        self.cursor - 1
    }
}
