//! What a position is worth: `/GAME/position`, and `/GAME/game`, which plays a list of moves first.

use crate::app::App;
use crate::errors::Refusal;
use crate::query::{self, Query};
use crate::scene::{FOREVER, ShownScene};
use athos_core::{AnyGame, FullGame, Player, RecordOutcome, Value, Wdl};
use athos_games::registry::{self, Visitor};
use athos_search::{Limits, exact};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The time that an answer takes at most when nobody asked for more.
const INSTANT: Duration = Duration::from_millis(50);
/// Bytes for the table of such a search.
const MEMORY: usize = 4 << 20;
/// Moves of a game that is replayed.
const LONGEST_GAME: usize = 2000;

/// A value, or that there is none.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum Worth {
    /// Proven.
    Known(Value),
    /// Not known.
    Unknown { kind: &'static str, plies: Option<u16> },
}

impl From<Option<Value>> for Worth {
    fn from(value: Option<Value>) -> Worth {
        value.map_or(Worth::Unknown { kind: "unknown", plies: None }, Worth::Known)
    }
}

impl Worth {
    /// Where it stands among moves, best first: unknown is better than lost.
    fn key(self) -> (u8, i32) {
        match self {
            Worth::Known(value) => {
                let plies = value.plies.map_or(i32::from(u16::MAX) + 1, i32::from);
                match value.wdl {
                    Wdl::Win => (0, plies),
                    Wdl::Draw => (1, 0),
                    Wdl::Loss => (3, -plies),
                }
            }
            Worth::Unknown { .. } => (2, 0),
        }
    }
}

/// A position, its value and its picture.
#[derive(Serialize)]
pub struct PositionAnswer {
    game: &'static str,
    rules: String,
    position: String,
    turn: &'static str,
    outcome: Option<RecordOutcome>,
    value: Worth,
    winner: Option<&'static str>,
    proven: bool,
    method: &'static str,
    moves: Vec<MoveAnswer>,
    scene: ShownScene,
}

/// A legal move and its value.
#[derive(Serialize)]
pub struct MoveAnswer {
    #[serde(rename = "move")]
    text: String,
    position: String,
    /// For the player who makes it, counted from before the move.
    value: Worth,
    /// For the player to move after it, counted from there.
    after: Worth,
    best: bool,
}

impl PositionAnswer {
    /// Whether nothing is left to be found out.
    fn is_final(&self) -> bool {
        self.proven && self.moves.iter().all(|m| matches!(m.value, Worth::Known(_)))
    }
}

impl IntoResponse for PositionAnswer {
    fn into_response(self) -> Response {
        match self.is_final() {
            true => ([FOREVER], Json(self)).into_response(),
            false => ([(CACHE_CONTROL, "no-store")], Json(self)).into_response(),
        }
    }
}

struct Ask<'a> {
    position: &'a str,
}

impl Visitor for Ask<'_> {
    type Output = Result<PositionAnswer, Refusal>;

    fn visit<G: FullGame>(self, game: G) -> Self::Output {
        let position = game.read_position(self.position).map_err(Refusal::position)?;
        let limits = Limits { time: Some(INSTANT), memory: MEMORY, ..Limits::default() };
        let found = exact(&game, &position, &limits, true).map_err(|error| Refusal::Fault(error.to_string()))?;
        let turn = game.turn(&position);
        let won = found.moves.iter().filter_map(|(_, value)| *value).filter(|value| value.wdl == Wdl::Win).max();
        let value = found.value.or(won);
        let mut moves: Vec<MoveAnswer> = found
            .moves
            .into_iter()
            .map(|(m, worth)| {
                let next = game.play(&position, m);
                MoveAnswer {
                    text: game.show_move(m),
                    position: game.show_position(&next),
                    value: worth.into(),
                    after: worth.map(|worth| after(worth, game.turn(&next) == turn)).into(),
                    best: worth.is_some() && worth == value,
                }
            })
            .collect();
        moves.sort_by_key(|m| m.value.key());
        let outcome = game.outcome(&position);
        Ok(PositionAnswer {
            game: G::ID,
            rules: game.rules_text(),
            position: game.show_position(&position),
            turn: G::PLAYERS[turn.index()],
            outcome: outcome.map(|outcome| RecordOutcome::new(outcome, G::PLAYERS)),
            value: value.into(),
            winner: value.and_then(|value| winner(value, turn)).map(|player| G::PLAYERS[player.index()]),
            proven: value.is_some(),
            method: if outcome.is_some() { "rules" } else { "search" },
            moves,
            scene: ShownScene::new(game.scene(&position), G::PLAYERS),
        })
    }
}

/// The value of the position that a move leads to, for the player to move there.
fn after(value: Value, same_player: bool) -> Value {
    let wdl = if same_player { value.wdl } else { -value.wdl };
    Value { wdl, plies: value.plies.map(|plies| plies.saturating_sub(1)) }
}

fn winner(value: Value, turn: Player) -> Option<Player> {
    match value.wdl {
        Wdl::Win => Some(turn),
        Wdl::Loss => Some(turn.other()),
        Wdl::Draw => None,
    }
}

/// `?p=POSITION&time=SECONDS`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskQuery {
    p: Option<String>,
}

/// Answers on a thread that may be kept waiting.
async fn answer(spec: String, position: String) -> Result<PositionAnswer, Refusal> {
    let work = move || registry::visit(&spec, "", Ask { position: &position });
    tokio::task::spawn_blocking(work).await.map_err(|error| Refusal::Fault(error.to_string()))??
}

/// `GET /GAME/position`.
pub async fn position(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    Query(query): Query<AskQuery>,
) -> Result<PositionAnswer, Refusal> {
    let game = app.game(&spec)?;
    answer(spec, query::position(query.p.as_deref(), &*game)).await
}

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
    let game = app.game(&spec)?;
    let Json(played) = body.map_err(|error| Refusal::Bad(format!("body: {}", error.body_text())))?;
    let first = query::position(played.position.as_deref(), &*game);
    let positions = positions(&*game, &first, &played.moves)?;
    let scenes: Result<_, _> = positions.iter().map(|position| ShownScene::of(&*game, position)).collect();
    let last = answer(spec, positions[positions.len() - 1].clone()).await?;
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
        let refuse = |error| Refusal::Bad(format!("move {} '{}', {error}", ply + 1, m.escape_debug()));
        positions.push(next.map_err(refuse)?);
    }
    Ok(positions)
}
