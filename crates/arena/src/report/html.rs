//! The page: one file, inline style and figures, no script. Light and dark as the reader has it, light on paper. Tags are
//! closed as in XML, so that any parser reads it.

use super::tables::Table;
use super::words::{conditions, ending, number, percent};
use super::{Report, figures, tables};
use athos_draw::svg::escape;
use std::fmt::Write;

/// Figures come with the colours of light paper, as attributes; style sheets take precedence over those, which is how the
/// dark page repaints them.
const STYLE: &str = "
:root{color-scheme:light dark;--paper:#ffffff;--ink:#222222;--soft:#5a5a5a;--line:#d8d8d8;--card:#f6f6f4;--accent:#0072b2}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:52rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.7rem;line-height:1.25;margin:0 0 .3rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.6rem 0 .8rem;padding-bottom:.2rem;border-bottom:1px solid var(--line)}
p{margin:.5rem 0}.soft{color:var(--soft);overflow-wrap:anywhere}
dl{display:flex;flex-wrap:wrap;gap:.8rem;margin:1.4rem 0}
dl div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.6rem 1rem;flex:1 1 8rem}
dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-size:1.25rem;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem;margin:.6rem 0}
th,td{padding:.25rem .8rem .25rem 0;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--soft)}th:first-child,td:first-child{text-align:left}
table.words td{text-align:left;overflow-wrap:anywhere}table.words th{text-align:left}
figure{margin:1.2rem 0}svg{max-width:100%;height:auto;border-radius:.3rem}
pre{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;overflow-x:auto;font-size:.85rem;line-height:1.45}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#16181c;--ink:#e6e6e6;--soft:#a5a9b0;--line:#3a3d44;--card:#1f2228;--accent:#56b4e9}
svg [fill='#ffffff']{fill:#16181c}svg [fill='#222222'],svg [fill='#333333']{fill:#e6e6e6}
svg [stroke='#222222'],svg [stroke='#333333']{stroke:#a5a9b0}svg [stroke='#dddddd']{stroke:#3a3d44}
svg [stroke='#ffffff']{stroke:#16181c}
svg [fill='#0072b2']{fill:#2b8fd0}svg [stroke='#0072b2']{stroke:#2b8fd0}}
@media print{body{max-width:none;margin:0;font-size:11pt}figure,table,dl,pre{break-inside:avoid}h2{break-after:avoid}pre{white-space:pre-wrap}}
";

pub fn html(report: &Report) -> String {
    let title = title(report);
    let mut body = format!(
        "<h1>{}</h1>\n<p class=\"soft\">{}</p>\n<p>Ended: {}.</p>\n",
        escape(&title),
        escape(&conditions(report)),
        escape(&ending(report))
    );
    if report.statistics.games() > 0 {
        body.push_str(&headline(report));
        results(report, &mut body);
        measurements(report, &mut body);
    } else {
        body.push_str("<p>No games yet.</p>\n");
    }
    section(&mut body, "How it was played");
    body.push_str(&tables::settings(report).html().replace("<table>", "<table class=\"words\">"));
    let _ = writeln!(
        body,
        "<p>The same tournament again, with the same openings and seeds; times are those of the machine:</p>\n\
         <pre>{}</pre>\n<h2>The same as text</h2>\n<pre>{}</pre>",
        escape(&report.header.command()),
        escape(&report.text())
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n{body}</body>\n</html>\n",
        escape(&title)
    )
}

fn title(report: &Report) -> String {
    match report.header.entrants.len() {
        2 => format!("{} against {}", report.name(0), report.name(1)),
        entrants => format!("A {} of {entrants}", report.header.format),
    }
}

/// The figures that matter most.
fn headline(report: &Report) -> String {
    let statistics = report.statistics;
    let mut cards =
        vec![("games", statistics.games().to_string()), ("distinct", statistics.distinct_games().to_string())];
    if let (2, Some(meeting)) = (statistics.entrants().len(), statistics.meeting(0, 1)) {
        let tally = meeting.tally();
        cards.push(("score", percent(tally.score())));
        if let Some(elo) = meeting.elo() {
            cards.push(("Elo", format!("{} ± {}", number(elo.elo, 1), number(elo.elo_error, 1))));
            cards.push(("likelihood of superiority", percent(elo.los)));
        }
    }
    if let Some(sprt) = &report.header.sprt {
        cards.push(("log likelihood ratio", number(statistics.sprt(sprt).0, 2)));
    }
    cards.push(("faults", statistics.fault_count().to_string()));
    let cards = cards.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escape(value)));
    format!("<dl>\n{}</dl>\n", cards.collect::<String>())
}

/// Who won.
fn results(report: &Report, body: &mut String) {
    section(body, "Results");
    body.push_str(&tables::ranking(report).html());
    paragraph(body, tables::rating_note(report));
    figure(body, &figures::elo(report));
    if report.statistics.entrants().len() > 2 {
        section(body, "Each against each");
        paragraph(body, Some("Points of the row against the column; the numbers are the ranks."));
        body.push_str(&tables::cross(report).html());
    } else if let Some(meeting) = report.statistics.meeting(0, 1) {
        let pairs = meeting.pairs;
        let head = ["Pairs of games", "0 points", "½", "1", "1½", "2", "Won to lost"];
        let mut row = vec![format!("for {}", report.name(0))];
        row.extend(pairs.0.iter().map(|count| count.to_string()));
        row.push(number(pairs.ratio(), 2));
        body.push_str(&Table { head: head.map(String::from).to_vec(), rows: vec![row] }.html());
    }
    section(body, "Sides");
    figure(body, &figures::who_wins(report));
    figure(body, &figures::sides(report));
    body.push_str(&tables::sides(report).html());
}

/// How it was played.
fn measurements(report: &Report, body: &mut String) {
    if let Some(table) = tables::value_losing(report) {
        section(body, "Moves against exact play");
        figure(body, &figures::value_losing(report));
        body.push_str(&table.html());
    }
    section(body, "Time");
    figure(body, &figures::times(report));
    body.push_str(&tables::times(report).html());
    section(body, "Length");
    figure(body, &figures::lengths(report));
    section(body, "Faults");
    match tables::faults(report) {
        Some(table) => body.push_str(&table.html()),
        None => paragraph(body, Some("None.")),
    }
}

fn section(body: &mut String, heading: &str) {
    let _ = writeln!(body, "<h2>{}</h2>", escape(heading));
}

fn paragraph(body: &mut String, text: Option<&str>) {
    if let Some(text) = text {
        let _ = writeln!(body, "<p>{}</p>", escape(text));
    }
}

fn figure(body: &mut String, svg: &str) {
    let _ = writeln!(body, "<figure>{svg}</figure>");
}
