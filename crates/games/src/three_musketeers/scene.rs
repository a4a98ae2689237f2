//! What a picture of a position shows.

use super::bits::{aligned, cell, touch};
use super::{GUARDS, MUSKETEERS, Pieces, ThreeMusketeers};
use athos_core::{BoardScene, Finish, Game, Piece, Scene, Scenic, Shade};

const MUSKETEER: Piece = Piece { letter: 'M', name: "musketeer", owner: MUSKETEERS, shade: Shade::Dark };
const GUARD: Piece = Piece { letter: 'G', name: "guard", owner: GUARDS, shade: Shade::Light };

impl Scenic for ThreeMusketeers {
    fn scene(&self, position: &Pieces) -> Scene {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| cell(row, column)));
        let piece = |cell: u64| match () {
            _ if position.musketeers & cell != 0 => Some(MUSKETEER),
            _ if position.guards & cell != 0 => Some(GUARD),
            _ => None,
        };
        Scene::Board(BoardScene {
            rows: self.rows,
            columns: self.columns,
            blocks: None,
            goal_row: None,
            cells: all.map(piece).collect(),
        })
    }

    fn finish(&self, position: &Pieces) -> Option<Finish> {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| cell(row, column)));
        let musketeers = all.map(|cell| position.musketeers & cell != 0);
        self.outcome(position)?;
        Some(match position.turn {
            _ if aligned(position.musketeers) => Finish::new("The musketeers stand in one line.", musketeers),
            GUARDS if touch(position.musketeers, position.guards) => Finish::new("The guards cannot move.", []),
            _ => Finish::new("No guard stands beside a musketeer, and they are not in one line.", musketeers),
        })
    }
}
