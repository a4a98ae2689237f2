//! Alpha-beta for the games of quadrants.
//!
//! A position has up to 288 moves, so depth is dear and everything is done to look at few of them:
//!
//! 1. One survey of a position finds what wins at once, what wins after any reply, and leaves out what loses at once.
//!    So a line that is searched to depth d is free of blunders to depth d + 2, and leaves cost an estimate only.
//! 2. Moves that leave the opponent few replies are followed further than others.
//! 3. Two plies or more from the leaves, moves are sorted by the estimate of where they lead; late ones are searched
//!    less deeply first (late move reductions), all but the first with a null window (principal variation search).
//! 4. The table knows positions up to symmetry: twists that change nothing cost one look.

use crate::clock::Clock;
use athos_core::{Game, MAX_ESTIMATE, Symmetric, mix};
use athos_games::quadrants::{Placement, QuadrantGame, Stones, Twist, Worths, inverse, pack_canonical, survey};
use athos_search::points::{INFINITE, WIN};
use athos_search::table::{Bound, Entry, Name, Table};

/// A move that leaves the opponent at most so many replies is searched a ply deeper.
const FORCING_REPLIES: u32 = 8;

/// A line is extended at most this far beyond the depth asked for.
const MOST_EXTENSIONS: u32 = 6;

/// Points that somebody wins with.
pub(crate) fn is_decided(points: i32) -> bool {
    points.abs() > MAX_ESTIMATE
}

/// The reduction of the move at a place in the order.
fn reduction(depth: u32, place: usize) -> u32 {
    match (depth, place) {
        (0..2, _) | (_, 0..6) => 0,
        (2..4, _) | (_, 6..24) => 1,
        _ => 2,
    }
}

/// A move worth a look and where it leads.
#[derive(Clone, Copy)]
struct Candidate<T> {
    m: Placement<T>,
    next: Stones,
    replies: u32,
    order: i32,
}

/// One search, from one root, with everything that it remembers on the way.
pub(crate) struct AlphaBeta<'a, T: Twist> {
    pub game: &'a QuadrantGame<T>,
    pub worths: &'a Worths,
    pub table: &'a Table,
    pub clock: &'a mut Clock,
    /// Lists of moves that are not in use.
    spare: Vec<Vec<Candidate<T>>>,
    surveyed: Vec<(Placement<T>, u32)>,
    /// By ply: how much deeper than asked for the line to it is.
    pub extended: u32,
}

/// The name of a position in the table, and the symmetry that leads to the image it stands for.
pub(crate) fn name(position: &Stones) -> (Name, usize) {
    let (packed, symmetry) = pack_canonical(position);
    (Name { key: mix(packed), check: (mix(packed ^ 0x5bd1_e995) >> 48) as u16 }, symmetry)
}

impl<'a, T: Twist> AlphaBeta<'a, T> {
    pub fn new(
        game: &'a QuadrantGame<T>,
        worths: &'a Worths,
        table: &'a Table,
        clock: &'a mut Clock,
    ) -> AlphaBeta<'a, T> {
        AlphaBeta { game, worths, table, clock, spare: Vec::new(), surveyed: Vec::new(), extended: 0 }
    }

    /// An estimate for the player to move.
    #[inline]
    pub fn evaluate(&self, position: &Stones) -> i32 {
        self.worths.evaluate(self.game, position)
    }

    /// The points of a position for the player to move, within a window; `ply` plies from the root. The game is not
    /// over. When the clock has ended the search, the points mean nothing.
    pub fn search(&mut self, position: &Stones, depth: u32, mut alpha: i32, mut beta: i32, ply: u32) -> i32 {
        // 1. Time.
        if self.clock.tick() {
            return 0;
        }
        if depth == 0 {
            return self.evaluate(position);
        }

        // 2. What the table knows.
        let (name, symmetry) = name(position);
        let known = self.table.probe(name);
        if let Some(entry) = known
            && (entry.depth >= depth || entry.bound.proves(entry.points))
        {
            let points = from_here(entry.points, ply);
            match entry.bound {
                Bound::Exact => return points,
                Bound::AtLeast => alpha = alpha.max(points),
                Bound::AtMost => beta = beta.min(points),
            }
            if alpha >= beta {
                return points;
            }
        }

        // 3. What ends the game soon.
        let mut surveyed = std::mem::take(&mut self.surveyed);
        surveyed.clear();
        let survey = survey(self.game, position, &mut surveyed);
        let decided = if survey.wins.is_some() {
            Some(WIN - ply as i32 - 1)
        } else if surveyed.iter().any(|(_, replies)| *replies == 0) {
            Some(WIN - ply as i32 - 3)
        } else if surveyed.is_empty() {
            Some(if survey.draws.is_some() { 0 } else { -(WIN - ply as i32 - 2) })
        } else {
            None
        };
        if let Some(points) = decided {
            self.surveyed = surveyed;
            return points;
        }

        // 4. Moves in a good order: the table's, then by what the position looks like after them.
        let table_move = known.and_then(|entry| entry.best).and_then(Placement::from_code).map(|m| {
            let image = self.game.map_position(symmetry, position);
            self.game.map_move(inverse(symmetry), &image, m)
        });
        let mut candidates = self.spare.pop().unwrap_or_default();
        candidates.clear();
        for &(m, replies) in &surveyed {
            candidates.push(Candidate { m, next: self.game.play(position, m), replies, order: 0 });
        }
        self.surveyed = surveyed;
        for candidate in &mut candidates {
            candidate.order = -self.worths.evaluate(self.game, &candidate.next);
        }
        if depth > 1 {
            for candidate in &mut candidates {
                if Some(candidate.m) == table_move {
                    candidate.order = INFINITE;
                } else if candidate.replies <= FORCING_REPLIES {
                    candidate.order += 200;
                }
            }
            candidates.sort_unstable_by_key(|candidate| (-candidate.order, candidate.m.cell));
        }
        self.clock.nodes += candidates.len() as u64;

        // 5. One after the other.
        let window = (alpha, beta);
        let mut best = if survey.draws.is_some() { 0 } else { -INFINITE };
        let mut best_move = None;
        alpha = alpha.max(best);
        let forced = candidates.len() == 1;
        for (place, candidate) in candidates.iter().enumerate() {
            if best >= beta {
                break;
            }
            let forcing = candidate.replies <= FORCING_REPLIES || forced;
            let extend = u32::from(forcing && self.extended < MOST_EXTENSIONS);
            let points = if depth - 1 + extend == 0 {
                candidate.order
            } else {
                self.extended += extend;
                let points = self.search_move(&candidate.next, depth - 1 + extend, place, alpha, beta, ply + 1);
                self.extended -= extend;
                points
            };
            if self.clock.stage_over() {
                self.spare.push(candidates);
                return 0;
            }
            if points > best {
                (best, best_move) = (points, Some(candidate.m));
                alpha = alpha.max(points);
            }
        }
        self.spare.push(candidates);

        // 6. For the next time.
        let bound = Bound::of(best, window.0, window.1);
        let best_code = best_move.and_then(|m| self.game.map_move(symmetry, position, m).code());
        let points = to_there(best, ply);
        self.table.store(name, Entry { points, depth, bound, complete: false, best: best_code });
        best
    }

    /// The points of a move, by where it leads, `depth` plies further; it stands at `place` in the order.
    pub fn search_move(&mut self, next: &Stones, depth: u32, place: usize, alpha: i32, beta: i32, ply: u32) -> i32 {
        if place == 0 {
            return -self.search(next, depth, -beta, -alpha, ply);
        }
        let reduced = depth - reduction(depth, place).min(depth);
        let mut points = -self.search(next, reduced, -alpha - 1, -alpha, ply);
        if points > alpha && reduced < depth {
            points = -self.search(next, depth, -alpha - 1, -alpha, ply);
        }
        if points > alpha && points < beta {
            points = -self.search(next, depth, -beta, -alpha, ply);
        }
        points
    }

    /// The line of best play that the table knows from a position.
    pub fn line(&self, position: &Stones, length: usize) -> Vec<Placement<T>> {
        let (mut line, mut position) = (Vec::new(), *position);
        while line.len() < length && self.game.outcome(&position).is_none() {
            let (name, symmetry) = name(&position);
            let best = self.table.probe(name).and_then(|entry| entry.best).and_then(Placement::from_code);
            let Some(m) = best else { break };
            let image = self.game.map_position(symmetry, &position);
            let m = self.game.map_move(inverse(symmetry), &image, m);
            if position.taken() & m.cell.bit() != 0 {
                break;
            }
            line.push(m);
            position = self.game.play(&position, m);
        }
        line
    }
}

/// Points that the table counts from a position, counted from the root.
fn from_here(points: i32, ply: u32) -> i32 {
    match points {
        _ if !is_decided(points) => points,
        1.. => points - ply as i32,
        _ => points + ply as i32,
    }
}

/// The other way round.
fn to_there(points: i32, ply: u32) -> i32 {
    match points {
        _ if !is_decided(points) => points,
        1.. => points + ply as i32,
        _ => points - ply as i32,
    }
}
