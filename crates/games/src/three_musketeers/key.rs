//! The key: one random word for every piece on every cell, and one for the turn, all combined by exclusive or. Cells have
//! the same number on every board, so a key does not depend on the rules.

use super::{GUARDS, MUSKETEERS, Pieces, Step, ThreeMusketeers, bits::numbers};
use athos_core::{Keyed, mix};

const MUSKETEER_KEYS: [u64; 64] = cell_keys(0);
const GUARD_KEYS: [u64; 64] = cell_keys(64);
const TURN_KEY: u64 = mix(128);

const fn cell_keys(first: u64) -> [u64; 64] {
    let mut keys = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        keys[cell] = mix(first + cell as u64);
        cell += 1;
    }
    keys
}

impl Keyed for ThreeMusketeers {
    fn key(&self, position: &Pieces) -> u64 {
        let turn = if position.turn == GUARDS { TURN_KEY } else { 0 };
        let musketeers = numbers(position.musketeers).fold(turn, |key, cell| key ^ MUSKETEER_KEYS[cell as usize]);
        numbers(position.guards).fold(musketeers, |key, cell| key ^ GUARD_KEYS[cell as usize])
    }

    #[inline]
    fn key_after(&self, key: u64, position: &Pieces, m: Step) -> u64 {
        let (from, to) = (usize::from(m.from & 63), usize::from(m.to & 63));
        let change = match position.turn {
            MUSKETEERS => MUSKETEER_KEYS[from] ^ MUSKETEER_KEYS[to] ^ GUARD_KEYS[to],
            GUARDS => GUARD_KEYS[from] ^ GUARD_KEYS[to],
        };
        key ^ change ^ TURN_KEY
    }
}
