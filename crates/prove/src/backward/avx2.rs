//! A block of superpositions with AVX2: the four words of a superposition are one register, and a turn is a few shuffles.
//!
//! Three to four times as fast as the plain way, which a test holds it equal to.

use super::level::{Block, Level, Sets};
use athos_games::pentago::superposition::Turnings;
use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx2")]
fn load(sets: &Sets) -> __m256i {
    // SAFETY: a reference to 32 bytes is read, which need not be aligned.
    unsafe { _mm256_loadu_si256(sets.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_half(turnings: &Turnings) -> __m128i {
    // SAFETY: a reference to 16 bytes is read, which need not be aligned.
    unsafe { _mm_loadu_si128(turnings.as_ptr().cast()) }
}

/// What [`one_turn_before`](athos_games::pentago::superposition::one_turn_before) does, for both sets.
#[inline]
#[target_feature(enable = "avx2")]
fn one_turn_before(sets: __m256i) -> __m256i {
    // 1. The first quadrant: the neighbours of every bit in a ring of four.
    let ring = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 10, 5, 15, 10, 10, 15, 15, 5, 15, 5, 15, 15, 15, 15, 15));
    let nibble = _mm256_set1_epi8(15);
    let low = _mm256_shuffle_epi8(ring, _mm256_and_si256(sets, nibble));
    let high = _mm256_shuffle_epi8(ring, _mm256_and_si256(_mm256_srli_epi16::<4>(sets), nibble));
    let first = _mm256_or_si256(low, _mm256_slli_epi16::<4>(high));
    // 2. The second: the neighbours of every four bits in a ring of sixteen.
    let forth = _mm256_or_si256(_mm256_slli_epi16::<4>(sets), _mm256_srli_epi16::<12>(sets));
    let back = _mm256_or_si256(_mm256_srli_epi16::<4>(sets), _mm256_slli_epi16::<12>(sets));
    let second = _mm256_or_si256(forth, back);
    // 3. The third: the neighbours of every sixteen bits in a ring of sixty-four.
    let forth = _mm256_setr_epi8(
        6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13, 6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13,
    );
    let back = _mm256_setr_epi8(
        2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9, 2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9,
    );
    let third = _mm256_or_si256(_mm256_shuffle_epi8(sets, forth), _mm256_shuffle_epi8(sets, back));
    // 4. The last: both halves.
    let both = _mm256_or_si256(sets, _mm256_shuffle_epi32::<0b01_00_11_10>(sets));
    _mm256_or_si256(_mm256_or_si256(first, second), _mm256_or_si256(third, both))
}

/// Solves the block of one subset of the first player, on a level that is not full.
#[target_feature(enable = "avx2")]
pub fn solve_block(level: &Level<'_>, first: u32, block: &Block, sets: &mut [Sets]) {
    match level.first_to_move {
        true => solve::<true>(level, first, block, sets),
        false => solve::<false>(level, first, block, sets),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn solve<const FIRST: bool>(level: &Level<'_>, first: u32, block: &Block, sets: &mut [Sets]) {
    let all = _mm256_set1_epi8(-1);
    let first_five = load_half(&level.fives[0][first as usize]);
    for (index, (sets, mask)) in sets.iter_mut().zip(&level.others.masks).enumerate() {
        // 1. The best of all cells, then of all turns: where the player to move wins, and does not lose.
        let (mut after, mut at_once) = (_mm256_setzero_si256(), _mm_setzero_si128());
        for branch in level.branches.of(index) {
            let to = usize::from(branch.to);
            after = _mm256_or_si256(after, load(&level.next[block.starts[usize::from(branch.cell)] + to]));
            let place = if FIRST { usize::from(branch.cell) } else { to };
            at_once = _mm_or_si128(at_once, load_half(&block.at_once[place]));
        }
        let mut good = one_turn_before(after);
        if level.placement_wins {
            good = _mm256_or_si256(good, _mm256_broadcastsi128_si256(at_once));
        }

        // 2. The same from the side of the player who moved here: wins where the other does not hold, and holds where the
        //    other does not win, if the game is not over.
        let bad = _mm256_xor_si256(_mm256_permute2x128_si256::<1>(good, good), all);
        let other_five = load_half(&level.fives[1][block.deposit.get(*mask) as usize]);
        let (mover, moved) = if FIRST { (first_five, other_five) } else { (other_five, first_five) };
        let (mover, moved) = (_mm256_broadcastsi128_si256(mover), _mm256_broadcastsi128_si256(moved));
        let wins = _mm256_andnot_si256(mover, _mm256_or_si256(moved, bad));
        let holds = _mm256_or_si256(moved, _mm256_andnot_si256(mover, bad));
        // SAFETY: a reference to 32 bytes is written, which need not be aligned.
        unsafe { _mm256_storeu_si256(sets.as_mut_ptr().cast(), _mm256_blend_epi32::<0b1111_0000>(wins, holds)) };
    }
}

#[cfg(test)]
mod tests {
    use super::super::level::{Branches, Subsets, ranks};
    use super::*;
    use athos_core::random::Random;

    /// On levels that hold anything at all: whatever the sets are, both ways make the same of them.
    #[test]
    fn both_ways_solve_a_block_alike() {
        if !std::arch::is_x86_feature_detected!("avx2") {
            eprintln!("passed over: the processor has no AVX2");
            return;
        }
        let mut random = Random::new(21);
        for (cells, first, other) in [(9, 3, 3), (9, 4, 3), (10, 3, 3), (10, 2, 1), (7, 3, 3), (1, 0, 0)] {
            let mut words = |count: usize| -> Vec<Turnings> {
                // Some empty, some sparse, some dense.
                let mut word = || [0, random.next_u64() & random.next_u64(), random.next_u64()][random.below(3)];
                (0..count).map(|_| [word(), word()]).collect()
            };
            let ranks = ranks(cells);
            let first_to_move = first == other;
            let next_firsts = Subsets::new(cells, if first_to_move { first + 1 } else { first }).masks;
            let next_free = cells - next_firsts[0].count_ones() as usize;
            let next_block = Subsets::new(next_free, if first_to_move { other } else { other + 1 }).masks.len();
            let next: Vec<Sets> = words(next_firsts.len() * next_block * 2)
                .chunks_exact(2)
                .map(|pair| [pair[0][0], pair[0][1], pair[1][0], pair[1][1]])
                .collect();
            let fives = [words(1 << cells), words(1 << cells)];
            let free = cells - first;
            for placement_wins in [true, false] {
                let level = Level {
                    cells,
                    full: false,
                    first_to_move,
                    placement_wins,
                    ranks: &ranks,
                    fives: [&fives[0], &fives[1]],
                    firsts: Subsets::new(cells, first),
                    others: Subsets::new(free, other),
                    next_others: if first_to_move { Subsets::default() } else { Subsets::new(free, other + 1) },
                    branches: Branches::new(free, other, first_to_move, &ranks),
                    next: &next,
                    next_block,
                };
                let size = level.others.masks.len();
                let mut block = Block::default();
                for &first in &level.firsts.masks {
                    block.prepare(&level, first);
                    let (mut plain, mut wide) = (vec![[1; 4]; size], vec![[2; 4]; size]);
                    level.solve_block_plainly(first, &block, &mut plain);
                    // SAFETY: the processor has AVX2.
                    unsafe { solve_block(&level, first, &block, &mut wide) };
                    assert_eq!(plain, wide, "{cells} cells, {first:b}");
                }
            }
        }
    }
}
