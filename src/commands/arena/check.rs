//! `athos arena --check`: whether a program speaks the engine protocol.

use super::Answer;
use anyhow::Context;
use athos_arena::check::{CheckLimits, Verdict, check};
use athos_arena::quantities::read_time;
use std::io::Write;
use std::time::Duration;

/// Nobody waits longer than this for an answer.
const LONGEST: Duration = Duration::from_secs(3600);

/// Checks a program in a game and its rules, or in all games that it plays; `grace` is how late it may be.
pub fn run(
    command: &str,
    game: Option<(&str, &str)>,
    grace: Option<&str>,
    out: &mut dyn Write,
) -> anyhow::Result<Answer> {
    let mut limits = CheckLimits::default();
    if let Some(grace) = grace {
        limits.tolerance = read_time(grace).context("--grace")?.min(LONGEST);
    }
    let (mut number, mut wrong, mut written) = (0, 0, Ok(()));
    let right = check(command, game, limits, &mut |step| {
        number += 1;
        let verdict = match &step.verdict {
            Verdict::Right => "ok".to_string(),
            Verdict::Allowed(remark) => format!("ok ({remark})"),
            Verdict::Wrong(reason) => {
                wrong += 1;
                format!("WRONG: {reason}")
            }
        };
        let line = writeln!(out, "{number:>2}. {}: {verdict}", step.name).and_then(|()| out.flush());
        written = std::mem::replace(&mut written, Ok(())).and(line);
    })
    .with_context(|| format!("program '{command}'"))?;
    written?;
    match right {
        true => writeln!(out, "All {number} steps are as they should be.")?,
        false => writeln!(out, "{wrong} of {number} steps went wrong; docs/ENGINE-PROTOCOL.md says what is right.")?,
    }
    Ok(if right { Answer::Done } else { Answer::No })
}
