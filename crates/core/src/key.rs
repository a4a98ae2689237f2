//! Keys: 64-bit hashes that follow a game move by move.

use crate::Game;

/// A hash of positions that costs little to keep up to date.
///
/// Keys are fixed: they do not depend on the run, the machine or the rules' options, so that a key stored today means
/// the same tomorrow. They are not collision free (no 64-bit hash of a larger space is); what must not be wrong checks
/// the position itself.
pub trait Keyed: Game {
    /// The key from scratch.
    fn key(&self, position: &Self::Position) -> u64;

    /// The key after `m`, given the key before: equal to `key(play(position, m))`.
    fn key_after(&self, key: u64, position: &Self::Position, m: Self::Move) -> u64;
}

/// A fixed mixing of 64 bits in which each input bit reaches each output bit (the finaliser of SplitMix64). Games build
/// their key tables from it at compile time.
pub const fn mix(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
