//! A program that speaks the protocol, seen from the runner's side: lines to it, replies from it, and what went wrong.

use super::SpawnError;
use super::child::{self, Child, Ending};
use super::reader::{Reader, Silence};
use crate::game_record::FaultKind;
use crate::player::Failure;
use crate::protocol::{Command, Line, OptionOffer, Reply};
use std::io::Write;
use std::path::Path;
use std::process::ChildStdin;
use std::time::{Duration, Instant};

/// How often a silent program is looked at.
const SLICE: Duration = Duration::from_millis(50);
/// How long a program that has closed its output is given to end.
const FAREWELL: Duration = Duration::from_millis(500);
/// The longest line: 16 MB in all may wait in the reader's queue.
const LONGEST_LINE: usize = 1 << 16;
/// The most that a program may write in answer to one command.
const MOST_BYTES: usize = 16 << 20;
/// How much of a stranger's text is repeated in a message.
const QUOTED: usize = 200;

/// A program and its lines.
pub struct Engine {
    child: Child,
    stdin: ChildStdin,
    reader: Reader,
    memory: Option<usize>,
    /// Bytes written since the last command that wants an answer.
    written: usize,
}

/// What a program says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Introduction {
    /// Its name.
    pub name: String,
    /// What can be set.
    pub options: Vec<OptionOffer>,
}

impl Introduction {
    /// The option of this name.
    pub fn option(&self, name: &str) -> Option<&OptionOffer> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

/// A reply and when it was complete.
#[derive(Clone, PartialEq, Debug)]
pub struct Heard {
    /// What it means.
    pub reply: Reply,
    /// What it says.
    pub text: String,
    /// When it came.
    pub at: Instant,
}

impl Engine {
    /// Starts a program: a path, or a command line with quotes as in a shell.
    pub fn start(command: &str, memory: Option<usize>) -> Result<Engine, SpawnError> {
        let words = match Path::new(command).is_file() {
            true => Some(vec![command.to_string()]),
            false => shlex::split(command).filter(|words| !words.is_empty()),
        };
        let words = words.ok_or(SpawnError::Command)?;
        let (child, stdin, stdout) = child::start(&words, memory).map_err(SpawnError::Start)?;
        Ok(Engine { child, stdin, reader: Reader::new(stdout, LONGEST_LINE), memory, written: 0 })
    }

    /// The number of the process, and of its group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes a line.
    pub fn say(&mut self, command: &Command) -> Result<(), Failure> {
        self.say_line(&command.to_string())
    }

    /// Writes a line that may be no command.
    pub fn say_line(&mut self, line: &str) -> Result<(), Failure> {
        self.written = 0;
        match writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.failure_at_the_end("does not listen any more")),
        }
    }

    /// The next reply before the deadline; a hang if there is none.
    pub fn hear(&mut self, deadline: Instant) -> Result<Heard, Failure> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.reader.next_within(left.min(SLICE)) {
                Ok(said) => {
                    let Line::Text(text) = said.line else {
                        let detail = format!("wrote a line of more than {LONGEST_LINE} bytes");
                        return Err(Failure::new(FaultKind::Garbage, detail));
                    };
                    self.written += text.len() + 1;
                    if self.written > MOST_BYTES {
                        let detail = format!("wrote more than {} MB without an answer", MOST_BYTES >> 20);
                        return Err(Failure::new(FaultKind::Garbage, detail));
                    }
                    return Ok(Heard { reply: Reply::read(&text), text, at: said.at });
                }
                Err(Silence::End) => return Err(self.failure_at_the_end("closed its output")),
                Err(Silence::Yet) => {
                    // What it has started may keep the output open after it has ended.
                    if let Ending::Ended(_) = self.child.ending() {
                        if let Ok(last) = self.reader.next_within(SLICE)
                            && let Line::Text(text) = last.line
                        {
                            return Ok(Heard { reply: Reply::read(&text), text, at: last.at });
                        }
                        return Err(self.failure_at_the_end("ended"));
                    }
                    self.child.look_at_memory();
                    if left.is_zero() {
                        return Err(Failure::new(FaultKind::Hang, "no answer in time"));
                    }
                }
            }
        }
    }

    /// Shakes hands: `ugi` until `ugiok`.
    pub fn introduce(&mut self, within: Duration) -> Result<Introduction, Failure> {
        let deadline = Instant::now() + within;
        self.say(&Command::Ugi)?;
        let mut introduction = Introduction::default();
        loop {
            let heard = self.hear(deadline).map_err(|failure| expecting("ugiok", "ugi", within, failure))?;
            match heard.reply {
                Reply::Name(name) => introduction.name = name,
                Reply::Option(option) => introduction.options.push(option),
                Reply::UgiOk => return Ok(introduction),
                _ => {}
            }
        }
    }

    /// Waits until everything so far is done, and gives whatever was answered to `query` on the way.
    pub fn ready(&mut self, within: Duration) -> Result<Option<String>, Failure> {
        let deadline = Instant::now() + within;
        self.say(&Command::IsReady)?;
        let mut response = None;
        loop {
            let heard = self.hear(deadline).map_err(|failure| expecting("readyok", "isready", within, failure))?;
            match heard.reply {
                Reply::Response(text) => response = Some(text),
                Reply::ReadyOk => return Ok(response),
                _ => {}
            }
        }
    }

    /// Asks it to end, and says whether it did within this time.
    pub fn quit(&mut self, within: Duration) -> bool {
        let _ = self.say(&Command::Quit);
        self.child.ending_within(within) != Ending::Running
    }

    /// What ended a program that says no more, by the rule in the module's table.
    fn failure_at_the_end(&mut self, otherwise: &str) -> Failure {
        self.child.look_at_memory();
        let Ending::Ended(how) = self.child.ending_within(FAREWELL) else {
            return Failure::new(FaultKind::Crash, otherwise);
        };
        let last_words = self.child.last_words();
        let full = self.memory.is_some_and(|limit| self.child.memory_seen() >= limit as u64 / 8 * 7);
        let memory = self.memory.is_some() && (full || tells_of_memory(&last_words));
        let mut detail = how;
        if let Some(limit) = self.memory.filter(|_| memory) {
            detail = format!("{detail}, with {} MB allowed", limit >> 20);
        }
        if let Some(line) = last_words.lines().rev().find(|line| !line.trim().is_empty()) {
            detail = format!("{detail}: {}", quoted(line));
        }
        Failure::new(if memory { FaultKind::Memory } else { FaultKind::Crash }, detail)
    }
}

/// Whether a program's last words are those of one that got no memory: Rust, Python, C++, Java, C.
fn tells_of_memory(words: &str) -> bool {
    let words = words.to_lowercase();
    ["memory allocation of", "memoryerror", "bad_alloc", "outofmemory", "out of memory", "cannot allocate memory"]
        .iter()
        .any(|sign| words.contains(sign))
}

/// The beginning of a stranger's text, fit to be printed.
pub(super) fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(QUOTED).flat_map(char::escape_debug).collect();
    if text.chars().nth(QUOTED).is_some() { format!("{shown}…") } else { shown }
}

fn expecting(reply: &str, command: &str, within: Duration, failure: Failure) -> Failure {
    let detail = match failure.kind {
        FaultKind::Hang => format!("no '{reply}' within {} s of '{command}'", within.as_secs_f64()),
        _ => format!("{} (expected '{reply}' in answer to '{command}')", failure.detail),
    };
    Failure::new(failure.kind, detail)
}
