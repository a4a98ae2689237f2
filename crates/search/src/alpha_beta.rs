//! Alpha-beta: what plain minimax finds, without looking at lines that cannot matter.
//!
//! Fail-soft negamax over any order of players: points are for the player to move, and the sign changes only when the
//! turn does. Every enhancement is a switch (see [`Switch`]) and has its step below. This file is the search of one
//! position to one depth by one thread; [`deepening`](crate::deepening) calls it with growing depths and on several
//! threads, [`horizon`](crate::horizon) is what happens at depth 0.
//!
//! Nothing is allocated on the way: moves and candidates of all positions from the root to the current one lie one
//! after the other in two buffers.

use crate::evaluator::Evaluator;
use crate::limits::{Eye, Watch};
use crate::ordering::{Candidate, Front, Memory};
use crate::points::{Found, INFINITE, Scoring, WIN};
use crate::recorder::{Kind, Observer, Pruned};
use crate::report::Statistics;
use crate::switches::{Switch, Switches};
use crate::table::{Bound, Entry, Name, Table};
use athos_core::{Game, Keyed, Outcome, Symmetric};

/// A window of points: what lies outside cannot matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The same as the other player sees it, unless it is the same player.
    #[inline]
    pub fn seen_from(self, same_player: bool) -> Window {
        match same_player {
            true => self,
            false => Window { alpha: -self.beta, beta: -self.alpha },
        }
    }
}

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<P> {
    pub position: P,
    /// The position's key, where the table needs it.
    pub key: u64,
    /// Its name in the table, if somebody has worked it out already.
    pub name: Option<(Name, usize)>,
    /// Plies left to the horizon.
    pub depth: u32,
    /// Plies from the root.
    pub ply: u32,
}

/// One thread's search.
pub(crate) struct Worker<'a, G: Game, E, O> {
    pub game: &'a G,
    pub evaluator: &'a E,
    pub switches: Switches,
    pub scoring: Scoring,
    pub table: Option<&'a Table>,
    pub eye: Eye<'a>,
    pub observer: O,
    pub statistics: Statistics,
    pub memory: Memory<G::Move>,
    pub moves: Vec<G::Move>,
    pub candidates: Vec<Candidate<G>>,
    /// For each ply, the best line from there.
    pub lines: Vec<Vec<G::Move>>,
    /// Tried first at the root.
    pub first: Option<G::Move>,
    /// Sets the threads of one search apart: they break ties differently. The first thread keeps the game's order.
    pub thread: u32,
}

impl<'a, G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G>> Worker<'a, G, E, O> {
    pub fn new(
        game: &'a G,
        evaluator: &'a E,
        switches: Switches,
        scoring: Scoring,
        table: Option<&'a Table>,
        watch: &'a Watch,
        observer: O,
    ) -> Self {
        Worker {
            game,
            evaluator,
            switches,
            scoring,
            table: table.filter(|_| switches.has(Switch::Table)),
            eye: Eye::new(watch),
            observer,
            statistics: Statistics::default(),
            memory: Memory::new(),
            moves: Vec::new(),
            candidates: Vec::new(),
            lines: vec![Vec::new(); 2],
            first: None,
            thread: 0,
        }
    }

    /// Searches `position` to `depth` within a window. The best line is in `lines[0]`.
    pub fn search(&mut self, position: &G::Position, depth: u32, window: Window) -> Found {
        self.observer.restart();
        self.moves.clear();
        self.candidates.clear();
        let key = if self.table.is_some() { self.game.key(position) } else { 0 };
        self.visit(None, &Place { position: *position, key, name: None, depth, ply: 0 }, window)
    }

    /// Visits a node and tells the observer.
    #[inline]
    fn visit(&mut self, m: Option<G::Move>, place: &Place<G::Position>, window: Window) -> Found {
        self.observer.enter(m, &place.position, window.alpha, window.beta);
        // Step 1. Count the node and mind the limits.
        self.statistics.nodes += 1;
        let found = match (self.eye.tick(), place.depth) {
            (true, _) => Found::NOTHING,
            (false, 0) => self.horizon(&place.position, place.ply, window),
            (false, _) => self.inner(place, window),
        };
        self.observer.leave(found.points);
        found
    }

    /// A node above the horizon.
    fn inner(&mut self, place: &Place<G::Position>, window: Window) -> Found {
        let Place { position, depth, ply, .. } = *place;
        let level = ply as usize;
        if self.lines.len() < level + 2 {
            self.lines.resize(level + 2, Vec::new());
        }
        self.lines[level].clear();

        // Step 2. Ask the table. The root goes on in any case: its best move is wanted.
        let mut named = None;
        let mut remembered = None;
        if let Some(table) = self.table {
            let (name, symmetry) = place.name.unwrap_or_else(|| self.name(&position, place.key));
            named = Some((name, symmetry));
            self.statistics.probes += 1;
            if let Some(entry) = table.probe(name) {
                self.statistics.hits += 1;
                if let Some(found) = self.answer(&entry, depth, ply, window).filter(|_| ply > 0) {
                    self.statistics.answered += 1;
                    self.observer.label(Kind::Known);
                    return found;
                }
                self.statistics.revisited += 1;
                remembered = entry.best;
            }
        }

        // Step 3. List the moves; without any, the game is over.
        let first_move = self.moves.len();
        self.game.moves(&position, &mut self.moves);
        let count = self.moves.len() - first_move;
        if count == 0 {
            return self.finished(&position, ply);
        }
        self.statistics.max_ply = self.statistics.max_ply.max(ply);
        self.statistics.expanded += 1;
        self.statistics.moves += count as u64;

        // Step 4. Nothing is better than a win in one ply, nothing worse than a loss in one.
        let turn = self.game.turn(&position);
        let at_once = WIN - self.scoring.decay() * (ply as i32 + 1);
        let Window { mut alpha, mut beta } = window;
        let win_stop = self.switches.has(Switch::WinStop);
        if win_stop {
            if alpha >= at_once || beta <= -at_once {
                for index in first_move..self.moves.len() {
                    self.observer.prune(self.moves[index], Pruned::WinStop);
                }
                self.moves.truncate(first_move);
                self.statistics.cutoffs += 1;
                return Found { points: if alpha >= at_once { at_once } else { -at_once }, complete: true };
            }
            (alpha, beta) = (alpha.max(-at_once), beta.min(at_once));
        }
        let open = Window { alpha, beta };

        // Step 5. Put the moves in order.
        let first_candidate = self.candidates.len();
        let remembered = remembered
            .filter(|_| self.switches.has(Switch::TableMove))
            .and_then(|best| self.recall(&position, first_move, best, named));
        let ranked = self.ranks_moves(depth);
        let mut front = Front::default();
        match ranked {
            true => self.rank(place, turn, first_move, remembered),
            false => self.put_in_front(&mut front, place, first_move, remembered),
        }

        // Step 6. Win in one, block in one; a move into the table that cuts off.
        let mut best = -INFINITE;
        let mut best_place = None;
        let mut complete = true;
        let mut cut = false;
        if ranked && self.switches.has(Switch::Forced) {
            if let Some(found) = self.win_in_one(first_candidate, turn) {
                self.statistics.forced += 1;
                self.observer.label(Kind::Forced);
                (best, best_place, cut) = (at_once, Some(found), true);
                self.set_line(level, self.candidates[first_candidate + usize::from(found)].m, false);
            } else if depth >= 3 {
                if self.find_blunders(first_candidate, turn) {
                    // What a blunder is worth is known without a search: a loss in two.
                    best = -(WIN - self.scoring.decay() * (ply as i32 + 2));
                    alpha = alpha.max(best);
                    cut = best >= beta;
                }
            }
        }
        if ranked && !cut && self.switches.has(Switch::Etc) && ply > 0 && depth >= 3 {
            if let Some((points, place)) = self.cut_by_table(first_candidate, turn, depth, ply, beta) {
                self.observer.label(Kind::Known);
                (best, best_place, cut) = (points.points, Some(place), true);
                complete = points.complete;
            }
        }

        if cut {
            for index in first_candidate..self.candidates.len() {
                self.observer.prune(self.candidates[index].m, Pruned::Cutoff);
            }
        }

        // Step 7. A beam leaves out what looks worst.
        let mut width = count;
        if ranked && self.switches.has(Switch::Beam) && ply >= self.switches.beam_from {
            width = count.min(self.switches.beam_width as usize);
            self.statistics.beamed += (count - width) as u64;
            complete &= width == count;
        }

        // Step 8. Search the moves, the first with the whole window, the others with none: they need only show that
        // they are no better.
        let mut searched = 0;
        for index in 0..count {
            if cut {
                break;
            }
            let (m, next, place_of_move, outcome) = match ranked {
                true => {
                    self.bring_best(first_candidate + index);
                    let candidate = &self.candidates[first_candidate + index];
                    let next = Place {
                        position: candidate.next,
                        key: candidate.key,
                        name: candidate.name,
                        depth: depth - 1,
                        ply: ply + 1,
                    };
                    if candidate.blunder {
                        // Blunders are ranked last; only if there is nothing else is one of them the best.
                        best_place = best_place.or(Some(candidate.place));
                        let m = candidate.m;
                        self.observer.prune(m, Pruned::Blunder);
                        continue;
                    }
                    (candidate.m, next, candidate.place, candidate.outcome)
                }
                false => {
                    let place_of_move = front.next();
                    let m = self.moves[first_move + place_of_move];
                    let next = Place {
                        position: self.game.play(&position, m),
                        key: self.key_after(place.key, &position, m, depth),
                        name: None,
                        depth: depth - 1,
                        ply: ply + 1,
                    };
                    (m, next, place_of_move as u16, None)
                }
            };
            if searched >= width {
                self.observer.prune(m, Pruned::Beam);
                continue;
            }
            let same_player = self.game.turn(&next.position) == turn;
            let found = match outcome {
                Some(outcome) => self.visit_finished(m, &next, outcome, Window { alpha, beta }.seen_from(same_player)),
                None => self.visit_child(m, &next, Window { alpha, beta }, same_player, searched > 0),
            };
            if self.eye.stopped() {
                self.candidates.truncate(first_candidate);
                self.moves.truncate(first_move);
                return Found::NOTHING;
            }
            let found = found.seen_from(same_player);
            searched += 1;
            complete &= found.complete;
            if found.points > best {
                best = found.points;
                best_place = Some(place_of_move);
                if (found.points > alpha && window.beta - window.alpha > 1) || (ply == 0 && self.lines[0].is_empty()) {
                    self.set_line(level, m, true);
                }
                alpha = alpha.max(found.points);
            }
            // Step 9. Too good: the opponent will not allow this position.
            if best >= beta {
                self.statistics.cutoffs += 1;
                self.statistics.first_cutoffs += u64::from(searched == 1);
                self.memory.cut(turn, m, depth, ply);
                let reason = if win_stop && beta == at_once { Pruned::WinStop } else { Pruned::Cutoff };
                for rest in index + 1..count {
                    let m = match ranked {
                        true => self.candidates[first_candidate + rest].m,
                        false => self.moves[first_move + front.next()],
                    };
                    self.observer.prune(m, reason);
                }
                break;
            }
        }
        if level == 0 && self.lines[0].is_empty() && best_place.is_some() {
            let m = self.moves[first_move + usize::from(best_place.unwrap_or(0))];
            self.set_line(0, m, false);
        }

        // Step 10. Remember what was found: exact inside the window, a bound outside.
        let bound = Bound::of(best, open.alpha, open.beta);
        let complete = complete || bound.proves(best);
        if let (Some(table), Some((name, symmetry))) = (self.table, named) {
            let best_place = best_place.filter(|_| bound != Bound::AtMost);
            let remembered = best_place.and_then(|place| self.memorable(&position, first_move, place, symmetry));
            let entry = Entry { points: self.from_here(best, ply), depth, bound, complete, best: remembered };
            self.statistics.filled += u64::from(table.store(name, entry));
        }
        self.candidates.truncate(first_candidate);
        self.moves.truncate(first_move);
        Found { points: best, complete }
    }

    /// A child with principal variation search: whether it needs the whole window is found out with an empty one.
    #[inline]
    fn visit_child(
        &mut self,
        m: G::Move,
        next: &Place<G::Position>,
        window: Window,
        same_player: bool,
        later: bool,
    ) -> Found {
        if later && self.switches.has(Switch::Pvs) && window.beta - window.alpha > 1 {
            let narrow = Window { alpha: window.alpha, beta: window.alpha + 1 };
            let found = self.visit(Some(m), next, narrow.seen_from(same_player));
            let points = found.seen_from(same_player).points;
            if self.eye.stopped() || points <= window.alpha || points >= window.beta {
                return found;
            }
            self.statistics.researched += 1;
        }
        self.visit(Some(m), next, window.seen_from(same_player))
    }

    /// A child that is known to be finished.
    fn visit_finished(&mut self, m: G::Move, next: &Place<G::Position>, outcome: Outcome, window: Window) -> Found {
        self.observer.enter(Some(m), &next.position, window.alpha, window.beta);
        self.statistics.nodes += 1;
        self.eye.tick();
        let found = self.ended(&next.position, outcome, next.ply);
        self.observer.leave(found.points);
        found
    }

    /// A node without moves.
    fn finished(&mut self, position: &G::Position, ply: u32) -> Found {
        match self.game.outcome(position) {
            Some(outcome) => self.ended(position, outcome, ply),
            // A game that lists no moves is over; one that says otherwise breaks the laws, and nobody wins it.
            None => self.ended(position, Outcome::Draw, ply),
        }
    }

    pub(crate) fn ended(&mut self, position: &G::Position, outcome: Outcome, ply: u32) -> Found {
        self.statistics.leaves += 1;
        self.statistics.finished += 1;
        self.statistics.max_ply = self.statistics.max_ply.max(ply);
        if let Some(line) = self.lines.get_mut(ply as usize) {
            line.clear();
        }
        self.observer.label(Kind::Finished);
        Found { points: self.scoring.finished(outcome, self.game.turn(position), ply), complete: true }
    }

    /// The line of this ply becomes `m`, and, if it was searched, the line of the ply below.
    #[inline]
    fn set_line(&mut self, level: usize, m: G::Move, searched: bool) {
        let (above, below) = self.lines.split_at_mut(level + 1);
        let line = &mut above[level];
        line.clear();
        line.push(m);
        if searched {
            line.extend_from_slice(&below[0]);
        }
    }
}
