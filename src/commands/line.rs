//! `athos line`: a line of best play, from a solved game's tables.
//!
//! The winner takes the quickest win and the loser the slowest loss, so a decided line is as long as its value says. In a
//! drawn position both keep the draw; such a line ends when a position comes back, or after a number of plies.

use super::Answer;
use crate::game_argument::{GameArgument, PositionArgument};
use crate::{json, tables};
use athos_core::{FullGame, Tiered, Value};
use athos_games::registry::{self, TieredVisitor};
use serde::Serialize;
use std::collections::HashSet;
use std::io::Write;

/// Plays a line of best play from a position of a solved game.
///
/// Among moves that are equally good the first in the game's order is taken. A drawn line ends when a position comes back,
/// or after --plies.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// The most plies of a drawn line
    #[arg(long, value_name = "N", default_value_t = 100)]
    plies: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    registry::visit_tiered(&args.game.game, &args.game.rules, Line { args, out })?
}

struct Line<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

/// The answer, in the shape of the JSON.
#[derive(Serialize)]
struct Played {
    game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    position: String,
    turn: &'static str,
    value: Value,
    winner: Option<&'static str>,
    moves: Vec<Step>,
    /// Why the line ends.
    end: End,
    #[serde(skip)]
    words: String,
}

/// A move; its value is for the player who makes it, counted from before the move.
#[derive(Serialize)]
struct Step {
    turn: &'static str,
    #[serde(rename = "move")]
    text: String,
    value: Value,
    position: String,
    #[serde(skip)]
    words: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum End {
    /// The game is over.
    Over,
    /// A position came back.
    Repetition,
    /// The line is as long as it may be.
    Plies,
}

impl TieredVisitor for Line<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> anyhow::Result<Answer> {
        let tables = tables::open(&game)?;
        let first = self.args.position.read(&game)?;
        let value = tables.value(&first)?;
        let mut position = first;
        let mut seen = HashSet::from([first]);
        let mut moves = Vec::new();
        let end = loop {
            let Some(choice) = tables.choices(&position)?.into_iter().next() else { break End::Over };
            if value == Value::DRAW && moves.len() >= self.args.plies {
                break End::Plies;
            }
            moves.push(Step {
                turn: G::PLAYERS[game.turn(&position).index()],
                text: game.show_move(choice.m),
                value: choice.value,
                position: game.show_position(&choice.position),
                words: tables::code_in_words(tables.code(&choice.position)?, G::PLAYERS),
            });
            position = choice.position;
            if !seen.insert(position) {
                break End::Repetition;
            }
        };
        let turn = game.turn(&first);
        let played = Played {
            game: G::ID,
            rules: game.rules_text(),
            position: game.show_position(&first),
            turn: G::PLAYERS[turn.index()],
            value,
            winner: value.winner(turn).map(|player| G::PLAYERS[player.index()]),
            moves,
            end,
            words: tables::code_in_words(tables.code(&first)?, G::PLAYERS),
        };
        match self.args.json {
            true => json::write_line(&played, self.out)?,
            false => write!(self.out, "{}", played.text())?,
        }
        Ok(Answer::Done)
    }
}

impl Played {
    fn text(&self) -> String {
        let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let moves = width(&mut self.moves.iter().map(|step| step.text.chars().count()));
        let players = width(&mut self.moves.iter().map(|step| step.turn.chars().count()));
        let indent = 3 + 2 + players + 2 + moves + 2;
        let mut out = format!("{:indent$}{}  {}\n", "", self.position, self.words);
        for (ply, step) in (1..).zip(&self.moves) {
            let Step { turn, text, position, words, .. } = step;
            out += &format!("{ply:>3}  {turn:<players$}  {text:<moves$}  {position}  {words}\n");
        }
        out += match self.end {
            End::Over => "the game is over\n",
            End::Repetition => "the last position has been there before: the draw can be kept for ever\n",
            End::Plies => "the draw can be kept for longer\n",
        };
        out
    }
}
