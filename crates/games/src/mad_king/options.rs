//! The rule options, and the presets that bundle them.
//!
//! A preset is a rule set somebody has played; options given beside it override it. Games report their options, not
//! the preset they came from, so that equal rules have one text.

use super::{DRAGONS, KING, MadKing};
use athos_core::{Described, Player, RuleOption, RuleSet, RulesError, Values};

/// What a jump of the king may land on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingJump {
    /// An empty cell.
    Empty,
    /// An empty cell, or a dragon that has two of the king's pieces beside it.
    EmptyOrCapture,
}

/// After whose moves guards are converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversionWhen {
    /// After every move: a guard that walks in among three dragons is lost.
    EveryMove,
    /// After moves of dragons only.
    DragonMoves,
}

/// Whether guards converted in a move help to convert others in the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversionChain {
    /// Always: until nothing changes.
    Fixpoint,
    /// If they come first in one pass over the cells, row by row from the top left.
    SinglePass,
    /// Never: only the dragons that stood there count.
    Simultaneous,
}

/// When the king is lost. A cell off the board is neither empty nor a dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingLoss {
    /// Three dragons beside it, and no empty cell beside it.
    Blocked,
    /// Three dragons beside it, and no legal move of its own; jumps and captures are moves.
    Immobile,
    /// Three dragons beside it.
    Three,
    /// No empty cell beside it, whatever stands there.
    Walled,
    /// Three dragons beside it, and no legal move of its own or a guard beside it.
    ImmobileOrGuard,
}

/// Which win is looked for first, where a position has both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinOrder {
    /// The king's.
    GoalFirst,
    /// The dragons'.
    DragonFirst,
}

/// How a game without dragons ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDragons {
    /// It is a draw once the dragons should move.
    Draw,
    /// The king wins, at once.
    KingWins,
}

/// How a game ends when the player to move has pieces but no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// It is a draw.
    Draw,
    /// That player loses.
    Loss,
}

type Words<T> = &'static [(&'static str, T)];

const FIRST: Words<Player> = &[("dragons", DRAGONS), ("king", KING)];
const KING_JUMP: Words<KingJump> = &[("empty", KingJump::Empty), ("empty_or_capture", KingJump::EmptyOrCapture)];
const CONVERSION_WHEN: Words<ConversionWhen> =
    &[("every_move", ConversionWhen::EveryMove), ("dragon_moves", ConversionWhen::DragonMoves)];
const CONVERSION_CHAIN: Words<ConversionChain> = &[
    ("fixpoint", ConversionChain::Fixpoint),
    ("single_pass", ConversionChain::SinglePass),
    ("simultaneous", ConversionChain::Simultaneous),
];
const KING_LOSS: Words<KingLoss> = &[
    ("blocked", KingLoss::Blocked),
    ("immobile", KingLoss::Immobile),
    ("three", KingLoss::Three),
    ("walled", KingLoss::Walled),
    ("immobile_or_guard", KingLoss::ImmobileOrGuard),
];
const WIN_ORDER: Words<WinOrder> = &[("goal_first", WinOrder::GoalFirst), ("dragon_first", WinOrder::DragonFirst)];
const NO_DRAGONS: Words<NoDragons> = &[("draw", NoDragons::Draw), ("king_wins", NoDragons::KingWins)];
const STALEMATE: Words<Stalemate> = &[("draw", Stalemate::Draw), ("loss", Stalemate::Loss)];

const DEFAULT: MadKing = MadKing {
    first: DRAGONS,
    king_jump: KingJump::Empty,
    conversion_when: ConversionWhen::EveryMove,
    conversion_chain: ConversionChain::Fixpoint,
    king_loss: KingLoss::Blocked,
    win_order: WinOrder::GoalFirst,
    no_dragons: NoDragons::Draw,
    stalemate: Stalemate::Draw,
};

/// The presets differ in what ends a long game too; that is the referee's business, and `frd` differs in nothing else.
const PRESETS: Words<&MadKing> = &[
    ("default", &DEFAULT),
    (
        "authors",
        &MadKing {
            king_jump: KingJump::EmptyOrCapture,
            conversion_when: ConversionWhen::DragonMoves,
            conversion_chain: ConversionChain::SinglePass,
            ..DEFAULT
        },
    ),
    ("frd", &DEFAULT),
    (
        "maxi",
        &MadKing {
            conversion_chain: ConversionChain::SinglePass,
            king_loss: KingLoss::Walled,
            no_dragons: NoDragons::KingWins,
            ..DEFAULT
        },
    ),
    ("dk", &MadKing { conversion_chain: ConversionChain::SinglePass, win_order: WinOrder::DragonFirst, ..DEFAULT }),
    (
        "nick",
        &MadKing {
            king_jump: KingJump::EmptyOrCapture,
            conversion_chain: ConversionChain::Simultaneous,
            king_loss: KingLoss::ImmobileOrGuard,
            ..DEFAULT
        },
    ),
];

/// The word for a value; every value has one.
fn word<T: PartialEq>(words: Words<T>, value: T) -> String {
    words.iter().find(|(_, other)| *other == value).map_or("", |(word, _)| word).to_string()
}

impl Default for MadKing {
    fn default() -> MadKing {
        DEFAULT
    }
}

impl Described for MadKing {
    const ID: &'static str = "mad-king";
    const TITLE: &'static str = "The Mad King!";
    const PLAYERS: [&'static str; 2] = ["king", "dragons"];
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            name: "preset",
            values: Values::Choices(&["default", "authors", "frd", "maxi", "dk", "nick"]),
            default: "default",
            help: "a bundle of the options below, as somebody has played them; options given beside it override it",
        },
        RuleOption {
            name: "first",
            values: Values::Choices(&["dragons", "king"]),
            default: "dragons",
            help: "who makes the first move",
        },
        RuleOption {
            name: "king_jump",
            values: Values::Choices(&["empty", "empty_or_capture"]),
            default: "empty",
            help: "whether the king's jump must end on an empty cell, or may capture a dragon too",
        },
        RuleOption {
            name: "conversion_when",
            values: Values::Choices(&["every_move", "dragon_moves"]),
            default: "every_move",
            help: "whether guards are converted after every move, or after moves of dragons only",
        },
        RuleOption {
            name: "conversion_chain",
            values: Values::Choices(&["fixpoint", "single_pass", "simultaneous"]),
            default: "fixpoint",
            help: "whether new dragons convert further guards at once: until nothing changes, in one pass from the \
                   top left, or not at all",
        },
        RuleOption {
            name: "king_loss",
            values: Values::Choices(&["blocked", "immobile", "three", "walled", "immobile_or_guard"]),
            default: "blocked",
            help: "when the king is lost: three dragons beside it and no empty cell (blocked) or no move (immobile) \
                   or whatever else (three) or no move or a guard there too (immobile_or_guard); or no empty cell \
                   even without dragons (walled)",
        },
        RuleOption {
            name: "win_order",
            values: Values::Choices(&["goal_first", "dragon_first"]),
            default: "goal_first",
            help: "who wins where both have: the king, or the dragons",
        },
        RuleOption {
            name: "no_dragons",
            values: Values::Choices(&["draw", "king_wins"]),
            default: "draw",
            help: "how a game ends when the last dragon is captured",
        },
        RuleOption {
            name: "stalemate",
            values: Values::Choices(&["draw", "loss"]),
            default: "draw",
            help: "what it is for a player who has pieces but no move",
        },
    ];
    const RULES_PAGE: &'static str = include_str!("rules.md");

    fn with_rules(rules: &RuleSet) -> Result<MadKing, RulesError> {
        let preset = rules.choice("preset", PRESETS)?.unwrap_or(&DEFAULT);
        Ok(MadKing {
            first: rules.choice("first", FIRST)?.unwrap_or(preset.first),
            king_jump: rules.choice("king_jump", KING_JUMP)?.unwrap_or(preset.king_jump),
            conversion_when: rules.choice("conversion_when", CONVERSION_WHEN)?.unwrap_or(preset.conversion_when),
            conversion_chain: rules.choice("conversion_chain", CONVERSION_CHAIN)?.unwrap_or(preset.conversion_chain),
            king_loss: rules.choice("king_loss", KING_LOSS)?.unwrap_or(preset.king_loss),
            win_order: rules.choice("win_order", WIN_ORDER)?.unwrap_or(preset.win_order),
            no_dragons: rules.choice("no_dragons", NO_DRAGONS)?.unwrap_or(preset.no_dragons),
            stalemate: rules.choice("stalemate", STALEMATE)?.unwrap_or(preset.stalemate),
        })
    }

    fn rules(&self) -> Vec<String> {
        vec![
            "default".to_string(),
            word(FIRST, self.first),
            word(KING_JUMP, self.king_jump),
            word(CONVERSION_WHEN, self.conversion_when),
            word(CONVERSION_CHAIN, self.conversion_chain),
            word(KING_LOSS, self.king_loss),
            word(WIN_ORDER, self.win_order),
            word(NO_DRAGONS, self.no_dragons),
            word(STALEMATE, self.stalemate),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;

    #[test]
    fn the_table_of_options_names_every_value() {
        let listed =
            |name: &str| MadKing::OPTIONS.iter().find(|option| option.name == name).unwrap().values.to_string();
        fn words<T>(words: Words<T>) -> String {
            words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("|")
        }
        assert_eq!(listed("preset"), words(PRESETS));
        assert_eq!(listed("first"), words(FIRST));
        assert_eq!(listed("king_jump"), words(KING_JUMP));
        assert_eq!(listed("conversion_when"), words(CONVERSION_WHEN));
        assert_eq!(listed("conversion_chain"), words(CONVERSION_CHAIN));
        assert_eq!(listed("king_loss"), words(KING_LOSS));
        assert_eq!(listed("win_order"), words(WIN_ORDER));
        assert_eq!(listed("no_dragons"), words(NO_DRAGONS));
        assert_eq!(listed("stalemate"), words(STALEMATE));
        let defaults: Vec<&str> = MadKing::OPTIONS.iter().map(|option| option.default).collect();
        assert_eq!(MadKing::default().rules(), defaults);
    }

    #[test]
    fn options_override_the_preset_and_equal_rules_have_one_text() {
        let spec = |rules: &str| build::<MadKing>(rules).unwrap().spec();
        assert_eq!(spec("preset=frd"), "mad-king");
        assert_eq!(
            spec("preset=authors"),
            "mad-king:king_jump=empty_or_capture,conversion_when=dragon_moves,conversion_chain=single_pass"
        );
        assert_eq!(spec("preset=dk"), "mad-king:conversion_chain=single_pass,win_order=dragon_first");
        assert_eq!(spec("conversion_chain=fixpoint,preset=dk"), "mad-king:win_order=dragon_first");
        assert_eq!(
            build::<MadKing>("preset=lh").unwrap_err().to_string(),
            "rules 'preset=lh', column 8: preset=lh must be one of default, authors, frd, maxi, dk, nick"
        );
    }
}
