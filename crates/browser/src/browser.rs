//! Chromium, without a window, with an empty profile, through chromedriver.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::mem::ManuallyDrop;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use thirtyfour::prelude::*;

const FLAGS: [&str; 8] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// Whether there is a browser to drive. Where there is none, says so; in CI that is an error.
pub fn available() -> bool {
    let missing = ["chromium", "chromedriver"].into_iter().find(|program| {
        let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        !found.is_ok_and(|status| status.success())
    });
    match missing {
        None => true,
        Some(program) => {
            assert!(std::env::var_os("CI").is_none(), "{program} is missing");
            eprintln!("SKIPPED: {program} is missing (Debian: apt-get install chromium chromium-driver)");
            false
        }
    }
}

/// A browser and its driver; both end with [`Browser::quit`], or at the latest with this value.
pub struct Browser {
    /// The session. It is never dropped: a session that nobody has quit would wait for its driver, for minutes.
    pub driver: ManuallyDrop<WebDriver>,
    child: Child,
    address: String,
    profile: TempDir,
}

impl Browser {
    /// Starts one.
    pub async fn start() -> Result<Browser> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let child = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("chromedriver cannot be started")?;
        let address = format!("http://127.0.0.1:{port}");
        let profile = tempfile::tempdir()?;
        let mut wanted = DesiredCapabilities::chrome();
        for flag in FLAGS {
            wanted.add_arg(flag)?;
        }
        wanted.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
        wanted.set("goog:loggingPrefs", json!({ "browser": "ALL" }))?;
        let begun = Instant::now();
        let driver = loop {
            match WebDriver::new(&address, wanted.clone()).await {
                Ok(driver) => break driver,
                Err(error) if begun.elapsed() > Duration::from_secs(60) => {
                    bail!("no session with the browser: {error}")
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        };
        Ok(Browser { driver: ManuallyDrop::new(driver), child, address, profile })
    }

    async fn post(&self, path: &str, body: Value) -> Result<Value> {
        let session = self.driver.session_id();
        let address = format!("{}/session/{session}/{path}", self.address);
        let answer: Value = reqwest::Client::new().post(address).json(&body).send().await?.json().await?;
        Ok(answer["value"].clone())
    }

    /// Calls a method of the developer tools.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Result<Value> {
        self.post("goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    /// What the console said since the last call, errors only.
    pub async fn errors(&self) -> Result<Vec<String>> {
        let log = self.post("se/log", json!({ "type": "browser" })).await?;
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        Ok(severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_string()).collect())
    }

    /// Makes the screen this large, in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700 });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await.map(drop)
    }

    /// Prefers a scheme of colours (`light`, `dark`), and less motion or not.
    pub async fn prefer(&self, scheme: &str, reduced_motion: bool) -> Result<()> {
        let motion = if reduced_motion { "reduce" } else { "no-preference" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await.map(drop)
    }

    /// Ends the browser.
    pub async fn quit(self) -> Result<()> {
        Ok(WebDriver::clone(&self.driver).quit().await?)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // A browser whose driver was killed goes on; its profile is its own.
        let own = format!("user-data-dir={}", self.profile.path().display());
        let _ = Command::new("pkill").args(["-9", "-f", "--", &own]).status();
    }
}
