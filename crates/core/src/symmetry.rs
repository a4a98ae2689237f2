//! Symmetries: relabellings of the board that change nothing about the game.

use crate::Game;

/// A group that acts on positions and moves and commutes with play.
///
/// Symmetries are numbered from 0, the identity. They keep the player to move and the outcome.
pub trait Symmetric: Game {
    /// How many there are, the identity included.
    fn symmetries(&self) -> usize;

    /// The image of a position.
    fn map_position(&self, symmetry: usize, position: &Self::Position) -> Self::Position;

    /// The image of a move that is legal in `position`: legal in the image of `position`.
    fn map_move(&self, symmetry: usize, position: &Self::Position, m: Self::Move) -> Self::Move;

    /// One representative for all images of a position, and a symmetry that leads to it.
    fn canonical(&self, position: &Self::Position) -> (Self::Position, usize) {
        let mut best = (*position, 0);
        for symmetry in 1..self.symmetries() {
            let image = self.map_position(symmetry, position);
            if image < best.0 {
                best = (image, symmetry);
            }
        }
        best
    }
}
