//! The JSON that commands print, after the shapes in `docs/NOTATION.md`.

use athos_core::{AnyGame, PositionView, RecordOutcome};
use serde::Serialize;
use std::io::Write;

/// A position with its legal moves.
#[derive(Serialize)]
pub struct Position<'a> {
    pub game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    pub position: &'a str,
    pub turn: &'static str,
    pub outcome: Option<RecordOutcome>,
    pub moves: Vec<Move<'a>>,
}

/// A legal move and where it leads.
#[derive(Serialize)]
pub struct Move<'a> {
    #[serde(rename = "move")]
    pub text: &'a str,
    pub position: &'a str,
}

impl<'a> Position<'a> {
    /// The JSON form of a position.
    pub fn new(game: &dyn AnyGame, view: &'a PositionView) -> Position<'a> {
        Position {
            game: game.id(),
            rules: game.rules_text(),
            position: &view.position,
            turn: game.players()[view.turn.index()],
            outcome: view.outcome.map(|outcome| RecordOutcome::new(outcome, game.players())),
            moves: view.moves.iter().map(|m| Move { text: &m.text, position: &m.position }).collect(),
        }
    }
}

/// Writes one line of JSON.
pub fn write_line(value: &impl Serialize, out: &mut dyn Write) -> anyhow::Result<()> {
    // Through a string, so that a reader who goes away is an error of the writer and not of the JSON.
    let line = serde_json::to_string(value)? + "\n";
    Ok(out.write_all(line.as_bytes())?)
}
