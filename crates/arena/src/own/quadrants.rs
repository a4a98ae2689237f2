//! The players of Pentago and Pentago-Swap: the match engine, report-c and report-d.

use crate::mind::{Choice, Mind, MindError};
use crate::spec::{Kind, Spec};
use crate::thinker::DEFAULT_MEMORY;
use athos_champion::reports::{ReportC, ReportD};
use athos_champion::{MatchEngine, Settings};
use athos_core::FullGame;
use athos_eval::proofs::{self, QuadrantVisitor};
use athos_games::quadrants::{Placement, QuadrantGame, Stones};
use athos_prove::exact::Solvable;
use athos_prove::strategy::Strategy;
use athos_search::{Iteration, Limits};
use std::any::Any;
use std::sync::Arc;

/// The depth that the moves of report-c suggest.
const REPORT_C_DEPTH: u32 = 2;

/// The mind of a game of quadrants that the spec names, boxed twice; `None` for other games and other players.
pub fn mind<G: FullGame>(game: &G, spec: &Spec) -> Result<Option<Box<dyn Any>>, MindError> {
    match proofs::visit(&game.spec(), "", Make(spec)) {
        Ok(Some(made)) => made,
        _ => Ok(None),
    }
}

struct Make<'a>(&'a Spec);

impl QuadrantVisitor for Make<'_> {
    type Output = Result<Option<Box<dyn Any>>, MindError>;

    fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> Self::Output
    where
        QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
    {
        let spec = self.0;
        let mind: Box<dyn Mind<QuadrantGame<T>>> = match &spec.kind {
            Kind::Athos => {
                let proof = proofs::strategy(&game)?.map(Arc::new);
                let engine = Engine { engine: None, game, memory: spec.memory, proof, seed: 1 };
                Box::new(engine)
            }
            Kind::Own(name) if name == "report-c" => {
                Box::new(Report::C(ReportC { depth: spec.depth.unwrap_or(REPORT_C_DEPTH), time: None }))
            }
            Kind::Own(name) if name == "report-d" => Box::new(Report::D(ReportD::new(None, None, 1))),
            _ => return Ok(None),
        };
        Ok(Some(Box::new(mind)))
    }
}

/// The match engine. Its memory is taken when a game begins, because taking it costs time; a referee that allows less is
/// obeyed at the first move.
struct Engine<T: Solvable> {
    /// The engine, and the bytes that it was given.
    engine: Option<(MatchEngine<T>, usize)>,
    game: QuadrantGame<T>,
    memory: Option<usize>,
    proof: Option<Arc<Strategy>>,
    seed: u64,
}

impl<T: Solvable> Engine<T> {
    fn made(&self, memory: usize) -> Result<(MatchEngine<T>, usize), MindError> {
        let proof = self.proof.clone();
        let settings = Settings { memory_bytes: memory, seed: self.seed, proof, ..Settings::default() };
        Ok((MatchEngine::new(self.game.clone(), &settings).map_err(MindError::Engine)?, memory))
    }
}

impl<T: Solvable> Mind<QuadrantGame<T>> for Engine<T>
where
    QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
{
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.engine = None;
        // What cannot be had is told at the first move.
        self.engine = self.made(self.memory.unwrap_or(DEFAULT_MEMORY) / 2).ok();
    }

    fn think(
        &mut self,
        _: &QuadrantGame<T>,
        position: &Stones,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Choice<Placement<T>>),
    ) -> Result<Choice<Placement<T>>, MindError> {
        if self.engine.as_ref().is_none_or(|(_, memory)| *memory > limits.memory) {
            self.engine = None;
            self.engine = Some(self.made(limits.memory)?);
        }
        let Some((engine, _)) = &mut self.engine else { return Err(MindError::Over) };
        let mut tell = |iteration: &Iteration<Placement<T>>| on_info_of(iteration, on_info);
        let thought = engine.think(position, limits, &mut tell);
        Choice::from_report(&thought).ok_or(MindError::Over)
    }
}

fn on_info_of<M: Copy>(iteration: &Iteration<M>, on_info: &mut dyn FnMut(&Choice<M>)) {
    if let Some(choice) = Choice::from_iteration(iteration) {
        on_info(&choice);
    }
}

enum Report {
    C(ReportC),
    D(ReportD),
}

impl<T: Solvable> Mind<QuadrantGame<T>> for Report
where
    QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
{
    fn begin(&mut self, seed: u64) {
        if let Report::D(report) = self {
            *report = ReportD::new(report.time, report.nodes, seed);
        }
    }

    fn think(
        &mut self,
        game: &QuadrantGame<T>,
        position: &Stones,
        limits: &Limits,
        _: &mut dyn FnMut(&Choice<Placement<T>>),
    ) -> Result<Choice<Placement<T>>, MindError> {
        let m = match self {
            Report::C(report) => ReportC { time: limits.time, ..*report }.choose(game, position),
            Report::D(report) => {
                (report.time, report.nodes) = (limits.time, limits.nodes);
                report.choose(game, position)
            }
        };
        m.map(Choice::bare).ok_or(MindError::Over)
    }
}
