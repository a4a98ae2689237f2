//! The registry: from a name and a text of rules to a game.
//!
//! [`load`] gives a game behind strings. Algorithms that must know the types implement [`Visitor`] and are compiled
//! once for each game by [`visit`]; those that need tiers implement [`TieredVisitor`] and are compiled by
//! [`visit_tiered`] for the games that have them. The registry is the only list of games in the program.

use crate::{MadKing, Matches, Nim, Pentago, PentagoSwap, ThreeMusketeers};
use athos_core::{AnyGame, Described, Dynamic, FullGame, Retrograde, RuleSet, RulesError, Tiered};

/// A game could not be built.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is no game of this name.
    #[error("no game '{name}'; there are {known}")]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The rules do not fit the game.
    #[error("{game} {error}")]
    Rules {
        /// The game's id.
        game: &'static str,
        /// What is wrong.
        error: RulesError,
    },
    /// The game has no tiers, and tiers were asked for.
    #[error(
        "{0} has no tiers: too many positions for a table; `athos eval {0}` and `athos search {0}` look at one position"
    )]
    NoTiers(&'static str),
}

/// Something to do with a game whose types are known.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: FullGame>(self, game: G) -> Self::Output;
}

/// Something to do with a game that has tiers.
pub trait TieredVisitor: Sized {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: FullGame + Tiered>(self, game: G) -> Self::Output;
    /// Does it with a game whose tiers may have loops and which can be walked backwards. The same, unless told otherwise.
    fn visit_loopy<G: FullGame + Retrograde>(self, game: G) -> Self::Output {
        self.visit(game)
    }
}

/// The list of games, each with the kind of tiers it has: everything else in this file is made from it.
macro_rules! games {
    ($($game:ty: $tiers:ident),+ $(,)?) => {
        /// The ids of all games, in the order of listings.
        pub const IDS: &[&str] = &[$(<$game>::ID),+];

        /// Builds the game that `spec` names (`id` or `id:key=value,…`), with further `rules`, and hands it to the
        /// visitor.
        pub fn visit<V: Visitor>(spec: &str, rules: &str, visitor: V) -> Result<V::Output, LoadError> {
            let (id, own) = spec.split_once(':').unwrap_or((spec, ""));
            match id {
                $(<$game>::ID => Ok(visitor.visit(built::<$game>(own, rules)?)),)+
                _ => Err(unknown(id)),
            }
        }

        /// The same for visitors that need tiers: an error if the game has none.
        pub fn visit_tiered<V: TieredVisitor>(spec: &str, rules: &str, visitor: V) -> Result<V::Output, LoadError> {
            let (id, own) = spec.split_once(':').unwrap_or((spec, ""));
            match id {
                $(<$game>::ID => {
                    let game = built::<$game>(own, rules)?;
                    games!(@visit $tiers, game, visitor)
                })+
                _ => Err(unknown(id)),
            }
        }
    };
    (@visit tiered, $game:ident, $visitor:ident) => { Ok($visitor.visit($game)) };
    (@visit loopy, $game:ident, $visitor:ident) => { Ok($visitor.visit_loopy($game)) };
    (@visit untiered, $game:ident, $visitor:ident) => { Err(no_tiers(&$game)) };
}

games! {
    ThreeMusketeers: tiered,
    MadKing: loopy,
    Pentago: untiered,
    PentagoSwap: untiered,
    Matches: tiered,
    Nim: tiered,
}

/// The game with the options of its name and those of a flag.
fn built<G: Described>(own: &str, rules: &str) -> Result<G, LoadError> {
    let all = RuleSet::read(own, G::OPTIONS).and_then(|own| own.and(rules, G::OPTIONS));
    all.and_then(|rules| G::with_rules(&rules)).map_err(|error| LoadError::Rules { game: G::ID, error })
}

fn no_tiers<G: Described>(_: &G) -> LoadError {
    LoadError::NoTiers(G::ID)
}

fn unknown(id: &str) -> LoadError {
    LoadError::UnknownGame { name: id.escape_debug().to_string(), known: IDS.join(", ") }
}

/// The game with rules as people write them.
pub fn build<G: Described>(rules: &str) -> Result<G, RulesError> {
    G::with_rules(&RuleSet::read(rules, G::OPTIONS)?)
}

/// A game by name, behind strings.
///
/// ```
/// let game = athos_games::registry::load("matches:pile=7", "").unwrap();
/// assert_eq!(game.start(), "7 1");
/// ```
pub fn load(spec: &str, rules: &str) -> Result<Box<dyn AnyGame>, LoadError> {
    struct Load;
    impl Visitor for Load {
        type Output = Box<dyn AnyGame>;
        fn visit<G: FullGame>(self, game: G) -> Box<dyn AnyGame> {
            Box::new(Dynamic(game))
        }
    }
    visit(spec, rules, Load)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_there_is() {
        let message = |spec, rules| load(spec, rules).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(message("chess", ""), format!("no game 'chess'; there are {}", IDS.join(", ")));
        assert_eq!(message("nim", "heap=3"), "nim rules 'heap=3', column 1: no option 'heap'; there are heaps, play");
        assert_eq!(
            message("nim:play=odd", ""),
            "nim rules 'play=odd', column 6: play=odd must be one of normal, misere"
        );
        assert_eq!(
            message("nim:play=misere", "play=normal"),
            "nim rules 'play=normal', column 1: option 'play' is given twice"
        );
    }
}
