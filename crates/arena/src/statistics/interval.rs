//! Intervals for rates: 95 % confidence, never outside of what is possible, sensible at zero and at few.

use super::normal::Z95;
use serde::Serialize;

/// An estimate with the interval that holds the truth in 95 of 100 cases.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// What was seen.
    pub rate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A part of `total` that is `some`, by Wilson's score interval (1927); `None` when the total is 0.
pub fn part(some: f64, total: f64) -> Option<Interval> {
    if total <= 0.0 {
        return None;
    }
    let (rate, spread) = (some / total, Z95 * Z95 / total);
    let middle = rate + spread / 2.0;
    let half = (spread * (rate * (1.0 - rate) + spread / 4.0)).max(0.0).sqrt();
    let within = |end: f64| (end / (1.0 + spread)).clamp(0.0, 1.0);
    Some(Interval { rate, low: within(middle - half), high: within(middle + half) })
}

/// Events counted game by game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PerGame {
    /// Games.
    pub games: u64,
    /// Events in all of them.
    pub events: u64,
    /// The sum of the squares of the events of each.
    pub squares: u64,
}

impl PerGame {
    /// Adds a game with so many events.
    pub fn add(&mut self, events: u64) {
        self.games += 1;
        self.events += events;
        self.squares += events * events;
    }

    /// Events a game; `None` when there are no games.
    ///
    /// The interval is Wilson's for counts: the rates λ with (x̄ - λ)² ≤ z² φ λ / n, where x̄ is the mean of n games and φ
    /// how much more the counts of single games vary than independent events would, variance / mean. A game is the unit
    /// that is independent, not a move: errors come in clusters, and φ takes account of it. It is never taken below 1,
    /// which errs on the wide side. Without any event the interval ends at 3.84 / n.
    pub fn rate(&self) -> Option<Interval> {
        if self.games == 0 {
            return None;
        }
        let n = self.games as f64;
        let rate = self.events as f64 / n;
        let variance = (self.squares as f64 - rate * self.events as f64) / (n - 1.0).max(1.0);
        let dispersion = if self.events == 0 { 1.0 } else { (variance / rate).max(1.0) };
        let spread = Z95 * Z95 * dispersion / n;
        let half = (spread * (rate + spread / 4.0)).sqrt();
        Some(Interval { rate, low: (rate + spread / 2.0 - half).max(0.0), high: rate + spread / 2.0 + half })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::random::Random;

    #[test]
    fn wilsons_interval_has_its_published_ends() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (some, total, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let found = part(some, total).unwrap();
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
        }
        assert_eq!(part(0.0, 0.0), None);
    }

    #[test]
    fn the_interval_holds_the_true_rate_nearly_always_even_when_errors_cluster() {
        let mut random = Random::new(1);
        let (mut held, trials) = (0, 2000);
        for _ in 0..trials {
            let mut counts = PerGame::default();
            for _ in 0..100 {
                // Four games in five have no error, the fifth has one, two or three of them: 0.4 a game.
                counts.add(if random.below(5) == 0 { 1 + random.below(3) as u64 } else { 0 });
            }
            let found = counts.rate().unwrap();
            held += u32::from(found.low <= 0.4 && 0.4 <= found.high);
        }
        assert!((1860..=1960).contains(&held), "{held} of {trials}");
    }

    #[test]
    fn no_events_and_no_games() {
        assert_eq!(PerGame::default().rate(), None);
        let mut counts = PerGame::default();
        (0..100).for_each(|_| counts.add(0));
        let found = counts.rate().unwrap();
        assert!(found.rate == 0.0 && found.low == 0.0 && (found.high - 0.0384).abs() < 1e-4, "{found:?}");
    }
}
