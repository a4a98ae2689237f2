//! Ranks of Matches: a tier is the number of matches left, with one rank for each player to move.

use super::{Matches, Pile, bits};
use athos_core::{Player, Run, Tiered};

impl Tiered for Matches {
    fn tiers(&self) -> usize {
        self.pile as usize + 1
    }

    fn tier_name(&self, tier: usize) -> String {
        format!("matches-{tier:07}")
    }

    fn tier_len(&self, _tier: usize) -> u64 {
        2
    }

    fn child_tiers(&self, tier: usize) -> Vec<usize> {
        let mut tiers: Vec<usize> = bits(self.legal(tier as u32)).map(|take| tier - take as usize).collect();
        tiers.reverse();
        tiers
    }

    fn is_loopy(&self, _tier: usize) -> bool {
        false
    }

    fn rank(&self, position: &Pile) -> (usize, u64) {
        (position.left as usize, position.turn.index() as u64)
    }

    fn unrank(&self, tier: usize, rank: u64) -> Option<Pile> {
        let left = u32::try_from(tier).ok().filter(|&left| (self.terminal..=self.pile).contains(&left))?;
        Some(Pile { left, turn: *Player::BOTH.get(rank as usize)? })
    }

    fn run(&self, _tier: usize, rank: u64) -> Run {
        Run { ranks: 1, turn: Player::BOTH[(rank % 2) as usize], weight: 1 }
    }
}
