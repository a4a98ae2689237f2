//! The tables of solved games, as commands find them, and what to do where there are none.

use crate::units;
use anyhow::bail;
use athos_core::{Code, Described, Outcome, Tiered};
use athos_eval::tables::{data_folder, unusable};
use athos_solve::Tables;
use athos_solve::table::TableError;

/// The tables of a game, all of them; an error says what would make them.
pub fn open<G: Tiered + Described>(game: &G) -> anyhow::Result<Tables<G>> {
    let spec = game.spec();
    match Tables::open(game, &data_folder()?) {
        Ok(tables) if tables.is_complete() => Ok(tables),
        Ok(tables) => {
            let folder = tables.folder().path().display();
            bail!("the tables of {spec} in {folder} are not complete; `athos solve {spec}` goes on with them")
        }
        Err(TableError::Missing(_)) => bail!("there are no tables of {spec} yet; `athos solve {spec}` makes them"),
        Err(error) => Err(unusable(error, game).into()),
    }
}

/// A code in words: `guards win in 33 plies`.
pub fn code_in_words(code: Code, players: [&str; 2]) -> String {
    match (code.winner(), code.plies()) {
        (Some(winner), Some(plies)) => {
            let wins = crate::words::outcome_in_words(Outcome::Winner(winner), players);
            if plies == 0 { wins } else { format!("{wins} in {}", units::of(plies.into(), "ply", "plies")) }
        }
        _ if code == Code::DRAW => "draw".into(),
        _ if code == Code::GAP => "no value".into(),
        _ => "not to be derived".into(),
    }
}
