//! A player that looks a fixed number of plies ahead with any worths: for learning them, and for measuring them.

use crate::alpha_beta::AlphaBeta;
use crate::clock::Clock;
use crate::root::Root;
use athos_core::Game;
use athos_core::random::Random;
use athos_games::quadrants::{Placement, QuadrantGame, Stones, Twist, Worths, survey};
use athos_search::{Limits, Table, TableError};

/// Bytes of its table, which it clears for every move: what it plays depends on nothing but the position, the worths
/// and its random numbers.
const MEMORY: usize = 1 << 18;

/// The player.
pub struct Shallow<T: Twist> {
    game: QuadrantGame<T>,
    table: Table,
}

impl<T: Twist> Shallow<T> {
    /// A player of a game.
    pub fn new(game: QuadrantGame<T>) -> Result<Shallow<T>, TableError> {
        Ok(Shallow { game, table: Table::new(MEMORY)? })
    }

    /// The best move by these worths, `depth` plies ahead; of those worth the same, chosen by the random numbers. `None`
    /// when the game is over.
    pub fn choose(
        &mut self,
        position: &Stones,
        worths: &Worths,
        depth: u32,
        random: &mut Random,
    ) -> Option<Placement<T>> {
        if self.game.outcome(position).is_some() {
            return None;
        }
        let mut surveyed = Vec::new();
        let seen = survey(&self.game, position, &mut surveyed);
        let sure = surveyed.iter().find(|(_, replies)| *replies == 0).map(|(m, _)| *m);
        if let Some(m) = seen.wins.or(sure) {
            return Some(m);
        }
        if surveyed.is_empty() {
            let mut moves = Vec::new();
            self.game.moves(position, &mut moves);
            return seen.draws.or_else(|| random.pick(&moves).copied());
        }
        self.table.clear();
        let mut clock = Clock::start(&Limits::default());
        let mut search = AlphaBeta::new(&self.game, worths, &self.table, &mut clock);
        let mut root = Root::new(&self.game, worths, position, &surveyed, random);
        for depth in 2..=depth {
            root.search(&mut search, depth);
        }
        root.best().map(|best| best.m)
    }
}
