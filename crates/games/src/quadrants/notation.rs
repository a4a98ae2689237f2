//! Text: six rows of `W`, `B` and `.` and the player to move; a move is a cell and a twist, `c4tl+` or `c4tlbr`, or the
//! cell alone when the stone itself ends the game. What has the form of another notation of the game is read as such.

use super::game::{Placement, QuadrantGame, Twist};
use super::stones::{CELLS, Cell, Quadrant, SIZE, Stones};
use crate::grid::{EMPTY, GridFormat};
use athos_core::{Game, Notation, NotationError, Player};

const FORMAT: GridFormat = GridFormat { rows: SIZE, columns: SIZE, pieces: "WB", players: ['w', 'b'] };

/// The letter of a cell, by row and column.
fn letters(position: &Stones) -> impl Fn(usize, usize) -> char {
    let [white, black] = position.sets();
    move |row, column| match Cell::at(row, column).bit() {
        bit if white & bit != 0 => 'W',
        bit if black & bit != 0 => 'B',
        _ => EMPTY,
    }
}

fn show_cell(cell: Cell) -> String {
    FORMAT.cell_name(cell.row(), cell.column())
}

/// Reads the two letters of a quadrant at `at`.
pub fn read_quadrant(text: &[char], at: usize) -> Result<Quadrant, NotationError> {
    let letters: String = text.iter().skip(at).take(2).collect();
    let found = Quadrant::ALL.into_iter().find(|quadrant| quadrant.name() == letters);
    found.ok_or_else(|| NotationError::at(at.min(text.len()), "a quadrant is tl, tr, bl or br"))
}

impl<T: Twist> Notation for QuadrantGame<T> {
    fn show_position(&self, position: &Stones) -> String {
        FORMAT.show(letters(position), position.turn().index())
    }

    fn show_short(&self, position: &Stones) -> String {
        FORMAT.show_short(letters(position), position.turn().index())
    }

    fn read_position(&self, text: &str) -> Result<Stones, NotationError> {
        if let Some(read) = T::read_foreign_position(text) {
            return read;
        }
        let grid = FORMAT.read(text)?;
        let stones = |letter: char| {
            let cells = CELLS.iter().zip(&grid.cells).filter(|(_, c)| **c == letter);
            cells.fold(0u64, |set, (cell, _)| set | cell.bit())
        };
        let (white, black) = (stones('W'), stones('B'));
        let Some(position) = Stones::new(white, black) else {
            let (whites, blacks) = (white.count_ones() as usize, black.count_ones() as usize);
            let surplus = if blacks > whites { grid.nth('B', whites) } else { grid.nth('W', blacks + 1) };
            let reason = format!("{whites} white and {blacks} black stones: White has as many as Black or one more");
            return Err(NotationError::at(surplus, reason));
        };
        if grid.turn != position.turn().index() {
            let reason = match position.turn() {
                Player::One => "with as many black stones as white ones it is White's turn",
                Player::Two => "with one white stone more than black ones it is Black's turn",
            };
            return Err(NotationError::at(grid.turn_column, reason).with_correction(self.show_position(&position)));
        }
        grid.accept(position, |position| self.show_position(position))
    }

    fn show_move(&self, m: Placement<T>) -> String {
        show_cell(m.cell) + &m.twist.map_or(String::new(), T::show)
    }

    fn read_move(&self, position: &Stones, text: &str) -> Result<Placement<T>, NotationError> {
        if let Some(read) = T::read_foreign_move(self, position, text) {
            return read;
        }
        let chars: Vec<char> = text.chars().collect();
        if self.outcome(position).is_some() {
            return Err(NotationError::at(0, "the game is over"));
        }

        // 1. The cell.
        let (row, column) = FORMAT.read_cell(&chars, 0)?;
        let cell = Cell::at(row, column);
        let (name, twist) = (show_cell(cell), &chars[2..]);
        if position.taken() & cell.bit() != 0 {
            return Err(NotationError::at(0, format!("{name} is taken")));
        }

        // 2. No twist, where the stone ends the game.
        if self.ending_cells(position) & cell.bit() != 0 {
            if twist.is_empty() {
                return Ok(Placement { cell, twist: None });
            }
            let reason = format!("the placement already makes five: {name} alone");
            return Err(NotationError::at(2, reason).with_correction(name));
        }

        // 3. The twist, where the game goes on.
        if twist.is_empty() {
            return Err(NotationError::at(2, format!("after the cell comes {}", T::TEXT)));
        }
        if twist.len() > T::LETTERS {
            return Err(NotationError::at(2 + T::LETTERS, format!("nothing may follow the cell and {}", T::TEXT)));
        }
        match T::read(twist) {
            Ok(twist) => Ok(Placement { cell, twist: Some(twist) }),
            Err(mut error) => {
                error.correction = error.correction.map(|twist| name + &twist);
                Err(error.shifted(2))
            }
        }
    }
}
