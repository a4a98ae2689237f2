//! The two players.

/// One of the two players of a game.
///
/// A game names its players in [`Described::PLAYERS`](crate::Described::PLAYERS); the variants follow that order. It
/// need not be the order of moving: in The Mad King! the dragons, listed second, move first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Player {
    /// The player the game lists first.
    One = 0,
    /// The player the game lists second.
    Two = 1,
}

impl Player {
    /// Both players, in the game's order.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// 0 or 1, for arrays indexed by player.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
