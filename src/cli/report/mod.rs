//! `skinscope report`: one page of HTML about a model, with the contents of the file, its health, its worst joints with
//! pictures, sweeps, figures, and the commands that reproduce them. `report/` writes the page; this gathers its
//! contents.

mod arguments;
mod commands;
mod facts;
mod pictures;
mod summary;
mod sweeps;
mod tables;
mod verdicts;
mod worst;

use super::output::{check_ending, write_output};
use super::progress_line::with_progress;
use super::warnings::Warnings;
use super::{CliError, PosedModel, pose_model};
use crate::files::OpenedModel;
use crate::gpu::GpuContext;
use crate::measure::{RestSkin, StressReport};
use crate::posing::{TurnRanges, front_yaw};
use crate::report::{InfluenceCounts, Report, StressPart, health, html};
use crate::skinning::{PrimitiveCenters, SkinningMethod};
use crate::stress::{StressSkin, stress_model};
use crate::work::Progress;
pub(super) use pictures::Painter;

pub use arguments::ReportArguments;

/// Common inputs of all parts of the page.
struct Subject<'a> {
    arguments: &'a ReportArguments,
    opened: &'a OpenedModel,
    /// The model at rest.
    posed: &'a PosedModel,
    rest: &'a RestSkin,
    methods: &'a [SkinningMethod],
    centers: &'a [PrimitiveCenters],
    turns: TurnRanges,
    /// Direction in which the model faces, in radians.
    front_yaw: f32,
}

pub(super) fn run(arguments: &ReportArguments) -> Result<(), CliError> {
    check_ending(&arguments.output, "html", "*.html")?;
    let opened = arguments.opening.open(&arguments.model)?;
    let mut warnings = Warnings::of_file(&opened);
    let posed = pose_model(&opened, &arguments.pose())?;
    warnings.tell(&posed.warnings);
    let model = &posed.model;
    let turns = arguments.ranges.turns(model, &mut warnings)?;
    // Created before the long work, so that a missing graphics device is reported immediately.
    let context = pollster::block_on(GpuContext::headless())?;
    let methods = arguments.methods();
    let centers = super::centers::centers_for(model, &methods, &arguments.centers);
    let rest = RestSkin::of(model);
    let subject = Subject {
        arguments,
        opened: &opened,
        posed: &posed,
        rest: &rest,
        methods: &methods,
        centers: &centers,
        turns,
        front_yaw: front_yaw(model),
    };
    let page = html(&report(&subject, &context)?);
    write_output(&arguments.output, page.as_bytes())
}

fn report(subject: &Subject<'_>, context: &GpuContext) -> Result<Report, CliError> {
    let Subject { opened, posed, rest, methods, .. } = *subject;
    let model = &posed.model;
    let mut painter = Painter::new(context, model, subject.centers)?;
    let hero = painter.at_rest(&posed.pose)?;
    let stress = match stress(subject) {
        Ok(found) => Ok(stress_part(subject, &found, &mut painter)?),
        Err(why) => Err(why),
    };
    let asset = &opened.asset;
    let health = health(model, &asset.warnings, &opened.notes, &rest.surface);
    let info = facts::Facts::of(opened);
    Ok(Report {
        name: model.name.clone(),
        generator: asset.generator.clone(),
        hero,
        summary: summary::summary(subject, stress.as_ref(), &health),
        facts: info.facts,
        meshes: info.meshes,
        clips: info.clips,
        influences: InfluenceCounts::of(model),
        methods: methods.to_vec(),
        made: commands::made(subject, stress.as_ref().ok(), &context.adapter_info.name),
        health,
        stress,
    })
}

/// Turns every joint under every method.
///
/// # Errors
/// The reason why there is nothing to turn, as a sentence.
fn stress(subject: &Subject<'_>) -> Result<StressReport, String> {
    let model = &subject.posed.model;
    if !model.has_skin() {
        return Err("Nothing in this file is skinned, so no method deforms it.".to_owned());
    }
    let skins = subject.skins();
    let test = |progress: &Progress| stress_model(model, subject.rest, &skins, &subject.turns.ranges, progress);
    // This job is never canceled.
    let found = with_progress("Stress test", test).unwrap_or_default();
    if found.joints.is_empty() {
        return Err("No joint that was turned bends skin: every vertex follows a single joint.".to_owned());
    }
    Ok(found)
}

fn stress_part(subject: &Subject<'_>, found: &StressReport, painter: &mut Painter<'_>) -> Result<StressPart, CliError> {
    let chosen = worst::choose(subject, found);
    let count: usize = chosen.iter().map(|group| group.entries.len()).sum();
    let groups = with_progress("Pictures", |progress| {
        progress.add_total((count * subject.methods.len()) as u64);
        let of_group = |group: &worst::Chosen| worst::group(subject, group, count, painter, progress);
        chosen.iter().map(of_group).collect::<Result<Vec<_>, CliError>>()
    })?;
    let sweeps = with_progress("Sweeps", |progress| sweeps::of_worst(subject, found, &chosen, progress))?;
    let verdicts = verdicts::of_kinds(subject, found);
    let worst = verdicts::worst_of_all(subject, found);
    let tables = tables::of_all(subject, found);
    Ok(StressPart { range: summary::range(subject, found, &chosen), groups, verdicts, worst, tables, sweeps })
}

impl Subject<'_> {
    /// The methods to test, with their centers.
    fn skins(&self) -> Vec<StressSkin<'_>> {
        let pose = self.arguments.pose();
        let skin = |&method| StressSkin { settings: pose.skinning(method), centers: self.centers };
        self.methods.iter().map(skin).collect()
    }
}
