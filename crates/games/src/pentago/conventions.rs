//! How others write Pentago: board numbers of perfect-pentago.net and action strings of OpenSpiel.
//!
//! A board number is a decimal of 64 bits. Quadrant q takes bits 16q to 16q + 15: lower left, upper left, lower right,
//! upper right. The cell in column x (from the left) and row y (from the bottom) of a quadrant adds 3^(3x + y) for a
//! stone of the first player, twice that for one of the second.
//!
//! An action is a file from `a`, a rank from the top, `1` to `6`, and a letter from `s` to `z` for the turn: top left,
//! top right, bottom right, bottom left, each first counter-clockwise, then clockwise.

use super::{Pentago, Rotation};
use crate::quadrants::{CELLS, Cell, Placement, Quadrant, Stones};
use athos_core::{Game, NotationError};

/// The quadrant's part of the number and the weight of a cell in it.
fn weight(cell: Cell) -> (usize, u64) {
    let (x, y) = (cell.column(), 5 - cell.row());
    (2 * (x / 3) + y / 3, 3u64.pow((3 * (x % 3) + y % 3) as u32))
}

/// The number of a position.
pub fn show_board_number(position: &Stones) -> String {
    let [white, black] = position.sets();
    let colour = |cell: Cell| u64::from(white & cell.bit() != 0) + 2 * u64::from(black & cell.bit() != 0);
    let part = |cell: Cell| {
        let (quadrant, weight) = weight(cell);
        (colour(cell) * weight) << (16 * quadrant)
    };
    CELLS.into_iter().map(part).sum::<u64>().to_string()
}

/// Whether a text has the form of a board number: decimal digits, with or without the `m` of a turn that is still due.
pub fn is_board_number(text: &str) -> bool {
    let digits = text.strip_suffix('m').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The position of a number.
pub fn read_board_number(text: &str) -> Result<Stones, NotationError> {
    if let Some(digits) = text.strip_suffix('m') {
        let reason = "a turn is still due (m): only positions between moves are read";
        return Err(NotationError::at(digits.chars().count(), reason));
    }
    let number: u64 = match text.parse() {
        Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit()) => number,
        _ => return Err(NotationError::at(0, "a board number is a decimal of up to 64 bits")),
    };
    let mut sets = [0; 2];
    for cell in CELLS {
        let (quadrant, weight) = weight(cell);
        if let colour @ 1..=2 = (number >> (16 * quadrant) & 0xffff) / weight % 3 {
            sets[colour as usize - 1] |= cell.bit();
        }
    }
    if (0..4).any(|quadrant| number >> (16 * quadrant) & 0xffff >= 3u64.pow(9)) {
        return Err(NotationError::at(0, "a quadrant of this number has more than nine cells"));
    }
    Stones::new(sets[0], sets[1]).ok_or_else(|| {
        let reason =
            "the first player has as many stones as the second or one more, and these numbers of stones differ";
        NotationError::at(0, reason)
    })
}

/// The quadrants in the order of the actions.
const AROUND: [Quadrant; 4] = [Quadrant::TopLeft, Quadrant::TopRight, Quadrant::BottomRight, Quadrant::BottomLeft];

/// The action of a move. Where the stone itself ends the game any turn would do, and the first is written.
pub fn show_action(m: Placement<Rotation>) -> String {
    let turn = m.twist.map_or(0, |twist| {
        let quadrant = AROUND.iter().position(|quadrant| *quadrant == twist.quadrant).unwrap_or_default();
        2 * quadrant as u8 + u8::from(twist.clockwise)
    });
    let letter = |first: u8, index: usize| char::from(first + index as u8);
    format!("{}{}{}", letter(b'a', m.cell.column()), letter(b'1', m.cell.row()), char::from(b's' + turn))
}

/// Whether a text has the form of an action: three characters, the last from `s` to `z`.
pub fn is_action(text: &str) -> bool {
    matches!(text.as_bytes(), [_, _, b's'..=b'z'])
}

/// The move of an action. Where the stone itself ends the game the turn is read and left out.
pub fn read_action(game: &Pentago, position: &Stones, text: &str) -> Result<Placement<Rotation>, NotationError> {
    if game.outcome(position).is_some() {
        return Err(NotationError::at(0, "the game is over"));
    }
    let mut letters = text.chars();
    let mut index = |at: usize, first: char, last: char, reason: &str| match letters.next() {
        Some(letter) if (first..=last).contains(&letter) => Ok(letter as usize - first as usize),
        _ => Err(NotationError::at(at, reason)),
    };
    let column = index(0, 'a', 'f', "a file is a to f")?;
    let row = index(1, '1', '6', "a rank, counted from the top, is 1 to 6")?;
    let turn = index(2, 's', 'z', "a turn is a letter from s to z")?;
    if text.chars().count() > 3 {
        return Err(NotationError::at(3, "nothing may follow the turn"));
    }
    let cell = Cell::at(row, column);
    if position.taken() & cell.bit() != 0 {
        return Err(NotationError::at(0, "this cell is taken"));
    }
    let twist = Some(Rotation { quadrant: AROUND[turn / 2], clockwise: turn % 2 == 1 });
    let ends = game.ending_cells(position) & cell.bit() != 0;
    Ok(Placement { cell, twist: if ends { None } else { twist } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::Notation;
    use athos_core::random::Random;

    #[test]
    fn positions_and_moves_survive_both_notations() {
        let (game, mut random) = (Pentago::default(), Random::new(6));
        for _ in 0..50 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                assert_eq!(read_board_number(&show_board_number(&position)), Ok(position));
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                assert!(moves.iter().all(|m| read_action(&game, &position, &show_action(*m)) == Ok(*m)));
                position = game.play(&position, *random.pick(&moves).unwrap());
            }
        }
    }

    #[test]
    fn numbers_have_the_lower_left_quadrant_first() {
        let game = Pentago::default();
        let number = |text: &str| show_board_number(&game.read_position(text).unwrap());
        assert_eq!(number("....../....../....../....../....../...... w"), "0");
        assert_eq!(number("....../....../....../....../....../W..... b"), "1");
        assert_eq!(number("....../....../....../....../W...../B..... w"), (3 + 2).to_string());
        assert_eq!(number("....../....../W...../....../....../...... b"), (1u64 << 16).to_string());
        assert_eq!(number(".....W/....../....../....../....../...... b"), (3u64.pow(8) << 48).to_string());
    }

    #[test]
    fn what_cannot_be_read_is_explained() {
        let (game, start) = (Pentago::default(), Pentago::default().start());
        let number = |text: &str| read_board_number(text).unwrap_err().to_string();
        assert!(number("205481007622539795m").starts_with("column 19: a turn is still due (m)"));
        assert!(number("-1").contains("a decimal"));
        assert!(number("65535").contains("more than nine cells"));
        assert!(number("2").contains("the first player has as many"));
        let action = |text: &str| read_action(&game, &start, text).unwrap_err().to_string();
        assert_eq!(action("g1s"), "column 1: a file is a to f");
        assert_eq!(action("a7s"), "column 2: a rank, counted from the top, is 1 to 6");
        assert_eq!(action("a1"), "column 3: a turn is a letter from s to z");
        assert_eq!(action("a1st"), "column 4: nothing may follow the turn");
        let read = |text: &str| game.show_move(read_action(&game, &start, text).unwrap());
        assert_eq!(["a1s", "b2t", "c3x", "f6y"].map(read), ["a6tl-", "b5tl+", "c4br+", "f1bl-"]);
    }
}
