//! Play: every game to its end by clicks, one by keys alone, links, Back, refusals, opponents.

use anyhow::{Result, ensure};
use athos_browser::{Visit, available, clicks, short_game};
use athos_core::{AnyGame, Outcome};
use athos_games::registry;
use std::time::Duration;

/// The game behind an id, with the rules after its colon.
fn game(spec: &str) -> Box<dyn AnyGame> {
    registry::load(spec, "").expect("the games of these tests are in the registry")
}

/// Plays a finished game by clicks, looks at every position, and reads how it ended.
async fn by_clicks(spec: &str, longest: usize) -> Result<()> {
    if !available() {
        return Ok(());
    }
    let game = game(spec);
    let (moves, positions) = short_game(game.as_ref(), longest);
    let visit = Visit::begin().await?;
    visit.open(&format!("#/play?game={spec}")).await?;
    visit.position(&positions[0]).await?;
    for (m, after) in moves.iter().zip(&positions[1..]) {
        for part in clicks(game.id(), m) {
            visit.pick(&part).await?;
        }
        visit.position(after).await?;
    }
    let last = game.view(&positions[moves.len()])?;
    let status = visit.status().await?;
    let wanted = match last.outcome {
        Some(Outcome::Winner(player)) => {
            let name = game.players()[player.index()];
            let verb = if name.ends_with('s') { "win." } else { "wins." };
            format!("{} {verb}", name[..1].to_uppercase() + &name[1..])
        }
        _ => "A draw.".into(),
    };
    ensure!(status.contains(&wanted), "{spec} ends with '{status}', not with '{wanted}'");
    let hash = visit.script("return decodeURIComponent(location.hash)").await?;
    ensure!(hash.as_str().is_some_and(|hash| hash.contains(&format!("moves={}", moves.join(".")))), "{hash}");
    tokio::time::sleep(Duration::from_millis(1000)).await;
    visit.shot(&format!("end-{}", game.id())).await?;
    visit.end().await
}

#[tokio::test]
async fn three_musketeers_by_clicks() -> Result<()> {
    by_clicks("three-musketeers", 40).await
}

#[tokio::test]
async fn mad_king_by_clicks() -> Result<()> {
    by_clicks("mad-king", 40).await
}

#[tokio::test]
async fn pentago_by_clicks() -> Result<()> {
    by_clicks("pentago", 24).await
}

#[tokio::test]
async fn pentago_swap_by_clicks() -> Result<()> {
    by_clicks("pentago-swap", 24).await
}

#[tokio::test]
async fn matches_by_clicks() -> Result<()> {
    by_clicks("matches", 12).await
}

#[tokio::test]
async fn nim_by_clicks() -> Result<()> {
    by_clicks("nim:play=misere", 12).await
}

#[tokio::test]
async fn a_game_by_keys_alone() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let game = game("three-musketeers");
    let (moves, positions) = short_game(game.as_ref(), 40);
    let visit = Visit::begin().await?;
    visit.open("#/play?game=three-musketeers").await?;
    visit.position(&positions[0]).await?;
    visit.keys("b").await?;
    for (m, after) in moves.iter().zip(&positions[1..]) {
        for cell in [&m[..2], &m[2..]] {
            walk(&visit, cell).await?;
            visit.keys("\u{e007}").await?;
        }
        visit.position(after).await?;
    }
    visit.end().await
}

/// Moves the cursor to a cell by arrow keys.
async fn walk(visit: &Visit, cell: &str) -> Result<()> {
    loop {
        let here = visit.script("return document.activeElement.getAttribute('data-part')").await?;
        let here = here.as_str().and_then(|part| part.strip_prefix("cell:")).unwrap_or_default().to_string();
        ensure!(here.len() == 2, "the keyboard has lost the board");
        let (from, to) = (here.as_bytes(), cell.as_bytes());
        let key = match (from[0].cmp(&to[0]), from[1].cmp(&to[1])) {
            (std::cmp::Ordering::Less, _) => "\u{e014}",
            (std::cmp::Ordering::Greater, _) => "\u{e012}",
            (_, std::cmp::Ordering::Less) => "\u{e013}",
            (_, std::cmp::Ordering::Greater) => "\u{e015}",
            _ => return Ok(()),
        };
        visit.keys(key).await?;
    }
}

#[tokio::test]
async fn links_and_back() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/play?game=matches:pile=9&moves=1.2").await?;
    visit.position("6 1").await?;
    visit.pick("take:a3").await?;
    visit.position("3 0").await?;
    visit.browser.driver.back().await?;
    visit.position("6 1").await?;
    visit.browser.driver.forward().await?;
    visit.position("3 0").await?;
    visit.press("Undo").await?;
    visit.position("6 1").await?;
    visit.press("Redo").await?;
    visit.position("3 0").await?;
    visit.press("Resign").await?;
    visit.wait("the end", "return document.getElementById('status').textContent.includes('First wins.')").await?;
    visit.press("New").await?;
    visit.position("9 1").await?;
    visit.end().await
}

#[tokio::test]
async fn a_refused_click_is_explained() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/play?game=three-musketeers").await?;
    visit.pick("cell:b2").await?;
    ensure!(visit.status().await?.contains("musketeers' turn"), "{}", visit.status().await?);
    visit.pick("cell:c3").await?;
    visit.pick("cell:e1").await?;
    visit
        .wait("the reason", "return document.getElementById('status').textContent.includes('guard next to them')")
        .await?;
    visit.shot("refused").await?;
    // The refusal is an answer with an error status, which the console reports: that is no fault of the page.
    visit.browser.quit().await
}

#[tokio::test]
async fn pieces_can_be_dragged() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/play?game=mad-king").await?;
    let driver = &visit.browser.driver;
    let from = driver.find(thirtyfour::By::Css("[data-part=\"cell:c2\"]")).await?;
    let to = driver.find(thirtyfour::By::Css("[data-part=\"cell:c3\"]")).await?;
    driver.action_chain().drag_and_drop_element(&from, &to).perform().await?;
    visit.position("..K../.GGG./..D../DD.DD/..... k").await?;
    visit.end().await
}

#[tokio::test]
async fn an_opponent_answers_and_two_play_alone() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/play?game=matches:pile=10").await?;
    let strongest = "const all = document.querySelector('select[data-player=second]'); \
                     all.value = all.options[all.options.length - 1].value; \
                     all.dispatchEvent(new Event('change', {bubbles: true})); return all.value !== 'person'";
    visit.wait("a level to choose", strongest).await?;
    visit.pick("take:a1").await?;
    visit.wait("the answer", "return document.querySelectorAll('.moves li').length === 2").await?;
    // Move and answer are one step back.
    visit.browser.driver.back().await?;
    visit.position("10 1").await?;
    visit.press("Swap sides").await?;
    visit.wait("the opponent's first move", "return document.querySelectorAll('.moves li').length === 1").await?;
    visit.open("#/play?game=matches:pile=10&players=level-1.level-1").await?;
    visit.wait("a finished game", "return /wins\\./.test(document.getElementById('status').textContent)").await?;
    visit.end().await
}
