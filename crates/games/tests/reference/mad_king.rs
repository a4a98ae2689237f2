//! The Mad King!, plainly: a board of letters, looked at cell by cell.

use super::Reference;

const SIZE: i32 = 5;
const GOAL_ROW: i32 = 4;
const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The rules. `chain` and `king_loss` are written as in the game's options.
#[derive(Clone, Copy)]
pub struct Plain {
    pub jump_captures: bool,
    pub king_moves_convert: bool,
    pub chain: &'static str,
    pub king_loss: &'static str,
    pub dragons_win_first: bool,
    pub no_dragons_wins: bool,
    pub stalemate_loses: bool,
}

impl Default for Plain {
    fn default() -> Plain {
        Plain {
            jump_captures: false,
            king_moves_convert: true,
            chain: "fixpoint",
            king_loss: "blocked",
            dragons_win_first: false,
            no_dragons_wins: false,
            stalemate_loses: false,
        }
    }
}

/// Rows from the top, and `k` or `d`.
#[derive(Clone, PartialEq)]
pub struct Position {
    rows: [[char; 5]; 5],
    turn: char,
}

type Cell = (i32, i32);

impl Position {
    /// The letter on a cell; `#` off the board.
    fn at(&self, (row, column): Cell) -> char {
        let on_board = (0..SIZE).contains(&row) && (0..SIZE).contains(&column);
        if on_board { self.rows[row as usize][column as usize] } else { '#' }
    }

    fn put(&mut self, (row, column): Cell, letter: char) {
        self.rows[row as usize][column as usize] = letter;
    }

    fn cells_with(&self, letters: &str) -> Vec<Cell> {
        let all = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column)));
        all.filter(|&cell| letters.contains(self.at(cell))).collect()
    }

    /// How many cells beside this one hold one of the letters.
    fn beside(&self, (row, column): Cell, letters: &str) -> usize {
        STRAIGHT.iter().filter(|(down, right)| letters.contains(self.at((row + down, column + right)))).count()
    }

    fn can_be_captured(&self, cell: Cell) -> bool {
        self.at(cell) == 'D' && self.beside(cell, "KG") >= 2
    }

    fn is_convertible(&self, cell: Cell) -> bool {
        self.at(cell) == 'G' && self.beside(cell, "D") >= 3
    }
}

impl Plain {
    /// Where the pieces of a player could go, if the game goes on.
    fn steps(&self, position: &Position, player: char) -> Vec<(Cell, Cell)> {
        let mut steps = Vec::new();
        for from in position.cells_with(if player == 'd' { "D" } else { "KG" }) {
            let (row, column) = from;
            if player == 'd' {
                for to in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (row + down, column + right))) {
                    if position.at(to) == '.' {
                        steps.push((from, to));
                    }
                }
                continue;
            }
            for (down, right) in STRAIGHT {
                let next = (row + down, column + right);
                if position.at(next) == '.' || position.can_be_captured(next) {
                    steps.push((from, next));
                }
                let behind = (row + 2 * down, column + 2 * right);
                let may_land = position.at(behind) == '.' || self.jump_captures && position.can_be_captured(behind);
                if position.at(from) == 'K' && position.at(next) == 'G' && may_land {
                    steps.push((from, behind));
                }
            }
        }
        steps
    }

    fn convert(&self, position: &mut Position) {
        match self.chain {
            "simultaneous" => {
                let before = position.clone();
                for guard in before.cells_with("G") {
                    if before.is_convertible(guard) {
                        position.put(guard, 'D');
                    }
                }
            }
            "single_pass" => {
                for guard in position.cells_with("G") {
                    if position.is_convertible(guard) {
                        position.put(guard, 'D');
                    }
                }
            }
            _ => {
                while let Some(guard) = position.cells_with("G").into_iter().find(|&cell| position.is_convertible(cell))
                {
                    position.put(guard, 'D');
                }
            }
        }
    }

    fn dragons_win(&self, position: &Position) -> bool {
        let king = position.cells_with("K")[0];
        let three = position.beside(king, "D") >= 3;
        let shut_in = position.beside(king, ".") == 0;
        let immobile = || self.steps(position, 'k').iter().all(|(from, _)| *from != king);
        match self.king_loss {
            "blocked" => three && shut_in,
            "immobile" => three && immobile(),
            "three" => three,
            "walled" => shut_in,
            _ => three && (immobile() || position.beside(king, "G") > 0),
        }
    }

    fn king_wins(&self, position: &Position) -> bool {
        let on_goal = position.cells_with("K")[0].0 == GOAL_ROW;
        on_goal || self.no_dragons_wins && position.cells_with("D").is_empty()
    }

    fn winner(&self, position: &Position) -> Option<&'static str> {
        let king = self.king_wins(position).then_some("king");
        let dragons = self.dragons_win(position).then_some("dragons");
        if self.dragons_win_first { dragons.or(king) } else { king.or(dragons) }
    }
}

fn name((row, column): Cell) -> String {
    format!("{}{}", char::from(b'a' + column as u8), SIZE - row)
}

impl Reference for Plain {
    type Position = Position;

    fn read(&self, text: &str) -> Position {
        let (board, turn) = text.split_once(' ').unwrap();
        let mut rows = [['.'; 5]; 5];
        for (row, letters) in rows.iter_mut().zip(board.split('/')) {
            row.iter_mut().zip(letters.chars()).for_each(|(cell, letter)| *cell = letter);
        }
        Position { rows, turn: turn.chars().next().unwrap() }
    }

    fn show(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in position.rows {
            text.extend(row);
            text.push('/');
        }
        text.pop();
        text.extend([' ', position.turn]);
        text
    }

    fn outcome(&self, position: &Position) -> Option<&'static str> {
        if let Some(winner) = self.winner(position) {
            return Some(winner);
        }
        if !self.steps(position, position.turn).is_empty() {
            return None;
        }
        let no_dragons = position.cells_with("D").is_empty();
        Some(match position.turn {
            _ if no_dragons || !self.stalemate_loses => "draw",
            'd' => "king",
            _ => "dragons",
        })
    }

    fn moves(&self, position: &Position) -> Vec<(String, Position)> {
        if self.winner(position).is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (from, to) in self.steps(position, position.turn) {
            let mut next = position.clone();
            next.put(to, position.at(from));
            next.put(from, '.');
            if position.turn == 'd' || self.king_moves_convert {
                self.convert(&mut next);
            }
            next.turn = if position.turn == 'd' { 'k' } else { 'd' };
            moves.push((name(from) + &name(to), next));
        }
        moves
    }
}
