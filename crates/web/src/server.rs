//! From a port to a running server, and to its end.

use crate::app::App;
use crate::router::router;
use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address of this machine to listen at.
    pub bind: IpAddr,
    /// The port; 0 for any.
    pub port: u16,
    /// Whether the next ports are tried when this one is taken.
    pub or_next: bool,
    /// How many searches run at once.
    pub threads: usize,
    /// Bytes that all searches together may take.
    pub memory: usize,
    /// Bytes that solving a game may take; `None` when nobody knows a limit.
    pub solve_memory: Option<u64>,
}

/// How many ports are tried.
const TRIES: u16 = 100;
/// Connections that are open at once; more are closed at once.
const CONNECTIONS: usize = 2048;
/// The time that a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// Longest head of a request.
const LONGEST_HEAD: usize = 64 << 10;
/// The time that requests have to end when the server does.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// Serves until Ctrl-C. `ready` hears the address.
pub fn serve(config: &Config, ready: impl FnOnce(SocketAddr) -> io::Result<()>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let listener = listen(config).await?;
        ready(listener.local_addr()?)?;
        run(listener, App::new(config), asked_to_stop()).await;
        Ok(())
    });
    // Searches have been told to end; whoever does not hear it is not waited for.
    runtime.shutdown_timeout(LAST_WORDS);
    result
}

/// Answers at the listener until `stop` is done; then lets open requests end, for a while.
pub async fn run(listener: TcpListener, app: Arc<App>, stop: impl Future<Output = ()>) {
    let router = router(Arc::clone(&app));
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Beyond the bound the connection is dropped, which closes it.
                let Ok(place) = Arc::clone(&connections).try_acquire_owned() else { continue };
                let connection = graceful.watch(connection(stream, peer, router.clone()));
                tokio::spawn(async move {
                    // A connection that breaks is the client's affair.
                    connection.await.ok();
                    drop(place);
                });
            }
            // Out of file handles, most likely: wait for some to come free.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    app.end();
    tokio::time::timeout(LAST_WORDS, graceful.shutdown()).await.ok();
}

type Connection = hyper::server::conn::http1::Connection<TokioIo<TcpStream>, TowerToHyperService<Router>>;

/// A connection, with bounds on how slow and how long a request may be.
fn connection(stream: TcpStream, peer: SocketAddr, router: Router) -> Connection {
    stream.set_nodelay(true).ok();
    let service = TowerToHyperService::new(router.layer(Extension(ConnectInfo(peer))));
    hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
}

/// The address that a request came from.
pub fn peer(request: &axum::http::Extensions) -> Option<IpAddr> {
    request.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip())
}

/// The first free port.
async fn listen(config: &Config) -> io::Result<TcpListener> {
    let last = if config.or_next && config.port != 0 { config.port.saturating_add(TRIES) } else { config.port };
    let mut port = config.port;
    loop {
        match TcpListener::bind((config.bind, port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && port < last => port += 1,
            bound => return bound,
        }
    }
}

/// Ctrl-C, or a polite request to end.
async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! { _ = interrupt => {}, _ = terminate => {} }
}
