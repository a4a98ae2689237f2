//! `athos lab ablation`: what is each switch worth?
//!
//! A fixed set of positions is searched to a fixed depth with plain minimax, with plain alpha-beta, with each switch
//! alone, with all sound switches one after the other, and with all but one. Sound switches may change the cost and
//! nothing else; every row says whether the values stayed.

use super::super::Answer;
use super::report_e;
use super::table::Table;
use crate::game_argument::GameArgument;
use crate::{json, units};
use athos_core::FullGame;
use athos_eval::Evaluation;
use athos_games::registry::Visitor;
use athos_lab::ablation::{self, usual_depth};
pub use athos_lab::ablation::{Ablation, Group, MEMORY};
use athos_search::{Limits, Report, Switches};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// Turns every switch on and off.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Search to this depth; each game has its own when left out
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// How many positions: the start, and others from random games
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    positions: u32,
    /// Chooses the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How often a search is run to time it.
const REPEATS: usize = 3;

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let (ablation, report_e) = args.game.visit(Measure { args })?;
    if args.json {
        #[derive(Serialize)]
        struct Both<'a> {
            #[serde(flatten)]
            ablation: &'a Ablation,
            #[serde(skip_serializing_if = "Option::is_none")]
            report_e: Option<report_e::Comparison>,
        }
        json::write_line(&Both { ablation: &ablation, report_e }, out)?;
        return Ok(Answer::Done);
    }
    let mut tables = tables(&ablation);
    tables.extend(report_e.map(|comparison| comparison.table()));
    let texts: Vec<String> = tables.iter().map(Table::text).collect();
    write!(out, "{}", texts.join("\n"))?;
    Ok(Answer::Done)
}

struct Measure<'a> {
    args: &'a Args,
}

impl Visitor for Measure<'_> {
    type Output = anyhow::Result<(Ablation, Option<report_e::Comparison>)>;

    fn visit<G: FullGame>(self, game: G) -> Self::Output {
        let Args { depth, positions, seed, .. } = self.args;
        let ablation = measure(&game, *depth, *positions as usize, *seed)?;
        Ok((ablation, report_e::compare(&game)?))
    }
}

/// Searches everything.
pub fn measure<G: FullGame>(game: &G, depth: Option<u32>, count: usize, seed: u64) -> anyhow::Result<Ablation> {
    let depth = depth.unwrap_or_else(|| usual_depth(G::ID));
    let limits = Limits { memory: MEMORY, ..Limits::default() };
    Ok(ablation::measure(game, &ablation::positions(game, count, seed), depth, REPEATS, &limits)?)
}

/// One search.
pub fn search<G: FullGame>(
    game: &G,
    evaluation: &Evaluation,
    position: &G::Position,
    switches: Switches,
    depth: u32,
    memory: usize,
) -> anyhow::Result<Report<G::Move>> {
    let limits = Limits { memory, ..Limits::depth(depth) };
    Ok(ablation::search(game, evaluation, position, switches, &limits)?)
}

/// The tables.
pub fn tables(ablation: &Ablation) -> Vec<Table> {
    let mut positions = Table::new(
        format!("{}: positions, and what minimax finds at depth {}", ablation.game, ablation.depth),
        &["position", "score for the player to move"],
    );
    positions.rows = ablation
        .positions
        .iter()
        .zip(&ablation.scores)
        .map(|(position, score)| vec![position.clone(), score.clone()])
        .collect();
    let mut tables = vec![positions];
    let plain = ablation.group(Group::Plain).last().map_or(1, |row| row.nodes).max(1) as f64;
    for (group, title, note) in [
        (Group::Plain, "Without switches", "Times of alpha-beta are the fastest of three runs of each search."),
        (Group::Alone, "One switch alone (and what it needs)", ""),
        (Group::Cumulative, "One after the other: each row adds a switch", ""),
        (Group::AllButOne, "All sound switches but one", ""),
        (
            Group::Unsound,
            "All sound switches and one that changes the question",
            "Values may differ here: such a search looks further in some lines, or less far in others.",
        ),
    ] {
        let mut table = Table::new(title, &["switches", "nodes", "of plain alpha-beta", "time", "value kept"]);
        for row in ablation.group(group) {
            let name = match (group, row.switch) {
                (Group::Plain, _) if row.switches == "none" => "plain alpha-beta".to_string(),
                (Group::Plain, _) | (_, None) => row.switches.clone(),
                (Group::Alone, Some(_)) => row.switches.clone(),
                (Group::Cumulative | Group::Unsound, Some(name)) => format!("+ {name}"),
                (Group::AllButOne, Some(name)) => format!("- {name}"),
            };
            table.rows.push(vec![
                name,
                units::count(row.nodes),
                format!("{:.1} %", 100.0 * row.nodes as f64 / plain),
                units::time(Duration::from_secs_f64(row.seconds)),
                format!("{} of {}", row.kept, ablation.positions.len()),
            ]);
        }
        table.note = note.to_string();
        tables.push(table);
    }
    tables
}
