//! Positions and moves as text, and what is wrong with a text that is neither.

use crate::Game;
use std::fmt;

/// Text for people and programs. `docs/NOTATION.md` has the grammar of every game.
pub trait Notation: Game {
    /// The canonical text of a position.
    fn show_position(&self, position: &Self::Position) -> String;

    /// The shortest text that reads back as the position. Board games write a run of empty cells as a digit.
    fn show_short(&self, position: &Self::Position) -> String {
        self.show_position(position)
    }

    /// Reads the canonical or the short text. Refuses positions that cannot be, and says why.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The text of a move: never contains white space, and differs from that of any other legal move.
    fn show_move(&self, m: Self::Move) -> String;

    /// Reads a move and checks that it is legal in `position`; explains why if it is not.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError>;
}

/// Where a text goes wrong, why, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The offending character, counted from 1; one past the end when something is missing.
    pub column: usize,
    /// What is wrong, in words.
    pub reason: String,
    /// For slips that leave no doubt about what was meant: the right text.
    pub correction: Option<String>,
}

impl NotationError {
    /// An error at the character with this 0-based index.
    pub fn at(index: usize, reason: impl Into<String>) -> NotationError {
        NotationError { column: index + 1, reason: reason.into(), correction: None }
    }

    /// The same error with the text that would be right.
    pub fn with_correction(mut self, correction: impl Into<String>) -> NotationError {
        self.correction = Some(correction.into());
        self
    }

    /// The same error, moved right by `offset` characters: for a part of a longer text.
    pub fn shifted(mut self, offset: usize) -> NotationError {
        self.column += offset;
        self
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.reason)?;
        match &self.correction {
            Some(correction) => write!(f, "; did you mean '{correction}'?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for NotationError {}
