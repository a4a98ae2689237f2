//! Values of a game behind strings: what the page, the arena and the engine protocol ask.

use crate::{EvalError, Evaluated, Sources};
use athos_core::FullGame;
use athos_games::registry::{self, Visitor};
use athos_search::Limits;
use std::num::NonZero;

/// A game with its sources, its types hidden. It may be asked from many threads at once.
pub trait AnyEvaluator: Send + Sync {
    /// What a position is worth, and, if `every_move`, every move in it, within the limits.
    fn evaluate(&self, position: &str, every_move: bool, limits: &Limits) -> Result<Evaluated, EvalError>;

    /// The best moves, the most troublesome for an opponent who may err first; empty when nobody knows them.
    fn best(&self, position: &str, limits: &Limits) -> Result<Vec<String>, EvalError>;

    /// Whether there is a table or a proof.
    fn has_solution(&self) -> bool;

    /// What would make the game better known.
    fn hint(&self) -> Option<&str>;
}

/// The evaluator of the game that `spec` names, with further `rules`; `memory` bytes are for what is kept from question
/// to question. Tables and proofs are looked for now: what is solved later needs a new evaluator.
///
/// ```
/// use athos_search::Limits;
/// let matches = athos_eval::evaluator("matches", "", 1 << 20).unwrap();
/// let answer = matches.evaluate("21 1", false, &Limits::default()).unwrap();
/// assert_eq!(answer.value.to_string(), "loss in 10 plies");
/// ```
pub fn evaluator(spec: &str, rules: &str, memory: usize) -> Result<Box<dyn AnyEvaluator>, EvalError> {
    evaluator_with_threads(spec, rules, memory, std::thread::available_parallelism().map_or(1, NonZero::get))
}

/// The same with so many threads for a solver, for those who share the machine with others.
pub fn evaluator_with_threads(
    spec: &str,
    rules: &str,
    memory: usize,
    threads: usize,
) -> Result<Box<dyn AnyEvaluator>, EvalError> {
    struct Open(usize, usize);
    impl Visitor for Open {
        type Output = Result<Box<dyn AnyEvaluator>, EvalError>;
        fn visit<G: FullGame>(self, game: G) -> Self::Output {
            let sources = Sources::with_threads(&game, self.0, self.1)?;
            Ok(Box::new(Evaluator { game, sources }))
        }
    }
    registry::visit(spec, rules, Open(memory, threads))?
}

struct Evaluator<G: FullGame> {
    game: G,
    sources: Sources<G>,
}

impl<G: FullGame> AnyEvaluator for Evaluator<G> {
    fn evaluate(&self, position: &str, every_move: bool, limits: &Limits) -> Result<Evaluated, EvalError> {
        let position = self.game.read_position(position).map_err(EvalError::Position)?;
        Evaluated::new(&self.game, &position, &self.sources, every_move, limits)
    }

    fn best(&self, position: &str, limits: &Limits) -> Result<Vec<String>, EvalError> {
        let position = self.game.read_position(position).map_err(EvalError::Position)?;
        let best = self.sources.best(&self.game, &position, limits)?;
        Ok(best.map_or(Vec::new(), |best| best.moves.into_iter().map(|m| self.game.show_move(m)).collect()))
    }

    fn has_solution(&self) -> bool {
        self.sources.has_solution()
    }

    fn hint(&self) -> Option<&str> {
        self.sources.hint.as_deref()
    }
}
