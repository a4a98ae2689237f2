//! Estimates as sums of learned weights.
//!
//! A game names what it sees in a position as a list of features, each with the number of times it comes up; its
//! estimate is the sum of their weights. So the search that uses the weights and the program that fits them to tables
//! (`crates/solve/examples/fit.rs`) look at positions in exactly the same way.

use athos_core::Game;

/// Sees features in positions. Symmetric positions must have the same ones.
pub trait Features: Game {
    /// How many features there are.
    const FEATURES: usize;

    /// Tells the features of a position in which the game goes on, and how often each comes up. The same one may be
    /// told more than once.
    fn features(&self, position: &Self::Position, see: impl FnMut(usize, i32));
}

/// The sum of the weights of what is seen: an estimate for the first player, in points. A hundred points multiply the
/// odds of winning by e.
#[inline]
pub fn weigh<G: Features>(game: &G, position: &G::Position, weights: &[i16]) -> i32 {
    let mut sum = 0;
    game.features(position, |feature, times| {
        sum += times * weights.get(feature).map_or(0, |&weight| i32::from(weight));
    });
    sum
}
