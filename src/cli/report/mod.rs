//! `skinscope report`: one page of HTML about a model. `reporting/` gathers its contents, `report/` writes the page.

mod arguments;

use super::CliError;
use super::model_arguments::split_bones;
use super::output::{check_ending, write_output};
use super::png_file::{command_of_run, without_folder};
use super::progress_line::with_progress;
use super::warnings::{Warning, Warnings};
use crate::files::{ModelSource, OpenedModel};
use crate::films::SceneFiles;
use crate::gpu::GpuContext;
use crate::math::counted;
use crate::panes::Scene;
use crate::report::{WarningCode, html};
use crate::reporting::{ReportRequest, gather, opening_flags};
use std::sync::Arc;

pub use arguments::ReportArguments;

/// Output name in the page's own command. It is the same for every file name and for standard output, so that the bytes
/// are too.
const OUTPUT: &str = "report.html";

pub(super) fn run(arguments: &ReportArguments) -> Result<(), CliError> {
    check_ending(&arguments.output, "html", "*.html")?;
    let (opened, edits, rig) = arguments.opening.open_edited(&arguments.model)?;
    let mut warnings = Warnings::of_file(&opened);
    let turns = arguments.ranges.turns(&opened.asset.model, &mut warnings)?;
    let own = own_scenes(arguments, &opened, &mut warnings)?;
    let pose = arguments.pose();
    let request = ReportRequest {
        // Without its folder, which may be private.
        model: without_folder(&arguments.model.to_string_lossy()).to_owned(),
        source: rig.weighted,
        splits: edits.twists,
        opening_flags: opening_flags(
            arguments.opening.version.weights_in_words(),
            // A file may have twist joints of its own, which need no flag.
            split_bones(&opened.asset.model.skeleton).into_iter().filter(|_| arguments.opening.version.edits_bones()),
            arguments.opening.access.allow_outside,
            arguments.opening.version.variant.as_deref(),
        ),
        command: Some(command_of_run(OUTPUT)),
        date: arguments.date.then(crate::reporting::today),
        skins: arguments.methods().into_iter().map(|method| pose.skinning(method)).collect(),
        centers: arguments.centers.settings(),
        measures: arguments.measures(),
        top: usize::from(arguments.top),
        limits: arguments.ranges.limit.clone(),
        turns,
        own,
    };
    let context = pollster::block_on(GpuContext::headless())?;
    let (store, access) = (arguments.centers.store(), arguments.opening.access.access());
    let files = &mut SceneFiles::new(&access);
    let report = with_progress("Report", |progress| gather(&context, &opened, files, &request, &store, progress))?;
    write_output(&arguments.output, html(&report).as_bytes())
}

/// The scenes of `--talk` that show this model. Warns of the others.
fn own_scenes(
    arguments: &ReportArguments,
    opened: &OpenedModel,
    warnings: &mut Warnings,
) -> Result<Vec<Arc<Scene>>, CliError> {
    let Some(path) = &arguments.talk else { return Ok(Vec::new()) };
    let is_own = |scene: &Arc<Scene>| ModelSource::from(&scene.model).is_same(&opened.source);
    let (own, others): (Vec<_>, Vec<_>) = super::talk::scenes(Some(path))?.into_iter().partition(is_own);
    if !others.is_empty() {
        let scenes = counted(others.len(), "scene shows another model and is", "scenes show other models and are");
        warnings.tell([Warning::new(WarningCode::SceneOfOtherModel, format!("--talk: {scenes} left out"))]);
    }
    Ok(own)
}
