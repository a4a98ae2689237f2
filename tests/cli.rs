//! The binary, driven as a user would drive it.

#[path = "cli/arena.rs"]
mod arena;
#[path = "cli/boards.rs"]
mod boards;
#[path = "cli/commands.rs"]
mod commands;
#[path = "cli/docs.rs"]
mod docs;
#[path = "cli/engine.rs"]
mod engine;
#[path = "cli/lab.rs"]
mod lab;
#[path = "cli/play.rs"]
mod play;
#[path = "cli/proofs.rs"]
mod proofs;
#[path = "cli/records.rs"]
mod records;
#[path = "cli/search.rs"]
mod search;
#[cfg(feature = "web")]
#[path = "cli/serve.rs"]
mod serve;
#[path = "cli/solve.rs"]
mod solve;
#[path = "cli/solved.rs"]
mod solved;
#[path = "cli/solved_in_full.rs"]
mod solved_in_full;
#[path = "cli/train.rs"]
mod train;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run of the program left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

/// `athos` with its tables in this folder, not yet started.
fn command(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_athos"));
    command.args(args).env("ATHOS_DATA", data);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `athos` with these arguments and this text on standard input, where nothing is solved.
fn athos_with_input(args: &[&str], input: &str) -> Run {
    athos_in(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("nothing-solved"), args, input)
}

/// Runs `athos` with its tables in this folder.
fn athos_in(data: &Path, args: &[&str], input: &str) -> Run {
    let mut child = command(data, args).spawn().expect("athos starts");
    // A program that does not read its input may close it first.
    let _ = child.stdin.take().expect("standard input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("athos ends");
    Run {
        code: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

fn athos(args: &[&str]) -> Run {
    athos_with_input(args, "")
}

/// The standard output of a run that must succeed.
fn answer(args: &[&str]) -> String {
    let run = athos(args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "athos {args:?}");
    run.out
}

/// The one line on standard error of a run that must be refused.
fn refusal(args: &[&str]) -> String {
    let run = athos(args);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "athos {args:?} said {}", run.err);
    assert_eq!(run.err.lines().count(), 1, "athos {args:?} said {}", run.err);
    run.err.trim_end().to_string()
}
