//! The thread that reads what a program writes, and notes when.

use crate::protocol::{Line, read_line};
use std::io::{BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line.
pub(super) const LONGEST_LINE: usize = 1 << 16;
/// Lines that wait to be looked at: 16 MB at most, by the length of lines.
const QUEUE: usize = 256;

/// A line and when it was complete.
pub(super) struct Said {
    pub(super) line: Line,
    pub(super) at: Instant,
}

/// What is left to look at. The thread ends with the output, or when nobody looks any more and it has something to tell.
pub(super) struct Reader {
    lines: Receiver<Said>,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// There is none yet.
    Yet,
    /// There will be none any more.
    End,
}

impl Reader {
    pub(super) fn new(from: impl Read + Send + 'static) -> Reader {
        let (sender, lines) = sync_channel(QUEUE);
        thread::spawn(move || read(from, &sender));
        Reader { lines }
    }

    /// The next line, waited for this long.
    pub(super) fn next_within(&self, time: Duration) -> Result<Said, Silence> {
        self.lines.recv_timeout(time).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Yet,
            RecvTimeoutError::Disconnected => Silence::End,
        })
    }
}

fn read(from: impl Read, sender: &SyncSender<Said>) {
    let mut from = BufReader::new(from);
    while let Ok(Some(line)) = read_line(&mut from, LONGEST_LINE) {
        if sender.send(Said { line, at: Instant::now() }).is_err() {
            return;
        }
    }
}
