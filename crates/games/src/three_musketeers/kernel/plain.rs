//! The kernel's step in the simplest words: mask by mask.

use super::moves::Bit;
use super::{Ending, Part, Stuck};

/// One ply further from the end.
fn later(code: u8) -> u8 {
    if code < 0x80 { code + 1 } else { code - 1 }
}

/// All numbers with `count` of `bits` bits set, in increasing order.
pub fn masks(bits: usize, count: usize) -> impl Iterator<Item = u32> {
    let first = (count <= bits).then(|| ((1u64 << count) - 1) as u32);
    std::iter::successors(first, move |&mask| {
        // The next larger number with as many bits: the lowest run of ones gives one bit up and falls down.
        let lowest = mask & mask.wrapping_neg();
        let carried = u64::from(mask) + u64::from(lowest);
        let fallen = (u64::from(mask) ^ carried).checked_div(u64::from(lowest)).unwrap_or(0) >> 2;
        (mask != 0 && carried < 1 << bits).then_some((carried | fallen) as u32)
    })
}

/// Solves one slice of a tier: appends the codes with the musketeers to move, then those with the guards to move.
pub fn solve(part: &mut Part<'_>, guards: usize, out: &mut Vec<u8>) {
    let bits = part.split.bits;
    let place = |mask: u32| mask as usize & ((1 << bits) - 1);

    // 1. Musketeers to move: the best capture, or a win if there is none.
    for mask in masks(bits + 1, guards) {
        let on = |bit: Bit| match bit {
            Bit::Lane(bit) => mask >> bit & 1 != 0,
            Bit::Column(bit) => mask >> (super::LANE_BITS + bit) & 1 != 0,
            Bit::Upper(bit) => mask >> (super::LANE_BITS + part.split.column_bits + bit) & 1 != 0,
            Bit::Last => mask >> bits & 1 != 0,
        };
        let captures = part.moves.captures.iter().zip(&part.sources).filter(|(capture, _)| on(capture.bit));
        let best = captures.map(|(capture, source)| source[capture.lead(mask, guards)]).max();
        let code = best.map_or(0xff, later);
        part.musketeers[place(mask)] = code;
        out.push(code);
    }

    // 2. Guards to move: the best step, or what the rules say if there is none.
    for mask in masks(bits + 1, guards) {
        let here = part.musketeers[place(mask)];
        let steps = part.moves.step_masks.iter().filter(|&both| (mask & both).count_ones() == 1);
        let best = steps.map(|both| part.musketeers[place(mask ^ both)]).min();
        let code = match best {
            _ if part.ending == Ending::Early && here == 0xff => 0xff,
            Some(best) => later(best),
            None => match part.stuck {
                Stuck::MusketeersWin => 0xff,
                Stuck::GuardsWin => 1,
                Stuck::Pass => later(here),
            },
        };
        part.guards[place(mask)] = code;
        out.push(code);
    }
}
