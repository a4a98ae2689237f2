//! Nodes against depth: how much further a search sees with each enhancement.

use super::ablation::{MEMORY, search};
use super::table::Series;
use athos_core::FullGame;
use athos_eval::EvaluationName;
use athos_search::{Limits, Scoring, Switches, minimax};

/// The searches of the plot: name and switches; minimax has none.
const SEARCHES: [(&str, Option<&str>); 5] = [
    ("minimax", None),
    ("plain alpha-beta", Some("none")),
    ("with ordering", Some("ordering")),
    ("with ordering, table", Some("ordering,table,table-move")),
    ("all sound switches", Some("sound")),
];

/// A series ends when its next search would need more nodes than this.
const ENOUGH: u64 = 1_000_000;

/// For each search the nodes at depth 1, 2, 3, …, from the start.
pub fn measure<G: FullGame>(game: &G) -> anyhow::Result<Vec<Series>> {
    let evaluation = EvaluationName::Own.for_game::<G>(0)?;
    let start = game.start();
    let series = SEARCHES.iter().map(|&(name, switches)| {
        let mut points = Vec::new();
        let mut last = 1;
        for depth in 1..=12 {
            let report = match switches {
                None => minimax(game, &evaluation, &start, Scoring::Distance, &Limits::depth(depth), &mut ()),
                Some(names) => search(game, &evaluation, &start, Switches::read(names)?, depth, MEMORY)?,
            };
            let nodes = report.statistics.nodes;
            points.push((f64::from(depth), nodes as f64));
            let growth = nodes / last;
            if report.is_proven() || nodes.saturating_mul(growth.max(2)) > ENOUGH {
                break;
            }
            last = nodes.max(1);
        }
        Ok((name.to_string(), points))
    });
    series.collect()
}
