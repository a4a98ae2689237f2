//! `athos lab`: algorithms and switches compared, the reports' tables run again.
//!
//! Each experiment is a file that measures and returns plain data with its tables; what is printed, as text, JSON or a
//! page, is made from that.

mod ablation;
mod depths;
mod levels;
mod mistakes;
mod nodes;
mod page;
mod random;
mod report_e;
mod table;
mod traps;

use super::Answer;
use clap::Subcommand;
use std::io::Write;

/// Runs an experiment.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Count the nodes of report B's table, and on to 30 matches
    Nodes(nodes::Args),
    /// Turn every switch of alpha-beta on and off: what is each worth?
    Ablation(ablation::Args),
    /// Perfect play against random play: exact chances beside simulated ones
    Random(random::Args),
    /// Measure a game's levels: each against the one below
    Levels(levels::Args),
    /// Let search play without tables, and count its mistakes with them
    Mistakes(mistakes::Args),
    /// Play from tables against random play, with and without traps
    Traps(traps::Args),
    /// Write one page with all tables and plots
    Report(page::Args),
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match &args.experiment {
        Experiment::Nodes(args) => nodes::run(args, out),
        Experiment::Ablation(args) => ablation::run(args, out),
        Experiment::Random(args) => random::run(args, out),
        Experiment::Levels(args) => levels::run(args, out),
        Experiment::Mistakes(args) => mistakes::run(args, out),
        Experiment::Traps(args) => traps::run(args, out),
        Experiment::Report(args) => page::run(args, out),
    }
}
