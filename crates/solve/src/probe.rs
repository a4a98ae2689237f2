//! Asking tables: the value of any position, the moves that keep it, a line of best play.

use crate::Folder;
use crate::table::{BlockCache, Table, TableError};
use athos_core::{Code, Described, Tiered, Value};
use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;

/// How many bytes of unpacked blocks are kept.
const CACHE_BYTES: usize = 64 << 20;

/// A question could not be answered from tables.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The position lies in no tier.
    #[error("the position lies outside the tables: it has more pieces than the start of these rules")]
    Outside,
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A move and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<G: Tiered> {
    /// The move.
    pub m: G::Move,
    /// The position it leads to.
    pub position: G::Position,
    /// Its value for the player who makes it, counted from before the move.
    pub value: Value,
    /// Whether no move is better.
    pub best: bool,
}

/// All tables of a game. It may be asked from many threads at once.
#[derive(Debug)]
pub struct Tables<G> {
    game: G,
    folder: Folder,
    tables: Vec<Option<Table>>,
}

impl<G: Tiered + Described> Tables<G> {
    /// Opens the tables of a game under the folder of all tables, as many as there are. It is an error if the first tier
    /// is missing or some table cannot be trusted.
    pub fn open(game: &G, data: &Path) -> Result<Tables<G>, TableError> {
        let folder = Folder::of(game, data);
        let cache = Arc::new(BlockCache::new(CACHE_BYTES));
        let open = |tier: usize| match folder.open(game, tier, &cache) {
            Ok(table) => Ok(Some(table)),
            Err(TableError::Missing(_)) if tier > 0 => Ok(None),
            Err(error) => Err(error),
        };
        let tables: Result<Vec<Option<Table>>, TableError> = (0..game.tiers()).map(open).collect();
        Ok(Tables { game: game.clone(), folder, tables: tables? })
    }

    /// Whether no tier is missing.
    pub fn is_complete(&self) -> bool {
        self.tables.iter().all(Option::is_some)
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Where the tables are.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The table of a tier.
    pub fn table(&self, tier: usize) -> Result<&Table, TableError> {
        let missing = || TableError::Missing(self.folder.file(&self.game, tier));
        self.tables.get(tier).and_then(Option::as_ref).ok_or_else(missing)
    }

    /// The code of a position, as the table has it.
    pub fn code(&self, position: &G::Position) -> Result<Code, ProbeError> {
        let (tier, rank) = self.game.rank(position);
        if tier >= self.tables.len() {
            return Err(ProbeError::Outside);
        }
        match self.table(tier)?.code(rank)? {
            Code::GAP | Code::UNDECIDED => Err(ProbeError::Outside),
            code => Ok(code),
        }
    }

    /// The value of a position for the player to move.
    pub fn value(&self, position: &G::Position) -> Result<Value, ProbeError> {
        self.code(position)?.value(self.game.turn(position)).ok_or(ProbeError::Outside)
    }

    /// Every move with its value, best first; equal ones in the game's order.
    pub fn choices(&self, position: &G::Position) -> Result<Vec<Choice<G>>, ProbeError> {
        let turn = self.game.turn(position);
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut choices = Vec::with_capacity(moves.len());
        for m in moves {
            let next = self.game.play(position, m);
            let value = self.value(&next)?.before_move(self.game.turn(&next) == turn);
            choices.push(Choice { m, position: next, value, best: false });
        }
        choices.sort_by_key(|choice| Reverse(choice.value));
        let best = choices.first().map(|choice| choice.value);
        choices.iter_mut().for_each(|choice| choice.best = Some(choice.value) == best);
        Ok(choices)
    }

    /// A line of best play, at most `plies` long: always the first of the best moves.
    pub fn line(&self, position: &G::Position, plies: usize) -> Result<Vec<Choice<G>>, ProbeError> {
        let mut line: Vec<Choice<G>> = Vec::new();
        while line.len() < plies {
            let here = line.last().map_or(*position, |choice| choice.position);
            match self.choices(&here)?.into_iter().next() {
                Some(choice) => line.push(choice),
                None => break,
            }
        }
        Ok(line)
    }
}
