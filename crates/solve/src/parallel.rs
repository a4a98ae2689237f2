//! Work in pieces on several threads: whoever is free takes the next piece.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Does `work(worker, piece)` for every piece below `pieces`. Stops early when `stop` is set or a piece fails, and gives
/// the first failure.
pub fn for_each<E: Send>(
    workers: usize,
    pieces: usize,
    stop: &AtomicBool,
    work: impl Fn(usize, usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let failed = AtomicBool::new(false);
    let run = |worker: usize| {
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                break;
            }
            if let Err(error) = work(worker, piece) {
                failed.store(true, Ordering::Relaxed);
                failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for worker in 1..workers.min(pieces) {
            let run = &run;
            scope.spawn(move || run(worker));
        }
        run(0);
    });
    match failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
