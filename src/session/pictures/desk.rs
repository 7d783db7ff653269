//! Draws pictures in the background, one at a time.

use super::super::file_commands::file_name;
use super::order::PictureOrder;
use crate::files::{picture_bytes, write_file};
use crate::work::Progress;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Duration below which a drawing shows no progress.
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

/// Draws a picture on the desk's thread. Returns `None` if the progress was canceled; an error is one line for the
/// user.
pub type DrawPicture = dyn Fn(&PictureOrder, &Progress) -> Result<Option<RawPicture>, String> + Send + Sync;

/// Destination of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureGoal {
    Clipboard,
    File(PathBuf),
}

/// Outcome of a picture.
pub enum PictureResult {
    Copied(Arc<RawPicture>),
    Saved {
        path: PathBuf,
        size: [u32; 2],
    },
    /// The picture was canceled in time. Nothing was copied or written.
    Canceled,
    Failed {
        goal: PictureGoal,
        details: String,
    },
}

/// Draws pictures and sends them to their destinations.
pub struct PictureDesk {
    sender: Sender<PictureResult>,
    receiver: Receiver<PictureResult>,
    wake: Arc<dyn Fn() + Send + Sync>,
    /// Draws a picture. `None` without a window.
    draw: Option<Arc<DrawPicture>>,
    running: Option<Running>,
}

struct Running {
    progress: Arc<Progress>,
    since: Instant,
    /// The name of the file, if the picture is saved to one.
    file: Option<String>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Running {
    /// Stops the drawing when the window closes, and waits until nothing is left of it.
    fn drop(&mut self) {
        self.progress.cancel();
        if let Some(thread) = self.thread.take() {
            // A panic was caught, and has been reported.
            let _ = thread.join();
        }
    }
}

impl PictureDesk {
    pub fn new(wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, wake, draw: None, running: None }
    }

    /// Sets how pictures are drawn.
    pub fn draw_with(&mut self, draw: Arc<DrawPicture>) {
        self.draw = Some(draw);
    }

    /// Whether a picture is being drawn. A canceled one counts until its drawing has stopped.
    pub fn is_drawing(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the picture was canceled, and its drawing has not stopped yet.
    pub fn is_stopping(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.progress.is_canceled())
    }

    /// The completed fraction of a drawing that takes long enough for the user to wait for it.
    pub fn long_fraction(&self) -> Option<f32> {
        let running = self.running.as_ref().filter(|running| running.since.elapsed() >= QUICK)?;
        Some(running.progress.fraction())
    }

    /// The name of the file that a picture is drawn for, and the completed fraction. `None` if it was canceled.
    pub fn file_in_progress(&self) -> Option<(String, f32)> {
        let running = self.running.as_ref().filter(|running| !running.progress.is_canceled())?;
        Some((running.file.clone()?, running.progress.fraction()))
    }

    /// Begins to draw. Does nothing without a window, or while another picture is drawn.
    pub fn start(&mut self, order: PictureOrder, goal: PictureGoal) {
        let Some(draw) = self.draw.clone().filter(|_| self.running.is_none()) else { return };
        let progress = Arc::new(Progress::default());
        let watched = Arc::clone(&progress);
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        let file = if let PictureGoal::File(path) = &goal { Some(file_name(path)) } else { None };
        let thread = std::thread::spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| finish(&order, &goal, &*draw, &progress)));
            let result = done.unwrap_or_else(|_| {
                let details =
                    "Drawing it failed unexpectedly. This is a bug in skinscope. Please report it.".to_owned();
                PictureResult::Failed { goal, details }
            });
            // The window may be gone by now, and then nobody needs the result.
            let _ = sender.send(result);
            wake();
        });
        self.running = Some(Running { progress: watched, since: Instant::now(), file, thread: Some(thread) });
    }

    /// Asks the drawing to stop. The result says whether it stopped in time.
    pub fn cancel(&mut self) {
        if let Some(running) = &self.running {
            running.progress.cancel();
        }
    }

    /// Takes the result if the picture is done.
    pub fn poll(&mut self) -> Option<PictureResult> {
        let result = self.receiver.try_recv().ok()?;
        let is_canceled = self.is_stopping();
        self.running = None;
        // A picture for the clipboard is drawn but not copied yet.
        let is_unused = is_canceled && matches!(result, PictureResult::Copied(_));
        Some(if is_unused { PictureResult::Canceled } else { result })
    }
}

fn finish(order: &PictureOrder, goal: &PictureGoal, draw: &DrawPicture, progress: &Progress) -> PictureResult {
    let failed = |details| PictureResult::Failed { goal: goal.clone(), details };
    let picture = match draw(order, progress) {
        Ok(Some(picture)) => picture,
        Ok(None) => return PictureResult::Canceled,
        Err(details) => return failed(details),
    };
    let PictureGoal::File(path) = goal else { return PictureResult::Copied(Arc::new(picture)) };
    let bytes = picture_bytes(picture.size, &picture.rgba, &order.texts(&file_name(path)));
    // Encoding takes as long as drawing.
    if progress.is_canceled() {
        return PictureResult::Canceled;
    }
    match bytes.and_then(|bytes| write_file(path, &bytes)) {
        Ok(()) => PictureResult::Saved { path: path.clone(), size: picture.size },
        Err(error) => failed(error.to_string()),
    }
}
