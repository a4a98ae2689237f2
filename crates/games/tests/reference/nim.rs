//! Nim, plainly.

use super::Reference;

/// The rules.
pub struct Plain {
    pub misere: bool,
}

impl Reference for Plain {
    type Position = (Vec<u32>, u8);

    fn read(&self, text: &str) -> Self::Position {
        let (heaps, turn) = text.split_once(' ').unwrap();
        (heaps.split(',').map(|size| size.parse().unwrap()).collect(), turn.parse().unwrap())
    }

    fn show(&self, (heaps, turn): &Self::Position) -> String {
        format!("{} {turn}", heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
    }

    fn outcome(&self, (heaps, turn): &Self::Position) -> Option<&'static str> {
        if heaps.iter().any(|&size| size > 0) {
            return None;
        }
        Some(if self.misere == (*turn == 1) { "first" } else { "second" })
    }

    fn moves(&self, (heaps, turn): &Self::Position) -> Vec<(String, Self::Position)> {
        let mut moves = Vec::new();
        for (heap, &size) in heaps.iter().enumerate() {
            for objects in 1..=size {
                let mut next = heaps.clone();
                next[heap] -= objects;
                moves.push((format!("{}{objects}", (b'a' + heap as u8) as char), (next, 1 - turn)));
            }
        }
        moves
    }
}
