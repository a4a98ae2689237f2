//! Proofs on disk, where they are found, and the games that have them.

use crate::EvalError;
use crate::tables::data_folder;
use athos_core::{Described, FullGame};
use athos_games::quadrants::{Placement, QuadrantGame, Stones};
use athos_games::registry::{self, LoadError, Visitor};
use athos_games::{Pentago, PentagoSwap};
use athos_prove::exact::Solvable;
use athos_prove::file::{Contents, FileError};
use athos_prove::strategy::Strategy;
use std::any::Any;
use std::io::ErrorKind;
use std::path::PathBuf;

/// The proof of the start's value in the folder of a game.
const PROOF: &str = "start.proof";
/// What is known of a proof that is not finished.
const CHECKPOINT: &str = "start.checkpoint";

/// Something to do with a game of quadrants.
pub trait QuadrantVisitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> Self::Output
    where
        QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>;
}

/// Builds the game that `spec` names, with further `rules`, and hands it to the visitor; `None` if it is another kind of
/// game.
pub fn visit<V: QuadrantVisitor>(spec: &str, rules: &str, visitor: V) -> Result<Option<V::Output>, LoadError> {
    struct Choose<V>(V);
    impl<V: QuadrantVisitor> Visitor for Choose<V> {
        type Output = Option<V::Output>;
        fn visit<G: FullGame>(self, game: G) -> Option<V::Output> {
            let game: Box<dyn Any> = Box::new(game);
            match game.downcast::<Pentago>() {
                Ok(game) => Some(self.0.visit(*game)),
                Err(game) => game.downcast::<PentagoSwap>().ok().map(|game| self.0.visit(*game)),
            }
        }
    }
    registry::visit(spec, rules, Choose(visitor))
}

/// Whether a proof of a game's start is within reach.
pub fn provable<G: Described>(_: &G) -> bool {
    G::ID == PentagoSwap::ID
}

/// Where the proof of a game's start is, or would be.
pub fn proof_file<G: Described>(game: &G) -> Result<PathBuf, EvalError> {
    Ok(athos_solve::game_folder(game, &data_folder()?).join(PROOF))
}

/// Where an unfinished proof is kept.
pub fn checkpoint_file<G: Described>(game: &G) -> Result<PathBuf, EvalError> {
    Ok(proof_file(game)?.with_file_name(CHECKPOINT))
}

/// The proof of a game's start, if it is on disk.
pub fn strategy<T: Solvable>(game: &QuadrantGame<T>) -> Result<Option<Strategy>, EvalError>
where
    QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
{
    match Contents::read(&proof_file(game)?) {
        Err(FileError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
        read => {
            let strategy = read.and_then(|contents| Strategy::from_contents(game, &contents));
            strategy.map(Some).map_err(|error| unusable(error, game))
        }
    }
}

/// What to do about a proof that cannot be used.
pub fn unusable<G: Described>(error: FileError, game: &G) -> EvalError {
    match (error, proof_file(game)) {
        (error @ FileError::Io { .. }, _) | (error, Err(_)) => EvalError::Proof(error),
        (error, Ok(file)) => EvalError::DamagedProof { file, error, spec: game.spec() },
    }
}

/// The name of a game as commands take it, from that in a proof: `pentago-swap:off,opponent_wins` has the values of all
/// options in their order.
pub fn spec(name: &str) -> Result<String, EvalError> {
    struct Options;
    impl Visitor for Options {
        type Output = Vec<&'static str>;
        fn visit<G: FullGame>(self, _: G) -> Vec<&'static str> {
            G::OPTIONS.iter().map(|option| option.name).collect()
        }
    }
    let (id, values) = name.split_once(':').unwrap_or((name, ""));
    let options = registry::visit(id, "", Options).map_err(EvalError::UnknownProof)?;
    let rules: Vec<String> =
        options.iter().zip(values.split(',')).map(|(option, value)| format!("{option}={value}")).collect();
    Ok(format!("{id}:{}", rules.join(",")))
}
