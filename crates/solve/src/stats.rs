//! Statistics of tables: who wins how often, and the longest wins.
//!
//! Positions are counted without regard to symmetry: every rank counts as often as its weight says.

use crate::table::{TableError, read_code};
use crate::{Tables, parallel};
use athos_core::{Code, Described, Player, Tiered};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// How many ranks a thread takes at a time.
const PIECE: u64 = 1 << 18;

/// One tier with one player to move.
#[derive(Clone, Debug)]
pub struct Count<P> {
    /// The tier.
    pub tier: usize,
    /// Who moves.
    pub turn: Player,
    /// How many positions there are.
    pub positions: u64,
    /// How many each player wins.
    pub wins: [u64; 2],
    /// How many are drawn.
    pub draws: u64,
    /// The longest win of each player, if there is one: its distance in plies and a position.
    pub longest: [Option<(u16, P)>; 2],
}

/// Counts one tier, for each player to move.
pub fn count<G: Tiered + Described>(
    tables: &Tables<G>,
    tier: usize,
    workers: usize,
) -> Result<[Count<G::Position>; 2], TableError> {
    let game = tables.game();
    let table = tables.table(tier)?;
    let len = game.tier_len(tier);
    let totals = Mutex::new(Player::BOTH.map(|_| Histogram::new()));
    parallel::for_each(workers, len.div_ceil(PIECE) as usize, &AtomicBool::new(false), |_, piece| {
        let (mut rank, mut bytes) = (piece as u64 * PIECE, Vec::new());
        let (first, end) = (rank, len.min(rank + PIECE));
        table.read(first..end, &mut bytes)?;
        let mut own = Player::BOTH.map(|_| Histogram::new());
        while rank < end {
            let run = game.run(tier, rank);
            let upto = end.min(rank + run.ranks.max(1));
            let histogram = &mut own[run.turn.index()];
            for rank in rank..upto {
                histogram.add(read_code(table.header().width, &bytes, (rank - first) as usize), rank, run.weight);
            }
            rank = upto;
        }
        let mut totals = totals.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        totals.iter_mut().zip(&own).for_each(|(total, own)| total.merge(own));
        Ok::<(), TableError>(())
    })?;
    let totals = totals.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(Player::BOTH.map(|turn| totals[turn.index()].count(game, tier, turn)))
}

/// How often each code occurs, and the smallest rank that has it.
struct Histogram {
    entries: Vec<(u64, u64)>,
}

impl Histogram {
    fn new() -> Histogram {
        Histogram { entries: vec![(0, u64::MAX); 1 << 16] }
    }

    fn add(&mut self, code: Code, rank: u64, weight: u64) {
        let (count, first) = &mut self.entries[usize::from(code.0)];
        *count += weight;
        *first = rank.min(*first);
    }

    fn merge(&mut self, other: &Histogram) {
        for (mine, other) in self.entries.iter_mut().zip(&other.entries) {
            *mine = (mine.0 + other.0, mine.1.min(other.1));
        }
    }

    fn count<G: Tiered>(&self, game: &G, tier: usize, turn: Player) -> Count<G::Position> {
        let mut count = Count { tier, turn, positions: 0, wins: [0; 2], draws: 0, longest: [None, None] };
        for (code, &(positions, first)) in (0..=u16::MAX).map(Code).zip(&self.entries) {
            if positions == 0 || code == Code::GAP {
                continue;
            }
            count.positions += positions;
            match (code.winner(), code.plies()) {
                (Some(winner), Some(plies)) => {
                    count.wins[winner.index()] += positions;
                    let longest = &mut count.longest[winner.index()];
                    if longest.is_none_or(|(record, _)| plies > record) {
                        *longest = game.unrank(tier, first).map(|position| (plies, position));
                    }
                }
                _ => count.draws += positions,
            }
        }
        count
    }
}
