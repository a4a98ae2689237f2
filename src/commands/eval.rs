//! `athos eval`: what a position is worth, and every move in it.

use super::Answer;
use crate::game_argument::{GameArgument, PositionArgument};
use crate::json;
use crate::printed_report::reason;
use crate::search_arguments::seconds;
use anyhow::Context;
use athos_core::{FullGame, Outcome, Player};
use athos_eval::{Evaluated, Sources};
use athos_games::registry::Visitor;
use athos_search::Limits;
use serde::Serialize;
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
    /// Megabytes to take at most, in all
    #[arg(long, value_name = "MB", default_value_t = 1500, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
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
        let sources = Sources::new(&game, memory)?;
        let limits = Limits { time: Some(args.time), memory, ..Limits::default() };
        let evaluated = |position: &G::Position| Evaluated::new(&game, position, &sources, !args.no_moves, &limits);
        let Some(path) = &args.batch else {
            let answer = evaluated(&args.position.read(&game)?)?;
            match args.json {
                true => json::write_line(&answer, out)?,
                false => write!(out, "{}", in_words(&answer, G::PLAYERS))?,
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

/// The answer for people.
fn in_words(answer: &Evaluated, players: [&'static str; 2]) -> String {
    if let Some(outcome) = answer.end {
        return format!(
            "{}\nthe game is over: {}\n",
            answer.position,
            crate::words::outcome_in_words(outcome, players)
        );
    }
    let mut out = format!("{}\n{} to move: {}", answer.position, answer.turn, answer.value);
    if let Some(name) = answer.winner {
        let winner = if players[0] == name { Player::One } else { Player::Two };
        out += &format!(", {}", crate::words::outcome_in_words(Outcome::Winner(winner), players));
    }
    out += &match &answer.limit {
        None => format!(" (by {})\n", answer.method),
        Some(limit) => format!(" (by {}, ended by {limit}: {})\n", answer.method, reason(*limit)),
    };
    let moves = answer.moves.as_deref().unwrap_or_default();
    let width = moves.iter().map(|m| m.text.chars().count()).max().unwrap_or(0);
    for m in moves {
        let best = if m.best { "  best" } else { "" };
        out += &format!("  {:<width$}  {}{best}\n", m.text, m.value);
    }
    if let Some(hint) = &answer.hint {
        out += &format!("{hint}\n");
    }
    out
}
