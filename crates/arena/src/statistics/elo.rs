//! The difference in strength that a score shows: Elo, normalized Elo, likelihood of superiority.
//!
//! Elo is the logistic scale on which a score of s is worth -400 log10(1/s - 1). Its error is half the Elo distance between
//! the ends of a 95 % interval of the score, s ± 1.96 √(variance / n). *Normalized* Elo measures the score's distance from
//! even in standard deviations of a game, so that it does not shrink where draws are frequent and says how many games a
//! proof of superiority takes. The likelihood of superiority is the probability that the true score is above even. All
//! three come from the pairs where there are pairs, from single games otherwise; the formulas are Michel Van den Bergh's
//! (Normalized Elo, 2021), and the figures agree with those that chess programs publish.
//!
//! A player that has won everything has no finite Elo: the numbers here are then infinite or not a number, and whoever
//! prints them has a word for it.

use super::normal::{Z95, below};
use super::tally::{Pairs, Tally};
use serde::Serialize;

/// What a score says about the difference in strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The difference; infinite at 0 % and 100 %.
    pub elo: f64,
    /// Half the width of its 95 % interval; infinite or not a number where the interval has no end.
    pub elo_error: f64,
    /// The normalized difference.
    pub nelo: f64,
    /// Half the width of its 95 % interval.
    pub nelo_error: f64,
    /// The probability that the player is the stronger one.
    pub los: f64,
}

/// Elo points in a unit of normalized Elo: 800 / ln 10.
pub const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference at which this score is expected; infinite at and beyond 0 and 1.
pub fn elo(score: f64) -> f64 {
    match score {
        s if s <= 0.0 => f64::NEG_INFINITY,
        s if s >= 1.0 => f64::INFINITY,
        s => -400.0 * (1.0 / s - 1.0).log10(),
    }
}

/// The score that is expected at this Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The mean and the variance of values between 0 and 1 in equal steps, each so often; `None` when there are none.
pub(super) fn moments<const N: usize>(counts: [u64; N]) -> Option<(f64, f64)> {
    let total: u64 = counts.iter().sum();
    let value = |index: usize| index as f64 / (N - 1) as f64;
    let mean_of = |of: &dyn Fn(f64) -> f64| {
        counts.iter().enumerate().map(|(index, &count)| of(value(index)) * count as f64).sum::<f64>() / total as f64
    };
    let mean = mean_of(&|value| value);
    (total > 0).then(|| (mean, mean_of(&|value| (value - mean).powi(2))))
}

impl Elo {
    /// From pairs of games; `None` when there are none.
    pub fn of_pairs(pairs: &Pairs) -> Option<Elo> {
        let (score, variance) = moments(pairs.0)?;
        Some(Elo::new(score, variance, pairs.count() as f64, 2.0))
    }

    /// From single games; `None` when there are none.
    pub fn of_games(tally: &Tally) -> Option<Elo> {
        let (score, variance) = moments([tally.losses, tally.draws, tally.wins])?;
        Some(Elo::new(score, variance, tally.games() as f64, 1.0))
    }

    /// From the mean and variance of `count` independent scores, each of this many games.
    fn new(score: f64, variance: f64, count: f64, games: f64) -> Elo {
        let margin = Z95 * (variance / count).sqrt();
        let deviations = match score - 0.5 {
            0.0 => 0.0,
            distance => distance / variance.sqrt(),
        };
        Elo {
            elo: elo(score),
            elo_error: (elo(score + margin) - elo(score - margin)) / 2.0,
            nelo: deviations / games.sqrt() * NELO,
            nelo_error: Z95 / (games * count).sqrt() * NELO,
            los: below(deviations * count.sqrt()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.006, "{found} for {expected}");
    }

    /// Figures that fastchess prints and tests.
    #[test]
    fn pairs_agree_with_published_figures() {
        let published = [
            ([3, 0, 6, 0, 1], [-70.44, 143.13, -81.89, 152.27, 14.59]),
            ([34, 54, 31 + 32, 64, 75], [55.58, 27.65, 57.94, 28.28, 100.00]),
            ([332, 433, 457 + 41, 333, 334], [-8.64, 10.33, -9.17, 10.96, 5.05]),
            ([7895, 8757, 5485 + 200, 568, 9999], [-21.04, 2.95, -19.01, 2.65, 0.0]),
        ];
        for (counts, figures) in published {
            let found = Elo::of_pairs(&Pairs(counts)).unwrap();
            let shown = [found.elo, found.elo_error, found.nelo, found.nelo_error, found.los * 100.0];
            shown.into_iter().zip(figures).for_each(|(found, expected)| near(found, expected));
        }
        let block = Pairs([3, 0, 6, 0, 1]);
        near(block.ratio(), 0.33);
        near(block.draw_ratio(), 0.60);
    }

    #[test]
    fn single_games_agree_with_published_figures() {
        let found = Elo::of_games(&Tally { wins: 136, losses: 96, draws: 111 }).unwrap();
        let shown = [found.elo, found.elo_error, found.nelo, found.nelo_error, found.los * 100.0];
        shown.into_iter().zip([40.70, 30.43, 49.77, 36.77, 99.60]).for_each(|(found, expected)| near(found, expected));
        let found = Elo::of_games(&Tally { wins: 76, losses: 89, draws: 123 }).unwrap();
        [found.nelo, found.nelo_error, found.los * 100.0]
            .into_iter()
            .zip([-20.76, 40.13, 15.53])
            .for_each(|(found, expected)| near(found, expected));
        let found = Elo::of_games(&Tally { wins: 34, losses: 356, draws: 0 }).unwrap();
        near(found.nelo, -508.44);
        near(found.nelo_error, 34.48);
    }

    #[test]
    fn nothing_and_everything() {
        assert_eq!(Elo::of_games(&Tally::default()), None);
        assert_eq!(Elo::of_pairs(&Pairs::default()), None);
        let all = Elo::of_pairs(&Pairs([0, 0, 0, 0, 9])).unwrap();
        assert_eq!((all.elo, all.nelo, all.los), (f64::INFINITY, f64::INFINITY, 1.0));
        let none = Elo::of_games(&Tally { losses: 5, ..Tally::default() }).unwrap();
        assert_eq!((none.elo, none.los), (f64::NEG_INFINITY, 0.0));
        let even = Elo::of_pairs(&Pairs([0, 0, 9, 0, 0])).unwrap();
        assert_eq!((even.elo, even.elo_error, even.nelo, even.los), (0.0, 0.0, 0.0, 0.5));
        assert_eq!(elo(expected_score(123.0)).round(), 123.0);
    }
}
