//! What every address answers, and how it refuses.

use crate::common::{Server, request};
use axum::http::{Method, StatusCode};
use serde_json::json;

#[tokio::test]
async fn every_game_is_listed_with_its_options() {
    let server = Server::new();
    let games = server.json("/games").await;
    let ids: Vec<&str> = games["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["three-musketeers", "mad-king", "pentago", "pentago-swap", "matches", "nim"]);
    assert!(games["pieces"]["king"].as_str().unwrap().starts_with('M'));
    let one = server.json("/matches:pile=7").await;
    assert_eq!((&one["start"], &one["rules"]), (&json!("7 1"), &json!("pile=7")));
    assert_eq!(one["knowledge"]["solvable"], true);
    assert_eq!(server.json("/pentago").await["knowledge"]["solvable"], false);
    assert_eq!(server.json("/pentago-swap").await["knowledge"]["provable"], true);
}

/// Nim with heaps 3, 4, 5: taking two of the first heap is the only way to win.
#[tokio::test]
async fn a_position_has_its_value_and_that_of_every_move() {
    let server = Server::new();
    let answer = server.get("/nim/position").await;
    assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    let answer = answer.json();
    assert_eq!((&answer["value"]["kind"], &answer["winner"]), (&json!("win"), &json!("first")));
    let best: Vec<_> = answer["moves"].as_array().unwrap().iter().filter(|m| m["best"] == true).collect();
    assert_eq!(best.len(), 1);
    assert_eq!((&best[0]["move"], &best[0]["position"]), (&json!("a2"), &json!("1,4,5 0")));
    assert_eq!(best[0]["after"]["kind"], "loss");
    assert_eq!(answer["scene"], json!({"kind": "heaps", "heaps": [3, 4, 5]}));
    // A move's value is that of the position after it, a ply earlier and for the other player.
    let plies = |value: &serde_json::Value| value["plies"].as_u64().unwrap();
    assert_eq!(plies(&best[0]["value"]), plies(&best[0]["after"]) + 1);
}

/// The values of all moves are the values of the positions that they lead to.
#[tokio::test]
async fn a_move_is_worth_what_it_leads_to() {
    let server = Server::new();
    for game in ["matches:pile=9", "nim:heaps=2+3", "three-musketeers:rows=3,columns=3"] {
        let answer = server.json(&format!("/{game}/position")).await;
        for m in answer["moves"].as_array().unwrap() {
            let text = m["position"].as_str().unwrap().replace(' ', "%20");
            let next = server.json(&format!("/{game}/position?p={text}")).await;
            assert_eq!(m["after"], next["value"], "{game} {m}");
        }
    }
}

#[tokio::test]
async fn big_positions_are_answered_without_their_value() {
    let server = Server::new();
    let answer = server.get("/pentago/position").await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let answer = answer.json();
    assert_eq!((&answer["value"]["kind"], &answer["proven"]), (&json!("unknown"), &json!(false)));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 36 * 8);
}

#[tokio::test]
async fn asking_for_time_takes_a_slot() {
    let server = Server::new();
    let answer = server.json("/three-musketeers:rows=3,columns=3/position?time=20&client=a").await;
    assert_eq!(answer["proven"], true);
}

#[tokio::test]
async fn scenes_show_what_stands_where() {
    let server = Server::new();
    let scene = server.json("/mad-king/scene").await;
    assert_eq!((&scene["scene"]["rows"], &scene["scene"]["goal_row"]), (&json!(5), &json!(4)));
    let king = json!({"letter": "K", "name": "king", "owner": "king", "shade": "dark"});
    assert_eq!(scene["scene"]["cells"][2], king);
    assert_eq!((&scene["outcome"], &scene["ending"]), (&json!(null), &json!(null)));
    let over = server.json("/three-musketeers/scene?p=MMM../...../...../...../G....%20m").await;
    assert_eq!(over["outcome"], json!({"winner": "guards"}));
    assert_eq!(over["ending"]["cells"], json!(["a5", "b5", "c5"]));
    let five = server.json("/pentago/scene?p=WWWWW./B...../B...../B...../B...../......%20b").await;
    assert_eq!(five["ending"]["cells"], json!(["a6", "b6", "c6", "d6", "e6"]));
    let picture = server.get("/pentago/picture.svg").await;
    assert_eq!(picture.header("content-type"), "image/svg+xml");
    assert!(picture.text().starts_with("<svg"));
}

/// Whatever happens in a game, its end is told, and only then.
#[tokio::test]
async fn every_end_has_a_reason() {
    let server = Server::new();
    let mut random = athos_core::random::Random::new(5);
    for game in athos_games::registry::IDS {
        let rules = athos_games::registry::load(game, "").unwrap();
        let mut position = rules.start();
        for _ in 0..300 {
            let view = rules.view(&position).unwrap();
            let scene = server.json(&format!("/{game}/scene?p={}", position.replace(' ', "%20"))).await;
            assert_eq!(scene["ending"].is_null(), view.outcome.is_none(), "{game} {position}");
            let Some(m) = random.pick(&view.moves) else { break };
            position = m.position.clone();
        }
    }
}

#[tokio::test]
async fn a_game_is_replayed_and_its_bad_move_named() {
    let server = Server::new();
    let replayed = server.post("/nim/game", r#"{"moves":["a2","b1"]}"#).await.json();
    assert_eq!(replayed["positions"], json!(["3,4,5 1", "1,4,5 0", "1,3,5 1"]));
    assert_eq!(replayed["scenes"].as_array().unwrap().len(), 3);
    assert_eq!(replayed["last"]["position"], "1,3,5 1");
    let bad = server.post("/nim/game", r#"{"position":"3,4,5 1","moves":["a2","b9"]}"#).await;
    assert_eq!(bad.status, StatusCode::BAD_REQUEST);
    let expected = json!({"error": "move 2 'b9', column 2: take 1 to 4 from that heap", "ply": 2,
        "reason": "take 1 to 4 from that heap"});
    assert_eq!(bad.json(), expected);
}

#[tokio::test]
async fn trees_machines_and_ablations_are_shown() {
    let server = Server::new();
    let tree = server.json("/matches:pile=5/tree?algorithm=minimax").await;
    assert_eq!((&tree["nodes"][0]["value"], &tree["nodes"][0]["position"]), (&json!(-1), &json!("5 1")));
    assert_eq!(tree["visited"].as_u64().unwrap() as usize, tree["nodes"].as_array().unwrap().len());
    let (status, error) = server.refused("/pentago/tree?depth=3").await;
    assert_eq!((status, error.contains("2000 nodes")), (400, true), "{error}");
    let machine = server.json("/matches/machine?p=7%201").await;
    assert_eq!(machine["states"][0]["position"], "7 1");
    assert!(machine["svg"].as_str().unwrap().starts_with("<svg"));
    let (status, error) = server.refused("/pentago/machine").await;
    assert_eq!(status, 400, "{error}");
    let ablation = server.json("/matches:pile=9/ablation?depth=8").await;
    let rows = ablation["rows"].as_array().unwrap();
    assert!(rows.len() > 20 && rows[0]["switches"] == "minimax");
    assert!(rows.iter().all(|row| row["group"] == "unsound" || row["kept"] == 1));
    let minimax = rows[0]["nodes"].as_u64().unwrap();
    assert!(rows.iter().all(|row| row["group"] == "unsound" || row["nodes"].as_u64().unwrap() <= 3 * minimax));
}

#[tokio::test]
async fn the_server_says_how_it_is() {
    let status = Server::new().json("/status").await;
    assert_eq!((&status["cores"], &status["jobs"]), (&json!(2), &json!(0)));
    assert_eq!(status["version"], env!("CARGO_PKG_VERSION"));
}

#[tokio::test]
async fn refusals_say_what_would_be_right() {
    let server = Server::new();
    for (path, status, words) in [
        ("/chess", 404, "no game 'chess'; there are three-musketeers"),
        ("/nim:heap=3", 400, "nim rules 'heap=3', column 1: no option 'heap'; there are heaps, play"),
        ("/nim/position?p=3,4%201", 400, "position: column"),
        ("/nim/position?q=3", 400, "query: q: unknown field `q`, expected one of `p`, `time`, `client`"),
        ("/nim/position?time=0", 400, "expected a number of seconds above 0, up to 60"),
        ("/nim/position?time=soon", 400, "expected a number of seconds above 0, up to 60"),
        ("/nim/search?player=chess", 400, "player 'chess': no player 'chess'; there are athos"),
        ("/nim/search?depth=-1", 400, "query: depth: invalid digit"),
        ("/nim/search?p=0,0,0%201", 400, "the game is over"),
        ("/nim/play?moves=a1,,b2", 400, "move 2 ''"),
        ("/nim/review?moves=z9", 400, "move 1 'z9'"),
        ("/nim/tree?switches=magic", 400, "magic"),
        ("/nim/tree?algorithm=magic", 400, "unknown variant `magic`, expected `minimax` or `alpha-beta`"),
        ("/jobs/77", 404, "there is no job '77'"),
        ("/nim/nothing", 404, "there is nothing at /api/v1/nim/nothing"),
        ("/nim/game", 405, "/api/v1/nim/game does not answer to GET"),
    ] {
        let (found, error) = server.refused(path).await;
        assert_eq!(found, status, "{path}: {error}");
        assert!(error.contains(words), "{path}: {error}");
    }
    let long = format!("/nim/position?p={}", "9".repeat(500));
    assert_eq!(server.refused(&long).await.0, 400);
    let longer = format!("/nim/position?p={}", "9".repeat(40_000));
    assert_eq!(server.refused(&longer).await.0, 414);
    assert_eq!(server.refused(&format!("/nim:{}", "x".repeat(500))).await.0, 400);
}

#[tokio::test]
async fn bodies_are_read_with_care() {
    let server = Server::new();
    for (body, status) in [("", 415), ("nonsense", 400), ("{\"moves\":7}", 422), ("{\"what\":7}", 422), ("[]", 422)] {
        let answer = server.post("/nim/game", body).await;
        assert_eq!(answer.status.as_u16(), status, "{body}: {}", answer.text());
        assert!(answer.json()["error"].as_str().unwrap().starts_with("body: "), "{}", answer.text());
    }
    let many = format!("{{\"moves\":[\"a1\"{}]}}", ",\"a1\"".repeat(1001));
    assert!(server.post("/nim/game", &many).await.json()["error"].as_str().unwrap().contains("at most 1000 moves"));
    let huge = format!("{{\"moves\":[\"{}\"]}}", "a".repeat(100_000));
    assert_eq!(server.post("/nim/game", &huge).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn the_page_is_served_and_known_by_its_tag() {
    let server = Server::new();
    let page = |tag: &str| {
        let request = axum::http::Request::builder().uri("/").header("host", "localhost").header("if-none-match", tag);
        request.body(axum::body::Body::empty()).unwrap()
    };
    let first = server.raw(page("")).await;
    assert_eq!((first.status, first.header("content-type")), (StatusCode::OK, "text/html; charset=utf-8"));
    assert_eq!(first.header("cache-control"), "no-cache");
    let again = server.raw(page(first.header("etag"))).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let other = request(Method::GET, "/../../../Cargo.toml", "");
    assert_eq!(server.raw(other).await.status, StatusCode::NOT_FOUND);
}
