//! The checker: does a proof prove what it says?
//!
//! It believes nothing that the prover believed. It knows the rules ([`Game`]), the symmetries of the board and the
//! notation, and reads the numbers of the file by docs/PROOFS.md into the text of positions and moves. Then it plays: in
//! every position that the winner meets it tries all moves for a win at once, else plays the move of the proof; and it
//! tries every reply, to the end of every game.

use crate::file::Contents;
use athos_core::{Described, Game, Notation, Outcome, Player, Symmetric};
use std::collections::{HashMap, HashSet};

/// What is wrong with a proof.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Fault {
    /// It is about something else.
    #[error("a proof for {found}, not for {expected}")]
    Game {
        /// What it is about.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// A number that is no position.
    #[error("{0} is the number of no position: {1}")]
    Position(u64, String),
    /// There are two players only.
    #[error("there is no player {0}")]
    Player(u8),
    /// A move that the rules do not allow.
    #[error("{position}: {m} is no move: {reason}")]
    Move {
        /// Where.
        position: String,
        /// Which.
        m: String,
        /// Why.
        reason: String,
    },
    /// A position that can be reached and has no move.
    #[error("no reply to a defence: {0} has no move")]
    Missing(String),
    /// A game that ends without the win.
    #[error("{position}: after {m} the game ends without the win")]
    NotWon {
        /// Where.
        position: String,
        /// By which move of either player.
        m: String,
    },
}

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Checked {
    /// Positions of the winner, up to symmetry, in which the proof's move was played.
    pub positions: u64,
    /// Replies of the loser that were tried.
    pub replies: u64,
    /// Moves of the proof that no defence leads to.
    pub unused: u64,
}

/// The text of a position, by its number: four numbers of 16 bits for the quadrants, each with nine digits to the base
/// of three, the first the lowest.
fn position_text(number: u64) -> String {
    let colour = |row: usize, column: usize| {
        let quadrant = row / 3 * 2 + column / 3;
        let content = number >> (16 * quadrant) & 0xffff;
        let digit = content / 3u64.pow((row % 3 * 3 + column % 3) as u32) % 3;
        ['.', 'W', 'B'][digit as usize]
    };
    let rows: Vec<String> = (0..6).map(|row| (0..6).map(|column| colour(row, column)).collect()).collect();
    let stones = rows.iter().flat_map(|row| row.chars()).filter(|letter| *letter != '.').count();
    format!("{} {}", rows.join("/"), ['w', 'b'][stones % 2])
}

/// The text of a move, by its code: eight times the cell plus the twist.
fn move_text(code: u16, twists: &[&str]) -> Option<String> {
    let (cell, twist) = (usize::from(code / 8), twists.get(usize::from(code % 8))?);
    let (quadrant, inside) = (cell / 9, cell % 9);
    let (row, column) = (quadrant / 2 * 3 + inside / 3, quadrant % 2 * 3 + inside % 3);
    (row < 6).then(|| format!("{}{}{twist}", ['a', 'b', 'c', 'd', 'e', 'f'][column], 6 - row))
}

/// The twists in the order of their codes.
fn twists(game: &str) -> &'static [&'static str] {
    match game {
        "pentago-swap" => &["tltr", "tlbl", "tlbr", "trbl", "trbr", "blbr"],
        _ => &["tl-", "tl+", "tr-", "tr+", "bl-", "bl+", "br-", "br+"],
    }
}

/// Checks a proof about a game of quadrants. `progress` is told of the positions checked and how many there are.
pub fn check<G: Game + Notation + Symmetric + Described>(
    game: &G,
    proof: &Contents,
    mut progress: impl FnMut(u64, u64),
) -> Result<Checked, Fault> {
    // 1. What it is about.
    let expected = format!("{}:{}", G::ID, game.rules().join(","));
    if proof.game != expected {
        return Err(Fault::Game { found: proof.game.clone(), expected });
    }
    let read = |number: u64| {
        let text = position_text(number);
        game.read_position(&text).map_err(|error| Fault::Position(number, error.to_string()))
    };
    let root = read(proof.root)?;
    let attacker = *Player::BOTH.get(usize::from(proof.attacker)).ok_or(Fault::Player(proof.attacker))?;

    // 2. Its moves.
    let mut moves = HashMap::with_capacity(proof.moves.len());
    for &(number, code) in &proof.moves {
        let position = read(number)?;
        let fault =
            |m: &str, reason: String| Fault::Move { position: game.show_position(&position), m: m.to_string(), reason };
        let text = move_text(code, twists(G::ID));
        let text = text.ok_or_else(|| fault(&code.to_string(), "there is no such code".to_string()))?;
        let m = game.read_move(&position, &text).map_err(|error| fault(&text, error.to_string()))?;
        moves.insert(position, m);
    }

    // 3. Every defence, to the end.
    let mut walk = Walk { game, attacker, moves: &moves, met: HashSet::new(), pending: Vec::new(), last: None };
    let mut checked = Checked::default();
    let total = moves.len() as u64;
    match game.outcome(&root) {
        Some(Outcome::Winner(winner)) if winner == attacker => {}
        Some(_) => return Err(Fault::NotWon { position: game.show_position(&root), m: "nothing".to_string() }),
        None if game.turn(&root) == attacker => walk.meet(root),
        None => checked.replies += walk.defend(&root)?,
    }
    while let Some(position) = walk.pending.pop() {
        let (position, m) = walk.reply(&position)?;
        let next = game.play(&position, m);
        checked.positions += 1;
        match game.outcome(&next) {
            Some(Outcome::Winner(winner)) if winner == attacker => {}
            Some(_) => return Err(walk.not_won(&position, m)),
            None => checked.replies += walk.defend(&next)?,
        }
        progress(checked.positions, total);
    }
    checked.unused = total.saturating_sub(checked.positions);
    Ok(checked)
}

struct Walk<'a, G: Game> {
    game: &'a G,
    attacker: Player,
    moves: &'a HashMap<G::Position, G::Move>,
    /// Positions met, one for all symmetric images.
    met: HashSet<G::Position>,
    pending: Vec<G::Position>,
    /// A move that won at once lately: it often does again.
    last: Option<G::Move>,
}

impl<G: Game + Notation + Symmetric> Walk<'_, G> {
    fn not_won(&self, position: &G::Position, m: G::Move) -> Fault {
        Fault::NotWon { position: self.game.show_position(position), m: self.game.show_move(m) }
    }

    fn wins(&self, position: &G::Position, m: G::Move) -> bool {
        self.game.outcome(&self.game.play(position, m)) == Some(Outcome::Winner(self.attacker))
    }

    /// The attacker is to move in a game that goes on: done if a move wins at once, else to be looked at once.
    fn meet(&mut self, position: G::Position) {
        let mut moves = Vec::with_capacity(288);
        self.game.moves(&position, &mut moves);
        if let Some(last) = self.last
            && moves.contains(&last)
            && self.wins(&position, last)
        {
            return;
        }
        if let Some(winning) = moves.iter().find(|m| self.wins(&position, **m)) {
            self.last = Some(*winning);
            return;
        }
        let position = self.game.canonical(&position).0;
        if self.met.insert(position) {
            self.pending.push(position);
        }
    }

    /// The proof's move in some image of a position.
    fn reply(&self, position: &G::Position) -> Result<(G::Position, G::Move), Fault> {
        let mut images = (0..self.game.symmetries()).map(|symmetry| self.game.map_position(symmetry, position));
        let found = images.find_map(|image| self.moves.get(&image).map(|m| (image, *m)));
        found.ok_or_else(|| Fault::Missing(self.game.show_position(position)))
    }

    /// Tries every reply of the defender, and gives their number.
    fn defend(&mut self, position: &G::Position) -> Result<u64, Fault> {
        let mut replies = Vec::with_capacity(288);
        self.game.moves(position, &mut replies);
        for &reply in &replies {
            let next = self.game.play(position, reply);
            match self.game.outcome(&next) {
                Some(Outcome::Winner(winner)) if winner == self.attacker => {}
                Some(_) => return Err(self.not_won(position, reply)),
                None => self.meet(next),
            }
        }
        Ok(replies.len() as u64)
    }
}
