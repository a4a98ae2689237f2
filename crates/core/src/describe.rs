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
    /// What it may be: the choices, default first, separated by `|`, or a description in words of what fits.
    pub values: &'static str,
    /// Its value when nothing is said.
    pub default: &'static str,
    /// What it means, in a sentence.
    pub help: &'static str,
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
    /// 0-based index of the value in the text it was read from.
    index: usize,
}

impl RuleSet {
    /// Reads `key=value,key=value`; an empty text is the default rules.
    pub fn read(text: &str, options: &'static [RuleOption]) -> Result<RuleSet, RulesError> {
        let mut entries: Vec<Entry> = Vec::new();
        if text.trim().is_empty() {
            return Ok(RuleSet { entries });
        }
        let mut index = 0;
        for part in text.split(',') {
            let Some((key, value)) = part.split_once('=') else {
                return Err(RulesError::at(index, format!("'{part}' is not key=value")));
            };
            let key = key.trim();
            let Some(option) = options.iter().find(|option| option.name == key) else {
                let known = options.iter().map(|option| option.name).collect::<Vec<_>>().join(", ");
                return Err(RulesError::at(index, format!("no option '{key}'; there are {known}")));
            };
            if entries.iter().any(|entry| entry.name == option.name) {
                return Err(RulesError::at(index, format!("option '{key}' is given twice")));
            }
            let value_index = index + part.chars().position(|c| c == '=').unwrap_or(0) + 1;
            entries.push(Entry { name: option.name, value: value.trim().to_string(), index: value_index });
            index += part.chars().count() + 1;
        }
        Ok(RuleSet { entries })
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
            Some(entry) => RulesError::at(entry.index, format!("{name}={} {reason}", entry.value)),
            None => RulesError::at(0, format!("{name} {reason}")),
        }
    }
}

/// Why a text of rules does not fit a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError(pub NotationError);

impl RulesError {
    /// An error at the character with this 0-based index of the rules text.
    pub fn at(index: usize, reason: impl Into<String>) -> RulesError {
        RulesError(NotationError::at(index, reason))
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules, {}", self.0)
    }
}

impl std::error::Error for RulesError {}
