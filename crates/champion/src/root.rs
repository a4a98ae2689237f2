//! The moves of the position that is thought about: what is known of each, and the next depth.

use crate::alpha_beta::{AlphaBeta, name};
use athos_core::Game;
use athos_core::random::Random;
use athos_games::quadrants::{Placement, QuadrantGame, Stones, Twist};
use athos_search::points::INFINITE;

/// What the solver knows of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing.
    Open,
    /// The opponent does not win after it.
    Safe,
    /// The opponent wins after it.
    Lost,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove<T> {
    pub m: Placement<T>,
    pub next: Stones,
    pub standing: Standing,
    /// Its points in the last search that came to it, or a bound of them from above.
    pub points: i32,
}

/// The moves, best first.
#[derive(Clone, Debug)]
pub(crate) struct Root<T> {
    pub moves: Vec<RootMove<T>>,
    /// The depth of the last search that came to an end.
    pub depth: u32,
}

impl<T: Twist> Root<T> {
    /// The moves of a survey, one for all that come to the same by symmetry, in an order that the seed chooses.
    pub fn new(
        game: &QuadrantGame<T>,
        position: &Stones,
        surveyed: &[(Placement<T>, u32)],
        random: &mut Random,
    ) -> Root<T> {
        let mut names = Vec::new();
        let mut moves = Vec::new();
        for &(m, _) in surveyed {
            let next = game.play(position, m);
            let name = name(&next).0;
            if !names.contains(&name) {
                names.push(name);
                moves.push(RootMove { m, next, standing: Standing::Open, points: -INFINITE });
            }
        }
        for index in (1..moves.len()).rev() {
            moves.swap(index, random.below(index + 1));
        }
        Root { moves, depth: 0 }
    }

    /// Searches all moves that are not lost to a depth, at least 1. Stops when the stage is over: a move that was found
    /// better by then is kept as the best. True when all were searched.
    pub fn search(&mut self, search: &mut AlphaBeta<'_, T>, depth: u32) -> bool {
        let (mut alpha, mut searched) = (-INFINITE, 0);
        for place in 0..self.moves.len() {
            let RootMove { next, standing, .. } = self.moves[place];
            if standing == Standing::Lost {
                continue;
            }
            let points = search.search_move(&next, depth - 1, searched, alpha, INFINITE, 1);
            if search.clock.stage_over() {
                return false;
            }
            self.moves[place].points = points;
            searched += 1;
            if points > alpha {
                // The best moves to the front, so that an interrupted search has gained something.
                alpha = points;
                self.moves[..=place].rotate_right(1);
            }
        }
        self.moves.sort_by_key(|known| (known.standing == Standing::Lost, -known.points));
        self.depth = depth;
        true
    }

    /// The best move that is not lost.
    pub fn best(&self) -> Option<&RootMove<T>> {
        self.moves.iter().find(|known| known.standing != Standing::Lost)
    }

    /// The same, to be changed.
    pub fn best_mut(&mut self) -> Option<&mut RootMove<T>> {
        self.moves.iter_mut().find(|known| known.standing != Standing::Lost)
    }
}
