//! Progress of long work: a bar on standard error, if that is a terminal, and nothing otherwise.

use crate::units;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt;
use std::sync::Mutex;

const TEMPLATE: &str = "{prefix:<24} [{bar:32}] {percent:>3} %  {speed} a second, {eta} left";

/// One bar at a time. It may be moved from any thread.
pub struct Progress {
    bar: Mutex<ProgressBar>,
}

impl Progress {
    /// No bar yet.
    pub fn new() -> Progress {
        Progress { bar: Mutex::new(ProgressBar::hidden()) }
    }

    /// Takes the bar away and begins a new one.
    pub fn begin(&self, name: String, len: u64) {
        let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&units::large(state.per_sec()));
        };
        let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(len).with_style(style.progress_chars("=> ").with_key("speed", speed));
        let earlier = std::mem::replace(&mut *self.lock(), bar.with_prefix(name));
        earlier.finish_and_clear();
    }

    /// Takes the bar away and begins work of unknown length: a line that says what `tell` is told.
    pub fn begin_open(&self) {
        let style = ProgressStyle::with_template("{elapsed_precise}  {msg}");
        let line = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        std::mem::replace(&mut *self.lock(), line).finish_and_clear();
    }

    /// Says how far work of unknown length has come.
    pub fn tell(&self, line: String) {
        self.lock().set_message(line);
    }

    /// Moves the bar.
    pub fn advance(&self, by: u64) {
        self.lock().inc(by);
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.lock().finish_and_clear();
    }

    /// Writes a line on standard error, terminal or not, above the bar.
    pub fn say(&self, line: &str) {
        self.lock().suspend(|| eprintln!("{line}"));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, ProgressBar> {
        self.bar.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
