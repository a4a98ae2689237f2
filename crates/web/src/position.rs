//! What a position is worth: `/GAME/position`.
//!
//! Three kinds of answers, so that a board never waits for somebody's long search:
//!
//! 1. Rules, tables and proofs know at once, and their answers never change.
//! 2. What they do not know is searched for a moment, in a lane of its own. When that lane is crowded, the answer is what is
//!    known without.
//! 3. Who asks for more time queues for a slot of the budget.

use crate::app::{App, Loaded};
use crate::errors::Refusal;
use crate::query::{self, Peer, Query};
use crate::scene::{Ending, FOREVER, ShownScene};
use crate::work;
use athos_core::RecordOutcome;
use athos_eval::{Evaluated, Worth};
use athos_search::{End, Limits};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The search of an answer that nobody wants to wait for.
const MOMENT: Duration = Duration::from_millis(50);
/// Bytes for the table of such a search.
const MOMENT_MEMORY: usize = 4 << 20;
/// Nodes of such a search in the games of quadrants: with more, endgames would be solved from the end, which takes seconds.
const MOMENT_NODES: u64 = 2000;
/// How long an answer waits for the lane of moments before it goes without.
const PATIENCE: Duration = Duration::from_millis(500);
/// Bytes for a search that shall not search.
const NO_MEMORY: usize = 1 << 16;

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
    /// Which limit left something unknown.
    limit: Option<String>,
    /// What would make it known.
    hint: Option<String>,
    ending: Option<Ending>,
    moves: Vec<MoveAnswer>,
    scene: ShownScene,
}

/// A legal move and its value.
#[derive(Serialize)]
struct MoveAnswer {
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
    fn new(loaded: &Loaded, evaluated: Evaluated) -> Result<PositionAnswer, Refusal> {
        let mut moves: Vec<MoveAnswer> = evaluated
            .moves
            .unwrap_or_default()
            .into_iter()
            .map(|m| MoveAnswer { text: m.text, position: m.position, value: m.value, after: m.after, best: m.best })
            .collect();
        if moves.is_empty() && evaluated.outcome.is_none() {
            // Nobody knew anything, not even the moves.
            let unknown = Worth::new(None);
            let view = loaded.game.view(&evaluated.position).map_err(Refusal::position)?;
            let bare = |m: athos_core::MoveView| MoveAnswer {
                text: m.text,
                position: m.position,
                value: unknown,
                after: unknown,
                best: false,
            };
            moves = view.moves.into_iter().map(bare).collect();
        }
        Ok(PositionAnswer {
            game: evaluated.game,
            rules: evaluated.rules,
            scene: ShownScene::of(&*loaded.game, &evaluated.position)?,
            ending: Ending::of(&*loaded.game, &evaluated.position)?,
            position: evaluated.position,
            turn: evaluated.turn,
            outcome: evaluated.outcome,
            value: evaluated.value,
            winner: evaluated.winner,
            proven: evaluated.proven,
            method: evaluated.method,
            limit: evaluated.limit.map(|limit| limit.to_string()),
            hint: evaluated.hint,
            moves,
        })
    }

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

/// Whether the sources left something open.
fn is_open(evaluated: &Evaluated) -> bool {
    let moves = evaluated.moves.as_deref().unwrap_or_default();
    !evaluated.proven || moves.iter().any(|m| !matches!(m.value, Worth::Known(_)))
}

/// What tables, proofs and the rules know, without any search.
pub async fn known(app: &Arc<App>, spec: &str, position: &str) -> Result<Evaluated, Refusal> {
    let limits = Limits { time: Some(Duration::ZERO), nodes: Some(1), memory: NO_MEMORY, ..Limits::default() };
    // A table that is open answers sooner than another thread could.
    if let Some(evaluator) = app.open_evaluator(spec) {
        return Ok(evaluator.evaluate(position, true, &limits)?);
    }
    let (app, spec, position) = (Arc::clone(app), spec.to_string(), position.to_string());
    work::blocking(move || Ok(app.evaluator(&spec)?.evaluate(&position, true, &limits)?)).await
}

/// The same, and what a moment's search finds where they know nothing.
pub async fn at_once(app: &Arc<App>, spec: &str, position: &str) -> Result<Evaluated, Refusal> {
    let known = known(app, spec, position).await?;
    if !is_open(&known) {
        return Ok(known);
    }
    let place = tokio::time::timeout(PATIENCE, Arc::clone(&app.moments).acquire_owned()).await;
    let Ok(Ok(place)) = place else { return Ok(Evaluated { limit: Some(End::Time), ..known }) };
    let (app, spec, position) = (Arc::clone(app), spec.to_string(), position.to_string());
    work::in_the_background(move || {
        let _place = place;
        let nodes = is_quadrants(&spec).then_some(MOMENT_NODES);
        let limits = Limits { time: Some(MOMENT), nodes, memory: MOMENT_MEMORY, ..Limits::default() };
        Ok(app.evaluator(&spec)?.evaluate(&position, true, &limits)?)
    })
    .await
}

/// Games whose solver counts nodes and not plies.
pub fn is_quadrants(spec: &str) -> bool {
    spec.starts_with("pentago")
}

/// `?p=POSITION&time=SECONDS`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskQuery {
    p: Option<String>,
    #[serde(default, deserialize_with = "query::seconds")]
    time: Option<Duration>,
    client: Option<String>,
}

/// `GET /GAME/position`.
pub async fn position(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    Peer(peer): Peer,
    Query(query): Query<AskQuery>,
) -> Result<PositionAnswer, Refusal> {
    let loaded = app.game(&spec)?;
    let position = query::position(query.p.as_deref(), &*loaded.game)?;
    let mut evaluated = match query.time {
        None => at_once(&app, &spec, &position).await?,
        Some(_) => known(&app, &spec, &position).await?,
    };
    if let Some(time) = query.time
        && is_open(&evaluated)
    {
        let permit = app.budget.ticket(&App::client(peer, query.client.as_deref()))?.permit().await?;
        let heavy = if is_quadrants(&spec) { Arc::clone(&app.heavy).acquire_owned().await.ok() } else { None };
        let memory = app.budget.memory_of_slot();
        let app = Arc::clone(&app);
        evaluated = work::run(permit, move |cancel| {
            let _heavy = heavy;
            let limits = Limits { time: Some(time), memory, cancel: Some(Arc::clone(cancel)), ..Limits::default() };
            Ok(app.evaluator(&spec)?.evaluate(&position, true, &limits)?)
        })
        .await?;
    }
    PositionAnswer::new(&loaded, evaluated)
}

impl PositionAnswer {
    /// The answer about a position, at once.
    pub async fn at_once(app: &Arc<App>, loaded: &Loaded, position: &str) -> Result<PositionAnswer, Refusal> {
        PositionAnswer::new(loaded, at_once(app, &loaded.spec, position).await?)
    }
}
