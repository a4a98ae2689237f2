//! Report E's comparison for The Mad King!: depth 8, with a table, deepened to 10 in some lines, and with a beam to 12.
//!
//! Its utility is the evaluation, its children are sorted by utility, its numbers (two plies further beyond 35 points,
//! three children from ply 7 on) are its own. Two positions: the start, and the one after the dragons' move c2c3, because
//! only with the king to move can a line of even length end where the king's utility asks for more depth. The report gives
//! the total time of its games, so only the proportions can be compared.

use super::ablation::search;
use super::table::Table;
use crate::units;
use athos_core::{FullGame, Score};
use athos_eval::EvaluationName;
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
    /// The total of the report's games.
    seconds_in_report: Option<f64>,
}

/// The positions, and the memory of each search in bytes.
const POSITIONS: [&str; 2] = ["..K../.GGG./...../DDDDD/..... d", "..K../.GGG./..D../DD.DD/..... k"];
const MEMORY: usize = 256 << 20;

/// Runs it, if the game is The Mad King!.
pub fn compare<G: FullGame>(game: &G) -> anyhow::Result<Option<Comparison>> {
    let Ok(evaluation) = EvaluationName::ReportE.for_game::<G>(0) else { return Ok(None) };
    let mut rows = Vec::new();
    for (name, depth, switches, seconds_in_report) in SEARCHES {
        let switches = Switches::read(switches)?;
        let reports = POSITIONS.iter().map(|text| {
            let position = game.read_position(text)?;
            search(game, &evaluation, &position, switches, depth, MEMORY)
        });
        let reports = reports.collect::<anyhow::Result<Vec<_>>>()?;
        let joined = |words: Vec<String>| words.join(", ");
        rows.push(Row {
            name,
            depth,
            switches: switches.to_string(),
            best: joined(reports.iter().flat_map(|report| report.best).map(|m| game.show_move(m)).collect()),
            score: joined(reports.iter().map(|report| score(report.score)).collect()),
            max_depth: reports.iter().map(|report| report.statistics.max_ply).max().unwrap_or(0),
            nodes: reports.iter().map(|report| report.statistics.nodes).sum(),
            seconds: reports.iter().map(|report| report.time.as_secs_f64()).sum(),
            seconds_in_report,
        });
    }
    Ok(Some(Comparison { rows }))
}

fn score(score: Score) -> String {
    match score {
        Score::Proven(value) => value.to_string(),
        Score::Estimate(points) => format!("{points:+}"),
    }
}

impl Comparison {
    /// The table.
    pub fn table(&self) -> Table {
        let head = ["search", "best moves", "scores", "deepest", "nodes", "time", "report E, all its games"];
        let mut table =
            Table::new("Report E's searches of The Mad King! with its utility, from the start and after c2c3", &head);
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
        table.note = "Scores are for the player to move, in the report's points.".into();
        table
    }
}
