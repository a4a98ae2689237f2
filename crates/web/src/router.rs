//! The addresses, each with what answers it.

use crate::app::App;
use crate::{embed, errors, games, jobs, learn, position, replay, review, scene, security, status, thinking};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{MethodRouter, get, post};
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

/// Longest body of a request.
const LONGEST_BODY: usize = 64 << 10;
/// The time after which an answer (the beginning of a stream) is given up.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Every address of the API below [`ROOT`], and what answers it.
fn routes() -> Vec<(&'static str, MethodRouter<Arc<App>>)> {
    vec![
        ("/games", get(games::list)),
        ("/status", get(status::status)),
        ("/jobs", get(jobs::list).post(jobs::start)),
        ("/jobs/{id}", get(jobs::one).delete(jobs::delete)),
        ("/jobs/{id}/events", get(jobs::events)),
        ("/{game}", get(games::one)),
        ("/{game}/position", get(position::position)),
        ("/{game}/scene", get(scene::scene)),
        ("/{game}/picture.svg", get(scene::picture)),
        ("/{game}/game", post(replay::replay)),
        ("/{game}/search", get(thinking::search)),
        ("/{game}/play", get(thinking::play)),
        ("/{game}/review", get(review::review)),
        ("/{game}/tree", get(learn::tree)),
        ("/{game}/machine", get(learn::machine)),
        ("/{game}/ablation", get(learn::ablation)),
    ]
}

/// Where the API begins.
pub const ROOT: &str = "/api/v1";

/// Every address of the API below [`ROOT`], with names in braces for what varies.
pub fn paths() -> Vec<&'static str> {
    routes().into_iter().map(|(path, _)| path).collect()
}

/// The page and the API.
pub fn router(app: Arc<App>) -> Router {
    let bind = app.bind;
    let api = routes().into_iter().fold(Router::new(), |api, (path, answer)| api.route(path, answer));
    let api = api.fallback(async || StatusCode::NOT_FOUND).with_state(app);
    Router::new()
        .nest(ROOT, api)
        .fallback(embed::file)
        .layer(CatchPanicLayer::custom(errors::panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, TIMEOUT))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn(errors::as_json))
        .layer(middleware::from_fn_with_state(bind, security::guard))
}
