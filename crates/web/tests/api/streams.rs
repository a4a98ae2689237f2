//! Streams: what they tell, and that they end.

use crate::common::{Server, request, until};
use axum::http::Method;
use serde_json::json;

#[tokio::test]
async fn a_search_tells_every_depth_and_then_its_move() {
    let server = Server::new();
    let answer = server.get("/nim/search?player=alpha-beta&time=10").await;
    assert_eq!(answer.header("content-type"), "text/event-stream");
    let events = answer.events();
    let (last, infos) = events.split_last().unwrap();
    assert!(!infos.is_empty() && infos.iter().all(|(name, info)| name == "info" && info["depth"].is_u64()));
    assert_eq!(last.0, "done");
    assert_eq!((&last.1["move"], &last.1["position"]), (&json!("a2"), &json!("1,4,5 0")));
    assert_eq!(last.1["value"]["kind"], "win");
}

#[tokio::test]
async fn an_opponent_answers_the_moves_so_far() {
    let server = Server::new();
    for player in ["athos", "perfect", "random", "mcts:nodes=2000", "alpha-beta:depth=3,mistakes=100%"] {
        let player = player.replace('%', "%25");
        let answer = server.get(&format!("/nim/play?moves=a1,b2&player={player}&time=5")).await;
        let (name, chosen) = answer.events().pop().unwrap();
        assert_eq!(name, "move", "{player}: {chosen}");
        let body = json!({"moves": ["a1", "b2", chosen["move"]]}).to_string();
        let replayed = server.post("/nim/game", &body).await.json();
        assert_eq!(replayed["last"]["position"], chosen["position"]);
    }
}

/// From 3, 4, 5 only a2 keeps the win; a1 gives it away; from 2, 4, 5 the other player wins with a1 alone.
#[tokio::test]
async fn a_review_has_a_verdict_for_every_move() {
    let server = Server::new();
    let events = server.get("/nim/review?moves=a1,b2,c5").await.events();
    let verdicts: Vec<_> = events.iter().filter(|(name, _)| name == "ply").map(|(_, ply)| &ply["verdict"]).collect();
    assert_eq!(verdicts, ["gives-away", "gives-away", "best"]);
    assert_eq!((&events[0].1["rank"], &events[0].1["of"], &events[0].1["best"]), (&json!(2), &json!(12), &json!("a2")));
    assert_eq!(events[3].1, json!({"plies": 3, "turning_point": 1}));
    let forced = server.get("/nim/review?start=1,0,0%201&moves=a1").await.events();
    assert_eq!(forced[0].1["verdict"], "forced");
    let unknown = server.get("/pentago/review?moves=a1tl%2B&time=0.05").await.events();
    assert_eq!(unknown[0].1["verdict"], "unknown");
}

async fn running(server: &Server) -> u64 {
    let status = server.json("/status").await;
    status["searches"]["running"].as_u64().unwrap() + status["searches"]["waiting"].as_u64().unwrap()
}

/// Searches of a minute each: more than there are slots. They end because nobody listens, not because they are done.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_stops_the_search() {
    let server = Server::new();
    let mut streams = Vec::new();
    for _ in 0..4 {
        let path = "/three-musketeers/search?player=mcts&time=60";
        streams.push(server.stream(request(Method::GET, path, "")).await);
    }
    assert_eq!(running(&server).await, 4);
    drop(streams);
    until(async || (running(&server).await == 0).then_some(())).await;
}

/// A queue that is full refuses, and says when to come again.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_refuses() {
    let server = Server::new();
    let mut streams = Vec::new();
    let refused = loop {
        let response = server.stream(request(Method::GET, "/three-musketeers/search?player=mcts&time=60", "")).await;
        if response.status() != 200 {
            break response;
        }
        streams.push(response);
        assert!(streams.len() < 1000, "there is no bound");
    };
    assert_eq!(refused.status(), 503);
    assert!(refused.headers().contains_key("retry-after"));
    // Others still get their turn: the queue is bounded for each client, too.
    let other = server.stream(request(Method::GET, "/nim/search?client=other&time=1", "")).await;
    assert_eq!(other.status(), 200);
    // Boards are drawn however long the queue is.
    assert_eq!(server.json("/nim/position").await["proven"], true);
    drop(streams);
}
