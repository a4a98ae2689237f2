//! A game behind strings: what the command line, the page, the engine protocol and bindings speak to.
//!
//! [`Dynamic`] wraps a game and forgets its types. Every answer is text or plain data, every input is checked. Nothing
//! here is fast, and nothing that must be fast goes through here.

use crate::{
    Described, Evaluate, Finish, Keyed, Notation, NotationError, Outcome, Player, RuleOption, Scene, Scenic, Symmetric,
    perft,
};

/// A game whose position and move types are hidden.
pub trait AnyGame: Send + Sync {
    /// The name in commands, such as `mad-king`.
    fn id(&self) -> &'static str;
    /// The name for people.
    fn title(&self) -> &'static str;
    /// The players' names, in the order of [`Player`].
    fn players(&self) -> [&'static str; 2];
    /// The rule options the game knows.
    fn options(&self) -> &'static [RuleOption];
    /// The value of every option, in the order of `options`.
    fn rules(&self) -> Vec<String>;
    /// The options that differ from their default, as `key=value,key=value`.
    fn rules_text(&self) -> String;
    /// A page of rules for people, in Markdown.
    fn rules_page(&self) -> &'static str;
    /// The start position.
    fn start(&self) -> String;
    /// All there is to know about a position at a glance.
    fn view(&self, position: &str) -> Result<PositionView, NotationError>;
    /// The position after a move; an error about the move has the move's columns.
    fn play(&self, position: &str, m: &str) -> Result<String, NotationError>;
    /// What a picture of the position shows.
    fn scene(&self, position: &str) -> Result<Scene, NotationError>;
    /// Why the game is over, if it is and the game can say.
    fn finish(&self, position: &str) -> Result<Option<Finish>, NotationError>;
    /// The number of move sequences of this length, by first move.
    fn divide(&self, position: &str, depth: u32) -> Result<Vec<(String, u64)>, NotationError>;
    /// The number of move sequences of this length.
    fn perft(&self, position: &str, depth: u32) -> Result<u64, NotationError>;
}

/// A position with its legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionView {
    /// The canonical text.
    pub position: String,
    /// Who moves, or would move if the game went on.
    pub turn: Player,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// The legal moves, in the game's order.
    pub moves: Vec<MoveView>,
}

/// A legal move and where it leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// The text of the move.
    pub text: String,
    /// The position after it.
    pub position: String,
}

/// Everything a game of the registry can do.
pub trait FullGame: Notation + Keyed + Symmetric + Evaluate + Described + Scenic {}

impl<G: Notation + Keyed + Symmetric + Evaluate + Described + Scenic> FullGame for G {}

/// A game as an [`AnyGame`].
#[derive(Clone, Debug)]
pub struct Dynamic<G>(pub G);

impl<G: FullGame> AnyGame for Dynamic<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn players(&self) -> [&'static str; 2] {
        G::PLAYERS
    }

    fn options(&self) -> &'static [RuleOption] {
        G::OPTIONS
    }

    fn rules(&self) -> Vec<String> {
        self.0.rules()
    }

    fn rules_text(&self) -> String {
        self.0.rules_text()
    }

    fn rules_page(&self) -> &'static str {
        G::RULES_PAGE
    }

    fn start(&self) -> String {
        self.0.show_position(&self.0.start())
    }

    fn view(&self, position: &str) -> Result<PositionView, NotationError> {
        let position = self.0.read_position(position)?;
        let mut moves = Vec::new();
        self.0.moves(&position, &mut moves);
        let moves = moves.into_iter().map(|m| MoveView {
            text: self.0.show_move(m),
            position: self.0.show_position(&self.0.play(&position, m)),
        });
        Ok(PositionView {
            position: self.0.show_position(&position),
            turn: self.0.turn(&position),
            outcome: self.0.outcome(&position),
            moves: moves.collect(),
        })
    }

    fn play(&self, position: &str, m: &str) -> Result<String, NotationError> {
        let position = self.0.read_position(position)?;
        let m = self.0.read_move(&position, m)?;
        Ok(self.0.show_position(&self.0.play(&position, m)))
    }

    fn scene(&self, position: &str) -> Result<Scene, NotationError> {
        Ok(self.0.scene(&self.0.read_position(position)?))
    }

    fn finish(&self, position: &str) -> Result<Option<Finish>, NotationError> {
        Ok(self.0.finish(&self.0.read_position(position)?))
    }

    fn divide(&self, position: &str, depth: u32) -> Result<Vec<(String, u64)>, NotationError> {
        let position = self.0.read_position(position)?;
        let counts = perft::divide(&self.0, &position, depth);
        Ok(counts.into_iter().map(|(m, count)| (self.0.show_move(m), count)).collect())
    }

    fn perft(&self, position: &str, depth: u32) -> Result<u64, NotationError> {
        Ok(perft::perft(&self.0, &self.0.read_position(position)?, depth))
    }
}
