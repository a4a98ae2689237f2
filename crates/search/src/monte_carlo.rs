//! Monte Carlo tree search: UCT with proven values.
//!
//! A tree grows by one position a playout. From the root, the move is followed that promises most, by its results so far
//! and by how little it was tried (UCB1); at the edge the position's moves are added, and one random game is played to
//! see who wins. Proven results are backed up too (the solver): a position with a move into a won game is won, one whose
//! moves are all decided has the best of them, and decided moves are not tried again. So small endings are proven.
//!
//! *Progressive bias* lets the evaluator speak while a move is new: its estimate counts less with every visit.
//!
//! The tree lives in one vector within the memory limit. When it is full, playouts go on from its edge.

use crate::evaluator::Evaluator;
use crate::limits::{End, Eye, Limits, Watch};
use crate::random::playout;
use crate::report::{Iteration, Report, Statistics};
use athos_core::random::Random;
use athos_core::{Game, Outcome, Player, Score, Value, Wdl};
use std::time::Duration;

/// How the tree grows.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo {
    /// How much a move is worth trying for being little tried.
    pub exploration: f64,
    /// The weight of the evaluator's opinion of a new move; 0 for pure UCT.
    pub bias: f64,
    /// The estimate that counts as nearly won.
    pub bias_scale: f64,
    /// Playouts are broken off after so many plies, as drawn.
    pub playout_plies: u32,
    /// Chooses the playouts.
    pub seed: u64,
}

impl Default for MonteCarlo {
    fn default() -> MonteCarlo {
        MonteCarlo { exploration: 1.0, bias: 0.0, bias_scale: 100.0, playout_plies: 200, seed: 1 }
    }
}

struct Node<M> {
    m: Option<M>,
    /// Whose move led here: whose results `reward` counts.
    mover: Player,
    first_child: u32,
    children: u32,
    visits: u32,
    /// A point for a win of `mover`, half a point for a draw.
    reward: f64,
    bias: f32,
    decided: Option<Outcome>,
}

/// Searches until a limit is met or the position is proven. Without any limit of nodes or time, 100,000 playouts.
///
/// An estimate in the report is a thousand times the mean result, from -1000 (always lost) to 1000 (always won).
pub fn monte_carlo<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    options: &MonteCarlo,
    limits: &Limits,
) -> Report<G::Move> {
    monte_carlo_with(game, evaluator, position, options, limits, &mut |_| ())
}

/// Playouts before the first progress is told.
const FIRST_PROGRESS: u64 = 1 << 10;

/// The same, telling how it stands each time the playouts have doubled.
pub fn monte_carlo_with<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    options: &MonteCarlo,
    limits: &Limits,
    on_progress: &mut dyn FnMut(&Iteration<G::Move>),
) -> Report<G::Move> {
    let endless = limits.nodes.is_none() && limits.time.is_none() && limits.cancel.is_none();
    let limits = Limits { nodes: if endless { Some(100_000) } else { limits.nodes }, ..limits.clone() };
    let watch = Watch::start(&limits);
    let turn = game.turn(position);
    let root = Node {
        m: None,
        mover: turn.other(),
        first_child: 0,
        children: 0,
        visits: 0,
        reward: 0.0,
        bias: 0.0,
        decided: game.outcome(position),
    };
    let mut tree = Growth {
        game,
        evaluator,
        options,
        room: limits.memory / size_of::<Node<G::Move>>(),
        nodes: vec![root],
        random: Random::new(options.seed),
        statistics: Statistics::default(),
        moves: Vec::new(),
        path: Vec::new(),
    };
    let mut eye = Eye::new(&watch);
    let mut next_progress = FIRST_PROGRESS;
    while tree.nodes[0].decided.is_none() && !eye.tick() {
        tree.grow(position);
        if tree.statistics.nodes == next_progress {
            next_progress *= 2;
            on_progress(&tree.progress(turn, watch.elapsed()));
        }
    }
    let score = tree.score(turn);
    let end = if tree.nodes[0].decided.is_some() { End::Proven } else { watch.end().unwrap_or(End::Nodes) };
    let line = tree.line();
    let mut statistics = tree.statistics;
    statistics.filled = tree.nodes.len() as u64;
    statistics.places = tree.room as u64;
    Report {
        best: line.first().copied(),
        score,
        line,
        depth: statistics.max_ply,
        statistics,
        iterations: Vec::new(),
        time: watch.elapsed(),
        end,
    }
}

struct Growth<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    options: &'a MonteCarlo,
    room: usize,
    nodes: Vec<Node<G::Move>>,
    random: Random,
    statistics: Statistics,
    moves: Vec<G::Move>,
    path: Vec<usize>,
}

impl<G: Game, E: Evaluator<G>> Growth<'_, G, E> {
    /// The root's score for the player to move.
    fn score(&self, turn: Player) -> Score {
        let root = &self.nodes[0];
        match root.decided {
            Some(outcome) => {
                let wdl = outcome.for_player(turn);
                Score::Proven(if root.children == 0 { Value::over(wdl) } else { Value { wdl, plies: None } })
            }
            None => {
                let mean = |best: usize| self.nodes[best].reward / f64::from(self.nodes[best].visits.max(1));
                Score::Estimate(((2.0 * self.best().map_or(0.5, mean) - 1.0) * 1000.0).round() as i32)
            }
        }
    }

    fn progress(&self, turn: Player, time: Duration) -> Iteration<G::Move> {
        let line = self.line();
        Iteration {
            depth: self.statistics.max_ply,
            best: line.first().copied(),
            line,
            score: self.score(turn),
            nodes: self.statistics.nodes,
            time,
        }
    }

    /// One playout.
    fn grow(&mut self, root: &G::Position) {
        self.statistics.nodes += 1;
        self.path.clear();
        self.path.push(0);
        let mut position = *root;
        let mut at = 0;
        // Step 1. Follow the most promising moves to the edge of the tree.
        while self.nodes[at].children > 0 && self.nodes[at].decided.is_none() {
            let turn = self.game.turn(&position);
            at = self.choose(at, turn);
            if let Some(m) = self.nodes[at].m {
                position = self.game.play(&position, m);
            }
            self.path.push(at);
        }
        self.statistics.max_ply = self.statistics.max_ply.max(self.path.len() as u32 - 1);
        // Step 2. Add the moves of a position that has been seen before, if there is room.
        if self.nodes[at].decided.is_none() && (self.nodes[at].visits > 0 || at == 0) {
            self.expand(at, &position);
        }
        // Step 3. Play a random game, unless the end is known.
        let outcome = self.nodes[at].decided.or_else(|| {
            self.statistics.leaves += 1;
            let plies = self.options.playout_plies;
            let end = playout(self.game, position, plies, &mut self.random, &mut self.moves);
            self.game.outcome(&end)
        });
        // Step 4. Back up: results for all, proofs as far as they reach.
        self.back_up(outcome.unwrap_or(Outcome::Draw));
    }

    /// The undecided child with the best upper confidence bound. A node with children and no decision has one.
    fn choose(&self, at: usize, turn: Player) -> usize {
        let node = &self.nodes[at];
        let first = node.first_child as usize;
        let log = f64::from(node.visits.max(1)).ln();
        let mut best = (first, f64::NEG_INFINITY);
        for index in first..first + node.children as usize {
            let child = &self.nodes[index];
            if child.decided.is_some() {
                continue;
            }
            debug_assert_eq!(child.mover, turn);
            let visits = f64::from(child.visits);
            let bias = self.options.bias * f64::from(child.bias) / (visits + 1.0);
            let bound = match child.visits {
                0 => 1e9,
                _ => child.reward / visits + self.options.exploration * (log / visits).sqrt(),
            };
            if bound + bias > best.1 {
                best = (index, bound + bias);
            }
        }
        best.0
    }

    fn expand(&mut self, at: usize, position: &G::Position) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        if self.nodes.len() + self.moves.len() > self.room.max(self.moves.len() + 1) {
            return;
        }
        self.statistics.expanded += 1;
        self.statistics.moves += self.moves.len() as u64;
        let mover = self.game.turn(position);
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = self.moves.len() as u32;
        for &m in &self.moves {
            let next = self.game.play(position, m);
            let decided = self.game.outcome(&next);
            let mut bias = 0.0;
            if self.options.bias != 0.0 && decided.is_none() {
                self.statistics.evaluations += 1;
                let estimate = f64::from(self.evaluator.evaluate(self.game, &next));
                let sign = if self.game.turn(&next) == mover { 1.0 } else { -1.0 };
                bias = (sign * estimate / self.options.bias_scale).tanh() as f32;
            }
            let m = Some(m);
            self.nodes.push(Node { m, mover, first_child: 0, children: 0, visits: 0, reward: 0.0, bias, decided });
        }
        self.decide(at);
    }

    /// Decides a node if its children do.
    fn decide(&mut self, at: usize) {
        let node = &self.nodes[at];
        let first = node.first_child as usize;
        let children = &self.nodes[first..first + node.children as usize];
        let Some(turn) = children.first().map(|child| child.mover) else { return };
        let values = children.iter().map(|child| child.decided.map(|outcome| outcome.for_player(turn)));
        let best = values.clone().flatten().max();
        let all = values.clone().all(|value| value.is_some());
        self.nodes[at].decided = match best {
            Some(Wdl::Win) => Some(Outcome::Winner(turn)),
            Some(Wdl::Draw) if all => Some(Outcome::Draw),
            Some(Wdl::Loss) if all => Some(Outcome::Winner(turn.other())),
            _ => None,
        };
    }

    fn back_up(&mut self, outcome: Outcome) {
        for index in (0..self.path.len()).rev() {
            let at = self.path[index];
            if self.nodes[at].decided.is_none() {
                self.decide(at);
            }
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.reward += match node.decided.unwrap_or(outcome).for_player(node.mover) {
                Wdl::Win => 1.0,
                Wdl::Draw => 0.5,
                Wdl::Loss => 0.0,
            };
        }
    }

    /// The child to play: one that wins, else the most tried of those that do not lose.
    fn best_child(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let first = node.first_child as usize;
        (first..first + node.children as usize).max_by_key(|&index| {
            let child = &self.nodes[index];
            let standing = match child.decided.map(|outcome| outcome.for_player(child.mover)) {
                Some(Wdl::Win) => 2,
                Some(Wdl::Loss) => 0,
                // A draw that is certain is as good as its position's value says.
                Some(Wdl::Draw) if node.decided == Some(Outcome::Draw) => 2,
                _ => 1,
            };
            (standing, child.visits, std::cmp::Reverse(index))
        })
    }

    fn best(&self) -> Option<usize> {
        self.best_child(0)
    }

    fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(next) = self.best_child(at) {
            line.extend(self.nodes[next].m);
            at = next;
        }
        line
    }
}
