//! Codes: proven values as numbers whose order is the first player's preference.
//!
//! A table holds one code a position. It names the winner, not "the player to move", so a player's choice is a plain
//! maximum (the first player) or minimum (the second), whoever moves next, and "one ply further from the end" is one
//! step towards the middle:
//!
//! | wide (16 bits) | narrow (8 bits) | meaning |
//! | --- | --- | --- |
//! | 0 | 0 | a gap: no position has this rank |
//! | 1 + d | 1 + d | the second player wins in d plies |
//! | 0x7fff | | not decided yet (only while solving) |
//! | 0x8000 | 0x80 | a draw |
//! | 0xffff - d | 0xff - d | the first player wins in d plies |
//!
//! The narrow form holds distances up to 126, the wide one up to 32765.

use crate::{Outcome, Player, Value, Wdl};

/// A value with its winner, or a gap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub u16);

impl Code {
    /// No position has this rank.
    pub const GAP: Code = Code(0);
    /// Not known yet: never in a finished table.
    pub const UNDECIDED: Code = Code(0x7fff);
    /// Nobody can force a win.
    pub const DRAW: Code = Code(0x8000);
    /// The longest distance there is a code for.
    pub const MAX_PLIES: u16 = 0x7ffd;
    /// The longest distance there is a narrow code for.
    pub const MAX_NARROW_PLIES: u16 = 126;

    /// A win of `winner` in `plies`; `None` when that is too far away.
    pub fn won(winner: Player, plies: u16) -> Option<Code> {
        (plies <= Code::MAX_PLIES).then_some(match winner {
            Player::One => Code(0xffff - plies),
            Player::Two => Code(1 + plies),
        })
    }

    /// A finished game.
    pub fn over(outcome: Outcome) -> Code {
        match outcome {
            Outcome::Draw => Code::DRAW,
            Outcome::Winner(Player::One) => Code(0xffff),
            Outcome::Winner(Player::Two) => Code(1),
        }
    }

    /// Who wins; `None` when nobody does.
    pub fn winner(self) -> Option<Player> {
        match self.0 {
            0 | 0x7fff | 0x8000 => None,
            1..0x7fff => Some(Player::Two),
            _ => Some(Player::One),
        }
    }

    /// How far the win is away; `None` when nobody wins.
    pub fn plies(self) -> Option<u16> {
        self.winner().map(|winner| match winner {
            Player::One => 0xffff - self.0,
            Player::Two => self.0 - 1,
        })
    }

    /// The value for the player to move; `None` for a gap and where nothing is known yet.
    pub fn value(self, turn: Player) -> Option<Value> {
        match self {
            Code::GAP | Code::UNDECIDED => None,
            Code::DRAW => Some(Value::DRAW),
            _ => {
                Some(Value { wdl: if self.winner() == Some(turn) { Wdl::Win } else { Wdl::Loss }, plies: self.plies() })
            }
        }
    }

    /// The same one ply earlier in the game: a win is one ply further away. `None` when that is too far.
    pub fn before_move(self) -> Option<Code> {
        match self.winner() {
            None => Some(self),
            Some(winner) => Code::won(winner, self.plies()? + 1),
        }
    }

    /// The one that `player` likes better.
    pub fn better_for(self, player: Player, other: Code) -> Code {
        match player {
            Player::One => self.max(other),
            Player::Two => self.min(other),
        }
    }

    /// The narrow form; `None` when the distance does not fit or nothing is known.
    pub fn narrow(self) -> Option<u8> {
        match self.0 {
            0x8000 => Some(0x80),
            0..=0x7f => Some(self.0 as u8),
            0xff81..=0xffff => Some(self.0 as u8),
            _ => None,
        }
    }

    /// The code with this narrow form.
    pub fn widen(byte: u8) -> Code {
        match byte {
            0..=0x7f => Code(u16::from(byte)),
            0x80 => Code::DRAW,
            _ => Code(0xff00 | u16::from(byte)),
        }
    }
}

/// The codes of a tier in memory: one byte each, and the few that do not fit apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Codes {
    /// Narrow codes by rank. The two for the longest narrow distance also stand for longer ones.
    pub narrow: Vec<u8>,
    /// The codes that are too far away for a byte, with their ranks, in order of ranks.
    pub far: Vec<(u64, Code)>,
}

impl Codes {
    /// The code of a rank; a gap if there is no such rank.
    #[inline]
    pub fn get(&self, rank: u64) -> Code {
        let code = self.narrow.get(rank as usize).map_or(Code::GAP, |&byte| Code::widen(byte));
        if code.plies() == Some(Code::MAX_NARROW_PLIES)
            && let Ok(place) = self.far.binary_search_by_key(&rank, |&(far, _)| far)
        {
            return self.far[place].1;
        }
        code
    }

    /// The byte for a code: its narrow form, or that of the same winner at the longest narrow distance.
    pub fn byte(code: Code) -> u8 {
        let far = || code.winner().and_then(|winner| Code::won(winner, Code::MAX_NARROW_PLIES)?.narrow());
        code.narrow().or_else(far).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_codes_keep_meaning_and_order() {
        for byte in 0..=u8::MAX {
            assert_eq!(Code::widen(byte).narrow(), Some(byte));
            assert!(byte == 0 || Code::widen(byte - 1) < Code::widen(byte));
        }
        assert_eq!(Code::widen(1).value(Player::Two), Some(Value::win(0)));
        assert_eq!(Code::widen(127).plies(), Some(126));
        assert_eq!(Code::widen(129).value(Player::Two), Some(Value::loss(126)));
        assert_eq!(Code::won(Player::One, 127).unwrap().narrow(), None);
        assert_eq!(Code::UNDECIDED.narrow(), None);
    }

    #[test]
    fn far_codes_are_kept_apart() {
        let codes = [Code::GAP, Code(5), Code(127), Code(300), Code::DRAW, Code(0xfe00), Code(0xff81), Code(0xffff)];
        let far = codes.iter().enumerate().filter(|(_, code)| code.narrow().is_none());
        let stored = Codes {
            narrow: codes.iter().map(|&code| Codes::byte(code)).collect(),
            far: far.map(|(rank, &code)| (rank as u64, code)).collect(),
        };
        assert_eq!(stored.far.len(), 2);
        assert!(codes.iter().enumerate().all(|(rank, &code)| stored.get(rank as u64) == code));
        assert_eq!(stored.get(codes.len() as u64), Code::GAP);
    }

    #[test]
    fn the_order_is_the_first_players_preference() {
        let wins = |player, plies| Code::won(player, plies).unwrap();
        let best_first = [
            wins(Player::One, 0),
            wins(Player::One, Code::MAX_PLIES),
            Code::DRAW,
            wins(Player::Two, Code::MAX_PLIES),
            wins(Player::Two, 0),
        ];
        assert!(best_first.windows(2).all(|pair| pair[0] > pair[1]));
        assert!(best_first.windows(2).all(|pair| pair[0].value(Player::One) > pair[1].value(Player::One)));
        assert_eq!(wins(Player::One, Code::MAX_PLIES).before_move(), None);
        assert_eq!(wins(Player::Two, 4).before_move(), Some(wins(Player::Two, 5)));
        assert_eq!(Code::DRAW.before_move(), Some(Code::DRAW));
    }
}
