//! How it looks: phone, projector, dark, without motion; and whether everybody can use it.

use anyhow::{Result, ensure};
use athos_browser::{Visit, available, root};
use serde_json::Value;

const TABS: [&str; 5] = ["play", "analyse", "learn", "arena", "solve"];
const GAMES: [&str; 6] = ["three-musketeers", "mad-king", "pentago", "pentago-swap", "matches", "nim"];

#[tokio::test]
async fn nothing_scrolls_sideways() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    for (screen, width, height) in
        [("phone", 390, 844), ("projector", 1024, 768), ("notebook", 1280, 800), ("zoomed", 640, 400)]
    {
        visit.browser.resize(width, height).await?;
        let tabs = TABS.iter().map(|tab| (*tab, "matches:pile=7"));
        for (tab, game) in GAMES.iter().map(|game| ("play", *game)).chain(tabs) {
            visit.open(&format!("#/{tab}?game={game}")).await?;
            visit.wait("the panel", "return document.getElementById('panel').childElementCount > 0").await?;
            let wide = visit.script("return document.documentElement.scrollWidth - innerWidth").await?;
            ensure!(wide.as_i64() <= Some(0), "{tab} of {game} on a {screen} is {wide} pixels too wide");
            let id = game.split(':').next().unwrap_or_default();
            visit.shot(&format!("{screen}-{tab}-{id}")).await?;
        }
    }
    visit.end().await
}

#[tokio::test]
async fn the_board_is_all_in_sight() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    for (width, height) in [(1280, 800), (1024, 768)] {
        visit.browser.resize(width, height).await?;
        for game in GAMES {
            visit.open(&format!("#/play?game={game}")).await?;
            let gap = visit
                .script(
                    "return document.querySelector('footer').getBoundingClientRect().top - \
                     document.querySelector('#board-area svg').getBoundingClientRect().bottom",
                )
                .await?;
            ensure!(
                gap.as_f64() >= Some(0.0),
                "{game} at {width}x{height}: the board ends {gap} above the status line"
            );
        }
    }
    visit.end().await
}

#[tokio::test]
async fn dark_follows_the_system_and_can_be_chosen() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.browser.prefer("dark", true).await?;
    visit.open("#/play?game=three-musketeers").await?;
    visit.wait("the dark theme", "return document.documentElement.dataset.theme === 'dark'").await?;
    for game in GAMES {
        visit.open(&format!("#/play?game={game}")).await?;
        visit.shot(&format!("dark-{game}")).await?;
    }
    visit.open("#/analyse?game=matches&moves=1.2").await?;
    visit.wait("values", "return document.querySelector('.tag.proven') !== null").await?;
    visit.shot("dark-analyse").await?;
    visit.click("#theme").await?;
    visit.wait("the light theme", "return document.documentElement.dataset.theme === 'light'").await?;
    visit.open("#/play").await?;
    visit.wait("the remembered theme", "return document.documentElement.dataset.theme === 'light'").await?;
    visit.end().await
}

#[tokio::test]
async fn first_paint_is_small() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("").await?;
    let bytes = visit
        .script(
            "return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))\
             .reduce((sum, entry) => sum + entry.encodedBodySize, 0)",
        )
        .await?;
    ensure!(bytes.as_u64() > Some(10_000) && bytes.as_u64() < Some(200_000), "the first sight takes {bytes} bytes");
    visit.end().await
}

#[tokio::test]
async fn axe_finds_nothing_serious() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let path = root().join("target/npm/node_modules/axe-core/axe.min.js");
    let Ok(axe) = std::fs::read_to_string(&path) else {
        ensure!(std::env::var_os("CI").is_none(), "axe-core is missing");
        eprintln!("SKIPPED: axe-core is missing (npm install --prefix target/npm axe-core)");
        return Ok(());
    };
    let visit = Visit::begin().await?;
    for scheme in ["light", "dark"] {
        visit.browser.prefer(scheme, true).await?;
        let tabs = TABS.iter().map(|tab| (*tab, "matches:pile=7"));
        for (tab, game) in GAMES.iter().map(|game| ("play", *game)).chain(tabs) {
            visit.open(&format!("#/{tab}?game={game}&moves=")).await?;
            visit.wait("the panel", "return document.getElementById('panel').childElementCount > 0").await?;
            visit.script(&axe).await?;
            visit.script("axe.run().then(found => { window.found = found.violations; }); return true").await?;
            visit.wait("axe", "return window.found !== undefined").await?;
            let found = visit
                .script(
                    "return window.found.filter(v => v.impact === 'serious' || v.impact === 'critical')\
                     .map(v => v.id + ': ' + v.nodes.map(n => n.target + ' ' + n.failureSummary).slice(0, 3).join(' | '))",
                )
                .await?;
            ensure!(found == Value::Array(Vec::new()), "{tab} of {game}, {scheme}: {found:#}");
        }
    }
    visit.end().await
}
