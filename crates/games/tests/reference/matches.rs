//! Matches, plainly.

use super::Reference;

/// The rules.
pub struct Plain {
    pub takes: Vec<i64>,
    pub misere: bool,
    pub terminal: i64,
}

impl Reference for Plain {
    type Position = (i64, u8);

    fn read(&self, text: &str) -> (i64, u8) {
        let (left, turn) = text.split_once(' ').unwrap();
        (left.parse().unwrap(), turn.parse().unwrap())
    }

    fn show(&self, (left, turn): &(i64, u8)) -> String {
        format!("{left} {turn}")
    }

    fn outcome(&self, position: &(i64, u8)) -> Option<&'static str> {
        if !self.moves(position).is_empty() {
            return None;
        }
        let (left, turn) = *position;
        let must_take_the_last = self.takes.contains(&left);
        let mover_wins = must_take_the_last != self.misere;
        Some(if mover_wins == (turn == 1) { "first" } else { "second" })
    }

    fn moves(&self, &(left, turn): &(i64, u8)) -> Vec<(String, (i64, u8))> {
        let allowed = self.takes.iter().filter(|&&take| left - take >= self.terminal);
        allowed.map(|take| (take.to_string(), (left - take, 1 - turn))).collect()
    }
}
