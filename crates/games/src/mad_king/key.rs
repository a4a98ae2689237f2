//! Keys: one fixed random number for every piece on every cell, and one for the player to move, combined by exclusive or.

use super::bits::cells;
use super::{DRAGONS, MadKing, Move, Position};
use athos_core::{Game, Keyed, mix};

const KING_KEYS: [u64; 32] = table(0);
const GUARD_KEYS: [u64; 32] = table(1);
const DRAGON_KEYS: [u64; 32] = table(2);
const TURN_KEY: u64 = mix(3 << 5);

const fn table(piece: u64) -> [u64; 32] {
    let mut keys = [0; 32];
    let mut cell = 0;
    while cell < keys.len() {
        keys[cell] = mix(piece << 5 | cell as u64);
        cell += 1;
    }
    keys
}

fn sum(keys: &[u64; 32], set: u32) -> u64 {
    cells(set).fold(0, |sum, cell| sum ^ keys[usize::from(cell)])
}

/// The key of pieces alone; of two positions, cell by cell where they differ, it is the difference of their keys.
fn pieces_key(king: u32, guards: u32, dragons: u32) -> u64 {
    sum(&KING_KEYS, king) ^ sum(&GUARD_KEYS, guards) ^ sum(&DRAGON_KEYS, dragons)
}

impl Keyed for MadKing {
    fn key(&self, position: &Position) -> u64 {
        let turn = if position.turn == DRAGONS { TURN_KEY } else { 0 };
        turn ^ pieces_key(position.king, position.guards, position.dragons)
    }

    /// Looks at the cells that the move changes, two or three and those of converted guards.
    fn key_after(&self, key: u64, position: &Position, m: Move) -> u64 {
        let next = self.play(position, m);
        let changed =
            pieces_key(position.king ^ next.king, position.guards ^ next.guards, position.dragons ^ next.dragons);
        key ^ TURN_KEY ^ changed
    }
}
