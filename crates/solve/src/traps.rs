//! Play that knows the table and hopes for mistakes.
//!
//! To a table all drawing moves are equal; to a person they are not. Among the best moves of a position, this prefers
//! those after which the opponent finds the fewest right answers. The measure of a move is the share of slips among the
//! replies: replies that turn the opponent's draw into a loss, or a win into less. It looks one reply ahead and costs a
//! probe for every reply to every best move.

use crate::{Choice, ProbeError, Tables};
use athos_core::{Described, Tiered};
use std::cmp::Reverse;

/// A best move, and how easily the opponent goes wrong after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trap<G: Tiered> {
    /// The move.
    pub choice: Choice<G>,
    /// How many replies are worse for the opponent than the best one: less than a win, or less than a draw.
    pub slips: usize,
    /// How many replies there are; 0 when the game is over or the same player moves again.
    pub replies: usize,
}

impl<G: Tiered + Described> Tables<G> {
    /// The best moves, the most treacherous first: by the share of slips, then by their number, then in the game's
    /// order.
    pub fn traps(&self, position: &G::Position) -> Result<Vec<Trap<G>>, ProbeError> {
        let turn = self.game().turn(position);
        let mut traps = Vec::new();
        for choice in self.choices(position)?.into_iter().filter(|choice| choice.best) {
            let replies = match self.game().turn(&choice.position) == turn {
                true => Vec::new(),
                false => self.choices(&choice.position)?,
            };
            let best = replies.first().map(|reply| reply.value.wdl);
            let slips = replies.iter().filter(|reply| Some(reply.value.wdl) != best).count();
            traps.push(Trap { choice, slips, replies: replies.len() });
        }
        // Shares with one denominator: no game here has as many as 2^16 replies.
        traps.sort_by_key(|trap| Reverse(((trap.slips << 32) / trap.replies.max(1), trap.slips)));
        Ok(traps)
    }
}
