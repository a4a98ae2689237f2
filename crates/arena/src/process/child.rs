//! A child process in a group of its own, with limited memory, that does not outlive whoever holds it.

use std::io::{self, Read};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of standard error that are kept: the last ones.
const KEPT: usize = 4096;
/// How long the last of them is waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A running program.
pub(super) struct Child {
    process: std::process::Child,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Bytes of private memory when it was last looked at.
    data: u64,
}

/// How a process has ended, as far as is known without waiting for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// It has not.
    Running,
    /// Somehow; in words.
    Ended(String),
}

/// Starts a program; its standard input and output are the caller's.
pub(super) fn start(words: &[String], memory: Option<usize>) -> io::Result<(Child, ChildStdin, ChildStdout)> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    system::prepare(&mut command, memory);
    let mut process = start_elsewhere(command)?;
    let missing = || io::Error::other("a pipe is missing");
    let stdin = process.stdin.take().ok_or_else(missing)?;
    let stdout = process.stdout.take().ok_or_else(missing)?;
    let stderr = process.stderr.take().ok_or_else(missing)?;
    let errors = Arc::new(Mutex::new(Vec::new()));
    let kept = errors.clone();
    thread::spawn(move || keep_the_end(stderr, &kept));
    Ok((Child { process, errors, data: 0 }, stdin, stdout))
}

/// Starts processes in a thread that never ends. A child may ask to be killed with its parent, and for the system the
/// parent is the thread that started it.
fn start_elsewhere(command: Command) -> io::Result<std::process::Child> {
    type Request = (Command, Sender<io::Result<std::process::Child>>);
    static STARTER: OnceLock<Mutex<Sender<Request>>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (sender, requests): (Sender<Request>, Receiver<Request>) = channel();
        thread::spawn(move || {
            for (mut command, answer) in requests {
                let _ = answer.send(command.spawn());
            }
        });
        Mutex::new(sender)
    });
    let (answer, started) = channel();
    let lost = || io::Error::other("the thread that starts programs is gone");
    starter.lock().unwrap_or_else(PoisonError::into_inner).send((command, answer)).map_err(|_| lost())?;
    started.recv().map_err(|_| lost())?
}

fn keep_the_end(mut from: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; KEPT];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..read]);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
}

impl Child {
    /// The process's number, which is its group's too.
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// The end of what it wrote to standard error, for a process that has ended.
    pub(super) fn last_words(&self) -> String {
        // The thread that reads them lets go of them at their end, unless somebody else still holds the pipe.
        let begun = Instant::now();
        while Arc::strong_count(&self.errors) > 1 && begun.elapsed() < LAST_WORDS {
            thread::sleep(Duration::from_millis(1));
        }
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().to_string()
    }

    /// Whether it has ended. It is not waited for, so that its number stays its own until the group is killed.
    pub(super) fn ending(&self) -> Ending {
        system::ending(&self.process)
    }

    /// The same, after giving it some time to end.
    pub(super) fn ending_within(&self, time: Duration) -> Ending {
        let begun = Instant::now();
        loop {
            let ending = self.ending();
            if ending != Ending::Running || begun.elapsed() > time {
                return ending;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Looks how much private memory it has, while it lives.
    pub(super) fn look_at_memory(&mut self) {
        if let Some(data) = system::private_memory(self.id()) {
            self.data = data;
        }
    }

    /// Bytes of private memory when it was last looked at.
    pub(super) fn memory_seen(&self) -> u64 {
        self.data
    }
}

/// Kills the whole group, then waits for the child: in this order, because the number of a child that was waited for
/// may belong to somebody else.
impl Drop for Child {
    fn drop(&mut self) {
        system::kill_group(&mut self.process);
        // The program itself may have moved to another group.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(unix)]
mod system {
    use super::Ending;
    use rustix::process::{
        Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, kill_process_group, setrlimit, waitid,
    };
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    pub(super) fn prepare(command: &mut Command, memory: Option<usize>) {
        command.process_group(0);
        let limit = memory.map(|bytes| Rlimit { current: Some(bytes as u64), maximum: Some(bytes as u64) });
        // SAFETY: what runs between fork and exec may only call what is safe in a signal handler: a lock or an
        // allocator may be held by a thread that does not exist here. The closure makes two system calls, nothing else:
        // `setrlimit` and `prctl` go to the kernel directly, and the errors are numbers.
        unsafe {
            command.pre_exec(move || {
                if let Some(limit) = limit {
                    setrlimit(Resource::Data, limit)?;
                }
                #[cfg(target_os = "linux")]
                rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
                Ok(())
            });
        }
    }

    fn number(process: &Child) -> Option<Pid> {
        Pid::from_raw(process.id() as i32)
    }

    pub(super) fn ending(process: &Child) -> Ending {
        let Some(number) = number(process) else { return Ending::Running };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(number), options) {
            Ok(None) => Ending::Running,
            Ok(Some(status)) => match (status.exit_status(), status.terminating_signal()) {
                (Some(code), _) => Ending::Ended(format!("ended with status {code}")),
                (_, Some(signal)) => Ending::Ended(format!("was ended by signal {}", name(signal))),
                _ => Ending::Ended("ended".into()),
            },
            Err(_) => Ending::Ended("is gone".into()),
        }
    }

    fn name(signal: i32) -> String {
        let names = [(6, "SIGABRT"), (9, "SIGKILL"), (11, "SIGSEGV"), (13, "SIGPIPE"), (15, "SIGTERM")];
        names.iter().find(|(known, _)| *known == signal).map_or(signal.to_string(), |(_, name)| (*name).to_string())
    }

    pub(super) fn kill_group(process: &mut Child) {
        if let Some(number) = number(process) {
            let _ = kill_process_group(number, Signal::KILL);
        }
    }

    /// What `RLIMIT_DATA` counts, where the system tells it.
    pub(super) fn private_memory(id: u32) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmData:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    }
}

/// Systems without process groups and limits: only the program itself is ended.
#[cfg(not(unix))]
mod system {
    use super::Ending;
    use std::process::{Child, Command};

    pub(super) fn prepare(_: &mut Command, _: Option<usize>) {}

    pub(super) fn ending(_: &Child) -> Ending {
        Ending::Running
    }

    pub(super) fn kill_group(_: &mut Child) {}

    pub(super) fn private_memory(_: u32) -> Option<u64> {
        None
    }
}
