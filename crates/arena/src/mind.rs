//! Minds: what chooses a move in a game whose types are known.
//!
//! A mind is given a position, a limit and nothing of the text around it. [`Searcher`] runs one of the algorithms of
//! athos-search; [`Knower`] asks tables, proofs and the exact solvers first and falls back on another mind. Games add
//! minds of their own.

use crate::spec::{Kind, Spec};
use athos_core::random::Random;
use athos_core::{FullGame, Score, Value};
use athos_eval::{EvalError, Evaluation, EvaluationError, Sources};
use athos_search::random::random_move;
use athos_search::{
    End, Iteration, Limits, MonteCarlo, Report, Scoring, Settings, Switch, Table, TableError, alpha_beta_with, minimax,
    monte_carlo_with, proof_number,
};
use std::time::Duration;

/// Something that chooses moves.
pub trait Mind<G: FullGame>: Send {
    /// A new game begins.
    fn begin(&mut self, seed: u64);

    /// The move in a position that is not over, within the limits.
    fn think(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Result<Choice<G::Move>, MindError>;
}

/// A move and what speaks for it, so far or in the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub m: M,
    /// The score for the player to move.
    pub score: Option<Score>,
    /// The best line, the move first.
    pub line: Vec<M>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Time used.
    pub time: Duration,
    /// Where a proven value comes from, if not from this thinking.
    pub source: Option<&'static str>,
}

/// Why a mind cannot think.
#[derive(Debug, thiserror::Error)]
pub enum MindError {
    /// The memory could not be had.
    #[error(transparent)]
    Memory(#[from] TableError),
    /// A table or proof cannot be used.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The memory for the match engine could not be had.
    #[error(transparent)]
    Engine(athos_champion::MemoryError),
    /// The evaluation does not fit the game.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// There is no move.
    #[error("there is no legal move: the game is over")]
    Over,
}

/// The share of the memory that goes to the table of a search; the rest is for everything else.
const TABLE_SHARE: (usize, usize) = (3, 4);

/// One of the algorithms of athos-search.
pub struct Searcher {
    spec: Spec,
    evaluation: Evaluation,
    /// Kept from move to move within a game.
    table: Option<Table>,
    random: Random,
}

impl Searcher {
    /// The algorithm that the spec names; alpha-beta for kinds that are none.
    pub fn new<G: FullGame>(spec: &Spec) -> Result<Searcher, MindError> {
        let evaluation = spec.evaluation.for_game::<G>(1)?;
        Ok(Searcher { spec: spec.clone(), evaluation, table: None, random: Random::new(1) })
    }

    fn alpha_beta<G: FullGame>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Result<Report<G::Move>, MindError> {
        let settings = Settings {
            switches: self.spec.switches,
            scoring: Scoring::Distance,
            limits: limits.clone(),
            threads: self.spec.threads,
        };
        if self.table.is_none() && settings.switches.has(Switch::Table) {
            self.table = Some(Table::new(limits.memory / TABLE_SHARE.1 * TABLE_SHARE.0)?);
        }
        Ok(alpha_beta_with(game, &self.evaluation, position, &settings, self.table.as_ref(), on_depth))
    }
}

impl<G: FullGame> Mind<G> for Searcher {
    fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
        self.table = None;
    }

    fn think(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Result<Choice<G::Move>, MindError> {
        let mut tell = |iteration: &Iteration<G::Move>| {
            if let Some(choice) = Choice::from_iteration(iteration) {
                on_info(&choice);
            }
        };
        let mut moves = Vec::new();
        let report = match self.spec.kind {
            Kind::Random => {
                let m = random_move(game, position, &mut self.random, &mut moves).ok_or(MindError::Over)?;
                return Ok(Choice::bare(m));
            }
            Kind::Minimax => minimax(game, &self.evaluation, position, Scoring::Distance, limits, &mut ()),
            Kind::MonteCarlo => {
                let default = MonteCarlo::default();
                let exploration = self.spec.exploration.unwrap_or(default.exploration);
                let options = MonteCarlo { seed: self.random.next_u64(), exploration, ..default };
                monte_carlo_with(game, &self.evaluation, position, &options, limits, &mut tell)
            }
            Kind::ProofNumber => proof_number(game, position, limits)?,
            _ => self.alpha_beta(game, position, limits, &mut tell)?,
        };
        Choice::from_report(&report)
            .or_else(|| {
                // An algorithm that found nothing still has to move.
                Some(Choice::bare(random_move(game, position, &mut self.random, &mut moves)?))
            })
            .ok_or(MindError::Over)
    }
}

impl<M: Copy> Choice<M> {
    /// A move for which nothing speaks.
    pub fn bare(m: M) -> Choice<M> {
        Choice { m, score: None, line: vec![m], depth: None, nodes: None, time: Duration::ZERO, source: None }
    }

    /// What a search has found so far, if it has a move.
    pub fn from_iteration(iteration: &Iteration<M>) -> Option<Choice<M>> {
        Some(Choice {
            m: iteration.best?,
            score: Some(iteration.score),
            line: iteration.line.clone(),
            depth: Some(iteration.depth),
            nodes: Some(iteration.nodes),
            time: iteration.time,
            source: None,
        })
    }

    /// What a search found, if it found a move.
    pub fn from_report(report: &Report<M>) -> Option<Choice<M>> {
        Some(Choice {
            m: report.best?,
            score: Some(report.score),
            line: report.line.clone(),
            depth: Some(report.depth),
            nodes: Some(report.statistics.nodes),
            time: report.time,
            source: (report.end == End::Proven).then_some("search"),
        })
    }
}

/// The share of the time that asking for a proven value may take where there is no table or proof.
const EXACT_SHARE: u32 = 3;

/// Asks tables, proofs and the exact solvers; where nobody knows, thinks as another mind does.
pub struct Knower<G: FullGame> {
    sources: Sources<G>,
    fallback: Box<dyn Mind<G>>,
    random: Random,
    /// Moves that are equally good are equally likely; otherwise the most troublesome one is played.
    varied: bool,
}

impl<G: FullGame> Knower<G> {
    /// What is known now: a game solved later needs a new one. `memory` and `threads` are for the exact solvers.
    pub fn new(
        game: &G,
        memory: usize,
        threads: usize,
        varied: bool,
        fallback: Box<dyn Mind<G>>,
    ) -> Result<Knower<G>, MindError> {
        let sources = Sources::with_threads(game, memory, threads)?;
        Ok(Knower { sources, fallback, random: Random::new(1), varied })
    }
}

impl<G: FullGame> Mind<G> for Knower<G> {
    fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
        self.fallback.begin(seed);
    }

    fn think(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Result<Choice<G::Move>, MindError> {
        // Step 1. A table or a proof answers at once; an exact search gets its share of the time.
        let begun = std::time::Instant::now();
        let share = Limits { time: limits.time.map(|time| time / EXACT_SHARE), ..limits.clone() };
        if let Some(best) = self.sources.best(game, position, &share)? {
            let drawn = best.value.wdl == athos_core::Wdl::Draw;
            let pick = if self.varied && !drawn { self.random.pick(&best.moves) } else { best.moves.first() };
            if let Some(&m) = pick {
                return Ok(Choice {
                    score: Some(Score::Proven(best.value)),
                    time: begun.elapsed(),
                    source: Some(best.method),
                    ..Choice::bare(m)
                });
            }
        }
        // Step 2. What is left of it goes to thinking.
        let time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        self.fallback.think(game, position, &Limits { time, ..limits.clone() }, on_info)
    }
}

/// The value of a position that the choice proves.
impl<M> Choice<M> {
    /// The proven value, if there is one.
    pub fn value(&self) -> Option<Value> {
        match self.score {
            Some(Score::Proven(value)) => Some(value),
            _ => None,
        }
    }
}
