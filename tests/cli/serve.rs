//! The page is served, and the server ends when asked to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server at any free port, and its address.
fn serving(args: &[&str]) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_athos")).args(args).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_string();
    (child, address)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
#[cfg(unix)]
fn the_page_is_served_until_an_interrupt() {
    for args in [&["serve", "--port", "0"][..], &[]] {
        let (mut child, address) = serving(args);
        let page = get(&address, "/");
        assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<!doctype html>"), "{page}");
        assert!(get(&address, "/api/v1/nim/position").contains("\"kind\":\"win\""));
        // A stream that is still open does not keep the server.
        let mut stream = TcpStream::connect(&address).unwrap();
        let path = "/api/v1/three-musketeers/search?player=mcts&time=60";
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n").unwrap();
        stream.read_exact(&mut [0; 12]).unwrap();
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_port_that_is_taken_is_an_error_when_it_was_asked_for() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_athos")).args(["serve", "--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains(&format!("cannot serve at 127.0.0.1 port {port}")), "{message}");
}
