//! The first look at a tier, forwards: ends of the game, what leaving the tier is worth, and how many moves stay.
//!
//! Most moves are quiet, and then it is enough to count them; where something can be captured or converted, moves are
//! looked at one by one, and those that leave the tier are looked up in the tiers solved before.

use super::sets::{Sets, Unfold};
use super::{Half, KEPT_DRAW, OVER};
use crate::mad_king::bits::{BOARD, GOAL, around, beside, beside_three, beside_two, bit, cells};
use crate::mad_king::index::Block;
use crate::mad_king::options::{ConversionWhen, KingLoss, WinOrder};
use crate::mad_king::{DRAGONS, KING, MadKing, Move, Position};
use athos_core::{Code, Codes, Game, Outcome, Player, Tiered};

/// What a move of a dragon is worth that lets the king step to the goal.
const LOST_AT_THE_GOAL: Code = Code(0xffff - 2);

impl MadKing {
    /// The cell below a king that stands one step from the goal. If it is free and the king is to move, the king wins
    /// in one ply, whatever else stands on the board; no cell where the rules do not promise that.
    pub fn open_way(&self, king: u32) -> u32 {
        let promised = self.win_order == WinOrder::GoalFirst && self.king_loss != KingLoss::Three;
        if promised { beside(king) & GOAL } else { 0 }
    }
}

/// What is known before the tier is solved.
pub struct Forward<'a> {
    game: &'a MadKing,
    tier: usize,
    /// Solved tiers by number, the others empty.
    children: Vec<Option<&'a Codes>>,
}

impl<'a> Forward<'a> {
    /// `children` are the codes of the child tiers.
    pub fn new(game: &'a MadKing, tier: usize, children: &[&'a Codes]) -> Forward<'a> {
        let mut by_tier = vec![None; game.tiers()];
        game.child_tiers(tier).into_iter().zip(children).for_each(|(child, codes)| by_tier[child] = Some(*codes));
        Forward { game, tier, children: by_tier }
    }

    /// Fills in half a block: the codes known so far, and the number of moves that stay. Codes too far for a byte go
    /// to `far` with the numbers of their placements.
    #[inline(always)]
    pub fn look(
        &self,
        block: &Block,
        turn: Player,
        sets: &Sets,
        unfold: &Unfold,
        half: &mut Half<'_>,
        mut far: impl FnMut(usize, Code),
    ) {
        for (number, &set) in sets.list().iter().enumerate() {
            let position = Position { king: block.king, guards: block.guards, dragons: unfold.set(set), turn };
            let (code, open) = self.position(&position);
            let byte = Codes::byte(code);
            half.codes[number] = byte;
            half.open[number] = open;
            if let Some(plies) = Code::widen(byte).plies() {
                half.due |= 1 << plies;
                if code.plies() >= Some(Code::MAX_NARROW_PLIES) {
                    far(number, code);
                }
            }
        }
    }

    #[inline(always)]
    fn position(&self, position: &Position) -> (Code, u8) {
        if self.game.overdue(position) != 0 {
            return (Code::GAP, OVER);
        }
        if let Some(winner) = self.game.winner(position) {
            return (Code::over(Outcome::Winner(winner)), OVER);
        }
        let mut tally = Tally { forward: self, turn: position.turn, open: 0, outside: None };
        match position.turn {
            DRAGONS => self.dragons(position, &mut tally),
            KING => self.king(position, &mut tally),
        }
        match (tally.open, tally.outside) {
            (0, None) => (self.game.outcome(position).map_or(Code::DRAW, Code::over), OVER),
            _ => tally.result(),
        }
    }

    /// A dragon that steps beside a guard with two dragons there may convert it. Moves that leave the king's way to the
    /// goal open lose in two plies, and are not counted among the open ones.
    #[inline(always)]
    fn dragons(&self, position: &Position, tally: &mut Tally<'_>) {
        // 1. The moves that do not leave the way open: onto it if it is free, else all but those of the dragon on it.
        let (empty, way) = (position.empty(), self.game.open_way(position.king));
        let onto = if way & empty != 0 { way } else { BOARD };
        let movers = position.dragons & !way;

        // 2. Nothing to convert: count.
        let threatened = position.guards & beside_two(position.dragons);
        if threatened == 0 {
            let all = self.game.count_steps(position);
            let open = match () {
                () if way == 0 => all,
                () if way & empty != 0 => (around(way) & position.dragons).count_ones(),
                () => all - (around(position.dragons & way) & empty).count_ones(),
            };
            tally.open = open as u8;
            if open < all {
                tally.count(LOST_AT_THE_GOAL);
            }
            return;
        }

        // 3. One by one. Guards that are converted already make every move leave the tier.
        let hot = if position.convertible() == 0 { beside(threatened) } else { BOARD };
        for from in cells(position.dragons) {
            let targets = around(bit(from)) & empty;
            let holding = if movers & bit(from) != 0 { onto } else { 0 };
            let mut quiet = targets & !hot;
            for to in cells(targets & hot) {
                let dragons = position.dragons ^ bit(from) ^ bit(to);
                match position.guards & beside_three(dragons) {
                    0 => quiet |= bit(to),
                    _ => tally.leave(&self.game.play(position, Move { from, to })),
                }
            }
            tally.open += (quiet & holding).count_ones() as u8;
            if quiet & !holding != 0 {
                tally.count(LOST_AT_THE_GOAL);
            }
        }
    }

    #[inline(always)]
    fn king(&self, position: &Position, tally: &mut Tally<'_>) {
        // 1. Onto the last row: the best there is.
        let (targets, from) = (self.game.king_targets(position), position.king.trailing_zeros() as u8);
        for to in cells(targets & GOAL) {
            let next = self.game.play(position, Move { from, to });
            match self.game.winner(&next) {
                Some(KING) => {
                    tally.outside = Some(Code(0xfffe));
                    return;
                }
                _ => tally.leave(&next),
            }
        }

        // 2. Nothing to capture and nothing to convert: count.
        let every = self.game.conversion_when == ConversionWhen::EveryMove;
        let (empty, capturable) = (position.empty(), position.capturable());
        let traps = if every { beside_three(position.dragons) } else { 0 };
        if capturable == 0 && (position.guards | beside(position.guards) & empty) & traps == 0 {
            tally.open = (self.game.count_steps(position) - (targets & GOAL).count_ones()) as u8;
            return;
        }

        // 3. One by one.
        let mut quiet = empty & !traps;
        if position.guards & traps != 0 {
            quiet = 0;
        }
        // The king itself is never converted, but it moves quietly only when nobody else is.
        let king_quiet = if quiet == 0 { 0 } else { empty };
        tally.open += (targets & king_quiet & !GOAL).count_ones() as u8;
        for to in cells(targets & !king_quiet & !GOAL) {
            tally.leave(&self.game.play(position, Move { from, to }));
        }
        for from in cells(position.guards) {
            let targets = beside(bit(from)) & (empty | capturable);
            tally.open += (targets & quiet).count_ones() as u8;
            for to in cells(targets & !quiet) {
                tally.leave(&self.game.play(position, Move { from, to }));
            }
        }
    }
}

/// What the moves of a position come to.
struct Tally<'a> {
    forward: &'a Forward<'a>,
    turn: Player,
    open: u8,
    outside: Option<Code>,
}

impl Tally<'_> {
    /// A move that may leave the tier.
    fn leave(&mut self, next: &Position) {
        let (tier, rank) = self.forward.game.rank(next);
        if tier == self.forward.tier {
            self.open += 1;
            return;
        }
        // Distances are far from the longest that a code can say: a tier adds no more than a few hundred.
        let code = self.forward.children[tier].map_or(Code::GAP, |codes| codes.get(rank));
        self.count(code.before_move().unwrap_or(code));
    }

    /// A move with this code, seen from before it.
    #[inline(always)]
    fn count(&mut self, code: Code) {
        self.outside = Some(self.outside.map_or(code, |best| best.better_for(self.turn, code)));
    }

    fn result(self) -> (Code, u8) {
        match self.outside {
            None => (Code::DRAW, self.open),
            Some(Code::DRAW) => (Code::DRAW, self.open | KEPT_DRAW),
            Some(code) => (code, self.open),
        }
    }
}
