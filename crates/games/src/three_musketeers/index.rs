//! Ranks: every placement of musketeers and guards, tier by tier.
//!
//! A tier is a number of guards: guards are only ever taken away, and between two captures there is one guard move, so no
//! tier has loops. Musketeer sets are taken up to symmetry (319 of 2300 on the usual board); for each of them the other
//! cells have a fixed order, and the guards are a set of bits in that order. Within a tier
//!
//! ```text
//! rank = (2 * set + player) * C(n, g) + place of the guards among all sets of g of the n cells
//! ```
//!
//! where the place is the one in increasing order of the bits read as a number. Positions that a symmetry of their own
//! musketeers exchanges keep ranks of their own; they are few.
//!
//! The order of the cells is chosen for the kernel, which likes cells that every symmetry maps among themselves at both
//! ends: the corners first, then the other cells from the edge inwards, then the centre.

use super::bits::{STRIDE, numbers};
use super::{GUARDS, MUSKETEERS, Pieces, ThreeMusketeers};
use athos_core::{Player, Run, Symmetric, TierKernel, Tiered};
use std::sync::OnceLock;

/// The most cells that can be free for guards.
const MAX_CELLS: usize = 36;

/// `BINOMIALS[n][k]`.
pub(super) const BINOMIALS: [[u64; MAX_CELLS + 2]; MAX_CELLS + 1] = {
    let mut rows = [[0; MAX_CELLS + 2]; MAX_CELLS + 1];
    let mut n = 0;
    while n <= MAX_CELLS {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// A musketeer set that stands for all its images.
#[derive(Debug)]
pub(super) struct MusketeerSet {
    /// The set itself: the smallest of its images.
    pub cells: u64,
    /// How many images it has.
    pub images: u64,
    /// The numbers of all other cells, in the order of the guards' bits.
    pub order: Vec<u8>,
}

/// The musketeer sets of a board, and how any set leads to the one that stands for it.
#[derive(Debug)]
pub(super) struct Index {
    pub sets: Vec<MusketeerSet>,
    /// For every set, by its place among all sets of cells: the set that stands for it, and a symmetry that leads there.
    standing: Vec<(u32, u8)>,
    /// For every cell, the number of cells before it.
    place: [u8; 64],
}

impl Index {
    fn new(game: &ThreeMusketeers) -> Index {
        let mut place = [0; 64];
        for (before, cell) in (0..).zip(numbers(game.board)) {
            place[cell as usize] = before;
        }
        let cells: Vec<u32> = numbers(game.board).collect();
        let all = BINOMIALS[cells.len()][game.musketeers] as usize;
        let mut index = Index { sets: Vec::new(), standing: vec![(0, 0); all], place };
        for set in subsets(&cells, game.musketeers) {
            let images: Vec<u64> = (0..game.symmetries()).map(|symmetry| game.map_set(symmetry, set)).collect();
            let smallest = images.iter().copied().min().unwrap_or(set);
            let number = if smallest == set {
                let same = images.iter().filter(|&&image| image == set).count();
                let order = cell_order(game, set);
                index.sets.push(MusketeerSet { cells: set, images: (images.len() / same) as u64, order });
                index.sets.len() - 1
            } else {
                index.standing[index.place_of(smallest)].0 as usize
            };
            let symmetry = images.iter().position(|&image| image == smallest).unwrap_or(0);
            let place = index.place_of(set);
            index.standing[place] = (number as u32, symmetry as u8);
        }
        index
    }

    /// The place of a set of cells among all sets of as many cells.
    fn place_of(&self, set: u64) -> usize {
        let places = numbers(set).zip(1..).map(|(cell, k)| BINOMIALS[usize::from(self.place[cell as usize])][k]);
        places.sum::<u64>() as usize
    }

    /// The set that stands for this one, and a symmetry that leads to it.
    pub fn standing(&self, set: u64) -> (usize, usize) {
        let (number, symmetry) = self.standing[self.place_of(set)];
        (number as usize, usize::from(symmetry))
    }
}

/// All sets of `count` of the cells, in increasing order.
fn subsets(cells: &[u32], count: usize) -> Vec<u64> {
    match (count, cells) {
        (0, _) => vec![0],
        (_, []) => Vec::new(),
        (_, [rest @ .., last]) => {
            let mut all = subsets(rest, count);
            all.extend(subsets(rest, count - 1).into_iter().map(|set| set | 1 << last));
            all
        }
    }
}

/// The cells that no musketeer stands on: corners, then from the edge inwards, and the centre.
fn cell_order(game: &ThreeMusketeers, musketeers: u64) -> Vec<u8> {
    let kind = |&cell: &u8| {
        let (row, column) = (u32::from(cell) / STRIDE, u32::from(cell) % STRIDE);
        let (below, right) = (game.rows as u32 - 1 - row, game.columns as u32 - 1 - column);
        let edges = [row, column, below, right].into_iter().filter(|&distance| distance == 0).count();
        match edges {
            2 => 0,
            1 => 1,
            _ if row == below && column == right => 3,
            _ => 2,
        }
    };
    let mut order: Vec<u8> = numbers(game.board & !musketeers).map(|cell| cell as u8).collect();
    order.sort_by_key(|cell| (kind(cell), *cell));
    order
}

impl ThreeMusketeers {
    /// The index of this board. It is made once for every size and kept for the life of the program.
    pub(super) fn index(&self) -> &'static Index {
        static INDEXES: [OnceLock<Index>; 256] = [const { OnceLock::new() }; 256];
        let number = ((self.rows & 7) << 5 | (self.columns & 7) << 2 | (self.musketeers - 1)) & 255;
        INDEXES[number].get_or_init(|| Index::new(self))
    }

    /// How many cells are free for guards.
    pub(super) fn guard_cells(&self) -> usize {
        self.rows * self.columns - self.musketeers
    }

    /// How many ways there are to place the guards of a tier.
    pub(super) fn placements(&self, guards: usize) -> u64 {
        BINOMIALS[self.guard_cells()][guards.min(MAX_CELLS + 1)]
    }
}

impl Tiered for ThreeMusketeers {
    fn tiers(&self) -> usize {
        self.guard_cells() + 1
    }

    fn tier_name(&self, tier: usize) -> String {
        format!("guards-{tier:02}")
    }

    fn tier_len(&self, tier: usize) -> u64 {
        2 * self.index().sets.len() as u64 * self.placements(tier)
    }

    fn child_tiers(&self, tier: usize) -> Vec<usize> {
        tier.checked_sub(1).into_iter().collect()
    }

    fn is_loopy(&self, _tier: usize) -> bool {
        false
    }

    fn rank(&self, position: &Pieces) -> (usize, u64) {
        let index = self.index();
        let (set, symmetry) = index.standing(position.musketeers);
        let guards = self.map_set(symmetry, position.guards);
        let (mut place, mut count) = (0, 0);
        for (bit, &cell) in index.sets[set].order.iter().enumerate() {
            if guards >> cell & 1 != 0 {
                count += 1;
                place += BINOMIALS[bit][count];
            }
        }
        (count, (2 * set as u64 + position.turn.index() as u64) * self.placements(count) + place)
    }

    fn unrank(&self, tier: usize, rank: u64) -> Option<Pieces> {
        let placements = self.placements(tier);
        if placements == 0 || rank >= self.tier_len(tier) {
            return None;
        }
        let (slice, mut place) = (rank / placements, rank % placements);
        let set = &self.index().sets[(slice / 2) as usize];
        let (mut guards, mut count) = (0, tier);
        for (bit, &cell) in set.order.iter().enumerate().rev() {
            if count > 0 && BINOMIALS[bit][count] <= place {
                place -= BINOMIALS[bit][count];
                count -= 1;
                guards |= 1 << cell;
            }
        }
        let turn = if slice % 2 == 0 { MUSKETEERS } else { GUARDS };
        Some(Pieces { musketeers: set.cells, guards, turn })
    }

    fn solved_as(&self) -> ThreeMusketeers {
        self.with_default_start()
    }

    fn run(&self, tier: usize, rank: u64) -> Run {
        let placements = self.placements(tier).max(1);
        let slice = rank / placements;
        let turn = Player::BOTH[(slice % 2) as usize];
        let weight = self.index().sets.get((slice / 2) as usize).map_or(0, |set| set.images);
        Run { ranks: placements - rank % placements, turn, weight }
    }

    fn kernel(&self) -> Option<Box<dyn TierKernel>> {
        super::kernel::Kernel::new(self).map(|kernel| Box::new(kernel) as Box<dyn TierKernel>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;

    #[test]
    fn the_usual_board_has_319_musketeer_sets() {
        let game = ThreeMusketeers::default();
        assert_eq!(game.index().sets.len(), 319);
        assert_eq!(game.index().sets.iter().map(|set| set.images).sum::<u64>(), 2300);
        assert_eq!(game.tiers(), 23);
        assert_eq!((0..23).map(|tier| game.tier_len(tier)).sum::<u64>(), (2 * 319) << 22);
    }

    #[test]
    fn every_rank_comes_back_and_symmetry_leads_to_the_same_musketeers() {
        for rules in ["rows=3,columns=3", "rows=3,columns=4,musketeers=2", "rows=3,columns=3,musketeers=4"] {
            let game: ThreeMusketeers = build(rules).unwrap();
            for tier in 0..game.tiers() {
                for rank in 0..game.tier_len(tier) {
                    let position = game.unrank(tier, rank).unwrap();
                    assert_eq!(position.guards.count_ones() as usize, tier);
                    assert_eq!(game.rank(&position), (tier, rank), "{rules}");
                    for symmetry in 0..game.symmetries() {
                        let image = game.map_position(symmetry, &position);
                        let (image_tier, image_rank) = game.rank(&image);
                        assert_eq!(image_tier, tier);
                        assert_eq!(game.run(tier, image_rank).weight, game.run(tier, rank).weight);
                        assert_eq!(image_rank / game.placements(tier), rank / game.placements(tier));
                    }
                }
                assert_eq!(game.unrank(tier, game.tier_len(tier)), None);
            }
        }
    }
}
