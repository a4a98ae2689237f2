//! Learn, solve and compete: the tree of a search counts what the published tables count, a small game is solved by one
//! click, a match is played.

use anyhow::{Result, ensure};
use athos_browser::{Visit, available};

#[tokio::test]
async fn trees_have_the_published_sizes() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/learn?game=matches:pile=7").await?;
    let visited = "return document.querySelector('.counters b')?.textContent";
    let shows = |number: u32| format!("{visited} === '{number}'");
    visit.wait("alpha-beta's 32 nodes", &shows(32)).await?;
    visit.shot("learn-alpha-beta").await?;
    visit.press("Minimax").await?;
    visit.wait("minimax's 52 nodes", &shows(52)).await?;
    visit.press("Back").await?;
    visit.click("button[aria-label='To the beginning']").await?;
    visit.wait("nothing visited", &shows(0)).await?;
    visit.press("Next").await?;
    visit.wait("the root", &shows(1)).await?;
    let bars = visit.script("return document.querySelectorAll('.chart .bar').length").await?;
    ensure!(bars.as_u64() == Some(2), "{bars} bars for two runs");
    visit.end().await
}

#[tokio::test]
async fn the_machine_lights_the_state_on_the_board() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/learn?game=matches:pile=7").await?;
    let lit = "return document.querySelector('.machine .lit-text')?.textContent";
    visit.wait("state 7", &format!("{lit} === '7'")).await?;
    visit.pick("take:a2").await?;
    visit.position("5 0").await?;
    visit.pick("take:a1").await?;
    visit.wait("state 4", &format!("{lit} === '4'")).await?;
    visit.shot("learn-machine").await?;
    visit.end().await
}

#[tokio::test]
async fn a_game_is_solved_by_one_click() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/solve?game=three-musketeers:rows=4,columns=4").await?;
    visit.shot("solve-offer").await?;
    visit.press("Solve").await?;
    visit.wait("the table", "return document.body.textContent.includes('Play against it')").await?;
    visit.shot("solve-done").await?;
    visit.press("See every value").await?;
    visit
        .wait("values of the table", "return document.querySelector('.tag.proven')?.textContent.includes('table')")
        .await?;
    visit.end().await
}

#[tokio::test]
async fn a_match_is_played_and_counted() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/arena?game=matches").await?;
    visit.click("#start-match").await?;
    let over = "return [...document.querySelectorAll('[data-match-job] .tag')].some(t => t.textContent === '20 games')";
    visit.wait("twenty games", over).await?;
    visit.shot("arena-match").await?;
    visit.end().await
}
