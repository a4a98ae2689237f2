//! What a runner says to an engine.

use crate::player::{Clock, MoveLimits};
use std::fmt;
use std::time::Duration;

/// One line from a runner.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `ugi`: say who you are.
    Ugi,
    /// `isready`: say when everything so far is done.
    IsReady,
    /// `uginewgame`: what comes has nothing to do with what was.
    NewGame,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// Which option.
        name: String,
        /// Its value; empty for none.
        value: String,
    },
    /// `position startpos|fen POSITION [moves MOVE…]`.
    Position {
        /// Where the game began; `None` for the start of the game.
        start: Option<String>,
        /// The moves since.
        moves: Vec<String>,
    },
    /// `go …`: think, and answer with a move.
    Go(Go),
    /// `query …`: something about the position.
    Query(Question),
    /// `stop`: answer now.
    Stop,
    /// `quit`.
    Quit,
    /// Something else, with the reason why it is none of the above. An empty line has no reason and no meaning.
    Other(Option<String>),
}

/// What may be asked about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Is the game over?
    GameOver,
    /// Is it the first player's turn?
    FirstPlayersTurn,
    /// Who won?
    Result,
    /// Which moves are legal?
    Moves,
    /// Which position is it?
    Position,
    /// What is it worth?
    Value,
}

const QUESTIONS: [(&str, Question); 6] = [
    ("gameover", Question::GameOver),
    ("p1turn", Question::FirstPlayersTurn),
    ("result", Question::Result),
    ("moves", Question::Moves),
    ("position", Question::Position),
    ("value", Question::Value),
];

/// What a move may cost, as `go` says it. Times are milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// What both players have left.
    pub left: [Option<u64>; 2],
    /// What every move adds to it.
    pub increment: [Option<u64>; 2],
    /// For this move.
    pub move_time: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Until `stop`.
    pub infinite: bool,
}

/// A year, in milliseconds: more means no more, and clocks can hold it.
const LONGEST_TIME: i64 = 365 * 24 * 3600 * 1000;

impl Command {
    /// Reads a line. Nothing is refused: what is no command is [`Command::Other`].
    pub fn read(line: &str) -> Command {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            None => Command::Other(None),
            Some("ugi") => Command::Ugi,
            Some("isready") => Command::IsReady,
            Some("uginewgame") => Command::NewGame,
            Some("setoption") => set_option(words),
            Some("position") => position(words),
            Some("go") => Command::Go(Go::read(words)),
            Some("query") => query(words),
            Some("stop") => Command::Stop,
            Some("quit") => Command::Quit,
            Some(word) => other(format!("no command '{}'", shortened(word))),
        }
    }
}

fn other(reason: String) -> Command {
    Command::Other(Some(reason))
}

/// The beginning of a word, fit to be printed: words come from strangers.
pub(super) fn shortened(word: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = word.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if word.chars().nth(LONGEST).is_some() { format!("{shown}…") } else { shown }
}

/// The words up to `end`, or all of them, joined again.
fn joined_until<'a>(words: &mut impl Iterator<Item = &'a str>, end: &str) -> String {
    words.take_while(|word| *word != end).collect::<Vec<_>>().join(" ")
}

fn set_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Command {
    if words.next() != Some("name") {
        return other("setoption: expected 'name'".into());
    }
    let name = joined_until(&mut words, "value");
    Command::SetOption { name, value: words.collect::<Vec<_>>().join(" ") }
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Command {
    let start = match words.next() {
        Some("fen") => Some(joined_until(&mut words, "moves")),
        Some("startpos") => match words.next() {
            None | Some("moves") => None,
            Some(word) => return other(format!("position: expected 'moves', not '{}'", shortened(word))),
        },
        _ => return other("position: expected 'startpos' or 'fen'".into()),
    };
    Command::Position { start, moves: words.map(str::to_string).collect() }
}

fn query<'a>(mut words: impl Iterator<Item = &'a str>) -> Command {
    let word = words.next().unwrap_or_default();
    match QUESTIONS.iter().find(|(name, _)| *name == word) {
        Some((_, question)) => Command::Query(*question),
        None => {
            let names: Vec<&str> = QUESTIONS.iter().map(|(name, _)| *name).collect();
            other(format!("query: no question '{}'; there are {}", shortened(word), names.join(", ")))
        }
    }
}

impl Go {
    /// Reads the words after `go`. Unknown words, and numbers that are none, are passed over.
    fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Go {
        let mut go = Go::default();
        // A clock may have run out: some runners say so by a negative number.
        let time = |word: Option<&str>| {
            let milliseconds = word.and_then(|word| word.parse::<i64>().ok())?;
            Some(milliseconds.clamp(0, LONGEST_TIME) as u64)
        };
        while let Some(word) = words.next() {
            match word {
                "p1time" => go.left[0] = time(words.next()),
                "p2time" => go.left[1] = time(words.next()),
                "p1inc" => go.increment[0] = time(words.next()),
                "p2inc" => go.increment[1] = time(words.next()),
                "movetime" => go.move_time = time(words.next()),
                "depth" => go.depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => go.nodes = words.next().and_then(|word| word.parse().ok()),
                "infinite" => go.infinite = true,
                _ => {}
            }
        }
        go
    }

    /// The words for these limits.
    pub fn new(limits: &MoveLimits) -> Go {
        let milliseconds = |time: Duration| time.as_millis().min(u128::from(u64::MAX)) as u64;
        Go {
            left: limits.clock.map_or([None; 2], |clock| clock.left.map(|time| Some(milliseconds(time)))),
            increment: limits.clock.map_or([None; 2], |clock| [Some(milliseconds(clock.increment)); 2]),
            move_time: limits.time.map(milliseconds),
            depth: limits.depth,
            nodes: limits.nodes,
            infinite: false,
        }
    }

    /// The limits for the player with this index. What the words leave open is open.
    pub fn limits(&self, turn: usize) -> MoveLimits {
        let clock = match self.left {
            [Some(one), Some(two)] if !self.infinite => Some(Clock {
                left: [one, two].map(Duration::from_millis),
                increment: Duration::from_millis(self.increment[turn.min(1)].unwrap_or(0)),
                running: turn.min(1),
            }),
            _ => None,
        };
        MoveLimits {
            time: self.move_time.filter(|_| !self.infinite).map(Duration::from_millis),
            clock,
            // Without any limit a player would choose one of its own.
            nodes: if self.infinite { Some(u64::MAX) } else { self.nodes },
            depth: self.depth.filter(|_| !self.infinite),
            memory: None,
            cancel: None,
        }
    }
}

/// The line, without its end.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::Position { start, moves } => {
                match start {
                    None => f.write_str("position startpos")?,
                    Some(start) => write!(f, "position fen {start}")?,
                }
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves.iter().try_for_each(|m| write!(f, " {m}"))
            }
            Command::Go(go) => go.fmt(f),
            Command::Query(question) => {
                let name = QUESTIONS.iter().find(|(_, known)| known == question).map_or("", |(name, _)| name);
                write!(f, "query {name}")
            }
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
            Command::Other(_) => Ok(()),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let numbers = [
            ("p1time", self.left[0]),
            ("p2time", self.left[1]),
            ("p1inc", self.increment[0]),
            ("p2inc", self.increment[1]),
            ("movetime", self.move_time),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_survive_their_lines() {
        let go = Go { left: [Some(5), Some(0)], increment: [Some(1); 2], depth: Some(3), ..Go::default() };
        for command in [
            Command::Ugi,
            Command::IsReady,
            Command::NewGame,
            Command::SetOption { name: "Game".into(), value: "nim".into() },
            Command::Position { start: None, moves: vec![] },
            Command::Position { start: None, moves: vec!["a1".into(), "b2".into()] },
            Command::Position { start: Some("3,4,5 1".into()), moves: vec!["a1".into()] },
            Command::Go(go),
            Command::Go(Go { infinite: true, ..Go::default() }),
            Command::Query(Question::Value),
            Command::Query(Question::FirstPlayersTurn),
            Command::Stop,
            Command::Quit,
        ] {
            assert_eq!(Command::read(&command.to_string()), command, "{command}");
        }
    }

    #[test]
    fn what_is_unknown_is_passed_over() {
        assert_eq!(
            Command::read("  go  ponder\tmovetime 50 colour red nodes many p1time -3 infinitely "),
            Command::Go(Go { move_time: Some(50), left: [Some(0), None], ..Go::default() })
        );
        let reason = |line: &str| match Command::read(line) {
            Command::Other(Some(reason)) => reason,
            other => panic!("{other:?}"),
        };
        assert_eq!(reason("xboard"), "no command 'xboard'");
        assert_eq!(reason("position"), "position: expected 'startpos' or 'fen'");
        assert_eq!(reason("position startpos a1"), "position: expected 'moves', not 'a1'");
        assert!(reason("query weather").starts_with("query: no question 'weather'; there are gameover, p1turn"));
        assert!(reason(&"x".repeat(1000)).len() < 100);
        assert_eq!(Command::read(" \t "), Command::Other(None));
    }

    #[test]
    fn limits_are_those_of_the_player_to_move() {
        let Command::Go(go) = Command::read("go p1time 1000 p2time 2000 p1inc 10 p2inc 20") else { panic!() };
        let clock = go.limits(1).clock.unwrap();
        assert_eq!((clock.running, clock.increment), (1, Duration::from_millis(20)));
        assert_eq!(clock.left, [Duration::from_secs(1), Duration::from_secs(2)]);
        assert_eq!(go.limits(0).time, None);
        let Command::Go(go) = Command::read("go movetime 9223372036854775807") else { panic!() };
        assert!(std::time::Instant::now().checked_add(go.limits(0).time.unwrap()).is_some());
    }
}
