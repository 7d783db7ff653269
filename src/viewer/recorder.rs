//! Films and handouts made in the background, on a separate thread and GPU device, so that panes and panels stay
//! responsive.

use crate::films::{
    Film, FilmFailure, FilmLook, FilmScene, FrameRate, MOST_FRAMES, STILL_SECONDS, SceneFailure, make_film,
};
use crate::gpu::GpuContext;
use crate::panes::RecordFormat;
use crate::session::{HandoutRequest, RecordingEnd, RecordingRequest};
use crate::work::Progress;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

/// A film or a handout that is being made.
pub struct FilmInProgress {
    path: PathBuf,
    result: Receiver<Result<String, RecordingEnd>>,
    progress: Arc<Progress>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for FilmInProgress {
    /// Stops the film when the window closes, and waits until nothing is left of it.
    fn drop(&mut self) {
        self.progress.cancel();
        if let Some(thread) = self.thread.take() {
            // A panic was caught, and has been reported.
            let _ = thread.join();
        }
    }
}

impl FilmInProgress {
    /// Starts a film. `wake` wakes the window at the end.
    pub fn of_film(request: RecordingRequest, progress: Arc<Progress>, wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self::start(request.path.clone(), progress, wake, move |progress| make(&request, progress))
    }

    /// Starts a handout.
    pub fn of_handout(request: HandoutRequest, progress: Arc<Progress>, wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self::start(request.path.clone(), progress, wake, move |progress| super::handouts::make(&request, progress))
    }

    fn start(
        path: PathBuf,
        progress: Arc<Progress>,
        wake: Arc<dyn Fn() + Send + Sync>,
        make: impl FnOnce(&Progress) -> Result<String, RecordingEnd> + Send + 'static,
    ) -> Self {
        let (send, result) = channel();
        let watched = Arc::clone(&progress);
        let thread = std::thread::spawn(move || {
            let made = catch_unwind(AssertUnwindSafe(|| make(&progress)));
            let made = made.unwrap_or_else(|_| {
                let details = "This is a bug in skinscope. Please report it and attach the model or the talk.";
                Err(RecordingEnd::Failed(details.to_owned()))
            });
            // If the window is gone, nobody waits for the result.
            let _ = send.send(made);
            wake();
        });
        Self { path, result, progress: watched, thread: Some(thread) }
    }

    /// The file, and a description of the saved file or the reason why nothing was saved, once known.
    pub fn poll(&self) -> Option<(PathBuf, Result<String, RecordingEnd>)> {
        Some((self.path.clone(), self.result.try_recv().ok()?))
    }
}

/// Makes the film and describes the saved file.
fn make(request: &RecordingRequest, progress: &Progress) -> Result<String, RecordingEnd> {
    let failed = |error: &dyn std::fmt::Display| RecordingEnd::Failed(error.to_string());
    let card = &request.card;
    let rate = FrameRate::new(f64::from(card.frames_per_second));
    let rate = rate.ok_or_else(|| failed(&"Choose from 0.1 to 1000 frames per second."))?;
    let scenes = request.scenes.iter();
    let scenes: Vec<FilmScene> =
        scenes.map(|(scene, motion)| FilmScene { scene: Arc::clone(scene), motion: motion.clone() }).collect();
    let look = FilmLook {
        size: card.size,
        rate,
        columns: None,
        supersample: 1,
        titles: true,
        // The caption shows the title, as in a picture of the scene.
        caption: true,
        legend: true,
        transparent: card.transparent && card.format != RecordFormat::Mp4,
        theme: request.theme,
        still_seconds: STILL_SECONDS,
        glides: true,
    };
    let film = Film::open(&scenes, look, &request.access, progress).map_err(|failure| match failure {
        SceneFailure::Stopped => RecordingEnd::Stopped,
        failure => failed(&failure),
    })?;
    let frames = film.frames();
    if frames > u64::from(MOST_FRAMES) {
        return Err(failed(&format!(
            "A recording has at most {MOST_FRAMES} frames, and this one would have {frames}. Make it shorter, or lower \
             the rate."
        )));
    }
    let context = pollster::block_on(GpuContext::headless()).map_err(|error| failed(&error))?;
    context.set_full_precision(request.full_precision);
    let limit = context.largest_picture_side();
    if card.size.iter().any(|side| *side > limit) {
        return Err(failed(&format!(
            "This graphics card draws at most {limit} pixels on a side. Choose a smaller size."
        )));
    }
    make_film(&film, &context, &request.path, card.format, progress).map_err(|failure| match failure {
        FilmFailure::Stopped => RecordingEnd::Stopped,
        failure => failed(&failure),
    })?;
    let warnings: String = film.warnings().iter().map(|warning| format!("; {warning}")).collect();
    let names = request.file_names(u32::try_from(frames).unwrap_or(u32::MAX));
    let plural = if frames == 1 { "" } else { "s" };
    Ok(format!("{names}, {frames} frame{plural}{warnings}"))
}
