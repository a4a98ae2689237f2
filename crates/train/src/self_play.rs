//! Games of a player against itself, as positions with results.
//!
//! A result is the exact value where the solver finds it within a small effort; otherwise that of the next position of
//! the game, seen from the other side: the first exact value that follows, or how the game ended.

use crate::openings::opening;
use athos_champion::Shallow;
use athos_core::Game;
use athos_core::random::Random;
use athos_games::quadrants::{PATTERNS, QuadrantGame, Stones, Twist, Worths, patterns, phase};
use athos_prove::exact::exact;
use athos_prove::search::Limits;
use athos_prove::table::Table;

/// How far the player looks ahead.
const DEPTH: u32 = 1;

/// Random plies at the beginning: at least 1, fewer than this.
const MOST_OPENING_PLIES: usize = 8;

/// The solver is asked from so many stones on.
const SOLVED_FROM: u32 = 8;

/// What its answer may cost.
const SOLVER_NODES: u64 = 1_000;

/// A position to learn from.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub phase: usize,
    pub patterns: [i16; PATTERNS],
    /// For the player to move: -1, 0 or 1.
    pub result: f64,
    /// Whether the solver said so.
    pub solved: bool,
}

/// Plays a game and appends its positions.
pub(crate) fn play<T: Twist>(
    game: &QuadrantGame<T>,
    player: &mut Shallow<T>,
    worths: &Worths,
    table: &Table,
    seed: u64,
    samples: &mut Vec<Sample>,
) {
    // 1. The game.
    let mut random = Random::new(seed);
    let plies = 1 + random.below(MOST_OPENING_PLIES - 1) as u32;
    let mut position = opening(game, plies, &mut random);
    let mut played: Vec<(Stones, Option<f64>)> = Vec::new();
    while let Some(m) = player.choose(&position, worths, DEPTH, &mut random) {
        let limits = Limits { nodes: Some(SOLVER_NODES), ..Limits::default() };
        let asked = position.taken().count_ones() >= SOLVED_FROM;
        let solved = asked.then(|| exact(game, &position, table, limits).ok()).flatten();
        played.push((position, solved.map(|exact| f64::from(exact.wdl as i8))));
        position = game.play(&position, m);
    }

    // 2. The results, from the end backwards.
    let ended = game.outcome(&position).map(|outcome| outcome.for_player(position.turn()) as i8);
    let mut result = f64::from(ended.unwrap_or(0));
    for (position, solved) in played.into_iter().rev() {
        result = solved.unwrap_or(-result);
        let (phase, patterns) = (phase(&position), patterns::<T>(&position));
        samples.push(Sample { phase, patterns, result, solved: solved.is_some() });
    }
}
