//! Levels: opponents of every strength, from one that hardly looks to the best there is.
//!
//! A level is a player as anybody can write one down: it looks a few plies ahead and now and then plays another move than
//! the one it found best. Depths and shares are meant to give each level 60 to 80 % of the points against the one below;
//! `athos lab levels` measures that, docs/LEVELS.md has the figures. None but the last depends on time, so a measurement
//! can be repeated.

use crate::own::programs;
use crate::spec::{Spec, SpecError};

/// A level of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The name as a player: `level-1` and so on.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The player that it is.
    pub spec: &'static str,
}

const fn level(id: &'static str, name: &'static str, about: &'static str, spec: &'static str) -> Level {
    Level { id, name, about, spec }
}

const ANY: &str = "plays any legal move most of the time";
const BEST: &str = "plays as well as Athos can";

const HEAPS: [Level; 6] = [
    level("level-1", "Beginner", ANY, "perfect:mistakes=95%"),
    level("level-2", "Learner", "errs on two moves of three", "perfect:mistakes=64%"),
    level("level-3", "Casual", "errs on nearly every second move", "perfect:mistakes=44%"),
    level("level-4", "Regular", "errs on every fourth move", "perfect:mistakes=28%"),
    level("level-5", "Expert", "errs on every eighth move", "perfect:mistakes=13%"),
    level("level-6", "Athos", BEST, "athos"),
];

const MUSKETEERS: [Level; 6] = [
    level("level-1", "Beginner", "plays any legal move", "random"),
    level("level-2", "Learner", "looks three plies ahead", "alpha-beta:depth=3"),
    level("level-3", "Casual", "looks six plies ahead", "alpha-beta:depth=6"),
    level("level-4", "Regular", "looks seven plies ahead", "alpha-beta:depth=7"),
    level("level-5", "Expert", "looks nine plies ahead", "alpha-beta:depth=9"),
    level("level-6", "Athos", BEST, "athos"),
];

const KING: [Level; 6] = [
    level("level-1", "Beginner", ANY, "alpha-beta:depth=2,mistakes=97%"),
    level("level-2", "Learner", "errs on three moves of four", "alpha-beta:depth=2,mistakes=75%"),
    level("level-3", "Casual", "errs on every second move", "alpha-beta:depth=2,mistakes=57%"),
    level("level-4", "Regular", "errs on two moves of five", "alpha-beta:depth=2,mistakes=41%"),
    level("level-5", "Expert", "errs on every fourth move", "alpha-beta:depth=2,mistakes=26%"),
    level("level-6", "Athos", BEST, "athos"),
];

/// Of every board game that has none of its own.
const BOARDS: [Level; 7] = [
    level("level-1", "Beginner", ANY, "alpha-beta:depth=1,mistakes=70%"),
    level("level-2", "Learner", "looks one ply ahead and errs often", "alpha-beta:depth=1,mistakes=40%"),
    level("level-3", "Casual", "looks one ply ahead", "alpha-beta:depth=1,mistakes=15%"),
    level("level-4", "Regular", "looks two plies ahead", "alpha-beta:depth=2,mistakes=15%"),
    level("level-5", "Skilled", "looks three plies ahead", "alpha-beta:depth=3,mistakes=5%"),
    level("level-6", "Expert", "looks four plies ahead", "alpha-beta:depth=4"),
    level("level-7", "Athos", BEST, "athos"),
];

/// The levels of a game, the easiest first.
pub fn levels(game: &str) -> &'static [Level] {
    match game {
        "matches" | "nim" => &HEAPS,
        "three-musketeers" => &MUSKETEERS,
        "mad-king" => &KING,
        _ => &BOARDS,
    }
}

/// The names of players that a game has of its own: its levels, and the programs of the reports.
pub fn own_players(game: &str) -> Vec<&'static str> {
    levels(game).iter().map(|level| level.id).chain(programs(game).iter().copied()).collect()
}

/// The player that a level is, with what `asked` says besides: its limits hold where the level has none of its own.
pub fn level_spec(level: &Level, asked: &Spec) -> Result<Spec, SpecError> {
    let mut spec = Spec::read(level.spec, &[])?;
    spec.depth = spec.depth.or(asked.depth);
    spec.nodes = spec.nodes.or(asked.nodes);
    spec.time = spec.time.or(asked.time);
    spec.memory = spec.memory.or(asked.memory);
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_games::registry;

    #[test]
    fn every_game_has_six_levels_or_more_that_can_be_made() {
        for id in registry::IDS {
            assert!(levels(id).len() >= 6, "{id}");
            for (number, level) in (1..).zip(levels(id)) {
                assert_eq!(level.id, format!("level-{number}"));
                let asked = Spec::read(level.id, &own_players(id)).unwrap();
                assert!(crate::player(id, "", &asked).is_ok(), "{id} {}", level.spec);
            }
            assert_eq!(levels(id).last().map(|level| level.spec), Some("athos"), "{id}");
        }
    }
}
