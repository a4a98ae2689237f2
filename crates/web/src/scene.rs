//! What is to be seen in a position: `/GAME/scene` and `/GAME/picture.svg`.

use crate::app::App;
use crate::errors::Refusal;
use crate::query::{PositionQuery, Query};
use athos_core::{AnyGame, Piece, RecordOutcome, Scene, Shade};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::Serialize;
use std::sync::Arc;

/// A scene, as the page draws it.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ShownScene {
    /// A board of cells.
    Board {
        rows: usize,
        columns: usize,
        blocks: Option<(usize, usize)>,
        goal_row: Option<usize>,
        cells: Vec<Option<ShownPiece>>,
    },
    /// Heaps of equal things.
    Heaps { heaps: Vec<u32> },
}

/// A piece.
#[derive(Serialize)]
pub struct ShownPiece {
    letter: char,
    name: &'static str,
    owner: &'static str,
    shade: &'static str,
}

impl ShownScene {
    /// The scene with the players' names of the game.
    pub fn new(scene: Scene, players: [&'static str; 2]) -> ShownScene {
        let piece = |piece: Piece| ShownPiece {
            letter: piece.letter,
            name: piece.name,
            owner: players[piece.owner.index()],
            shade: match piece.shade {
                Shade::Dark => "dark",
                Shade::Light => "light",
            },
        };
        match scene {
            Scene::Heaps(heaps) => ShownScene::Heaps { heaps },
            Scene::Board(board) => ShownScene::Board {
                rows: board.rows,
                columns: board.columns,
                blocks: board.blocks,
                goal_row: board.goal_row,
                cells: board.cells.into_iter().map(|cell| cell.map(piece)).collect(),
            },
        }
    }

    /// The scene of a position.
    pub fn of(game: &dyn AnyGame, position: &str) -> Result<ShownScene, Refusal> {
        Ok(ShownScene::new(game.scene(position).map_err(Refusal::position)?, game.players()))
    }
}

/// A position without values.
#[derive(Serialize)]
pub struct SceneAnswer {
    game: &'static str,
    rules: String,
    position: String,
    turn: &'static str,
    outcome: Option<RecordOutcome>,
    ending: Option<Ending>,
    moves: Vec<SceneMove>,
    scene: ShownScene,
}

/// Why a game is over.
#[derive(Serialize)]
pub struct Ending {
    reason: String,
    /// The cells that show it, by name.
    cells: Vec<String>,
}

impl Ending {
    /// Why the game is over in a position, if it is and the game can say.
    pub fn of(game: &dyn AnyGame, position: &str) -> Result<Option<Ending>, Refusal> {
        let Some(finish) = game.finish(position).map_err(Refusal::position)? else { return Ok(None) };
        let cells = match game.scene(position).map_err(Refusal::position)? {
            Scene::Heaps(_) => Vec::new(),
            Scene::Board(board) => finish.cells.iter().map(|cell| name(*cell, board.rows, board.columns)).collect(),
        };
        Ok(Some(Ending { reason: finish.reason, cells }))
    }
}

/// A cell as the notation names it: the file's letter from the left, the rank's number from the bottom.
fn name(cell: usize, rows: usize, columns: usize) -> String {
    format!("{}{}", (b'a' + (cell % columns) as u8) as char, rows - cell / columns)
}

/// A legal move and where it leads.
#[derive(Serialize)]
struct SceneMove {
    #[serde(rename = "move")]
    text: String,
    position: String,
}

/// A scene never changes, but the next version of the program may say more about it.
const FOR_NOW: (axum::http::HeaderName, &str) = (CACHE_CONTROL, "public, max-age=300");

/// A proven value never changes.
pub const FOREVER: (axum::http::HeaderName, &str) = (CACHE_CONTROL, "public, max-age=31536000, immutable");

/// `GET /GAME/scene`.
pub async fn scene(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    Query(query): Query<PositionQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let game = app.game(&spec)?.game;
    let view = game.view(&query.position(&*game)?).map_err(Refusal::position)?;
    let answer = SceneAnswer {
        game: game.id(),
        rules: game.rules_text(),
        turn: game.players()[view.turn.index()],
        outcome: view.outcome.map(|outcome| RecordOutcome::new(outcome, game.players())),
        moves: view.moves.into_iter().map(|m| SceneMove { text: m.text, position: m.position }).collect(),
        scene: ShownScene::of(&*game, &view.position)?,
        ending: Ending::of(&*game, &view.position)?,
        position: view.position,
    };
    Ok(([FOR_NOW], Json(answer)))
}

/// `GET /GAME/picture.svg`.
pub async fn picture(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    Query(query): Query<PositionQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let game = app.game(&spec)?.game;
    let position = query.position(&*game)?;
    let scene = game.scene(&position).map_err(Refusal::position)?;
    let svg = athos_draw::svg::scene(&scene, &format!("{}: {position}", game.title()));
    let name = format!("inline; filename=\"{}.svg\"", game.id());
    Ok(([(CONTENT_TYPE, "image/svg+xml".to_string()), (CONTENT_DISPOSITION, name)], [FOR_NOW], svg))
}
