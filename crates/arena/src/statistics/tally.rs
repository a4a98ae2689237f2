//! Counts of results: single games (win, draw, loss: a trinomial) and pairs of games (a pentanomial).
//!
//! A pair is two games from one opening with the sides exchanged. Its games are not independent: an opening that favours
//! one side gives one point to each, again and again. Counted in pairs, such openings carry no weight, and the errors of
//! everything that is estimated come out right.

use serde::Serialize;
use std::ops::AddAssign;

/// Games, as one of the two sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Pairs of games by the half points of both together: two losses, half a point, one point, one and a half, two wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs(pub [u64; 5]);

impl Tally {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point a win and half a point a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games as the opponent sees them.
    pub fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Points a game; not a number when there are no games.
    pub fn score(&self) -> f64 {
        self.points() / self.games() as f64
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Pairs {
    /// All pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs as the opponent sees them.
    pub fn reversed(&self) -> Pairs {
        let mut counts = self.0;
        counts.reverse();
        Pairs(counts)
    }

    /// Pairs won to pairs lost; infinite when none was lost, not a number when none was decided.
    pub fn ratio(&self) -> f64 {
        let [two_losses, loss, _, win, two_wins] = self.0;
        (win + two_wins) as f64 / (two_losses + loss) as f64
    }

    /// The part of pairs that ended even; not a number when there are none.
    pub fn draw_ratio(&self) -> f64 {
        self.0[2] as f64 / self.count() as f64
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Pairs) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
    }
}
