//! Plain minimax: every move of every position down to a depth, nothing left out, nothing remembered.
//!
//! It is the reference: all other searches must find what this one finds. Its cost is the whole tree, so it is also
//! what the others are measured against. A node is worth the best of its moves for the player to move; the sign changes
//! only when the turn does.

use crate::evaluator::Evaluator;
use crate::limits::{End, Eye, Limits, Watch};
use crate::points::{Found, INFINITE, Scoring};
use crate::recorder::{Kind, Observer};
use crate::report::{Report, Statistics};
use athos_core::{Game, Score};

/// Searches all lines to the depth of `limits`.
///
/// A search that another limit ends reports the best of the moves it finished, as an estimate.
pub fn minimax<G: Game, E: Evaluator<G>, O: Observer<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    scoring: Scoring,
    limits: &Limits,
    observer: &mut O,
) -> Report<G::Move> {
    let watch = Watch::start(limits);
    let depth = limits.last_depth();
    let mut walk = Walk {
        game,
        evaluator,
        scoring,
        observer,
        eye: Eye::new(&watch),
        statistics: Statistics::default(),
        moves: Vec::new(),
        lines: vec![Vec::new()],
    };
    walk.observer.restart();
    let found = walk.visit(None, position, depth, 0);
    let mut line = std::mem::take(&mut walk.lines[0]);
    let mut score = scoring.score(found.points, found.complete);
    if line.is_empty() && watch.end().is_some() {
        // Stopped before the first move was finished: any move, and nothing known.
        game.moves(position, &mut line);
        line.truncate(1);
        score = Score::Estimate(0);
    }
    let statistics = walk.statistics;
    let end = watch.end().unwrap_or(if found.complete { End::Proven } else { End::Depth });
    Report {
        best: line.first().copied(),
        score,
        depth: if watch.end().is_none() { depth.min(statistics.max_ply) } else { 0 },
        line,
        statistics,
        iterations: Vec::new(),
        time: watch.elapsed(),
        end,
    }
}

struct Walk<'a, G: Game, E, O> {
    game: &'a G,
    evaluator: &'a E,
    scoring: Scoring,
    observer: &'a mut O,
    eye: Eye<'a>,
    statistics: Statistics,
    /// The moves of all positions from the root to the current one, one after the other.
    moves: Vec<G::Move>,
    /// For each ply, the best line from there.
    lines: Vec<Vec<G::Move>>,
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Walk<'_, G, E, O> {
    fn visit(&mut self, m: Option<G::Move>, position: &G::Position, depth: u32, ply: u32) -> Found {
        self.observer.enter(m, position, -INFINITE, INFINITE);
        let found = match self.eye.tick() {
            true => Found::NOTHING,
            false => self.value(position, depth, ply),
        };
        self.observer.leave(found.points);
        found
    }

    fn value(&mut self, position: &G::Position, depth: u32, ply: u32) -> Found {
        // Step 1. Count the node.
        self.statistics.nodes += 1;
        self.statistics.max_ply = self.statistics.max_ply.max(ply);
        let level = ply as usize;
        if self.lines.len() < level + 2 {
            self.lines.resize(level + 2, Vec::new());
        }
        self.lines[level].clear();

        // Step 2. A finished game has a value; a position at the horizon an estimate.
        let turn = self.game.turn(position);
        if let Some(outcome) = self.game.outcome(position) {
            self.statistics.leaves += 1;
            self.statistics.finished += 1;
            self.observer.label(Kind::Finished);
            return Found { points: self.scoring.finished(outcome, turn, ply), complete: true };
        }
        if depth == 0 {
            self.statistics.leaves += 1;
            self.statistics.evaluations += 1;
            self.observer.label(Kind::Horizon);
            return Found { points: self.evaluator.evaluate(self.game, position), complete: false };
        }

        // Step 3. Otherwise it is worth the best of its moves.
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        self.statistics.expanded += 1;
        self.statistics.moves += (self.moves.len() - first) as u64;
        let mut best = -INFINITE;
        let mut complete = true;
        for index in first..self.moves.len() {
            let m = self.moves[index];
            let next = self.game.play(position, m);
            let found = self.visit(Some(m), &next, depth - 1, ply + 1);
            if self.eye.stopped() {
                complete = false;
                break;
            }
            let found = found.seen_from(self.game.turn(&next) == turn);
            complete &= found.complete;
            if found.points > best {
                best = found.points;
                let (above, below) = self.lines.split_at_mut(level + 1);
                above[level].clear();
                above[level].push(m);
                above[level].extend_from_slice(&below[0]);
            }
        }
        self.moves.truncate(first);

        // Step 4. A forced win or loss is proven wherever it stands; a draw only if all lines were played out.
        Found { points: best, complete: !self.eye.stopped() && (complete || crate::points::is_decided(best)) }
    }
}
