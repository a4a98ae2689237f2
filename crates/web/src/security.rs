//! Who may ask, and what a browser may do with the answers.
//!
//! The server acts for whoever sits at the machine, so no other site may drive it through their browser:
//!
//! - *DNS rebinding* (a stranger's name that suddenly means this machine): the `Host` must be a loopback name, the address
//!   that the server is bound to, or, when it is bound to all of them, any address written in digits.
//! - *Cross-site requests*: an `Origin`, where there is one, must be the page's own, and a browser that says that another
//!   site is asking (`Sec-Fetch-Site`) is refused everything but a link to the page.
//! - The page may load and reach nothing but this server, be framed by nobody, and run no inline script.

use crate::errors::refusal;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;

/// Longest address that is read.
const LONGEST_ADDRESS: usize = 32 << 10;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer carries.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Lets those through who may ask, and marks the answers.
pub async fn guard(State(bind): State<IpAddr>, request: Request, next: Next) -> Response {
    let mut response = match refused(&request, bind) {
        Some((status, reason)) => refusal(status, reason),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is not let through.
fn refused(request: &Request, bind: IpAddr) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    let long = request.uri().path_and_query().is_some_and(|address| address.as_str().len() > LONGEST_ADDRESS);
    if long {
        return Some((StatusCode::URI_TOO_LONG, "the address is too long: at most 32,768 bytes are read"));
    }
    let Some(host) = host(request) else {
        return Some((StatusCode::BAD_REQUEST, "the request names no Host, or more than one"));
    };
    if !is_ours(host, bind) {
        let reason = "this server answers only to localhost and to the address that it is bound to";
        return Some((StatusCode::MISDIRECTED_REQUEST, reason));
    }
    if let Some(origin) = headers.get(ORIGIN)
        && origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) != Some(host)
    {
        return Some((StatusCode::FORBIDDEN, "another site's page may not ask this server (its Origin is not ours)"));
    }
    let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let strange = said("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
    let link = said("sec-fetch-mode") == Some("navigate") && !request.uri().path().starts_with("/api/");
    (strange && !link).then_some((StatusCode::FORBIDDEN, "another site's page may not ask this server"))
}

/// The one name that the request is addressed to.
fn host(request: &Request) -> Option<&str> {
    let headers: &HeaderMap = request.headers();
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok(),
        _ => None,
    }
}

/// Whether a `Host` means this server.
fn is_ours(host: &str, bind: IpAddr) -> bool {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').unwrap_or((rest, "?")),
        None => host.find(':').map_or((host, ""), |colon| host.split_at(colon)),
    };
    let port_ok = port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    let name_ok = match name.parse::<IpAddr>() {
        Ok(address) => address.is_loopback() || address == bind || bind.is_unspecified(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    };
    port_ok && name_ok
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_names_are_answered() {
        let local: IpAddr = [127, 0, 0, 1].into();
        for host in ["localhost", "LOCALHOST:3333", "127.0.0.1:3333", "127.0.0.1", "[::1]:3333", "[::1]"] {
            assert!(is_ours(host, local), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:3333",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "",
            "localhost:x",
            "localhost:3333:1",
            "[::1",
            "[::1]x",
            "192.168.1.7:3333",
            "0.0.0.0:3333",
        ] {
            assert!(!is_ours(host, local), "{host}");
        }
        let lan: IpAddr = [192, 168, 1, 7].into();
        assert!(is_ours("192.168.1.7:3333", lan) && !is_ours("192.168.1.8:3333", lan));
        let all: IpAddr = [0, 0, 0, 0].into();
        assert!(is_ours("192.168.1.8:3333", all) && !is_ours("evil.example", all));
    }
}
