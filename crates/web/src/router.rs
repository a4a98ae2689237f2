//! The addresses, each with what answers it.

use crate::app::App;
use crate::{embed, errors, games, jobs, learn, position, replay, review, scene, security, status, thinking};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{get, post};
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

/// Longest body of a request.
const LONGEST_BODY: usize = 64 << 10;
/// The time after which an answer (the beginning of a stream) is given up.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The page and the API.
pub fn router(app: Arc<App>) -> Router {
    let bind = app.bind;
    let api = Router::new()
        .route("/games", get(games::list))
        .route("/status", get(status::status))
        .route("/jobs", get(jobs::list).post(jobs::start))
        .route("/jobs/{id}", get(jobs::one).delete(jobs::delete))
        .route("/jobs/{id}/events", get(jobs::events))
        .route("/{game}", get(games::one))
        .route("/{game}/position", get(position::position))
        .route("/{game}/scene", get(scene::scene))
        .route("/{game}/picture.svg", get(scene::picture))
        .route("/{game}/game", post(replay::replay))
        .route("/{game}/search", get(thinking::search))
        .route("/{game}/play", get(thinking::play))
        .route("/{game}/review", get(review::review))
        .route("/{game}/tree", get(learn::tree))
        .route("/{game}/machine", get(learn::machine))
        .route("/{game}/ablation", get(learn::ablation))
        .fallback(async || StatusCode::NOT_FOUND)
        .with_state(app);
    Router::new()
        .nest("/api/v1", api)
        .fallback(embed::file)
        .layer(CatchPanicLayer::custom(errors::panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, TIMEOUT))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn(errors::as_json))
        .layer(middleware::from_fn_with_state(bind, security::guard))
}
