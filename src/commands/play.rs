//! `athos play`: a game in the terminal, between people or against a random player.
//!
//! A line is a move or a word of command. Everything that is refused says why and asks again, so a game can also be
//! played from a script: the end of input ends the session.

use super::Answer;
use crate::game_argument::{GameArgument, about_position};
use crate::{json, terminal};
use anyhow::Context;
use athos_core::random::Random;
use athos_core::{AnyGame, Outcome, PositionView, Record, RecordOutcome};
use athos_draw::text;
use clap::ValueEnum;
use std::fs::OpenOptions;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Plays a game in the terminal.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Who plays the game's first player (see `athos games` for their names)
    #[arg(value_enum, default_value = "human")]
    one: PlayerKind,
    /// Who plays the game's second player
    #[arg(value_enum, default_value = "human")]
    two: PlayerKind,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Append the record of the game to this file when it ends
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Seed of the random player; a new one each time when left out
    #[arg(long)]
    seed: Option<u64>,
}

/// Who makes the moves.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PlayerKind {
    /// A person at this terminal
    Human,
    /// Any legal move, each equally likely
    Random,
}

impl PlayerKind {
    fn name(self) -> &'static str {
        match self {
            PlayerKind::Human => "human",
            PlayerKind::Random => "random",
        }
    }
}

const COMMANDS: &str = "Type a move, or: moves, show, undo, resign, save FILE, rules, help, quit.";

/// A game in progress. Undo is dropping the last position.
struct Session<'a> {
    game: &'a dyn AnyGame,
    kinds: [PlayerKind; 2],
    positions: Vec<PositionView>,
    record: Record,
}

/// What a line of input did.
enum Step {
    Played,
    Again,
    Over,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = args.game.load()?;
    let first = about_position(game.view(args.position.as_deref().unwrap_or(&game.start())))?;
    let kinds = [args.one, args.two];
    let mut record = Record::begin(game.as_ref(), &first.position);
    record.players = kinds.map(|kind| kind.name().to_string());
    let mut session = Session { game: game.as_ref(), kinds, positions: vec![first], record };

    let seed = args.seed.unwrap_or_else(new_seed);
    let mut random = Random::new(seed);
    writeln!(out, "{}: {} and {}. {COMMANDS}", game.title(), game.players()[0], game.players()[1])?;
    if kinds.contains(&PlayerKind::Random) {
        writeln!(out, "The random player's seed is {seed}.")?;
    }

    let mut input = std::io::stdin().lock();
    session.draw(out)?;
    while session.now().outcome.is_none() && session.record.outcome.is_none() {
        match session.mover() {
            PlayerKind::Random => session.play_random(&mut random, out)?,
            PlayerKind::Human => match session.ask(&mut input, out)? {
                Step::Played | Step::Again => {}
                Step::Over => break,
            },
        }
    }
    if let Some(outcome) = session.now().outcome {
        session.record.outcome = Some(RecordOutcome::new(outcome, game.players()));
        writeln!(out, "{}.", capitalised(&json::outcome_in_words(outcome, game.players())))?;
    }
    if let Some(path) = &args.record {
        save(&session.record, path)?;
        writeln!(out, "Record appended to {}.", path.display())?;
    }
    Ok(Answer::Done)
}

impl Session<'_> {
    fn now(&self) -> &PositionView {
        &self.positions[self.positions.len() - 1]
    }

    fn mover(&self) -> PlayerKind {
        self.kinds[self.now().turn.index()]
    }

    fn draw(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let scene = self.game.scene(&self.now().position)?;
        write!(out, "\n{}", text::scene(&scene, terminal::colour()))?;
        Ok(writeln!(out, "{}", self.now().position)?)
    }

    fn play(&mut self, m: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let next = self.game.play(&self.now().position, m)?;
        self.positions.push(self.game.view(&next)?);
        self.record.moves.push(m.to_string());
        self.draw(out)
    }

    fn play_random(&mut self, random: &mut Random, out: &mut dyn Write) -> anyhow::Result<()> {
        let m = random.pick(&self.now().moves).map(|m| m.text.clone()).context("no legal move")?;
        writeln!(out, "{}: {m}", self.game.players()[self.now().turn.index()])?;
        self.play(&m, out)
    }

    fn ask(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<Step> {
        write!(out, "{} to move> ", self.game.players()[self.now().turn.index()])?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line).context("standard input")? == 0 {
            writeln!(out)?;
            return Ok(Step::Over);
        }
        let line = line.trim();
        match line.split_once(' ').unwrap_or((line, "")) {
            ("", _) => {}
            ("quit" | "exit", _) => return Ok(Step::Over),
            ("help" | "?", _) => writeln!(out, "{COMMANDS}")?,
            ("show", _) => self.draw(out)?,
            ("rules", _) => write!(out, "{}", self.game.rules_page())?,
            ("moves", _) => {
                let moves: Vec<&str> = self.now().moves.iter().map(|m| m.text.as_str()).collect();
                writeln!(out, "{}", moves.join(" "))?;
            }
            ("undo", _) => self.undo(out)?,
            ("save", "") => writeln!(out, "Save where? `save FILE` appends the record to a file.")?,
            ("save", path) => match save(&self.record, Path::new(path)) {
                Ok(()) => writeln!(out, "Record appended to {path}.")?,
                Err(error) => writeln!(out, "{error:#}")?,
            },
            ("resign", _) => {
                let loser = self.now().turn;
                let outcome = Outcome::Winner(loser.other());
                self.record.outcome = Some(RecordOutcome::new(outcome, self.game.players()));
                self.record.reason = "resigned".into();
                let words = json::outcome_in_words(outcome, self.game.players());
                writeln!(out, "{}: {} resigned.", capitalised(&words), self.game.players()[loser.index()])?;
                return Ok(Step::Over);
            }
            _ => match self.game.play(&self.now().position, line) {
                Ok(_) => {
                    self.play(line, out)?;
                    return Ok(Step::Played);
                }
                Err(error) => writeln!(out, "'{line}', {error}. (`moves` lists what is legal, `help` the commands.)")?,
            },
        }
        Ok(Step::Again)
    }

    /// Goes back to the last position in which a person was to move.
    fn undo(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let earlier = &self.positions[..self.positions.len() - 1];
        let back = earlier.iter().rposition(|view| self.kinds[view.turn.index()] == PlayerKind::Human);
        match back {
            Some(index) => {
                self.positions.truncate(index + 1);
                self.record.moves.truncate(index);
                self.draw(out)
            }
            None => Ok(writeln!(out, "There is nothing to undo.")?),
        }
    }
}

fn save(record: &Record, path: &Path) -> anyhow::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let mut file = file.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(record.write_line(&mut file)?)
}

fn new_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
