//! Three Musketeers: a few who must capture against many who must not be too few.
//!
//! Haar Hoolim's game from Sid Sackson's "A Gamut of Games", solved by Laire in 2009: the guards win from the usual
//! start, in 33 plies. Where the printed rules are silent there are options (`stuck`, `ending`), and board, number of
//! musketeers and start are options too.
//!
//! A position is two sets of cells and the player to move. Every question about a position is a few shifts and ands on
//! whole sets (`bits.rs`): a move costs two exclusive ors, counting moves two populations.

mod bits;
mod evaluation;
#[cfg(test)]
mod facts;
mod index;
mod kernel;
mod key;
mod notation;
mod options;
mod scene;
mod symmetry;
mod weights;

use athos_core::{Game, Outcome, Player};
use bits::{STRIDE, aligned, pairs, touch};

/// The player who moves the musketeers.
pub const MUSKETEERS: Player = Player::One;
/// The player who moves the guards.
pub const GUARDS: Player = Player::Two;

/// The rules: the board, the start, and what the printed rules leave open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreeMusketeers {
    rows: usize,
    columns: usize,
    musketeers: usize,
    /// All cells of the board.
    board: u64,
    start: Pieces,
    stuck: Stuck,
    ending: Ending,
}

/// What happens when the guards are to move and cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stuck {
    MusketeersWin,
    Pass,
    GuardsWin,
}

/// When musketeers that cannot capture have won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// On their own turn.
    Turn,
    /// At once, whoever is to move.
    Early,
}

/// Who stands where, and the player to move. The sets are disjoint and within the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    musketeers: u64,
    guards: u64,
    turn: Player,
}

/// One step from a cell to a neighbour, by the numbers of `bits.rs`. A step from a cell to itself is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Step {
    /// The guards stay where they are.
    pub const PASS: Step = Step { from: 0, to: 0 };
}

impl ThreeMusketeers {
    /// Whether the game has ended for a reason that holds whoever is to move.
    #[inline]
    fn ended(&self, position: &Pieces) -> bool {
        aligned(position.musketeers) || self.ending == Ending::Early && !touch(position.musketeers, position.guards)
    }

    /// Those who may step, and the cells they may step onto.
    #[inline]
    fn movers_and_targets(&self, position: &Pieces) -> (u64, u64) {
        match position.turn {
            MUSKETEERS => (position.musketeers, position.guards),
            GUARDS => (position.guards, self.board & !(position.musketeers | position.guards)),
        }
    }

    /// Whether the player to move, who has no step, passes instead.
    #[inline]
    fn passes(&self, position: &Pieces) -> bool {
        self.stuck == Stuck::Pass && position.turn == GUARDS
    }
}

impl Game for ThreeMusketeers {
    type Position = Pieces;
    type Move = Step;

    fn start(&self) -> Pieces {
        self.start
    }

    #[inline]
    fn turn(&self, position: &Pieces) -> Player {
        position.turn
    }

    #[inline]
    fn outcome(&self, position: &Pieces) -> Option<Outcome> {
        if aligned(position.musketeers) {
            return Some(Outcome::Winner(GUARDS));
        }
        if self.ended(position) {
            return Some(Outcome::Winner(MUSKETEERS));
        }
        let (movers, targets) = self.movers_and_targets(position);
        if touch(movers, targets) || self.passes(position) {
            return None;
        }
        let guards_win = position.turn == GUARDS && self.stuck == Stuck::GuardsWin;
        Some(Outcome::Winner(if guards_win { GUARDS } else { MUSKETEERS }))
    }

    /// Steps up, then left, right and down; within a direction by target, from the top left.
    #[inline]
    fn moves(&self, position: &Pieces, out: &mut Vec<Step>) {
        if self.ended(position) {
            return;
        }
        let before = out.len();
        let (movers, targets) = self.movers_and_targets(position);
        let mut steps = |mut reached: u64, back: u8| {
            while reached != 0 {
                let to = reached.trailing_zeros() as u8;
                out.push(Step { from: to.wrapping_add(back), to });
                reached &= reached - 1;
            }
        };
        steps(movers >> STRIDE & targets, STRIDE as u8);
        steps(movers >> 1 & targets, 1);
        steps(movers << 1 & targets, 1u8.wrapping_neg());
        steps(movers << STRIDE & targets, (STRIDE as u8).wrapping_neg());
        if out.len() == before && self.passes(position) {
            out.push(Step::PASS);
        }
    }

    #[inline]
    fn play(&self, position: &Pieces, m: Step) -> Pieces {
        let to = 1u64.wrapping_shl(u32::from(m.to));
        let both = 1u64.wrapping_shl(u32::from(m.from)) ^ to;
        match position.turn {
            MUSKETEERS => {
                Pieces { musketeers: position.musketeers ^ both, guards: position.guards & !to, turn: GUARDS }
            }
            GUARDS => Pieces { musketeers: position.musketeers, guards: position.guards ^ both, turn: MUSKETEERS },
        }
    }

    #[inline]
    fn count_moves(&self, position: &Pieces) -> usize {
        if self.ended(position) {
            return 0;
        }
        let (movers, targets) = self.movers_and_targets(position);
        match pairs(movers, targets) {
            0 => usize::from(self.passes(position)),
            steps => steps as usize,
        }
    }
}
