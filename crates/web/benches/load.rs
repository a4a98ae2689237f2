//! Two hundred clients at once, for a minute: no error, no growth in memory, and how long an answer from a table takes.
//!
//! `cargo bench -p athos-web`; `ATHOS_BENCH_SECONDS` and `ATHOS_BENCH_CLIENTS` change the size. A hundred clients in turn
//! ask a table (Three Musketeers on 4x4, solved first, into a temporary folder); the others search, play, review, and leave
//! in the middle. Ends with an error if anything but 200 and 503 was answered.

#[path = "../tests/api/client.rs"]
#[allow(dead_code)]
mod client;

use athos_web::{App, Config};
use client::{Client, Wrong};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const GAME: &str = "three-musketeers:rows=4,columns=4";

fn main() -> Result<(), Wrong> {
    let data = tempfile::tempdir()?;
    // SAFETY: nothing else runs yet.
    unsafe { std::env::set_var("ATHOS_DATA", data.path()) };
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let config = Config {
        bind: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        or_next: false,
        threads: cores,
        memory: 256 << 20,
        solve_memory: None,
    };
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(load(config))
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

async fn load(config: Config) -> Result<(), Wrong> {
    let listener = TcpListener::bind((config.bind, 0)).await?;
    let address = listener.local_addr()?;
    tokio::spawn(athos_web::run(listener, App::new(&config), std::future::pending()));
    solve(address).await?;
    let positions = positions(address).await?;
    let (clients, seconds) = (setting("ATHOS_BENCH_CLIENTS", 200), setting("ATHOS_BENCH_SECONDS", 60));
    let time = Duration::from_secs(seconds);

    // A short run first, so that what is kept from then on is kept before memory is measured.
    crowd(address, clients, time.min(Duration::from_secs(5)), &positions).await?;
    let before = resident();
    let tally = crowd(address, clients, time, &positions).await?;
    let after = resident();

    println!("{clients} clients for {seconds} s: {} answers, {} of them \"busy\"", tally.answers, tally.busy);
    println!("memory: {} MB before, {} MB after", before >> 20, after >> 20);
    let mut times = tally.table;
    times.sort();
    for share in [50, 90, 99] {
        let index = (times.len() * share / 100).min(times.len().saturating_sub(1));
        println!("answer from a table, p{share}: {:.2} ms", times.get(index).map_or(0.0, |t| t.as_secs_f64() * 1e3));
    }
    println!("{} answers from tables", times.len());
    Ok(())
}

#[derive(Default)]
struct Tally {
    answers: usize,
    busy: usize,
    table: Vec<Duration>,
}

async fn crowd(address: SocketAddr, clients: u64, time: Duration, positions: &[String]) -> Result<Tally, Wrong> {
    let end = Instant::now() + time;
    let one = |client: u64| {
        let positions = positions.to_vec();
        tokio::spawn(async move {
            let mut connection = Client::new(address).await?;
            let mut tally = Tally::default();
            let mut round = client as usize;
            while Instant::now() < end {
                visit(&mut connection, client, round, &positions, &mut tally).await?;
                round += 7;
                // People look at a board before they ask again.
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Ok::<Tally, Wrong>(tally)
        })
    };
    let all: Vec<_> = (0..clients).map(one).collect();
    let mut sum = Tally::default();
    for client in all {
        let tally = client.await??;
        sum.answers += tally.answers;
        sum.busy += tally.busy;
        sum.table.extend(tally.table);
    }
    Ok(sum)
}

async fn visit(
    connection: &mut Client,
    client: u64,
    round: usize,
    positions: &[String],
    tally: &mut Tally,
) -> Result<(), Wrong> {
    let position = &positions[round % positions.len()];
    let begun = Instant::now();
    let status = match (client % 2, round % 5) {
        (0, _) => {
            let (status, _) = connection.get(&format!("/{GAME}/position?p={position}")).await?;
            tally.table.push(begun.elapsed());
            status
        }
        (_, 0) => connection.get(&format!("/nim/search?time=0.5&client={client}")).await?.0,
        (_, 1) => connection.get(&format!("/nim/play?moves=a1&player=athos&time=0.5&client={client}")).await?.0,
        (_, 2) => connection.glance(&format!("/pentago-swap/search?time=0.5&player=mcts&client={client}")).await?.0,
        (_, 3) => connection.get(&format!("/{GAME}/review?start={position}&client={client}")).await?.0,
        _ => connection.get("/matches/position?p=17%201").await?.0,
    };
    tally.answers += 1;
    match status {
        200 => Ok(()),
        503 => {
            tally.busy += 1;
            Ok(())
        }
        status => Err(format!("client {client}, round {round}: status {status}").into()),
    }
}

/// Solves the game by a job, as the page does.
async fn solve(address: SocketAddr) -> Result<(), Wrong> {
    let body = format!("{{\"kind\":\"solve\",\"game\":\"{GAME}\"}}");
    let mut stream = tokio::net::TcpStream::connect(address).await?;
    let head = format!("POST /api/v1/jobs HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    let head = format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(head.as_bytes()).await?;
    stream.read_to_end(&mut Vec::new()).await?;
    let (_, events) = Client::new(address).await?.get("/jobs/1/events").await?;
    match String::from_utf8_lossy(&events).contains("\"state\":\"done\"") {
        true => Ok(()),
        false => Err("the game was not solved".into()),
    }
}

/// Positions of random games.
async fn positions(address: SocketAddr) -> Result<Vec<String>, Wrong> {
    let mut client = Client::new(address).await?;
    let mut random = athos_core::random::Random::new(1);
    let mut found = Vec::new();
    while found.len() < 500 {
        let mut path = format!("/{GAME}/scene");
        loop {
            let (_, body) = client.get(&path).await?;
            let scene: serde_json::Value = serde_json::from_slice(&body)?;
            found.push(scene["position"].as_str().unwrap_or_default().replace(' ', "%20"));
            let moves = scene["moves"].as_array().cloned().unwrap_or_default();
            let Some(next) = random.pick(&moves) else { break };
            path = format!("/{GAME}/scene?p={}", next["position"].as_str().unwrap_or_default().replace(' ', "%20"));
        }
    }
    Ok(found)
}

/// The bytes of memory that this process holds, where the system says so.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0) << 10
}
