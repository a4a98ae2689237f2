//! A match between two sets of worths, at a fixed depth, from random openings that each plays with both colours.

use crate::openings::opening;
use athos_champion::Shallow;
use athos_core::random::Random;
use athos_core::{Game, Outcome, Player};
use athos_games::quadrants::{QuadrantGame, Twist, Worths};

/// How far the players look ahead.
const DEPTH: u32 = 2;

/// Random plies at the beginning of a game.
const OPENING_PLIES: u32 = 4;

/// The result of a match, as the first player of the two sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl Score {
    /// Points in a hundred: 1 for a win, a half for a draw.
    pub fn percent(self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        (100 * self.won + 50 * self.drawn) as f64 / games.max(1) as f64
    }
}

/// Plays a match. Two games have the same opening, with colours exchanged.
pub fn contest<T: Twist>(
    game: &QuadrantGame<T>,
    player: &mut Shallow<T>,
    worths: [&Worths; 2],
    games: u64,
    seed: u64,
) -> Score {
    let mut score = Score::default();
    for index in 0..games {
        let mut random = Random::new(seed.wrapping_add(index / 2));
        let mut position = opening(game, OPENING_PLIES, &mut random);
        let first = Player::BOTH[(index % 2) as usize];
        while let Some(m) = {
            let mover = worths[usize::from(position.turn() != first)];
            player.choose(&position, mover, DEPTH, &mut random)
        } {
            position = game.play(&position, m);
        }
        match game.outcome(&position) {
            Some(Outcome::Winner(winner)) if winner == first => score.won += 1,
            Some(Outcome::Winner(_)) => score.lost += 1,
            _ => score.drawn += 1,
        }
    }
    score
}
