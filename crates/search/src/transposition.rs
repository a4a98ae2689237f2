//! Between search and table: under which name a position is filed, what an entry is worth to a search, and which move
//! an entry means.
//!
//! With symmetry, a position is filed under one representative of all its images. An entry names its best move by the
//! place in the game's order of moves, there in the representative; here it is carried over.

use crate::alpha_beta::{Window, Worker};
use crate::evaluator::Evaluator;
use crate::points::{Found, Scoring, WIN, is_decided};
use crate::recorder::Observer;
use crate::switches::Switch;
use crate::table::{Bound, Entry, Name};
use athos_core::{Keyed, Player, Symmetric};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

impl<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// The name of a position, and the symmetry that leads to the position it is filed under.
    #[inline]
    pub(crate) fn name(&self, position: &G::Position, key: u64) -> (Name, usize) {
        let check = |position: &G::Position| {
            let mut hasher = FxHasher::default();
            position.hash(&mut hasher);
            (hasher.finish() >> 40) as u16
        };
        match self.switches.has(Switch::Symmetry) {
            true => {
                let (canonical, symmetry) = self.game.canonical(position);
                (Name { key: self.game.key(&canonical), check: check(&canonical) }, symmetry)
            }
            false => (Name { key, check: check(position) }, 0),
        }
    }

    /// The key after a move, where anybody will ask for it.
    #[inline]
    pub(crate) fn key_after(&self, key: u64, position: &G::Position, m: G::Move, depth: u32) -> u64 {
        match self.table.is_some() && depth > 1 && !self.switches.has(Switch::Symmetry) {
            true => self.game.key_after(key, position, m),
            false => 0,
        }
    }

    /// What an entry says about a search of this depth and window, if it says enough. The rules are in
    /// [`table`](crate::table).
    #[inline]
    pub(crate) fn answer(&self, entry: &Entry, depth: u32, ply: u32, window: Window) -> Option<Found> {
        let fits = entry.depth == depth
            || (entry.complete && entry.depth <= depth)
            || (self.switches.has(Switch::Deeper) && entry.depth > depth)
            || (self.scoring == Scoring::Distance
                && entry.bound.proves(entry.points)
                && WIN - entry.points.abs() <= depth as i32);
        let points = self.count_from_root(entry.points, ply);
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => points >= window.beta,
            Bound::AtMost => points <= window.alpha,
        };
        (fits && enough).then_some(Found { points, complete: entry.complete })
    }

    /// Points that count plies from the root, as the table counts them: from the position itself.
    #[inline]
    pub(crate) fn count_from_here(&self, points: i32, ply: u32) -> i32 {
        let shift = self.scoring.decay() * ply as i32;
        match is_decided(points) {
            true => points + shift * points.signum(),
            false => points,
        }
    }

    /// The reverse of [`Self::count_from_here`].
    #[inline]
    pub(crate) fn count_from_root(&self, points: i32, ply: u32) -> i32 {
        let shift = self.scoring.decay() * ply as i32;
        match is_decided(points) {
            true => points - shift * points.signum(),
            false => points,
        }
    }

    /// The place, in the order of the position that the table files this one under, of the move at `place`.
    pub(crate) fn memorable(
        &mut self,
        position: &G::Position,
        first: usize,
        place: u16,
        symmetry: usize,
    ) -> Option<u16> {
        if symmetry == 0 || !self.switches.has(Switch::TableMove) {
            return Some(place);
        }
        let image = self.game.map_move(symmetry, position, self.moves[first + usize::from(place)]);
        let filed = self.game.map_position(symmetry, position);
        let end = self.moves.len();
        self.game.moves(&filed, &mut self.moves);
        let found = self.moves[end..].iter().position(|&m| m == image);
        self.moves.truncate(end);
        found.map(|place| place as u16)
    }

    /// The reverse of [`Self::memorable`]. `None` when the table's move is not legal here, which only a wrong entry
    /// could be.
    pub(crate) fn recall(
        &mut self,
        position: &G::Position,
        first: usize,
        best: u16,
        named: Option<(Name, usize)>,
    ) -> Option<usize> {
        let end = self.moves.len();
        let symmetry = named.map_or(0, |(_, symmetry)| symmetry);
        if symmetry == 0 {
            return Some(usize::from(best)).filter(|&best| best < end - first);
        }
        let filed = self.game.map_position(symmetry, position);
        self.game.moves(&filed, &mut self.moves);
        let wanted = self.moves.get(end + usize::from(best)).copied();
        self.moves.truncate(end);
        let wanted = wanted?;
        self.moves[first..].iter().position(|&m| self.game.map_move(symmetry, position, m) == wanted)
    }

    /// A move into a position that the table knows to be good enough.
    pub(crate) fn cut_by_table(
        &mut self,
        first: usize,
        turn: Player,
        depth: u32,
        ply: u32,
        beta: i32,
    ) -> Option<(Found, u16)> {
        let table = self.table?;
        for index in first..self.candidates.len() {
            let candidate = &self.candidates[index];
            if candidate.outcome.is_some() || candidate.blunder {
                continue;
            }
            let named = self.name(&candidate.next, candidate.key);
            let same_player = self.game.turn(&candidate.next) == turn;
            self.candidates[index].name = Some(named);
            self.statistics.probes += 1;
            let Some(entry) = table.probe(named.0) else { continue };
            self.statistics.hits += 1;
            let window = Window { alpha: beta - 1, beta }.seen_from(same_player);
            let found = self.answer(&entry, depth - 1, ply + 1, window).map(|found| found.seen_from(same_player));
            if let Some(found) = found.filter(|found| found.points >= beta) {
                self.statistics.answered += 1;
                return Some((found, self.candidates[index].place));
            }
            self.statistics.revisited += 1;
        }
        None
    }
}
