//! Text of games with heaps: numbers joined by commas, a blank, and the player to move, `1` for the first player and `0`
//! for the second.

use athos_core::{NotationError, Player};

/// How a player is written.
pub fn show_player(player: Player) -> char {
    match player {
        Player::One => '1',
        Player::Two => '0',
    }
}

/// Reads the numbers, each with its place in the text (from 0), and the player.
pub fn read(text: &str, what: &str, max: u32) -> Result<(Vec<(u32, usize)>, Player), NotationError> {
    let length = text.chars().count();
    let Some((numbers_text, player)) = text.split_once(' ') else {
        return Err(NotationError::at(length, format!("expected {what}, a blank and the player to move, 1 or 0")));
    };
    let mut numbers = Vec::new();
    let mut at = 0;
    for part in numbers_text.split(',') {
        let digits = part.len() <= 7 && !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        match part.parse::<u32>().ok().filter(|&number| digits && number <= max) {
            Some(number) => numbers.push((number, at)),
            None => return Err(NotationError::at(at, format!("{what} must be a number from 0 to {max}"))),
        }
        if part.len() > 1 && part.starts_with('0') {
            return Err(NotationError::at(at, "a number does not begin with 0"));
        }
        at += part.chars().count() + 1;
    }
    match player {
        "1" => Ok((numbers, Player::One)),
        "0" => Ok((numbers, Player::Two)),
        _ => Err(NotationError::at(at.min(length), "the player to move is 1 (the first) or 0 (the second)")),
    }
}
