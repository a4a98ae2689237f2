//! `athos show`: a position as a picture, or a game's rules as a page.

use super::Answer;
use crate::game_argument::{PositionArgument, about_position};
use crate::{terminal, words};
use anyhow::{Context, ensure};
use athos_draw::{svg, text};
use athos_games::registry;
use std::io::Write;
use std::path::PathBuf;

/// Draws a position.
#[derive(clap::Args)]
pub struct Args {
    /// The game, such as `mad-king`, with rule options after a colon if you like: `matches:pile=9`
    game: String,
    #[command(flatten)]
    position: PositionArgument,
    /// Alone: print the rules of the game. With a value: play by these rule options, `key=value,key=value`
    #[arg(long, value_name = "RULES", num_args = 0..=1, require_equals = false)]
    rules: Option<Option<String>>,
    /// Draw into an SVG file (`-` for standard output) instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let options = args.rules.clone().flatten().unwrap_or_default();
    let game = registry::load(&args.game, &options)?;
    if args.rules == Some(None) {
        ensure!(
            args.svg.is_none() && args.position.is_start(),
            "`--rules` without key=value prints the rules of the game: leave out the position and --svg"
        );
        write!(out, "{}", game.rules_page())?;
        return Ok(Answer::Done);
    }
    let position = args.position.text(game.as_ref());
    let view = about_position(game.view(&position))?;
    let scene = game.scene(&view.position)?;
    match &args.svg {
        Some(path) if path.as_os_str() == "-" => write!(out, "{}", svg::scene(&scene, &view.position))?,
        Some(path) => std::fs::write(path, svg::scene(&scene, &view.position))
            .with_context(|| format!("cannot write {}", path.display()))?,
        None => {
            write!(out, "{}", text::scene(&scene, terminal::colour()))?;
            let status = match view.outcome {
                Some(outcome) => words::outcome_in_words(outcome, game.players()),
                None => format!("{} to move", game.players()[view.turn.index()]),
            };
            writeln!(out, "\n{}\n{status}", view.position)?;
        }
    }
    Ok(Answer::Done)
}
