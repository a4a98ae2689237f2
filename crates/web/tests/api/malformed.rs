//! Thousands of requests that nobody in their right mind sends: a 4xx with a reason, never a fault, never a panic.

use crate::common::Server;
use athos_core::random::Random;
use axum::body::Body;
use axum::http::{Method, Request};

const PARTS: &[&str] = &[
    "nim",
    "matches",
    "matches:pile=7",
    "pentago",
    "nim:heaps=",
    "nim:heaps=9+9",
    "games",
    "jobs",
    "status",
    "position",
    "scene",
    "game",
    "search",
    "play",
    "review",
    "tree",
    "machine",
    "ablation",
    "picture.svg",
    "events",
    "1",
    "..",
    "%00",
    "%ff",
    "%2e%2e",
    "%f0%9f%92%a9",
    "💩",
    "a:b=c,d",
    ":",
    "=",
    "",
    "null",
    "-1",
    "99999999999999999999",
];
const KEYS: &[&str] = &[
    "p",
    "player",
    "time",
    "depth",
    "moves",
    "start",
    "switches",
    "algorithm",
    "second",
    "minimal",
    "client",
    "x",
    "",
];
const VALUES: &[&str] = &[
    "3,4,5%201",
    "3,4,5 1",
    "0,0,0%201",
    "21%201",
    "%",
    "%zz",
    "%ff%fe",
    "+",
    "&",
    "=",
    "a1,b2",
    "a1,a1,a1,a1,a1",
    ",,,",
    "NaN",
    "inf",
    "-inf",
    "1e308",
    "-0",
    "0",
    "61",
    "1e-320",
    "true",
    "minimax",
    "alpha-beta",
    "all",
    "none",
    "sound",
    "beam=0:0",
    "beam=99999999999:1",
    "random",
    "mcts:nodes=0",
    "mcts:exploration=NaN",
    "alpha-beta:depth=4294967296",
    "pn:memory=1kB",
    "alpha-beta:mistakes=-5%25",
    "perfect:mistakes=900%25",
    "💩",
    "\u{202e}",
    "................................",
];
const BODIES: &[&str] = &[
    "",
    "{",
    "{}",
    "[]",
    "null",
    "7",
    "\"\"",
    "{\"moves\":[]}",
    "{\"moves\":[\"\"]}",
    "{\"moves\":[null]}",
    "{\"position\":7}",
    "{\"position\":\"\\u0000\"}",
    "{\"kind\":\"solve\"}",
    "{\"kind\":\"solve\",\"game\":\"\"}",
    "{\"kind\":\"solve\",\"game\":\"pentago\"}",
    "{\"kind\":\"solve\",\"game\":\"nim\",\"weak\":\"yes\"}",
    "\u{feff}{}",
    "{\"moves\":[\"a1\",\"a1\",\"a1\",\"a1\"]}",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "{\"a\":1e999}",
];
const METHODS: &[Method] =
    &[Method::GET, Method::GET, Method::GET, Method::POST, Method::DELETE, Method::PUT, Method::HEAD, Method::OPTIONS];

fn pick<'a, T>(random: &mut Random, list: &'a [T]) -> &'a T {
    random.pick(list).expect("a list that is not empty")
}

/// A request that is wrong, or right by chance.
fn request(random: &mut Random) -> Option<Request<Body>> {
    let mut address = String::from(if random.below(8) == 0 { "/" } else { "/api/v1" });
    for _ in 0..1 + random.below(3) {
        address += "/";
        address += *pick(random, PARTS);
    }
    for index in 0..random.below(4) {
        let (key, value) = (pick(random, KEYS), pick(random, VALUES));
        address += &format!("{}{key}={value}", if index == 0 { '?' } else { '&' });
    }
    if random.below(10) == 0 {
        let junk: Vec<u8> = (0..random.below(60)).map(|_| b'!' + random.below(94) as u8).collect();
        address += &String::from_utf8_lossy(&junk);
    }
    let request = Request::builder().method(pick(random, METHODS).clone()).uri(address).header("host", "localhost");
    let request = match random.below(4) {
        0 => request,
        1 => request.header("content-type", "text/plain"),
        _ => request.header("content-type", "application/json"),
    };
    // What is no address at all never reaches the router.
    request.body(Body::from(*pick(random, BODIES))).ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_and_never_breaks_anything() {
    let server = Server::new();
    let mut random = Random::new(20);
    let (mut refused, mut sent) = (0, 0);
    while sent < 5000 {
        let Some(request) = request(&mut random) else { continue };
        sent += 1;
        let what = format!("{} {}", request.method(), request.uri());
        let head = request.method() == Method::HEAD;
        let response = server.stream(request).await;
        let status = response.status();
        assert!(!status.is_server_error(), "{what}: {status}");
        // Streams that began by chance end here, because nobody listens.
        if status.is_client_error() && !head {
            refused += 1;
            let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
            let json: serde_json::Value =
                serde_json::from_slice(&body).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(json["error"].as_str().is_some_and(|error| !error.is_empty()), "{what}: {json}");
        }
    }
    assert!(refused > 3000, "only {refused} of {sent} were refused: these requests are not malformed enough");
    assert_eq!(server.json("/nim/position").await["proven"], true);
}
