//! Pentago from the end: the value of a position by solving all that can follow it.
//!
//! Whatever happens, the empty cells fill up, so all that follows is: which of them hold whose stones, and how the
//! quadrants are turned. The turnings are one set of bits ([`superposition`](athos_games::pentago::superposition)), the
//! stones are two disjoint subsets of the empty cells. Levels by number of stones are solved from the full board
//! backwards, two in memory at a time. The cost depends on the number of empty cells alone: 87 million superpositions
//! and 1.1 GB for 18 of them, some six times less for every two cells fewer.
//!
//! A level is a row of blocks, one for every subset of the player who moves first, in the order of `Subsets`; inside
//! a block stand the subsets of the cells that this leaves to the other player, numbered relative to those cells. If the
//! first player moves to a cell, the other's subsets keep their order in the block it leads to: the block is read
//! from the front to the back. If the other player moves, everything stays inside the block, which fits into the cache.

use athos_core::{Game, Player, Wdl};
use athos_games::Pentago;
use athos_games::pentago::Rotation;
use athos_games::pentago::superposition::{Turnings, contains, fives, one_turn_before};
use athos_games::quadrants::{Placement, Stones};
use std::thread;

/// No position with fewer stones is solved this way.
pub const LEAST_STONES: u32 = 18;

/// Of the player who just moved: where that wins, then where it does not lose.
type Sets = [u64; 4];

/// The subsets of `size` out of `cells` cells, ascending as numbers.
#[derive(Default)]
struct Subsets {
    masks: Vec<u32>,
}

impl Subsets {
    fn new(cells: usize, size: usize) -> Subsets {
        Subsets { masks: (0..1u32 << cells).filter(|mask| mask.count_ones() as usize == size).collect() }
    }
}

/// Where a player finds the subset with one more cell: for every cell the subsets without it, in order, and the places
/// of those with it added.
struct Steps {
    by_cell: Vec<Vec<(u32, u32)>>,
}

impl Steps {
    fn new(cells: usize, size: usize, ranks: &[u32]) -> Steps {
        let subsets = Subsets::new(cells, size);
        let step = |cell: usize| {
            let without = subsets.masks.iter().enumerate().filter(|(_, mask)| **mask >> cell & 1 == 0);
            without.map(|(index, mask)| (index as u32, ranks[(mask | 1 << cell) as usize])).collect()
        };
        Steps { by_cell: (0..cells).map(step).collect() }
    }
}

/// Places of all subsets among those of their size.
fn ranks(cells: usize) -> Vec<u32> {
    let mut next = vec![0; cells + 1];
    let rank = |mask: u32| {
        let size = mask.count_ones() as usize;
        next[size] += 1;
        next[size] - 1
    };
    (0..1u32 << cells).map(rank).collect()
}

/// Subsets of the cells that a block leaves free, numbered among those cells, as subsets of all cells.
#[derive(Default)]
struct Deposit {
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
    fn get(&self, mask: u32) -> u32 {
        self.low[(mask & ((1 << Deposit::HALF) - 1)) as usize] | self.high[(mask >> Deposit::HALF) as usize]
    }
}

/// What a thread needs to solve blocks, kept from one to the next.
#[derive(Default)]
struct Scratch {
    deposit: Deposit,
    wins_at_once: Vec<Turnings>,
    next_fives: Vec<Turnings>,
}

/// What all blocks of one level share.
struct Level<'a> {
    cells: usize,
    /// Stones of the player who moves first, of the other, on this level.
    first: usize,
    other: usize,
    parity: usize,
    placement_wins: bool,
    ranks: &'a [u32],
    /// Fives at this parity, by subset of the empty cells, of either player.
    fives: [&'a [Turnings]; 2],
    firsts: Subsets,
    others: Subsets,
    /// The other player's subsets of the next level, if it is that player's turn.
    next_others: Subsets,
    steps: Steps,
    next: &'a [Sets],
}

impl Level<'_> {
    /// Solves the blocks of some subsets of the first player.
    fn solve(&self, firsts: &[u32], sets: &mut [Sets]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, which is all that the function asks for.
            return unsafe { self.solve_with_avx2(firsts, sets) };
        }
        self.solve_plainly(firsts, sets);
    }

    /// The same code with registers that hold the sets of a superposition whole.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn solve_with_avx2(&self, firsts: &[u32], sets: &mut [Sets]) {
        self.solve_plainly(firsts, sets);
    }

    #[inline(always)]
    fn solve_plainly(&self, firsts: &[u32], sets: &mut [Sets]) {
        let mut scratch = Scratch::default();
        for (first, block) in firsts.iter().zip(sets.chunks_mut(self.others.masks.len())) {
            self.solve_block(*first, block, &mut scratch);
        }
    }

    /// Solves the block of one subset of the first player.
    #[inline(always)]
    fn solve_block(&self, first: u32, block: &mut [Sets], scratch: &mut Scratch) {
        let Scratch { deposit, wins_at_once, next_fives } = scratch;
        let count = block.len();
        let free = !first & ((1 << self.cells) - 1);
        deposit.onto(free);
        let full = self.first + self.other == self.cells;
        let first_to_move = self.parity == 0;

        // 1. The best of all cells: where the player to move wins, or does not lose, after a turn.
        block.fill([0; 4]);
        wins_at_once.clear();
        wins_at_once.resize(count, [0; 2]);
        if !full && first_to_move {
            let size = self.next.len() / self.firsts_of_next();
            for (cell, steps) in self.steps.by_cell.iter().enumerate() {
                let taken = first | deposit.get(1 << cell);
                let child = &self.next[self.ranks[taken as usize] as usize * size..][..size];
                let five = self.fives[0][taken as usize];
                for (&(index, _), child) in steps.iter().zip(child) {
                    join(&mut block[index as usize], child);
                }
                if five != [0; 2] {
                    for &(index, _) in steps {
                        let wins = &mut wins_at_once[index as usize];
                        *wins = [wins[0] | five[0], wins[1] | five[1]];
                    }
                }
            }
        } else if !full {
            let size = self.next_others.masks.len();
            let child = &self.next[self.ranks[first as usize] as usize * size..][..size];
            next_fives.clear();
            let five_with = |mask: &u32| self.fives[1][deposit.get(*mask) as usize];
            next_fives.extend(self.next_others.masks.iter().map(five_with));
            for steps in &self.steps.by_cell {
                for &(index, to) in steps {
                    join(&mut block[index as usize], &child[to as usize]);
                    let (wins, five) = (&mut wins_at_once[index as usize], next_fives[to as usize]);
                    *wins = [wins[0] | five[0], wins[1] | five[1]];
                }
            }
        }

        // 2. Turn, and see it from the side of the player who moved here.
        let first_five = self.fives[0][first as usize];
        for (index, sets) in block.iter_mut().enumerate() {
            let at_once = if self.placement_wins { wins_at_once[index] } else { [0; 2] };
            let (wins, holds) = match full {
                true => ([0; 2], [u64::MAX; 2]),
                false => (one_turn_before([sets[0], sets[1]]), one_turn_before([sets[2], sets[3]])),
            };
            let other_five = self.fives[1][deposit.get(self.others.masks[index]) as usize];
            let (mover, moved) = if first_to_move { (first_five, other_five) } else { (other_five, first_five) };
            for half in 0..2 {
                let (wins, holds) = (wins[half] | at_once[half], holds[half] | at_once[half]);
                sets[half] = !mover[half] & (moved[half] | !holds);
                sets[2 + half] = moved[half] | (!mover[half] & !wins);
            }
        }
    }

    fn firsts_of_next(&self) -> usize {
        let larger = self.ranks.len().ilog2() as usize;
        (0..=self.first).fold(1, |count, index| count * (larger - index) / (index + 1))
    }
}

#[inline(always)]
fn join(sets: &mut Sets, more: &Sets) {
    for (set, more) in sets.iter_mut().zip(more) {
        *set |= more;
    }
}

/// The value of a position with [`LEAST_STONES`] stones or more, for the player to move, and a move that keeps it.
/// `None` for positions with fewer. The game is not over.
pub fn solve(game: &Pentago, position: &Stones, threads: usize) -> Option<(Wdl, Placement<Rotation>)> {
    let cells: Vec<u64> = (0..36).map(|place| 1u64 << place).filter(|bit| position.empty() & bit != 0).collect();
    if position.taken().count_ones() < LEAST_STONES {
        return None;
    }
    let count = cells.len();
    let player = position.turn();

    // 1. Where either player has five, for all stones that can be added.
    let added = |subset: u32| {
        cells.iter().enumerate().filter(|(cell, _)| subset >> cell & 1 == 1).map(|(_, bit)| bit).sum::<u64>()
    };
    let fives_of = |player: Player, most: u32| -> [Vec<Turnings>; 2] {
        let stones = position.of(player);
        let of = |subset: u32| if subset.count_ones() <= most { fives(stones | added(subset)) } else { [[0; 2]; 2] };
        (0..1u32 << count).map(|subset| <(Turnings, Turnings)>::from(of(subset))).unzip::<_, _, Vec<_>, Vec<_>>().into()
    };
    let fives = [fives_of(player, count.div_ceil(2) as u32), fives_of(player.other(), count as u32 / 2)];
    let ranks = ranks(count);

    // 2. Level by level from the full board to the first.
    //    Two arrays serve all levels: fresh memory is dear.
    let (mut next, mut sets): (Vec<Sets>, Vec<Sets>) = (Vec::new(), Vec::new());
    for depth in (1..=count).rev() {
        let (first, other) = (depth.div_ceil(2), depth / 2);
        let left = count - first;
        let others = Subsets::new(left, other);
        let to_move_first = depth % 2 == 0;
        let steps = match (depth == count, to_move_first) {
            (true, _) => Steps { by_cell: Vec::new() },
            _ => Steps::new(left, other, &ranks),
        };
        let next_others = if to_move_first { Subsets::default() } else { Subsets::new(left, other + 1) };
        let level = Level {
            cells: count,
            first,
            other,
            parity: depth % 2,
            placement_wins: game.placement_wins(),
            ranks: &ranks,
            fives: [&fives[0][depth % 2], &fives[1][depth % 2]],
            firsts: Subsets::new(count, first),
            others,
            next_others,
            steps,
            next: &next,
        };
        let size = level.others.masks.len();
        sets.resize(level.firsts.masks.len() * size, [0; 4]);
        if threads <= 1 {
            level.solve(&level.firsts.masks, &mut sets);
        } else {
            let share = level.firsts.masks.len().div_ceil(threads);
            thread::scope(|scope| {
                for (firsts, sets) in level.firsts.masks.chunks(share).zip(sets.chunks_mut(share * size)) {
                    let level = &level;
                    scope.spawn(move || level.solve(firsts, sets));
                }
            });
        }
        std::mem::swap(&mut next, &mut sets);
    }

    // 3. The moves from the position itself.
    let mut best: Option<(Wdl, Placement<_>)> = None;
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for m in moves {
        let wdl = match m.twist {
            None => Wdl::Win,
            Some(rotation) => {
                let cell = cells.iter().position(|bit| *bit == m.cell.bit())?;
                let sets = next[ranks[1 << cell] as usize];
                let mut turns = [0; 4];
                turns[rotation.quadrant.index()] = if rotation.clockwise { 1 } else { 3 };
                match (contains([sets[0], sets[1]], turns), contains([sets[2], sets[3]], turns)) {
                    (true, _) => Wdl::Win,
                    (_, true) => Wdl::Draw,
                    _ => Wdl::Loss,
                }
            }
        };
        if best.is_none_or(|(known, _)| wdl > known) {
            best = Some((wdl, m));
        }
    }
    best
}
