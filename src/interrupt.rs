//! Ctrl-C during long work: the first asks it to stop in good order, the second ends the program at once.

use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell reports for a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C (and a polite request to end) sets this flag instead of ending the program.
pub fn stop_flag() -> anyhow::Result<&'static AtomicBool> {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")?;
    Ok(&STOP)
}
