//! The referee: who stops a game that the rules alone would let go on.
//!
//! Repetition and a limit on the length belong to a game in progress, not to a position, so that positions stay without
//! history and equal positions keep equal futures. A referee looks at the positions of a game, as text.

use std::fmt;

/// When to stop a game as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referee {
    /// When a position has come up this often; `None` for never.
    pub repetition: Option<usize>,
    /// Whether the same pieces with the other player to move count as the same position.
    pub any_player: bool,
    /// When this many plies have been played; `None` for never.
    pub plies: Option<usize>,
}

/// Why a game was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A position came up too often.
    Repetition,
    /// The game became too long.
    Plies,
}

/// The same position with the same player to move for the third time is a draw; a game may be as long as it likes.
impl Default for Referee {
    fn default() -> Referee {
        Referee { repetition: Some(3), any_player: false, plies: None }
    }
}

impl Referee {
    /// Whether a game that went through these positions, the first included, is stopped now.
    pub fn stops<'a>(&self, positions: impl Iterator<Item = &'a str> + Clone) -> Option<Stop> {
        let last = positions.clone().last()?;
        let length = positions.clone().count() - 1;
        let same = |position: &&str| match self.any_player {
            true => without_player(position) == without_player(last),
            false => *position == last,
        };
        if self.repetition.is_some_and(|limit| positions.filter(same).count() >= limit.max(2)) {
            return Some(Stop::Repetition);
        }
        self.plies.is_some_and(|limit| length >= limit).then_some(Stop::Plies)
    }
}

/// The text of a position less the player to move, its last word.
fn without_player(position: &str) -> &str {
    position.rsplit_once(' ').map_or(position, |(pieces, _)| pieces)
}

/// The reason as records have it.
impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Repetition => "repetition",
            Stop::Plies => "length",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_time_is_a_draw() {
        let shuffle = ["a k", "b d", "a k", "b d", "a k"];
        let referee = Referee::default();
        assert_eq!(referee.stops(shuffle[..4].iter().copied()), None);
        assert_eq!(referee.stops(shuffle.iter().copied()), Some(Stop::Repetition));
        assert_eq!(Referee { repetition: None, ..referee }.stops(shuffle.iter().copied()), None);
    }

    #[test]
    fn the_player_may_count_or_not() {
        let positions = ["a k", "a d", "a k"];
        assert_eq!(Referee::default().stops(positions.iter().copied()), None);
        let referee = Referee { any_player: true, ..Referee::default() };
        assert_eq!(referee.stops(positions.iter().copied()), Some(Stop::Repetition));
    }

    #[test]
    fn a_game_may_be_too_long() {
        let referee = Referee { plies: Some(2), ..Referee::default() };
        assert_eq!(referee.stops(["a", "b"].into_iter()), None);
        assert_eq!(referee.stops(["a", "b", "c"].into_iter()), Some(Stop::Plies));
        assert_eq!(referee.stops([].into_iter()), None);
    }
}
