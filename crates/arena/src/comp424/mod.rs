//! The protocol of the course McGill COMP 424 for Pentago-Swap: lines of text over TCP.
//!
//! An agent (the client) connects to the server and says `START NAME`. The server tells it `START Player-ID NAME`,
//! where White is player 0; it says `PLAY Player-ID` when it is the agent's turn, and the agent answers with a move
//! line such as `4 1 BL TL 0`. Moves that are played are repeated to both, as move lines, and whatever else is in a
//! line is ignored. The end is a line `GAMEOVER`, with the winner's number or `DRAW`, and a reason in between if it was
//! no ordinary end.
//!
//! [`listen`] is a player of the arena behind which an agent sits; [`play_at`] lets a player of ours play at a server
//! of the course. One connection is one game.

mod client;
mod server;

pub use client::{ClientError, play_at};
pub use server::{ListenError, listen};

use athos_core::{Game, Notation};
use athos_games::PentagoSwap;
use athos_games::pentago_swap::conventions::{read_move_line, show_move_line};

/// The port that the course's server listens on.
pub const PORT: u16 = 8123;

/// The longest line.
const LONGEST_LINE: usize = 1 << 12;

/// Whether a line has the form of a move: two numbers, two quadrants, a number. What has another form is ignored.
fn is_move_line(line: &str) -> bool {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let number = |field: &str| field.parse::<i32>().is_ok();
    let quadrant = |field: &str| matches!(field, "TL" | "TR" | "BL" | "BR");
    matches!(fields[..], [x, y, one, other, player]
        if number(x) && number(y) && quadrant(one) && quadrant(other) && number(player))
}

/// A game as both sides follow it: from the start, by the course's rules.
#[derive(Clone, Debug, Default)]
struct Following {
    game: PentagoSwap,
    moves: Vec<String>,
}

impl Following {
    fn position(&self) -> <PentagoSwap as Game>::Position {
        let play = |position, m: &String| match self.game.read_move(&position, m) {
            Ok(m) => self.game.play(&position, m),
            // Only moves that were read are kept.
            Err(_) => position,
        };
        self.moves.iter().fold(self.game.start(), play)
    }

    /// Whose turn it is, as a number.
    fn turn(&self) -> usize {
        self.game.turn(&self.position()).index()
    }

    /// The line of a move in our notation; why it cannot be one.
    fn line(&self, m: &str) -> Result<String, String> {
        let position = self.position();
        let m = self.game.read_move(&position, m).map_err(|error| error.to_string())?;
        Ok(show_move_line(&position, m))
    }

    /// The move of a line in our notation; why it cannot be one.
    fn read_line(&self, line: &str) -> Result<String, String> {
        let m = read_move_line(&self.game, &self.position(), line).map_err(|error| error.to_string())?;
        Ok(self.game.show_move(m))
    }

    /// Plays the move of a line.
    fn play_line(&mut self, line: &str) -> Result<(), String> {
        self.moves.push(self.read_line(line)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_other_lines() {
        for line in ["4 1 BL TL 0", " 9 -1 TL TL 7 "] {
            assert!(is_move_line(line), "{line}");
        }
        for line in ["", "4 1 BL TL", "a b BL TL 0", "4 1 bl tl 0", "4 1 BL TL 0 0", "hello", "PLAY Player-0"] {
            assert!(!is_move_line(line), "{line}");
        }
    }

    #[test]
    fn a_game_is_followed() {
        let mut game = Following::default();
        game.play_line("4 1 BL TL 0").unwrap();
        assert_eq!((game.moves.as_slice(), game.turn()), (&["b2tlbl".to_string()][..], 1));
        assert!(game.play_line("1 1 BL TL 1").unwrap_err().contains("taken"));
        assert_eq!(game.line("a1tltr"), Ok("5 0 TL TR 1".into()));
    }
}
