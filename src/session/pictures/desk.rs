//! Draws pictures in the background, one at a time.

use super::order::PictureOrder;
use crate::files::{picture_bytes, write_file};
use crate::work::Progress;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// A shorter drawing shows no progress.
const QUICK: Duration = Duration::from_secs(1);

/// A finished picture.
#[derive(Clone, PartialEq, Eq)]
pub struct RawPicture {
    pub size: [u32; 2],
    /// RGBA with straight alpha, rows from the top.
    pub rgba: Vec<u8>,
}

impl std::fmt::Debug for RawPicture {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "RawPicture {} x {}", self.size[0], self.size[1])
    }
}

/// Draws a picture on the desk's thread. `None` if the progress was canceled; an error is one line for the user.
pub type DrawPicture = dyn Fn(&PictureOrder, &Progress) -> Result<Option<RawPicture>, String> + Send + Sync;

/// Where a picture goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureGoal {
    Clipboard,
    File(PathBuf),
}

/// What became of a picture.
pub enum PictureResult {
    Copied(Arc<RawPicture>),
    Saved { path: PathBuf, size: [u32; 2] },
    Failed { goal: PictureGoal, details: String },
}

/// Draws pictures and sends them where they go.
pub struct PictureDesk {
    sender: Sender<(u64, Option<PictureResult>)>,
    receiver: Receiver<(u64, Option<PictureResult>)>,
    wake: Arc<dyn Fn() + Send + Sync>,
    /// `None` without a window.
    draw: Option<Arc<DrawPicture>>,
    next_ticket: u64,
    running: Option<Running>,
}

struct Running {
    ticket: u64,
    progress: Arc<Progress>,
    since: Instant,
}

impl PictureDesk {
    pub fn new(wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, wake, draw: None, next_ticket: 0, running: None }
    }

    /// Sets how pictures are drawn.
    pub fn draw_with(&mut self, draw: Arc<DrawPicture>) {
        self.draw = Some(draw);
    }

    pub fn is_drawing(&self) -> bool {
        self.running.is_some()
    }

    /// The done fraction of a drawing that takes long enough for the user to wait for it.
    pub fn long_fraction(&self) -> Option<f32> {
        let running = self.running.as_ref().filter(|running| running.since.elapsed() >= QUICK)?;
        Some(running.progress.fraction())
    }

    /// Begins to draw. Does nothing without a window, or while another picture is drawn.
    pub fn start(&mut self, order: PictureOrder, goal: PictureGoal) {
        let Some(draw) = self.draw.clone().filter(|_| self.running.is_none()) else { return };
        let (ticket, progress) = (self.next_ticket, Arc::new(Progress::default()));
        self.next_ticket += 1;
        self.running = Some(Running { ticket, progress: Arc::clone(&progress), since: Instant::now() });
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        std::thread::spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| finish(&order, &goal, &*draw, &progress)));
            let result = done.unwrap_or_else(|_| {
                let details =
                    "Drawing it failed unexpectedly. This is a bug in skinscope. Please report it.".to_owned();
                Some(PictureResult::Failed { goal, details })
            });
            // The window may be gone by now, and then nobody needs the result.
            let _ = sender.send((ticket, result));
            wake();
        });
    }

    /// Stops the drawing. Nothing is written.
    pub fn cancel(&mut self) {
        if let Some(running) = self.running.take() {
            running.progress.cancel();
        }
    }

    /// Takes the result if the picture is done.
    pub fn poll(&mut self) -> Option<PictureResult> {
        let results: Vec<_> = self.receiver.try_iter().collect();
        let mut results = results.into_iter();
        let is_running = |ticket: u64| self.running.as_ref().is_some_and(|running| running.ticket == ticket);
        let (_, result) = results.find(|(ticket, _)| is_running(*ticket))?;
        self.running = None;
        result
    }
}

/// `None` if it was canceled.
fn finish(order: &PictureOrder, goal: &PictureGoal, draw: &DrawPicture, progress: &Progress) -> Option<PictureResult> {
    let failed = |details| Some(PictureResult::Failed { goal: goal.clone(), details });
    let picture = match draw(order, progress) {
        Ok(picture) => picture?,
        Err(details) => return failed(details),
    };
    let PictureGoal::File(path) = goal else { return Some(PictureResult::Copied(Arc::new(picture))) };
    let bytes = picture_bytes(picture.size, &picture.rgba, &order.texts(&file_name(path)));
    // Encoding takes as long as drawing.
    if progress.is_cancelled() {
        return None;
    }
    match bytes.and_then(|bytes| write_file(path, &bytes)) {
        Ok(()) => Some(PictureResult::Saved { path: path.clone(), size: picture.size }),
        Err(error) => failed(error.to_string()),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
