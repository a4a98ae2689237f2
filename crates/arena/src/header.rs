//! The header of a tournament's file: everything that decides its games, so that it can be resumed exactly, repeated from
//! its command line, and reported on without a word from elsewhere.

use crate::openings::Source;
use crate::schedule::{Format, Schedule, ScheduleError};
use crate::statistics::Sprt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a tournament is. The first line of its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of this schema.
    pub athos_arena: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The game's id.
    pub game: String,
    /// The rules that differ from the default, `key=value,key=value`.
    pub rules: String,
    /// What the game calls its players, in its order.
    pub players: [String; 2],
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// Who plays whom.
    pub format: Format,
    /// How many games each two entrants that meet play against each other.
    pub games: u64,
    /// What everything random follows from.
    pub seed: u64,
    /// Where the games begin.
    pub openings: Source,
    /// The test that may end the tournament early.
    pub sprt: Option<Sprt>,
    /// Every other option that bears on the games, as the command line has it: `time` is `2s`, `memory` is `500MB`. A
    /// flag without a value has the empty text.
    pub settings: BTreeMap<String, String>,
}

/// One who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in tables; no two entrants share one.
    pub name: String,
    /// What to start: a spec such as `alpha-beta:depth=6`, or a command line.
    pub spec: String,
}

impl Header {
    /// The version of the schema that this program writes and reads.
    pub const VERSION: u32 = 1;

    /// The schedule.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        Schedule::new(self.format, self.entrants.len(), self.games, self.seed)
    }

    /// The game and its rules in one word.
    pub fn game_spec(&self) -> String {
        match self.rules.as_str() {
            "" => self.game.clone(),
            rules => format!("{}:{rules}", self.game),
        }
    }

    /// The command that plays the same tournament from the beginning.
    pub fn command(&self) -> String {
        let mut words = vec!["athos".to_string(), "arena".into(), quote(&self.game_spec())];
        words.extend(self.entrants.iter().map(|entrant| quote(&entrant.spec)));
        let mut option = |name: &str, value: &str| {
            words.push(format!("--{name}"));
            if !value.is_empty() {
                words.push(quote(value));
            }
        };
        if self.format != Format::for_entrants(self.entrants.len()) {
            option("format", &self.format.to_string());
        }
        option("games", &self.games.to_string());
        self.openings.options().iter().for_each(|(name, value)| option(name, value));
        if let Some(sprt) = &self.sprt {
            option("sprt", &sprt.to_string());
        }
        self.settings.iter().for_each(|(name, value)| option(name, value));
        option("seed", &self.seed.to_string());
        words.join(" ")
    }
}

/// A word as a shell reads it back.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A match at Nim.
    pub(crate) fn example() -> Header {
        Header {
            athos_arena: Header::VERSION,
            version: "0.1.0".into(),
            game: "nim".into(),
            rules: "play=misere".into(),
            players: ["first".into(), "second".into()],
            entrants: vec![
                Entrant { name: "perfect".into(), spec: "perfect".into() },
                Entrant { name: "mine".into(), spec: "python3 'my engine.py'".into() },
            ],
            format: Format::Match,
            games: 20,
            seed: 1,
            openings: Source::Random { plies: 2, balanced: false },
            sprt: None,
            settings: BTreeMap::from([("time".into(), "2s".into())]),
        }
    }

    #[test]
    fn the_command_says_everything() {
        assert_eq!(
            example().command(),
            "athos arena nim:play=misere perfect 'python3 '\\''my engine.py'\\''' --games 20 --opening-plies 2 --time 2s --seed 1"
        );
        let header = Header { format: Format::Gauntlet, sprt: Sprt::new(0.0, 5.0).ok(), ..example() };
        assert!(header.command().contains(" --format gauntlet --games 20 --opening-plies 2 --sprt elo0=0,elo1=5 "));
    }

    #[test]
    fn the_header_is_read_back() {
        let header = Header { sprt: Sprt::new(-1.5, 0.25).ok(), ..example() };
        let line = serde_json::to_string(&header).unwrap();
        assert_eq!(serde_json::from_str::<Header>(&line).unwrap(), header);
    }
}
