//! The Mad King!: a king and three guards try to pass five dragons on a board of 25 cells.
//!
//! Report E's game. The rules are told in `rules.md`; where the sources disagree, each reading is an option
//! ([`options`]). A position is three sets of cells (`bits.rs`) and the player to move, 16 bytes. Moves, captures,
//! conversions and the tests for the end of the game are shifts of whole sets, so no rule walks over the board cell by
//! cell; counting moves never lists them.
//!
//! A position ends the game by what stands on the board, never by how it came about: repetitions and limits on the
//! length of a game are the referee's business.

mod bits;
mod evaluation;
mod index;
mod kernel;
mod key;
mod notation;
pub mod options;
mod predecessors;
mod scene;
mod symmetry;
mod tiers;
mod weights;

use athos_core::{Game, Outcome, Player};
use bits::{BOARD, GOAL, around, beside, beside_three, beside_two, bit, cells, jumps, steps};
pub use evaluation::report_e_utility;
use options::{ConversionChain, ConversionWhen, KingJump, KingLoss, NoDragons, Stalemate, WinOrder};

/// The player with the king and the guards.
pub const KING: Player = Player::One;
/// The player with the dragons.
pub const DRAGONS: Player = Player::Two;

/// Guards at the start: there are never more.
pub const GUARDS: u32 = 3;
/// Guards and dragons at the start: a conversion keeps their number, a capture lowers it.
pub const GUARDS_AND_DRAGONS: u32 = 8;

/// The rules: one choice for every question that the sources answer differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadKing {
    /// Who makes the first move.
    pub first: Player,
    /// What a jump of the king may land on.
    pub king_jump: KingJump,
    /// After whose moves guards are converted.
    pub conversion_when: ConversionWhen,
    /// How far conversions carry.
    pub conversion_chain: ConversionChain,
    /// When the king is lost.
    pub king_loss: KingLoss,
    /// Which win is looked for first.
    pub win_order: WinOrder,
    /// How a game without dragons ends.
    pub no_dragons: NoDragons,
    /// How a game ends when the player to move cannot.
    pub stalemate: Stalemate,
}

/// Where the pieces stand, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The set with the king's cell.
    king: u32,
    guards: u32,
    dragons: u32,
    turn: Player,
}

/// A piece goes from one cell to another: a step, a capture or a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Position {
    /// The pieces of the king's player.
    #[inline]
    fn court(&self) -> u32 {
        self.king | self.guards
    }

    #[inline]
    fn empty(&self) -> u32 {
        BOARD & !(self.court() | self.dragons)
    }

    /// The dragons with two of the king's pieces beside them.
    #[inline]
    fn capturable(&self) -> u32 {
        self.dragons & beside_two(self.court())
    }

    /// The guards that the dragons convert.
    #[inline]
    fn convertible(&self) -> u32 {
        self.guards & beside_three(self.dragons)
    }

    /// Makes dragons of these guards.
    #[inline]
    fn convert(&mut self, guards: u32) {
        self.guards ^= guards;
        self.dragons |= guards;
    }

    /// Whether three dragons beside the king leave no cell beside it empty.
    #[inline]
    fn king_blocked(&self) -> bool {
        self.king & beside_three(self.dragons) != 0 && beside(self.king) & self.empty() == 0
    }
}

impl MadKing {
    /// Where the king may go, whoever moves.
    #[inline]
    fn king_targets(&self, position: &Position) -> u32 {
        let empty = position.empty();
        let open = empty | position.capturable();
        let landing = match self.king_jump {
            KingJump::Empty => empty,
            KingJump::EmptyOrCapture => open,
        };
        beside(position.king) & open | jumps(position.king, position.guards) & landing
    }

    /// What a move of `mover` does to the guards.
    #[inline]
    fn apply_conversions(&self, position: &mut Position, mover: Player) {
        if position.convertible() == 0 || self.conversion_when == ConversionWhen::DragonMoves && mover == KING {
            return;
        }
        match self.conversion_chain {
            ConversionChain::Simultaneous => position.convert(position.convertible()),
            ConversionChain::SinglePass => {
                for guard in cells(position.guards) {
                    position.convert(position.convertible() & bit(guard));
                }
            }
            ConversionChain::Fixpoint => {
                while position.convertible() != 0 {
                    position.convert(position.convertible());
                }
            }
        }
    }

    #[inline]
    fn king_wins(&self, position: &Position) -> bool {
        position.king & GOAL != 0 || position.dragons == 0 && self.no_dragons == NoDragons::KingWins
    }

    #[inline]
    fn king_is_lost(&self, position: &Position) -> bool {
        let three = position.king & beside_three(position.dragons) != 0;
        let immobile = || self.king_targets(position) == 0;
        match self.king_loss {
            KingLoss::Blocked => position.king_blocked(),
            KingLoss::Immobile => three && immobile(),
            KingLoss::Three => three,
            KingLoss::Walled => beside(position.king) & position.empty() == 0,
            KingLoss::ImmobileOrGuard => three && (beside(position.king) & position.guards != 0 || immobile()),
        }
    }

    /// The winner by what stands on the board, without asking whether anybody can move.
    #[inline]
    fn winner(&self, position: &Position) -> Option<Player> {
        match (self.king_wins(position), self.king_is_lost(position)) {
            (false, false) => None,
            (true, false) => Some(KING),
            (false, true) => Some(DRAGONS),
            (true, true) if self.win_order == WinOrder::GoalFirst => Some(KING),
            (true, true) => Some(DRAGONS),
        }
    }

    /// How many moves there are in a position without a winner.
    #[inline(always)]
    fn count_steps(&self, position: &Position) -> u32 {
        let count = |sets: [u32; 4], on: u32| -> u32 {
            // Two sets in one word: half the population counts.
            let [a, b, c, d] = sets.map(|set| u64::from(set & on));
            (a << 32 | b).count_ones() + (c << 32 | d).count_ones()
        };
        match position.turn {
            DRAGONS => {
                let empty = position.empty();
                let [right, left, down, up] = steps(position.dragons);
                let [down_right, up_right] = [down << 1, up << 1];
                let [down_left, up_left] = [down >> 1, up >> 1];
                count([right, left, down, up], empty) + count([down_right, up_right, down_left, up_left], empty)
            }
            KING => {
                let open = position.empty() | position.capturable();
                count(steps(position.guards), open) + self.king_targets(position).count_ones()
            }
        }
    }

    /// Whether the player to move has no move, in a position without a winner.
    #[inline]
    fn stuck(&self, position: &Position) -> bool {
        match position.turn {
            DRAGONS => around(position.dragons) & position.empty() == 0,
            KING => {
                let open = position.empty() | position.capturable();
                beside(position.guards) & open == 0 && self.king_targets(position) == 0
            }
        }
    }
}

impl Game for MadKing {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        const { assert!(GUARDS == 0b111u32.count_ones() && GUARDS_AND_DRAGONS == GUARDS + bits::ROW.count_ones()) };
        Position {
            king: bit(bits::cell(0, 2)),
            guards: 0b111 << bits::cell(1, 1),
            dragons: bits::ROW << bits::cell(3, 0),
            turn: self.first,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Player {
        position.turn
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(winner) = self.winner(position) {
            return Some(Outcome::Winner(winner));
        }
        self.stuck(position).then(|| match self.stalemate {
            Stalemate::Loss if position.dragons != 0 => Outcome::Winner(position.turn.other()),
            _ => Outcome::Draw,
        })
    }

    /// Piece by piece, and for each piece cell by cell, both row by row from the top left.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if self.winner(position).is_some() {
            return;
        }
        let mut extend = |from: u8, targets: u32| out.extend(cells(targets).map(|to| Move { from, to }));
        match position.turn {
            DRAGONS => {
                let empty = position.empty();
                cells(position.dragons).for_each(|from| extend(from, around(bit(from)) & empty));
            }
            KING => {
                let open = position.empty() | position.capturable();
                for from in cells(position.court()) {
                    match bit(from) == position.king {
                        true => extend(from, self.king_targets(position)),
                        false => extend(from, beside(bit(from)) & open),
                    }
                }
            }
        }
    }

    #[inline]
    fn play(&self, position: &Position, m: Move) -> Position {
        let (from, to) = (bit(m.from), bit(m.to));
        let mut next = Position { turn: position.turn.other(), ..*position };
        match position.turn {
            DRAGONS => next.dragons ^= from | to,
            KING => {
                next.dragons &= !to;
                match from == position.king {
                    true => next.king = to,
                    false => next.guards ^= from | to,
                }
            }
        }
        self.apply_conversions(&mut next, position.turn);
        next
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        if self.winner(position).is_some() { 0 } else { self.count_steps(position) as usize }
    }
}
