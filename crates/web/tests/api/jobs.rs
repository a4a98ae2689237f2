//! Jobs: solving a game, watching it, stopping it.

use crate::common::{Server, request, until};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

async fn begun(server: &Server, body: Value) -> String {
    let answer = server.post("/jobs", &body.to_string()).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
    answer.json()["job"].as_str().unwrap().to_string()
}

/// Three Musketeers on 4x4 is a win for the musketeers in 25 plies.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_solved_and_then_known() {
    let server = Server::new();
    let game = "three-musketeers:rows=4,columns=4";
    let job = begun(&server, json!({"kind": "solve", "game": game})).await;
    let events = server.get(&format!("/jobs/{job}/events")).await.events();
    let (name, done) = events.last().unwrap();
    assert_eq!((name.as_str(), &done["state"]), ("done", &json!("done")), "{done}");
    assert_eq!(done["result"]["value"], json!({"kind": "win", "plies": 25}));
    assert_eq!(done["result"]["winner"], "musketeers");
    assert_eq!(done["progress"]["done"], done["progress"]["total"]);
    let answer = server.get(&format!("/{game}/position")).await;
    assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!((&answer.json()["method"], &answer.json()["value"]["plies"]), (&json!("table"), &json!(25)));
    assert_eq!(server.json(&format!("/{game}")).await["knowledge"]["table"], true);
    assert_eq!(server.json("/jobs").await["jobs"][0]["id"], job.as_str());
    // Again: everything is there already.
    let job = begun(&server, json!({"kind": "solve", "game": game})).await;
    let again = until(async || {
        let job = server.json(&format!("/jobs/{job}")).await;
        (job["state"] != "running").then_some(job)
    });
    assert_eq!(again.await["result"]["tiers"], 0);
}

/// The Mad King! takes far longer than this test waits.
#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_stopped_and_only_one_of_a_kind_runs() {
    let server = Server::new();
    let job = begun(&server, json!({"kind": "solve", "game": "three-musketeers:rows=5,columns=6"})).await;
    let second = server.post("/jobs", &json!({"kind": "solve", "game": "nim"}).to_string()).await;
    assert_eq!(second.status, StatusCode::CONFLICT, "{}", second.text());
    let stopped = server.raw(request(Method::DELETE, &format!("/jobs/{job}"), "")).await;
    assert_eq!(stopped.status, StatusCode::OK);
    let ended = until(async || {
        let job = server.json(&format!("/jobs/{job}")).await;
        (job["state"] != "running").then_some(job)
    });
    let ended = ended.await;
    assert_eq!((&ended["state"], &ended["result"]), (&json!("stopped"), &json!(null)));
}

/// A perfect player against one that plays at random: at Nim, from random openings, both sides.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_and_counted() {
    let server = Server::new();
    let request = json!({"kind": "match", "game": "nim", "players": ["perfect", "random"], "games": 20, "seed": 3});
    let job = begun(&server, request.clone()).await;
    let events = server.get(&format!("/jobs/{job}/events")).await.events();
    let done = &events.last().unwrap().1;
    assert_eq!((&done["state"], &done["request"]), (&json!("done"), &request), "{done}");
    let result = &done["result"];
    assert_eq!((&result["played"], &result["faults"]), (&json!(20), &json!(0)));
    assert_eq!(result["records"].as_array().unwrap().len(), 20);
    let wins = |player: usize| result["wins"][player].as_u64().unwrap();
    assert_eq!(wins(0) + wins(1), 20);
    assert!(wins(0) > wins(1), "{result}");
}

#[tokio::test]
async fn a_match_never_starts_programs() {
    let server = Server::new();
    for player in ["/bin/true", "./engine", "python3 engine.py", "perfect:threads=8", "nobody"] {
        let body = json!({"kind": "match", "game": "nim", "players": [player, "random"], "games": 2});
        let answer = server.post("/jobs", &body.to_string()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{player}: {}", answer.text());
    }
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_at_once() {
    let server = Server::new();
    for (body, status, words) in [
        (json!({"kind": "solve", "game": "pentago"}), 400, "pentago has no tiers"),
        (json!({"kind": "solve", "game": "nim", "weak": true}), 400, "\"weak\" is for pentago-swap"),
        (json!({"kind": "match", "game": "nim", "players": ["random", "random"], "games": 3}), 400, "an even number"),
        (json!({"kind": "match", "game": "nim", "players": ["random"], "games": 2}), 422, "invalid length"),
        (json!({"kind": "solve", "game": "chess"}), 404, "no game 'chess'"),
        (json!({"kind": "dance"}), 422, "unknown variant `dance`"),
        (json!({"kind": "solve"}), 422, "missing field `game`"),
    ] {
        let answer = server.post("/jobs", &body.to_string()).await;
        assert_eq!(answer.status.as_u16(), status, "{body}");
        let error = answer.json()["error"].as_str().unwrap().to_string();
        assert!(error.contains(words), "{error}");
    }
}
