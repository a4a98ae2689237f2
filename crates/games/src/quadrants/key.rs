//! Keys: the exclusive or of one number for every colour, quadrant and content of that quadrant.

use super::game::{Placement, QuadrantGame, Twist};
use super::stones::{CONTENTS, Quadrant, Stones, content};
use athos_core::{Game, Keyed, mix};

static KEYS: [[[u64; CONTENTS]; 4]; 2] = {
    let mut table = [[[0; CONTENTS]; 4]; 2];
    let mut index = 0;
    while index < 2 * 4 * CONTENTS {
        table[index / CONTENTS / 4][index / CONTENTS % 4][index % CONTENTS] = mix(index as u64);
        index += 1;
    }
    table
};

pub fn zobrist(position: &Stones) -> u64 {
    let mut key = 0;
    for (colour, stones) in position.sets().into_iter().enumerate() {
        for quadrant in Quadrant::ALL {
            key ^= KEYS[colour][quadrant.index()][content(stones, quadrant)];
        }
    }
    key
}

pub fn zobrist_after<T: Twist>(game: &QuadrantGame<T>, key: u64, position: &Stones, m: Placement<T>) -> u64 {
    let next = game.play(position, m);
    let touched = m.cell.bit() | m.twist.map_or(0, |twist| twist.touched());
    let mut key = key;
    for quadrant in Quadrant::ALL {
        if content(touched, quadrant) == 0 {
            continue;
        }
        for colour in 0..2 {
            let (before, after) = (position.sets()[colour], next.sets()[colour]);
            key ^= KEYS[colour][quadrant.index()][content(before, quadrant)];
            key ^= KEYS[colour][quadrant.index()][content(after, quadrant)];
        }
    }
    key
}

pub fn arithmetic(position: &Stones) -> u64 {
    let [white, black] = position.sets();
    mix(white ^ mix(black))
}

impl<T: Twist> Keyed for QuadrantGame<T> {
    fn key(&self, position: &Stones) -> u64 {
        arithmetic(position)
    }

    fn key_after(&self, _key: u64, position: &Stones, m: Placement<T>) -> u64 {
        self.key(&self.play(position, m))
    }
}
