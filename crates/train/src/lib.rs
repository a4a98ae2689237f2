//! Learns what patterns are worth (`athos_games::quadrants::Worths`) from self-play.
//!
//! | file | concept |
//! | --- | --- |
//! | `openings` | random beginnings |
//! | `self_play` | games of a player against itself, with exact values where the solver finds them |
//! | `fit` | worths that explain the results best |
//! | `contest` | a match between two sets of worths |
//!
//! A round plays games with the worths of the round before, adds their positions to those of earlier rounds, fits new
//! worths to all of them, and lets these play against the worths before and against the plain ones. Everything follows
//! from the seed: limits are depths and nodes, never times; games have seeds of their own; and the arithmetic of the fit
//! is that of IEEE 754 without any function that machines round differently.

#![warn(missing_docs)]

mod contest;
mod fit;
mod openings;
mod self_play;

pub use contest::{Score, contest};

use athos_champion::Shallow;
use athos_games::quadrants::{QuadrantGame, Twist, Worths};
use athos_prove::table::Table;
use self_play::{Sample, play};

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Chooses everything that is random.
    pub seed: u64,
    /// Games of self-play a round.
    pub games: u64,
    /// Rounds.
    pub rounds: u32,
    /// Games of each match after a round.
    pub match_games: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 1, games: 500, rounds: 5, match_games: 100 }
    }
}

/// What a round brought.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// Positions learned from, those of earlier rounds included.
    pub positions: usize,
    /// How many of them the solver had the exact value of.
    pub solved: usize,
    /// The mean squared error of the fit; results are -1, 0 and 1.
    pub error: f64,
    /// The match against the worths of the round before.
    pub against_previous: Score,
    /// The match against the plain worths.
    pub against_plain: Score,
    /// What was learned.
    pub worths: Worths,
}

/// The system refused the memory.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TrainError {
    /// For the search.
    #[error(transparent)]
    Search(#[from] athos_champion::TableError),
    /// For the solver.
    #[error("no memory for the table of the solver: {0}")]
    Solver(#[from] athos_prove::table::NoMemory),
}

/// Bytes for the solver's table.
const SOLVER_MEMORY: usize = 2 << 20;

/// Learns, beginning with the plain worths, and tells of every round. What the last round learned is the result.
pub fn train<T: Twist>(
    game: &QuadrantGame<T>,
    settings: &Settings,
    on_round: &mut dyn FnMut(&Round),
) -> Result<Worths, TrainError> {
    let plain = Worths::plain();
    let mut worths = plain.clone();
    let mut player = Shallow::new(game.clone())?;
    let mut table = Table::try_new(SOLVER_MEMORY)?;
    let mut samples: Vec<Sample> = Vec::new();
    for number in 1..=settings.rounds {
        // 1. Games.
        for index in 0..settings.games {
            let seed = seed_of(settings.seed, u64::from(number), index);
            table.clear();
            play(game, &mut player, &worths, &table, seed, &mut samples);
        }
        // 2. The fit.
        let (fitted, error) = fit::fit(&samples);
        // 3. What it is good for.
        let seed = seed_of(settings.seed, u64::MAX, 0);
        let mut play_against =
            |other: &Worths| contest(game, &mut player, [&fitted, other], settings.match_games, seed);
        let round = Round {
            number,
            positions: samples.len(),
            solved: samples.iter().filter(|sample| sample.solved).count(),
            error,
            against_previous: play_against(&worths),
            against_plain: play_against(&plain),
            worths: fitted.clone(),
        };
        on_round(&round);
        worths = fitted;
    }
    Ok(worths)
}

/// The seed of a game.
fn seed_of(seed: u64, round: u64, index: u64) -> u64 {
    athos_core::mix(seed ^ athos_core::mix(round ^ athos_core::mix(index)))
}
