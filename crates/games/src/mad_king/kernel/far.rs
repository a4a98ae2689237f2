//! Wins further away than a byte can say: few, so they are taken back one by one with the plain rules.
//!
//! A byte holds distances below [`FAR`]. What is decided at that distance or later has the byte for it, and its true
//! distance stands in a map.

use super::backward::won;
use crate::mad_king::MadKing;
use athos_core::{Code, Game, Player, Retrograde, Tiered, Unsolved};
use std::collections::{BTreeMap, HashMap};

/// The first distance that is kept apart.
pub const FAR: u16 = Code::MAX_NARROW_PLIES;

/// A tier in which all that is nearer has been decided.
pub struct Far<'a> {
    pub game: &'a MadKing,
    pub tier: usize,
    pub codes: &'a mut [u8],
    pub open: &'a mut [u8],
    /// How many ranks in a row have the same player to move.
    pub half_len: usize,
    /// Codes of far distances, final or as leaving the tier would have them.
    pub known: HashMap<u64, Code>,
}

impl Far<'_> {
    /// Decides what is left, and gives the far codes, with some that are no longer true: their bytes say otherwise.
    pub fn solve(mut self) -> Result<HashMap<u64, Code>, Unsolved> {
        // 1. What was decided last among the near, and what may be decided when its distance comes.
        let mut queue: BTreeMap<u16, Vec<u64>> = BTreeMap::new();
        let last = Player::BOTH.map(|winner| won(winner, usize::from(FAR) - 1));
        let ranks = self.codes.iter().enumerate().filter(|(_, code)| last.contains(code));
        queue.insert(FAR - 1, ranks.map(|(rank, _)| rank as u64).collect());
        for (&rank, code) in &self.known {
            queue.entry(code.plies().unwrap_or(FAR)).or_default().push(rank);
        }

        // 2. Distance by distance, as before.
        while let Some((distance, ranks)) = queue.pop_first() {
            for rank in ranks {
                let code = self.code(rank);
                let turn = Player::BOTH[rank as usize / self.half_len % 2];
                let decided = code.winner() == Some(turn) || self.open[rank as usize] == 0;
                if decided && code.plies() == Some(distance) {
                    self.take_back(rank, code, &mut queue)?;
                }
            }
        }
        Ok(self.known)
    }

    fn code(&self, rank: u64) -> Code {
        let near = Code::widen(self.codes[rank as usize]);
        match near.plies() {
            Some(FAR) => self.known.get(&rank).copied().unwrap_or(near),
            _ => near,
        }
    }

    fn take_back(&mut self, rank: u64, code: Code, queue: &mut BTreeMap<u16, Vec<u64>>) -> Result<(), Unsolved> {
        let (Some(position), Some(winner), Some(next)) =
            (self.game.unrank(self.tier, rank), code.winner(), code.before_move())
        else {
            return Err(Unsolved::TooLong);
        };
        let mut before = Vec::new();
        self.game.predecessors(&position, &mut before);
        for position in before {
            let rank = self.game.rank(&position).1;
            let (turn, old) = (self.game.turn(&position), self.code(rank));
            let new = if turn == winner {
                next.better_for(turn, old)
            } else {
                let open = &mut self.open[rank as usize];
                *open = open.wrapping_sub(1);
                match *open == 0 && old.winner() != Some(turn) {
                    // The longer of the two ways to lose: the better one for who loses.
                    true if old.winner() == Some(winner) => next.better_for(turn, old),
                    true => next,
                    false => continue,
                }
            };
            // What leaving the tier has announced for this distance waits in the queue already.
            if new != old {
                self.codes[rank as usize] = won(winner, usize::from(FAR));
                self.known.insert(rank, new);
                queue.entry(new.plies().unwrap_or(FAR)).or_default().push(rank);
            }
        }
        Ok(())
    }
}
