//! One level of the solution from the end: all superpositions with the same number of stones.
//!
//! What a superposition is worth comes from those that one more stone leads to: their sets are joined, turned back by one
//! quarter turn, and seen from the other side. The plain way to do that stands here; [`avx2`](super::avx2) says the same.

use super::SHARE;
use crate::search::{Limits, Stopped};
use athos_games::pentago::superposition::{Turnings, one_turn_before};
use std::sync::Mutex;
use std::thread;

/// Of the player who just moved: where that wins, then where it does not lose.
pub type Sets = [u64; 4];

/// The subsets of some cells with a given size, ascending as numbers.
#[derive(Default)]
pub struct Subsets {
    pub masks: Vec<u32>,
}

impl Subsets {
    pub fn new(cells: usize, size: usize) -> Subsets {
        Subsets { masks: (0..1u32 << cells).filter(|mask| mask.count_ones() as usize == size).collect() }
    }
}

/// Places of all subsets among those of their size.
pub fn ranks(cells: usize) -> Vec<u32> {
    let mut next = vec![0; cells + 1];
    let rank = |mask: u32| {
        let size = mask.count_ones() as usize;
        next[size] += 1;
        next[size] - 1
    };
    (0..1u32 << cells).map(rank).collect()
}

/// A stone on a cell of those that a block leaves free, and the place it leads to in the block of the next level.
#[derive(Clone, Copy)]
pub struct Branch {
    pub cell: u16,
    pub to: u16,
}

/// The branches of every place in a block: as many for each as there are cells left.
#[derive(Default)]
pub struct Branches {
    all: Vec<Branch>,
    each: usize,
}

impl Branches {
    /// For subsets of a size out of the free cells. If the player who moves first takes a cell, the other's subset stays
    /// what it is, among fewer cells; if the other does, it grows.
    pub fn new(free: usize, size: usize, first_to_move: bool, ranks: &[u32]) -> Branches {
        let branch = |mask: u32, cell: usize| {
            let below = (1 << cell) - 1;
            let next = if first_to_move { mask & below | mask >> 1 & !below } else { mask | 1 << cell };
            Branch { cell: cell as u16, to: ranks[next as usize] as u16 }
        };
        let of_mask = |mask: u32| {
            let cells = (0..free).filter(move |cell| mask >> cell & 1 == 0);
            cells.map(move |cell| branch(mask, cell))
        };
        let all = Subsets::new(free, size).masks.into_iter().flat_map(of_mask).collect();
        Branches { all, each: free - size }
    }

    #[inline(always)]
    pub fn of(&self, index: usize) -> &[Branch] {
        &self.all[index * self.each..][..self.each]
    }
}

/// Subsets of the cells that a block leaves free, numbered among those cells, as subsets of all cells.
#[derive(Default)]
pub struct Deposit {
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Deposit {
    /// How many cells a table covers.
    const HALF: u32 = 9;

    fn onto(&mut self, free: u32) {
        let mut left = free;
        for table in [&mut self.low, &mut self.high] {
            table.clear();
            table.push(0);
            for _ in 0..Deposit::HALF.min(left.count_ones()) {
                let place = left & left.wrapping_neg();
                left ^= place;
                table.extend_from_within(..);
                let half = table.len() / 2;
                table[half..].iter_mut().for_each(|mask| *mask |= place);
            }
        }
    }

    #[inline(always)]
    pub fn get(&self, mask: u32) -> u32 {
        self.low[(mask & ((1 << Deposit::HALF) - 1)) as usize] | self.high[(mask >> Deposit::HALF) as usize]
    }
}

/// What is known about a block before its places are looked at; a thread keeps it from one to the next.
#[derive(Default)]
pub struct Block {
    pub deposit: Deposit,
    /// By free cell: where the block that it leads to begins on the next level.
    pub starts: Vec<usize>,
    /// Fives that end the game before the turn: by free cell if the first player moves, else by place.
    pub at_once: Vec<Turnings>,
}

/// What all blocks of one level share.
pub struct Level<'a> {
    pub cells: usize,
    /// Whether no cell is left.
    pub full: bool,
    /// Whether the player moves who moves first.
    pub first_to_move: bool,
    pub placement_wins: bool,
    pub ranks: &'a [u32],
    /// Fives at this parity, by subset of the empty cells, of either player.
    pub fives: [&'a [Turnings]; 2],
    pub firsts: Subsets,
    pub others: Subsets,
    /// The other player's subsets of the next level, if it is that player's turn.
    pub next_others: Subsets,
    pub branches: Branches,
    pub next: &'a [Sets],
    /// The length of a block of the next level.
    pub next_block: usize,
}

impl Level<'_> {
    /// Solves all blocks, a share at a time, and looks at the limits between shares. Short work is left to one thread.
    pub fn solve(&self, sets: &mut [Sets], limits: Limits<'_>, threads: usize) -> Result<(), Stopped> {
        let size = self.others.masks.len();
        let share = (SHARE / size).max(1);
        let threads = threads.min(sets.len() / (4 * SHARE));
        let shares = Mutex::new(self.firsts.masks.chunks(share).zip(sets.chunks_mut(share * size)));
        let work = || {
            let mut block = Block::default();
            loop {
                limits.check()?;
                // The lock is not held while a share is solved, and nobody panics who holds it.
                let Some((firsts, sets)) = shares.lock().map_or(None, |mut shares| shares.next()) else {
                    return Ok(());
                };
                for (first, sets) in firsts.iter().zip(sets.chunks_mut(size)) {
                    block.prepare(self, *first);
                    self.solve_block(*first, &block, sets);
                }
            }
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let done = work();
            others.into_iter().fold(done, |done, other| {
                done.and(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })
        })
    }

    /// Solves the block of one subset of the first player.
    fn solve_block(&self, first: u32, block: &Block, sets: &mut [Sets]) {
        #[cfg(target_arch = "x86_64")]
        if !self.full && std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, which is all that the function asks for.
            return unsafe { super::avx2::solve_block(self, first, block, sets) };
        }
        self.solve_block_plainly(first, block, sets);
    }

    /// The plain way.
    pub fn solve_block_plainly(&self, first: u32, block: &Block, sets: &mut [Sets]) {
        let first_five = self.fives[0][first as usize];
        for (index, (sets, mask)) in sets.iter_mut().zip(&self.others.masks).enumerate() {
            // 1. The best of all cells, then of all turns: where the player to move wins, and does not lose.
            let (mut wins, mut holds) = ([0; 2], [u64::MAX; 2]);
            if !self.full {
                let (mut after, mut at_once) = ([0; 4], [0; 2]);
                for branch in self.branches.of(index) {
                    join(&mut after, &self.next[block.starts[usize::from(branch.cell)] + usize::from(branch.to)]);
                    let place = if self.first_to_move { branch.cell } else { branch.to };
                    join(&mut at_once, &block.at_once[usize::from(place)]);
                }
                (wins, holds) = (one_turn_before([after[0], after[1]]), one_turn_before([after[2], after[3]]));
                if self.placement_wins {
                    join(&mut wins, &at_once);
                    join(&mut holds, &at_once);
                }
            }

            // 2. The same from the side of the player who moved here, if the game is not over.
            let other_five = self.fives[1][block.deposit.get(*mask) as usize];
            let (mover, moved) = if self.first_to_move { (first_five, other_five) } else { (other_five, first_five) };
            for half in 0..2 {
                sets[half] = !mover[half] & (moved[half] | !holds[half]);
                sets[2 + half] = moved[half] | (!mover[half] & !wins[half]);
            }
        }
    }
}

impl Block {
    /// Makes ready for the block of one subset of the first player.
    pub fn prepare(&mut self, level: &Level<'_>, first: u32) {
        let free = !first & ((1 << level.cells) - 1);
        self.deposit.onto(free);
        self.starts.clear();
        self.at_once.clear();
        if level.full {
            return;
        }
        for cell in 0..free.count_ones() {
            let taken = if level.first_to_move { first | self.deposit.get(1 << cell) } else { first };
            self.starts.push(level.ranks[taken as usize] as usize * level.next_block);
            if level.first_to_move {
                self.at_once.push(level.fives[0][taken as usize]);
            }
        }
        let of_other = |mask: &u32| level.fives[1][self.deposit.get(*mask) as usize];
        self.at_once.extend(level.next_others.masks.iter().map(of_other));
    }
}

#[inline(always)]
fn join<const WORDS: usize>(sets: &mut [u64; WORDS], more: &[u64; WORDS]) {
    for (set, more) in sets.iter_mut().zip(more) {
        *set |= more;
    }
}
