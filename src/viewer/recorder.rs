//! Films and handouts made in the background, on a separate thread and GPU device, so that panes and panels stay
//! responsive.

use crate::films::{
    Film, FilmFailure, FilmLook, FilmScene, FrameRate, MOST_FRAMES, STILL_SECONDS, SceneFailure, make_film,
};
use crate::gpu::GpuContext;
use crate::panes::RecordFormat;
use crate::session::{RecordingEnd, RecordingRequest};
use crate::sheets::ScenePage;
use crate::work::{Job, JobFailure, Progress, Wake};
use std::path::PathBuf;
use std::sync::Arc;

/// A film or a handout that is being made. The key is its file. The result describes the saved file, or says why nothing
/// was saved.
pub type FilmJob = Job<PathBuf, Result<String, RecordingEnd>>;

/// Creates the job. Closing the window stops the film, and waits until nothing is left of it.
pub fn film_job(wake: Wake) -> FilmJob {
    Job::new("film", wake).joined()
}

/// How a film ended.
pub fn film_end(result: Result<Result<String, RecordingEnd>, JobFailure>) -> Result<String, RecordingEnd> {
    let details = "This is a bug in skinscope. Please report it and attach the model or the talk.";
    result.unwrap_or_else(|_| Err(RecordingEnd::Failed(details.to_owned())))
}

/// Makes the film and describes the saved file.
pub fn make(request: &RecordingRequest, progress: &Progress) -> Result<String, RecordingEnd> {
    let failed = |error: &dyn std::fmt::Display| RecordingEnd::Failed(error.to_string());
    let card = &request.card;
    let rate = FrameRate::new(f64::from(card.frames_per_second));
    let rate = rate.ok_or_else(|| failed(&"Choose from 0.1 to 1000 frames per second."))?;
    let scenes = request.scenes.iter();
    let scenes = scenes.map(|(scene, motion)| FilmScene {
        scene: Arc::clone(scene),
        motion: motion.clone(),
        page: ScenePage::Slide,
    });
    let scenes: Vec<FilmScene> = scenes.collect();
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
