//! The budget: how much of the machine all searches together may use, and whose turn it is.
//!
//! There are as many slots as cores, and each owns an equal share of the memory. A search takes a slot or waits for one.
//! Slots that come free go round the clients that wait, one each, so that a client with a hundred questions does not keep
//! one with a single question waiting. A queue that is full refuses: better an honest "try again" than an answer that
//! nobody waits for any more. Whoever leaves the queue costs nothing.

use crate::errors::Refusal;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Questions of one client that may wait.
const WAITING_EACH: usize = 64;
/// Questions of all clients that may wait.
const WAITING: usize = 1024;

/// Who asks: those of one client wait for one another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Client(pub String);

/// Slots, and who waits for them.
pub struct Budget {
    slots: usize,
    memory: usize,
    inner: Mutex<Inner>,
}

struct Inner {
    free: usize,
    /// Clients that wait, the next one first.
    queues: VecDeque<Queue>,
}

struct Queue {
    client: Client,
    waiters: VecDeque<oneshot::Sender<Permit>>,
}

/// The right to use a slot. Dropping it passes the slot on.
pub struct Permit {
    budget: Arc<Budget>,
}

/// A place in the queue, or already the slot.
pub enum Ticket {
    /// The slot.
    Ready(Permit),
    /// The place.
    Waiting(oneshot::Receiver<Permit>),
}

impl Ticket {
    /// Waits for the slot.
    pub async fn permit(self) -> Result<Permit, Refusal> {
        match self {
            Ticket::Ready(permit) => Ok(permit),
            Ticket::Waiting(place) => place.await.map_err(|_| Refusal::Busy("the server is ending".into())),
        }
    }
}

impl Budget {
    /// A budget of this many slots that share the memory.
    pub fn new(slots: usize, memory: usize) -> Arc<Budget> {
        let slots = slots.max(1);
        Arc::new(Budget { slots, memory, inner: Mutex::new(Inner { free: slots, queues: VecDeque::new() }) })
    }

    /// How many searches run at once.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// The memory of all slots together, in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The memory of a slot, in bytes.
    pub fn memory_of_slot(&self) -> usize {
        self.memory / self.slots
    }

    /// How many searches run, and how many wait.
    pub fn load(&self) -> (usize, usize) {
        let inner = self.lock();
        (self.slots - inner.free, inner.queues.iter().map(|queue| queue.waiters.len()).sum())
    }

    /// A place in the queue; a refusal when it is full.
    pub fn ticket(self: &Arc<Budget>, client: &Client) -> Result<Ticket, Refusal> {
        let mut inner = self.lock();
        inner.forget_those_who_left();
        if inner.free > 0 {
            inner.free -= 1;
            return Ok(Ticket::Ready(Permit { budget: Arc::clone(self) }));
        }
        let waiting: usize = inner.queues.iter().map(|queue| queue.waiters.len()).sum();
        let at = inner.queues.iter().position(|queue| queue.client == *client);
        let own = at.map_or(0, |at| inner.queues[at].waiters.len());
        if waiting >= WAITING || own >= WAITING_EACH {
            return Err(Refusal::Busy(format!("{waiting} searches wait already; try again in a moment")));
        }
        let (sender, place) = oneshot::channel();
        match at {
            Some(at) => inner.queues[at].waiters.push_back(sender),
            None => inner.queues.push_back(Queue { client: client.clone(), waiters: [sender].into() }),
        }
        Ok(Ticket::Waiting(place))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn forget_those_who_left(&mut self) {
        for queue in &mut self.queues {
            queue.waiters.retain(|waiter| !waiter.is_closed());
        }
        self.queues.retain(|queue| !queue.waiters.is_empty());
    }

    /// The next in the queue; its client goes to the end.
    fn next(&mut self) -> Option<oneshot::Sender<Permit>> {
        self.forget_those_who_left();
        let mut queue = self.queues.pop_front()?;
        let waiter = queue.waiters.pop_front();
        if !queue.waiters.is_empty() {
            self.queues.push_back(queue);
        }
        waiter
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        loop {
            let next = {
                let mut inner = self.budget.lock();
                let next = inner.next();
                if next.is_none() {
                    inner.free += 1;
                }
                next
            };
            let Some(next) = next else { return };
            match next.send(Permit { budget: Arc::clone(&self.budget) }) {
                Ok(()) => return,
                // Left at this moment: the slot is still to be passed on, by this loop and not by the drop of the copy.
                Err(permit) => std::mem::forget(permit),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(name: &str) -> Client {
        Client(name.to_string())
    }

    #[tokio::test]
    async fn slots_go_round_the_clients() {
        let budget = Budget::new(1, 64);
        let mut running = budget.ticket(&client("a")).unwrap().permit().await.unwrap();
        let (heard, mut order) = tokio::sync::mpsc::unbounded_channel();
        for name in ["a", "a", "a", "b", "c", "b"] {
            let ticket = budget.ticket(&client(name)).unwrap();
            let heard = heard.clone();
            tokio::spawn(async move {
                let permit = ticket.permit().await.unwrap();
                heard.send((name, permit)).ok();
            });
        }
        assert_eq!(budget.load(), (1, 6));
        let mut served = Vec::new();
        for _ in 0..6 {
            drop(running);
            let (name, permit) = order.recv().await.unwrap();
            served.push(name);
            running = permit;
        }
        assert_eq!(served, ["a", "b", "c", "a", "b", "a"]);
        drop(running);
        assert_eq!(budget.load(), (0, 0));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_those_who_left_cost_nothing() {
        let budget = Budget::new(1, 64);
        let running = budget.ticket(&client("a")).unwrap();
        let waiting: Vec<Ticket> = (0..WAITING_EACH).map(|_| budget.ticket(&client("a")).unwrap()).collect();
        assert!(matches!(budget.ticket(&client("a")), Err(Refusal::Busy(_))));
        let other = budget.ticket(&client("b")).unwrap();
        drop(waiting);
        assert_eq!(budget.load(), (1, WAITING_EACH + 1));
        drop(running);
        drop(other.permit().await.unwrap());
        assert_eq!(budget.load(), (0, 0));
    }
}
