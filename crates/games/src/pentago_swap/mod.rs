//! Pentago-Swap: place a stone, exchange two quadrants, five in a row wins.
//!
//! A course game (McGill University, COMP 424, 2019). Board, lines, symmetry and the flow of a turn are those of
//! [`quadrants`](crate::quadrants); this folder has the exchange, the rule options and the page of rules.

pub mod conventions;

use crate::quadrants::{
    Arrangements, FiveGiven, Placement, Quadrant, QuadrantGame, Stones, Twist, Worths, content, map_quadrant,
    read_quadrant,
};
use athos_core::{Described, NotationError, RuleOption, RuleSet, RulesError, Values};
use std::sync::LazyLock;

/// The game.
pub type PentagoSwap = QuadrantGame<Swap>;

/// An exchange of two quadrants, neither of which turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swap {
    first: Quadrant,
    second: Quadrant,
}

impl Swap {
    /// The exchange of two different quadrants; `None` if they are the same. Their order does not matter.
    pub fn new(one: Quadrant, other: Quadrant) -> Option<Swap> {
        (one != other).then(|| Swap { first: one.min(other), second: one.max(other) })
    }

    /// The two quadrants, in the order of the notation.
    pub const fn quadrants(self) -> [Quadrant; 2] {
        [self.first, self.second]
    }
}

impl Twist for Swap {
    /// `tltr tlbl tlbr trbl trbr blbr`.
    const ALL: &'static [Swap] = &{
        use Quadrant::{BottomLeft, BottomRight, TopLeft, TopRight};
        [
            Swap { first: TopLeft, second: TopRight },
            Swap { first: TopLeft, second: BottomLeft },
            Swap { first: TopLeft, second: BottomRight },
            Swap { first: TopRight, second: BottomLeft },
            Swap { first: TopRight, second: BottomRight },
            Swap { first: BottomLeft, second: BottomRight },
        ]
    };
    const LETTERS: usize = 4;
    const TEXT: &'static str = "two different quadrants, in the order tl tr bl br";

    #[inline]
    fn apply(self, cells: u64) -> u64 {
        let difference = (content(cells, self.first) ^ content(cells, self.second)) as u64;
        cells ^ difference << self.first.shift() ^ difference << self.second.shift()
    }

    fn map(self, symmetry: usize) -> Swap {
        let [one, other] = self.quadrants().map(|quadrant| map_quadrant(symmetry, quadrant));
        Swap { first: one.min(other), second: one.max(other) }
    }

    fn show(self) -> String {
        format!("{}{}", self.first.name(), self.second.name())
    }

    fn worths() -> &'static Worths {
        static ALL: LazyLock<Worths> =
            LazyLock::new(|| Worths::read(include_str!("worths.txt")).expect("the file that is built in is right"));
        &ALL
    }

    fn arrangements() -> &'static Arrangements<Swap> {
        static ALL: LazyLock<Arrangements<Swap>> = LazyLock::new(Arrangements::new);
        &ALL
    }

    fn read_foreign_move(
        game: &PentagoSwap,
        position: &Stones,
        text: &str,
    ) -> Option<Result<Placement<Swap>, NotationError>> {
        conventions::is_move_line(text).then(|| conventions::read_move_line(game, position, text))
    }

    fn read(text: &[char]) -> Result<Swap, NotationError> {
        let (first, second) = (read_quadrant(text, 0)?, read_quadrant(text, 2)?);
        match Swap::new(first, second) {
            None => Err(NotationError::at(2, "it takes two different quadrants")),
            Some(swap) if swap.first == first => Ok(swap),
            Some(swap) => {
                let reason = "the quadrants are written in the order tl tr bl br";
                Err(NotationError::at(0, reason).with_correction(swap.show()))
            }
        }
    }
}

impl Default for PentagoSwap {
    fn default() -> PentagoSwap {
        QuadrantGame::new(false, FiveGiven::Loses)
    }
}

impl Described for PentagoSwap {
    const ID: &'static str = "pentago-swap";
    const TITLE: &'static str = "Pentago-Swap";
    const PLAYERS: [&'static str; 2] = ["white", "black"];
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            name: "win_before_swap",
            values: Values::Choices(&["off", "on"]),
            default: "off",
            help: "whether only a five that is there after the exchange wins, or a stone that makes five wins at once",
        },
        RuleOption {
            name: "self_lose",
            values: Values::Choices(&["opponent_wins", "draw"]),
            default: "opponent_wins",
            help: "what happens when an exchange gives five to the opponent alone",
        },
    ];
    const RULES_PAGE: &'static str = include_str!("rules.md");

    fn with_rules(rules: &RuleSet) -> Result<PentagoSwap, RulesError> {
        let placement_wins = rules.choice("win_before_swap", &[("off", false), ("on", true)])?.unwrap_or(false);
        let five_given = [("opponent_wins", FiveGiven::Loses), ("draw", FiveGiven::Draws)];
        let five_given = rules.choice("self_lose", &five_given)?.unwrap_or(FiveGiven::Loses);
        Ok(QuadrantGame::new(placement_wins, five_given))
    }

    fn rules(&self) -> Vec<String> {
        let self_lose = match self.five_given {
            FiveGiven::Loses => "opponent_wins",
            FiveGiven::Draws => "draw",
        };
        vec![if self.placement_wins { "on" } else { "off" }.to_string(), self_lose.to_string()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;
    use athos_core::{Game, Notation, Outcome, Player, perft};

    fn after(rules: &str, position: &str, m: &str) -> Option<Outcome> {
        let game: PentagoSwap = build(rules).unwrap();
        let position = game.read_position(position).unwrap();
        let m = game.read_move(&position, m).unwrap_or_else(|error| panic!("{m}: {error}"));
        game.outcome(&game.play(&position, m))
    }

    fn refusal(rules: &str, position: &str, m: &str) -> String {
        let game: PentagoSwap = build(rules).unwrap();
        let position = game.read_position(position).unwrap();
        game.read_move(&position, m).unwrap_err().to_string()
    }

    #[test]
    fn perft_counts() {
        let game = PentagoSwap::default();
        let counts = [1, 2, 3].map(|depth| perft(&game, &game.start(), depth));
        assert_eq!(counts, [216, 216 * 210, 216 * 210 * 204]);
    }

    #[test]
    fn quadrants_change_places_without_turning() {
        let game = PentagoSwap::default();
        let position = game.read_position("WB..../....../...W../....../....../B..... w").unwrap();
        let m = game.read_move(&position, "a2tlbr").unwrap();
        let next = game.play(&position, m);
        assert_eq!(game.show_position(&next), "....../....../...W../...WB./W...../B..... b");
    }

    /// White has four in a row at the top; e6 makes five.
    const FOUR: &str = "WWWW../BB.BB./....../....../....../...... w";

    #[test]
    fn five_before_the_exchange_does_not_count() {
        assert_eq!(after("", FOUR, "e6tltr"), None);
        assert_eq!(after("", FOUR, "e6blbr"), Some(Outcome::Winner(Player::One)));
        assert!(refusal("", FOUR, "e6").starts_with("column 3: after the cell comes two different quadrants"));
    }

    #[test]
    fn five_before_the_exchange_counts_where_the_rules_say_so() {
        let on = "win_before_swap=on";
        assert_eq!(after(on, FOUR, "e6"), Some(Outcome::Winner(Player::One)));
        assert_eq!(
            refusal(on, FOUR, "e6blbr"),
            "column 3: the placement already makes five: e6 alone; did you mean 'e6'?"
        );
        let game: PentagoSwap = build(on).unwrap();
        assert_eq!(game.count_moves(&game.read_position(FOUR).unwrap()), 6 * 27 + 1);
    }

    #[test]
    fn an_exchange_may_complete_both_colours_or_only_the_opponents() {
        let both = "...WW./...BB./....../WWW.../BBB.../...... w";
        let given = "...W../...BB./....../WWW.../BBB.../.....W w";
        for rules in ["", "win_before_swap=on"] {
            assert_eq!(after(rules, both, "f1tlbl"), Some(Outcome::Draw));
            assert_eq!(after(rules, given, "f2tlbl"), Some(Outcome::Winner(Player::Two)));
        }
        for rules in ["self_lose=draw", "self_lose=draw,win_before_swap=on"] {
            assert_eq!(after(rules, both, "f1tlbl"), Some(Outcome::Draw));
            assert_eq!(after(rules, given, "f2tlbl"), Some(Outcome::Draw));
            assert_eq!(
                after(rules, "...WW./...BB./....../WWW.../BB..../B..... w", "f1tlbl"),
                Some(Outcome::Winner(Player::One))
            );
        }
    }

    #[test]
    fn moves_that_cannot_be_are_explained() {
        let position = "..W.../....../....../....../....../...... b";
        assert_eq!(refusal("", position, "c6tltr"), "column 1: c6 is taken");
        assert_eq!(refusal("", position, "c4tltl"), "column 5: it takes two different quadrants");
        assert_eq!(refusal("", position, "c4tlxx"), "column 5: a quadrant is tl, tr, bl or br");
        assert_eq!(
            refusal("", position, "c4brtl"),
            "column 3: the quadrants are written in the order tl tr bl br; did you mean 'c4tlbr'?"
        );
    }
}
