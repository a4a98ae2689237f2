//! Report E's comparison for The Mad King!: depth 8, with a table, deepened to 10 in some lines, and with a beam to 12.
//!
//! Its utility is the evaluation, its children are sorted by utility, its numbers (two plies further beyond 35 points,
//! three children from ply 7 on) are its own. The report gives the total time of its games, so only the proportions can
//! be compared.

use super::ablation::search;
use super::table::Table;
use crate::evaluation::EvaluationName;
use crate::units;
use athos_core::FullGame;
use athos_search::Switches;
use serde::Serialize;
use std::time::Duration;

/// What it is called, its depth, its switches, the report's seconds.
const SEARCHES: [(&str, u32, &str, Option<f64>); 6] = [
    ("alpha-beta to 8", 8, "ordering", Some(808.508)),
    ("with table", 8, "ordering,table", Some(734.577)),
    ("selective deepening to 10", 8, "ordering,selective=2:35", Some(951.597)),
    ("beam to 12", 12, "ordering,beam=3:7", Some(934.038)),
    ("sound switches to 8", 8, "sound", None),
    ("sound switches to 12", 12, "sound", None),
];

/// The comparison.
#[derive(Serialize)]
pub struct Comparison {
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    depth: u32,
    switches: String,
    best: String,
    score: String,
    max_depth: u32,
    nodes: u64,
    seconds: f64,
    seconds_in_report: Option<f64>,
}

/// Runs it from the start, if the game is The Mad King!.
pub fn compare<G: FullGame>(game: &G) -> anyhow::Result<Option<Comparison>> {
    let Ok(evaluation) = EvaluationName::ReportE.for_game::<G>(0) else { return Ok(None) };
    let rows = SEARCHES.iter().map(|&(name, depth, switches, seconds_in_report)| {
        let switches = Switches::read(switches)?;
        let report = search(game, &evaluation, &game.start(), switches, depth)?;
        Ok(Row {
            name,
            depth,
            switches: switches.to_string(),
            best: report.best.map(|m| game.show_move(m)).unwrap_or_default(),
            score: report.score.to_string(),
            max_depth: report.statistics.max_ply,
            nodes: report.statistics.nodes,
            seconds: report.time.as_secs_f64(),
            seconds_in_report,
        })
    });
    Ok(Some(Comparison { rows: rows.collect::<anyhow::Result<_>>()? }))
}

impl Comparison {
    /// The table.
    pub fn table(&self) -> Table {
        let head = ["search", "best move", "score", "deepest", "nodes", "time", "report E, all its games"];
        let mut table = Table::new("Report E's searches with its utility, from the start of The Mad King!", &head);
        for row in &self.rows {
            table.rows.push(vec![
                row.name.to_string(),
                row.best.clone(),
                row.score.clone(),
                row.max_depth.to_string(),
                units::count(row.nodes),
                units::time(Duration::from_secs_f64(row.seconds)),
                row.seconds_in_report.map(|seconds| format!("{seconds} s")).unwrap_or_default(),
            ]);
        }
        table.note = "A beam leaves moves out, so its score is an estimate whatever it says.".into();
        table
    }
}
