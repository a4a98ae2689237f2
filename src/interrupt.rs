//! Ctrl-C during long work: the first asks it to stop in good order, another one later ends the program at once.

use anyhow::Context;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a shell reports for a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Some senders repeat a signal at once: within this time it still counts as one.
const ONE_REQUEST: Duration = Duration::from_secs(1);

static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C (and a polite request to end) sets this flag instead of ending the program.
pub fn stop_flag() -> anyhow::Result<&'static AtomicBool> {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let handler = || {
        STOP.store(true, Ordering::Relaxed);
        if FIRST.get_or_init(Instant::now).elapsed() > ONE_REQUEST {
            std::process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")?;
    Ok(&STOP)
}
