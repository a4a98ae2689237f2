//! The schedule: who plays whom, with which side, from which opening, by the game's number alone.
//!
//! A schedule is arithmetic, never a list: a tournament of a billion games costs nothing before it is played, and one that
//! is resumed asks only for the games it lacks. In each *round* every two entrants that meet play a *pair* of games: the
//! same opening twice, with the sides exchanged. A round has one opening for all of them, so that nobody is lucky with
//! openings. Games are numbered round by round, then meeting by meeting, then the pair's first and second game:
//!
//! ```text
//! round 0 (opening 0)                      round 1 (opening 1)
//! A-B  B-A | A-C  C-A | B-C  C-B           A-B  B-A | A-C  C-A | ...
//!  0    1     2    3     4    5             6    7     8    9
//! ```
//!
//! With an odd number of games for each meeting the last round has one game in place of a pair; there the first side goes
//! to the entrant that is listed first in every second meeting and to the other in the rest.

use athos_core::mix;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two entrants against each other.
    Match,
    /// Each against each.
    RoundRobin,
    /// The first against all others.
    Gauntlet,
}

impl Format {
    /// What is meant when nothing is said: a match of two, a round robin of more.
    pub fn for_entrants(entrants: usize) -> Format {
        if entrants == 2 { Format::Match } else { Format::RoundRobin }
    }
}

/// The word of the command line.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Match => "match",
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
        })
    }
}

/// Why there is no such schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScheduleError {
    /// Nobody to play against.
    #[error("a {0} needs two entrants or more, not {1}")]
    TooFew(Format, usize),
    /// A match of more than two.
    #[error("a match is between two entrants, not {0}; a round-robin or a gauntlet has more")]
    NotAMatch(usize),
    /// The games cannot be numbered.
    #[error("too many games: their number has more than 64 bits")]
    TooMany,
}

/// A schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    format: Format,
    entrants: u64,
    games: u64,
    seed: u64,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its number, from 0.
    pub index: u64,
    /// The round, from 0.
    pub round: u64,
    /// The pair, from 0, counted through all rounds.
    pub pair: u64,
    /// The entrants, by number, in the order of the game's players.
    pub engines: [usize; 2],
    /// The opening, from 0: one for each round.
    pub opening: u64,
    /// What random choices of the players begin with: another for every game.
    pub seed: u64,
}

impl Schedule {
    /// A schedule in which any two entrants that meet play `games` games against each other.
    pub fn new(format: Format, entrants: usize, games: u64, seed: u64) -> Result<Schedule, ScheduleError> {
        match (format, entrants) {
            (_, 0 | 1) => return Err(ScheduleError::TooFew(format, entrants)),
            (Format::Match, 3..) => return Err(ScheduleError::NotAMatch(entrants)),
            _ => (),
        }
        let entrants = entrants as u64;
        let schedule = Schedule { format, entrants, games, seed };
        let meetings = u128::from(entrants) * u128::from(entrants);
        // Half as much would do; this leaves room for every sum below.
        u64::try_from(meetings.saturating_mul(u128::from(games.max(2)))).map_err(|_| ScheduleError::TooMany)?;
        Ok(schedule)
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.meetings() * self.games
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// How many openings are needed: one for each round.
    pub fn rounds(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// How many twos of entrants meet.
    pub fn meetings(&self) -> u64 {
        match self.format {
            Format::Match => 1,
            Format::RoundRobin => self.entrants * (self.entrants - 1) / 2,
            Format::Gauntlet => self.entrants - 1,
        }
    }

    /// The game of this number, if there is one.
    pub fn game(&self, index: u64) -> Option<ScheduledGame> {
        if index >= self.len() {
            return None;
        }
        let round = index / (2 * self.meetings());
        let within = index % (2 * self.meetings());
        let single = 2 * round + 1 == self.games;
        let (meeting, exchanged) = if single { (within, within % 2 == 1) } else { (within / 2, within % 2 == 1) };
        let (one, two) = self.meeting(meeting);
        Some(ScheduledGame {
            index,
            round,
            pair: round * self.meetings() + meeting,
            engines: if exchanged { [two, one] } else { [one, two] },
            opening: round,
            seed: mix(mix(self.seed).wrapping_add(index)),
        })
    }

    /// All games, by number.
    pub fn games(self) -> impl Iterator<Item = ScheduledGame> {
        (0..self.len()).filter_map(move |index| self.game(index))
    }

    /// The two entrants of a meeting, the one that is listed first first.
    fn meeting(&self, mut number: u64) -> (usize, usize) {
        let mut first = 0;
        if self.format == Format::RoundRobin {
            while number >= self.entrants - 1 - first {
                number -= self.entrants - 1 - first;
                first += 1;
            }
        }
        (first as usize, (first + 1 + number) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, HashSet};

    fn games(format: Format, entrants: usize, games: u64) -> Vec<ScheduledGame> {
        Schedule::new(format, entrants, games, 1).unwrap().games().collect()
    }

    #[test]
    fn a_round_is_as_the_essay_draws_it() {
        let round: Vec<[usize; 2]> = games(Format::RoundRobin, 3, 4).iter().map(|game| game.engines).collect();
        assert_eq!(round[..6], [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(round[6..], round[..6]);
        let gauntlet: Vec<[usize; 2]> = games(Format::Gauntlet, 3, 1).iter().map(|game| game.engines).collect();
        assert_eq!(gauntlet, [[0, 1], [2, 0]]);
    }

    #[test]
    fn everybody_meets_as_often_with_either_side_from_the_same_openings() {
        for (format, entrants) in [(Format::Match, 2), (Format::RoundRobin, 5), (Format::Gauntlet, 5)] {
            for number in [0, 1, 2, 7, 8] {
                let schedule = Schedule::new(format, entrants, number, 1).unwrap();
                let all = games(format, entrants, number);
                assert_eq!(all.len() as u64, schedule.len());
                let mut sides = BTreeMap::new();
                let mut pairs: BTreeMap<u64, Vec<ScheduledGame>> = BTreeMap::new();
                for (index, game) in all.iter().enumerate() {
                    assert_eq!((game.index, Some(*game)), (index as u64, schedule.game(index as u64)));
                    assert!(game.opening < schedule.rounds());
                    *sides.entry(game.engines).or_insert(0u64) += 1;
                    pairs.entry(game.pair).or_default().push(*game);
                }
                for (&[one, two], &count) in &sides {
                    let back = sides.get(&[two, one]).copied().unwrap_or(0);
                    assert_eq!((count + back, count.abs_diff(back)), (number, number % 2), "{one} against {two}");
                }
                assert_eq!(pairs.len() as u64, schedule.meetings() * schedule.rounds());
                for pair in pairs.values().filter(|pair| pair.len() > 1) {
                    let [first, second] = pair[..] else { panic!("a pair of {}", pair.len()) };
                    assert_eq!(first.engines, [second.engines[1], second.engines[0]]);
                    assert_eq!(first.opening, second.opening);
                }
            }
        }
    }

    #[test]
    fn seeds_differ_and_depend_on_the_tournaments() {
        let seeds = |seed| Schedule::new(Format::Match, 2, 10_000, seed).unwrap().games().map(|game| game.seed);
        assert_eq!(seeds(1).chain(seeds(2)).collect::<HashSet<u64>>().len(), 20_000);
        assert_eq!(seeds(1).next(), seeds(1).next());
    }

    #[test]
    fn a_billion_games_are_not_listed() {
        let schedule = Schedule::new(Format::RoundRobin, 10, 1_000_000_000, 1).unwrap();
        let last = schedule.game(schedule.len() - 1).unwrap();
        assert_eq!((last.round, last.engines, schedule.game(schedule.len())), (499_999_999, [9, 8], None));
    }

    #[test]
    fn impossible_schedules_are_refused() {
        assert_eq!(Schedule::new(Format::Match, 3, 2, 1), Err(ScheduleError::NotAMatch(3)));
        assert_eq!(Schedule::new(Format::Gauntlet, 1, 2, 1), Err(ScheduleError::TooFew(Format::Gauntlet, 1)));
        assert_eq!(Schedule::new(Format::RoundRobin, 3, u64::MAX, 1), Err(ScheduleError::TooMany));
    }
}
