//! `docs/openapi.json` is held true: every address of the router is in it and the other way round, and answers of every
//! address have the shapes it says.

use crate::common::{Answer, Server, request};
use crate::schema::wrong;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn document() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("docs/openapi.json")).expect("JSON")
}

#[test]
fn the_document_lists_the_addresses_of_the_router() {
    let document = document();
    let listed: BTreeSet<&str> = document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(listed, athos_web::paths().into_iter().collect());
    assert!(document["servers"][0]["url"].as_str().unwrap().ends_with(athos_web::ROOT));
}

/// An address takes the methods that are listed, and no others.
#[tokio::test]
async fn addresses_take_the_methods_that_are_listed() {
    let (server, document) = (Server::new(), document());
    for (path, operations) in document["paths"].as_object().unwrap() {
        let address = path.replace("{game}", "chess").replace("{id}", "none");
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            let listed = operations.get(method.as_str().to_lowercase()).is_some();
            let status = server.raw(request(method.clone(), &address, "")).await.status;
            assert_eq!(status != 405, listed, "{method} {path}");
        }
    }
}

/// Examples for every operation: method, path in the document, address, body.
const EXAMPLES: &[(&str, &str, &str, &str)] = &[
    ("get", "/games", "/games", ""),
    ("get", "/status", "/status", ""),
    ("post", "/jobs", "/jobs", r#"{"kind":"solve","game":"matches:pile=9"}"#),
    ("get", "/jobs/{id}/events", "/jobs/1/events", ""),
    ("get", "/jobs", "/jobs", ""),
    ("get", "/jobs/{id}", "/jobs/1", ""),
    ("delete", "/jobs/{id}", "/jobs/1", ""),
    ("post", "/jobs", "/jobs", r#"{"kind":"match","game":"nim","players":["perfect","random"],"games":2,"time":1}"#),
    ("get", "/jobs/{id}/events", "/jobs/2/events", ""),
    ("delete", "/jobs/{id}", "/jobs/9", ""),
    ("post", "/jobs", "/jobs", r#"{"kind":"solve","game":"chess"}"#),
    ("get", "/{game}", "/mad-king:preset=frd", ""),
    ("get", "/{game}", "/pentago-swap", ""),
    ("get", "/{game}", "/chess", ""),
    ("get", "/{game}/position", "/three-musketeers:rows=3,columns=3/position", ""),
    ("get", "/{game}/position", "/matches:pile=9/position", ""),
    ("get", "/{game}/position", "/pentago/position", ""),
    ("get", "/{game}/position", "/nim/position?p=0,0,0%201", ""),
    ("get", "/{game}/position", "/nim/position?p=x", ""),
    ("get", "/{game}/scene", "/mad-king/scene", ""),
    ("get", "/{game}/scene", "/pentago/scene?p=WWWWW./B...../B...../B...../B...../......%20b", ""),
    ("get", "/{game}/scene", "/nim/scene", ""),
    ("get", "/{game}/picture.svg", "/nim/picture.svg", ""),
    ("post", "/{game}/game", "/nim/game", r#"{"moves":["a1"]}"#),
    ("post", "/{game}/game", "/nim/game", r#"{"position":"3,4,5 1","moves":["a9"]}"#),
    ("get", "/{game}/search", "/nim/search?time=5", ""),
    ("get", "/{game}/search", "/three-musketeers/search?time=5&depth=3&player=alpha-beta", ""),
    ("get", "/{game}/search", "/nim/search?player=nobody", ""),
    ("get", "/{game}/play", "/matches/play?moves=1,2&player=perfect", ""),
    ("get", "/{game}/review", "/matches/review?moves=1,2,3", ""),
    ("get", "/{game}/tree", "/matches:pile=6/tree?switches=table", ""),
    ("get", "/{game}/tree", "/three-musketeers/tree?depth=2&algorithm=minimax", ""),
    ("get", "/{game}/machine", "/matches:pile=7/machine?minimal=true&second=true", ""),
    ("get", "/{game}/machine", "/nim:heaps=1+2/machine", ""),
    ("get", "/{game}/ablation", "/nim/ablation?depth=3", ""),
];

/// The part of the document that a reference names, or the part itself.
fn resolved<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
    match part["$ref"].as_str() {
        Some(name) => document.pointer(name.trim_start_matches('#')).expect("a reference that leads somewhere"),
        None => part,
    }
}

fn check(document: &Value, operation: &Value, answer: &Answer, what: &str) {
    let status = answer.status.as_u16().to_string();
    let responses = &operation["responses"];
    let response = responses.get(&status).or_else(|| responses.get(format!("{}XX", &status[..1])));
    let response = response.unwrap_or_else(|| panic!("{what}: {status} is not in the document: {}", answer.text()));
    let kind = answer.header("content-type").to_string();
    let schema = &response["content"][&kind]["schema"];
    assert!(!schema.is_null(), "{what}: {kind} is not in the document");
    match kind.as_str() {
        "application/json" => assert_eq!(wrong(document, schema, &answer.json(), what), None),
        "text/event-stream" => {
            let events = answer.events();
            assert!(!events.is_empty(), "{what}: no events");
            for (name, data) in events {
                let schema = &operation["x-events"][&name];
                assert!(!schema.is_null(), "{what}: event '{name}' is not in the document");
                assert_eq!(wrong(document, schema, &data, what), None);
            }
        }
        _ => assert!(!answer.body.is_empty()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_have_the_shapes_of_the_document() {
    let (server, document) = (Server::new(), document());
    let mut asked = BTreeSet::new();
    for (method, path, address, body) in EXAMPLES {
        let operation = &document["paths"][path][method];
        assert!(!operation.is_null(), "{method} {path}");
        asked.insert((*path, *method));
        if let Ok(body) = serde_json::from_str::<Value>(body) {
            let schema = resolved(&document, &operation["requestBody"]["content"]["application/json"]["schema"]);
            assert_eq!(wrong(&document, schema, &body, address), None);
        }
        let verb: Method = method.to_uppercase().parse().unwrap();
        let answer = server.raw(request(verb, address, body)).await;
        check(&document, operation, &answer, &format!("{method} {address}"));
        // The keys of the address are those that are listed.
        let listed: Vec<&str> =
            operation["parameters"].as_array().into_iter().flatten().filter_map(|p| p["name"].as_str()).collect();
        let keys = address.split_once('?').map_or("", |(_, query)| query).split('&').filter(|pair| !pair.is_empty());
        for key in keys.filter_map(|pair| pair.split('=').next()) {
            assert!(listed.contains(&key), "{address}: '{key}' is not in the document");
        }
    }
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            assert!(asked.contains(&(path.as_str(), method.as_str())), "no example for {method} {path}");
        }
    }
}

/// Every key that the document lists is taken: asked with all of them, no address says that it does not know one.
#[tokio::test]
async fn every_listed_key_is_known() {
    let (server, document) = (Server::new(), document());
    for (path, operations) in document["paths"].as_object().unwrap() {
        for parameter in operations["get"]["parameters"].as_array().into_iter().flatten() {
            if parameter["in"] == json!("query") {
                let name = parameter["name"].as_str().unwrap();
                let address = format!("{}?{name}=", path.replace("{game}", "nim"));
                let answer = server.stream(request(Method::GET, &address, "")).await;
                if answer.status() == 400 {
                    let body = axum::body::to_bytes(answer.into_body(), 1 << 20).await.unwrap();
                    assert!(!String::from_utf8_lossy(&body).contains("unknown field"), "{address}");
                }
            }
        }
    }
}
