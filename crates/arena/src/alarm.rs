//! An alarm for players of this process: they cannot be killed, but they can be told that their time is over.
//!
//! One thread sleeps until the next deadline of whoever thinks and then sets that player's flag. Arming costs a lock and
//! happens before a player's clock starts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Instant;

/// The alarm.
#[derive(Debug)]
pub struct Alarm {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    armed: Vec<Entry>,
    next_id: u64,
    closed: bool,
}

#[derive(Debug)]
struct Entry {
    id: u64,
    /// When to ring; `None` when it has rung, or is to ring only when everybody is to stop.
    deadline: Option<Instant>,
    flag: Arc<AtomicBool>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl State {
    fn earliest(&self) -> Option<Instant> {
        self.armed.iter().filter_map(|entry| entry.deadline).min()
    }
}

impl Alarm {
    /// An alarm, nobody watched yet.
    pub fn new() -> std::io::Result<Alarm> {
        let shared = Arc::new(Shared::default());
        let watched = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("alarm".into()).spawn(move || watch(&watched))?;
        Ok(Alarm { shared, thread: Some(thread) })
    }

    /// Sets `flag` at the deadline, unless what is returned is dropped before.
    pub fn arm(&self, deadline: Option<Instant>, flag: Arc<AtomicBool>) -> Armed<'_> {
        let mut state = self.shared.lock();
        let sooner = deadline.is_some_and(|new| state.earliest().is_none_or(|earliest| new < earliest));
        let id = state.next_id;
        state.next_id += 1;
        state.armed.push(Entry { id, deadline, flag });
        if sooner {
            self.shared.changed.notify_one();
        }
        Armed { alarm: self, id }
    }

    /// Sets every flag that is armed now.
    pub fn ring_all(&self) {
        self.shared.lock().armed.iter().for_each(|entry| entry.flag.store(true, Ordering::Relaxed));
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread cannot have panicked: it does nothing that could.
            let _ = thread.join();
        }
    }
}

/// Somebody who is watched, until this is dropped.
#[derive(Debug)]
pub struct Armed<'a> {
    alarm: &'a Alarm,
    id: u64,
}

impl Drop for Armed<'_> {
    fn drop(&mut self) {
        self.alarm.shared.lock().armed.retain(|entry| entry.id != self.id);
    }
}

fn watch(shared: &Shared) {
    let mut state = shared.lock();
    while !state.closed {
        let now = Instant::now();
        for entry in &mut state.armed {
            if entry.deadline.is_some_and(|deadline| deadline <= now) {
                entry.flag.store(true, Ordering::Relaxed);
                entry.deadline = None;
            }
        }
        state = match state.earliest() {
            Some(deadline) => {
                let wait = shared.changed.wait_timeout(state, deadline.saturating_duration_since(now));
                wait.map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state)
            }
            None => shared.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn it_rings_for_those_who_are_watched_and_for_nobody_else() {
        let alarm = Alarm::new().unwrap();
        let flags: [Arc<AtomicBool>; 3] = Default::default();
        let soon = Instant::now() + Duration::from_millis(5);
        let _late = alarm.arm(Some(soon + Duration::from_secs(3600)), Arc::clone(&flags[0]));
        let _soon = alarm.arm(Some(soon), Arc::clone(&flags[1]));
        drop(alarm.arm(Some(soon), Arc::clone(&flags[2])));
        while !flags[1].load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!([&flags[0], &flags[2]].map(|flag| flag.load(Ordering::Relaxed)), [false, false]);
        alarm.ring_all();
        assert_eq!([&flags[0], &flags[2]].map(|flag| flag.load(Ordering::Relaxed)), [true, false]);
    }
}
