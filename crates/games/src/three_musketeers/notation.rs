//! Text of Three Musketeers: the board from the top (`M` a musketeer, `G` a guard), then the player to move, `m` or `g`;
//! a move is two cells, `e5e4`, or `pass`.

use super::bits::{STRIDE, cell};
use super::{GUARDS, MUSKETEERS, Pieces, Step, ThreeMusketeers};
use crate::grid::{EMPTY, GridFormat};
use athos_core::{Game, Notation, NotationError, Player};

const PASS: &str = "pass";

impl ThreeMusketeers {
    fn format(&self) -> GridFormat {
        GridFormat { rows: self.rows, columns: self.columns, pieces: "MG", players: ['m', 'g'] }
    }

    fn cell_name(&self, number: u8) -> String {
        let (row, column) = (usize::from(number) / STRIDE as usize, usize::from(number) % STRIDE as usize);
        self.format().cell_name(row, column)
    }

    /// Reads the text of a board alone, where the musketeers are to move.
    pub(super) fn read_board(&self, text: &str) -> Result<Pieces, NotationError> {
        if let Some(blank) = text.chars().position(char::is_whitespace) {
            return Err(NotationError::at(blank, "only a board, without a player: the musketeers move first"));
        }
        self.read_position(&format!("{text} m")).map_err(|mut error| {
            error.column = error.column.min(text.chars().count() + 1);
            error.correction = error.correction.map(|right| right.trim_end_matches(" m").to_string());
            error
        })
    }

    /// The text of the board alone.
    pub(super) fn show_board(&self, position: &Pieces) -> String {
        let text = self.show_position(position);
        text.split(' ').next().unwrap_or_default().to_string()
    }

    /// Why the player to move may not step from one cell to another; the index says which cell is to blame.
    fn refusal(&self, position: &Pieces, step: Step) -> Option<(usize, String)> {
        let Step { from, to } = step;
        let apart =
            (from / STRIDE as u8).abs_diff(to / STRIDE as u8) + (from % STRIDE as u8).abs_diff(to % STRIDE as u8);
        let stands = |set: u64, number: u8| set >> number & 1 != 0;
        match position.turn {
            MUSKETEERS if !stands(position.musketeers, from) => {
                Some((0, format!("no musketeer stands on {}", self.cell_name(from))))
            }
            MUSKETEERS if apart != 1 || !stands(position.guards, to) => {
                Some((2, "musketeers move only onto a guard next to them, along a row or a column".into()))
            }
            GUARDS if !stands(position.guards, from) => {
                Some((0, format!("no guard stands on {}", self.cell_name(from))))
            }
            GUARDS if apart != 1 => Some((2, "guards move one step along a row or a column".into())),
            GUARDS if stands(position.musketeers | position.guards, to) => {
                Some((2, "that cell is not empty: guards move only onto empty cells".into()))
            }
            _ => None,
        }
    }
}

/// The letter of a cell.
fn letter(position: &Pieces, row: usize, column: usize) -> char {
    let cell = cell(row, column);
    match () {
        _ if position.musketeers & cell != 0 => 'M',
        _ if position.guards & cell != 0 => 'G',
        _ => EMPTY,
    }
}

impl Notation for ThreeMusketeers {
    fn show_position(&self, position: &Pieces) -> String {
        self.format().show(|row, column| letter(position, row, column), position.turn.index())
    }

    fn show_short(&self, position: &Pieces) -> String {
        self.format().show_short(|row, column| letter(position, row, column), position.turn.index())
    }

    fn read_position(&self, text: &str) -> Result<Pieces, NotationError> {
        let grid = self.format().read(text)?;
        let mut position = Pieces { musketeers: 0, guards: 0, turn: Player::BOTH[grid.turn] };
        for (index, &piece) in grid.cells.iter().enumerate() {
            let cell = cell(index / self.columns, index % self.columns);
            match piece {
                'M' => position.musketeers |= cell,
                'G' => position.guards |= cell,
                _ => {}
            }
        }
        let found = position.musketeers.count_ones() as usize;
        if found != self.musketeers {
            let end = grid.columns.last().map_or(0, |last| last + 1);
            let index = if found > self.musketeers { grid.nth('M', self.musketeers) } else { end };
            let reason = format!("{} on the board, but these rules have {}", count(found), self.musketeers);
            return Err(NotationError::at(index, reason));
        }
        grid.accept(position, |position| self.show_position(position))
    }

    fn show_move(&self, m: Step) -> String {
        if m == Step::PASS { PASS.into() } else { self.cell_name(m.from) + &self.cell_name(m.to) }
    }

    fn read_move(&self, position: &Pieces, text: &str) -> Result<Step, NotationError> {
        let refuse = |index: usize, reason: &str| Err(NotationError::at(index, reason));
        if self.outcome(position).is_some() {
            return refuse(0, "the game is over");
        }
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        match (text == PASS, moves[..] == [Step::PASS]) {
            (true, true) => return Ok(Step::PASS),
            (true, false) => return refuse(0, "there is a move, so nobody may pass"),
            (false, true) => return refuse(0, "the guards cannot move and must pass: write pass"),
            (false, false) => {}
        }
        let chars: Vec<char> = text.chars().collect();
        let number = |(row, column): (usize, usize)| (row * STRIDE as usize + column) as u8;
        let from = number(self.format().read_cell(&chars, 0)?);
        let to = number(self.format().read_cell(&chars, 2)?);
        if chars.len() > 4 {
            return refuse(4, "nothing may follow the two cells of a move");
        }
        let step = Step { from, to };
        match self.refusal(position, step) {
            None => Ok(step),
            Some((index, reason)) => refuse(index, &reason),
        }
    }
}

fn count(musketeers: usize) -> String {
    match musketeers {
        0 => "no musketeer".into(),
        1 => "1 musketeer".into(),
        _ => format!("{musketeers} musketeers"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;

    fn position_error(text: &str) -> String {
        ThreeMusketeers::default().read_position(text).unwrap_err().to_string()
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        assert_eq!(
            position_error("GGGGM/GGGGG/GGMGG/GGGGG/MGGGM m"),
            "column 29: 4 musketeers on the board, but these rules have 3"
        );
        assert_eq!(
            position_error("GGGGM/GGGGG/GG.GG/GGGGG/M4 m"),
            "column 27: 2 musketeers on the board, but these rules have 3"
        );
        assert_eq!(
            position_error("GGGGM/GGGGG/GGMGG/GGGGG/MGGGG/GGGGG m"),
            "column 31: a row too many: the board has 5 rows"
        );
        assert_eq!(position_error("GGGGM/GGXGG/GGMGG/GGGGG/MGGGG m"), "column 9: no piece 'X': a cell is M, G or .");
        assert_eq!(position_error("GGGGM/GGGGG/GGMGG/GGGGG/MGGGG d"), "column 31: no player 'd': it is m or g");
    }

    #[test]
    fn slips_are_corrected() {
        assert_eq!(
            position_error("GGGGM/5/GGmGG/GGGGG/MGGGG G"),
            "column 11: pieces are written large: M; did you mean 'GGGGM/...../GGMGG/GGGGG/MGGGG g'?"
        );
    }

    #[test]
    fn illegal_moves_are_explained() {
        let game = ThreeMusketeers::default();
        let error = |position: &str, m: &str| {
            game.read_move(&game.read_position(position).unwrap(), m).unwrap_err().to_string()
        };
        let start = "GGGGM/GGGGG/GGMGG/GGGGG/MGGGG m";
        let next_to = "musketeers move only onto a guard next to them, along a row or a column";
        assert_eq!(error(start, "e5e3"), format!("column 3: {next_to}"));
        assert_eq!(error(start, "e5d4"), format!("column 3: {next_to}"));
        assert_eq!(error(start, "e4e3"), "column 1: no musketeer stands on e4");
        assert_eq!(error(start, "e6e5"), "column 2: a rank from 1 to 5 must follow the file");
        assert_eq!(error(start, "e5"), "column 3: a cell is missing: a file a to e, then a rank");
        assert_eq!(error(start, "e5e4x"), "column 5: nothing may follow the two cells of a move");
        assert_eq!(error(start, "pass"), "column 1: there is a move, so nobody may pass");

        let middle = "GGGG./GGGGM/GGMGG/GGGGG/MGGGG g";
        assert_eq!(error(middle, "e4e5"), "column 1: no guard stands on e4");
        assert_eq!(error(middle, "c5e5"), "column 3: guards move one step along a row or a column");
        assert_eq!(error(middle, "c4c3"), "column 3: that cell is not empty: guards move only onto empty cells");
        assert_eq!(error("...../..M../..M../..M../....G g", "e1e2"), "column 1: the game is over");

        let passing: ThreeMusketeers = build("stuck=pass").unwrap();
        let stuck = passing.read_position("GGGGM/GGGGG/GGMGG/GGGGG/MGGGG g").unwrap();
        assert_eq!(passing.read_move(&stuck, "pass"), Ok(Step::PASS));
        let error = passing.read_move(&stuck, "a2a3").unwrap_err().to_string();
        assert_eq!(error, "column 1: the guards cannot move and must pass: write pass");
    }
}
