//! Seeds for whoever leaves something to chance and is given none: short enough to be typed again.

use std::time::{SystemTime, UNIX_EPOCH};

/// A seed that nobody chose.
pub fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    athos_core::mix(now as u64) % 1_000_000_000
}
