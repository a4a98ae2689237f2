//! Backward induction over everything that can be reached: the value of every position, for games small enough to be
//! remembered whole.
//!
//! Depth first, each position once, on a stack of our own, so that long games are no trouble. The cost is one map entry a
//! position. A game that can come back to a position it has left has no last position to begin from: it is refused.

use athos_core::{Game, Value};
use rustc_hash::FxHashMap;

/// Why a game cannot be solved whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InductionError {
    /// More positions than allowed.
    #[error("more than {limit} positions can be reached")]
    TooBig {
        /// How many were allowed.
        limit: usize,
    },
    /// A position can be reached from itself.
    #[error("the game can go round in circles")]
    Loop,
}

/// The value of every position that can be reached from one.
#[derive(Clone)]
pub struct Values<G: Game> {
    values: FxHashMap<G::Position, Option<Value>>,
}

/// A position whose moves are being looked at: they are the end of the shared buffer, from `next` on.
struct Frame<G: Game> {
    position: G::Position,
    first: usize,
    next: usize,
    best: Option<Value>,
}

impl<G: Game> Values<G> {
    /// The values of `position` and of all that follow it, if there are at most `limit`.
    pub fn of(game: &G, position: &G::Position, limit: usize) -> Result<Values<G>, InductionError> {
        let mut values: FxHashMap<G::Position, Option<Value>> = FxHashMap::default();
        let mut moves = Vec::new();
        let mut stack = Vec::new();
        let mut entering = Some(*position);
        loop {
            // Step 1. Enter a position: it is over, or its moves are to be looked at.
            if let Some(position) = entering.take() {
                if values.len() >= limit {
                    return Err(InductionError::TooBig { limit });
                }
                let turn = game.turn(&position);
                let over = game.outcome(&position).map(|outcome| Value::over(outcome.for_player(turn)));
                values.insert(position, over);
                if over.is_none() {
                    let first = moves.len();
                    game.moves(&position, &mut moves);
                    stack.push(Frame::<G> { position, first, next: first, best: None });
                }
            }
            // Step 2. Look at the next move of the last position entered.
            let Some(frame) = stack.last_mut() else { break };
            if frame.next < moves.len() {
                let next = game.play(&frame.position, moves[frame.next]);
                match values.get(&next) {
                    None => entering = Some(next),
                    Some(None) => return Err(InductionError::Loop),
                    Some(Some(value)) => {
                        let same_player = game.turn(&next) == game.turn(&frame.position);
                        frame.best = frame.best.max(Some(value.before_move(same_player)));
                        frame.next += 1;
                    }
                }
                continue;
            }
            // Step 3. All moves are known, and with them the position. One without moves breaks the laws: a draw.
            values.insert(frame.position, Some(frame.best.unwrap_or(Value::DRAW)));
            moves.truncate(frame.first);
            stack.pop();
        }
        Ok(Values { values })
    }

    /// The value of a position for the player to move; `None` when it cannot be reached from where the values begin.
    pub fn get(&self, position: &G::Position) -> Option<Value> {
        self.values.get(position).copied().flatten()
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none: never.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The best move, the first of several in the game's order, with its value: a winner hurries, a loser delays.
    /// `None` when the game is over.
    pub fn best(&self, game: &G, position: &G::Position) -> Option<(G::Move, Value)> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut best: Option<(G::Move, Value)> = None;
        for m in moves {
            let next = game.play(position, m);
            let value = self.get(&next)?.before_move(game.turn(&next) == game.turn(position));
            if best.is_none_or(|(_, found)| value > found) {
                best = Some((m, value));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::{Player, Wdl};
    use athos_games::registry::build;
    use athos_games::{MadKing, Matches, Nim, ThreeMusketeers, matches::Pile};

    #[test]
    fn matches_and_nim_come_out_as_theory_has_them() {
        for rules in ["", "takes=1+3+4", "takes=2+5,play=normal,terminal=0"] {
            let game: Matches = build(rules).unwrap();
            let values = Values::of(&game, &Pile { left: 60, turn: Player::One }, 1000).unwrap();
            for left in 1..=60 {
                let position = Pile { left, turn: Player::One };
                let Some(value) = values.get(&position) else { continue };
                assert_eq!(value.wdl == Wdl::Win, game.wins(left), "{left} {rules}");
                if game.outcome(&position).is_none() {
                    assert_eq!(values.best(&game, &position).map(|(_, value)| value), Some(value));
                }
            }
        }
        let nim = Nim::default();
        let values = Values::of(&nim, &nim.start(), 1000).unwrap();
        assert_eq!(values.get(&nim.start()), Some(Value::win(11)));
        let mut reached = std::collections::HashSet::from([nim.start()]);
        let mut open = vec![nim.start()];
        while let Some(position) = open.pop() {
            let mut moves = Vec::new();
            nim.moves(&position, &mut moves);
            let fresh = moves.iter().map(|&m| nim.play(&position, m)).filter(|next| reached.insert(*next));
            open.extend(fresh.collect::<Vec<_>>());
        }
        assert_eq!(values.len(), reached.len(), "every position that can be reached, once");
    }

    #[test]
    fn plain_minimax_agrees() {
        let game: ThreeMusketeers = build("rows=3,columns=3").unwrap();
        let values = Values::of(&game, &game.start(), 1_000_000).unwrap();
        let limits = crate::Limits::default();
        let report = crate::minimax(&game, &crate::Zero, &game.start(), crate::Scoring::Distance, &limits, &mut ());
        assert_eq!(report.value(), values.get(&game.start()));
        assert_eq!(report.best, values.best(&game, &game.start()).map(|(m, _)| m));
    }

    #[test]
    fn games_without_end_and_games_too_big_are_refused() {
        let mad = MadKing::default();
        assert_eq!(Values::of(&mad, &mad.start(), 1_000_000).err(), Some(InductionError::Loop));
        let matches: Matches = build("pile=1000").unwrap();
        let too_big = InductionError::TooBig { limit: 500 };
        assert_eq!(Values::of(&matches, &matches.start(), 500).err(), Some(too_big));
        assert!(Values::of(&matches, &matches.start(), 3_000).is_ok(), "a long game is no trouble");
    }
}
