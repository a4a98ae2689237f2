//! A verdict for every move of a game: `/GAME/review`.
//!
//! A move is judged by proven values alone: what the position was worth, what the move is worth, and how many moves were
//! better. Where nobody knows, the verdict says so; an estimate is never held against a player.

use crate::app::App;
use crate::errors::Refusal;
use crate::position::is_quadrants;
use crate::query::{self, Peer, Query};
use crate::replay::positions;
use crate::streams;
use athos_core::Value;
use athos_eval::{Evaluated, EvaluatedMove, Worth};
use athos_search::Limits;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Searched for each position that no table knows, when nobody says.
const TIME: Duration = Duration::from_millis(200);

/// What a move did to the value of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Verdict {
    /// None is better.
    Best,
    /// The same outcome, but slower to win or quicker to lose.
    Keeps,
    /// A worse outcome.
    GivesAway,
    /// There was no other.
    Forced,
    /// Nobody knows.
    Unknown,
}

/// One move, judged.
#[derive(Serialize)]
struct Judged<'a> {
    /// Counted from 1.
    ply: usize,
    #[serde(rename = "move")]
    text: &'a str,
    turn: &'static str,
    /// Of the position, for the player to move.
    value_before: Worth,
    /// Of the move, for the same player, counted from before the move.
    value_after: Worth,
    verdict: Verdict,
    /// One more than there are better moves; null when nobody knows.
    rank: Option<usize>,
    of: usize,
    /// A best move.
    best: Option<&'a str>,
}

/// The end of a review.
#[derive(Serialize)]
struct Reviewed {
    plies: usize,
    /// The first ply that gave something away.
    turning_point: Option<usize>,
}

fn known(worth: Worth) -> Option<Value> {
    match worth {
        Worth::Known(value) => Some(value),
        Worth::Unknown { .. } => None,
    }
}

fn judge<'a>(ply: usize, text: &'a str, before: &'a Evaluated) -> Judged<'a> {
    let moves: &[EvaluatedMove] = before.moves.as_deref().unwrap_or_default();
    let value_after = moves.iter().find(|m| m.text == text).map_or(Worth::new(None), |m| m.value);
    let best = moves.iter().filter(|m| m.best).min_by_key(|m| Reverse(known(m.value))).map(|m| m.text.as_str());
    let (verdict, rank) = match (known(before.value), known(value_after)) {
        _ if moves.len() == 1 => (Verdict::Forced, Some(1)),
        (Some(position), Some(played)) => {
            let better = moves.iter().filter_map(|m| known(m.value)).filter(|other| *other > played).count();
            let verdict = match played.wdl.cmp(&position.wdl) {
                _ if played == position => Verdict::Best,
                std::cmp::Ordering::Equal => Verdict::Keeps,
                _ => Verdict::GivesAway,
            };
            (verdict, Some(better + 1))
        }
        _ => (Verdict::Unknown, None),
    };
    let (value_before, turn) = (before.value, before.turn);
    Judged { ply, text, turn, value_before, value_after, verdict, rank, of: moves.len(), best }
}

/// `?start=…&moves=a,b,c&time=…`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewQuery {
    start: Option<String>,
    moves: Option<String>,
    #[serde(default, deserialize_with = "query::seconds")]
    time: Option<Duration>,
    client: Option<String>,
}

/// `GET /GAME/review`.
pub async fn review(
    State(app): State<Arc<App>>,
    Path(spec): Path<String>,
    Peer(peer): Peer,
    Query(query): Query<ReviewQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let loaded = app.game(&spec)?;
    let start = query::position(query.start.as_deref(), &*loaded.game)?;
    let moves = query::moves(query.moves.as_deref());
    let positions = positions(&*loaded.game, &start, &moves)?;
    // What was played is a move as the game writes it.
    let client = App::client(peer, query.client.as_deref());
    let time = query.time.unwrap_or(TIME);
    let (heavy, room) = (is_quadrants(&spec), moves.len());
    let of_work = Arc::clone(&app);
    let events = streams::start(&app, &client, heavy, room, move |sink, cancel| {
        let evaluator = of_work.evaluator(&spec)?;
        let memory = of_work.budget.memory_of_slot();
        let limits = Limits { time: Some(time), memory, cancel: Some(Arc::clone(cancel)), ..Limits::default() };
        let mut turning_point = None;
        for (index, text) in moves.iter().enumerate() {
            if cancel.load(Ordering::Relaxed) {
                return Ok(());
            }
            let before = evaluator.evaluate(&positions[index], true, &limits)?;
            let text = canonical(&before, &positions[index + 1]).unwrap_or(text);
            let judged = judge(index + 1, text, &before);
            if judged.verdict == Verdict::GivesAway {
                turning_point = turning_point.or(Some(index + 1));
            }
            sink.must_tell("ply", &judged);
        }
        sink.must_tell("done", &Reviewed { plies: moves.len(), turning_point });
        Ok(())
    })?;
    Ok(streams::sse(events))
}

/// The move that led to a position, as the game writes it.
fn canonical<'a>(before: &'a Evaluated, after: &str) -> Option<&'a str> {
    before.moves.as_deref()?.iter().find(|m| m.position == after).map(|m| m.text.as_str())
}
