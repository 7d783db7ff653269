//! Makes pages and slides in the background.

use crate::files::write_file;
use crate::films::{FilmFailure, SIZE_OF_SLIDE, SlideLook, make_slides};
use crate::gpu::{GpuContext, GpuError};
use crate::math::{counted, megabytes};
use crate::session::{HandoutKind, HandoutRequest, RecordingEnd};
use crate::share::{ShareFailure, open_scenes, share_page};
use crate::work::Progress;

/// Makes the handout, and describes the saved file.
pub fn make(request: &HandoutRequest, progress: &Progress) -> Result<String, RecordingEnd> {
    let failed = |error: &dyn std::fmt::Display| RecordingEnd::Failed(error.to_string());
    let context = pollster::block_on(GpuContext::headless()).map_err(|error| failed(&error))?;
    context.set_full_precision(request.full_precision);
    let (bytes, mut told, warnings) = match request.card.kind {
        HandoutKind::Page => page(request, &context, progress)?,
        HandoutKind::Slides => slides(request, &context, progress)?,
    };
    if progress.is_canceled() {
        return Err(RecordingEnd::Stopped);
    }
    write_file(&request.path, &bytes)?;
    told.extend(warnings);
    Ok(format!("{}, {}, {}", request.file_name(), megabytes(bytes.len() as u64), told.join("; ")))
}

/// Bytes of a file, descriptions of its contents, and notes for the user.
type Made = (Vec<u8>, Vec<String>, Vec<String>);

fn page(request: &HandoutRequest, context: &GpuContext, progress: &Progress) -> Result<Made, RecordingEnd> {
    let failed = |error: &dyn std::fmt::Display| RecordingEnd::Failed(error.to_string());
    let (scenes, mut warnings) = open_scenes(&request.scenes, &request.access, true).map_err(|error| failed(&error))?;
    if scenes.is_empty() {
        return Err(RecordingEnd::Failed(format!("No scene can be shown: {}.", warnings.join("; "))));
    }
    progress.set_note(format!("drawing {}", counted(scenes.len(), "scene", "scenes")));
    let theme = request.card.theme;
    let page = share_page(context, &request.title, &scenes, theme, progress).map_err(|failure| match failure {
        ShareFailure::Gpu(GpuError::Canceled) => RecordingEnd::Stopped,
        failure => failed(&failure),
    })?;
    warnings.extend(page.left_out.in_words());
    let told = vec![counted(scenes.len(), "scene", "scenes")];
    Ok((page.html.into_bytes(), told, warnings))
}

fn slides(request: &HandoutRequest, context: &GpuContext, progress: &Progress) -> Result<Made, RecordingEnd> {
    let look = SlideLook { size: SIZE_OF_SLIDE, theme: request.card.theme, labels: true };
    let slides = make_slides(context, (&request.title, &request.scenes), look, &request.access, progress);
    let slides = slides.map_err(|failure| match failure {
        FilmFailure::Stopped => RecordingEnd::Stopped,
        failure => RecordingEnd::Failed(failure.to_string()),
    })?;
    Ok((slides.pdf, vec![counted(slides.pages, "slide", "slides")], slides.warnings))
}
