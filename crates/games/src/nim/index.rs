//! Ranks of Nim: a tier is the number of objects, since every move takes some away.
//!
//! The order of the heaps does not matter, so a position is its heaps sorted, largest first, none larger than the start's
//! heap of the same place. All heaps but the last are digits of the rank, and the last is what is left of the total;
//! numbers that are no sorted heaps are gaps.

use super::{Heaps, MAX_HEAPS, Nim};
use athos_core::{Player, Run, Tiered};

impl Nim {
    /// The start's heaps, largest first.
    fn bounds(&self) -> Vec<u8> {
        let mut bounds = self.start.sizes().to_vec();
        bounds.sort_unstable_by(|a, b| b.cmp(a));
        bounds
    }
}

impl Tiered for Nim {
    fn tiers(&self) -> usize {
        self.start.sizes().iter().map(|&size| usize::from(size)).sum::<usize>() + 1
    }

    fn tier_name(&self, tier: usize) -> String {
        format!("objects-{tier:04}")
    }

    fn tier_len(&self, _tier: usize) -> u64 {
        let bounds = self.bounds();
        bounds[..bounds.len() - 1].iter().fold(2, |len: u64, &bound| len.saturating_mul(u64::from(bound) + 1))
    }

    fn child_tiers(&self, tier: usize) -> Vec<usize> {
        let most = self.start.sizes().iter().copied().max().unwrap_or(0);
        (tier.saturating_sub(usize::from(most))..tier).collect()
    }

    fn is_loopy(&self, _tier: usize) -> bool {
        false
    }

    fn rank(&self, position: &Heaps) -> (usize, u64) {
        let bounds = self.bounds();
        let mut sizes = position.sizes().to_vec();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        if sizes.iter().zip(&bounds).any(|(size, bound)| size > bound) {
            return (self.tiers(), 0);
        }
        let digits = sizes.iter().zip(&bounds).take(bounds.len() - 1);
        let rank = digits.fold(0, |rank, (&size, &bound)| rank * (u64::from(bound) + 1) + u64::from(size));
        (sizes.iter().map(|&size| usize::from(size)).sum(), 2 * rank + position.turn.index() as u64)
    }

    fn unrank(&self, tier: usize, rank: u64) -> Option<Heaps> {
        let bounds = self.bounds();
        let last = bounds.len() - 1;
        let (mut digits, mut left) = (rank / 2, tier);
        let mut sizes = [0; MAX_HEAPS];
        for heap in (0..last).rev() {
            let base = u64::from(bounds[heap]) + 1;
            sizes[heap] = (digits % base) as u8;
            digits /= base;
            left = left.checked_sub(usize::from(sizes[heap]))?;
        }
        sizes[last] = u8::try_from(left).ok().filter(|&size| size <= bounds[last])?;
        let sorted = sizes[..=last].is_sorted_by(|a, b| a >= b) && digits == 0;
        Heaps::new(&sizes[..=last], Player::BOTH[(rank % 2) as usize]).filter(|_| sorted)
    }

    /// A sorted position stands for all orders of its heaps.
    fn run(&self, tier: usize, rank: u64) -> Run {
        let orders = |heaps: Heaps| {
            let sizes = heaps.sizes();
            let all: u64 = (1..=sizes.len() as u64).product();
            let equal = sizes.chunk_by(|a, b| a == b).map(|equal| (1..=equal.len() as u64).product::<u64>());
            all / equal.product::<u64>()
        };
        let weight = self.unrank(tier, rank).map_or(0, orders);
        Run { ranks: 1, turn: Player::BOTH[(rank % 2) as usize], weight }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;

    #[test]
    fn every_rank_comes_back_or_is_a_gap() {
        let game: Nim = build("heaps=3+4+2+2").unwrap();
        let mut positions = 0;
        for tier in 0..game.tiers() {
            for rank in 0..game.tier_len(tier) {
                if let Some(position) = game.unrank(tier, rank) {
                    assert_eq!(game.rank(&position), (tier, rank));
                    positions += 1;
                }
            }
        }
        let sorted = |[a, b, c, d]: [u8; 4]| a >= b && b >= c && c >= d;
        let all = (0..5 * 4 * 3 * 3u8).map(|n| [n / 36, n / 9 % 4, n / 3 % 3, n % 3]);
        assert_eq!(positions, 2 * all.filter(|&sizes| sorted(sizes)).count());
        let beyond = Heaps::new(&[5, 0, 0, 0], Player::One).unwrap();
        assert_eq!(game.rank(&beyond).0, game.tiers());
    }
}
