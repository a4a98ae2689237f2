//! `athos moves`: what is legal, and where it leads.

use super::Answer;
use crate::game_argument::{GameArgument, PositionArgument, about_position};
use crate::{json, words};
use std::io::Write;

/// Lists the legal moves.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = args.game.load()?;
    let view = about_position(game.view(&args.position.text(game.as_ref())))?;
    if args.json {
        json::write_line(&json::Position::new(game.as_ref(), &view), out)?;
        return Ok(Answer::Done);
    }
    if let Some(outcome) = view.outcome {
        writeln!(out, "the game is over: {}", words::outcome_in_words(outcome, game.players()))?;
    }
    let width = view.moves.iter().map(|m| m.text.chars().count()).max().unwrap_or(0);
    for m in &view.moves {
        writeln!(out, "{:<width$}  {}", m.text, m.position)?;
    }
    Ok(Answer::Done)
}
