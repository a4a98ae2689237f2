//! What stands behind the `?` of an address, and how much of it is read.

use crate::errors::Refusal;
use athos_core::AnyGame;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::time::Duration;

/// Longest text of a position, in bytes.
const LONGEST_POSITION: usize = 400;
/// The longest time that anybody may ask for, in seconds.
pub const LONGEST_TIME: f64 = 60.0;

/// A query that has been read; an unknown key or a bad value is refused with its reason.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<T>, Refusal> {
        match axum::extract::Query::<T>::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(query)) => Ok(Query(query)),
            Err(error) => {
                let text = error.body_text();
                let reason = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
                Err(Refusal::Bad(format!("query: {reason}")))
            }
        }
    }
}

/// The address that a request comes from, where it is known.
pub struct Peer(pub Option<std::net::IpAddr>);

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Peer, Self::Rejection> {
        Ok(Peer(crate::server::peer(&parts.extensions)))
    }
}

/// `?p=POSITION`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionQuery {
    p: Option<String>,
}

impl PositionQuery {
    /// The position's text, or the start.
    pub fn position(&self, game: &dyn AnyGame) -> Result<String, Refusal> {
        position(self.p.as_deref(), game)
    }
}

/// The text of a position as the game writes it; the start for none.
pub fn position(p: Option<&str>, game: &dyn AnyGame) -> Result<String, Refusal> {
    match p {
        None | Some("") => Ok(game.start()),
        Some(text) if text.len() > LONGEST_POSITION => {
            Err(Refusal::Bad(format!("position: {} bytes are too long for a position", text.len())))
        }
        Some(text) => Ok(text.to_string()),
    }
}

/// Moves joined by commas.
pub fn moves(text: Option<&str>) -> Vec<String> {
    let text = text.unwrap_or_default();
    text.split(',').filter(|_| !text.is_empty()).map(String::from).collect()
}

/// Reads a number of seconds above 0 and up to [`LONGEST_TIME`].
pub fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST_TIME);
    let error = || serde::de::Error::custom(format!("expected a number of seconds above 0, up to {LONGEST_TIME}"));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.map(Some).ok_or_else(error)
}
