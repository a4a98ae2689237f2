//! A proof of the start's value.

use super::{Job, Means};
use crate::errors::Refusal;
use athos_core::{Described, FullGame, Game, Notation, Player, Value, Wdl};
use athos_eval::proofs::{self, QuadrantVisitor};
use athos_games::quadrants::{Placement, QuadrantGame, Stones};
use athos_prove::exact::Solvable;
use athos_prove::file::Contents;
use athos_prove::prove::{self, Settings};
use athos_prove::search::Limits;
use athos_prove::strategy::Strategy;
use serde::Serialize;
use std::time::{Duration, Instant};

/// The table of a proof from the start is never fuller than this.
const ENOUGH_MEMORY: u64 = 1 << 30;
const CHECKPOINT_EVERY: Duration = Duration::from_secs(30);

/// How far a proof has come: nobody knows how far it has to go.
#[derive(Serialize)]
struct Progress {
    done: u64,
    total: Option<u64>,
    unit: &'static str,
    rate: Option<u64>,
    left: Option<f64>,
    what: String,
}

/// What it came to.
#[derive(Serialize)]
struct Proved {
    /// Positions that have a move in the proof.
    positions: usize,
    seconds: f64,
    bytes: u64,
    value: Value,
    winner: &'static str,
    #[serde(rename = "move")]
    first_move: Option<String>,
}

struct Check;

impl QuadrantVisitor for Check {
    type Output = bool;

    fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> bool
    where
        QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
    {
        proofs::provable(&game)
    }
}

/// Whether a proof of the game's start is within reach.
pub fn check(spec: &str) -> Result<(), Refusal> {
    match proofs::visit(spec, "", Check)? {
        Some(true) => Ok(()),
        _ => Err(Refusal::Bad(format!("there are no proofs from the start of {spec}: \"weak\" is for pentago-swap"))),
    }
}

/// Proves the start's value.
pub fn run(spec: &str, job: &Job, means: Means) -> Result<serde_json::Value, Refusal> {
    proofs::visit(spec, "", Prove { job, means })?.unwrap_or_else(|| Err(Refusal::Bad("no proofs here".into())))
}

struct Prove<'a> {
    job: &'a Job,
    means: Means,
}

impl QuadrantVisitor for Prove<'_> {
    type Output = Result<serde_json::Value, Refusal>;

    fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> Self::Output
    where
        QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
    {
        let begun = Instant::now();
        let fault = |error: &dyn std::fmt::Display| Refusal::Fault(error.to_string());
        let file = proofs::proof_file(&game)?;

        // 1. The proof that is there, or a new one.
        let there = Contents::read(&file).and_then(|contents| Strategy::from_contents(&game, &contents)).ok();
        let strategy = match there.filter(|strategy| strategy.root == game.start()) {
            Some(strategy) => strategy,
            None => {
                let strategy = self.prove(&game)?;
                strategy.contents(&game).write(&file).map_err(|error| fault(&error))?;
                // The proof is safe: what was known on the way is not needed any more, and may be gone already.
                std::fs::remove_file(proofs::checkpoint_file(&game)?).ok();
                strategy
            }
        };

        // 2. What it says.
        let start = game.start();
        let proved = Proved {
            positions: strategy.moves.len(),
            seconds: begun.elapsed().as_secs_f64(),
            bytes: std::fs::metadata(&file).map_err(|error| fault(&error))?.len(),
            value: Value { wdl: Wdl::Win, plies: None },
            winner: QuadrantGame::<T>::PLAYERS[strategy.attacker.index()],
            first_move: strategy.reply(&game, &start).map(|m| game.show_move(m)),
        };
        serde_json::to_value(proved).map_err(|error| fault(&error))
    }
}

impl Prove<'_> {
    fn prove<T: Solvable>(&self, game: &QuadrantGame<T>) -> Result<Strategy, Refusal>
    where
        QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
    {
        let fault = |error: &dyn std::fmt::Display| Refusal::Fault(error.to_string());
        let checkpoint = proofs::checkpoint_file(game)?;
        if let Some(folder) = checkpoint.parent() {
            std::fs::create_dir_all(folder).map_err(|error| fault(&error))?;
        }
        let memory = self.means.memory.map_or(ENOUGH_MEMORY, |memory| memory.min(ENOUGH_MEMORY));
        let settings = Settings {
            memory: usize::try_from(memory).unwrap_or(usize::MAX),
            limits: Limits { stop: Some(&self.job.stop), ..Limits::default() },
            checkpoint: Some(&checkpoint),
            every: CHECKPOINT_EVERY,
        };
        let mut report = |state: &prove::Progress| {
            self.job.tell(&Progress {
                done: state.nodes,
                total: None,
                unit: "nodes",
                rate: Some((state.nodes as f64 / state.elapsed.as_secs_f64().max(1e-3)) as u64),
                left: None,
                what: format!("proof number {}, disproof number {}", state.numbers.proof, state.numbers.disproof),
            });
        };
        prove::prove(game, &game.start(), Player::One, &settings, &mut report).map_err(|error| fault(&error))
    }
}
