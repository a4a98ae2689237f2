//! An engine made of any player: `athos engine`.
//!
//! One thread reads lines, one thinks, and the one that was here first does everything else, so that `stop`, `quit` and
//! `isready` are heard during thought and all lines are written by one hand. Nothing large is made before the first
//! `isready` or `go`.

use super::command::{Command, Go, Question};
use super::lines::{Line, Lines};
use super::reply::{show_info, show_value};
use super::settings::{Effect, Settings};
use crate::game_record::FaultKind;
use crate::player::{Failure, Info, Player, Thought, Turn};
use crate::spec::Spec;
use crate::thinker::player;
use athos_core::{AnyGame, Outcome, Player as Side, PositionView};
use athos_eval::{AnyEvaluator, Worth, evaluator};
use athos_search::Limits;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read.
const LONGEST_LINE: usize = 1 << 20;
/// Lines and thoughts that wait to be looked at.
const QUEUE: usize = 64;
/// Lines that wait for a thought to end after `stop`.
const DEFERRED: usize = 64;
/// How often a finished thought looks whether `stop` has come, where it must wait for that.
const STOP_INTERVAL: Duration = Duration::from_millis(5);
/// What finding the answer to `query value` may cost, where no table has it.
pub fn value_limits() -> Limits {
    Limits { time: Some(Duration::from_secs(1)), memory: 64 << 20, ..Limits::default() }
}

/// Speaks the protocol on `input` and `out` until `quit` or the end of the input. `game` and `rules` hold until others
/// are set. `value_limits` are those of `query value`. An error is one of writing.
pub fn serve(
    game: (&str, &str),
    spec: &Spec,
    value_limits: Limits,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (sender, events) = sync_channel(QUEUE);
    let lines = sender.clone();
    thread::spawn(move || send_lines(input, &lines));
    let settings = Settings::new(game.0, game.1, spec);
    let loaded = settings.load().map_err(io::Error::other)?;
    let position = loaded.start();
    let mut engine = Engine {
        settings,
        spec: spec.clone(),
        value_limits,
        place: Place { start: position.clone(), moves: Vec::new(), position },
        game: loaded,
        player: None,
        evaluator: None,
        new_game: true,
        thinking: None,
        deferred: VecDeque::new(),
        sender,
        out,
    };
    engine.run(&events)
}

/// What happens to the engine.
enum Event {
    /// A line came.
    Line(Line),
    /// There will be no more.
    End,
    /// The player thinks this.
    Info(Info),
    /// The player is done, and comes back; nobody does if it panicked.
    Done(Option<Box<dyn Player>>, Result<Thought, Failure>),
}

fn send_lines(input: impl BufRead, sender: &SyncSender<Event>) {
    let mut lines = Lines::new(input, LONGEST_LINE);
    while let Ok(Some(line)) = lines.read() {
        if sender.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::End);
}

/// A position and how it came about.
#[derive(Clone)]
struct Place {
    start: String,
    moves: Vec<String>,
    position: String,
}

struct Thinking {
    cancel: Arc<AtomicBool>,
    begun: Instant,
}

struct Engine<'a> {
    settings: Settings,
    spec: Spec,
    value_limits: Limits,
    game: Box<dyn AnyGame>,
    place: Place,
    /// Made when it is needed first; away while it thinks.
    player: Option<Box<dyn Player>>,
    /// Made when a value is asked for first.
    evaluator: Option<Box<dyn AnyEvaluator>>,
    /// Whether the player has yet to hear that a game begins.
    new_game: bool,
    thinking: Option<Thinking>,
    /// Commands that came between `stop` and the end of the thought.
    deferred: VecDeque<Command>,
    sender: SyncSender<Event>,
    out: &'a mut dyn Write,
}

impl Engine<'_> {
    fn run(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        // The engine holds a sender itself, so the channel never ends by itself.
        while let Ok(event) = events.recv() {
            match event {
                Event::End => break,
                Event::Line(Line::TooLong) => self.remark("a line is too long, and was ignored")?,
                Event::Line(Line::Text(line)) => {
                    let command = Command::read(&line);
                    if command == Command::Quit {
                        break;
                    }
                    self.obey(command)?;
                }
                Event::Info(info) => {
                    let line = show_info(&info, self.settings.style);
                    self.say(&line)?;
                }
                Event::Done(player, thought) => {
                    self.answer(player, thought)?;
                    while self.thinking.is_none()
                        && let Some(command) = self.deferred.pop_front()
                    {
                        self.obey(command)?;
                    }
                }
            }
        }
        // A thought that is still going on ends with the process, or soon.
        if let Some(thinking) = &self.thinking {
            thinking.cancel.store(true, Relaxed);
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        self.say(&format!("info string {text}"))
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        // Step 1. What can be done during thought.
        match &command {
            Command::Ugi => return self.introduce(),
            Command::IsReady => {
                if self.thinking.is_none()
                    && let Err(reason) = self.make_player()
                {
                    self.remark(&reason)?;
                }
                return self.say("readyok");
            }
            Command::Query(question) => {
                let answer = self.answer_to(*question);
                return self.say(&format!("response {answer}"));
            }
            Command::Stop => {
                if let Some(thinking) = &self.thinking {
                    thinking.cancel.store(true, Relaxed);
                }
                return Ok(());
            }
            Command::Other(None) | Command::Quit => return Ok(()),
            Command::Other(Some(reason)) => return self.remark(reason),
            _ => {}
        }
        // Step 2. What must wait for the end of a thought waits if that is near.
        if let Some(thinking) = &self.thinking {
            if thinking.cancel.load(Relaxed) && self.deferred.len() < DEFERRED {
                self.deferred.push_back(command);
                return Ok(());
            }
            return self.remark("still thinking: ignored; 'stop' comes first");
        }
        // Step 3. The rest.
        match command {
            Command::NewGame => self.new_game = true,
            Command::SetOption { name, value } => match self.settings.set(&name, &value) {
                Err(reason) => self.remark(&reason)?,
                Ok(effect) => self.settle(effect)?,
            },
            Command::Position { start, moves } => match self.place(start, moves) {
                Ok(place) => self.place = place,
                Err(reason) => self.remark(&format!("position: {reason}; it stays as it was"))?,
            },
            Command::Go(go) => self.go(&go)?,
            _ => {}
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&format!("id name Athos {} ({})", env!("CARGO_PKG_VERSION"), self.spec.name()))?;
        self.say(&format!("id author {}", env!("CARGO_PKG_AUTHORS")))?;
        for line in self.settings.offers() {
            self.say(&line)?;
        }
        self.say("ugiok")
    }

    /// Forgets what an option has made out of date.
    fn settle(&mut self, effect: Effect) -> io::Result<()> {
        if effect == Effect::None {
            return Ok(());
        }
        (self.player, self.evaluator, self.new_game) = (None, None, true);
        if effect == Effect::Game {
            match self.settings.load() {
                Ok(game) => self.game = game,
                Err(reason) => return self.remark(&reason),
            }
            let position = self.game.start();
            self.place = Place { start: position.clone(), moves: Vec::new(), position };
        }
        Ok(())
    }

    /// The place that a position and moves lead to.
    fn place(&self, start: Option<String>, moves: Vec<String>) -> Result<Place, String> {
        let start = start.unwrap_or_else(|| self.game.start());
        let start = self.game.view(&start).map_err(|error| error.to_string())?.position;
        let mut position = start.clone();
        for (index, m) in moves.iter().enumerate() {
            let wrong = |error| format!("move {}: {error}", index + 1);
            position = self.game.play(&position, m).map_err(wrong)?;
        }
        Ok(Place { start, moves, position })
    }

    fn make_player(&mut self) -> Result<(), String> {
        if self.player.is_none() {
            let (game, rules) = self.settings.game();
            let made = player(game, rules, &self.settings.spec(&self.spec));
            self.player = Some(made.map_err(|error| error.to_string())?);
            self.new_game = true;
        }
        Ok(())
    }

    fn view(&self) -> Option<PositionView> {
        self.game.view(&self.place.position).ok()
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let Some(view) = self.view().filter(|view| view.outcome.is_none()) else {
            self.remark("the game is over")?;
            return self.say("bestmove none");
        };
        if let Err(reason) = self.make_player() {
            self.remark(&reason)?;
        }
        let Some(mut player) = self.player.take() else { return self.say("bestmove none") };
        let cancel = Arc::new(AtomicBool::new(false));
        let mut limits = go.limits(view.turn.index());
        limits.cancel = Some(cancel.clone());
        let until_stop = go.infinite.then(|| cancel.clone());
        let begin = std::mem::take(&mut self.new_game).then_some(self.settings.seed);
        let (place, sender) = (self.place.clone(), self.sender.clone());
        self.thinking = Some(Thinking { cancel, begun: Instant::now() });
        let report = Report(Some(sender.clone()));
        thread::spawn(move || {
            let thought = begin.map_or(Ok(()), |seed| player.begin(seed)).and_then(|()| {
                let Place { start, moves, position } = &place;
                let turn = Turn { start, moves, position, limits: &limits };
                player.choose(&turn, &mut |info| {
                    let _ = sender.send(Event::Info(info.clone()));
                })
            });
            while until_stop.as_ref().is_some_and(|stop| !stop.load(Relaxed)) {
                thread::sleep(STOP_INTERVAL);
            }
            report.done(player, thought);
        });
        Ok(())
    }

    /// A thought has ended.
    fn answer(&mut self, player: Option<Box<dyn Player>>, thought: Result<Thought, Failure>) -> io::Result<()> {
        self.player = player;
        let begun = self.thinking.take().map(|thinking| thinking.begun);
        match thought {
            Ok(Thought { m, mut info }) => {
                if info.time == Duration::ZERO {
                    info.time = begun.map_or(Duration::ZERO, |begun| begun.elapsed());
                }
                if let Some(source) = info.source {
                    self.remark(&format!("known by {source}"))?;
                }
                self.say(&show_info(&info, self.settings.style))?;
                self.say(&format!("bestmove {m}"))
            }
            // Somebody who waits for a move is better off with any than with none.
            Err(failure) => {
                self.remark(&failure.to_string())?;
                let any = self.view().and_then(|view| Some(view.moves.first()?.text.clone()));
                self.say(&format!("bestmove {}", any.as_deref().unwrap_or("none")))
            }
        }
    }

    fn answer_to(&mut self, question: Question) -> String {
        let Some(view) = self.view() else { return "none".into() };
        match question {
            Question::GameOver => view.outcome.is_some().to_string(),
            Question::FirstPlayersTurn => (view.turn == Side::One).to_string(),
            Question::Result => match view.outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Winner(Side::One)) => "p1win",
                Some(Outcome::Winner(Side::Two)) => "p2win",
            }
            .into(),
            Question::Moves => view.moves.iter().map(|m| m.text.as_str()).collect::<Vec<_>>().join(" "),
            Question::Position => view.position,
            Question::Value => self.value().unwrap_or_else(|| "unknown".into()),
        }
    }

    fn value(&mut self) -> Option<String> {
        if self.evaluator.is_none() {
            let (game, rules) = self.settings.game();
            self.evaluator = evaluator(game, rules, self.value_limits.memory).ok();
        }
        let evaluated = self.evaluator.as_ref()?.evaluate(&self.place.position, false, &self.value_limits).ok()?;
        match evaluated.value {
            Worth::Known(value) => Some(show_value(value)),
            Worth::Unknown { .. } => None,
        }
    }
}

/// Reports the end of a thought, even if the thinking panicked.
struct Report(Option<SyncSender<Event>>);

impl Report {
    fn done(mut self, player: Box<dyn Player>, thought: Result<Thought, Failure>) {
        if let Some(sender) = self.0.take() {
            let _ = sender.send(Event::Done(Some(player), thought));
        }
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        if let Some(sender) = self.0.take() {
            let failure = Failure::new(FaultKind::Crash, "the player panicked");
            let _ = sender.send(Event::Done(None, Err(failure)));
        }
    }
}
