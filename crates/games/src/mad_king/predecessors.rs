//! Walking backwards inside a tier: quiet moves taken back.
//!
//! Captures and conversions lead to other tiers, so what is left are steps of dragons, steps of guards, and steps and
//! jumps of the king over guards that stay. Each can be taken back from what stands on the board. A position with guards
//! that the last move would have converted follows from no quiet move.

use super::bits::{GOAL, around, beside, bit, cells, jumps};
use super::index::{Block, index};
use super::kernel::Kernel;
use super::options::ConversionWhen;
use super::{DRAGONS, KING, MadKing, Position};
use athos_core::{LoopKernel, Retrograde, Symmetric};

impl MadKing {
    /// Whether a move of the player who is not to move may have led to this position without changing the numbers.
    fn quietly_reached(&self, position: &Position) -> bool {
        let converts = self.conversion_when == ConversionWhen::EveryMove || position.turn == KING;
        !converts || position.convertible() == 0
    }

    /// Calls `found` for every position with a quiet move to this one.
    fn each_before(&self, position: &Position, mut found: impl FnMut(Position)) {
        if !self.quietly_reached(position) {
            return;
        }
        let mut accept = |before: Position| {
            if self.winner(&before).is_none() && self.overdue(&before) == 0 {
                found(before);
            }
        };
        let empty = position.empty();
        let earlier = Position { turn: position.turn.other(), ..*position };
        match earlier.turn {
            DRAGONS => {
                for to in cells(position.dragons) {
                    for from in cells(around(bit(to)) & empty) {
                        accept(Position { dragons: position.dragons ^ bit(to) ^ bit(from), ..earlier });
                    }
                }
            }
            KING => {
                for to in cells(position.guards) {
                    for from in cells(beside(bit(to)) & empty) {
                        accept(Position { guards: position.guards ^ bit(to) ^ bit(from), ..earlier });
                    }
                }
                for from in cells((beside(position.king) | jumps(position.king, position.guards)) & empty) {
                    accept(Position { king: bit(from), ..earlier });
                }
            }
        }
    }

    /// Whether the position is the one that its rank stands for.
    fn is_numbered(&self, position: &Position) -> bool {
        let block = Block { king: position.king, guards: position.guards };
        !index(self.mirrors())[position.guards.count_ones() as usize].find(&block).1
    }
}

impl Retrograde for MadKing {
    /// From every position that shares the rank back to those that their ranks stand for.
    fn predecessors(&self, position: &Position, out: &mut Vec<Position>) {
        if position.king & GOAL != 0 {
            return;
        }
        let mut collect = |before: Position| {
            if self.is_numbered(&before) {
                out.push(before);
            }
        };
        self.each_before(position, &mut collect);
        let block = Block { king: position.king, guards: position.guards };
        if self.mirrors() && block.mirror() != block {
            self.each_before(&self.map_position(1, position), &mut collect);
        }
    }

    fn loop_kernel(&self) -> Option<Box<dyn LoopKernel>> {
        Some(Box::new(Kernel::new(self)))
    }
}
