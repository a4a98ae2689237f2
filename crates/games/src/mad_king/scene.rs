//! What a picture of a position shows.

use super::bits::{SIZE, bit, cell};
use super::{DRAGONS, KING, MadKing, Position};
use athos_core::{BoardScene, Piece, Scene, Scenic, Shade};

pub const KING_PIECE: Piece = Piece { letter: 'K', name: "king", owner: KING, shade: Shade::Dark };
pub const GUARD_PIECE: Piece = Piece { letter: 'G', name: "guard", owner: KING, shade: Shade::Dark };
pub const DRAGON_PIECE: Piece = Piece { letter: 'D', name: "dragon", owner: DRAGONS, shade: Shade::Light };

impl Position {
    /// What stands on a cell.
    pub fn piece(&self, row: usize, column: usize) -> Option<Piece> {
        match bit(cell(row, column)) {
            cell if cell & self.dragons != 0 => Some(DRAGON_PIECE),
            cell if cell & self.guards != 0 => Some(GUARD_PIECE),
            cell if cell & self.king != 0 => Some(KING_PIECE),
            _ => None,
        }
    }
}

impl Scenic for MadKing {
    fn scene(&self, position: &Position) -> Scene {
        let cells = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| position.piece(row, column)));
        let (rows, columns) = (SIZE, SIZE);
        Scene::Board(BoardScene { rows, columns, blocks: None, goal_row: Some(SIZE - 1), cells: cells.collect() })
    }
}
