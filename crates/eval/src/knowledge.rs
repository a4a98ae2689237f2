//! What is known of a game as a whole: whether it is solved, and what solving it would take.

use crate::tables::{self, GENERAL_SPEED, KERNEL_SPEED, LOOP_KERNEL_SPEED, seconds_to_solve};
use crate::{EvalError, proofs};
use athos_core::{FullGame, Retrograde, Tiered};
use athos_games::quadrants::{Placement, QuadrantGame, Stones};
use athos_games::registry::{self, LoadError, TieredVisitor};
use athos_prove::exact::Solvable;
use athos_solve::Tables;
use serde::Serialize;

/// What is known of a game, and how more could be.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Knowledge {
    /// There is a table of every position.
    pub table: bool,
    /// There is a proof of the start's value.
    pub proof: bool,
    /// A table can be made.
    pub solvable: bool,
    /// A proof can be made.
    pub provable: bool,
    /// Seconds that making the table takes on this machine, roughly.
    pub seconds: Option<u64>,
    /// Bytes of the table at most, before compression.
    pub bytes: Option<u64>,
    /// What would make the game better known, in words.
    pub hint: Option<String>,
}

/// What is known of the game that `spec` names.
pub fn knowledge(spec: &str) -> Result<Knowledge, EvalError> {
    let mut known = match registry::visit_tiered(spec, "", Look) {
        Ok(known) => known?,
        Err(LoadError::NoTiers(_)) => Knowledge::default(),
        Err(error) => return Err(error.into()),
    };
    if let Some(proof) = proofs::visit(spec, "", LookForProof)? {
        (known.proof, known.provable) = proof?;
    }
    let id = spec.split(':').next().unwrap_or(spec);
    known.hint = match (&known, known.seconds) {
        (Knowledge { table: true, .. } | Knowledge { proof: true, .. }, _) => None,
        (Knowledge { solvable: true, .. }, Some(seconds)) => {
            Some(format!("Not solved yet. A table of every position takes about {}.", in_words(seconds)))
        }
        (Knowledge { provable: true, .. }, _) => Some("Not proven yet. A proof takes some minutes.".to_string()),
        _ => Some(format!("No table can hold {id}: positions near the end are solved when they are asked for.")),
    };
    Ok(known)
}

/// A time as people say it.
fn in_words(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} minutes", seconds.div_ceil(60)),
        _ => format!("{} hours", seconds.div_ceil(3600)),
    }
}

struct Look;

impl TieredVisitor for Look {
    type Output = Result<Knowledge, EvalError>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> Self::Output {
        look(&game, if game.kernel().is_some() { KERNEL_SPEED } else { GENERAL_SPEED })
    }

    fn visit_loopy<G: FullGame + Retrograde>(self, game: G) -> Self::Output {
        look(&game, if game.loop_kernel().is_some() { LOOP_KERNEL_SPEED } else { GENERAL_SPEED })
    }
}

fn look<G: FullGame + Tiered>(game: &G, speed: u64) -> Result<Knowledge, EvalError> {
    let table = match athos_solve::data_folder() {
        Some(data) => Tables::open(game, &data).is_ok_and(|tables| tables.is_complete()),
        None => false,
    };
    let ranks: u64 = (0..game.tiers()).map(|tier| game.tier_len(tier)).sum();
    Ok(Knowledge {
        table,
        solvable: true,
        seconds: Some(seconds_to_solve(game, speed)),
        bytes: Some(ranks.saturating_mul(2)),
        ..Knowledge::default()
    })
}

struct LookForProof;

impl proofs::QuadrantVisitor for LookForProof {
    type Output = Result<(bool, bool), EvalError>;

    fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> Self::Output
    where
        QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
    {
        let there = match tables::data_folder() {
            Ok(_) => proofs::proof_file(&game)?.exists(),
            Err(_) => false,
        };
        Ok((there, proofs::provable(&game)))
    }
}
