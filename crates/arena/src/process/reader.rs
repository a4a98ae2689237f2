//! The thread that reads what a program writes, and notes when.

use crate::protocol::{Line, Lines};
use std::io::{BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that wait to be looked at.
const QUEUE: usize = 256;

/// A line and when it was complete.
pub(crate) struct Said {
    pub(crate) line: Line,
    pub(crate) at: Instant,
}

/// What is left to look at. The thread ends with the output, or when nobody looks any more and it has something to
/// tell.
pub(crate) struct Reader {
    lines: Receiver<Said>,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Silence {
    /// There is none yet.
    Yet,
    /// There will be none any more.
    End,
}

impl Reader {
    /// Reads lines of at most `limit` bytes.
    pub(crate) fn new(from: impl Read + Send + 'static, limit: usize) -> Reader {
        let (sender, lines) = sync_channel(QUEUE);
        thread::spawn(move || read(from, limit, &sender));
        Reader { lines }
    }

    /// The next line, waited for this long.
    pub(crate) fn next_within(&self, time: Duration) -> Result<Said, Silence> {
        self.lines.recv_timeout(time).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Yet,
            RecvTimeoutError::Disconnected => Silence::End,
        })
    }
}

fn read(from: impl Read, limit: usize, sender: &SyncSender<Said>) {
    let mut lines = Lines::new(BufReader::new(from), limit);
    while let Ok(Some(line)) = lines.read() {
        if sender.send(Said { line, at: Instant::now() }).is_err() {
            return;
        }
    }
}
