//! Who is let in.

use crate::common::Server;
use axum::body::Body;
use axum::http::Request;

async fn asked(path: &str, headers: &[(&str, &str)]) -> (u16, Vec<(String, String)>) {
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = Server::new().raw(request.body(Body::empty()).unwrap()).await;
    let headers = answer.headers.iter();
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_string()));
    (answer.status.as_u16(), headers.collect())
}

#[tokio::test]
async fn other_names_and_other_sites_are_refused() {
    let api = "/api/v1/games";
    for (path, headers, status) in [
        (api, &[("host", "localhost:3333")][..], 200),
        (api, &[("host", "127.0.0.1:3333"), ("origin", "http://127.0.0.1:3333")], 200),
        (api, &[("host", "localhost:3333"), ("sec-fetch-site", "same-origin")], 200),
        (api, &[("host", "localhost:3333"), ("sec-fetch-site", "none")], 200),
        // A stranger's name that means this machine.
        (api, &[("host", "evil.example:3333")], 421),
        ("/", &[("host", "evil.example")], 421),
        (api, &[], 400),
        (api, &[("host", "localhost"), ("host", "localhost")], 400),
        // A stranger's page.
        (api, &[("host", "localhost:3333"), ("origin", "http://evil.example")], 403),
        (api, &[("host", "localhost:3333"), ("origin", "null")], 403),
        (api, &[("host", "localhost:3333"), ("origin", "http://localhost:8080")], 403),
        (api, &[("host", "localhost:3333"), ("origin", "https://localhost:3333")], 403),
        (api, &[("host", "localhost:3333"), ("sec-fetch-site", "cross-site")], 403),
        (api, &[("host", "localhost:3333"), ("sec-fetch-site", "same-site")], 403),
        (api, &[("host", "localhost:3333"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], 403),
        // A link to the page is no harm.
        ("/", &[("host", "localhost:3333"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], 200),
        ("/js/main.js", &[("host", "localhost:3333"), ("sec-fetch-site", "cross-site")], 403),
    ] {
        assert_eq!(asked(path, headers).await.0, status, "{path} {headers:?}");
    }
}

#[tokio::test]
async fn every_answer_binds_the_browser() {
    for (path, host) in [("/", "localhost"), ("/api/v1/games", "localhost"), ("/nothing", "localhost"), ("/", "evil")] {
        let (_, headers) = asked(path, &[("host", host)]).await;
        let header =
            |name: &str| headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
        let policy = header("content-security-policy");
        for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(header("access-control-allow-origin"), "");
    }
}
