//! Refusals: every error leaves the server as a status and `{"error":"what is wrong, where, what would be right"}`.

use athos_core::NotationError;
use athos_eval::EvalError;
use athos_games::registry::LoadError;
use athos_lab::LabError;
use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::extract::rejection::JsonRejection;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Seconds after which a busy server may be asked again.
const RETRY_AFTER_SECONDS: &str = "1";

/// Why a request is not answered.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The request is wrong: what, where, and what would be right.
    #[error("{0}")]
    Bad(String),
    /// The body of the request is wrong: not JSON, not of the right shape, too long.
    #[error("{1}")]
    Body(StatusCode, String),
    /// A move of a game is wrong.
    #[error("move {ply} '{text}', {error}")]
    Move {
        /// Which one, from 1.
        ply: usize,
        /// The move.
        text: String,
        /// What is wrong with it.
        error: NotationError,
    },
    /// There is no such thing.
    #[error("{0}")]
    Missing(String),
    /// The thing is in a state that does not allow this.
    #[error("{0}")]
    Conflict(String),
    /// More work waits than the server takes on.
    #[error("{0}")]
    Busy(String),
    /// Something that should have worked did not.
    #[error("{0}")]
    Fault(String),
}

impl Refusal {
    /// The status that goes with it.
    pub fn status(&self) -> StatusCode {
        match self {
            Refusal::Bad(_) | Refusal::Move { .. } => StatusCode::BAD_REQUEST,
            Refusal::Body(status, _) => *status,
            Refusal::Missing(_) => StatusCode::NOT_FOUND,
            Refusal::Conflict(_) => StatusCode::CONFLICT,
            Refusal::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Fault(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// A position that cannot be read.
    pub fn position(error: NotationError) -> Refusal {
        Refusal::Bad(format!("position: {error}"))
    }
}

impl From<LoadError> for Refusal {
    fn from(error: LoadError) -> Refusal {
        match error {
            LoadError::UnknownGame { .. } => Refusal::Missing(error.to_string()),
            LoadError::Rules { .. } | LoadError::NoTiers(_) => Refusal::Bad(error.to_string()),
        }
    }
}

impl From<EvalError> for Refusal {
    fn from(error: EvalError) -> Refusal {
        match error {
            EvalError::Load(error) => error.into(),
            EvalError::Position(error) => Refusal::position(error),
            error => Refusal::Fault(error.to_string()),
        }
    }
}

impl From<LabError> for Refusal {
    fn from(error: LabError) -> Refusal {
        match error {
            LabError::Memory(_) => Refusal::Fault(error.to_string()),
            error => Refusal::Bad(error.to_string()),
        }
    }
}

impl From<JsonRejection> for Refusal {
    fn from(error: JsonRejection) -> Refusal {
        let text = error.body_text();
        let reason = text.strip_prefix("Failed to deserialize the JSON body into the target type: ").unwrap_or(&text);
        Refusal::Body(error.status(), format!("body: {reason}"))
    }
}

/// The body of a refusal.
#[derive(Serialize)]
struct Message {
    error: String,
    /// Which move of a game is wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// Why, in the words of the rules alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Message {
    fn new(error: impl Into<String>) -> Message {
        Message { error: error.into(), ply: None, reason: None }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let message = match &self {
            Refusal::Move { ply, error, .. } => {
                Message { error: self.to_string(), ply: Some(*ply), reason: Some(error.reason.clone()) }
            }
            _ => Message::new(self.to_string()),
        };
        let mut response = (self.status(), Json(message)).into_response();
        if matches!(self, Refusal::Busy(_)) {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER_SECONDS));
        }
        response
    }
}

/// A refusal with a status of its own.
pub fn refusal(status: StatusCode, error: impl Into<String>) -> Response {
    (status, Json(Message::new(error))).into_response()
}

/// Longest text of an error that is passed on.
const LONGEST: usize = 16 << 10;

/// Turns errors that were not made here (a query that does not parse, an unknown path, a wrong method) into ours.
pub async fn as_json(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let response = next.run(request).await;
    let status = response.status();
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let text = to_bytes(response.into_body(), LONGEST).await.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let reason = match (status, text.unwrap_or_default()) {
        (StatusCode::METHOD_NOT_ALLOWED, _) => format!("{path} does not answer to {method}"),
        (StatusCode::REQUEST_TIMEOUT, _) => "the answer took too long".to_string(),
        (StatusCode::NOT_FOUND, text) if text.is_empty() => format!("there is nothing at {path}"),
        (_, text) if text.is_empty() => status.to_string(),
        (_, text) => text,
    };
    refusal(status, reason)
}

/// What is said about work that panicked.
pub const LOST: &str = "the server made a mistake; it goes on, but this request is lost";

/// What a handler that panicked answers. The server goes on.
pub fn panicked(_: Box<dyn std::any::Any + Send>) -> Response<Body> {
    refusal(StatusCode::INTERNAL_SERVER_ERROR, LOST)
}
