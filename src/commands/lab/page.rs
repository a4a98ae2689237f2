//! `athos lab report`: one page with everything, that needs nothing else.

use super::super::Answer;
use super::ablation::{self, Ablation, Group};
use super::{depths, nodes, random, report_e};
use anyhow::Context;
use athos_core::FullGame;
use athos_draw::plot::{Bars, Lines, bars, lines};
use athos_draw::svg::escape;
use athos_games::Matches;
use athos_games::registry::{Visitor, build, visit};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Writes one page with all tables and plots.
#[derive(clap::Args)]
pub struct Args {
    /// The folder for report.html; it is made if it is missing
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The games whose switches are compared, joined by commas
    #[arg(long, value_name = "GAMES", value_delimiter = ',', default_values = COMPARED)]
    games: Vec<String>,
    /// Chooses positions and random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The games whose switches are compared, if nobody says otherwise, and the positions of each.
const COMPARED: [&str; 4] = ["three-musketeers", "mad-king", "pentago", "pentago-swap"];
const POSITIONS: usize = 4;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;color:#222;max-width:60rem;margin:2rem auto;padding:0 1rem}\
    h2{margin-top:3rem;border-bottom:1px solid #bbb}.wide{overflow-x:auto}\
    table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.2rem .7rem;text-align:right;\
    border-bottom:1px solid #ddd}th:first-child,td:first-child{text-align:left}svg{max-width:100%;height:auto}\
    figure{margin:1.5rem 0}";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let page = page(&args.games, args.seed)?;
    let cannot = |path: &std::path::Path| format!("cannot write {}", path.display());
    std::fs::create_dir_all(&args.output).with_context(|| cannot(&args.output))?;
    let path = args.output.join("report.html");
    std::fs::write(&path, page).with_context(|| cannot(&path))?;
    writeln!(out, "{}", path.display())?;
    Ok(Answer::Done)
}

fn page(games: &[String], seed: u64) -> anyhow::Result<String> {
    let mut body = String::new();

    body.push_str("<h2>Matches: report B</h2>\n");
    let counted = nodes::measure()?;
    for table in counted.tables() {
        body.push_str(&table.html());
    }
    figure(
        &mut body,
        &lines(&Lines {
            title: "Nodes to solve Matches".into(),
            x_label: "matches".into(),
            y_label: "nodes".into(),
            logarithmic: true,
            series: counted.series(),
        }),
    );
    let matches: Matches = build("terminal=0")?;
    body.push_str(&random::measure(&matches, 21, 10_000, seed)?.table().html());

    for game in games {
        visit(game, "", Section { seed, body: &mut body })??;
    }
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Athos: the laboratory</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>Algorithms and switches compared</h1>\n\
         <p>Written by Athos {} with seed {seed}: <code>athos lab report -o DIR --seed {seed}</code> makes it again, with \
         the same nodes and values; times are those of the machine. Lower is better everywhere.</p>\n{body}</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    ))
}

/// A game's part of the page.
struct Section<'a> {
    seed: u64,
    body: &'a mut String,
}

impl Visitor for Section<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: FullGame>(self, game: G) -> anyhow::Result<()> {
        let body = self.body;
        let _ = writeln!(body, "<h2>{}</h2>", escape(G::TITLE));
        figure(
            body,
            &lines(&Lines {
                title: format!("{}: nodes against depth, from the start", G::TITLE),
                x_label: "depth in plies".into(),
                y_label: "nodes".into(),
                logarithmic: true,
                series: depths::measure(&game)?,
            }),
        );
        let ablation = ablation::measure(&game, None, POSITIONS, self.seed)?;
        figure(body, &bars(&time_per_switch(&ablation)));
        for table in ablation::tables(&ablation) {
            body.push_str(&table.html());
        }
        if let Some(comparison) = report_e::compare(&game)? {
            body.push_str(&comparison.table().html());
        }
        Ok(())
    }
}

/// How long all sound switches take, and all but one: a long bar is a switch that is missed.
fn time_per_switch(ablation: &Ablation) -> Bars {
    let all = ablation.group(Group::Cumulative).last().map(|row| ("all sound switches".to_string(), row));
    let but_one = ablation.group(Group::AllButOne).map(|row| (format!("without {}", row.switch.unwrap_or("")), row));
    let bars = all.into_iter().chain(but_one).map(|(name, row)| {
        let milliseconds = row.seconds * 1e3;
        (name, milliseconds, format!("{milliseconds:.1} ms"))
    });
    Bars {
        title: format!("Time to depth {} on {} positions", ablation.depth, ablation.positions.len()),
        x_label: "milliseconds: a long bar is a switch that is missed".into(),
        bars: bars.collect(),
    }
}

fn figure(body: &mut String, svg: &str) {
    let _ = writeln!(body, "<figure>{svg}</figure>");
}
