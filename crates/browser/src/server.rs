//! The server under test: the binary of this workspace, built on first use, on a port of its own.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The path of the binary: the one that the variable ATHOS_BINARY names, else that of this workspace, built first.
pub fn athos() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        if let Some(given) = std::env::var_os("ATHOS_BINARY") {
            return given.into();
        }
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
        let built = Command::new(cargo)
            .args(["build", "--quiet", "--bin", "athos"])
            .current_dir(root())
            .status()
            .expect("cargo can be called");
        assert!(built.success(), "the binary does not build");
        // This program is target/PROFILE/deps/NAME, but only the development profile was built.
        let own = std::env::current_exe().expect("a program knows its path");
        let target = own.ancestors().nth(3).expect("programs of tests lie in target/PROFILE/deps");
        target.join("debug/athos")
    })
}

/// A running server; it ends with this value.
pub struct Server {
    child: Child,
    address: String,
    _data: TempDir,
}

impl Server {
    /// Starts one with an empty data folder.
    pub fn start() -> Result<Server> {
        Server::start_on(0)
    }

    /// Starts one on a port; 0 leaves the choice to the system.
    pub fn start_on(port: u16) -> Result<Server> {
        let data = tempfile::tempdir()?;
        let mut child = Command::new(athos())
            .args(["serve", "--port", &port.to_string()])
            .env("ATHOS_DATA", data.path())
            .stdout(Stdio::piped())
            .spawn()
            .context("the server cannot be started")?;
        let output = child.stdout.take().context("no output")?;
        let mut lines = BufReader::new(output).lines();
        for line in &mut lines {
            let line = line?;
            if let Some(at) = line.find("http://") {
                let address = line[at..].split_whitespace().next().unwrap_or_default();
                let address = address.trim_end_matches('/').to_string();
                // The pipe must be read on, or a talkative server would wait for it.
                std::thread::spawn(move || lines.for_each(drop));
                return Ok(Server { child, address, _data: data });
            }
        }
        bail!("the server ended without an address");
    }

    /// Its address, without a slash at the end.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The port it listens to.
    pub fn port(&self) -> u16 {
        self.address.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap_or_default()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
