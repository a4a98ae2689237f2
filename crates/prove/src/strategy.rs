//! Strategies: one winning move for every position that the attacker can meet.
//!
//! A strategy leaves out what anybody can see: positions where the attacker wins at once. Those that remain are kept up
//! to symmetry, by their number ([`Packed`]), with the move in that image of the position.

use crate::search::{Limits, Search, Stopped};
use crate::table::Table;
use athos_core::{Game, Outcome, Player, Symmetric};
use athos_games::quadrants::{
    Attack, Defence, Packed, Placement, QuadrantGame, Stones, Twist, attack, defend, inverse, pack_canonical, unpack,
};
use std::collections::BTreeMap;

/// Why there is no strategy.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum StrategyError {
    /// The limits came first.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There is none.
    #[error("the attacker does not win from here")]
    NoWin,
}

/// How the attacker wins from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Where it begins.
    pub root: Stones,
    /// Who wins.
    pub attacker: Player,
    /// The code of a move (eight times the index of its cell plus the index of its twist) by the number of a position.
    pub moves: BTreeMap<Packed, u16>,
}

impl Strategy {
    /// Walks through every defence, asking the table for the attacker's moves; what the table has lost is proved again.
    pub fn extract<T: Twist>(
        game: &QuadrantGame<T>,
        root: &Stones,
        attacker: Player,
        table: &Table,
        limits: Limits<'_>,
    ) -> Result<Strategy, StrategyError> {
        let mut strategy = Strategy { root: *root, attacker, moves: BTreeMap::new() };
        let mut pending = Vec::new();
        if root.turn() == attacker {
            pending.push(*root);
        } else {
            push_replies(game, root, &mut pending)?;
        }
        let (mut moves, mut nodes) = (Vec::new(), 0);
        while let Some(position) = pending.pop() {
            limits.check()?;
            let (packed, symmetry) = pack_canonical(&position);
            if strategy.moves.contains_key(&packed) {
                continue;
            }
            moves.clear();
            if let Attack::Wins(_) = attack(game, &position, &mut moves) {
                continue;
            }
            let at_once = moves.iter().find(|(_, replies)| *replies == 0).map(|(m, _)| *m);
            let limits = Limits { nodes: limits.nodes.map(|limit| limit.saturating_sub(nodes)), ..limits };
            let mut search = Search::new(game, attacker, table, limits);
            let m = match at_once.or_else(|| search.known_move(&position)) {
                Some(m) => m,
                None if search.prove(&position)? => search.winning_move(&position).ok_or(StrategyError::NoWin)?,
                None => return Err(StrategyError::NoWin),
            };
            nodes += search.nodes;
            let code = game.map_move(symmetry, &position, m).code().ok_or(StrategyError::NoWin)?;
            strategy.moves.insert(packed, code);
            push_replies(game, &game.play(&position, m), &mut pending)?;
        }
        Ok(strategy)
    }

    /// The attacker's move in a position of the strategy: a win at once, or the move kept for it. `None` in positions
    /// that the strategy never meets.
    pub fn reply<T: Twist>(&self, game: &QuadrantGame<T>, position: &Stones) -> Option<Placement<T>> {
        if position.turn() != self.attacker || game.outcome(position).is_some() {
            return None;
        }
        if let Attack::Wins(m) = attack(game, position, &mut Vec::new()) {
            return Some(m);
        }
        let (packed, symmetry) = pack_canonical(position);
        let m = Placement::from_code(*self.moves.get(&packed)?)?;
        Some(game.map_move(inverse(symmetry), &unpack(packed)?, m))
    }

    /// Who wins, if the position belongs to the strategy: the attacker is to move and it has a move, or the defender is
    /// and it has an answer to every reply.
    pub fn winner<T: Twist>(&self, game: &QuadrantGame<T>, position: &Stones) -> Option<Player> {
        match game.outcome(position) {
            Some(outcome) => outcome.winner(),
            None if position.turn() == self.attacker => self.reply(game, position).map(|_| self.attacker),
            None => {
                let mut moves = Vec::new();
                game.moves(position, &mut moves);
                let answered = |m: &Placement<T>| {
                    let next = game.play(position, *m);
                    match game.outcome(&next) {
                        Some(outcome) => outcome == Outcome::Winner(self.attacker),
                        None => self.reply(game, &next).is_some(),
                    }
                };
                moves.iter().all(answered).then_some(self.attacker)
            }
        }
    }
}

/// The positions after every reply that does not lose at once.
fn push_replies<T: Twist>(
    game: &QuadrantGame<T>,
    position: &Stones,
    pending: &mut Vec<Stones>,
) -> Result<(), StrategyError> {
    let mut replies = Vec::new();
    match defend(game, position, &mut replies) {
        Defence::Refutes(_) => Err(StrategyError::NoWin),
        Defence::Goes => {
            pending.extend(replies.into_iter().map(|m| game.play(position, m)));
            Ok(())
        }
    }
}
