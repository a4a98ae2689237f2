//! What moves were worth: outside the clocks, after the game, where values are known without long thinking.
//!
//! A table or a proof answers at once. Where there is none, a search of about a millisecond decides the ends of games, and
//! all of a small one. It is limited by nodes and not by time, so that the same game is judged the same everywhere.

use crate::game_record::PlyRecord;
use athos_core::{AnyGame, Player, Value, Wdl};
use athos_eval::{AnyEvaluator, EvalError, Worth, evaluator_with_threads};
use athos_search::Limits;

/// Nodes for the value of a position.
const NODES: u64 = 4000;
/// The same for the games of quadrants, whose solver does much more at each node.
const SOLVER_NODES: u64 = 60;
/// Bytes for the search of a position, and for what a solver keeps.
const MEMORY: usize = 1 << 20;

/// Knows values of a game's positions, as far as that is quick.
pub struct QuickValues {
    evaluator: Box<dyn AnyEvaluator>,
    limits: Limits,
}

impl QuickValues {
    /// For this game, with the tables and proofs that are there now.
    pub fn new(game: &dyn AnyGame) -> Result<QuickValues, EvalError> {
        let evaluator = evaluator_with_threads(game.id(), &game.rules_text(), MEMORY, 1)?;
        let nodes = if game.id().starts_with("pentago") { SOLVER_NODES } else { NODES };
        Ok(QuickValues { evaluator, limits: Limits { nodes: Some(nodes), memory: MEMORY, ..Limits::default() } })
    }

    /// The value of a position for the player to move, if it is known; a table that cannot be read knows nothing.
    pub fn value(&self, position: &str) -> Option<Value> {
        match self.evaluator.evaluate(position, false, &self.limits).ok()?.value {
            Worth::Known(value) => Some(value),
            Worth::Unknown { .. } => None,
        }
    }

    /// Says of every move whether it gave away part of the value. `positions` has one more than `plies`; `last` is who
    /// is to move in the last of them.
    pub fn judge(&self, positions: &[String], plies: &mut [PlyRecord], last: Player) {
        let values: Vec<Option<Wdl>> = positions.iter().map(|position| Some(self.value(position)?.wdl)).collect();
        for index in 0..plies.len() {
            let next = plies.get(index + 1).map_or(last, |ply| ply.player);
            let before = values.get(index).copied().flatten();
            let after = values.get(index + 1).copied().flatten();
            let after = after.map(|value| if next == plies[index].player { value } else { -value });
            plies[index].loses_value = before.zip(after).map(|(before, after)| after < before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_games::registry;

    /// Nim: 1,2,2 is won by a1 alone, and every other move gives the win away; where everything is lost, no move errs.
    #[test]
    fn moves_that_give_the_value_away_are_found() {
        let game = registry::load("nim:heaps=1+2+2", "").unwrap();
        let values = QuickValues::new(game.as_ref()).unwrap();
        let judged = |moves: &[&str]| {
            let mut positions = vec![game.start()];
            let mut plies = Vec::new();
            for (index, m) in moves.iter().enumerate() {
                positions.push(game.play(&positions[index], m).unwrap());
                plies.push(PlyRecord::new(Player::BOTH[index % 2], 0.0));
            }
            let last = game.view(&positions[moves.len()]).unwrap().turn;
            values.judge(&positions, &mut plies, last);
            plies.into_iter().map(|ply| ply.loses_value.unwrap()).collect::<Vec<bool>>()
        };
        assert_eq!(judged(&["a1", "b1", "c2"]), [false, false, true]);
        assert_eq!(judged(&["b1", "a1"]), [true, true]);
    }
}
