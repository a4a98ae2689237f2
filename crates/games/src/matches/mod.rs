//! Matches: one pile, take a few at a time, and do not take the last one.
//!
//! Report B's game, with every choice an option: the size of the pile, the set of allowed takes, whether the last
//! match loses (misère) or wins (normal), and whether the game stops at one match (report B's tree, where the last
//! take is forced and not drawn) or at none. The other subtraction games of the textbooks are rule options of this
//! one.

mod index;
mod notation;

use athos_core::{
    Described, Evaluate, Finish, Game, Keyed, Outcome, Player, RuleOption, RuleSet, RulesError, Scene, Scenic,
    Symmetric, Values, mix,
};

/// The largest pile a position may have. Games are at most this long, so that a search may recurse once a ply.
pub const MAX_PILE: u32 = 1_000;

/// The largest number of matches that a take set may allow at once.
pub const MAX_TAKE: u32 = 64;

/// The rules: start pile, takes, who loses, where it stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matches {
    pile: u32,
    /// Bit `t - 1` is set when `t` matches may be taken.
    takes: u64,
    misere: bool,
    /// Matches that stay on the table: the game stops when no take leaves this many.
    terminal: u32,
}

/// The matches left and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile {
    /// How many matches are left.
    pub left: u32,
    /// Who takes next.
    pub turn: Player,
}

/// How many matches are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take(pub u32);

impl Matches {
    /// The takes that are legal with `left` matches, as a bit set like `takes`.
    fn legal(&self, left: u32) -> u64 {
        match left.saturating_sub(self.terminal) {
            0 => 0,
            room if room >= MAX_TAKE => self.takes,
            room => self.takes & ((1 << room) - 1),
        }
    }

    /// The value for the player to move, by theory: backward induction over the pile sizes. Linear in `left`.
    pub fn wins(&self, left: u32) -> bool {
        let mut wins = vec![false; left as usize + 1];
        for size in 0..=left {
            let takes = self.legal(size);
            wins[size as usize] = match takes {
                0 => self.stopped_is_won(size),
                _ => bits(takes).any(|take| !wins[(size - take) as usize]),
            };
        }
        wins[left as usize]
    }

    /// Whether the player to move has won, where no legal take is left.
    ///
    /// If an allowed take would empty the pile, it is the forced last take that `terminal=1` leaves undrawn: it loses
    /// in misère and wins in normal play. Otherwise the player cannot take at all, so the opponent took last.
    fn stopped_is_won(&self, left: u32) -> bool {
        let forced_last = left > 0 && left <= MAX_TAKE && self.takes & (1 << (left - 1)) != 0;
        forced_last != self.misere
    }
}

/// The takes of a bit set, smallest first.
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let take = (set != 0).then(|| set.trailing_zeros() + 1);
        set &= set.wrapping_sub(1);
        take
    })
}

impl Game for Matches {
    type Position = Pile;
    type Move = Take;

    fn start(&self) -> Pile {
        Pile { left: self.pile, turn: Player::One }
    }

    fn turn(&self, position: &Pile) -> Player {
        position.turn
    }

    fn outcome(&self, position: &Pile) -> Option<Outcome> {
        (self.legal(position.left) == 0).then(|| {
            let won = self.stopped_is_won(position.left);
            Outcome::Winner(if won { position.turn } else { position.turn.other() })
        })
    }

    fn moves(&self, position: &Pile, out: &mut Vec<Take>) {
        out.extend(bits(self.legal(position.left)).map(Take));
    }

    fn play(&self, position: &Pile, m: Take) -> Pile {
        Pile { left: position.left.saturating_sub(m.0), turn: position.turn.other() }
    }

    fn count_moves(&self, position: &Pile) -> usize {
        self.legal(position.left).count_ones() as usize
    }
}

impl Keyed for Matches {
    fn key(&self, position: &Pile) -> u64 {
        mix(u64::from(position.left) << 1 | position.turn.index() as u64)
    }

    fn key_after(&self, _key: u64, position: &Pile, m: Take) -> u64 {
        self.key(&self.play(position, m))
    }
}

/// A pile has no symmetry but the identity.
impl Symmetric for Matches {
    fn symmetries(&self) -> usize {
        1
    }

    fn map_position(&self, _symmetry: usize, position: &Pile) -> Pile {
        *position
    }

    fn map_move(&self, _symmetry: usize, _position: &Pile, m: Take) -> Take {
        m
    }
}

/// Knows nothing: the game is small enough to be searched to its end, and a formula here would spoil the lesson.
impl Evaluate for Matches {
    fn evaluate(&self, _position: &Pile) -> i32 {
        0
    }
}

impl Scenic for Matches {
    fn scene(&self, position: &Pile) -> Scene {
        Scene::Heaps(vec![position.left])
    }

    fn finish(&self, position: &Pile) -> Option<Finish> {
        self.outcome(position)?;
        let reason = match position.left {
            0 => "The last match is taken.",
            1 => "One match is left, and it must be taken.",
            _ => "Nobody may take that few matches.",
        };
        Some(Finish::new(reason, []))
    }
}

impl Described for Matches {
    const ID: &'static str = "matches";
    const TITLE: &'static str = "Matches";
    const PLAYERS: [&'static str; 2] = ["first", "second"];
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            name: "pile",
            values: Values::Number(1, MAX_PILE as usize),
            default: "21",
            help: "how many matches there are at the start",
        },
        RuleOption {
            name: "takes",
            values: Values::Text("a range such as 1-3, or a set such as 1+3+4, of numbers from 1 to 64"),
            default: "1-3",
            help: "how many matches a player may take in one turn",
        },
        RuleOption {
            name: "play",
            values: Values::Choices(&["misere", "normal"]),
            default: "misere",
            help: "whoever takes the last match loses (misere) or wins (normal)",
        },
        RuleOption {
            name: "terminal",
            values: Values::Choices(&["1", "0"]),
            default: "1",
            help: "the game stops when one match is left (its forced take is not played) or when none is left",
        },
    ];
    const RULES_PAGE: &'static str = include_str!("rules.md");

    fn with_rules(rules: &RuleSet) -> Result<Matches, RulesError> {
        let terminal = rules.number("terminal", 1, 0..=1)? as u32;
        let pile = rules.number("pile", 21, 1..=MAX_PILE as usize)? as u32;
        let takes = match rules.get("takes") {
            None => 0b111,
            Some(text) => notation::read_takes(text).map_err(|reason| rules.error("takes", reason))?,
        };
        let misere = rules.choice("play", &[("misere", true), ("normal", false)])?.unwrap_or(true);
        Ok(Matches { pile, takes, misere, terminal })
    }

    fn rules(&self) -> Vec<String> {
        vec![
            self.pile.to_string(),
            notation::show_takes(self.takes),
            if self.misere { "misere" } else { "normal" }.to_string(),
            self.terminal.to_string(),
        ]
    }
}

impl Default for Matches {
    fn default() -> Matches {
        Matches { pile: 21, takes: 0b111, misere: true, terminal: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::build;

    #[test]
    fn the_player_to_move_loses_exactly_at_one_more_than_a_multiple_of_four() {
        for terminal in 0..2 {
            let game: Matches = build(&format!("terminal={terminal}")).unwrap();
            for left in 1..=200 {
                assert_eq!(game.wins(left), left % 4 != 1, "terminal={terminal}, {left} matches");
            }
        }
    }

    #[test]
    fn normal_play_loses_at_multiples_of_four() {
        let game: Matches = build("play=normal,terminal=0").unwrap();
        assert!((0..=200).all(|left| game.wins(left) == (left % 4 != 0)));
    }

    #[test]
    fn a_player_who_cannot_take_has_not_taken_last() {
        let game: Matches = build("takes=3+4,terminal=0").unwrap();
        assert_eq!(game.outcome(&Pile { left: 2, turn: Player::One }), Some(Outcome::Winner(Player::One)));
        let game: Matches = build("takes=3+4,terminal=0,play=normal").unwrap();
        assert_eq!(game.outcome(&Pile { left: 2, turn: Player::One }), Some(Outcome::Winner(Player::Two)));
    }
}
