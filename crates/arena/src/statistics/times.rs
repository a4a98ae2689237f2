//! Time per move, by the number of the ply: how long, how often, and a sample for a scatter plot.

use crate::game_record::PlyRecord;
use athos_core::mix;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many moves a sample holds.
pub const SAMPLE: usize = 800;

/// Times of several moves, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Time {
    /// How many moves.
    pub moves: u64,
    /// All their time.
    pub total_ms: f64,
    /// The longest.
    pub max_ms: f64,
}

impl Time {
    fn add(&mut self, ms: f64) {
        self.moves += 1;
        self.total_ms += ms;
        self.max_ms = self.max_ms.max(ms);
    }

    /// The mean; `None` when there are no moves.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.total_ms / self.moves as f64)
    }
}

/// The times of one entrant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Times {
    /// Of all moves.
    pub all: Time,
    /// By ply, the game's first move at 0.
    pub by_ply: Vec<Time>,
    /// Nodes of the moves that came with a number of nodes, and the time of those.
    nodes: (u64, f64),
    /// The moves whose number mixes to the least: a fair sample, whatever the order in which games end.
    sample: BTreeMap<u64, (usize, f64)>,
}

impl Times {
    /// Adds the move at this ply of the game with this index. A time that is no number counts as none.
    pub fn add(&mut self, game: u64, ply: usize, played: &PlyRecord) {
        let ms = if played.ms.is_finite() { played.ms.max(0.0) } else { 0.0 };
        self.all.add(ms);
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, Time::default());
        }
        self.by_ply[ply].add(ms);
        if let Some(nodes) = played.nodes {
            self.nodes.0 = self.nodes.0.saturating_add(nodes);
            self.nodes.1 += ms;
        }
        self.sample.insert(mix(mix(game).wrapping_add(ply as u64)), (ply, ms));
        if self.sample.len() > SAMPLE {
            self.sample.pop_last();
        }
    }

    /// Nodes in a second, of the moves that told their nodes; `None` when none did or no time passed.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let (nodes, ms) = self.nodes;
        (nodes > 0 && ms > 0.0).then(|| nodes as f64 * 1e3 / ms)
    }

    /// A fair sample of at most [`SAMPLE`] moves: ply and milliseconds.
    pub fn sample(&self) -> impl Iterator<Item = (usize, f64)> {
        self.sample.values().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::Player;

    #[test]
    fn times_add_up_and_the_sample_does_not_depend_on_the_order() {
        let (mut forwards, mut backwards) = (Times::default(), Times::default());
        let ply = |game: u64, ply: usize| PlyRecord {
            nodes: ply.is_multiple_of(2).then_some(500),
            ..PlyRecord::new(Player::One, (game + ply as u64) as f64)
        };
        for game in 0..200 {
            (0..10).for_each(|number| forwards.add(game, number, &ply(game, number)));
            (0..10).for_each(|number| backwards.add(199 - game, number, &ply(199 - game, number)));
        }
        assert_eq!(forwards.by_ply.iter().map(|time| time.moves).sum::<u64>(), forwards.all.moves);
        assert_eq!((forwards.all.moves, forwards.all.max_ms, forwards.all.mean_ms()), (2000, 208.0, Some(104.0)));
        assert_eq!(forwards.by_ply[3], Time { moves: 200, total_ms: 200.0 * 102.5, max_ms: 202.0 });
        assert_eq!(forwards.sample().count(), SAMPLE);
        assert!(forwards.sample().eq(backwards.sample()));
        let nodes_per_second = forwards.nodes_per_second().unwrap();
        assert!((nodes_per_second - 500_000.0 / 103.5).abs() < 1e-6, "{nodes_per_second}");
        assert_eq!((Times::default().nodes_per_second(), Time::default().mean_ms()), (None, None));
    }
}
