//! A match between two players.

use super::Job;
use crate::app::App;
use crate::errors::Refusal;
use crate::thinking::read_player;
use athos_arena::openings::Source;
use athos_arena::{Entrant, Event, Format, GameRecord, Header, Ledger, Statistics, Tournament};
use athos_core::Player;
use athos_games::registry;
use serde::Serialize;
use std::collections::BTreeMap;

/// Games of a match.
const MOST_GAMES: u64 = 1000;
/// Seconds a move.
const MOST_TIME: f64 = 60.0;
/// Random plies before players move by themselves, so that no two games need be the same.
const OPENING_PLIES: u32 = 2;
/// Plies after which a game is a draw.
const LONGEST_GAME: u32 = 500;

/// What is to be played.
pub struct Contest<'a> {
    /// The game and its rules.
    pub game: &'a str,
    /// Who plays.
    pub players: &'a [String; 2],
    /// How many games.
    pub games: u64,
    /// Seconds a move; what the players say themselves when left out.
    pub time: Option<f64>,
    /// Decides whatever is left to chance.
    pub seed: u64,
}

/// How far a match has come, and what it says so far.
#[derive(Clone, Serialize, Default)]
struct Progress {
    played: u64,
    games: u64,
    /// Of each player.
    wins: [u64; 2],
    draws: u64,
    /// Games won by the game's first player, whoever that was.
    first_wins: u64,
    /// The share of the points that the first player of the match has.
    score: f64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    /// How likely it is that the first player of the match is the stronger one.
    los: Option<f64>,
    /// Games that differ from all others.
    distinct: u64,
    faults: u64,
    records: Vec<Played>,
}

/// A game that has ended.
#[derive(Clone, Serialize)]
struct Played {
    game: u64,
    /// Which player of the match moved first.
    first: usize,
    winner: Option<usize>,
    plies: usize,
    /// Why it ended, when not by the rules.
    reason: String,
}

impl Played {
    fn new(record: &GameRecord) -> Played {
        let began = record.plies.first().map_or(Player::One, |ply| ply.player);
        let fault = record.fault.as_ref().map(|fault| fault.kind.to_string());
        Played {
            game: record.index + 1,
            first: record.entrant(began),
            winner: record.result.winner().map(|winner| record.entrant(winner)),
            plies: record.record.moves.len(),
            reason: fault.unwrap_or_else(|| record.record.reason.clone()),
        }
    }
}

impl Contest<'_> {
    /// The tournament, if it is one. Players are those of this process: a program to be started is refused.
    pub fn tournament(&self, app: &App) -> Result<Tournament, Refusal> {
        let bad = |error: &dyn std::fmt::Display| Refusal::Bad(error.to_string());
        let game = registry::load(self.game, "")?;
        if self.games == 0 || self.games > MOST_GAMES || !self.games.is_multiple_of(2) {
            return Err(Refusal::Bad(format!("games: an even number up to {MOST_GAMES}, not {}", self.games)));
        }
        let mut entrants: Vec<Entrant> = Vec::new();
        for text in self.players {
            let spec = read_player(app, game.id(), text)?;
            let taken = entrants.iter().any(|other| other.name == spec.name());
            let name = if taken { format!("{} (2)", spec.name()) } else { spec.name().to_string() };
            entrants.push(Entrant { name, spec: text.clone() });
        }
        let megabytes = (app.budget.memory_of_slot() >> 20).max(1);
        let mut settings = BTreeMap::from([
            ("memory".to_string(), format!("{megabytes}MB")),
            ("plies".to_string(), LONGEST_GAME.to_string()),
        ]);
        if let Some(time) = self.time {
            if !(time > 0.0 && time <= MOST_TIME) {
                return Err(Refusal::Bad(format!("time: seconds above 0, up to {MOST_TIME}, not {time}")));
            }
            settings.insert("time".to_string(), format!("{time}s"));
        }
        let header = Header {
            athos_arena: Header::VERSION,
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: game.id().to_string(),
            rules: game.rules_text(),
            players: game.players().map(String::from),
            entrants,
            format: Format::Match,
            games: self.games,
            seed: self.seed,
            openings: Source::Random { plies: OPENING_PLIES, balanced: false },
            sprt: None,
            settings,
        };
        Tournament::new(header).map_err(|error| bad(&error))
    }
}

/// Plays the match.
pub fn run(tournament: &Tournament, job: &Job, threads: usize) -> Result<serde_json::Value, Refusal> {
    let mut ledger = Ledger::new(tournament.header());
    let games = tournament.schedule().len();
    let mut progress = Progress { games, ..Progress::default() };
    job.tell(&progress);
    let at_once = tournament.games_at_once(None).min(threads);
    let mut hear = |event: Event<'_>| {
        if let Event::Ends { game, statistics } = event {
            progress.add(game, statistics);
            job.tell(&progress);
        }
    };
    let ended = tournament.run(&mut ledger, at_once, &job.stop, &mut hear);
    ended.map_err(|error| Refusal::Fault(error.to_string()))?;
    if progress.played < games {
        return Err(Refusal::Conflict("stopped".into()));
    }
    serde_json::to_value(&progress).map_err(|error| Refusal::Fault(error.to_string()))
}

impl Progress {
    fn add(&mut self, game: &GameRecord, statistics: &Statistics) {
        self.played = statistics.games();
        self.distinct = statistics.distinct_games();
        self.faults = statistics.fault_count();
        self.first_wins = statistics.sides().wins;
        if let Some(meeting) = statistics.meeting(0, 1) {
            let tally = meeting.tally();
            (self.wins, self.draws, self.score) = ([tally.wins, tally.losses], tally.draws, tally.score());
            let elo = meeting.elo();
            self.elo = elo.as_ref().map(|elo| elo.elo).filter(|elo| elo.is_finite());
            self.elo_error = elo.as_ref().map(|elo| elo.elo_error).filter(|error| error.is_finite());
            self.los = elo.map(|elo| elo.los).filter(|los| los.is_finite());
        }
        self.records.push(Played::new(game));
    }
}
