//! A server for a test, and short ways to ask it.

use athos_web::{App, Config, router};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use serde_json::Value;
use std::net::Ipv4Addr;
use std::sync::{Arc, OnceLock};
use tempfile::TempDir;
use tower::ServiceExt;

/// The setup of a small server.
pub fn config() -> Config {
    // Tables go to a folder of the test's own, whatever the machine has.
    static DATA: OnceLock<TempDir> = OnceLock::new();
    DATA.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // SAFETY: only Rust code reads the environment here, through the standard library, which locks it.
        unsafe { std::env::set_var("ATHOS_DATA", folder.path()) };
        folder
    });
    Config {
        bind: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        or_next: false,
        threads: 2,
        memory: 64 << 20,
        solve_memory: Some(1 << 30),
    }
}

/// A server.
pub struct Server {
    router: Router,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("UTF-8")
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// The events of a stream: name and data.
    pub fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let field = |block: &str, name: &str| -> String {
            block.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_string()
        };
        let blocks = text.split("\n\n").filter(|block| block.contains("event:"));
        blocks
            .map(|block| (field(block, "event:"), serde_json::from_str(&field(block, "data:")).expect("JSON data")))
            .collect()
    }
}

impl Server {
    pub fn new() -> Server {
        Server { router: router(App::new(&config())) }
    }

    /// Sends a request as it is.
    pub async fn raw(&self, request: Request<Body>) -> Answer {
        let response = self.stream(request).await;
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 64 << 20).await.expect("a body").to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    /// Sends a request and does not wait for the end of the answer.
    pub async fn stream(&self, request: Request<Body>) -> axum::response::Response {
        self.router.clone().oneshot(request).await.expect("no error but answers")
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.raw(request(Method::GET, path, "")).await
    }

    /// A JSON answer to a question that is right.
    pub async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text());
        answer.json()
    }

    pub async fn post(&self, path: &str, body: &str) -> Answer {
        self.raw(request(Method::POST, path, body)).await
    }

    /// The status and the words of a refusal.
    pub async fn refused(&self, path: &str) -> (u16, String) {
        let answer = self.get(path).await;
        (answer.status.as_u16(), answer.json()["error"].as_str().unwrap_or_default().to_string())
    }
}

/// A request from this machine to the API.
pub fn request(method: Method, path: &str, body: &str) -> Request<Body> {
    let request = Request::builder().method(method).uri(format!("/api/v1{path}")).header("host", "localhost:3333");
    let request = if body.is_empty() { request } else { request.header("content-type", "application/json") };
    request.body(Body::from(body.to_string())).expect("a request")
}

/// Asks until an answer fits. Waits as long as it takes, within reason.
pub async fn until<T, F: Future<Output = Option<T>>>(mut ask: impl FnMut() -> F) -> T {
    for _ in 0..6000 {
        if let Some(answer) = ask().await {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("nothing happened for minutes");
}

/// A shared server's app for tests over a socket.
pub fn app() -> Arc<App> {
    App::new(&config())
}
