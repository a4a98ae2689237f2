//! The answer to what a position is worth, in the shape of the JSON.

use crate::{EvalError, Known, Sources};
use athos_core::{FullGame, Outcome, RecordOutcome, Value, Wdl};
use athos_search::{End, Limits};
use serde::{Serialize, Serializer};
use std::fmt;

/// A value, or that there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Worth {
    /// It is known.
    Known(Value),
    /// It is not.
    Unknown {
        /// Always `unknown`.
        kind: &'static str,
        /// Always null.
        plies: Option<u16>,
    },
}

impl Worth {
    /// The worth of something whose value may be known.
    pub fn new(value: Option<Value>) -> Worth {
        value.map_or(Worth::Unknown { kind: "unknown", plies: None }, Worth::Known)
    }

    /// Where it stands among moves, best first: unknown is better than lost.
    fn key(self) -> (u8, i32) {
        match self {
            Worth::Known(value) => {
                let plies = value.plies.map_or(i32::from(u16::MAX) + 1, i32::from);
                match value.wdl {
                    Wdl::Win => (0, plies),
                    Wdl::Draw => (1, 0),
                    Wdl::Loss => (3, -plies),
                }
            }
            Worth::Unknown { .. } => (2, 0),
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Known(value) => value.fmt(f),
            Worth::Unknown { kind, .. } => f.write_str(kind),
        }
    }
}

/// The answer, in the shape of the JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Evaluated {
    /// The game's id.
    pub game: &'static str,
    /// The options that differ from their default.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// The position, in the game's notation.
    pub position: String,
    /// Who is to move, by name.
    pub turn: &'static str,
    /// How the game ended, if it has.
    pub outcome: Option<RecordOutcome>,
    /// The value for the player to move.
    pub value: Worth,
    /// Who wins, by name.
    pub winner: Option<&'static str>,
    /// Whether the value is proven.
    pub proven: bool,
    /// Where it comes from: `rules`, `table`, `proof`, `search`.
    pub method: &'static str,
    /// Which limit left something unknown.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown")]
    pub limit: Option<End>,
    /// What would make it known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Every legal move, best first, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<EvaluatedMove>>,
    /// The outcome as the game knows it.
    #[serde(skip)]
    pub end: Option<Outcome>,
}

/// A move and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EvaluatedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Where it leads.
    pub position: String,
    /// Its value for the player who makes it, counted from before the move.
    pub value: Worth,
    /// The value of where it leads, for the player to move there, counted from there.
    #[serde(skip)]
    pub after: Worth,
    /// Whether it keeps the position's value.
    pub best: bool,
}

fn shown<S: Serializer>(limit: &Option<End>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&limit.unwrap_or(End::Proven))
}

impl Evaluated {
    /// What the sources know about a position within the limits, and, if asked for, about its moves.
    pub fn new<G: FullGame>(
        game: &G,
        position: &G::Position,
        sources: &Sources<G>,
        with_moves: bool,
        limits: &Limits,
    ) -> Result<Evaluated, EvalError> {
        let turn = game.turn(position);
        let (Known { value, moves, limit }, method) = sources.ask(game, position, with_moves, limits)?;
        let mut moves: Vec<EvaluatedMove> = moves
            .into_iter()
            .map(|(m, worth)| {
                let next = game.play(position, m);
                EvaluatedMove {
                    text: game.show_move(m),
                    position: game.show_position(&next),
                    value: Worth::new(worth),
                    after: Worth::new(worth.map(|value| value.after_move(game.turn(&next) == turn))),
                    // Only a known value says which moves are best: all that keep it.
                    best: worth.is_some() && worth == value,
                }
            })
            .collect();
        moves.sort_by_key(|m| m.value.key());
        Ok(Evaluated {
            game: G::ID,
            rules: game.rules_text(),
            position: game.show_position(position),
            turn: G::PLAYERS[turn.index()],
            outcome: game.outcome(position).map(|outcome| RecordOutcome::new(outcome, G::PLAYERS)),
            value: Worth::new(value),
            winner: value.and_then(|value| value.winner(turn)).map(|player| G::PLAYERS[player.index()]),
            proven: value.is_some(),
            method,
            limit,
            hint: limit.and(sources.hint.clone()),
            moves: with_moves.then_some(moves),
            end: game.outcome(position),
        })
    }
}
