//! Three Musketeers, plainly.

use super::Reference;

/// The rules.
pub struct Plain {
    /// Who wins when the guards are to move and cannot: "musketeers", "guards", or nobody because they "pass".
    pub stuck: &'static str,
    /// Whether musketeers that cannot capture have won although the guards are to move.
    pub early: bool,
}

/// Rows of 'M', 'G' and '.', from the top, and the player to move, 'm' or 'g'.
pub type Position = (Vec<Vec<char>>, char);

/// Every step of a piece from a cell with `mover` onto a neighbour with `target`.
fn steps((cells, turn): &Position, mover: char, target: char) -> Vec<(String, Position)> {
    let (rows, columns) = (cells.len() as i32, cells[0].len() as i32);
    let name = |row: i32, column: i32| format!("{}{}", (b'a' + column as u8) as char, rows - row);
    let mut found = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let (to_row, to_column) = (row + down, column + right);
                let on_board = (0..rows).contains(&to_row) && (0..columns).contains(&to_column);
                if on_board
                    && cells[row as usize][column as usize] == mover
                    && cells[to_row as usize][to_column as usize] == target
                {
                    let mut next = cells.clone();
                    next[row as usize][column as usize] = '.';
                    next[to_row as usize][to_column as usize] = mover;
                    let other = if *turn == 'm' { 'g' } else { 'm' };
                    found.push((name(row, column) + &name(to_row, to_column), (next, other)));
                }
            }
        }
    }
    found
}

/// Whether all musketeers, two or more, stand in one row or one column.
fn aligned((cells, _): &Position) -> bool {
    let mut places = Vec::new();
    for (row, line) in cells.iter().enumerate() {
        for (column, &cell) in line.iter().enumerate() {
            if cell == 'M' {
                places.push((row, column));
            }
        }
    }
    let (row, column) = places[0];
    places.len() > 1 && (places.iter().all(|place| place.0 == row) || places.iter().all(|place| place.1 == column))
}

impl Reference for Plain {
    type Position = Position;

    fn read(&self, text: &str) -> Position {
        let (cells, turn) = text.split_once(' ').unwrap();
        (cells.split('/').map(|row| row.chars().collect()).collect(), turn.chars().next().unwrap())
    }

    fn show(&self, (cells, turn): &Position) -> String {
        let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
        format!("{} {turn}", rows.join("/"))
    }

    fn outcome(&self, position: &Position) -> Option<&'static str> {
        let guards_turn = position.1 == 'g';
        if aligned(position) {
            return Some("guards");
        }
        if steps(position, 'M', 'G').is_empty() && (self.early || !guards_turn) {
            return Some("musketeers");
        }
        if guards_turn && steps(position, 'G', '.').is_empty() && self.stuck != "pass" {
            return Some(self.stuck);
        }
        None
    }

    fn moves(&self, position: &Position) -> Vec<(String, Position)> {
        if self.outcome(position).is_some() {
            return Vec::new();
        }
        if position.1 == 'm' {
            return steps(position, 'M', 'G');
        }
        let moves = steps(position, 'G', '.');
        if moves.is_empty() { vec![("pass".to_string(), (position.0.clone(), 'm'))] } else { moves }
    }
}
