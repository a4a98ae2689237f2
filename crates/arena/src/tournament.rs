//! A tournament: the games of a schedule, several at once, each written down as it ends.
//!
//! Everything about a tournament is in its [`Header`], and every game follows from the header and its own number: its
//! players, its opening, its seed. So a tournament that was stopped goes on with the games it lacks, and with players
//! whose moves do not depend on time the games are the same however many are played at once.
//!
//! Each worker thread plays one game at a time, and in a game only one player thinks. There are no more workers than
//! cores where players are held to a time: under full load no player is charged for another's thinking. Players are made
//! once for each worker and begin anew for each game; one that failed is made again. Opening positions and the values of
//! moves are worked out by the same worker between games, so that they take nobody's core either.

use crate::alarm::Alarm;
use crate::balance;
use crate::conditions::{Conditions, ConditionsError};
use crate::engine::{Engine, EngineError};
use crate::game_record::{GameRecord, PlyRecord};
use crate::header::Header;
use crate::journal::JournalError;
use crate::ledger::Ledger;
use crate::openings::{Openings, OpeningsError, Source};
use crate::player::Player;
use crate::referee::{Played, Venue};
use crate::report::Ending;
use crate::schedule::{Format, Schedule, ScheduleError, ScheduledGame};
use crate::statistics::{Statistics, Verdict};
use crate::worth::QuickValues;
use athos_core::{AnyGame, NotationError, Record, RecordOutcome};
use athos_eval::EvalError;
use athos_games::registry::{self, LoadError};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

/// How soon a request to stop is noticed.
const NOTICE: Duration = Duration::from_millis(50);

/// A tournament that can be played.
pub struct Tournament {
    header: Header,
    game: Box<dyn AnyGame>,
    schedule: Schedule,
    conditions: Conditions,
    engines: Vec<Engine>,
}

/// Why a tournament cannot be played, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There is no such game.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no such schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// A setting is wrong.
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    /// An engine cannot be had.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The test is about two.
    #[error("an SPRT compares two engines: it needs a match, not a {0}")]
    SprtFormat(Format),
    /// The openings cannot be had.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The openings file cannot be read.
    #[error("{path}: {error}")]
    OpeningsFile {
        /// The file.
        path: String,
        /// The reason.
        error: std::io::Error,
    },
    /// The openings file is not the one that the tournament began with.
    #[error("{0}: these are not the openings that the tournament began with")]
    OtherOpenings(String),
    /// A table or proof cannot be used.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// A game cannot be written down.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The game refused a position of its own.
    #[error("game {index}: {error}")]
    Game {
        /// Which game of the schedule.
        index: u64,
        /// What it said.
        error: NotationError,
    },
    /// A thread cannot be had.
    #[error("no thread: {0}")]
    Thread(std::io::Error),
}

/// What happens, for somebody who watches.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game begins.
    Begins(&'a ScheduledGame),
    /// A move is played.
    Moved {
        /// In which game of the schedule.
        index: u64,
        /// The move.
        m: &'a str,
        /// The position it led to.
        position: &'a str,
        /// What is known of it.
        ply: &'a PlyRecord,
    },
    /// A game has ended and is written down.
    Ends {
        /// The game.
        game: &'a GameRecord,
        /// Everything so far.
        statistics: &'a Statistics,
    },
}

impl Tournament {
    /// The tournament that a header describes.
    pub fn new(header: Header) -> Result<Tournament, TournamentError> {
        let game = registry::load(&header.game, &header.rules)?;
        let schedule = header.schedule()?;
        let conditions = Conditions::read(&header.settings)?;
        let read = |text: &str| Engine::read(text, game.id());
        let engines = header.entrants.iter().map(|entrant| read(&entrant.spec)).collect::<Result<_, _>>()?;
        match header.format {
            Format::Match => {}
            format if header.sprt.is_some() => return Err(TournamentError::SprtFormat(format)),
            _ => {}
        }
        Ok(Tournament { header, game, schedule, conditions, engines })
    }

    /// What it is.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// Who plays whom.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// How many games are played at once: as many as asked for, or as there are cores for the players' threads; where
    /// players are held to a time never more than the latter.
    pub fn games_at_once(&self, asked: Option<usize>) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.engines.iter().map(Engine::threads).max().unwrap_or(1);
        let fair = (cores / threads).max(1);
        match asked {
            Some(asked) if self.conditions.timed() => asked.clamp(1, fair),
            Some(asked) => asked.max(1),
            None => fair,
        }
    }

    /// Plays the games that the ledger lacks, `at_once` at a time, until all are played, the test is decided or `stop`
    /// becomes true: then the games that are under way are given up. `on_event` is called by this thread. An engine that
    /// does not start is an error before the first game.
    pub fn run(
        &self,
        ledger: &mut Ledger,
        at_once: usize,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Ending, TournamentError> {
        if let Some(verdict) = self.verdict(ledger.statistics()) {
            return Ok(Ending::Tested(verdict));
        }
        // 1. Everything that may fail is made before the first game.
        let openings = self.openings()?;
        let values = QuickValues::new(self.game())?;
        let mut first: Option<Vec<Option<Box<dyn Player>>>> = None;
        let left = self.schedule.len() - ledger.done().len().min(self.schedule.len());
        if left > 0 {
            first = Some(self.engines.iter().map(|engine| self.player(engine).map(Some)).collect::<Result<_, _>>()?);
        }
        let alarm = Alarm::new().map_err(TournamentError::Thread)?;
        let done = ledger.done().clone();
        let games = Mutex::new(self.schedule.games().filter(|game| !done.contains(game.index)));
        let halt = AtomicBool::new(false);
        let give_up = AtomicBool::new(false);
        let (sender, messages) = mpsc::channel();

        // 2. The workers play, this thread writes down.
        std::thread::scope(|scope| {
            let workers = (at_once.max(1) as u64).min(left);
            for _ in 0..workers {
                let worker = Worker {
                    tournament: self,
                    openings: &openings,
                    values: &values,
                    alarm: &alarm,
                    give_up: &give_up,
                    players: first.take().unwrap_or_else(|| self.engines.iter().map(|_| None).collect()),
                    sender: sender.clone(),
                };
                let (games, halt) = (&games, &halt);
                let next = move || {
                    let mut games = games.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    if halt.load(Ordering::Relaxed) { None } else { games.next() }
                };
                scope.spawn(move || worker.work(next));
            }
            drop(sender);
            let mut decided = None;
            let mut failed = None;
            loop {
                if stop.load(Ordering::Relaxed) || failed.is_some() {
                    halt.store(true, Ordering::Relaxed);
                    give_up.store(true, Ordering::Relaxed);
                    alarm.ring_all();
                }
                match messages.recv_timeout(NOTICE) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                    Ok(Message::Begins(game)) => on_event(Event::Begins(&game)),
                    Ok(Message::Moved { index, m, position, ply }) => {
                        on_event(Event::Moved { index, m: &m, position: &position, ply: &ply });
                    }
                    Ok(Message::Ends(game)) => match ledger.add(&game) {
                        Ok(()) => {
                            on_event(Event::Ends { game: &game, statistics: ledger.statistics() });
                            decided = decided.or_else(|| self.verdict(ledger.statistics()));
                            if decided.is_some() {
                                halt.store(true, Ordering::Relaxed);
                            }
                        }
                        Err(error) => failed = failed.or(Some(error.into())),
                    },
                    Ok(Message::Failed(error)) => failed = failed.or(Some(error)),
                }
            }
            ledger.sync()?;
            match (failed, decided) {
                (Some(error), _) => Err(error),
                (None, _) if ledger.done().len() == self.schedule.len() => Ok(Ending::Played),
                (None, Some(verdict)) => Ok(Ending::Tested(verdict)),
                (None, None) => Ok(Ending::Interrupted),
            }
        })
    }

    /// What the test says, if it is decided.
    fn verdict(&self, statistics: &Statistics) -> Option<Verdict> {
        let (_, verdict) = statistics.sprt(self.header.sprt.as_ref()?);
        Some(verdict).filter(|verdict| *verdict != Verdict::Continue)
    }

    fn player(&self, engine: &Engine) -> Result<Box<dyn Player>, EngineError> {
        engine.player(self.game(), self.conditions.memory)
    }

    fn openings(&self) -> Result<Openings<'_>, TournamentError> {
        match &self.header.openings {
            Source::Start => Ok(Openings::start(self.game())),
            Source::Random { plies, balanced } => {
                let judge = balanced.then(|| balance::judge(self.game())).transpose()?;
                Ok(Openings::random(self.game(), *plies, self.header.seed, judge)?)
            }
            Source::File { path, .. } => {
                let openings = read_openings(self.game(), path)?;
                if *openings.source() != self.header.openings {
                    return Err(TournamentError::OtherOpenings(path.clone()));
                }
                Ok(openings)
            }
        }
    }
}

/// The openings of a file.
pub fn read_openings<'a>(game: &'a dyn AnyGame, path: &str) -> Result<Openings<'a>, TournamentError> {
    let refuse = |error| TournamentError::OpeningsFile { path: path.into(), error };
    let text = std::fs::read_to_string(path).map_err(refuse)?;
    Ok(Openings::read(game, path, &text)?)
}

/// What workers tell.
enum Message {
    Begins(ScheduledGame),
    Moved { index: u64, m: String, position: String, ply: PlyRecord },
    Ends(Box<GameRecord>),
    Failed(TournamentError),
}

/// Plays one game at a time.
struct Worker<'a> {
    tournament: &'a Tournament,
    openings: &'a Openings<'a>,
    values: &'a QuickValues,
    alarm: &'a Alarm,
    give_up: &'a AtomicBool,
    /// By engine; those that have not played yet, and those that failed, are made when they are needed.
    players: Vec<Option<Box<dyn Player>>>,
    sender: Sender<Message>,
}

impl Worker<'_> {
    fn work(mut self, next: impl Fn() -> Option<ScheduledGame>) {
        while let Some(game) = next() {
            let message = match self.play(&game) {
                Ok(Some(record)) => Message::Ends(Box::new(record)),
                Ok(None) => return,
                Err(error) => Message::Failed(error),
            };
            let failed = matches!(message, Message::Failed(_));
            // Nobody listens any more when the tournament has ended.
            if self.sender.send(message).is_err() || failed {
                return;
            }
        }
    }

    /// Plays a game; `None` when it was given up.
    fn play(&mut self, scheduled: &ScheduledGame) -> Result<Option<GameRecord>, TournamentError> {
        let Tournament { game, conditions, .. } = self.tournament;
        let index = scheduled.index;
        let opening = self.openings.opening(scheduled.opening)?;
        let [mut one, mut two] = [self.take(scheduled.engines[0])?, self.take(scheduled.engines[1])?];
        // A send fails only when nobody listens any more, and then nothing needs to be told.
        let _ = self.sender.send(Message::Begins(*scheduled));
        let venue = Venue { game: game.as_ref(), conditions, alarm: self.alarm, stop: self.give_up };
        let sender = &self.sender;
        let played = venue.play([one.as_mut(), two.as_mut()], &opening, scheduled.seed, &mut |watched| {
            let (m, position) = (watched.m.to_string(), watched.position.to_string());
            let _ = sender.send(Message::Moved { index, m, position, ply: watched.ply.clone() });
        });
        let Some(played) = played.map_err(|error| TournamentError::Game { index, error })? else { return Ok(None) };
        for (side, player) in athos_core::Player::BOTH.into_iter().zip([one, two]) {
            let failed = played.fault.as_ref().is_some_and(|fault| fault.player == side);
            self.players[scheduled.engines[side.index()]] = (!failed).then_some(player);
        }
        self.record(scheduled, played).map(Some)
    }

    fn take(&mut self, engine: usize) -> Result<Box<dyn Player>, TournamentError> {
        match self.players[engine].take() {
            Some(player) => Ok(player),
            None => Ok(self.tournament.player(&self.tournament.engines[engine])?),
        }
    }

    fn record(&self, scheduled: &ScheduledGame, played: Played) -> Result<GameRecord, TournamentError> {
        let Tournament { game, header, .. } = self.tournament;
        let Played { positions, moves, mut plies, result, reason, fault } = played;
        let last = &positions[positions.len() - 1];
        let last = game.view(last).map_err(|error| TournamentError::Game { index: scheduled.index, error })?;
        self.values.judge(&positions, &mut plies, last.turn);
        let record = Record {
            players: scheduled.engines.map(|engine| header.entrants[engine].name.clone()),
            moves,
            outcome: Some(RecordOutcome::new(result, game.players())),
            reason,
            ..Record::begin(game.as_ref(), &positions[0])
        };
        let ScheduledGame { index, pair, engines, opening, seed, .. } = *scheduled;
        Ok(GameRecord { record, index, pair, opening, engines, seed, result, fault, plies })
    }
}
