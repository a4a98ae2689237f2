//! What a game says of itself: its name, its players, its rule options, its page of rules.
//!
//! Options are written `key=value,key=value`. A game declares each once, in a table, and help texts, listings and error
//! messages all come from there.

use crate::{Game, NotationError};
use std::fmt;

/// A game that can be listed, configured and explained.
pub trait Described: Game {
    /// The name in commands and addresses, such as `three-musketeers`.
    const ID: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// The players, in the order of [`Player`](crate::Player).
    const PLAYERS: [&'static str; 2];
    /// The rule options.
    const OPTIONS: &'static [RuleOption];
    /// A short page of rules for people, in Markdown.
    const RULES_PAGE: &'static str;

    /// The game with these rules; what they leave out has its default.
    fn with_rules(rules: &RuleSet) -> Result<Self, RulesError>;

    /// The value of every option, in the order of `OPTIONS`, such that `with_rules` builds this game again.
    fn rules(&self) -> Vec<String>;

    /// The options that differ from their default, as `key=value,key=value`: empty for the default rules.
    fn rules_text(&self) -> String {
        let changed = Self::OPTIONS.iter().zip(self.rules()).filter(|(option, value)| option.default != value);
        changed.map(|(option, value)| format!("{}={value}", option.name)).collect::<Vec<_>>().join(",")
    }

    /// The game and its rules in one word: `id` or `id:key=value,…`.
    fn spec(&self) -> String {
        match self.rules_text() {
            rules if rules.is_empty() => Self::ID.to_string(),
            rules => format!("{}:{rules}", Self::ID),
        }
    }
}

/// One rule option of a game.
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// Its key.
    pub name: &'static str,
    /// What it may be.
    pub values: Values,
    /// Its value when nothing is said.
    pub default: &'static str,
    /// What it means, in a sentence.
    pub help: &'static str,
}

/// What a rule option may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words, the default first.
    Choices(&'static [&'static str]),
    /// A number between these two, both included.
    Number(usize, usize),
    /// A text of this description.
    Text(&'static str),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Choices(words) => f.write_str(&words.join("|")),
            Values::Number(least, most) => write!(f, "{least} to {most}"),
            Values::Text(description) => f.write_str(description),
        }
    }
}

/// Options as somebody wrote them: keys known to the game, each at most once, values not yet looked at.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    name: &'static str,
    value: String,
    /// The text it was read from, and the 0-based index of the value in it.
    text: String,
    index: usize,
}

impl RuleSet {
    /// Reads `key=value,key=value`; an empty text is the default rules.
    pub fn read(text: &str, options: &'static [RuleOption]) -> Result<RuleSet, RulesError> {
        RuleSet::default().and(text, options)
    }

    /// These options and further ones, such as those of a flag beside those of the game's name.
    pub fn and(mut self, text: &str, options: &'static [RuleOption]) -> Result<RuleSet, RulesError> {
        if text.trim().is_empty() {
            return Ok(self);
        }
        let mut index = 0;
        for part in text.split(',') {
            let refuse = |reason: String| Err(RulesError::new(text, index, reason));
            let Some((key, value)) = part.split_once('=') else {
                return refuse(format!("'{}' is not key=value", part.escape_debug()));
            };
            let Some(option) = options.iter().find(|option| option.name == key.trim()) else {
                let names: Vec<&str> = options.iter().map(|option| option.name).collect();
                let known = if names.is_empty() {
                    "the game has none".into()
                } else {
                    format!("there are {}", names.join(", "))
                };
                return refuse(format!("no option '{}'; {known}", key.trim().escape_debug()));
            };
            if self.entries.iter().any(|entry| entry.name == option.name) {
                return refuse(format!("option '{}' is given twice", option.name));
            }
            self.entries.push(Entry {
                name: option.name,
                value: value.trim().to_string(),
                text: text.to_string(),
                index: index + key.chars().count() + 1,
            });
            index += part.chars().count() + 1;
        }
        Ok(self)
    }

    /// The text given for an option, if any.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.name == name).map(|entry| entry.value.as_str())
    }

    /// An option that is a number within `range`.
    pub fn number(
        &self,
        name: &str,
        default: usize,
        range: std::ops::RangeInclusive<usize>,
    ) -> Result<usize, RulesError> {
        let Some(text) = self.get(name) else { return Ok(default) };
        match text.parse::<usize>() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(self.error(name, format!("must be a number from {} to {}", range.start(), range.end()))),
        }
    }

    /// An option that is one of a few words; `None` when it was not given.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, RulesError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match choices.iter().find(|(word, _)| *word == text) {
            Some((_, choice)) => Ok(Some(*choice)),
            None => {
                let words = choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
                Err(self.error(name, format!("must be one of {words}")))
            }
        }
    }

    /// An error about the value of an option.
    pub fn error(&self, name: &str, reason: impl fmt::Display) -> RulesError {
        match self.entries.iter().find(|entry| entry.name == name) {
            Some(entry) => {
                let value = entry.value.escape_debug();
                RulesError::new(&entry.text, entry.index, format!("{name}={value} {reason}"))
            }
            None => RulesError::new("", 0, format!("{name} {reason}")),
        }
    }
}

/// Why a text of rules does not fit a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError {
    /// The text that was read.
    pub text: String,
    /// What is wrong with it, and where.
    pub error: NotationError,
}

impl RulesError {
    /// An error at the character with this 0-based index of the rules text.
    pub fn new(text: &str, index: usize, reason: impl Into<String>) -> RulesError {
        RulesError { text: text.to_string(), error: NotationError::at(index, reason) }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules '{}', {}", self.text.escape_debug(), self.error)
    }
}

impl std::error::Error for RulesError {}
