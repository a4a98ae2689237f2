//! What there is to play: `/games`, one game, and the silhouettes of the pieces.

use crate::app::App;
use crate::errors::Refusal;
use crate::work;
use athos_core::{AnyGame, Values};
use athos_eval::Knowledge;
use athos_games::registry;
use athos_search::Switch;
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// All games.
#[derive(Serialize)]
pub struct GameList {
    games: Vec<GameEntry>,
    /// The outlines of the pieces by name, as SVG path data in a square of 100 units: the art that all pictures share.
    pieces: BTreeMap<&'static str, &'static str>,
}

/// A game and its rule options.
#[derive(Serialize)]
pub struct GameEntry {
    id: &'static str,
    title: &'static str,
    players: [&'static str; 2],
    start: String,
    options: Vec<OptionEntry>,
    /// The rules for people, in Markdown.
    rules_page: &'static str,
}

#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    default: &'static str,
    /// The value in force.
    value: String,
    /// The words it may be, where it is one of a few.
    choices: Option<&'static [&'static str]>,
    /// The least and the largest number, where it is a number.
    range: Option<[usize; 2]>,
    /// What it may be, in words.
    values: String,
    help: &'static str,
}

impl GameEntry {
    fn new(game: &dyn AnyGame) -> GameEntry {
        let options = game.options().iter().zip(game.rules()).map(|(option, value)| OptionEntry {
            name: option.name,
            default: option.default,
            value,
            choices: if let Values::Choices(words) = option.values { Some(words) } else { None },
            range: if let Values::Number(least, most) = option.values { Some([least, most]) } else { None },
            values: option.values.to_string(),
            help: option.help,
        });
        GameEntry {
            id: game.id(),
            title: game.title(),
            players: game.players(),
            start: game.start(),
            options: options.collect(),
            rules_page: game.rules_page(),
        }
    }
}

/// `GET /games`.
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<GameList>, Refusal> {
    let games: Result<_, Refusal> = registry::IDS.iter().map(|id| Ok(GameEntry::new(&*app.game(id)?.game))).collect();
    let pieces = athos_draw::pieces::SILHOUETTES.iter().copied().collect();
    Ok(Json(GameList { games: games?, pieces }))
}

/// A game with the rules in force, and what the server can do with it.
#[derive(Serialize)]
pub struct OneGame {
    #[serde(flatten)]
    entry: GameEntry,
    /// The rules that differ from the default.
    rules: String,
    /// Opponents, the easiest first.
    levels: Vec<LevelEntry>,
    knowledge: Knowledge,
    switches: Vec<SwitchEntry>,
}

/// An opponent.
#[derive(Serialize)]
struct LevelEntry {
    id: &'static str,
    name: &'static str,
    about: &'static str,
    /// What it is as a player.
    player: &'static str,
}

/// A switch of alpha-beta.
#[derive(Serialize)]
struct SwitchEntry {
    name: &'static str,
    /// Whether it changes the cost and never the value.
    sound: bool,
}

/// `GET /GAME`.
pub async fn one(State(app): State<Arc<App>>, Path(spec): Path<String>) -> Result<Json<OneGame>, Refusal> {
    let game = app.game(&spec)?.game;
    let knowledge = work::blocking(move || Ok(athos_eval::knowledge(&spec)?)).await?;
    let switches = Switch::all().map(|switch| SwitchEntry { name: switch.name(), sound: switch.is_sound() });
    let levels = athos_arena::levels(game.id()).iter();
    let levels = levels.map(|l| LevelEntry { id: l.id, name: l.name, about: l.about, player: l.spec }).collect();
    let (entry, rules) = (GameEntry::new(&*game), game.rules_text());
    Ok(Json(OneGame { entry, rules, levels, knowledge, switches: switches.collect() }))
}
