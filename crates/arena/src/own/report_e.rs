//! report-e (The Mad King!): alpha-beta to depth 8 by the report's utility, deeper where that is large.
//!
//! Children are tried by their utility; a position at the horizon whose utility passes 35 is searched two plies further;
//! a position that the player has moved in before is answered with the same move. Its beam is an option, as in the report:
//! `report-e:depth=12,with=beam=3:7`.

use crate::mind::{Choice, Mind, MindError, Searcher};
use crate::spec::{Kind, Spec};
use athos_eval::EvaluationName;
use athos_games::{MadKing, mad_king::Position};
use athos_search::{Limits, Switches};
use std::collections::HashMap;

/// The depth of the report.
const DEPTH: u32 = 8;
/// Its enhancements.
const SWITCHES: &str = "ordering,selective=2:35";

/// The mind, if the spec names it.
pub fn mind(spec: &Spec) -> Result<Option<Box<dyn Mind<MadKing>>>, MindError> {
    if spec.kind != Kind::Own("report-e".into()) {
        return Ok(None);
    }
    // What the spec says about switches comes on top of the report's own.
    let asked = if spec.switches == Switches::playing() { Switches::NONE } else { spec.switches };
    let switches = Switches::read(SWITCHES).and_then(|own| own.with(&asked.to_string())).unwrap_or(asked);
    let mut spec = spec.clone();
    spec.depth = spec.depth.or(Some(DEPTH));
    (spec.evaluation, spec.switches) = (EvaluationName::ReportE, switches);
    let searcher = Searcher::new::<MadKing>(&spec)?;
    Ok(Some(Box::new(ReportE { searcher, depth: spec.depth, played: HashMap::new() })))
}

struct ReportE {
    searcher: Searcher,
    depth: Option<u32>,
    played: HashMap<Position, athos_games::mad_king::Move>,
}

impl Mind<MadKing> for ReportE {
    fn begin(&mut self, seed: u64) {
        self.played.clear();
        Mind::<MadKing>::begin(&mut self.searcher, seed);
    }

    fn think(
        &mut self,
        game: &MadKing,
        position: &Position,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Choice<athos_games::mad_king::Move>),
    ) -> Result<Choice<athos_games::mad_king::Move>, MindError> {
        if let Some(&m) = self.played.get(position) {
            return Ok(Choice::bare(m));
        }
        let depth = self.depth.into_iter().chain(limits.depth).min();
        let choice = self.searcher.think(game, position, &Limits { depth, ..limits.clone() }, on_info)?;
        self.played.insert(*position, choice.m);
        Ok(choice)
    }
}
