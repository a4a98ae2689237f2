//! How a finished game ended.

use crate::{Player, Wdl};

/// The end of a game, in absolute terms: it names the winner, whoever was to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Winner(Player),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The same end as `player` sees it.
    #[inline]
    pub fn for_player(self, player: Player) -> Wdl {
        match self {
            Outcome::Draw => Wdl::Draw,
            Outcome::Winner(winner) if winner == player => Wdl::Win,
            Outcome::Winner(_) => Wdl::Loss,
        }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Outcome::Winner(player) => Some(player),
            Outcome::Draw => None,
        }
    }
}
