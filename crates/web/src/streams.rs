//! Streams of events (SSE): work that tells how far it has come, and ends when nobody listens.
//!
//! The work has a slot of the budget and a thread; what it tells goes through a channel of fixed size. A listener who is
//! slow misses some of it, never the end, and never holds the work up. A listener who leaves drops the stream, which sets
//! the flag that cancels the work.

use crate::app::App;
use crate::budget::{Client, Permit};
use crate::errors::Refusal;
use crate::work::{self, Cancel, CancelOnDrop};
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio_stream::Stream;

/// Events on their way to a listener.
const ROOM: usize = 64;
/// Room that is kept for the events that must arrive.
const RESERVE: usize = 4;
/// How often an idle stream shows that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Where work tells what happens.
#[derive(Clone)]
pub struct Sink(mpsc::Sender<Event>);

impl Sink {
    /// Tells of progress, unless the listener is behind.
    pub fn tell(&self, name: &str, data: &impl Serialize) {
        if self.0.capacity() > RESERVE {
            self.must_tell(name, data);
        }
    }

    /// Waits until nobody listens.
    pub async fn closed(&self) {
        self.0.closed().await;
    }

    /// Tells something that must arrive. There is room for a few of these.
    pub fn must_tell(&self, name: &str, data: &impl Serialize) {
        if let Ok(event) = Event::default().event(name).json_data(data) {
            // Nobody listens any more: then nobody misses it.
            self.0.try_send(event).ok();
        }
    }
}

/// The body of an event that ends a stream that went wrong.
#[derive(Serialize)]
struct Wrong {
    error: String,
}

/// Events as they come. Dropping it cancels the work.
pub struct Events {
    receiver: mpsc::Receiver<Event>,
    _cancel: Option<CancelOnDrop>,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// A stream of events for the browser.
pub fn sse(events: Events) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

/// A channel whose listener cancels nothing.
pub fn channel() -> (Sink, Events) {
    let (sender, receiver) = mpsc::channel(ROOM);
    (Sink(sender), Events { receiver, _cancel: None })
}

/// Work that is done once there is a slot for it. A full queue refuses at once.
pub fn start<F>(app: &Arc<App>, client: &Client, heavy: bool, room: usize, work: F) -> Result<Events, Refusal>
where
    F: FnOnce(&Sink, &Cancel) -> Result<(), Refusal> + Send + 'static,
{
    let ticket = app.budget.ticket(client)?;
    let cancel = Cancel::default();
    let (sender, receiver) = mpsc::channel(room + ROOM);
    let events = Events { receiver, _cancel: Some(CancelOnDrop(Arc::clone(&cancel))) };
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let sink = Sink(sender);
        let slot = async {
            let permit = ticket.permit().await?;
            let heavy = if heavy { Arc::clone(&app.heavy).acquire_owned().await.ok() } else { None };
            Ok::<_, Refusal>((permit, heavy))
        };
        let (permit, heavy) = tokio::select! {
            slot = slot => match slot {
                Ok(slot) => slot,
                Err(_) => return,
            },
            () = sink.closed() => return,
            () = app.ended() => return,
        };
        let done = on_a_thread(sink.clone(), Arc::clone(&cancel), permit, heavy, work);
        let mut done = std::pin::pin!(done);
        let result = tokio::select! {
            result = &mut done => result,
            () = app.ended() => {
                cancel.store(true, Ordering::Relaxed);
                done.await
            }
        };
        if let Err(error) = result {
            sink.must_tell("error", &Wrong { error: error.to_string() });
        }
    });
    Ok(events)
}

async fn on_a_thread<F>(
    sink: Sink,
    cancel: Cancel,
    permit: Permit,
    heavy: Option<OwnedSemaphorePermit>,
    work: F,
) -> Result<(), Refusal>
where
    F: FnOnce(&Sink, &Cancel) -> Result<(), Refusal> + Send + 'static,
{
    work::in_the_background(move || {
        let _slot = (permit, heavy);
        work(&sink, &cancel)
    })
    .await
}
