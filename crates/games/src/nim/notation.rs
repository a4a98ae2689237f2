//! Text of Nim: `3,4,5 1` is three heaps with the first player to move; `b3` takes 3 from the second heap.

use super::{Heaps, MAX_HEAP, MAX_HEAPS, Nim, Take};
use crate::heaps::{self, HeapsText};
use athos_core::{Notation, NotationError};

impl Notation for Nim {
    fn show_position(&self, position: &Heaps) -> String {
        let sizes: Vec<String> = position.sizes().iter().map(u8::to_string).collect();
        format!("{} {}", sizes.join(","), heaps::show_player(position.turn))
    }

    fn read_position(&self, text: &str) -> Result<Heaps, NotationError> {
        let heaps = HeapsText::read(text, "the size of a heap", MAX_HEAP)?;
        let expected = self.start.sizes().len();
        let found = heaps.sizes.len();
        if found != expected {
            let index = heaps.sizes.get(expected).unwrap_or(&heaps.sizes[found - 1]).1;
            let reason = format!("{found} heaps, but these rules have {expected} (write 0 for an empty one)");
            return Err(NotationError::at(index, reason));
        }
        let sizes: Vec<u8> = heaps.sizes.iter().map(|&(size, _)| size as u8).collect();
        let position =
            Heaps::new(&sizes, heaps.turn).ok_or_else(|| NotationError::at(0, format!("at most {MAX_HEAPS} heaps")))?;
        heaps.accept(position, |position| self.show_position(position))
    }

    fn show_move(&self, m: Take) -> String {
        format!("{}{}", (b'a' + m.heap) as char, m.objects)
    }

    fn read_move(&self, position: &Heaps, text: &str) -> Result<Take, NotationError> {
        let count = position.sizes().len();
        let last = (b'a' + count as u8 - 1) as char;
        let heap = match text.chars().next() {
            Some(letter) if ('a'..=last).contains(&letter) => letter as usize - 'a' as usize,
            _ => return Err(NotationError::at(0, format!("a move begins with the heap, a to {last}"))),
        };
        let size = position.sizes()[heap];
        let digits = &text[1..];
        match digits.parse::<u8>() {
            Ok(objects) if (1..=size).contains(&objects) && digits == objects.to_string() => {
                Ok(Take { heap: heap as u8, objects })
            }
            _ if size == 0 => Err(NotationError::at(0, "that heap is empty")),
            _ => Err(NotationError::at(1, format!("take 1 to {size} from that heap"))),
        }
    }
}
