//! `skinscope bake`: writes a rig for linear blending that looks like another method.

mod arguments;
mod picture;
mod poses;
pub(super) mod report;
mod table;

use super::CliError;
use super::document::JsonDocument;
use super::output::{Messages, check_ending, is_stdout, write_output};
use super::progress_line::with_progress;
use super::provenance::ModelReport;
use super::text::check_skinned;
use super::warnings::Warnings;
use crate::baking::{BakeRequest, Baked, Drive, HelperCount, Look, bake_look, helpable_joints};
use crate::export::write_blender_script;
use crate::files::{checked_rig, rig_glb};
use crate::gpu::GpuContext;
use crate::model::Model;
use crate::report::WarningCode;
use crate::rigging::{HelperJoints, check_helpers};
pub use arguments::BakeArguments;
use std::time::Instant;

/// A bake with what it was made of.
struct Outcome<'a> {
    arguments: &'a BakeArguments,
    model: &'a Model,
    baked: Baked,
    /// Number of fitted and judged poses.
    pose_counts: [usize; 2],
    milliseconds: f64,
}

pub(super) fn run(arguments: &BakeArguments) -> Result<(), CliError> {
    check_ending(&arguments.output, "glb", "*.glb")?;
    for (path, flag, ending, wanted) in
        [(&arguments.recipe, "--recipe", "py", "*.py"), (&arguments.picture, "--picture", "png", "*.png")]
    {
        let Some(path) = path else { continue };
        check_ending(path, ending, wanted)?;
        if is_stdout(path) {
            return Err(CliError::FileToStdout { flag, wanted });
        }
    }
    if arguments.recipe.is_some() && arguments.drive == Drive::Clips {
        return Err(CliError::DrivenByClips { flag: "--recipe" });
    }
    super::rig::check_not_over(&arguments.model, &arguments.output)?;
    let opened = arguments.opening.open(&arguments.model)?;
    let model = &opened.asset.model;
    let mut warnings = Warnings::of_file(&opened);
    check_skinned(model, &arguments.model)?;
    let joints = joints(arguments, model)?;
    let [fitted, judged] = poses::poses(arguments, model, &mut warnings)?;
    if judged.is_empty() && matches!(arguments.helpers, HelperCount::Auto { .. }) {
        return Err(CliError::NothingToJudge { flag: "--helpers auto" });
    }
    if judged.is_empty() && arguments.picture.is_some() {
        return Err(CliError::NothingToJudge { flag: "--picture" });
    }
    // Created before the long work, so that a missing graphics device is reported immediately.
    let context = arguments.picture.is_some().then(|| pollster::block_on(GpuContext::headless())).transpose()?;
    let centers = super::centers::centers_for(model, &[arguments.look], &arguments.centers);
    let started = Instant::now();
    let request = BakeRequest {
        model,
        look: Look { settings: arguments.settings(), centers: &centers },
        joints: &joints,
        helpers: arguments.helpers(),
        drive: arguments.drive,
        most_influences: usize::from(arguments.influences),
        fitted: &fitted,
        judged: &judged,
    };
    // This job is never canceled.
    let Some(baked) = with_progress("Bake", |progress| bake_look(&request, progress))? else { return Ok(()) };
    let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
    if let Some(text) = baked.counts.warning() {
        warnings.add(WarningCode::BoundElsewhere, text);
    }
    let write = |progress: &_| rig_glb(&opened.source, &opened.options.access, &baked.model, progress);
    let bytes = with_progress("Clips", write)?;
    checked_rig(&baked.model, &bytes)?;
    write_output(&arguments.output, &bytes)?;
    if let Some(path) = &arguments.recipe {
        write_output(path, write_blender_script(&baked.model).as_bytes())?;
    }
    let pose_counts = [&fitted, &judged].map(Vec::len);
    let outcome = Outcome { arguments, model, baked, pose_counts, milliseconds };
    let messages = Messages::beside(Some(&arguments.output));
    if arguments.json {
        let report = report::BakeReport::new(&outcome);
        messages.print(&JsonDocument::new(ModelReport::of(&opened), report, warnings.all()).pretty()?)?;
    } else {
        messages.print(&table::text(&outcome))?;
    }
    match (&context, &arguments.picture) {
        (Some(context), Some(path)) => picture::draw(context, &outcome, (model, &centers), &judged, (arguments, path)),
        _ => Ok(()),
    }
}

/// The joints that may get helpers: the given ones, or all that can have them.
fn joints(arguments: &BakeArguments, model: &Model) -> Result<Vec<u32>, CliError> {
    let skeleton = &model.skeleton;
    let helpable = helpable_joints(model);
    if arguments.joints.is_empty() {
        return Ok(helpable);
    }
    let find = |given: &String| {
        let joint = skeleton.find(given).map_err(|cause| CliError::BakedJoint { cause, given: given.clone() })?;
        if !helpable.contains(&joint) {
            check_helpers(model, HelperJoints { joint, count: 1 })?;
            return Err(CliError::BendsNothing { joint: skeleton.label(joint) });
        }
        Ok(joint)
    };
    let mut joints = arguments.joints.iter().map(find).collect::<Result<Vec<u32>, CliError>>()?;
    joints.sort_unstable();
    joints.dedup();
    Ok(joints)
}
