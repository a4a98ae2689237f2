//! Who sits at the board: a person or an engine.

use anyhow::Context;
use athos_arena::{Conditions, Engine, Failure, Player, Thought, Turn};
use athos_core::AnyGame;

/// The word for a person at this terminal.
pub const HUMAN: &str = "human";

/// One side of the board.
pub enum Seat {
    /// A person at this terminal.
    Human,
    /// An engine and its name.
    Engine(String, Box<dyn Player>),
}

impl Seat {
    /// `human`, or an engine, which is started now.
    pub fn read(text: &str, game: &dyn AnyGame) -> anyhow::Result<Seat> {
        if text == HUMAN {
            return Ok(Seat::Human);
        }
        let engine = Engine::read(text, game.id())?;
        Ok(Seat::Engine(engine.name().to_string(), engine.player(game, &Conditions::default())?))
    }

    /// The name in records.
    pub fn name(&self) -> &str {
        match self {
            Seat::Human => HUMAN,
            Seat::Engine(name, _) => name,
        }
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }

    /// A game begins.
    pub fn begin(&mut self, seed: u64) -> anyhow::Result<()> {
        match self {
            Seat::Human => Ok(()),
            Seat::Engine(name, player) => player.begin(seed).with_context(|| format!("player '{name}'")),
        }
    }

    /// The engine's move; `None` for a person, who is asked elsewhere.
    pub fn choose(&mut self, turn: &Turn<'_>) -> Option<Result<Thought, Failure>> {
        match self {
            Seat::Human => None,
            Seat::Engine(_, player) => Some(player.choose(turn, &mut |_| ())),
        }
    }
}
