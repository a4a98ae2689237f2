//! Text of games with heaps: numbers joined by commas, a blank, and the player to move, `1` for the first player and `0`
//! for the second.
//!
//! As with boards, slips that leave no doubt about what was meant (a blank too many, a zero in front) are refused with the
//! right text: see [`HeapsText::accept`].

use athos_core::{NotationError, Player};

/// Why `03` is not a number here: every number has one text.
pub const LEADING_ZERO: &str = "a number does not begin with 0";

/// How a player is written.
pub fn show_player(player: Player) -> char {
    match player {
        Player::One => '1',
        Player::Two => '0',
    }
}

/// Heaps as they were written.
#[derive(Clone, Debug)]
pub struct HeapsText {
    /// The sizes, at least one, each with its place in the text (from 0).
    pub sizes: Vec<(u32, usize)>,
    /// Who moves.
    pub turn: Player,
    slip: Option<NotationError>,
}

impl HeapsText {
    /// Reads numbers up to `max`, called `what` in errors, and the player.
    pub fn read(text: &str, what: &str, max: u32) -> Result<HeapsText, NotationError> {
        let chars: Vec<char> = text.chars().collect();
        let mut slip = None;
        let mut slipped = |index: usize, reason: &str| {
            slip.get_or_insert(NotationError::at(index, reason));
        };
        let mut at = 0;
        let mut blanks = |at: &mut usize, allowed: usize| {
            let first = *at;
            while chars.get(*at) == Some(&' ') {
                *at += 1;
            }
            if *at - first > allowed {
                slipped(first + allowed, "a blank too many");
            }
            *at > first
        };

        // 1. Numbers, each followed by a comma but the last.
        let mut sizes = Vec::new();
        let mut zeros = Vec::new();
        loop {
            blanks(&mut at, 0);
            let first = at;
            while chars.get(at).is_some_and(char::is_ascii_digit) {
                at += 1;
            }
            let digits: String = chars[first..at].iter().collect();
            match digits.parse::<u32>().ok().filter(|&number| number <= max) {
                Some(number) => sizes.push((number, first)),
                None => return Err(NotationError::at(first, format!("{what} must be a number from 0 to {max}"))),
            }
            if digits.len() > 1 && digits.starts_with('0') {
                zeros.push(first);
            }
            let behind_blanks = at + chars[at..].iter().take_while(|&&c| c == ' ').count();
            if chars.get(behind_blanks) != Some(&',') {
                break;
            }
            blanks(&mut at, 0);
            at += 1;
        }

        // 2. One blank and the player.
        if !blanks(&mut at, 1) {
            let reason = "a blank and the player to move, 1 or 0, must follow";
            return Err(NotationError::at(at, reason));
        }
        let turn = match chars.get(at) {
            Some('1') => Player::One,
            Some('0') => Player::Two,
            _ => return Err(NotationError::at(at, "the player to move is 1 (the first) or 0 (the second)")),
        };
        at += 1;
        blanks(&mut at, 0);
        if at < chars.len() {
            return Err(NotationError::at(at, "nothing may follow the player to move"));
        }
        if let Some(&zero) = zeros.first() {
            slipped(zero, LEADING_ZERO);
        }
        Ok(HeapsText { sizes, turn, slip })
    }

    /// The reader's last word: the position, or, if the text had a slip, an error with the text that would be right.
    pub fn accept<P>(self, position: P, right: impl FnOnce(&P) -> String) -> Result<P, NotationError> {
        match self.slip {
            None => Ok(position),
            Some(slip) => Err(slip.with_correction(right(&position))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_mistakes() {
        let said = |text: &str| {
            let read = HeapsText::read(text, "a heap", 255).and_then(|heaps| heaps.accept((), |_| "right".into()));
            read.err().map_or("read".to_string(), |error| error.to_string())
        };
        assert_eq!(said("3,4,5 1"), "read");
        assert_eq!(said("3,4,5  1"), "column 7: a blank too many; did you mean 'right'?");
        assert_eq!(said(" 3 1"), "column 1: a blank too many; did you mean 'right'?");
        assert_eq!(said("3, 4 ,5 1 "), "column 3: a blank too many; did you mean 'right'?");
        assert_eq!(said("03 1"), "column 1: a number does not begin with 0; did you mean 'right'?");
        assert_eq!(said("3,,5 1"), "column 3: a heap must be a number from 0 to 255");
        assert_eq!(said("3,256 1"), "column 3: a heap must be a number from 0 to 255");
        assert_eq!(said("3"), "column 2: a blank and the player to move, 1 or 0, must follow");
        assert_eq!(said("3 2"), "column 3: the player to move is 1 (the first) or 0 (the second)");
        assert_eq!(said("3 1 x"), "column 5: nothing may follow the player to move");
    }
}
