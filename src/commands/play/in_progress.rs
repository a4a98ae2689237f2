//! A game in progress: what was played, what a line of input does, when it is over.
//!
//! A line is a move or a word of command. Everything that is refused says why and asks again. The end of the game is not
//! the end of the talk: a person may still take back the last move or save the record. The end of input is.

use super::open_record;
use super::seat::Seat;
use crate::terminal;
use crate::words::{capitalised, outcome_in_words};
use anyhow::Context;
use athos_arena::{FaultKind, MoveLimits, Turn};
use athos_core::{AnyGame, Outcome, PositionView, Record, RecordOutcome, Referee};
use athos_draw::text;
use std::io::{BufRead, Write};
use std::path::Path;

/// What may be typed.
pub const HELP: &str = "Type a move, or: moves, show, undo, resign, save FILE, rules, help, quit.";

/// The positions so far, the last one on the board. Undo is dropping positions.
pub struct GameInProgress<'a> {
    game: &'a dyn AnyGame,
    seats: [Seat; 2],
    /// What an engine's move may cost.
    limits: MoveLimits,
    referee: Referee,
    positions: Vec<PositionView>,
    moves: Vec<String>,
    /// How it ended, if somebody resigned or an engine failed.
    given_up: Option<Ending>,
}

/// How a game is over, and why, in a word for a record; empty when the rules say so.
#[derive(Clone)]
struct Ending {
    outcome: Outcome,
    reason: String,
}

impl<'a> GameInProgress<'a> {
    /// A game that begins at `first`.
    pub fn new(
        game: &'a dyn AnyGame,
        seats: [Seat; 2],
        limits: MoveLimits,
        referee: Referee,
        first: PositionView,
    ) -> GameInProgress<'a> {
        GameInProgress { game, seats, limits, referee, positions: vec![first], moves: Vec::new(), given_up: None }
    }

    /// Plays until somebody quits, the input ends, or the game ends without a person at the board.
    pub fn run(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
        self.draw(out)?;
        let mut announced = false;
        loop {
            match self.ending() {
                Some(ending) => {
                    if !announced {
                        self.announce(&ending, out)?;
                    }
                    announced = true;
                    let people = self.seats.iter().any(Seat::is_human);
                    if !people || !self.ask("the game is over", input, out)? {
                        return Ok(());
                    }
                }
                None => {
                    announced = false;
                    let mover = self.game.players()[self.now().turn.index()];
                    if !self.play_engine(out)? && !self.ask(&format!("{mover} to move"), input, out)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// The game so far.
    pub fn record(&self) -> Record {
        let mut record = Record::begin(self.game, &self.positions[0].position);
        record.players = [0, 1].map(|side: usize| self.seats[side].name().to_string());
        record.moves = self.moves.clone();
        if let Some(ending) = self.ending() {
            record.outcome = Some(RecordOutcome::new(ending.outcome, self.game.players()));
            record.reason = ending.reason;
        }
        record
    }

    fn now(&self) -> &PositionView {
        &self.positions[self.positions.len() - 1]
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.now().outcome {
            return Some(Ending { outcome, reason: String::new() });
        }
        if let Some(ending) = &self.given_up {
            return Some(ending.clone());
        }
        let stop = self.referee.stops(self.positions.iter().map(|view| view.position.as_str()))?;
        Some(Ending { outcome: Outcome::Draw, reason: stop.to_string() })
    }

    fn announce(&self, ending: &Ending, out: &mut dyn Write) -> anyhow::Result<()> {
        let outcome = capitalised(&outcome_in_words(ending.outcome, self.game.players()));
        match ending.reason.as_str() {
            "" => writeln!(out, "{outcome}.")?,
            reason => writeln!(out, "{outcome} ({reason}).")?,
        }
        Ok(())
    }

    fn draw(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let scene = self.game.scene(&self.now().position)?;
        write!(out, "\n{}", text::scene(&scene, terminal::colour()))?;
        Ok(writeln!(out, "{}", self.now().position)?)
    }

    /// Puts the position that `m` leads to on the board.
    fn advance(&mut self, m: &str, next: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        self.positions.push(self.game.view(next)?);
        self.moves.push(m.to_string());
        self.draw(out)
    }

    /// Lets the engine to move make its move; false when a person is to move. An engine that fails loses.
    fn play_engine(&mut self, out: &mut dyn Write) -> anyhow::Result<bool> {
        let (start, now) = (&self.positions[0], &self.positions[self.positions.len() - 1]);
        let turn = Turn { start: &start.position, moves: &self.moves, position: &now.position, limits: &self.limits };
        let (side, mover) = (now.turn, self.game.players()[now.turn.index()]);
        // An engine may think for long: what is on the board should be seen meanwhile.
        out.flush()?;
        let Some(answer) = self.seats[side.index()].choose(&turn) else { return Ok(false) };
        let failure = match answer {
            Ok(thought) => match self.game.play(&now.position, &thought.m) {
                Ok(next) => {
                    writeln!(out, "{mover}: {}", thought.m)?;
                    self.advance(&thought.m, &next, out)?;
                    return Ok(true);
                }
                Err(error) => (FaultKind::Illegal, format!("'{}', {error}", thought.m.escape_debug())),
            },
            Err(failure) => (failure.kind, failure.detail),
        };
        writeln!(out, "{mover}: {}", failure.1)?;
        self.given_up = Some(Ending { outcome: Outcome::Winner(side.other()), reason: failure.0.to_string() });
        Ok(true)
    }

    /// Asks for a line and does what it says; false when there is nothing more to do.
    fn ask(&mut self, prompt: &str, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<bool> {
        write!(out, "{prompt}> ")?;
        out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line).context("standard input")? == 0 {
            writeln!(out)?;
            return Ok(false);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match line.split_once(' ').unwrap_or((line, "")) {
            ("", _) => {}
            ("quit" | "exit", _) => return Ok(false),
            ("help" | "?", _) => writeln!(out, "{HELP}")?,
            ("show", _) => self.draw(out)?,
            ("rules", _) => write!(out, "{}", self.game.rules_page())?,
            ("moves", _) => {
                let moves: Vec<&str> = self.now().moves.iter().map(|m| m.text.as_str()).collect();
                writeln!(out, "{}", moves.join(" "))?;
            }
            ("undo", _) => self.undo(out)?,
            ("save", "") => writeln!(out, "Save where? `save FILE` appends the record to a file.")?,
            ("save", path) => match self.save(Path::new(path)) {
                Ok(()) => writeln!(out, "Record appended to {path}.")?,
                Err(error) => writeln!(out, "{error:#}")?,
            },
            _ if self.ending().is_some() => writeln!(out, "The game is over: undo, save FILE, or quit.")?,
            ("resign", _) => {
                let outcome = Outcome::Winner(self.now().turn.other());
                self.given_up = Some(Ending { outcome, reason: "resigned".into() });
            }
            _ => match self.game.play(&self.now().position, line) {
                Ok(next) => self.advance(line, &next, out)?,
                Err(error) => writeln!(out, "'{line}', {error}. (`moves` lists what is legal, `help` the commands.)")?,
            },
        }
        Ok(true)
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        Ok(self.record().write_line(&mut open_record(path)?)?)
    }

    /// Takes back a resignation, or goes back to the last position in which a person was to move.
    fn undo(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.given_up.take().is_some() {
            return self.draw(out);
        }
        let earlier = &self.positions[..self.positions.len() - 1];
        let back = earlier.iter().rposition(|view| self.seats[view.turn.index()].is_human());
        match back {
            Some(index) => {
                self.positions.truncate(index + 1);
                self.moves.truncate(index);
                self.draw(out)
            }
            None => Ok(writeln!(out, "There is nothing to undo.")?),
        }
    }
}
