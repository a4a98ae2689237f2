//! What a picture of a position shows.

use super::bits::{SIZE, bit, cell};
use super::{DRAGONS, KING, MadKing, Position};
use athos_core::{BoardScene, Piece, Scene, Scenic};

pub const KING_PIECE: Piece = Piece { letter: 'K', name: "king", owner: KING };
pub const GUARD_PIECE: Piece = Piece { letter: 'G', name: "guard", owner: KING };
pub const DRAGON_PIECE: Piece = Piece { letter: 'D', name: "dragon", owner: DRAGONS };

impl Position {
    /// What stands on a cell.
    pub fn piece(&self, row: usize, column: usize) -> Option<Piece> {
        let cell = bit(cell(row, column));
        let sets = [(self.king, KING_PIECE), (self.guards, GUARD_PIECE), (self.dragons, DRAGON_PIECE)];
        sets.into_iter().find(|(set, _)| set & cell != 0).map(|(_, piece)| piece)
    }
}

impl Scenic for MadKing {
    fn scene(&self, position: &Position) -> Scene {
        let cells = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| position.piece(row, column)));
        let (rows, columns) = (SIZE, SIZE);
        Scene::Board(BoardScene { rows, columns, blocks: None, goal_row: Some(SIZE - 1), cells: cells.collect() })
    }
}
