use super::desk::{MeasureSpeed, SpeedRequest, SpeedResult};
use crate::work::{Progress, catch_panic};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time for which the shown skins must stay the same before they are measured. Nothing is measured while a joint is
/// dragged.
pub const SETTLED: Duration = Duration::from_millis(300);

/// The request that waits for the worker. Only the newest is kept.
#[derive(Default)]
pub struct Inbox {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    order: Option<(Order, Instant)>,
    quit: bool,
}

/// One measurement.
pub struct Order {
    pub meter: Arc<MeasureSpeed>,
    pub request: SpeedRequest,
    pub ticket: u64,
    pub progress: Arc<Progress>,
}

/// Message of the worker.
pub struct Report {
    pub ticket: u64,
    pub news: News,
}

pub enum News {
    Measured(SpeedResult),
    Ended,
    Failed(String),
}

impl Inbox {
    pub fn put(&self, order: Order) {
        self.lock().order = Some((order, Instant::now()));
        self.changed.notify_one();
    }

    pub fn quit(&self) {
        self.lock().quit = true;
        self.changed.notify_one();
    }

    /// Waits for a request that is not replaced until it has settled. Returns `None` to end.
    fn next(&self) -> Option<Order> {
        let mut waiting = self.lock();
        while !waiting.quit {
            let left = waiting.order.as_ref().map(|(_, since)| SETTLED.saturating_sub(since.elapsed()));
            waiting = match left {
                Some(Duration::ZERO) => return waiting.order.take().map(|(order, _)| order),
                Some(left) => {
                    self.changed.wait_timeout(waiting, left).map_or_else(|lost| lost.into_inner().0, |(lock, _)| lock)
                }
                None => self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            };
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Measures one request after another until told to quit.
pub fn work(inbox: &Inbox, reports: &Sender<Report>, wake: &(dyn Fn() + Send + Sync)) {
    while let Some(Order { meter, request, ticket, progress }) = inbox.next() {
        if progress.is_cancelled() {
            continue;
        }
        // The window may be gone by now, and then nobody needs the news.
        let tell = |news| {
            let _ = reports.send(Report { ticket, news });
            wake();
        };
        let mut publish = |result| tell(News::Measured(result));
        let measured = catch_panic(|| meter(&request, &progress, &mut publish));
        let measured = measured.unwrap_or_else(|panic| Err(panic.message));
        tell(measured.map_or_else(News::Failed, |()| News::Ended));
    }
}
