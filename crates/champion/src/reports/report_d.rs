//! report-d (Pentago-Swap; here Pentago as well): careful for eight turns, then alpha-beta to the end.
//!
//! It plays a move that wins at once, if there is one. Otherwise, during its first eight turns, it plays the first legal
//! move after which no reply wins for the opponent, or a random one if every move allows that. From its ninth turn on it
//! searches to the end of the game, with values 1, 0 and -1; if its time or its positions are up, it plays the best that
//! it found, and by the rule of the first eight turns where it found nothing.

use super::Deadline;
use athos_core::random::Random;
use athos_core::{Game, Outcome};
use athos_games::quadrants::{Placement, QuadrantGame, Stones, Twist};
use std::time::Duration;

/// Turns before it searches.
const CAREFUL_TURNS: u32 = 8;

/// The player.
#[derive(Clone, Debug)]
pub struct ReportD {
    /// The time for a search.
    pub time: Option<Duration>,
    /// The positions for a search.
    pub nodes: Option<u64>,
    random: Random,
}

/// The limits are met.
struct LimitMet;

impl ReportD {
    /// A player whose searches end after this time or so many positions, with random moves chosen by a seed.
    pub fn new(time: Option<Duration>, nodes: Option<u64>, seed: u64) -> ReportD {
        ReportD { time, nodes, random: Random::new(seed) }
    }

    /// Its move; `None` when the game is over.
    pub fn choose<T: Twist>(&mut self, game: &QuadrantGame<T>, position: &Stones) -> Option<Placement<T>> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let player = position.turn();
        let wins = |position: &Stones, m: Placement<T>| {
            game.outcome(&game.play(position, m)) == Some(Outcome::Winner(position.turn()))
        };

        // 1. A win at once.
        if let Some(m) = moves.iter().find(|m| wins(position, **m)) {
            return Some(*m);
        }

        // 2. To the end of the game, from the ninth turn on.
        if position.taken().count_ones() / 2 >= CAREFUL_TURNS {
            let mut search = ToTheEnd { game, deadline: Deadline::after(self.time), nodes_left: self.nodes };
            if let Some(m) = search.best(position, &moves) {
                return Some(m);
            }
        }

        // 3. The first move that no reply refutes at once, or any.
        let safe = moves.iter().find(|m| {
            let next = game.play(position, **m);
            match game.outcome(&next) {
                Some(outcome) => outcome != Outcome::Winner(player.other()),
                None => {
                    let mut replies = Vec::new();
                    game.moves(&next, &mut replies);
                    !replies.into_iter().any(|reply| wins(&next, reply))
                }
            }
        });
        safe.or(self.random.pick(&moves)).copied()
    }
}

struct ToTheEnd<'a, T: Twist> {
    game: &'a QuadrantGame<T>,
    deadline: Deadline,
    nodes_left: Option<u64>,
}

impl<T: Twist> ToTheEnd<'_, T> {
    /// The best move as far as the limits allow; `None` if not one move was searched.
    fn best(&mut self, position: &Stones, moves: &[Placement<T>]) -> Option<Placement<T>> {
        let mut best = None;
        let mut alpha = -2;
        for m in moves {
            let Ok(value) = self.value(&self.game.play(position, *m), -1, -alpha) else { break };
            if -value > alpha {
                (alpha, best) = (-value, Some(*m));
            }
            if alpha == 1 {
                break;
            }
        }
        best
    }

    fn value(&mut self, position: &Stones, mut alpha: i32, beta: i32) -> Result<i32, LimitMet> {
        if let Some(nodes) = &mut self.nodes_left {
            *nodes = nodes.checked_sub(1).ok_or(LimitMet)?;
        }
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(outcome.for_player(position.turn()) as i32);
        }
        if self.deadline.passed() {
            return Err(LimitMet);
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut best = -1;
        for m in moves {
            let value = -self.value(&self.game.play(position, m), -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta || best == 1 {
                break;
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::Notation;
    use athos_games::PentagoSwap;
    use athos_prove::exact::exact;
    use athos_prove::search::Limits;
    use athos_prove::table::Table;

    fn choice(text: &str) -> String {
        let game = PentagoSwap::default();
        let position = game.read_position(text).unwrap();
        let m = ReportD::new(None, Some(100_000), 1).choose(&game, &position).unwrap();
        game.show_move(m)
    }

    #[test]
    fn it_opens_with_the_first_move_of_all() {
        assert_eq!(choice("....../....../....../....../....../...... w"), "a6tltr");
    }

    #[test]
    fn it_wins_at_once() {
        assert_eq!(choice("WWWW../BB.BB./....../....../....../...... w"), "e6blbr");
    }

    #[test]
    fn it_plays_the_first_move_that_prevents_a_win_at_once() {
        let game = PentagoSwap::default();
        let text = "WWWW../BB.B../....../....../....../...... b";
        let position = game.read_position(text).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let loses = |m: &Placement<_>| {
            let next = game.play(&position, *m);
            let mut replies = Vec::new();
            game.moves(&next, &mut replies);
            replies
                .iter()
                .any(|reply| game.outcome(&game.play(&next, *reply)) == Some(Outcome::Winner(position.turn().other())))
        };
        let first = moves.iter().find(|m| !loses(m)).unwrap();
        assert!(loses(&moves[0]));
        assert_eq!(choice(text), game.show_move(*first));
    }

    /// With two cells left, it finds the only move that holds.
    #[test]
    fn near_the_end_it_searches_to_the_end() {
        let game = PentagoSwap::default();
        let mut random = Random::new(3);
        let mut told = [0; 3];
        while told.iter().sum::<usize>() < 30 {
            let mut position = game.start();
            let mut moves = Vec::new();
            while game.outcome(&position).is_none() && position.empty().count_ones() > 3 {
                moves.clear();
                game.moves(&position, &mut moves);
                position = game.play(&position, *random.pick(&moves).unwrap());
            }
            if game.outcome(&position).is_some() {
                continue;
            }
            let table = Table::new(1 << 16);
            let value = |position: &Stones| exact(&game, position, &table, Limits::default());
            let m = ReportD::new(None, None, 1).choose(&game, &position).unwrap();
            let (before, after) = (value(&position).unwrap().wdl, value(&game.play(&position, m)).unwrap().wdl);
            assert_eq!(before, -after);
            told[(before as i8 + 1) as usize] += 1;
        }
        assert!(told[0] > 0 && told[2] > 0, "{told:?}");
    }
}
