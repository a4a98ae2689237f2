//! Where games begin: at the start, at positions of a file, or after random moves.
//!
//! Two engines that choose the same move every time play the same game every time, and the second one says nothing new;
//! openings make games differ. A random opening depends on the tournament's seed and its own number alone, so that a
//! tournament which is resumed begins its games where it would have begun them. It is made in two parts: the first plies
//! run through *all* positions that they can reach, in an order shuffled by the seed, as long as those are at most
//! [`LISTED`]; the rest are drawn at random. Openings therefore repeat only when there are not enough of them. No opening
//! is a finished game: where games may end before the plies are through, an opening has as many as it can.
//!
//! A [`Judge`] says how even a position is. Among the openings that are listed only the even ones are used, or the most
//! even quarter when none is; where plies are drawn, several continuations are tried, up to [`TRIES`].

use athos_core::random::Random;
use athos_core::{AnyGame, NotationError, mix};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How many positions are listed, and judged one by one, at most.
pub const LISTED: usize = 2000;
/// How many openings are judged at most, to find one that is even.
pub const TRIES: u64 = 16;

/// How even a position is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Balance {
    /// Drawn, or nobody can tell who is better.
    Even,
    /// Somebody is better by this much, in any unit: the distance from 0 of a score, or of a win from being far away.
    Uneven(u32),
}

/// Says how even a position is; `None` when it cannot tell, which is taken for even.
pub type Judge<'a> = Box<dyn Fn(&str) -> Option<Balance> + Send + Sync + 'a>;

/// Where the openings of a tournament come from, as its header says it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Every game begins at the start.
    Start,
    /// Random legal moves from the start.
    Random {
        /// How many plies.
        plies: u32,
        /// Whether openings that favour a player are passed over.
        balanced: bool,
    },
    /// A file, used from its first line to its last and from its first again.
    File {
        /// Where it was.
        path: String,
        /// How many openings it has.
        openings: u64,
        /// A hash of them, so that a tournament is not resumed with others.
        check: u64,
    },
}

impl Source {
    /// The options that say this on the command line.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        match self {
            Source::Start => Vec::new(),
            Source::Random { plies, balanced } => {
                let mut options = vec![("opening-plies", plies.to_string())];
                if *balanced {
                    options.push(("balanced", String::new()));
                }
                options
            }
            Source::File { path, .. } => vec![("openings", path.clone())],
        }
    }
}

/// Why openings cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningsError {
    /// A line of the file is wrong.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The file has no opening.
    #[error("{0}: no openings; a line has a position, or POSITION moves MOVE MOVE ..., or start moves MOVE ...")]
    Empty(String),
    /// The game itself failed.
    #[error("{0}")]
    Game(#[from] NotationError),
}

/// The openings of a tournament.
pub struct Openings<'a> {
    game: &'a dyn AnyGame,
    source: Source,
    seed: u64,
    judge: Option<Judge<'a>>,
    /// The openings, or how they begin.
    listed: Vec<String>,
    /// How many plies come after those.
    drawn: u32,
}

impl<'a> Openings<'a> {
    /// The start, every time.
    pub fn start(game: &'a dyn AnyGame) -> Openings<'a> {
        Openings { game, source: Source::Start, seed: 0, judge: None, listed: vec![game.start()], drawn: 0 }
    }

    /// Random legal moves from the start.
    pub fn random(
        game: &'a dyn AnyGame,
        plies: u32,
        seed: u64,
        judge: Option<Judge<'a>>,
    ) -> Result<Openings<'a>, OpeningsError> {
        let (mut listed, mut drawn) = (BTreeSet::from([game.start()]), plies);
        while drawn > 0 {
            match next_positions(game, &listed)? {
                Some(next) if !next.is_empty() => listed = next,
                Some(_) => drawn = 1,
                None => break,
            }
            drawn -= 1;
        }
        let mut listed: Vec<String> = listed.into_iter().collect();
        shuffle(&mut listed, &mut Random::new(mix(seed)));
        if let (0, Some(judge)) = (drawn, &judge) {
            listed = most_even(listed, judge);
        }
        let source = Source::Random { plies, balanced: judge.is_some() };
        Ok(Openings { game, source, seed, judge, listed, drawn })
    }

    /// The openings that the text of a file lists: one a line, a position or `POSITION moves MOVE MOVE …`, where the
    /// position may be the word `start`. What follows a `#` is a comment. `path` is for messages.
    pub fn read(game: &'a dyn AnyGame, path: &str, text: &str) -> Result<Openings<'a>, OpeningsError> {
        let mut listed = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let opening = line.split('#').next().unwrap_or_default().trim();
            if !opening.is_empty() {
                let refuse = |reason| OpeningsError::Line { path: path.into(), line: index + 1, reason };
                listed.push(read_opening(game, opening).map_err(refuse)?);
            }
        }
        if listed.is_empty() {
            return Err(OpeningsError::Empty(path.into()));
        }
        let bytes = listed.iter().flat_map(|position| position.bytes().chain([b'\n']));
        let check = bytes.fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
        let source = Source::File { path: path.into(), openings: listed.len() as u64, check };
        Ok(Openings { game, source, seed: 0, judge: None, listed, drawn: 0 })
    }

    /// Where these openings come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The position at which the games of this opening begin.
    pub fn opening(&self, number: u64) -> Result<String, OpeningsError> {
        let listed = |number: u64| &self.listed[(number % self.listed.len() as u64) as usize];
        if self.drawn == 0 {
            return Ok(listed(number).clone());
        }
        let tries = if self.judge.is_some() { TRIES } else { 1 };
        let mut best: Option<(Balance, String)> = None;
        for candidate in (0..tries).map(|attempt| number.wrapping_mul(tries).wrapping_add(attempt)) {
            let mut random = Random::new(mix(mix(self.seed).wrapping_add(candidate)));
            let position = self.continued(listed(candidate), &mut random)?;
            let balance = self.judge.as_ref().and_then(|judge| judge(&position)).unwrap_or(Balance::Even);
            if best.as_ref().is_none_or(|(least, _)| balance < *least) {
                best = Some((balance, position));
            }
            if let Some((Balance::Even, _)) = best {
                break;
            }
        }
        Ok(best.map_or_else(|| listed(number).clone(), |(_, position)| position))
    }

    /// Random moves from a position; a line on which the game ends is given up for another, a few times.
    fn continued(&self, first: &str, random: &mut Random) -> Result<String, OpeningsError> {
        let mut longest = (0, first.to_string());
        for _ in 0..TRIES {
            let mut view = self.game.view(first)?;
            for ply in 1..=self.drawn {
                let Some(m) = random.pick(&view.moves) else { break };
                view = self.game.view(&m.position)?;
                if view.outcome.is_none() && ply > longest.0 {
                    longest = (ply, view.position.clone());
                }
            }
            if longest.0 == self.drawn {
                break;
            }
        }
        Ok(longest.1)
    }
}

/// The unfinished positions after one move more; `None` when they are more than [`LISTED`].
fn next_positions(game: &dyn AnyGame, positions: &BTreeSet<String>) -> Result<Option<BTreeSet<String>>, NotationError> {
    let mut next = BTreeSet::new();
    for position in positions {
        next.extend(game.view(position)?.moves.into_iter().map(|m| m.position));
        if next.len() > LISTED {
            return Ok(None);
        }
    }
    let mut unfinished = BTreeSet::new();
    for position in next {
        if game.view(&position)?.outcome.is_none() {
            unfinished.insert(position);
        }
    }
    Ok(Some(unfinished))
}

/// Fisher and Yates's shuffle.
fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

/// The even positions, in their order; the most even quarter when there are none.
fn most_even(positions: Vec<String>, judge: &Judge) -> Vec<String> {
    let judged: Vec<(Balance, String)> =
        positions.into_iter().map(|position| (judge(&position).unwrap_or(Balance::Even), position)).collect();
    let mut balances: Vec<Balance> = judged.iter().map(|(balance, _)| *balance).collect();
    balances.sort_unstable();
    let Some(&least) = balances.first() else { return Vec::new() };
    let limit = if least == Balance::Even { least } else { balances[balances.len().div_ceil(4) - 1] };
    judged.into_iter().filter(|(balance, _)| *balance <= limit).map(|(_, position)| position).collect()
}

/// One line of a file.
fn read_opening(game: &dyn AnyGame, text: &str) -> Result<String, String> {
    let mut words = text.split_whitespace();
    let position = words.by_ref().take_while(|word| *word != "moves").collect::<Vec<_>>().join(" ");
    let position = if position == "start" { game.start() } else { position };
    let mut view = game.view(&position).map_err(|error| format!("position, {error}"))?;
    for (index, m) in words.enumerate() {
        let next = game.play(&view.position, m).map_err(|error| format!("move {} '{m}', {error}", index + 1))?;
        view = game.view(&next).map_err(|error| error.to_string())?;
    }
    if view.outcome.is_some() { Err("the game is over there".into()) } else { Ok(view.position) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_games::registry;
    use std::collections::HashSet;

    #[test]
    fn openings_of_every_game_are_unfinished_distinct_and_the_same_again() {
        for id in registry::IDS {
            let game = registry::load(id, "").unwrap();
            for plies in [0, 2, 3] {
                let openings = Openings::random(game.as_ref(), plies, 7, None).unwrap();
                let again = Openings::random(game.as_ref(), plies, 7, None).unwrap();
                let mut seen = HashSet::new();
                for number in 0..200 {
                    let position = openings.opening(number).unwrap();
                    assert_eq!(position, again.opening(number).unwrap());
                    assert_eq!(game.view(&position).unwrap().outcome, None);
                    seen.insert(position);
                }
                if openings.drawn == 0 {
                    assert_eq!(seen.len(), openings.listed.len().min(200), "{id} after {plies} plies");
                } else {
                    assert!(seen.len() >= 195, "{} openings of {id} after {plies} plies", seen.len());
                }
            }
        }
    }

    #[test]
    fn games_that_may_end_early_have_shorter_openings() {
        let game = registry::load("matches", "pile=5").unwrap();
        let openings = Openings::random(game.as_ref(), 40, 1, None).unwrap();
        assert_eq!(openings.opening(3).unwrap(), "2 0");
        let game = registry::load("pentago", "").unwrap();
        let openings = Openings::random(game.as_ref(), 60, 1, None).unwrap();
        assert_eq!(game.view(&openings.opening(0).unwrap()).unwrap().outcome, None);
    }

    #[test]
    fn a_judge_chooses() {
        // In Matches a pile of 1, 5, 9, … is lost for who must move; 21 are there and two plies take 2 to 6 of them.
        let game = registry::load("matches", "").unwrap();
        let even = |position: &str| {
            let left: u32 = position.split(' ').next()?.parse().ok()?;
            (left % 4 != 1).then_some(Balance::Uneven(left))
        };
        let openings = Openings::random(game.as_ref(), 2, 1, Some(Box::new(even))).unwrap();
        assert!((0..9).all(|number| openings.opening(number).unwrap() == "17 1"));
        let least = |position: &str| Some(Balance::Uneven(position.split(' ').next()?.parse().ok()?));
        let openings = Openings::random(game.as_ref(), 2, 1, Some(Box::new(least))).unwrap();
        let used: HashSet<String> = (0..9).map(|number| openings.opening(number).unwrap()).collect();
        assert_eq!(used, HashSet::from(["15 1".to_string(), "16 1".to_string()]), "a quarter of five");

        let game = registry::load("pentago", "").unwrap();
        let sum = |position: &str| position.bytes().fold(0u32, |sum, byte| sum * 31 % 1009 + u32::from(byte));
        let judge: Judge = Box::new(move |position| Some(Balance::Uneven(sum(position))));
        let plain = Openings::random(game.as_ref(), 3, 1, None).unwrap();
        let judged = Openings::random(game.as_ref(), 3, 1, Some(judge)).unwrap();
        let mean =
            |openings: &Openings| (0..50).map(|number| sum(&openings.opening(number).unwrap())).sum::<u32>() / 50;
        assert!(mean(&judged) * 2 < mean(&plain), "{} and {}", mean(&judged), mean(&plain));
    }

    #[test]
    fn a_file_is_read_line_by_line() {
        let game = registry::load("nim", "").unwrap();
        let text = "# openings\n3,4,5 1\n\nstart moves a3 b1  # two plies\r\n0,4,5 0 moves c2\n";
        let openings = Openings::read(game.as_ref(), "nim.txt", text).unwrap();
        let listed: Vec<String> = (0..4).map(|number| openings.opening(number).unwrap()).collect();
        assert_eq!(listed, ["3,4,5 1", "0,3,5 1", "0,4,3 1", "3,4,5 1"]);
        let Source::File { check, openings: 3, .. } = openings.source() else { panic!("{:?}", openings.source()) };
        let other = Openings::read(game.as_ref(), "nim.txt", &text.replace("c2", "c3")).unwrap();
        assert!(!matches!(other.source(), Source::File { check: same, .. } if same == check));

        let refuse = |text| Openings::read(game.as_ref(), "f", text).err().map(|error| error.to_string()).unwrap();
        assert!(refuse("# none\n").starts_with("f: no openings"));
        assert!(refuse("3,4,5 1\nx\n").starts_with("f, line 2: position, "));
        assert!(refuse("start moves a1 a9").starts_with("f, line 1: move 2 'a9', "));
        assert_eq!(refuse("0,0,0 1"), "f, line 1: the game is over there");
    }
}
