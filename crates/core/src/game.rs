//! The Game trait: rules as a value, positions and moves as plain data.

use crate::{Outcome, Player};
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of a game: all that is fixed before the first move.
///
/// A position carries no history and no pointer back to the rules, so it is small (24 bytes at most), is copied
/// freely, and two equal positions have the same future.
///
/// ```
/// use athos_core::{Game, Outcome, Player, perft};
///
/// /// Take one or two coins; who takes the last one wins.
/// #[derive(Clone)]
/// struct Coins(u8);
///
/// impl Game for Coins {
///     type Position = (u8, Player);
///     type Move = u8;
///     fn start(&self) -> Self::Position { (self.0, Player::One) }
///     fn turn(&self, position: &Self::Position) -> Player { position.1 }
///     fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
///         (position.0 == 0).then_some(Outcome::Winner(position.1.other()))
///     }
///     fn moves(&self, position: &Self::Position, out: &mut Vec<u8>) { out.extend(1..=position.0.min(2)) }
///     fn play(&self, position: &Self::Position, m: u8) -> Self::Position { (position.0 - m, position.1.other()) }
/// }
///
/// let coins = Coins(4);
/// assert_eq!(perft(&coins, &coins.start(), 4), 1);
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// Plain data without history. Equality means "the same game from here on"; the order is any fixed one.
    type Position: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// A small value. It may depend on the position it is played in.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Where the game begins.
    fn start(&self) -> Self::Position;

    /// Who moves. Players need not alternate. In a finished position it is whoever would move next.
    fn turn(&self, position: &Self::Position) -> Player;

    /// How the game ended: `Some` exactly when it is over.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends the legal moves in a fixed order: none exactly when the game is over. What `out` already holds stays.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// The position after `m`. The caller vouches that `m` is legal here; if it is not, the answer is meaningless but
    /// nothing panics.
    fn play(&self, position: &Self::Position, m: Self::Move) -> Self::Position;

    /// How many legal moves there are. Games that can count faster than they can list say how.
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.len()
    }
}

/// No estimate is larger than this in size, so that search has room above it for proven values.
pub const MAX_ESTIMATE: i32 = 1_000_000;

/// A static estimate of how good a position is.
pub trait Evaluate: Game {
    /// An estimate for the player to move, between `-MAX_ESTIMATE` and `MAX_ESTIMATE`, and the same for symmetric
    /// positions. It is only asked of positions where the game goes on.
    fn evaluate(&self, position: &Self::Position) -> i32;
}
