//! The rules, for any twist: place a stone, twist, and see who has five in a row.
//!
//! Moves are listed cell by cell, row by row from the top left, and for each cell in the order of [`Twist::ALL`]; where
//! the placement itself ends the game, the placement alone is the move.

use super::arrangements::Arrangements;
use super::lines::{completing_cells, has_five};
use super::patterns::Worths;
use super::stones::{CELLS, Cell, SIZE, Stones};
use athos_core::{BoardScene, Game, Keyed, NotationError, Outcome, Piece, Player, Scene, Scenic, Shade, mix};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// What is done to the quadrants after a stone is placed.
pub trait Twist: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Every twist, in the order of the moves.
    const ALL: &'static [Self];
    /// How many characters its text has.
    const LETTERS: usize;
    /// What its text is made of, in words.
    const TEXT: &'static str;

    /// Where a set of cells goes.
    fn apply(self, cells: u64) -> u64;

    /// The same twist on the image of the board under a symmetry.
    fn map(self, symmetry: usize) -> Self;

    /// Its text.
    fn show(self) -> String;

    /// What a few of these twists can make of a board.
    fn arrangements() -> &'static Arrangements<Self>;

    /// What patterns are worth in the game with these twists, as `athos train` found.
    fn worths() -> &'static Worths;

    /// Reads its text, which has [`Twist::LETTERS`] characters or fewer. A correction is of the twist alone.
    fn read(text: &[char]) -> Result<Self, NotationError>;

    /// Reads a position as others write it; `None` if the text does not have their form.
    fn read_foreign_position(_text: &str) -> Option<Result<Stones, NotationError>> {
        None
    }

    /// Reads a move as others write it; `None` if the text does not have their form.
    fn read_foreign_move(
        _game: &QuadrantGame<Self>,
        _position: &Stones,
        _text: &str,
    ) -> Option<Result<Placement<Self>, NotationError>> {
        None
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement<T> {
    /// Where the stone is put.
    pub cell: Cell,
    /// The twist after it; none when the stone itself ends the game.
    pub twist: Option<T>,
}

/// What becomes of a player whose twist gives a five to the opponent alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiveGiven {
    /// The opponent wins.
    Loses,
    /// Nobody wins.
    Draws,
}

/// The rules of a game whose twists are `T`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuadrantGame<T> {
    /// Whether a five that the stone makes before the twist wins at once.
    pub(crate) placement_wins: bool,
    pub(crate) five_given: FiveGiven,
    twists: PhantomData<T>,
}

impl<T: Twist> QuadrantGame<T> {
    /// The game with these choices: whether a five that a stone makes before the twist wins at once, and what becomes
    /// of a player who gives a five to the opponent alone.
    pub fn new(placement_wins: bool, five_given: FiveGiven) -> QuadrantGame<T> {
        QuadrantGame { placement_wins, five_given, twists: PhantomData }
    }

    /// Whether a five that the stone makes before the twist wins at once.
    pub fn placement_wins(&self) -> bool {
        self.placement_wins
    }

    /// The empty cells where a stone of the player to move ends the game before any twist. Only asked where the game
    /// goes on.
    #[inline]
    pub(crate) fn ending_cells(&self, position: &Stones) -> u64 {
        match self.placement_wins {
            true => completing_cells(position.of(position.turn()), position.empty()),
            false => 0,
        }
    }
}

impl<T: Twist> Game for QuadrantGame<T> {
    type Position = Stones;
    type Move = Placement<T>;

    fn start(&self) -> Stones {
        Stones::default()
    }

    #[inline]
    fn turn(&self, position: &Stones) -> Player {
        position.turn()
    }

    #[inline]
    fn outcome(&self, position: &Stones) -> Option<Outcome> {
        let owner = match position.sets().map(has_five) {
            [false, false] => return (position.empty() == 0).then_some(Outcome::Draw),
            [true, true] => return Some(Outcome::Draw),
            [true, false] => Player::One,
            [false, true] => Player::Two,
        };
        let given = owner == position.turn();
        Some(if given && self.five_given == FiveGiven::Draws { Outcome::Draw } else { Outcome::Winner(owner) })
    }

    fn moves(&self, position: &Stones, out: &mut Vec<Placement<T>>) {
        if self.outcome(position).is_some() {
            return;
        }
        let (empty, ending) = (position.empty(), self.ending_cells(position));
        for cell in CELLS.into_iter().filter(|cell| empty & cell.bit() != 0) {
            if ending & cell.bit() != 0 {
                out.push(Placement { cell, twist: None });
            } else {
                out.extend(T::ALL.iter().map(|&twist| Placement { cell, twist: Some(twist) }));
            }
        }
    }

    #[inline]
    fn play(&self, position: &Stones, m: Placement<T>) -> Stones {
        let placed = position.place(m.cell);
        match m.twist {
            Some(twist) => placed.map(|stones| twist.apply(stones)),
            None => placed,
        }
    }

    fn count_moves(&self, position: &Stones) -> usize {
        if self.outcome(position).is_some() {
            return 0;
        }
        let empty = position.empty().count_ones() as usize;
        let ending = self.ending_cells(position).count_ones() as usize;
        (empty - ending) * T::ALL.len() + ending
    }
}

/// A twist moves up to half of the board, so looking up what was exchanged costs more than hashing the position anew:
/// two mixings, no table.
impl<T: Twist> Keyed for QuadrantGame<T> {
    #[inline]
    fn key(&self, position: &Stones) -> u64 {
        let [white, black] = position.sets();
        mix(white ^ mix(black))
    }

    #[inline]
    fn key_after(&self, _key: u64, position: &Stones, m: Placement<T>) -> u64 {
        self.key(&self.play(position, m))
    }
}

impl<T: Twist> Scenic for QuadrantGame<T> {
    fn scene(&self, position: &Stones) -> Scene {
        let piece = |cell: Cell| match position.sets().map(|stones| stones & cell.bit() != 0) {
            [true, _] => Some(Piece { letter: 'W', name: "white stone", owner: Player::One, shade: Shade::Light }),
            [_, true] => Some(Piece { letter: 'B', name: "black stone", owner: Player::Two, shade: Shade::Dark }),
            _ => None,
        };
        Scene::Board(BoardScene {
            rows: SIZE,
            columns: SIZE,
            blocks: Some((SIZE / 2, SIZE / 2)),
            goal_row: None,
            cells: CELLS.into_iter().map(piece).collect(),
        })
    }
}
