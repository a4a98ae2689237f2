//! Pentago from the end: the value of a position by solving all that can follow it.
//!
//! Whatever happens, the empty cells fill up, so all that follows is: which of them hold whose stones, and how the
//! quadrants are turned. The turnings are one set of bits ([`superposition`](athos_games::pentago::superposition)), the
//! stones are two disjoint subsets of the empty cells. Levels by number of stones are solved from the full board
//! backwards, two in memory at a time. The cost depends on the number of empty cells alone: 87 million superpositions
//! and 1.1 GB for 18 of them, some six times less for every two cells fewer.
//!
//! A level is a row of blocks, one for every subset of the player who moves first, in ascending order; inside a block
//! stand the subsets of the cells that this leaves to the other player, numbered relative to those cells. If the first
//! player moves to a cell, the other's subsets keep their order in the block it leads to: that block is read from the
//! front to the back. If the other player moves, everything stays inside the block, which fits into the cache.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod level;

use crate::search::{Limits, Stopped};
use athos_core::{Game, Wdl};
use athos_games::Pentago;
use athos_games::pentago::Rotation;
use athos_games::pentago::superposition::{Turnings, contains, fives};
use athos_games::quadrants::{Placement, Stones};
use level::{Branches, Level, Sets, Subsets, ranks};
use memmap2::MmapMut;

/// No position with fewer stones is solved this way.
pub const LEAST_STONES: u32 = 18;

/// Moves with their values for the player who makes them.
pub type MoveValues<T> = Vec<(Placement<T>, Wdl)>;

/// Superpositions, or subsets of the empty cells, between two looks at the limits: a tenth of a millisecond or two.
const SHARE: usize = 1 << 12;
/// What everything but the levels and the fives takes, generously.
const SMALL_THINGS: usize = 6 << 20;

fn choose(cells: usize, size: usize) -> usize {
    (0..size).fold(1, |count, index| count * (cells - index) / (index + 1))
}

/// Superpositions of a level.
fn level_len(cells: usize, depth: usize) -> usize {
    let first = depth.div_ceil(2);
    choose(cells, first) * choose(cells - first, depth / 2)
}

/// Of the levels with an even (odd) number of stones added, the superpositions of the largest.
fn largest_level(cells: usize, parity: usize) -> usize {
    (1..=cells).filter(|depth| depth % 2 == parity).map(|depth| level_len(cells, depth)).max().unwrap_or(0)
}

/// Bytes that it takes to solve a position with so many stones; `None` if they are fewer than [`LEAST_STONES`].
pub fn memory(stones: u32) -> Option<usize> {
    let cells = 36usize.checked_sub(stones as usize).filter(|_| stones >= LEAST_STONES)?;
    let levels = (largest_level(cells, 0) + largest_level(cells, 1)) * size_of::<Sets>();
    let fives = (4 << cells) * size_of::<Turnings>();
    Some(levels + fives + SMALL_THINGS)
}

/// Every move from a position with [`LEAST_STONES`] stones or more, with its value for the player who makes it. The game is
/// not over. Time and the flag of the limits are looked at all the time, memory at the beginning.
pub fn solve(
    game: &Pentago,
    position: &Stones,
    limits: Limits<'_>,
    threads: usize,
) -> Result<MoveValues<Rotation>, Stopped> {
    let needed = memory(position.taken().count_ones()).unwrap_or(usize::MAX);
    if needed == usize::MAX || limits.memory.is_some_and(|memory| memory < needed) {
        return Err(Stopped::Memory(needed));
    }
    let cells: Vec<u64> = (0..36).map(|place| 1u64 << place).filter(|bit| position.empty() & bit != 0).collect();
    let count = cells.len();
    let player = position.turn();

    // 1. Where either player has five, for all stones that can be added.
    let fives = [
        fives_with(position.of(player), &cells, count.div_ceil(2), limits)?,
        fives_with(position.of(player.other()), &cells, count / 2, limits)?,
    ];
    let ranks = ranks(count);

    // 2. Level by level from the full board to the first. Two arrays serve all levels: fresh memory is dear.
    let room = |parity: usize| room(largest_level(count, parity)).map_err(|_| Stopped::Memory(needed));
    let [mut next_room, mut room] = [room(1 - count % 2)?, room(count % 2)?];
    let (mut next, mut sets): (&mut [Sets], &mut [Sets]) =
        (bytemuck::cast_slice_mut(&mut next_room), bytemuck::cast_slice_mut(&mut room));
    for depth in (1..=count).rev() {
        let (first, other) = (depth.div_ceil(2), depth / 2);
        let left = count - first;
        let to_move_first = depth % 2 == 0;
        let full = depth == count;
        let level = Level {
            cells: count,
            full,
            first_to_move: to_move_first,
            placement_wins: game.placement_wins(),
            ranks: &ranks,
            fives: [&fives[0][depth % 2], &fives[1][depth % 2]],
            firsts: Subsets::new(count, first),
            others: Subsets::new(left, other),
            next_others: if to_move_first { Subsets::default() } else { Subsets::new(left, other + 1) },
            branches: if full { Branches::default() } else { Branches::new(left, other, to_move_first, &ranks) },
            next: &next[..if full { 0 } else { level_len(count, depth + 1) }],
            next_block: if full { 0 } else { level_len(count, depth + 1) / choose(count, (depth + 1).div_ceil(2)) },
        };
        level.solve(&mut sets[..level_len(count, depth)], limits, threads)?;
        std::mem::swap(&mut next, &mut sets);
    }

    // 3. The moves from the position itself.
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let value = |m: Placement<Rotation>| {
        let Some(rotation) = m.twist else { return Wdl::Win };
        let rank = ranks[1 << (position.empty() & (m.cell.bit() - 1)).count_ones()];
        let sets = next[rank as usize];
        let mut turns = [0; 4];
        turns[rotation.quadrant.index()] = if rotation.clockwise { 1 } else { 3 };
        match (contains([sets[0], sets[1]], turns), contains([sets[2], sets[3]], turns)) {
            (true, _) => Wdl::Win,
            (_, true) => Wdl::Draw,
            _ => Wdl::Loss,
        }
    };
    Ok(moves.into_iter().map(|m| (m, value(m))).collect())
}

/// Room for so many superpositions. In large pages, where the system has them: reaching for fresh memory would otherwise
/// take a fifth of the time.
fn room(len: usize) -> std::io::Result<MmapMut> {
    let room = MmapMut::map_anon(len.max(1) * size_of::<Sets>())?;
    #[cfg(target_os = "linux")]
    // Without large pages it works as well.
    let _ = room.advise(memmap2::Advice::HugePage);
    Ok(room)
}

/// Where some stones have five, by parity and by the subset of cells added to them, up to a number of cells.
fn fives_with(stones: u64, cells: &[u64], most: usize, limits: Limits<'_>) -> Result<[Vec<Turnings>; 2], Stopped> {
    let mut sets = [Vec::with_capacity(1 << cells.len()), Vec::with_capacity(1 << cells.len())];
    for subset in 0..1usize << cells.len() {
        if subset % SHARE == 0 {
            limits.check()?;
        }
        let added = cells.iter().enumerate().filter(|(cell, _)| subset >> cell & 1 == 1).map(|(_, bit)| bit);
        let few = subset.count_ones() as usize <= most;
        let [even, odd] = if few { fives(stones | added.sum::<u64>()) } else { [[0; 2]; 2] };
        sets[0].push(even);
        sets[1].push(odd);
    }
    Ok(sets)
}
