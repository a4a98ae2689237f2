//! `athos replay`: a game of a tournament's file or of a file of records, move by move.

use super::Answer;
use super::arena::GAMES;
use crate::words::{capitalised, outcome_in_words};
use crate::{json, terminal};
use anyhow::{Context, bail};
use athos_arena::journal::Reader;
use athos_arena::worth::QuickValues;
use athos_arena::{Fault, PlyRecord};
use athos_core::{AnyGame, Outcome, Player, Record, RecordOutcome, Value};
use athos_draw::text;
use athos_eval::Worth;
use athos_games::registry;
use serde::Serialize;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

/// Shows a game move by move: boards, times, what the engines thought, and what every move was worth where that is known.
#[derive(clap::Args)]
pub struct Args {
    /// A tournament's games.jsonl or its folder, or a file of records, such as `athos play --record` writes
    file: PathBuf,
    /// Which game, from 0: its `index` in a tournament's file, its place in a file of records
    #[arg(value_name = "N")]
    number: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A game of either kind of file.
struct Found {
    record: Record,
    /// What a tournament knows besides.
    plies: Vec<PlyRecord>,
    fault: Option<Fault>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let found = find(&args.file, args.number)?;
    let game = registry::load(&found.record.game, &found.record.rules)?;
    let replay = Replay::new(game.as_ref(), found)?;
    match args.json {
        true => json::write_line(&replay, out)?,
        false => replay.write(game.as_ref(), out)?,
    }
    Ok(Answer::Done)
}

/// The game of this number. Whatever has a tournament's header is read as one, which passes over a torn last line.
fn find(path: &Path, number: u64) -> anyhow::Result<Found> {
    let path = if path.is_dir() { path.join(GAMES) } else { path.to_path_buf() };
    let shown = path.display();
    let mut count = 0;
    if let Ok(reader) = Reader::open(&path) {
        for game in reader {
            let game = game?;
            if game.index == number {
                return Ok(Found { record: game.record, plies: game.plies, fault: game.fault });
            }
            count += 1;
        }
    } else {
        let file = File::open(&path).with_context(|| format!("cannot read {shown}"))?;
        for record in Record::read_lines(BufReader::new(file)) {
            let record = record.with_context(|| format!("{shown}: no record of a game"))?;
            if count == number {
                return Ok(Found { record, plies: Vec::new(), fault: None });
            }
            count += 1;
        }
    }
    bail!("{shown}: there is no game {number} among its {count}; the first is 0")
}

/// A game, in the shape of the JSON.
#[derive(Serialize)]
struct Replay {
    game: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    players: [String; 2],
    position: String,
    value: Worth,
    moves: Vec<Step>,
    outcome: Option<RecordOutcome>,
    reason: String,
    fault: Option<Fault>,
    #[serde(skip)]
    ending: String,
}

/// A move; its value is for the player who makes it, counted from before the move.
#[derive(Serialize)]
struct Step {
    turn: &'static str,
    #[serde(rename = "move")]
    text: String,
    position: String,
    value: Worth,
    loses_value: Option<bool>,
    #[serde(flatten)]
    played: Option<Played>,
}

/// What a tournament knows of a move.
#[derive(Serialize)]
struct Played {
    ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<athos_arena::FaultKind>,
}

impl Replay {
    fn new(game: &dyn AnyGame, found: Found) -> anyhow::Result<Replay> {
        let Found { record, plies, fault } = found;
        let positions = record.replay(game)?;
        let quick = QuickValues::new(game)?;
        let views = positions.iter().map(|position| game.view(position)).collect::<Result<Vec<_>, _>>()?;
        let values: Vec<Option<Value>> = positions.iter().map(|position| quick.value(position)).collect();
        let step = |(ply, text): (usize, &String)| {
            let same = views[ply].turn == views[ply + 1].turn;
            let value = values[ply + 1].map(|value| value.before_move(same));
            let loses = values[ply].zip(value).map(|(before, after)| after.wdl < before.wdl);
            Step {
                turn: game.players()[views[ply].turn.index()],
                text: text.clone(),
                position: positions[ply + 1].clone(),
                value: Worth::new(value),
                loses_value: loses,
                played: plies.get(ply).map(|ply| Played {
                    ms: ply.ms,
                    nodes: ply.nodes,
                    depth: ply.depth,
                    score: ply.score.clone(),
                    fault: ply.fault,
                }),
            }
        };
        let moves = record.moves.iter().enumerate().map(step).collect();
        Ok(Replay {
            ending: ending(game, &record, fault.as_ref()),
            game: record.game,
            rules: record.rules,
            players: record.players,
            position: positions[0].clone(),
            value: Worth::new(values[0]),
            moves,
            outcome: record.outcome,
            reason: record.reason,
            fault,
        })
    }

    fn write(&self, game: &dyn AnyGame, out: &mut dyn Write) -> anyhow::Result<()> {
        let board = |position: &str| anyhow::Ok(text::scene(&game.scene(position)?, terminal::colour()));
        let [one, two] = game.players();
        let named = |name: &str| if name.is_empty() { "somebody".to_string() } else { name.to_string() };
        writeln!(out, "{}: {one} is {}, {two} is {}.", game.title(), named(&self.players[0]), named(&self.players[1]))?;
        write!(out, "\n{}{}", board(&self.position)?, self.position)?;
        writeln!(out, "{}", if let Worth::Known(value) = self.value { format!("  {value}") } else { String::new() })?;
        for (number, step) in (1..).zip(&self.moves) {
            writeln!(out, "\n{number:>3}. {}", step.line())?;
            write!(out, "{}", board(&step.position)?)?;
            writeln!(out, "{}", step.position)?;
        }
        Ok(writeln!(out, "\n{}", self.ending)?)
    }
}

impl Step {
    fn line(&self) -> String {
        let mut line = format!("{} {}", self.turn, self.text);
        if let Worth::Known(value) = self.value {
            line += &format!("  {value}");
        }
        if self.loses_value == Some(true) {
            line += ", an error";
        }
        let Some(played) = &self.played else { return line };
        line += &format!("  ({:.3} s", played.ms / 1000.0);
        if let Some(depth) = played.depth {
            line += &format!(", depth {depth}");
        }
        if let Some(nodes) = played.nodes {
            line += &format!(", {}", crate::units::of(nodes, "node", "nodes"));
        }
        if let Some(score) = &played.score {
            line += &format!(", thought {score}");
        }
        if let Some(fault) = played.fault {
            line += &format!(", {fault}: the referee moved");
        }
        line + ")"
    }
}

/// How it ended, in a sentence.
fn ending(game: &dyn AnyGame, record: &Record, fault: Option<&Fault>) -> String {
    let winner = |name: &String| Player::BOTH.into_iter().find(|player| game.players()[player.index()] == name);
    let outcome = match &record.outcome {
        None => return "The game was not finished.".into(),
        Some(RecordOutcome::Draw(_)) => Some(Outcome::Draw),
        Some(RecordOutcome::Winner(name)) => winner(name).map(Outcome::Winner),
    };
    let outcome = outcome.map_or(String::new(), |outcome| capitalised(&outcome_in_words(outcome, game.players())));
    match (fault, record.reason.as_str()) {
        (Some(fault), reason) => {
            format!("{outcome}: {}, {reason}: {}.", game.players()[fault.player.index()], fault.detail)
        }
        (None, "") => format!("{outcome}."),
        (None, reason) => format!("{outcome} ({reason})."),
    }
}
