//! Pentago: place a stone, turn a quadrant by a quarter, five in a row wins.
//!
//! Board, lines, symmetry and the flow of a turn are those of [`quadrants`](crate::quadrants); this folder has the
//! turning, the rule options and the page of rules. Girving solved the game in 2014: the first player wins.

pub mod conventions;
pub mod superposition;

use crate::quadrants::{
    ANTICLOCKWISE, Arrangements, CLOCKWISE, FiveGiven, Placement, Quadrant, QuadrantGame, Stones, Twist, Worths,
    content, map_content, map_quadrant, mirrors, read_quadrant,
};
use athos_core::{Described, NotationError, RuleOption, RuleSet, RulesError, Values};
use std::sync::LazyLock;

/// The game.
pub type Pentago = QuadrantGame<Rotation>;

/// A quarter turn of one quadrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rotation {
    /// The quadrant that turns.
    pub quadrant: Quadrant,
    /// Whether it turns clockwise.
    pub clockwise: bool,
}

impl Twist for Rotation {
    /// `tl- tl+ tr- tr+ bl- bl+ br- br+`.
    const ALL: &'static [Rotation] = &{
        let mut all = [Rotation { quadrant: Quadrant::TopLeft, clockwise: false }; 8];
        let mut index = 0;
        while index < all.len() {
            all[index] = Rotation { quadrant: Quadrant::ALL[index / 2], clockwise: index % 2 == 1 };
            index += 1;
        }
        all
    };
    const LETTERS: usize = 3;
    const TEXT: &'static str = "a quadrant (tl, tr, bl or br) and + (clockwise) or - (counter-clockwise)";

    #[inline]
    fn apply(self, cells: u64) -> u64 {
        let held = content(cells, self.quadrant);
        let turned = map_content(if self.clockwise { CLOCKWISE } else { ANTICLOCKWISE }, held);
        cells ^ ((held as u64 ^ turned) << self.quadrant.shift())
    }

    fn map(self, symmetry: usize) -> Rotation {
        Rotation { quadrant: map_quadrant(symmetry, self.quadrant), clockwise: self.clockwise != mirrors(symmetry) }
    }

    fn show(self) -> String {
        format!("{}{}", self.quadrant.name(), if self.clockwise { '+' } else { '-' })
    }

    fn worths() -> &'static Worths {
        static ALL: LazyLock<Worths> =
            LazyLock::new(|| Worths::read(include_str!("worths.txt")).expect("the file that is built in is right"));
        &ALL
    }

    fn arrangements() -> &'static Arrangements<Rotation> {
        static ALL: LazyLock<Arrangements<Rotation>> = LazyLock::new(Arrangements::new);
        &ALL
    }

    fn read_foreign_position(text: &str) -> Option<Result<Stones, NotationError>> {
        conventions::is_board_number(text).then(|| conventions::read_board_number(text))
    }

    fn read_foreign_move(
        game: &Pentago,
        position: &Stones,
        text: &str,
    ) -> Option<Result<Placement<Rotation>, NotationError>> {
        conventions::is_action(text).then(|| conventions::read_action(game, position, text))
    }

    fn read(text: &[char]) -> Result<Rotation, NotationError> {
        let quadrant = read_quadrant(text, 0)?;
        match text.get(2) {
            Some('+') => Ok(Rotation { quadrant, clockwise: true }),
            Some('-') => Ok(Rotation { quadrant, clockwise: false }),
            _ => Err(NotationError::at(2, "a quadrant turns clockwise (+) or counter-clockwise (-)")),
        }
    }
}

impl Default for Pentago {
    fn default() -> Pentago {
        QuadrantGame::new(true, FiveGiven::Loses)
    }
}

impl Described for Pentago {
    const ID: &'static str = "pentago";
    const TITLE: &'static str = "Pentago";
    const PLAYERS: [&'static str; 2] = ["white", "black"];
    const OPTIONS: &'static [RuleOption] = &[RuleOption {
        name: "win_on_place",
        values: Values::Choices(&["on", "off"]),
        default: "on",
        help: "whether a stone that makes five wins at once, or only a five that is there after the turn of a quadrant",
    }];
    const RULES_PAGE: &'static str = include_str!("rules.md");

    fn with_rules(rules: &RuleSet) -> Result<Pentago, RulesError> {
        let placement_wins = rules.choice("win_on_place", &[("on", true), ("off", false)])?.unwrap_or(true);
        Ok(QuadrantGame::new(placement_wins, FiveGiven::Loses))
    }

    fn rules(&self) -> Vec<String> {
        vec![if self.placement_wins { "on" } else { "off" }.to_string()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;
    use athos_core::{Game, Notation, Outcome, Player, perft};

    fn after(game: &Pentago, position: &str, m: &str) -> Option<Outcome> {
        let position = game.read_position(position).unwrap();
        let m = game.read_move(&position, m).unwrap_or_else(|error| panic!("{m}: {error}"));
        game.outcome(&game.play(&position, m))
    }

    fn refusal(position: &str, m: &str) -> String {
        let game = Pentago::default();
        let position = game.read_position(position).unwrap();
        game.read_move(&position, m).unwrap_err().to_string()
    }

    #[test]
    fn perft_counts() {
        let game = Pentago::default();
        let counts = [1, 2, 3].map(|depth| perft(&game, &game.start(), depth));
        assert_eq!(counts, [288, 288 * 280, 288 * 280 * 272]);
    }

    #[test]
    fn a_quadrant_turns_clockwise_with_plus() {
        let game = Pentago::default();
        let position = game.read_position("W...../B...../....../....../....../...... w").unwrap();
        for (m, next) in [
            ("f1tl+", ".BW.../....../....../....../....../.....W b"),
            ("f1tl-", "....../....../WB..../....../....../.....W b"),
            ("b6tl+", ".BW.../..W.../....../....../....../...... b"),
        ] {
            let m = game.read_move(&position, m).unwrap();
            assert_eq!(game.show_position(&game.play(&position, m)), next);
        }
    }

    /// White has four in a row at the top; e6 makes five.
    const FOUR: &str = "WWWW../BB.BB./....../....../....../...... w";

    #[test]
    fn five_by_placement_wins_at_once() {
        let game = Pentago::default();
        assert_eq!(after(&game, FOUR, "e6"), Some(Outcome::Winner(Player::One)));
        assert_eq!(game.count_moves(&game.read_position(FOUR).unwrap()), 8 * 27 + 1);
        assert_eq!(refusal(FOUR, "e6tl+"), "column 3: the placement already makes five: e6 alone; did you mean 'e6'?");
    }

    #[test]
    fn without_win_on_place_the_five_must_outlive_the_turn() {
        let game: Pentago = build("win_on_place=off").unwrap();
        assert_eq!(after(&game, FOUR, "e6br+"), Some(Outcome::Winner(Player::One)));
        assert_eq!(after(&game, FOUR, "e6tl+"), None);
        assert_eq!(game.count_moves(&game.read_position(FOUR).unwrap()), 8 * 28);
    }

    #[test]
    fn a_turn_may_complete_both_colours_or_only_the_opponents() {
        for rules in ["", "win_on_place=off"] {
            let game: Pentago = build(rules).unwrap();
            let both = "WB.WW./WB.BB./WB..../....../....../...... w";
            assert_eq!(after(&game, both, "f1tl+"), Some(Outcome::Draw));
            assert_eq!(after(&game, both, "f1tl-"), Some(Outcome::Winner(Player::Two)));
            assert_eq!(after(&game, both, "f1tr-"), None);
            let given = "WB.W../WB.BB./WB..../....../....../W..... w";
            assert_eq!(after(&game, given, "f1tl+"), Some(Outcome::Winner(Player::Two)));
        }
    }

    #[test]
    fn a_full_board_without_five_is_a_draw() {
        let game = Pentago::default();
        let full = "WWBBWW/BBWWBB/WWBBWW/BBWWBB/WWBBWW/BBWWBB w";
        let position = game.read_position(full).unwrap();
        assert_eq!(game.outcome(&position), Some(Outcome::Draw));
        assert_eq!(game.count_moves(&position), 0);
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let error = |text: &str| Pentago::default().read_position(text).unwrap_err().to_string();
        assert_eq!(
            error("W5/6/6/6/6/5B b"),
            "column 15: with as many black stones as white ones it is White's turn; \
             did you mean 'W...../....../....../....../....../.....B w'?"
        );
        let counts = "stones: White has as many as Black or one more";
        assert_eq!(error("W4W/6/6/6/6/6 w"), format!("column 3: 2 white and 0 black {counts}"));
        assert_eq!(error("B4B/6/6/6/6/5W w"), format!("column 3: 1 white and 2 black {counts}"));
        assert_eq!(error("6/6/6/6/6 w"), "column 10: 5 of 6 rows");
    }

    #[test]
    fn moves_that_cannot_be_are_explained() {
        let position = "..W.../....../....../....../....../...... b";
        assert_eq!(refusal(position, "c6tl+"), "column 1: c6 is taken");
        assert_eq!(refusal(position, "g6tl+"), "column 1: no file 'g': files are a to f");
        assert_eq!(refusal(position, "c4lt+"), "column 3: a quadrant is tl, tr, bl or br");
        assert_eq!(refusal(position, "c4"), format!("column 3: after the cell comes {}", Rotation::TEXT));
        assert_eq!(refusal(position, "c4tl"), "column 5: a quadrant turns clockwise (+) or counter-clockwise (-)");
        assert_eq!(
            refusal(position, "c4tl+x"),
            format!("column 6: nothing may follow the cell and {}", Rotation::TEXT)
        );
        assert_eq!(refusal("WWWWW./BBBB../6/6/6/6 b", "a1tl+"), "column 1: the game is over");
    }
}
