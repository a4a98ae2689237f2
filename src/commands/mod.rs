//! One file per subcommand.

pub mod arena;
pub mod engine;
pub mod eval;
pub mod games;
pub mod help;
pub mod lab;
pub mod line;
pub mod machine;
pub mod moves;
pub mod perft;
pub mod play;
pub mod search;
pub mod show;
pub mod solve;
pub mod stats;
pub mod tree;
pub mod verify;

use crate::args::{Args, Command};
use std::io::Write;

/// How a command that did its work ended.
pub enum Answer {
    /// With what was asked for.
    Done,
    /// With a no: what was to be checked is wrong.
    No,
}

/// Runs the command; without one, says what there is.
pub fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match args.command {
        None => help::overview(out),
        Some(Command::Games(args)) => games::run(&args, out),
        Some(Command::Show(args)) => show::run(&args, out),
        Some(Command::Moves(args)) => moves::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Eval(args)) => eval::run(&args, out),
        Some(Command::Search(args)) => search::run(&args, out),
        Some(Command::Tree(args)) => tree::run(&args, out),
        Some(Command::Machine(args)) => machine::run(&args, out),
        Some(Command::Lab(args)) => lab::run(&args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Verify(args)) => verify::run(&args, out),
        Some(Command::Stats(args)) => stats::run(&args, out),
        Some(Command::Line(args)) => line::run(&args, out),
        Some(Command::Arena(args)) => arena::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Engine(args)) => engine::run(&args, out),
        Some(Command::Help(args)) => help::run(&args, out),
    }
}
