//! A visit to the page: a server, a browser, and what a person does with them.

use crate::{Browser, Server, root};
use anyhow::{Result, bail};
use serde_json::Value;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;
use tokio::sync::{Mutex, MutexGuard};

/// How often a button is tried again.
const PRESSES: u32 = 20;
/// How long a test waits for something that should be there at once, on a machine that may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// One visit at a time: browsers are heavy, and tests that share two cores with each other only wait for each other.
static TURN: Mutex<()> = Mutex::const_new(());

/// Where screenshots are kept.
pub fn shots_folder() -> PathBuf {
    let folder = root().join("target/screenshots");
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

/// A server and a browser that looks at it.
pub struct Visit {
    /// The server.
    pub server: Server,
    /// The browser.
    pub browser: Browser,
    _turn: MutexGuard<'static, ()>,
}

impl Visit {
    /// Starts both; the screen is that of a small notebook.
    pub async fn begin() -> Result<Visit> {
        let turn = TURN.lock().await;
        let visit = Visit { server: Server::start()?, browser: Browser::start().await?, _turn: turn };
        visit.browser.resize(1280, 800).await?;
        Ok(visit)
    }

    /// Opens the page with this hash (`#/play?…`) and waits for a board or a message.
    pub async fn open(&self, hash: &str) -> Result<()> {
        // Leaving the page first makes the browser load it anew even when only the hash differs.
        self.browser.driver.goto("about:blank").await?;
        self.browser.driver.goto(format!("{}/{hash}", self.server.address())).await?;
        self.wait("the page to be drawn", "return document.querySelector('#board-area svg, .trouble') !== null").await
    }

    /// Runs a script in the page.
    pub async fn script(&self, script: &str) -> Result<Value> {
        Ok(self.browser.driver.execute(script, Vec::new()).await?.json().clone())
    }

    /// Waits until a script answers true.
    pub async fn wait(&self, what: &str, script: &str) -> Result<()> {
        let begun = Instant::now();
        while self.script(script).await? != Value::Bool(true) {
            if begun.elapsed() > PATIENCE {
                self.shot("gave-up").await?;
                bail!("waited in vain for {what}; the status line says: {}", self.status().await?);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Waits for a position on the board.
    pub async fn position(&self, position: &str) -> Result<()> {
        let script = format!("return document.getElementById('main').dataset.position === {position:?}");
        self.wait(&format!("the position {position}"), &script).await
    }

    /// Clicks an element.
    pub async fn click(&self, selector: &str) -> Result<()> {
        self.browser.driver.find(By::Css(selector)).await?.click().await?;
        Ok(())
    }

    /// Clicks the button with this text.
    pub async fn press(&self, text: &str) -> Result<()> {
        let path = format!("//button[normalize-space()='{text}']");
        // The page may draw the button anew between finding and clicking it.
        for _ in 0..PRESSES {
            let pressed = match self.browser.driver.find(By::XPath(&path)).await {
                Ok(button) => button.click().await,
                Err(error) => Err(error),
            };
            if pressed.is_ok() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.browser.driver.find(By::XPath(path)).await?.click().await?;
        Ok(())
    }

    /// Clicks a part of the board.
    pub async fn pick(&self, part: &str) -> Result<()> {
        self.click(&format!("#board-area [data-part=\"{part}\"]")).await
    }

    /// Types keys into whatever has the focus.
    pub async fn keys(&self, keys: &str) -> Result<()> {
        let focused = self.browser.driver.active_element().await?;
        focused.send_keys(keys).await?;
        Ok(())
    }

    /// What the status line says.
    pub async fn status(&self) -> Result<String> {
        let text = self.script("return document.getElementById('status').textContent").await?;
        Ok(text.as_str().unwrap_or_default().to_string())
    }

    /// Keeps a picture of the screen.
    pub async fn shot(&self, name: &str) -> Result<()> {
        self.browser.driver.screenshot(&shots_folder().join(format!("{name}.png"))).await?;
        Ok(())
    }

    /// Ends both, after a look at the console: it must have said nothing bad.
    pub async fn end(self) -> Result<()> {
        let errors = self.browser.errors().await?;
        self.browser.quit().await?;
        if errors.is_empty() { Ok(()) } else { bail!("the console has errors: {errors:#?}") }
    }
}
