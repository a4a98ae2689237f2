//! What a picture of a position shows, independent of how it is drawn: the same scene becomes a text board, an SVG or a
//! page.

use crate::{Game, Player};

/// A game whose positions can be drawn.
pub trait Scenic: Game {
    /// What is to be seen.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// Why the game is over, if it is and the game can say more than its outcome does.
    fn finish(&self, _position: &Self::Position) -> Option<Finish> {
        None
    }
}

/// Why a game is over, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// The reason, a whole sentence.
    pub reason: String,
    /// The cells to look at, as indices into [`BoardScene::cells`].
    pub cells: Vec<usize>,
}

impl Finish {
    /// A reason, and the cells of a board in the order of its scene that show it.
    pub fn new(reason: impl Into<String>, shows: impl IntoIterator<Item = bool>) -> Finish {
        let cells = shows.into_iter().enumerate().filter(|(_, shows)| *shows).map(|(cell, _)| cell);
        Finish { reason: reason.into(), cells: cells.collect() }
    }
}

/// The things in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scene {
    /// A board of cells.
    Board(BoardScene),
    /// Heaps of equal things (matches, stones), each with its size.
    Heaps(Vec<u32>),
}

/// A rectangular board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardScene {
    /// Height in cells.
    pub rows: usize,
    /// Width in cells.
    pub columns: usize,
    /// Height and width of the blocks that lines divide the board into, where it has such (the quadrants of Pentago).
    pub blocks: Option<(usize, usize)>,
    /// A row, counted from the top, that means something to the players (the goal row of The Mad King!).
    pub goal_row: Option<usize>,
    /// The pieces, row by row from the top left.
    pub cells: Vec<Option<Piece>>,
}

/// A piece on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its letter in the notation.
    pub letter: char,
    /// Its name in words.
    pub name: &'static str,
    /// Whose it is.
    pub owner: Player,
    /// How dark it is drawn.
    pub shade: Shade,
}

/// Pieces of the two players differ in shade, whatever their shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// A dark piece.
    Dark,
    /// A light piece.
    Light,
}
