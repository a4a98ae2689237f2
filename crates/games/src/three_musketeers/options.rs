//! The rule options and the placement at the start.

use super::bits::{MAX_SIDE, board, cell};
use super::{Ending, MUSKETEERS, Pieces, Stuck, ThreeMusketeers};
use athos_core::{Described, RuleOption, RuleSet, RulesError, Values};

const STUCK: [(&str, Stuck); 3] =
    [("musketeers", Stuck::MusketeersWin), ("pass", Stuck::Pass), ("guards", Stuck::GuardsWin)];
const ENDING: [(&str, Ending); 2] = [("turn", Ending::Turn), ("early", Ending::Early)];

/// The start when none is given: guards everywhere but on the musketeers' cells.
///
/// One musketeer stands in the centre; two in the top right and the bottom left corner; three in those corners and in
/// the centre; four in the corners. A board without a central cell counts the one above and right of its middle as the
/// centre: on a square it lies on the diagonal between the two corners, so the placement stays symmetric.
fn default_start(rows: usize, columns: usize, musketeers: usize) -> Pieces {
    let centre = cell((rows - 1) / 2, columns / 2);
    let two_corners = cell(0, columns - 1) | cell(rows - 1, 0);
    let musketeers = match musketeers {
        1 => centre,
        2 => two_corners,
        3 => two_corners | centre,
        _ => two_corners | cell(0, 0) | cell(rows - 1, columns - 1),
    };
    Pieces { musketeers, guards: board(rows, columns) & !musketeers, turn: MUSKETEERS }
}

impl ThreeMusketeers {
    /// The rules with their default start.
    fn new(rows: usize, columns: usize, musketeers: usize, stuck: Stuck, ending: Ending) -> ThreeMusketeers {
        let start = default_start(rows, columns, musketeers);
        ThreeMusketeers { rows, columns, musketeers, board: board(rows, columns), start, stuck, ending }
    }

    /// The same rules from the start that belongs to the board.
    pub(super) fn with_default_start(&self) -> ThreeMusketeers {
        ThreeMusketeers::new(self.rows, self.columns, self.musketeers, self.stuck, self.ending)
    }
}

impl Default for ThreeMusketeers {
    fn default() -> ThreeMusketeers {
        ThreeMusketeers::new(5, 5, 3, Stuck::MusketeersWin, Ending::Turn)
    }
}

impl Described for ThreeMusketeers {
    const ID: &'static str = "three-musketeers";
    const TITLE: &'static str = "Three Musketeers";
    const PLAYERS: [&'static str; 2] = ["musketeers", "guards"];
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption { name: "rows", values: Values::Number(3, 6), default: "5", help: "the height of the board" },
        RuleOption { name: "columns", values: Values::Number(3, 6), default: "5", help: "the width of the board" },
        RuleOption {
            name: "musketeers",
            values: Values::Number(1, 4),
            default: "3",
            help: "how many musketeers there are; all of them in one row or column lose, but one alone never does",
        },
        RuleOption {
            name: "start",
            values: Values::Text("default, or a board such as GGGGM/GGGGG/GGMGG/GGGGG/MGGGG"),
            default: "default",
            help: "who stands where before the musketeers' first move",
        },
        RuleOption {
            name: "stuck",
            values: Values::Choices(&["musketeers", "pass", "guards"]),
            default: "musketeers",
            help: "when the guards are to move and cannot: the musketeers win, the guards pass, or the guards win",
        },
        RuleOption {
            name: "ending",
            values: Values::Choices(&["turn", "early"]),
            default: "turn",
            help: "musketeers that cannot capture win when it is their turn (turn) or at once (early)",
        },
    ];
    const RULES_PAGE: &'static str = include_str!("rules.md");

    fn with_rules(rules: &RuleSet) -> Result<ThreeMusketeers, RulesError> {
        let mut game = ThreeMusketeers::new(
            rules.number("rows", 5, 3..=MAX_SIDE)?,
            rules.number("columns", 5, 3..=MAX_SIDE)?,
            rules.number("musketeers", 3, 1..=4)?,
            rules.choice("stuck", &STUCK)?.unwrap_or(Stuck::MusketeersWin),
            rules.choice("ending", &ENDING)?.unwrap_or(Ending::Turn),
        );
        if let Some(text) = rules.get("start").filter(|&text| text != "default") {
            game.start = game.read_board(text).map_err(|error| {
                let mut at_value = rules.error("start", format!("does not fit: {}", error.reason));
                at_value.error.correction = error.correction;
                at_value.error = at_value.error.shifted(error.column - 1);
                at_value
            })?;
        }
        Ok(game)
    }

    fn rules(&self) -> Vec<String> {
        let word = |text: Option<&str>| text.unwrap_or_default().to_string();
        let default = default_start(self.rows, self.columns, self.musketeers);
        vec![
            self.rows.to_string(),
            self.columns.to_string(),
            self.musketeers.to_string(),
            if self.start == default { "default".into() } else { self.show_board(&self.start) },
            word(STUCK.iter().find(|(_, stuck)| *stuck == self.stuck).map(|(word, _)| *word)),
            word(ENDING.iter().find(|(_, ending)| *ending == self.ending).map(|(word, _)| *word)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;
    use athos_core::{Game, Notation};

    fn start(rules: &str) -> String {
        let game: ThreeMusketeers = build(rules).unwrap();
        game.show_position(&game.start())
    }

    #[test]
    fn every_size_has_a_start() {
        assert_eq!(start(""), "GGGGM/GGGGG/GGMGG/GGGGG/MGGGG m");
        assert_eq!(start("rows=4,columns=4"), "GGGM/GGMG/GGGG/MGGG m");
        assert_eq!(start("rows=3,columns=6,musketeers=2"), "GGGGGM/GGGGGG/MGGGGG m");
        assert_eq!(start("rows=3,columns=4,musketeers=1"), "GGGG/GGMG/GGGG m");
        assert_eq!(start("rows=3,columns=3,musketeers=4"), "MGM/GGG/MGM m");
    }

    #[test]
    fn a_start_may_be_given() {
        let laires_hard_start = "GGGGG/GGGGG/GGGGG/MMGGG/MGGGG";
        assert_eq!(start(&format!("start={laires_hard_start}")), format!("{laires_hard_start} m"));
        let game: ThreeMusketeers = build("rows=3,columns=3,start=2M/GMG/M2").unwrap();
        assert_eq!(game.spec(), "three-musketeers:rows=3,columns=3,start=..M/GMG/M..");
        let game: ThreeMusketeers = build("start=GGGGM/GGGGG/GGMGG/GGGGG/MGGGG").unwrap();
        assert_eq!(game, ThreeMusketeers::default());
    }

    #[test]
    fn a_start_that_cannot_be_is_refused_with_its_column() {
        let error = |rules: &str| {
            let said = build::<ThreeMusketeers>(rules).unwrap_err().to_string();
            said.strip_prefix(&format!("rules '{rules}', ")).unwrap_or_else(|| panic!("{said}")).to_string()
        };
        assert_eq!(
            error("rows=3,columns=3,start=MMM/GMG/G.."),
            "column 29: start=MMM/GMG/G.. does not fit: 4 musketeers on the board, but these rules have 3"
        );
        assert_eq!(
            error("start=GGGGM/GGGGG/GGMGG/GGGGG m"),
            "column 30: start=GGGGM/GGGGG/GGMGG/GGGGG m does not fit: only a board, without a player: \
             the musketeers move first"
        );
        assert!(error("rows=3,columns=3,start=mMM/GGG/G..").ends_with("did you mean 'MMM/GGG/G..'?"));
        assert_eq!(error("rows=7"), "column 6: rows=7 must be a number from 3 to 6");
    }
}
