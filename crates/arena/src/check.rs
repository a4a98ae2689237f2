//! Does a program speak the engine protocol? Step by step, with what was expected where it does not.
//!
//! Every step is one promise of docs/ENGINE-PROTOCOL.md. A step that leaves the program in an unknown state (it died,
//! it did not answer) ends the check; any other failure is noted and the next step is tried.

use crate::process::{Engine, Introduction, ProcessLimits, SpawnError};
use crate::protocol::{Command, Go, Question, Reply};
use athos_core::random::Random;
use athos_core::{AnyGame, Outcome, Player, PositionView};
use athos_games::registry::{self, LoadError};
use std::time::{Duration, Instant};

/// How long things may take.
#[derive(Clone, Copy, Debug)]
pub struct CheckLimits {
    /// Until `ugiok` and `readyok`.
    pub handshake: Duration,
    /// How much later than asked for a move may come, and how long `stop` and `quit` may take.
    pub tolerance: Duration,
    /// The time for a move.
    pub move_time: Duration,
}

impl Default for CheckLimits {
    fn default() -> CheckLimits {
        CheckLimits {
            handshake: ProcessLimits::default().handshake,
            tolerance: Duration::from_secs(1),
            move_time: Duration::from_millis(200),
        }
    }
}

/// One step of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What was tried.
    pub name: String,
    /// How it went.
    pub verdict: Verdict,
}

/// How a step went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As it should.
    Right,
    /// As it may: something optional is not there.
    Allowed(String),
    /// Not as it should: what happened, and what was expected.
    Wrong(String),
}

/// Why there was nothing to check.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] LoadError),
    /// The program does not start.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
}

/// A step that cannot be followed by another.
struct GivenUp;

/// Positions of each game in which a move is asked for.
const POSITIONS: usize = 4;
/// Random plies of the longest game that is played to its end.
const LONGEST_GAME: usize = 400;

/// Checks a program in one game, or in all that it says it plays. Each step is told as it ends. True when all went as
/// they should.
pub fn check(
    command: &str,
    game: Option<(&str, &str)>,
    limits: CheckLimits,
    on_step: &mut dyn FnMut(&Step),
) -> Result<bool, CheckError> {
    let game = game.map(|(game, rules)| registry::load(game, rules)).transpose()?;
    let engine = Engine::start(command, None)?;
    let mut checker = Checker { engine, limits, on_step, right: true };
    Ok(checker.run(game).is_ok() && checker.right)
}

struct Checker<'a> {
    engine: Engine,
    limits: CheckLimits,
    on_step: &'a mut dyn FnMut(&Step),
    right: bool,
}

impl Checker<'_> {
    fn tell(&mut self, name: &str, verdict: Verdict) {
        self.right &= !matches!(verdict, Verdict::Wrong(_));
        (self.on_step)(&Step { name: name.to_string(), verdict });
    }

    /// Tells a step whose failure does not end the check.
    fn note(&mut self, name: &str, done: Result<(), String>) {
        self.tell(name, done.map_or_else(Verdict::Wrong, |()| Verdict::Right));
    }

    /// Gives the answer of a step that must succeed.
    fn must<T>(&mut self, name: &str, done: Result<T, String>) -> Result<T, GivenUp> {
        done.map_err(|reason| {
            self.tell(name, Verdict::Wrong(reason));
            GivenUp
        })
    }

    fn run(&mut self, chosen: Option<Box<dyn AnyGame>>) -> Result<(), GivenUp> {
        // Step 1. Who is it?
        let name = "'ugi' is answered by 'ugiok'";
        let introduced = self.engine.introduce(self.limits.handshake).map_err(|failure| failure.detail);
        let introduction = self.must(name, introduced)?;
        self.tell(name, Verdict::Right);
        let named =
            if introduction.name.is_empty() { Err("expected 'id name …' before 'ugiok'".into()) } else { Ok(()) };
        self.note("it says its name", named);
        self.ready("'isready' is answered by 'readyok'", true)?;
        // Step 2. What does it play?
        let games = self.games(chosen, &introduction)?;
        // Step 3. Does it play well-behaved?
        for game in &games {
            self.check_game(game.as_ref(), &introduction)?;
        }
        // Step 4. Is it patient, and does it go when it is told to?
        let _ = self.engine.say_line("xyzzy and other words that mean nothing");
        self.ready("unknown commands are ignored", true)?;
        self.check_quit();
        Ok(())
    }

    /// Waits for `readyok`; the response that came before it, if any.
    fn ready(&mut self, name: &str, tell: bool) -> Result<Option<String>, GivenUp> {
        let answer = self.engine.ready(self.limits.handshake).map_err(|failure| failure.detail);
        let response = self.must(name, answer)?;
        if tell {
            self.tell(name, Verdict::Right);
        }
        Ok(response)
    }

    fn games(
        &mut self,
        chosen: Option<Box<dyn AnyGame>>,
        introduction: &Introduction,
    ) -> Result<Vec<Box<dyn AnyGame>>, GivenUp> {
        let name = "it offers the option Game";
        let offered = introduction.option("Game").map(|option| option.choices.as_slice());
        let known =
            |id: &&&str| offered.is_none_or(|offered| offered.is_empty() || offered.iter().any(|game| game == *id));
        match (chosen, offered) {
            (Some(game), None) => {
                let remark = format!("it does not: it must play {}, and from the start position only", game.id());
                self.tell(name, Verdict::Allowed(remark));
                Ok(vec![game])
            }
            (Some(game), Some(_)) => {
                let offers =
                    if known(&&game.id()) { Ok(()) } else { Err(format!("{} is not among its games", game.id())) };
                self.must(name, offers)?;
                self.tell(name, Verdict::Right);
                Ok(vec![game])
            }
            (None, offered) => {
                let games = registry::IDS.iter().filter(known).filter_map(|id| registry::load(id, "").ok());
                let games: Vec<_> = if offered.is_some() { games.collect() } else { Vec::new() };
                let reason = "none of its games is known here; say which game it plays";
                let any = if games.is_empty() { Err(reason.to_string()) } else { Ok(()) };
                self.must(name, any)?;
                self.tell(name, Verdict::Right);
                Ok(games)
            }
        }
    }

    fn check_game(&mut self, game: &dyn AnyGame, introduction: &Introduction) -> Result<(), GivenUp> {
        let id = game.id();
        let step = |what: &str| format!("{id}: {what}");
        // Step 1. The options, and a new game.
        let dialect = introduction.option("Game").is_some();
        let mut lines = Vec::new();
        if dialect {
            lines.push(Command::SetOption { name: "Game".into(), value: id.into() });
        }
        let rules = game.rules_text();
        if !rules.is_empty() {
            let known = introduction.option("Rules").map(drop).ok_or(format!("no option Rules, for {rules}"));
            self.must(&step("it offers the option Rules"), known)?;
            lines.push(Command::SetOption { name: "Rules".into(), value: rules });
        }
        lines.push(Command::NewGame);
        self.say_all(&step("options and 'uginewgame'"), &lines)?;
        self.ready(&step("options and 'uginewgame'"), true)?;
        // Step 2. Positions: the start, some on the way, and the end of a random game.
        let mut random = Random::new(7);
        let line = random_game(game, &mut random);
        let plies = line.len() - 1;
        for at in [0, 1, plies / 2, plies] {
            let (position, moves) = &line[at];
            let place = Command::Position { start: None, moves: moves.clone() };
            self.check_questions(&step(&format!("questions after {at} plies")), game, &place, position)?;
        }
        if dialect {
            let (position, _) = &line[plies / 2];
            let place = Command::Position { start: Some(position.clone()), moves: Vec::new() };
            self.check_questions(&step("questions after 'position fen'"), game, &place, position)?;
        }
        // Step 3. Moves.
        for index in 0..POSITIONS {
            let (position, moves) = &line[plies.saturating_sub(1) * index / POSITIONS];
            let name = step(&format!("a legal move after {} plies, in time", moves.len()));
            let place = Command::Position { start: None, moves: moves.clone() };
            self.say_all(&name, &[place])?;
            self.ready(&name, false)?;
            self.check_move(&name, game, position)?;
        }
        self.check_stop(&step("'stop' ends 'go infinite' with a legal move"), game)
    }

    fn say_all(&mut self, name: &str, lines: &[Command]) -> Result<(), GivenUp> {
        let said = lines.iter().try_for_each(|line| self.engine.say(line)).map_err(|failure| failure.detail);
        self.must(name, said)
    }

    /// Asks everything about a position that the rules can answer.
    fn check_questions(
        &mut self,
        name: &str,
        game: &dyn AnyGame,
        place: &Command,
        position: &str,
    ) -> Result<(), GivenUp> {
        let Ok(view) = game.view(position) else { return Ok(()) };
        self.say_all(name, std::slice::from_ref(place))?;
        let mut missing = Vec::new();
        for (question, optional) in [
            (Question::GameOver, false),
            (Question::FirstPlayersTurn, false),
            (Question::Result, false),
            (Question::Moves, true),
            (Question::Position, true),
        ] {
            let asked = Command::Query(question);
            self.say_all(name, std::slice::from_ref(&asked))?;
            let expected = answer(question, &view);
            match self.ready(name, false)? {
                None if optional => missing.push(asked.to_string()),
                Some(given) if same(question, &given, &expected) => {}
                given => {
                    let given = given.map_or("nothing".into(), |given| format!("'response {given}'"));
                    let reason = format!("after '{place}', '{asked}' got {given}; expected 'response {expected}'");
                    self.tell(name, Verdict::Wrong(reason));
                    return Ok(());
                }
            }
        }
        let verdict = match missing.is_empty() {
            true => Verdict::Right,
            false => Verdict::Allowed(format!("not answered, and need not be: {}", missing.join(", "))),
        };
        self.tell(name, verdict);
        Ok(())
    }

    fn check_move(&mut self, name: &str, game: &dyn AnyGame, position: &str) -> Result<(), GivenUp> {
        let time = self.limits.move_time;
        let go = Command::Go(Go { move_time: Some(time.as_millis() as u64), ..Go::default() });
        let begun = Instant::now();
        self.say_all(name, std::slice::from_ref(&go))?;
        // Far too late is still worth waiting for: the next step needs a quiet program.
        let deadline = begun + time + self.limits.tolerance + self.limits.handshake;
        let (m, at) = self.best_move(name, deadline, &go.to_string())?;
        let late = at.saturating_duration_since(begun);
        let judged = match late > time + self.limits.tolerance {
            true => Err(format!("'{go}' was answered after {} ms", late.as_millis())),
            false => legal(game, position, m.as_deref()),
        };
        self.note(name, judged);
        Ok(())
    }

    fn check_stop(&mut self, name: &str, game: &dyn AnyGame) -> Result<(), GivenUp> {
        let start = Command::Position { start: None, moves: Vec::new() };
        self.say_all(name, &[start])?;
        self.ready(name, false)?;
        self.say_all(name, &[Command::Go(Go { infinite: true, ..Go::default() })])?;
        // It must not answer by itself, and must hear us meanwhile.
        let waited = Instant::now() + self.limits.move_time;
        while Instant::now() < waited {
            match self.engine.hear(waited) {
                Ok(heard) => {
                    if let Reply::BestMove(_) = heard.reply {
                        self.tell(name, Verdict::Wrong(format!("'{}' came before 'stop'", heard.text)));
                        return Ok(());
                    }
                }
                Err(failure) if failure.kind == crate::FaultKind::Hang => {}
                Err(failure) => return self.must(name, Err(failure.detail)),
            }
        }
        self.ready(name, false)?;
        let begun = Instant::now();
        self.say_all(name, &[Command::Stop])?;
        let deadline = begun + self.limits.tolerance + self.limits.handshake;
        let (m, at) = self.best_move(name, deadline, "stop")?;
        let late = at.saturating_duration_since(begun);
        let judged = match late > self.limits.tolerance {
            true => Err(format!("'stop' was answered after {} ms", late.as_millis())),
            false => legal(game, &game.start(), m.as_deref()),
        };
        self.note(name, judged);
        Ok(())
    }

    /// Waits for `bestmove`.
    fn best_move(&mut self, name: &str, deadline: Instant, after: &str) -> Result<(Option<String>, Instant), GivenUp> {
        loop {
            let heard = self.engine.hear(deadline);
            let expected = |failure: crate::Failure| format!("{}; expected 'bestmove' after '{after}'", failure.detail);
            let heard = self.must(name, heard.map_err(expected))?;
            if let Reply::BestMove(m) = heard.reply {
                return Ok((m, heard.at));
            }
        }
    }

    fn check_quit(&mut self) {
        let tolerance = self.limits.tolerance;
        let ended = self.engine.quit(tolerance);
        let reason = || format!("still running {} s later", tolerance.as_secs_f64());
        self.note("'quit' ends it", if ended { Ok(()) } else { Err(reason()) });
        if ended {
            let silent = match self.engine.hear(Instant::now() + tolerance) {
                Ok(heard) => Err(format!("wrote '{}'", heard.text.escape_debug())),
                Err(_) => Ok(()),
            };
            self.note("nothing is written after 'quit'", silent);
        }
    }
}

/// The positions of a random game, each with the moves that lead to it.
fn random_game(game: &dyn AnyGame, random: &mut Random) -> Vec<(String, Vec<String>)> {
    let mut line = vec![(game.start(), Vec::new())];
    while line.len() <= LONGEST_GAME {
        let (position, moves) = &line[line.len() - 1];
        let Ok(view) = game.view(position) else { break };
        let Some(m) = random.pick(&view.moves) else { break };
        let mut moves = moves.clone();
        moves.push(m.text.clone());
        line.push((m.position.clone(), moves));
    }
    line
}

/// What the rules answer.
fn answer(question: Question, view: &PositionView) -> String {
    match question {
        Question::GameOver => view.outcome.is_some().to_string(),
        Question::FirstPlayersTurn => (view.turn == Player::One).to_string(),
        Question::Result => match view.outcome {
            None => "none".into(),
            Some(Outcome::Draw) => "draw".into(),
            Some(Outcome::Winner(winner)) => format!("p{}win", winner.index() + 1),
        },
        Question::Moves => view.moves.iter().map(|m| m.text.as_str()).collect::<Vec<_>>().join(" "),
        Question::Position => view.position.clone(),
        Question::Value => String::new(),
    }
}

/// Whether an answer says what it should: the order of moves does not matter.
fn same(question: Question, given: &str, expected: &str) -> bool {
    let sorted = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        words.sort();
        words
    };
    if question == Question::Moves { sorted(given) == sorted(expected) } else { given == expected }
}

fn legal(game: &dyn AnyGame, position: &str, m: Option<&str>) -> Result<(), String> {
    let m = m.ok_or("'bestmove' without a move")?;
    let played = game.play(position, m).map(drop);
    played.map_err(|error| format!("'bestmove {}' in '{position}': {error}", m.escape_debug()))
}
