//! How the course wrote Pentago-Swap: move lines of COMP 424.
//!
//! `4 1 BL TL 0`: the row from the top and the column from the left, both from 0, the two quadrants in any order, and the
//! player, 0 for White.

use super::{PentagoSwap, Swap};
use crate::quadrants::{Cell, Placement, Quadrant, SIZE, Stones};
use athos_core::{Game, NotationError};

/// The line of a move in a position. Where the stone itself ends the game any exchange would do, and the first is
/// written.
pub fn show_move_line(position: &Stones, m: Placement<Swap>) -> String {
    let [one, other] = m.twist.map_or([Quadrant::TopLeft, Quadrant::TopRight], Swap::quadrants);
    let [one, other] = [one, other].map(|quadrant| quadrant.name().to_uppercase());
    format!("{} {} {one} {other} {}", m.cell.row(), m.cell.column(), position.turn().index())
}

/// Whether a text has the form of a move line: it begins with the digit of a row.
pub fn is_move_line(text: &str) -> bool {
    text.trim_start().starts_with(|first: char| first.is_ascii_digit())
}

/// The move of a line. Where the stone itself ends the game the exchange is read and left out.
pub fn read_move_line(game: &PentagoSwap, position: &Stones, text: &str) -> Result<Placement<Swap>, NotationError> {
    if game.outcome(position).is_some() {
        return Err(NotationError::at(0, "the game is over"));
    }
    // 1. Five fields, each with its column.
    let column = |field: &str| text[..field.as_ptr() as usize - text.as_ptr() as usize].chars().count();
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[row, file, one, other, player] = fields.as_slice() else {
        let at = fields.get(5).map_or(text.chars().count(), |field| column(field));
        return Err(NotationError::at(at, "a move has five fields: row, column, two quadrants, player"));
    };

    // 2. The cell.
    let number = |field: &str, what: &str| match field.parse() {
        Ok(number) if number < SIZE => Ok(number),
        _ => Err(NotationError::at(column(field), format!("a {what} is 0 to 5"))),
    };
    let cell = Cell::at(number(row, "row")?, number(file, "column")?);
    if position.taken() & cell.bit() != 0 {
        return Err(NotationError::at(column(row), "this cell is taken"));
    }

    // 3. The exchange and the player.
    let quadrant = |field: &str| {
        let found = Quadrant::ALL.into_iter().find(|quadrant| quadrant.name().to_uppercase() == field);
        found.ok_or_else(|| NotationError::at(column(field), "a quadrant is TL, TR, BL or BR"))
    };
    let swap = Swap::new(quadrant(one)?, quadrant(other)?);
    let swap = swap.ok_or_else(|| NotationError::at(column(other), "it takes two different quadrants"))?;
    let turn = position.turn().index();
    if player != turn.to_string() {
        return Err(NotationError::at(column(player), format!("it is the turn of player {turn}")));
    }
    let ends = game.ending_cells(position) & cell.bit() != 0;
    Ok(Placement { cell, twist: if ends { None } else { Some(swap) } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::Notation;
    use athos_core::random::Random;

    #[test]
    fn moves_survive_their_lines() {
        let (game, mut random) = (PentagoSwap::default(), Random::new(6));
        for _ in 0..50 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                assert!(
                    moves.iter().all(|m| read_move_line(&game, &position, &show_move_line(&position, *m)) == Ok(*m))
                );
                position = game.play(&position, *random.pick(&moves).unwrap());
            }
        }
    }

    #[test]
    fn lines_read_as_the_course_wrote_them() {
        let (game, start) = (PentagoSwap::default(), PentagoSwap::default().start());
        let m = read_move_line(&game, &start, "4 1 BL TL 0").unwrap();
        assert_eq!(game.show_move(m), "b2tlbl");
        assert_eq!(show_move_line(&start, m), "4 1 TL BL 0");
        let error = |text: &str| read_move_line(&game, &start, text).unwrap_err().to_string();
        assert_eq!(error("4 1 BL TL"), "column 10: a move has five fields: row, column, two quadrants, player");
        assert_eq!(error("4 1 BL TL 0 1"), "column 13: a move has five fields: row, column, two quadrants, player");
        assert_eq!(error("4 6 BL TL 0"), "column 3: a column is 0 to 5");
        assert_eq!(error("4 1 BL ML 0"), "column 8: a quadrant is TL, TR, BL or BR");
        assert_eq!(error("4 1 BL BL 0"), "column 8: it takes two different quadrants");
        assert_eq!(error("4 1 BL TL 1"), "column 11: it is the turn of player 0");
    }
}
