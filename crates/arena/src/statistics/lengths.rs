//! How long games are, in plies.

use std::collections::BTreeMap;

/// Games by their number of plies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lengths {
    games: BTreeMap<usize, u64>,
}

impl Lengths {
    /// Adds a game.
    pub fn add(&mut self, plies: usize) {
        *self.games.entry(plies).or_default() += 1;
    }

    /// Plies and games, the shortest first.
    pub fn counts(&self) -> impl Iterator<Item = (usize, u64)> {
        self.games.iter().map(|(&plies, &games)| (plies, games))
    }

    /// The shortest and the longest; `None` when there are no games.
    pub fn range(&self) -> Option<(usize, usize)> {
        Some((*self.games.first_key_value()?.0, *self.games.last_key_value()?.0))
    }

    /// The mean; `None` when there are no games.
    pub fn mean(&self) -> Option<f64> {
        let (games, plies) =
            self.counts().fold((0, 0.0), |(all, sum), (plies, games)| (all + games, sum + plies as f64 * games as f64));
        (games > 0).then(|| plies / games as f64)
    }

    /// The length that half of the games do not exceed; `None` when there are no games.
    pub fn median(&self) -> Option<usize> {
        let half = self.games.values().sum::<u64>().div_ceil(2);
        let mut seen = 0;
        let upto = |(plies, games)| {
            seen += games;
            (seen >= half).then_some(plies)
        };
        self.counts().find_map(upto)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_few_games() {
        let mut lengths = Lengths::default();
        assert_eq!((lengths.range(), lengths.mean(), lengths.median()), (None, None, None));
        [9, 3, 4, 4].into_iter().for_each(|plies| lengths.add(plies));
        assert_eq!((lengths.range(), lengths.mean(), lengths.median()), (Some((3, 9)), Some(5.0), Some(4)));
        assert!(lengths.counts().eq([(3, 1), (4, 2), (9, 1)]));
    }
}
