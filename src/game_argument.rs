//! The arguments that name a game and a position, the same in every command.

use anyhow::Context;
use athos_core::{AnyGame, Notation};
use athos_games::registry::{self, Visitor};
use clap::Args;

/// Which game, with which rules.
#[derive(Args)]
pub struct GameArgument {
    /// The game, such as `mad-king`, with rule options after a colon if you like: `matches:pile=9`
    pub game: String,
    /// Rule options: `key=value,key=value` (see `athos help rules`)
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
}

impl GameArgument {
    /// The game, or an error that says what there is.
    pub fn load(&self) -> anyhow::Result<Box<dyn AnyGame>> {
        Ok(registry::load(&self.game, &self.rules)?)
    }

    /// Hands the game with its types to somebody who needs them.
    pub fn visit<T>(&self, visitor: impl Visitor<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
        registry::visit(&self.game, &self.rules, visitor)?
    }
}

/// A position; the game's start when it is left out.
#[derive(Args)]
pub struct PositionArgument {
    /// The position, such as `21 1`; the start position when left out
    #[arg(value_name = "POSITION", num_args = 0..)]
    words: Vec<String>,
}

impl PositionArgument {
    /// Whether none was given.
    pub fn is_start(&self) -> bool {
        self.words.is_empty()
    }

    /// The text that was given, or the start. Quotes around a position may be left out: its words are joined again.
    pub fn text(&self, game: &dyn AnyGame) -> String {
        if self.words.is_empty() { game.start() } else { self.words.join(" ") }
    }

    /// The position itself.
    pub fn read<G: Notation>(&self, game: &G) -> anyhow::Result<G::Position> {
        match self.words.is_empty() {
            true => Ok(game.start()),
            false => about_position(game.read_position(&self.words.join(" "))),
        }
    }
}

/// Says which text a notation error is about.
pub fn about_position<T>(result: Result<T, athos_core::NotationError>) -> anyhow::Result<T> {
    result.context("position")
}
