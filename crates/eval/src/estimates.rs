//! The estimates that a search may be given, chosen by name.
//!
//! One type for all of them, so that every search is compiled once a game; the choice costs a branch an estimate.

use athos_core::{Described, FullGame, Player};
use athos_games::mad_king::{self, report_e_utility};
use athos_search::{Evaluator, Hashed, Own, Zero};
use std::any::Any;
use std::str::FromStr;

/// Where the points of an unfinished position come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvaluationName {
    /// The game's own estimate
    #[default]
    Own,
    /// Every position is even
    Zero,
    /// Arbitrary numbers from -999 to 999, chosen by --seed
    Hashed,
    /// The utility of report E, for mad-king
    ReportE,
}

impl EvaluationName {
    /// The evaluation, if the game has it.
    pub fn for_game<G: FullGame>(self, seed: u64) -> Result<Evaluation, EvaluationError> {
        if self == EvaluationName::ReportE && G::ID != mad_king::MadKing::ID {
            return Err(EvaluationError::OtherGame(G::ID));
        }
        Ok(Evaluation { name: self, hashed: Hashed { seed, spread: 999 } })
    }

    /// All there are.
    pub const ALL: [EvaluationName; 4] =
        [EvaluationName::Own, EvaluationName::Zero, EvaluationName::Hashed, EvaluationName::ReportE];

    /// The name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            EvaluationName::Own => "own",
            EvaluationName::Zero => "zero",
            EvaluationName::Hashed => "hashed",
            EvaluationName::ReportE => "report-e",
        }
    }
}

/// Why there is no such evaluation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvaluationError {
    /// None has this name.
    #[error("no evaluation '{0}': there are own, zero, hashed, report-e")]
    Unknown(String),
    /// It is made for another game than this.
    #[error("report-e is an evaluation of mad-king, not of {0}")]
    OtherGame(&'static str),
}

impl FromStr for EvaluationName {
    type Err = EvaluationError;

    fn from_str(text: &str) -> Result<EvaluationName, EvaluationError> {
        let unknown = || EvaluationError::Unknown(text.escape_debug().to_string());
        EvaluationName::ALL.into_iter().find(|name| name.word() == text).ok_or_else(unknown)
    }
}

/// An evaluation at work.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation {
    name: EvaluationName,
    hashed: Hashed,
}

impl<G: FullGame> Evaluator<G> for Evaluation {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        match self.name {
            EvaluationName::Own => Own.evaluate(game, position),
            EvaluationName::Zero => Zero.evaluate(game, position),
            EvaluationName::Hashed => self.hashed.evaluate(game, position),
            EvaluationName::ReportE => match (position as &dyn Any).downcast_ref::<mad_king::Position>() {
                // The utility is the king's, who is the first player.
                Some(board) if game.turn(position) == Player::One => report_e_utility(board),
                Some(board) => -report_e_utility(board),
                None => 0,
            },
        }
    }

    fn is_noisy(&self, game: &G, position: &G::Position, m: G::Move) -> bool {
        match self.name {
            EvaluationName::Own => Evaluator::<G>::is_noisy(&Own, game, position, m),
            EvaluationName::Hashed => self.hashed.is_noisy(game, position, m),
            EvaluationName::Zero | EvaluationName::ReportE => false,
        }
    }
}
