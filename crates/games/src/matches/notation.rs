//! Text of Matches: `21 1` is 21 matches with the first player to move; a move is the number taken.

use super::{MAX_PILE, MAX_TAKE, Matches, Pile, Take, bits};
use crate::heaps::{self, HeapsText};
use athos_core::{Notation, NotationError};

impl Notation for Matches {
    fn show_position(&self, position: &Pile) -> String {
        format!("{} {}", position.left, heaps::show_player(position.turn))
    }

    fn read_position(&self, text: &str) -> Result<Pile, NotationError> {
        let heaps = HeapsText::read(text, "the number of matches", MAX_PILE)?;
        let [(left, _)] = heaps.sizes[..] else {
            return Err(NotationError::at(heaps.sizes[1].1, "there is only one pile"));
        };
        if left < self.terminal {
            return Err(NotationError::at(0, "the game stops at one match: there is always one left"));
        }
        let turn = heaps.turn;
        heaps.accept(Pile { left, turn }, |position| self.show_position(position))
    }

    fn show_move(&self, m: Take) -> String {
        m.0.to_string()
    }

    fn read_move(&self, position: &Pile, text: &str) -> Result<Take, NotationError> {
        let legal: Vec<String> = bits(self.legal(position.left)).map(|take| take.to_string()).collect();
        let refuse = |index: usize, reason: String| {
            let may = if legal.is_empty() { "the game is over".into() } else { format!("take {}", legal.join(", ")) };
            Err(NotationError::at(index, format!("{reason}; {may}")))
        };
        let index = text.chars().position(|c| !c.is_ascii_digit());
        let take = match (index, text.parse::<u32>()) {
            (None, Ok(take)) => take,
            _ => return refuse(index.unwrap_or(0), "a move is the number of matches to take".into()),
        };
        if !legal.contains(&take.to_string()) {
            return refuse(0, format!("{take} cannot be taken from {}", position.left));
        }
        if text.starts_with('0') {
            return Err(NotationError::at(0, heaps::LEADING_ZERO).with_correction(take.to_string()));
        }
        Ok(Take(take))
    }
}

/// A take set from `1-3` or `1+3+4`, as bits.
pub fn read_takes(text: &str) -> Result<u64, String> {
    let expected = || format!("must be a range such as 1-3 or a set such as 1+3+4, of numbers from 1 to {MAX_TAKE}");
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| (1..=MAX_TAKE).contains(n)).ok_or_else(expected);
    let mut takes = 0u64;
    for part in text.split('+') {
        let (first, last) = match part.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if first > last {
            return Err(expected());
        }
        (first..=last).for_each(|take| takes |= 1 << (take - 1));
    }
    Ok(takes)
}

/// The shortest text of a take set.
pub fn show_takes(takes: u64) -> String {
    let mut parts = Vec::new();
    let mut takes = bits(takes).peekable();
    while let Some(first) = takes.next() {
        let mut last = first;
        while let Some(next) = takes.next_if_eq(&(last + 1)) {
            last = next;
        }
        match last - first {
            0 => parts.push(first.to_string()),
            1 => parts.extend([first.to_string(), last.to_string()]),
            _ => parts.push(format!("{first}-{last}")),
        }
    }
    parts.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn take_sets_have_one_text() {
        for (written, shown) in [("1-3", "1-3"), ("1+2+3", "1-3"), ("4+3+1", "1+3+4"), ("2", "2"), ("1-2", "1+2")] {
            assert_eq!(show_takes(read_takes(written).unwrap()), shown);
        }
        for wrong in ["", "0", "3-1", "1+", "65", "a", "1--2"] {
            assert!(read_takes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn errors_say_what_may_be_taken() {
        let game = Matches::default();
        let position = game.read_position("3 0").unwrap();
        let error = game.read_move(&position, "3").unwrap_err();
        assert_eq!(error.to_string(), "column 1: 3 cannot be taken from 3; take 1, 2");
        assert_eq!(game.read_position("0 1").unwrap_err().column, 1);
        assert_eq!(game.read_position("7 2").unwrap_err().column, 3);
    }
}
