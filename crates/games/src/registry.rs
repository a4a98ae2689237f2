//! The registry: from a name and a text of rules to a game.
//!
//! [`load`] gives a game behind strings. Algorithms that must know the types implement [`Visitor`] and are compiled
//! once for each game by [`visit`]: the registry is the only list of games in the program.

use crate::{MadKing, Matches, Nim, Pentago, PentagoSwap, ThreeMusketeers};
use athos_core::{AnyGame, Described, Dynamic, FullGame, RuleSet, RulesError};

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
}

/// Something to do with a game whose types are known.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: FullGame>(self, game: G) -> Self::Output;
}

/// The list of games: everything else in this file is made from it.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The ids of all games, in the order of listings.
        pub const IDS: &[&str] = &[$(<$game>::ID),+];

        /// Builds the game that `spec` names (`id` or `id:key=value,…`), with further `rules`, and hands it to the
        /// visitor.
        pub fn visit<V: Visitor>(spec: &str, rules: &str, visitor: V) -> Result<V::Output, LoadError> {
            let (id, text) = join(spec, rules);
            match id {
                $(<$game>::ID => {
                    let game: $game = build(&text).map_err(|error| LoadError::Rules { game: <$game>::ID, error })?;
                    Ok(visitor.visit(game))
                })+
                _ => Err(LoadError::UnknownGame { name: id.to_string(), known: IDS.join(", ") }),
            }
        }
    };
}

games!(ThreeMusketeers, Matches, Nim, MadKing, Pentago, PentagoSwap);

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

/// The id, and the rules of both places as one text.
fn join<'a>(spec: &'a str, rules: &str) -> (&'a str, String) {
    let (id, own) = spec.split_once(':').unwrap_or((spec, ""));
    let parts: Vec<&str> = [own, rules].into_iter().filter(|part| !part.is_empty()).collect();
    (id, parts.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_there_is() {
        let message = |spec, rules| load(spec, rules).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(message("chess", "").starts_with("no game 'chess'; there are three-musketeers, "));
        assert_eq!(message("nim", "heap=3"), "nim rules, column 1: no option 'heap'; there are heaps, play");
        assert_eq!(message("nim:play=odd", ""), "nim rules, column 6: play=odd must be one of normal, misere");
        assert_eq!(message("nim:play=misere", "play=normal"), "nim rules, column 13: option 'play' is given twice");
    }
}
