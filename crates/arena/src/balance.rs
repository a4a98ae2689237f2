//! How even an opening is: from its value where that is known, else from a short search.

use crate::openings::{Balance, Judge};
use crate::player::{MoveLimits, Player, Turn};
use crate::spec::{Kind, Spec};
use crate::thinker::player;
use crate::worth::QuickValues;
use athos_core::{AnyGame, Score, Wdl};
use athos_eval::EvalError;
use std::sync::Mutex;

/// How far the short search looks.
const DEPTH: u32 = 3;

/// Where decided positions stand among uneven ones: above every estimate, the sooner the higher.
const DECIDED: u32 = 1 << 31;

/// A judge for this game: a drawn position is even; a decided one is the more uneven the sooner it ends; of others the
/// search says by how much somebody is better.
pub fn judge(game: &dyn AnyGame) -> Result<Judge<'static>, EvalError> {
    let values = QuickValues::new(game)?;
    let mut spec = Spec::new(Kind::AlphaBeta);
    spec.depth = Some(DEPTH);
    // Without a search the judge knows less, but what it knows stays right.
    let searcher: Mutex<Option<Box<dyn Player>>> = Mutex::new(player(game.id(), &game.rules_text(), &spec).ok());
    Ok(Box::new(move |position| {
        if let Some(value) = values.value(position) {
            let soon = u32::from(u16::MAX - value.plies.unwrap_or(u16::MAX));
            return Some(if value.wdl == Wdl::Draw { Balance::Even } else { Balance::Uneven(DECIDED + soon) });
        }
        let mut searcher = searcher.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let searcher = searcher.as_mut()?;
        let turn = Turn { start: position, moves: &[], position, limits: &MoveLimits::default() };
        searcher.begin(1).ok()?;
        match searcher.choose(&turn, &mut |_| ()).ok()?.info.score? {
            Score::Proven(value) if value.wdl == Wdl::Draw => Some(Balance::Even),
            Score::Proven(_) => Some(Balance::Uneven(DECIDED)),
            Score::Estimate(points) => Some(Balance::Uneven(points.unsigned_abs().min(DECIDED - 1))),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_games::registry;

    #[test]
    fn a_lost_cause_is_less_even_than_an_open_game() {
        let game = registry::load("pentago", "").unwrap();
        let judge = judge(game.as_ref()).unwrap();
        let open = judge(&game.start()).unwrap();
        let lost = judge("B..B../....../..B.../....../B...../WWWW.. w").unwrap();
        assert!(open < lost, "{open:?} {lost:?}");
    }
}
