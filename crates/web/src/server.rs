//! From a port to a running server.

use crate::app::App;
use crate::router::router;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;

/// Where to listen.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address of this machine that others reach it by.
    pub bind: IpAddr,
    /// The port; 0 for any.
    pub port: u16,
    /// Whether the next ports are tried when this one is taken.
    pub or_next: bool,
}

/// How many ports are tried.
const TRIES: u16 = 100;

/// Serves until Ctrl-C. `ready` hears the address.
pub fn serve(config: &Config, ready: impl FnOnce(SocketAddr) -> io::Result<()>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = listen(config).await?;
        ready(listener.local_addr()?)?;
        let app = Arc::new(App::new());
        axum::serve(listener, router(app)).with_graceful_shutdown(asked_to_stop()).await
    })
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
