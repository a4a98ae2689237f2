//! Many clients at once over real sockets: evals, searches, streams, and those who leave in the middle. The long version,
//! with figures, is `cargo bench -p athos-web`.

use crate::client::{Client, Wrong};
use crate::common::app;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

const CLIENTS: usize = 50;
const TIME: Duration = Duration::from_secs(2);

/// What a client does, over and over.
async fn visit(client: &mut Client, round: usize) -> Result<(), Wrong> {
    let pile = 5 + round % 15;
    let (status, body) = match round % 5 {
        0 => client.get(&format!("/matches/position?p={pile}%201")).await?,
        1 => client.get("/nim/search?time=1&player=alpha-beta").await?,
        2 => client.get(&format!("/nim/play?moves=a1,b{}&player=athos&time=1", 1 + round % 4)).await?,
        3 => client.glance("/three-musketeers/search?time=20&player=mcts&client=glance").await?,
        _ => client.get("/pentago/scene").await?,
    };
    // A full queue is an honest answer too.
    let answered = matches!(status, 200 | 503) && !body.is_empty() || round % 5 == 3;
    if answered { Ok(()) } else { Err(format!("round {round}: status {status}").into()) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_clients_get_answers_and_nothing_is_left_behind() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(athos_web::run(listener, app(), async {
        stopped.await.ok();
    }));
    let end = Instant::now() + TIME;
    let clients = (0..CLIENTS).map(|client| {
        tokio::spawn(async move {
            let mut connection = Client::new(address).await?;
            let mut round = client;
            while Instant::now() < end {
                visit(&mut connection, round).await?;
                round += 1;
            }
            Ok::<usize, Wrong>(round - client)
        })
    });
    let mut rounds = 0;
    for client in clients.collect::<Vec<_>>() {
        rounds += client.await.expect("no panic").expect("no error");
    }
    assert!(rounds >= CLIENTS, "{rounds} answers");

    // Everybody has left: nothing runs and nothing waits.
    let mut client = Client::new(address).await.unwrap();
    loop {
        let (_, body) = client.get("/status").await.unwrap();
        let status: serde_json::Value = serde_json::from_slice(&body).unwrap();
        if status["searches"] == serde_json::json!({"running": 0, "waiting": 0}) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stop.send(()).unwrap();
    server.await.unwrap();
}
