//! Analyse: the values on the board are those of the command line; verdicts, positions and searches.

use anyhow::{Result, ensure};
use athos_browser::{Visit, athos, available};
use serde_json::Value;
use std::process::Command;

/// What `athos eval --json` says.
fn eval(game: &str, position: &str) -> Result<Value> {
    let output = Command::new(athos()).args(["eval", game, position, "--json"]).output()?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A value as the badges write it.
fn short(value: &Value) -> String {
    let letter = match value["kind"].as_str() {
        Some("win") => "W",
        Some("loss") => "L",
        Some("draw") => return "D".into(),
        _ => return "?".into(),
    };
    value["plies"].as_u64().map_or(letter.to_string(), |plies| format!("{letter}{plies}"))
}

#[tokio::test]
async fn values_are_those_of_the_command_line() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    let cases = [
        ("matches", "18 1"),
        ("nim", "3,4,5 1"),
        ("three-musketeers:rows=3,columns=3", "GGM/GMG/MGG m"),
        ("three-musketeers:rows=3,columns=4", "GG.M/GM.G/MG.G g"),
    ];
    for (game, position) in cases {
        let known = eval(game, position)?;
        ensure!(known["proven"] == true, "{game} {position}: {known}");
        visit.open(&format!("#/analyse?game={game}&start={}", position.replace(' ', "+"))).await?;
        visit.wait("proven values", "return document.querySelector('.tag.proven') !== null").await?;
        let shown = visit
            .script(
                "return [...document.querySelectorAll('.alternatives button')].map(b => \
                 [b.children[1].textContent, b.children[0].textContent])",
            )
            .await?;
        let mut shown: Vec<(String, String)> = serde_json::from_value(shown)?;
        let moves = known["moves"].as_array().cloned().unwrap_or_default();
        let text = |m: &Value| m["move"].as_str().unwrap_or_default().to_string();
        let mut wanted: Vec<(String, String)> = moves.iter().map(|m| (text(m), short(&m["value"]))).collect();
        shown.sort();
        wanted.sort();
        ensure!(shown == wanted, "{game} {position}: the page shows {shown:?}, the command {wanted:?}");
        let badges = visit.script("return document.querySelectorAll('#board-area .badge').length").await?;
        ensure!(badges.as_u64() > Some(0), "no badge on the board of {game}");
    }
    visit.shot("analyse-values").await?;
    visit.end().await
}

#[tokio::test]
async fn a_game_is_reviewed() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    // 10 matches: taking 1 leaves 9 and wins; the third move gives it away, leaving 5 of 6 would have kept it.
    visit.open("#/analyse?game=matches:pile=10&moves=1.3.3").await?;
    visit.wait("verdicts", "return document.querySelectorAll('.moves .verdict-word').length === 3").await?;
    let words =
        visit.script("return [...document.querySelectorAll('.moves .verdict-word')].map(w => w.textContent)").await?;
    let words: Vec<String> = serde_json::from_value(words)?;
    ensure!(words[0].starts_with("best") && words[2].starts_with("gives it away"), "{words:?}");
    visit.shot("analyse-review").await?;
    visit.press("To the losing move: 3. 3").await?;
    visit.position("6 1").await?;
    visit.end().await
}

#[tokio::test]
async fn any_position_can_be_pasted() -> Result<()> {
    if !available() {
        return Ok(());
    }
    let visit = Visit::begin().await?;
    visit.open("#/analyse?game=mad-king").await?;
    visit.wait("the field", "return document.querySelector('input[aria-label=Position]') !== null").await?;
    let put = "const f = document.querySelector('input[aria-label=Position]'); f.value = arguments[0] ?? '';";
    let paste = |text: &str| {
        put.replace("arguments[0] ?? ''", &format!("{text:?}"))
            + " f.dispatchEvent(new Event('input', {bubbles: true})); return true"
    };
    visit.script(&paste("K..../..G../...../DDD../..... k")).await?;
    visit.press("Show it").await?;
    visit.position("K..../..G../...../DDD../..... k").await?;
    visit.script(&paste("K..../..G..")).await?;
    visit.press("Show it").await?;
    visit.wait("the refusal", "return document.querySelector('.panel .card.error') !== null").await?;
    visit.browser.quit().await
}
