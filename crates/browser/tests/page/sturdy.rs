//! When things go wrong: a server that goes and comes back, a link that cannot be, a mistake in the page.

use anyhow::{Result, ensure};
use athos_browser::{Server, Visit, available};

#[tokio::test]
async fn a_lost_server_is_told_and_found_again() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let mut visit = Visit::begin().await?;
    visit.open("#/play?game=matches").await?;
    let port = visit.server.port();
    let second = Server::start()?;
    drop(std::mem::replace(&mut visit.server, second));
    visit.pick("take:a2").await?;
    visit
        .wait("the banner", "return document.getElementById('banner').textContent.includes('does not answer')")
        .await?;
    visit.shot("server-gone").await?;
    visit.server = Server::start_on(port)?;
    visit.wait("the banner to go", "return document.getElementById('banner').textContent === ''").await?;
    visit.position("19 0").await?;
    visit.browser.quit().await
}

#[tokio::test]
async fn a_broken_link_says_what_is_wrong() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    for (hash, reason) in [
        ("#/play?game=three-musketeers&start=GGG+m", "row"),
        ("#/play?game=matches&moves=1.7", "7"),
        ("#/play?game=chess", "chess"),
        ("#/play?game=matches:pile=none", "pile"),
    ] {
        visit.open(hash).await?;
        visit.wait("the message", "return document.querySelector('.trouble') !== null").await?;
        let words = visit.script("return document.querySelector('.trouble').textContent").await?;
        ensure!(words.as_str().is_some_and(|words| words.contains(reason)), "{hash}: {words}");
        visit.shot("broken-link").await?;
        visit.press("New game").await?;
        visit.wait("a board", "return document.querySelector('#board-area svg') !== null").await?;
    }
    visit.browser.quit().await
}

#[tokio::test]
async fn a_mistake_in_the_page_is_told() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/play?game=matches").await?;
    let mistake = "dispatchEvent(new ErrorEvent('error', { error: new Error('a test of the banner') })); return true";
    visit.script(mistake).await?;
    visit
        .wait("the banner", "return document.getElementById('banner').textContent.includes('test of the banner')")
        .await?;
    visit.press("Dismiss").await?;
    visit.wait("the banner to go", "return document.getElementById('banner').textContent === ''").await?;
    visit.browser.quit().await
}
