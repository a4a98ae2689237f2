//! Pentago and Pentago-Swap, plainly: a board of letters, and lines followed cell by cell.

use super::Reference;

/// What follows the placement.
#[derive(Clone, Copy, PartialEq)]
pub enum Twist {
    Turn,
    Swap,
}

/// The rules.
pub struct Plain {
    pub twist: Twist,
    pub placement_wins: bool,
    pub giving_five_draws: bool,
}

/// The rows from the top, and the letter of the player to move.
#[derive(Clone, Copy)]
pub struct Position {
    rows: [[u8; 6]; 6],
    turn: u8,
}

/// A quadrant's name and its top left cell.
const QUADRANTS: [(&str, usize, usize); 4] = [("tl", 0, 0), ("tr", 0, 3), ("bl", 3, 0), ("br", 3, 3)];

fn has_five(rows: &[[u8; 6]; 6], stone: u8) -> bool {
    let on_board = |at: isize| (0..6).contains(&at);
    for row in 0..6isize {
        for column in 0..6isize {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let mut length = 0;
                while length < 5 {
                    let (r, c) = (row + length * down, column + length * right);
                    if !on_board(r) || !on_board(c) || rows[r as usize][c as usize] != stone {
                        break;
                    }
                    length += 1;
                }
                if length == 5 {
                    return true;
                }
            }
        }
    }
    false
}

impl Plain {
    fn twisted(&self, rows: &[[u8; 6]; 6]) -> Vec<(String, [[u8; 6]; 6])> {
        let mut all = Vec::new();
        for (index, (name, top, left)) in QUADRANTS.into_iter().enumerate() {
            if self.twist == Twist::Turn {
                let (mut clockwise, mut anticlockwise) = (*rows, *rows);
                for r in 0..3 {
                    for c in 0..3 {
                        clockwise[top + c][left + 2 - r] = rows[top + r][left + c];
                        anticlockwise[top + 2 - c][left + r] = rows[top + r][left + c];
                    }
                }
                all.push((format!("{name}+"), clockwise));
                all.push((format!("{name}-"), anticlockwise));
                continue;
            }
            for (other, other_top, other_left) in &QUADRANTS[index + 1..] {
                let mut swapped = *rows;
                for r in 0..3 {
                    for c in 0..3 {
                        swapped[top + r][left + c] = rows[other_top + r][other_left + c];
                        swapped[other_top + r][other_left + c] = rows[top + r][left + c];
                    }
                }
                all.push((format!("{name}{other}"), swapped));
            }
        }
        all
    }
}

impl Reference for Plain {
    type Position = Position;

    fn read(&self, text: &str) -> Position {
        let (board, turn) = text.split_once(' ').unwrap();
        let mut rows = [[b'.'; 6]; 6];
        for (row, letters) in board.split('/').enumerate() {
            rows[row].copy_from_slice(letters.as_bytes());
        }
        Position { rows, turn: turn.as_bytes()[0].to_ascii_uppercase() }
    }

    fn show(&self, position: &Position) -> String {
        let mut text = String::with_capacity(43);
        for (row, letters) in position.rows.iter().enumerate() {
            text.extend(letters.iter().map(|&letter| letter as char));
            text.push(if row < 5 { '/' } else { ' ' });
        }
        text.push(position.turn.to_ascii_lowercase() as char);
        text
    }

    fn outcome(&self, Position { rows, turn }: &Position) -> Option<&'static str> {
        match (has_five(rows, b'W'), has_five(rows, b'B')) {
            (true, true) => Some("draw"),
            (true, false) if *turn == b'W' && self.giving_five_draws => Some("draw"),
            (false, true) if *turn == b'B' && self.giving_five_draws => Some("draw"),
            (true, false) => Some("white"),
            (false, true) => Some("black"),
            (false, false) if rows.iter().flatten().all(|&cell| cell != b'.') => Some("draw"),
            (false, false) => None,
        }
    }

    fn moves(&self, position: &Position) -> Vec<(String, Position)> {
        if self.outcome(position).is_some() {
            return Vec::new();
        }
        let next_turn = if position.turn == b'W' { b'B' } else { b'W' };
        let mut moves = Vec::new();
        for row in 0..6 {
            for column in 0..6 {
                if position.rows[row][column] != b'.' {
                    continue;
                }
                let cell = format!("{}{}", (b'a' + column as u8) as char, 6 - row);
                let mut rows = position.rows;
                rows[row][column] = position.turn;
                if self.placement_wins && has_five(&rows, position.turn) {
                    moves.push((cell, Position { rows, turn: next_turn }));
                    continue;
                }
                for (twist, rows) in self.twisted(&rows) {
                    moves.push((format!("{cell}{twist}"), Position { rows, turn: next_turn }));
                }
            }
        }
        moves
    }
}
