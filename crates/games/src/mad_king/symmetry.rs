//! The one symmetry of the board: left and right exchanged.
//!
//! With `conversion_chain=single_pass` there is none. That pass goes from left to right, so a guard that is converted
//! helps to convert its right neighbour but not its left one, and a mirrored game may go on differently.

use super::bits::{SIZE, cell, mirror, place};
use super::options::ConversionChain;
use super::{MadKing, Move, Position};
use athos_core::Symmetric;

impl Symmetric for MadKing {
    fn symmetries(&self) -> usize {
        if self.conversion_chain == ConversionChain::SinglePass { 1 } else { 2 }
    }

    fn map_position(&self, symmetry: usize, position: &Position) -> Position {
        if symmetry == 0 {
            return *position;
        }
        Position {
            king: mirror(position.king),
            guards: mirror(position.guards),
            dragons: mirror(position.dragons),
            turn: position.turn,
        }
    }

    fn map_move(&self, symmetry: usize, _position: &Position, m: Move) -> Move {
        if symmetry == 0 {
            return m;
        }
        let map = |from: u8| {
            let (row, column) = place(from);
            cell(row, SIZE - 1 - column)
        };
        Move { from: map(m.from), to: map(m.to) }
    }
}
