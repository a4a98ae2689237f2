//! Games that were played: `/GAME/game` turns moves into positions.

use crate::app::App;
use crate::errors::Refusal;
use crate::position::PositionAnswer;
use crate::query;
use crate::scene::ShownScene;
use athos_core::AnyGame;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Moves of a game that is replayed.
pub const LONGEST_GAME: usize = 1000;

/// A game to be replayed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Where it began; the start for none.
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

/// A replayed game.
#[derive(Serialize)]
pub struct Replayed {
    positions: Vec<String>,
    scenes: Vec<ShownScene>,
    last: PositionAnswer,
}

/// `POST /GAME/game`.
pub async fn replay(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    body: Result<Json<Played>, JsonRejection>,
) -> Result<Json<Replayed>, Refusal> {
    let loaded = app.game(&spec)?;
    let Json(played) = body?;
    let first = query::position(played.position.as_deref(), &*loaded.game)?;
    let positions = positions(&*loaded.game, &first, &played.moves)?;
    let scenes: Result<_, _> = positions.iter().map(|position| ShownScene::of(&*loaded.game, position)).collect();
    let last = PositionAnswer::at_once(&app, &loaded, &positions[positions.len() - 1]).await?;
    Ok(Json(Replayed { scenes: scenes?, positions, last }))
}

/// The positions of a game, the first included; an error names the ply.
pub fn positions(game: &dyn AnyGame, first: &str, moves: &[String]) -> Result<Vec<String>, Refusal> {
    if moves.len() > LONGEST_GAME {
        return Err(Refusal::Bad(format!(
            "a game has at most {LONGEST_GAME} moves here, this one has {}",
            moves.len()
        )));
    }
    let mut positions = vec![game.view(first).map_err(Refusal::position)?.position];
    for (ply, m) in moves.iter().enumerate() {
        let next = game.play(&positions[ply], m);
        let refuse = |error| Refusal::Move { ply: ply + 1, text: m.escape_debug().to_string(), error };
        positions.push(next.map_err(refuse)?);
    }
    Ok(positions)
}
