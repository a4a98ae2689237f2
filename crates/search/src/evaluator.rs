//! Evaluators: where the points of an unfinished position come from.
//!
//! A game's own estimate is one evaluator ([`Own`]); others stand beside it, so that a search can be tried with any.
//! What a game calls noise (a capture, a threat) is the evaluator's knowledge too: quiescence search follows noisy
//! moves until the position is quiet, and an evaluator that knows no noise makes every position quiet.

use athos_core::{Evaluate, Game, Keyed, Symmetric, mix};

/// Estimates positions in which the game goes on.
///
/// An estimate depends on the position alone and is the same for symmetric positions; the table relies on it. It lies
/// within `MAX_ESTIMATE` of 0.
pub trait Evaluator<G: Game>: Sync {
    /// An estimate for the player to move.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;

    /// Whether the position must not be judged before `m` has been tried. No move is noisy unless this says so.
    fn is_noisy(&self, _game: &G, _position: &G::Position, _m: G::Move) -> bool {
        false
    }
}

/// The game's own estimate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Own;

impl<G: Evaluate> Evaluator<G> for Own {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        game.evaluate(position)
    }
}

/// Knows nothing: every position is even.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    #[inline]
    fn evaluate(&self, _game: &G, _position: &G::Position) -> i32 {
        0
    }
}

/// Arbitrary numbers that look random, from a small range so that many positions tie: the hardest judge of a search,
/// for tests.
#[derive(Clone, Copy, Debug)]
pub struct Hashed {
    /// Chooses the numbers.
    pub seed: u64,
    /// Estimates lie between `-spread` and `spread`.
    pub spread: u16,
}

impl<G: Keyed + Symmetric> Evaluator<G> for Hashed {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        let bits = mix(game.key(&game.canonical(position).0) ^ mix(self.seed));
        (bits % (2 * u64::from(self.spread) + 1)) as i32 - i32::from(self.spread)
    }

    fn is_noisy(&self, game: &G, position: &G::Position, m: G::Move) -> bool {
        let next = game.canonical(&game.play(position, m)).0;
        mix(game.key(&next) ^ self.seed).is_multiple_of(4)
    }
}
