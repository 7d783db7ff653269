//! Makes pages, slides and reports in the background.

use crate::files::{CenterStore, OpenedModel, write_file};
use crate::films::{FilmFailure, SIZE_OF_SLIDE, SceneFiles, SlideLook, make_slides};
use crate::gpu::{GpuContext, GpuError};
use crate::math::{counted, megabytes};
use crate::measure::StressMeasure;
use crate::panes::SceneTwist;
use crate::posing::TurnRanges;
use crate::report::html;
use crate::reporting::{self, ReportFailure, ReportRequest, opening_flags};
use crate::session::{HandoutKind, HandoutRequest, RecordingEnd, beside_the_window};
use crate::share::{ShareFailure, open_scenes, share_page};
use crate::work::Progress;

/// Count of worst joints of a report, as of `skinscope report`.
const WORST_JOINTS: usize = 6;

const NOTHING_TO_REPORT: &str = "No model is open. Open one first.";
const CHANGED: &str = "The file has changed on disk since it was opened. Reload it, then make the report again.";

/// Makes the handout, and describes the saved file.
pub fn make(request: &HandoutRequest, progress: &Progress) -> Result<String, RecordingEnd> {
    let failed = |error: &dyn std::fmt::Display| RecordingEnd::Failed(error.to_string());
    let context = pollster::block_on(GpuContext::headless()).map_err(|error| failed(&error))?;
    context.set_full_precision(request.full_precision);
    let (bytes, mut told, warnings) = match request.card.kind {
        HandoutKind::Page => page(request, &context, progress)?,
        HandoutKind::Slides => slides(request, &context, progress)?,
        HandoutKind::Report => report(request, &context, progress)?,
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

fn report(request: &HandoutRequest, context: &GpuContext, progress: &Progress) -> Result<Made, RecordingEnd> {
    let failed = |error: &dyn std::fmt::Display| RecordingEnd::Failed(error.to_string());
    let Some(order) = &request.report else { return Err(RecordingEnd::Failed(NOTHING_TO_REPORT.to_owned())) };
    let (mut warnings, mut files) = (Vec::new(), SceneFiles::new(&request.access));
    let scene = files.open_scene(&order.model, &mut warnings).map_err(|error| failed(&error))?;
    let mut opened = OpenedModel::clone(scene.first());
    let edits = order.model.rig_edits(&opened.asset.model).map_err(|error| failed(&error))?;
    let rig = edits.applied(&opened.asset.model).map_err(|error| failed(&error))?;
    opened.asset.model = rig.model;
    let model = &opened.asset.model;
    if order.model.wanted_model().is_another_file(opened.hash.to_hex().as_str()) {
        return Err(RecordingEnd::Failed(CHANGED.to_owned()));
    }
    let (limits, misfits) = order.model.joint_limits(model);
    warnings.extend(misfits.into_iter().map(|(limit, error)| format!("the limit {limit} is left out: {error}")));
    let turns = TurnRanges::of(model, order.range, &limits);
    let asked = ReportRequest {
        model: opened.source.label(),
        source: rig.weighted,
        splits: edits.twists,
        opening_flags: opening_flags(
            order.model.weights.iter().map(ToString::to_string),
            order.model.twists.iter().map(SceneTwist::in_flag),
            opened.options.access.outside,
            order.model.variant.as_deref(),
        ),
        command: None,
        date: Some(reporting::today()),
        skins: order.skins.clone(),
        centers: order.centers,
        measures: vec![StressMeasure::Collapse, StressMeasure::Bulge],
        top: WORST_JOINTS,
        limits: order.model.limits.clone(),
        turns,
        own: request.scenes.clone(),
    };
    let store = CenterStore::of_user();
    let gathered = beside_the_window(|| reporting::gather(context, &opened, &mut files, &asked, &store, progress));
    let report = gathered.map_err(|failure| match failure {
        ReportFailure::Stopped => RecordingEnd::Stopped,
        failure => failed(&failure),
    })?;
    let own = counted(report.own.len(), "own pose", "own poses");
    let worst = report.stress.as_ref().map_or(0, |part| part.groups.iter().map(|group| group.cases.len()).sum());
    let told = vec![own, counted(worst, "worst joint", "worst joints")];
    Ok((html(&report).into_bytes(), told, warnings))
}
