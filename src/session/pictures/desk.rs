//! Draws pictures in the background, one at a time.

use super::super::file_commands::file_name;
use super::order::PictureOrder;
use crate::files::{picture_bytes, write_file};
use crate::work::{Job, Progress, Wake};
use std::path::PathBuf;
use std::sync::Arc;
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
    job: Job<Drawing, PictureResult>,
    /// Draws a picture. `None` without a window.
    draw: Option<Arc<DrawPicture>>,
}

/// A picture that is being drawn.
struct Drawing {
    since: Instant,
    goal: PictureGoal,
}

impl PictureDesk {
    pub fn new(wake: Wake) -> Self {
        Self { job: Job::new("picture", wake).joined(), draw: None }
    }

    /// Sets how pictures are drawn.
    pub fn draw_with(&mut self, draw: Arc<DrawPicture>) {
        self.draw = Some(draw);
    }

    /// Whether a picture is being drawn. A canceled one counts until its drawing has stopped.
    pub fn is_drawing(&self) -> bool {
        self.job.is_running()
    }

    /// Whether the picture was canceled, and its drawing has not stopped yet.
    pub fn is_stopping(&self) -> bool {
        self.job.running().is_some_and(|(_, progress)| progress.is_canceled())
    }

    /// The completed fraction of a drawing that takes long enough for the user to wait for it.
    pub fn long_fraction(&self) -> Option<f32> {
        let (_, progress) = self.job.running().filter(|(drawing, _)| drawing.since.elapsed() >= QUICK)?;
        Some(progress.fraction())
    }

    /// The name of the file that a picture is drawn for, and the completed fraction. `None` if it was canceled.
    pub fn file_in_progress(&self) -> Option<(String, f32)> {
        match self.job.running()? {
            (Drawing { goal: PictureGoal::File(path), .. }, progress) if !progress.is_canceled() => {
                Some((file_name(path), progress.fraction()))
            }
            _ => None,
        }
    }

    /// Begins to draw. Does nothing without a window, or while another picture is drawn.
    pub fn start(&mut self, order: PictureOrder, goal: PictureGoal) {
        let Some(draw) = self.draw.clone().filter(|_| !self.job.is_running()) else { return };
        let drawing = Drawing { since: Instant::now(), goal: goal.clone() };
        self.job.start(drawing, move |progress| finish(&order, &goal, &*draw, progress));
    }

    /// Asks the drawing to stop. The result says whether it stopped in time.
    pub fn cancel(&mut self) {
        if let Some((_, progress)) = self.job.running() {
            progress.cancel();
        }
    }

    /// Takes the result if the picture is done.
    pub fn poll(&mut self) -> Option<PictureResult> {
        let is_canceled = self.is_stopping();
        let (Drawing { goal, .. }, result) = self.job.poll()?;
        Some(match result {
            // A picture for the clipboard is drawn but not copied yet.
            Ok(PictureResult::Copied(_)) if is_canceled => PictureResult::Canceled,
            Ok(result) => result,
            Err(_) => {
                let details =
                    "Drawing it failed unexpectedly. This is a bug in skinscope. Please report it.".to_owned();
                PictureResult::Failed { goal, details }
            }
        })
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
