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
use athos_core::{Game, Keyed, Outcome, Player, Symmetric};

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

/// Where the next move comes from.
enum Stage {
    /// From the few that come first.
    First(Front),
    /// The others must be ranked.
    Rank(Front),
    /// From the ranked candidates, the next at this index.
    Ranked(usize),
    /// From the list of moves, a few of them first.
    Listed(Front),
}

/// What trying the moves of a position has shown so far.
struct Trial {
    best: i32,
    /// The place of the best move in the game's order.
    best_place: Option<u16>,
    complete: bool,
    searched: usize,
    alpha: i32,
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
        if let Some(table) = self.table.filter(|_| depth >= 2) {
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
        // Step 5. Try the moves.
        let open = Window { alpha, beta };
        let remembered = remembered
            .filter(|_| self.switches.has(Switch::TableMove))
            .and_then(|best| self.recall(&position, first_move, best, named));
        let first_candidate = self.candidates.len();
        let trial = self.try_moves(place, turn, first_move, remembered, open);
        self.candidates.truncate(first_candidate);
        if self.eye.stopped() {
            self.moves.truncate(first_move);
            return Found::NOTHING;
        }
        if level == 0 && self.lines[0].is_empty() {
            let m = self.moves[first_move + usize::from(trial.best_place.unwrap_or(0))];
            self.set_line(0, m, false);
        }

        // Step 10. Remember what was found: exact inside the window, a bound outside.
        let bound = Bound::of(trial.best, open.alpha, open.beta);
        let complete = trial.complete || bound.proves(trial.best);
        if let (Some(table), Some((name, symmetry))) = (self.table, named) {
            let best_place = trial.best_place.filter(|_| bound != Bound::AtMost);
            let remembered = best_place.and_then(|place| self.memorable(&position, first_move, place, symmetry));
            let entry =
                Entry { points: self.count_from_here(trial.best, ply), depth, bound, complete, best: remembered };
            self.statistics.filled += u64::from(table.store(name, entry));
        }
        self.moves.truncate(first_move);
        Found { points: trial.best, complete }
    }

    /// Tries the moves of a position, best first, until one is too good or none is left.
    fn try_moves(
        &mut self,
        place: &Place<G::Position>,
        turn: Player,
        first_move: usize,
        remembered: Option<usize>,
        open: Window,
    ) -> Trial {
        let Place { depth, ply, .. } = *place;
        let first_candidate = self.candidates.len();
        let count = self.moves.len() - first_move;
        let mut trial = Trial { best: -INFINITE, best_place: None, complete: true, searched: 0, alpha: open.alpha };

        // Step 6. The order. A few moves are tried before the others are even looked at: mostly they are enough.
        let front = self.put_in_front(place, first_move, remembered);
        let mut stage = match self.ranks_moves(depth) {
            true if self.switches.has(Switch::Beam) => Stage::Rank(Front::default()),
            true => Stage::First(front),
            false => Stage::Listed(front),
        };
        let mut width = count;
        if self.switches.has(Switch::Beam) && ply >= self.switches.beam_from {
            width = count.min(self.switches.beam_width as usize);
            self.statistics.beamed += (count - width) as u64;
            trial.complete = width == count;
        }

        let mut index = 0;
        while index < count {
            // Step 7. The next move.
            let candidate = match &mut stage {
                Stage::First(front) => match front.next_in_front() {
                    Some(at) => self.listed(place, first_move, at),
                    None => {
                        stage = Stage::Rank(front.clone());
                        continue;
                    }
                },
                Stage::Rank(done) => {
                    self.rank(place, turn, first_move, done);
                    stage = Stage::Ranked(first_candidate);
                    match self.shortcut(place, turn, first_candidate, &mut trial, open.beta) {
                        true => break,
                        false => continue,
                    }
                }
                Stage::Ranked(next) => {
                    self.bring_best(*next);
                    *next += 1;
                    self.candidates[*next - 1]
                }
                Stage::Listed(front) => {
                    let at = front.next();
                    self.listed(place, first_move, at)
                }
            };
            index += 1;
            let m = candidate.m;
            if candidate.blunder || trial.searched >= width {
                // Blunders are ranked last; only if there is nothing else is one of them the best.
                if candidate.blunder {
                    trial.best_place = trial.best_place.or(Some(candidate.place));
                }
                self.observer.prune(m, if candidate.blunder { Pruned::Blunder } else { Pruned::Beam });
                continue;
            }

            // Step 8. Search it, the first with the whole window, the others with none: they need only show that they
            // are no better.
            let next = Place {
                position: candidate.next,
                key: candidate.key,
                name: candidate.name,
                depth: depth - 1,
                ply: ply + 1,
            };
            let window = Window { alpha: trial.alpha, beta: open.beta };
            let same_player = self.game.turn(&next.position) == turn;
            let found = match candidate.outcome {
                Some(outcome) => self.visit_finished(m, &next, outcome, window.seen_from(same_player)),
                None => self.visit_child(m, &next, window, same_player, trial.searched > 0),
            };
            if self.eye.stopped() {
                break;
            }
            let found = found.seen_from(same_player);
            trial.searched += 1;
            trial.complete &= found.complete;
            if found.points > trial.best {
                trial.best = found.points;
                trial.best_place = Some(candidate.place);
                let matters = found.points > trial.alpha && open.beta - open.alpha > 1;
                if matters || (ply == 0 && self.lines[0].is_empty()) {
                    self.set_line(ply as usize, m, true);
                }
                trial.alpha = trial.alpha.max(found.points);
            }

            // Step 9. Too good: the opponent will not allow this position.
            if trial.best >= open.beta {
                self.statistics.cutoffs += 1;
                self.statistics.first_cutoffs += u64::from(trial.searched == 1);
                self.memory.cut(turn, m, depth, ply);
                self.tell_pruned(&stage, first_move, index, ply, open.beta);
                break;
            }
        }
        trial
    }

    /// What can be said without searching: win in one, block in one, a move into the table that cuts off. True when
    /// that is enough.
    fn shortcut(
        &mut self,
        place: &Place<G::Position>,
        turn: Player,
        first_candidate: usize,
        trial: &mut Trial,
        beta: i32,
    ) -> bool {
        let Place { depth, ply, .. } = *place;
        let decay = self.scoring.decay();
        if self.switches.has(Switch::Forced) {
            if let Some((m, place)) = self.win_in_one(first_candidate, turn) {
                self.statistics.forced += 1;
                self.observer.label(Kind::Forced);
                trial.best = WIN - decay * (ply as i32 + 1);
                trial.best_place = Some(place);
                self.set_line(ply as usize, m, false);
                return true;
            }
            if depth >= 3 && self.find_blunders(first_candidate, turn) {
                // What a blunder is worth is known without a search: a loss in two.
                let loss = -(WIN - decay * (ply as i32 + 2));
                if loss > trial.best {
                    (trial.best, trial.best_place) = (loss, None);
                    trial.alpha = trial.alpha.max(loss);
                }
                if trial.best >= beta {
                    self.observer.label(Kind::Forced);
                    return true;
                }
            }
        }
        let asks = self.switches.has(Switch::Etc) && ply > 0 && depth >= 3;
        let known = asks.then(|| self.cut_by_table(first_candidate, turn, depth, ply, beta)).flatten();
        if let Some((found, place)) = known {
            self.observer.label(Kind::Known);
            (trial.best, trial.best_place) = (found.points, Some(place));
            trial.complete &= found.complete;
        }
        known.is_some()
    }

    /// Tells the observer which moves a cutoff leaves out.
    fn tell_pruned(&mut self, stage: &Stage, first_move: usize, index: usize, ply: u32, beta: i32) {
        let at_once = WIN - self.scoring.decay() * (ply as i32 + 1);
        let win = self.switches.has(Switch::WinStop) && beta == at_once;
        let reason = if win { Pruned::WinStop } else { Pruned::Cutoff };
        match stage {
            Stage::Ranked(next) => {
                for at in *next..self.candidates.len() {
                    self.observer.prune(self.candidates[at].m, reason);
                }
            }
            Stage::First(front) | Stage::Rank(front) | Stage::Listed(front) => {
                let mut front = front.clone();
                for _ in index..self.moves.len() - first_move {
                    self.observer.prune(self.moves[first_move + front.next()], reason);
                }
            }
        }
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
