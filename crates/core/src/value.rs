//! Values are proven, scores may be estimates; the two never share a number.

use crate::Player;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

/// Win, draw or loss, for one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[repr(i8)]
pub enum Wdl {
    /// The opponent can force a win.
    Loss = -1,
    /// Neither can force a win.
    Draw = 0,
    /// This player can force a win.
    Win = 1,
}

impl Neg for Wdl {
    type Output = Wdl;

    #[inline]
    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        })
    }
}

/// The proven value of a position for the player to move.
///
/// `plies` is the distance to the end when the winner hurries and the loser delays; it is `None` for a draw, and where
/// only the winner was proven. The order is the player's preference: a quick win over a slow one, a draw over any
/// loss, a slow loss over a quick one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Value {
    /// Who wins.
    #[cfg_attr(feature = "serde", serde(rename = "kind"))]
    pub wdl: Wdl,
    /// In how many plies.
    pub plies: Option<u16>,
}

impl Value {
    /// A draw.
    pub const DRAW: Value = Value { wdl: Wdl::Draw, plies: None };

    /// A win in `plies` plies.
    pub const fn win(plies: u16) -> Value {
        Value { wdl: Wdl::Win, plies: Some(plies) }
    }

    /// A loss in `plies` plies.
    pub const fn loss(plies: u16) -> Value {
        Value { wdl: Wdl::Loss, plies: Some(plies) }
    }

    /// The value of a finished game for a player who sees its end as `wdl`.
    pub const fn over(wdl: Wdl) -> Value {
        match wdl {
            Wdl::Draw => Value::DRAW,
            wdl => Value { wdl, plies: Some(0) },
        }
    }

    /// Who wins, if this is the value for `turn`.
    pub fn winner(self, turn: Player) -> Option<Player> {
        match self.wdl {
            Wdl::Win => Some(turn),
            Wdl::Loss => Some(turn.other()),
            Wdl::Draw => None,
        }
    }

    /// The value of a move that leads to a position worth `self`, for the player who makes it, counted from before the
    /// move. `same_player` says that the mover is also to move afterwards.
    pub fn before_move(self, same_player: bool) -> Value {
        Value {
            wdl: if same_player { self.wdl } else { -self.wdl },
            plies: self.plies.map(|plies| plies.saturating_add(1)),
        }
    }

    /// The opposite of [`before_move`](Value::before_move): the value of the position that a move worth `self` leads to.
    pub fn after_move(self, same_player: bool) -> Value {
        Value {
            wdl: if same_player { self.wdl } else { -self.wdl },
            plies: self.plies.map(|plies| plies.saturating_sub(1)),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let delay = |value: &Value| value.plies.map_or(i32::from(u16::MAX) + 1, i32::from);
        self.wdl.cmp(&other.wdl).then_with(|| match self.wdl {
            Wdl::Win => delay(other).cmp(&delay(self)),
            Wdl::Draw => Ordering::Equal,
            Wdl::Loss => delay(self).cmp(&delay(other)),
        })
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies {
            Some(1) => write!(f, "{} in 1 ply", self.wdl),
            Some(plies) => write!(f, "{} in {plies} plies", self.wdl),
            None => write!(f, "{}", self.wdl),
        }
    }
}

/// What a search can say about a position, for the player to move: a proof or an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Proven.
    Proven(Value),
    /// Estimated by the game's evaluation, in its own units.
    Estimate(i32),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Proven(value) => value.fmt(f),
            Score::Estimate(points) => write!(f, "{points:+} points (estimate)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_the_players_preference() {
        let unknown_win = Value { wdl: Wdl::Win, plies: None };
        let unknown_loss = Value { wdl: Wdl::Loss, plies: None };
        let best_first =
            [Value::win(1), Value::win(9), unknown_win, Value::DRAW, unknown_loss, Value::loss(8), Value::loss(2)];
        assert!(best_first.windows(2).all(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn a_move_adds_a_ply_and_changes_sides() {
        assert_eq!(Value::loss(4).before_move(false), Value::win(5));
        assert_eq!(Value::loss(4).before_move(true), Value::loss(5));
        assert_eq!(Value::DRAW.before_move(false), Value::DRAW);
        for value in [Value::win(3), Value::loss(4), Value::DRAW] {
            assert_eq!([true, false].map(|same| value.before_move(same).after_move(same)), [value; 2]);
        }
        assert_eq!(Value::win(1).to_string(), "win in 1 ply");
    }
}
