//! `athos eval`: what a position is worth, and every move in it.

mod quadrants;
mod sources;
mod tables;

use super::Answer;
use crate::game_argument::{GameArgument, PositionArgument};
use crate::json;
use crate::printed_report::{reason, winner};
use crate::search_arguments::seconds;
use anyhow::Context;
use athos_core::{FullGame, Outcome, Player, RecordOutcome, Value, Wdl};
use athos_games::registry::Visitor;
use athos_search::Limits;
use serde::Serialize;
use sources::{Known, Sources};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Says what a position is worth, and every move in it.
///
/// Values are for the player to move; a move's value is for the player who makes it, counted from before the move. Moves
/// come best first. A position too big for the limits is unknown, which is no error.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// Stop after this many seconds, for each position
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    time: Duration,
    /// Megabytes for tables; pentago takes up to 1,100 more with 18 stones or more
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// Leave the moves out
    #[arg(long)]
    no_moves: bool,
    /// Read a position a line from this file (`-` for standard input) and print a line of JSON for each
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    args.game.visit(Evaluate { args, out })
}

struct Evaluate<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl Visitor for Evaluate<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<G: FullGame>(self, game: G) -> anyhow::Result<Answer> {
        let (args, out) = (self.args, self.out);
        let memory = (args.memory as usize) << 20;
        let sources = Sources::new(&game, Limits { time: Some(args.time), memory, ..Limits::default() })?;
        let evaluated = |position: &G::Position| Evaluated::new(&game, position, &sources, !args.no_moves);
        let Some(path) = &args.batch else {
            let answer = evaluated(&args.position.read(&game)?)?;
            match args.json {
                true => json::write_line(&answer, out)?,
                false => write!(out, "{}", answer.text(G::PLAYERS))?,
            }
            return Ok(Answer::Done);
        };
        let lines: Box<dyn BufRead> = match path.as_os_str() == "-" {
            true => Box::new(io::stdin().lock()),
            false => {
                let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
                Box::new(BufReader::new(file))
            }
        };
        for line in lines.split(b'\n') {
            let line = line.with_context(|| format!("cannot read {}", path.display()))?;
            let text = String::from_utf8_lossy(&line);
            match game.read_position(text.trim_end_matches('\r')) {
                Ok(position) => json::write_line(&evaluated(&position)?, out)?,
                Err(error) => json::write_line(&Refused { error: format!("position: {error}") }, out)?,
            }
            out.flush()?;
        }
        Ok(Answer::Done)
    }
}

#[derive(Serialize)]
struct Refused {
    error: String,
}

/// A value, or that there is none.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Worth {
    Known(Value),
    Unknown { kind: &'static str, plies: Option<u16> },
}

impl Worth {
    fn new(value: Option<Value>) -> Worth {
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

    fn text(self) -> String {
        match self {
            Worth::Known(value) => value.to_string(),
            Worth::Unknown { kind, .. } => kind.to_string(),
        }
    }
}

/// The answer, in the shape of the JSON.
#[derive(Serialize)]
struct Evaluated {
    game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    position: String,
    turn: &'static str,
    outcome: Option<RecordOutcome>,
    value: Worth,
    winner: Option<&'static str>,
    proven: bool,
    method: &'static str,
    /// Which limit left something unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// What would make it known.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<EvaluatedMove>>,
    #[serde(skip)]
    why: &'static str,
    #[serde(skip)]
    end: Option<Outcome>,
}

#[derive(Serialize)]
struct EvaluatedMove {
    #[serde(rename = "move")]
    text: String,
    position: String,
    value: Worth,
    best: bool,
}

impl Evaluated {
    fn new<G: FullGame>(
        game: &G,
        position: &G::Position,
        sources: &Sources<G>,
        with_moves: bool,
    ) -> anyhow::Result<Evaluated> {
        let turn = game.turn(position);
        let (Known { value, moves, limit }, method) = sources.ask(game, position, with_moves)?;
        let mut moves: Vec<EvaluatedMove> = moves
            .into_iter()
            .map(|(m, worth)| EvaluatedMove {
                text: game.show_move(m),
                position: game.show_position(&game.play(position, m)),
                value: Worth::new(worth),
                // Only a known value says which moves are best: all that keep it.
                best: worth.is_some() && worth == value,
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
            winner: value.and_then(|value| winner(value, turn)).map(|player| G::PLAYERS[player.index()]),
            proven: value.is_some(),
            method,
            limit: limit.map(|limit| limit.to_string()),
            hint: limit.and(sources.hint.clone()),
            moves: with_moves.then_some(moves),
            why: limit.map_or("", reason),
            end: game.outcome(position),
        })
    }

    fn text(&self, players: [&'static str; 2]) -> String {
        if let Some(outcome) = self.end {
            return format!(
                "{}\nthe game is over: {}\n",
                self.position,
                crate::words::outcome_in_words(outcome, players)
            );
        }
        let mut out = format!("{}\n{} to move: {}", self.position, self.turn, self.value.text());
        if let Some(name) = self.winner {
            let winner = if players[0] == name { Player::One } else { Player::Two };
            out += &format!(", {}", crate::words::outcome_in_words(Outcome::Winner(winner), players));
        }
        out += &match &self.limit {
            None => format!(" (by {})\n", self.method),
            Some(limit) => format!(" (by {}, ended by {limit}: {})\n", self.method, self.why),
        };
        let moves = self.moves.as_deref().unwrap_or_default();
        let width = moves.iter().map(|m| m.text.chars().count()).max().unwrap_or(0);
        for m in moves {
            let best = if m.best { "  best" } else { "" };
            out += &format!("  {:<width$}  {}{best}\n", m.text, m.value.text());
        }
        if let Some(hint) = &self.hint {
            out += &format!("{hint}\n");
        }
        out
    }
}
