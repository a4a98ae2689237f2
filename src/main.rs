//! The `athos` command: one file per subcommand in `commands/`, each thin, over the libraries in `crates/`.
//!
//! Exit codes: 0 done, 1 a negative answer, 2 bad usage, bad input or I/O. A reader that goes away (a broken pipe) is no
//! error.

mod args;
mod commands;
mod game_argument;
mod interrupt;
mod json;
mod labels;
mod output;
mod printed_report;
mod progress;
mod resources;
mod search_arguments;
mod seed;
mod tables;
mod terminal;
mod units;
mod words;

use clap::Parser;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    let mut out = io::stdout().lock();
    let done = commands::run(args, &mut out).and_then(|answer| {
        out.flush()?;
        Ok(answer)
    });
    match done {
        Ok(commands::Answer::Done) => ExitCode::SUCCESS,
        Ok(commands::Answer::No) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("athos: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}
