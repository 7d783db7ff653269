//! What a report on a model contains, measured and drawn. `report/` writes the page; the command line and the window
//! ask for it with a [`ReportRequest`].

mod commands;
mod error;
mod facts;
mod own_scenes;
mod painter;
mod request;
mod summary;
mod sweeps;
mod tables;
mod verdicts;
mod worst;

use crate::centers::{CenterParts, CenterPath};
use crate::files::{CenterStore, OpenedModel};
use crate::films::SceneFiles;
use crate::gpu::GpuContext;
use crate::measure::{RestSkin, StressReport};
use crate::model::{Model, Pose};
use crate::posing::front_yaw;
use crate::report::{InfluenceCounts, Report, StressPart, health};
use crate::skinning::PrimitiveCenters;
use crate::stress::{StressSkin, stress_model};
use crate::work::Progress;
use std::sync::Arc;

pub use error::ReportFailure;
pub use own_scenes::MOST_OWN_SCENES;
pub use painter::Painter;
pub use request::{ReportRequest, opening_flags};

/// The date as pages show it.
pub fn today() -> String {
    chrono::Local::now().format("%Y-%m-%d").to_string()
}

/// Common inputs of all parts of the page.
struct Subject<'a> {
    request: &'a ReportRequest,
    opened: &'a OpenedModel,
    /// The model in its default shape.
    model: &'a Arc<Model>,
    rest: &'a RestSkin,
    centers: &'a [PrimitiveCenters],
    /// Direction in which the model faces, in radians.
    front_yaw: f32,
}

/// Gathers a report on an open model, whose rig may be edited. `files` opens the models of own scenes. The progress has a stage for each part.
///
/// # Errors
/// If memory runs out, the device is lost, or the progress is canceled.
pub fn gather(
    context: &GpuContext,
    opened: &OpenedModel,
    files: &mut SceneFiles<'_>,
    request: &ReportRequest,
    store: &CenterStore,
    progress: &Progress,
) -> Result<Report, ReportFailure> {
    let model = opened.asset.model.in_default_shape();
    let pose = Pose::rest(&model.skeleton);
    let centers = &centers(model, request, store, progress)?;
    let rest = &RestSkin::of(model);
    let subject = &Subject { request, opened, model, rest, centers, front_yaw: front_yaw(model) };
    let mut painter = Painter::new(context, model, centers)?;
    let hero = painter.at_rest(&pose)?;
    let own = own_scenes::drawn(request, context, files, store, progress)?;
    let stress = match stress(subject, progress)? {
        Ok(found) => Ok(stress_part(subject, &found, &mut painter, progress)?),
        Err(why) => Err(why),
    };
    let asset = &opened.asset;
    let health = health(model, &asset.warnings, &opened.notes, &rest.surface);
    let facts::Facts { facts, meshes, clips } = facts::Facts::of(opened);
    Ok(Report {
        name: model.name.clone(),
        generator: asset.generator.clone(),
        hero,
        summary: summary::summary(subject, stress.as_ref(), &health),
        own,
        own_left_out: request.own.len().saturating_sub(MOST_OWN_SCENES),
        facts,
        meshes,
        clips,
        influences: InfluenceCounts::of(model),
        methods: request.methods(),
        made: commands::made(subject, stress.as_ref().ok(), &context.adapter_info.name),
        health,
        stress,
    })
}

/// The centers of rotation of every primitive. Empty if no method needs them.
fn centers(
    model: &Arc<Model>,
    request: &ReportRequest,
    store: &CenterStore,
    progress: &Progress,
) -> Result<Vec<PrimitiveCenters>, ReportFailure> {
    if request.skins.iter().any(|skin| skin.method.reads_moments()) {
        progress.begin_stage("surroundings", 0);
        store.moments(model, progress).ok_or(ReportFailure::Stopped)?;
    }
    let Some(parts) = request.skins.iter().filter_map(|skin| CenterParts::of_method(skin.method)).max() else {
        return Ok(vec![PrimitiveCenters::default(); model.primitives.len()]);
    };
    progress.begin_stage("centers of rotation", 0);
    let found = store.centers(model, &request.centers, parts, CenterPath::Fast, progress);
    found.map(|(centers, _)| centers.of_primitives).ok_or(ReportFailure::Stopped)
}

/// Turns every joint under every method. The inner error is the reason why there is nothing to turn, as a sentence.
///
/// # Errors
/// If the progress is canceled.
fn stress(subject: &Subject<'_>, progress: &Progress) -> Result<Result<StressReport, String>, ReportFailure> {
    if !subject.model.has_skin() {
        return Ok(Err("Nothing in this file is skinned, so no method deforms it.".to_owned()));
    }
    progress.begin_stage("stress test", 0);
    let ranges = &subject.request.turns.ranges;
    let found = stress_model(subject.model, subject.rest, &subject.skins(), ranges, progress);
    let found = found.ok_or(ReportFailure::Stopped)?;
    Ok(match found.joints.is_empty() {
        true => Err(subject.request.turns.source.why_nothing_turns(!found.not_moved.is_empty()).to_owned()),
        false => Ok(found),
    })
}

fn stress_part(
    subject: &Subject<'_>,
    found: &StressReport,
    painter: &mut Painter<'_>,
    progress: &Progress,
) -> Result<StressPart, ReportFailure> {
    let chosen = worst::choose(subject, found);
    let count: usize = chosen.iter().map(|group| group.entries.len()).sum();
    progress.begin_stage("pictures", (count * subject.request.skins.len()) as u64);
    let of_group = |group: &worst::Chosen| worst::group(subject, group, count, painter, progress);
    let groups = chosen.iter().map(of_group).collect::<Result<Vec<_>, ReportFailure>>()?;
    progress.begin_stage("sweeps", 0);
    let sweeps = sweeps::of_worst(subject, found, &chosen, progress)?;
    let verdicts = verdicts::of_kinds(subject, found, progress)?;
    let worst = verdicts::worst_of_all(subject, found);
    let tables = tables::of_all(subject, found);
    Ok(StressPart { range: summary::range(subject, found, &chosen), groups, verdicts, worst, tables, sweeps })
}

impl Subject<'_> {
    /// The methods to test, with their centers.
    fn skins(&self) -> Vec<StressSkin<'_>> {
        let skin = |&settings| StressSkin { settings, centers: self.centers };
        self.request.skins.iter().map(skin).collect()
    }
}
