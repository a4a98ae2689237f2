//! The report of a search: what it found, what it cost, why it ended.

use crate::limits::End;
use athos_core::{Notation, Score, Value};
use std::time::Duration;

/// What a search found and what it cost. `M` is the game's move.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The move to play; `None` when the game is over.
    pub best: Option<M>,
    /// The position's score for the player to move.
    pub score: Score,
    /// The best line that was found, `best` first. The table may cut it short.
    pub line: Vec<M>,
    /// The deepest search that was finished, in plies; for searches without a depth, the deepest line.
    pub depth: u32,
    /// What it cost.
    pub statistics: Statistics,
    /// The finished depths of iterative deepening, in order.
    pub iterations: Vec<Iteration<M>>,
    /// How long it took.
    pub time: Duration,
    /// Why it ended.
    pub end: End,
}

impl<M> Report<M> {
    /// The proven value, if there is one.
    pub fn value(&self) -> Option<Value> {
        match self.score {
            Score::Proven(value) => Some(value),
            Score::Estimate(_) => None,
        }
    }

    /// Whether the score is proven.
    pub fn is_proven(&self) -> bool {
        self.value().is_some()
    }

    /// Nodes visited in a second.
    pub fn nodes_per_second(&self) -> f64 {
        self.statistics.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The best line as text.
    pub fn line_text<G: Notation<Move = M>>(&self, game: &G) -> String
    where
        M: Copy,
    {
        self.line.iter().map(|&m| game.show_move(m)).collect::<Vec<_>>().join(" ")
    }
}

/// One depth of iterative deepening; for Monte Carlo, the state of the tree after some playouts.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration<M> {
    /// The depth.
    pub depth: u32,
    /// The best move at this depth.
    pub best: Option<M>,
    /// The best line at this depth.
    pub line: Vec<M>,
    /// The score at this depth.
    pub score: Score,
    /// Nodes visited so far, all depths together.
    pub nodes: u64,
    /// The time used so far.
    pub time: Duration,
}

/// Counts of a search. Threads count for themselves and are added up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Positions visited, root and leaves included, each time they were visited.
    pub nodes: u64,
    /// Nodes without children: finished games and positions at the horizon.
    pub leaves: u64,
    /// Finished games among the leaves.
    pub finished: u64,
    /// Estimates asked for, at the horizon and for ordering.
    pub evaluations: u64,
    /// Nodes whose moves were listed.
    pub expanded: u64,
    /// The legal moves of those nodes.
    pub moves: u64,
    /// Nodes at which a move was good enough to leave the rest unsearched.
    pub cutoffs: u64,
    /// Cutoffs by the first move tried.
    pub first_cutoffs: u64,
    /// Questions to the table.
    pub probes: u64,
    /// Positions that the table knew: `answered + revisited`.
    pub hits: u64,
    /// Subtrees that the table spared.
    pub answered: u64,
    /// Subtrees searched again although the table knew the position, because what it knew was not enough.
    pub revisited: u64,
    /// Places of the table that were filled.
    pub filled: u64,
    /// Places that the table has.
    pub places: u64,
    /// Moves decided by a win in one or a block in one, without search.
    pub forced: u64,
    /// Moves that a beam left out.
    pub beamed: u64,
    /// Positions at the horizon that were searched further.
    pub extended: u64,
    /// Searches repeated because a narrow window was missed.
    pub researched: u64,
    /// The longest line, in plies.
    pub max_ply: u32,
}

impl Statistics {
    /// Legal moves a position, on average.
    pub fn branching(&self) -> f64 {
        self.moves as f64 / self.expanded.max(1) as f64
    }

    /// The largest part of the table that was in use, from 0 to 1.
    pub fn fill(&self) -> f64 {
        self.filled as f64 / self.places.max(1) as f64
    }

    /// Adds another thread's counts of the same search.
    pub fn add(&mut self, other: &Statistics) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.finished += other.finished;
        self.evaluations += other.evaluations;
        self.expanded += other.expanded;
        self.moves += other.moves;
        self.cutoffs += other.cutoffs;
        self.first_cutoffs += other.first_cutoffs;
        self.probes += other.probes;
        self.hits += other.hits;
        self.answered += other.answered;
        self.revisited += other.revisited;
        self.filled += other.filled;
        self.places = self.places.max(other.places);
        self.forced += other.forced;
        self.beamed += other.beamed;
        self.extended += other.extended;
        self.researched += other.researched;
        self.max_ply = self.max_ply.max(other.max_ply);
    }
}
