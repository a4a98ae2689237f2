//! Work that takes a while: on a thread of its own, with a flag that ends it when nobody waits for it any more.

use crate::budget::Permit;
use crate::errors::{LOST, Refusal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::oneshot;

/// Ends the work soon after it becomes true.
pub type Cancel = Arc<AtomicBool>;

/// Cancels when it is dropped.
pub struct CancelOnDrop(pub Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does the work while holding the slot; if the one who asked goes away, the work is cancelled, and the slot is passed on
/// when it has ended.
pub async fn run<T, F>(permit: Permit, work: F) -> Result<T, Refusal>
where
    T: Send + 'static,
    F: FnOnce(&Cancel) -> Result<T, Refusal> + Send + 'static,
{
    let cancel = Cancel::default();
    let guard = CancelOnDrop(Arc::clone(&cancel));
    let result = in_the_background(move || {
        let _permit = permit;
        work(&cancel)
    });
    let result = result.await;
    drop(guard);
    result
}

/// Does the work on a thread of its own that stands back: whoever only looks at a board or asks a table goes first.
pub async fn in_the_background<T, F>(work: F) -> Result<T, Refusal>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, Refusal> + Send + 'static,
{
    let (sender, receiver) = oneshot::channel();
    let thread = std::thread::Builder::new().name("search".into()).spawn(move || {
        stand_back();
        // Whoever asked may have left meanwhile.
        sender.send(work()).ok();
    });
    thread.map_err(|error| Refusal::Busy(format!("no thread could be had: {error}")))?;
    receiver.await.map_err(|_| Refusal::Fault(LOST.into()))?
}

/// Lets other threads go first, where a thread can do so for itself alone.
pub fn stand_back() {
    #[cfg(target_os = "linux")]
    rustix::process::nice(10).ok();
}

/// Does something short on a thread that may be kept waiting.
pub async fn blocking<T, F>(work: F) -> Result<T, Refusal>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, Refusal> + Send + 'static,
{
    tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::Fault(LOST.into()))?
}
