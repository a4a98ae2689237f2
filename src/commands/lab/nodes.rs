//! `athos lab nodes`: report B's table of nodes, counted by running the searches, and how it goes on.
//!
//! The report's conventions: the tree of Matches stops at one match, root and leaves count, moves come in the order 1, 2,
//! 3; its alpha-beta leaves a node as soon as a move is found that wins for the player to move.

use super::super::Answer;
use super::table::{Series, Table};
use crate::{json, units};
use athos_core::Game;
use athos_games::Matches;
use athos_games::registry::build;
use athos_search::{Limits, Scoring, Settings, Switches, Zero, alpha_beta, minimax};
use serde::Serialize;
use std::io::Write;

/// Counts the nodes of report B's table.
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Matches, minimax nodes, alpha-beta nodes, as the report prints them.
const REPORT: [(u32, u64, u64); 5] = [(5, 15, 15), (7, 52, 32), (9, 177, 113), (12, 1104, 456), (15, 6872, 1600)];

/// The largest pile, and the largest whose whole tree is walked.
const LAST: u32 = 30;
const LAST_MINIMAX: u32 = 24;

/// What was counted.
#[derive(Serialize)]
pub struct Nodes {
    report: Vec<ReportRow>,
    growth: Vec<GrowthRow>,
    /// Whether every count of `growth` is the one of the recurrences.
    formulas_hold: bool,
}

#[derive(Serialize)]
struct ReportRow {
    matches: u32,
    minimax: u64,
    minimax_in_report: u64,
    alpha_beta: u64,
    alpha_beta_in_report: u64,
}

#[derive(Serialize)]
struct GrowthRow {
    matches: u32,
    /// Counted, where the tree was walked.
    minimax: Option<u64>,
    minimax_by_formula: u64,
    alpha_beta: u64,
    alpha_beta_by_formula: u64,
    with_table: u64,
    with_table_and_ordering: u64,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let nodes = measure()?;
    match args.json {
        true => json::write_line(&nodes, out)?,
        false => {
            let texts: Vec<String> = nodes.tables().iter().map(Table::text).collect();
            write!(out, "{}", texts.join("\n"))?;
        }
    }
    Ok(Answer::Done)
}

/// Runs all searches.
pub fn measure() -> anyhow::Result<Nodes> {
    let report = REPORT.iter().map(|&(matches, minimax_in_report, alpha_beta_in_report)| {
        Ok(ReportRow {
            matches,
            minimax: count_minimax(matches)?,
            minimax_in_report,
            alpha_beta: count_alpha_beta(matches, "win-stop")?,
            alpha_beta_in_report,
        })
    });
    let report = report.collect::<anyhow::Result<Vec<_>>>()?;
    let growth = (1..=LAST).map(|matches| {
        Ok(GrowthRow {
            matches,
            minimax: (matches <= LAST_MINIMAX).then(|| count_minimax(matches)).transpose()?,
            minimax_by_formula: full_tree(matches),
            alpha_beta: count_alpha_beta(matches, "win-stop")?,
            alpha_beta_by_formula: early_stop(matches),
            with_table: count_alpha_beta(matches, "win-stop,table")?,
            with_table_and_ordering: count_alpha_beta(matches, "win-stop,table,table-move,ordering")?,
        })
    });
    let growth = growth.collect::<anyhow::Result<Vec<_>>>()?;
    let formulas_hold = growth.iter().all(|row| {
        row.minimax.is_none_or(|counted| counted == row.minimax_by_formula)
            && row.alpha_beta == row.alpha_beta_by_formula
            && closed_form(row.matches).is_none_or(|nodes| nodes == row.alpha_beta)
    });
    Ok(Nodes { report, growth, formulas_hold })
}

fn count_minimax(pile: u32) -> anyhow::Result<u64> {
    let game: Matches = build(&format!("pile={pile}"))?;
    let report = minimax(&game, &Zero, &game.start(), Scoring::Outcome, &Limits::default(), &mut ());
    Ok(report.statistics.nodes)
}

fn count_alpha_beta(pile: u32, switches: &str) -> anyhow::Result<u64> {
    let game: Matches = build(&format!("pile={pile}"))?;
    let limits = Limits { memory: 1 << 16, ..Limits::default() };
    let settings = Settings { switches: Switches::read(switches)?, scoring: Scoring::Outcome, limits, threads: 1 };
    Ok(alpha_beta(&game, &Zero, &game.start(), &settings)?.statistics.nodes)
}

/// The nodes of the whole tree: f(n) = 1 + f(n-1) + f(n-2) + f(n-3).
fn full_tree(pile: u32) -> u64 {
    let (mut a, mut b, mut c) = (0, 0, 1);
    for _ in 1..pile {
        (a, b, c) = (b, c, 1 + a + b + c);
    }
    c
}

/// The nodes of the early-stop search: a lost pile tries all three moves, a won one only until the winning one.
fn early_stop(pile: u32) -> u64 {
    let mut nodes = vec![0, 1];
    for n in 2..=pile as usize {
        let tried = match (n - 1) % 4 {
            0 => 3,
            winning => winning,
        };
        nodes.push(1 + nodes[n - tried..n].iter().sum::<u64>());
    }
    nodes[pile as usize]
}

/// g(4k+1) = (7^(k+1) - 4) / 3; `None` for other piles.
fn closed_form(pile: u32) -> Option<u64> {
    (pile % 4 == 1).then(|| (7u64.pow(pile / 4 + 1) - 4) / 3)
}

impl Nodes {
    /// The tables.
    pub fn tables(&self) -> Vec<Table> {
        let head = ["matches", "minimax", "report B", "alpha-beta", "report B", ""];
        let mut report = Table::new("Nodes of Matches, counted here and in report B", &head);
        for row in &self.report {
            let same = row.minimax == row.minimax_in_report && row.alpha_beta == row.alpha_beta_in_report;
            let counts = [row.minimax, row.minimax_in_report, row.alpha_beta, row.alpha_beta_in_report];
            let mut cells = vec![row.matches.to_string()];
            cells.extend(counts.map(units::count));
            cells.push(if same { "equal" } else { "DIFFERENT" }.to_string());
            report.rows.push(cells);
        }
        report.note = "Alpha-beta stops at the first move that wins (switch win-stop); a win is a win.".into();

        let head = ["matches", "minimax", "alpha-beta", "closed form", "with table", "and ordering"];
        let mut growth = Table::new("How it grows", &head);
        for row in &self.growth {
            let formula = || format!("({})", units::count(row.minimax_by_formula));
            growth.rows.push(vec![
                row.matches.to_string(),
                row.minimax.map_or_else(formula, units::count),
                units::count(row.alpha_beta),
                closed_form(row.matches).map(units::count).unwrap_or_default(),
                units::count(row.with_table),
                units::count(row.with_table_and_ordering),
            ]);
        }
        let verdict = if self.formulas_hold { "All counts agree." } else { "SOME COUNTS DIFFER." };
        growth.note = format!(
            "Minimax: f(n) = 1 + f(n-1) + f(n-2) + f(n-3), counted to {LAST_MINIMAX}, in brackets by the formula alone.\n\
             Alpha-beta: g(4k+2) = g(4k+1) + 1, g(4k+3) = 2 g(4k+1) + 2, g(4k+4) = 4 g(4k+1) + 4, and in closed form\n\
             g(4k+1) = (7^(k+1) - 4) / 3. {verdict}"
        );
        vec![report, growth]
    }

    /// The series of a plot.
    pub fn series(&self) -> Vec<Series> {
        let points = |count: &dyn Fn(&GrowthRow) -> u64| {
            self.growth.iter().map(|row| (f64::from(row.matches), count(row) as f64)).collect()
        };
        vec![
            ("minimax".into(), points(&|row| row.minimax_by_formula)),
            ("alpha-beta, early stop".into(), points(&|row| row.alpha_beta)),
            ("with table".into(), points(&|row| row.with_table)),
            ("with table, ordering".into(), points(&|row| row.with_table_and_ordering)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recurrences_are_the_published_ones() {
        assert_eq!((full_tree(21), early_stop(21)), (266_079, 39_215));
        for k in 0..6 {
            let g = |n| early_stop(4 * k + n);
            assert_eq!((g(2), g(3), g(4)), (g(1) + 1, 2 * g(1) + 2, 4 * g(1) + 4));
            assert_eq!(Some(g(1)), closed_form(4 * k + 1));
        }
    }
}
