//! What stands behind the `?` of an address, and how long it may be.

use athos_core::AnyGame;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::errors::Refusal;

/// Longest text of a position.
pub const LONGEST_POSITION: usize = 400;

/// A query that has been read; an unknown key or a bad value is refused with its reason.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<T>, Refusal> {
        match axum::extract::Query::<T>::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(query)) => Ok(Query(query)),
            Err(error) => Err(Refusal::Bad(format!("query: {}", error.body_text()))),
        }
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
    pub fn position(&self, game: &dyn AnyGame) -> String {
        position(self.p.as_deref(), game)
    }
}

/// The text of a position; the start for none. What is too long for any position is cut, and then refused by the game.
pub fn position(p: Option<&str>, game: &dyn AnyGame) -> String {
    match p {
        None | Some("") => game.start(),
        Some(text) => text.chars().take(LONGEST_POSITION).collect(),
    }
}
