//! What a picture of a position shows.

use super::bits::{GOAL, SIZE, bit, cell};
use super::{DRAGONS, KING, MadKing, Position};
use athos_core::{BoardScene, Finish, Game, Piece, Scene, Scenic, Shade};

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

    fn finish(&self, position: &Position) -> Option<Finish> {
        let outcome = self.outcome(position)?;
        let all = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| bit(cell(row, column))));
        let king = all.map(|cell| cell & position.king != 0);
        Some(match (outcome.winner(), self.winner(position)) {
            (Some(KING), Some(_)) if position.king & GOAL != 0 => {
                Finish::new("The king has reached the goal row.", king)
            }
            (Some(KING), Some(_)) => Finish::new("No dragon is left.", king),
            (Some(DRAGONS), Some(_)) => Finish::new("The king is beset and lost.", king),
            _ if position.dragons == 0 => Finish::new("No dragon is left.", king),
            _ => Finish::new("The player to move cannot move.", []),
        })
    }
}
