//! `athos perft`: counting move sequences, to check a move generator and to time it.

use super::Answer;
use crate::game_argument::{GameArgument, PositionArgument, about_position};
use crate::json;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

/// Counts the move sequences of a given length; finished games are not extended.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// The length of the sequences, in plies
    depth: u32,
    #[command(flatten)]
    position: PositionArgument,
    /// Print the count of each first move too
    #[arg(long)]
    divide: bool,
    /// Print JSON, with the time taken
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Count<'a> {
    game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    position: &'a str,
    depth: u32,
    sequences: u64,
    /// By first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<BTreeMap<String, u64>>,
    seconds: f64,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = args.game.load()?;
    let position = about_position(game.view(&args.position.text(game.as_ref())))?.position;
    let begun = Instant::now();
    let moves = if args.divide { Some(game.divide(&position, args.depth)?) } else { None };
    let sequences = match &moves {
        Some(moves) if args.depth > 0 => moves.iter().map(|(_, count)| count).sum(),
        _ => game.perft(&position, args.depth)?,
    };
    if args.json {
        let count = Count {
            game: game.id(),
            rules: game.rules_text(),
            position: &position,
            depth: args.depth,
            sequences,
            moves: moves.map(|moves| moves.into_iter().collect()),
            seconds: begun.elapsed().as_secs_f64(),
        };
        json::write_line(&count, out)?;
    } else {
        for (m, count) in moves.into_iter().flatten() {
            writeln!(out, "{m}: {count}")?;
        }
        writeln!(out, "{sequences}")?;
    }
    Ok(Answer::Done)
}
