//! The page: files of the folder `page`, inside the program.
//!
//! Development builds read the folder when asked, so that a change shows on reload. Every file has an ETag, and a browser
//! asks again each time (`no-cache`), because the next version of the program has the same addresses.

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::fmt::Write;

#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

/// A file of the page; `/` is `index.html`.
pub async fn file(request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Page::get(path) else { return StatusCode::NOT_FOUND.into_response() };
    let hash = file.metadata.sha256_hash();
    let mut tag = String::from("\"");
    for byte in &hash[..12] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    let headers = [(CACHE_CONTROL, "no-cache".to_string()), (ETAG, tag.clone())];
    let known = request.headers().get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.flat_map(|value| value.split(',')).any(|known| known.trim().trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let kind = match file.metadata.mimetype() {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        other => other.to_string(),
    };
    (headers, [(CONTENT_TYPE, kind)], file.data.into_owned()).into_response()
}
