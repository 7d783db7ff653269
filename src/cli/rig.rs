use super::CliError;
use super::arguments::RigArguments;
use super::output::{Messages, check_ending, write_output};
use super::progress_line::with_progress;
use super::warnings::Warnings;
use crate::files::{checked_rig, is_same_file, rig_glb};
use crate::math::counted;
use crate::model::one_line;
use std::path::Path;

/// Writes a model with its edited rig.
pub(super) fn run(arguments: &RigArguments) -> Result<(), CliError> {
    check_ending(&arguments.output, "glb", "*.glb")?;
    check_not_over(&arguments.model, &arguments.output)?;
    let (opened, _, rig) = arguments.opening.open_edited(&arguments.model)?;
    Warnings::of_file(&opened);
    let model = &opened.asset.model;
    let bytes = with_progress("Clips", |progress| rig_glb(&opened.source, &opened.options.access, model, progress))?;
    checked_rig(model, &bytes)?;
    write_output(&arguments.output, &bytes)?;
    let skeleton = &model.skeleton;
    let edits = arguments.opening.version.weights.iter().zip(rig.counts).map(|(edit, count)| {
        let kept = counted(count.not_found, "vertex keeps its weights", "vertices keep their weights");
        let kept = (count.not_found > 0).then(|| format!("; {kept}, because no skin is at the mirrored position"));
        let changed = counted(count.changed, "vertex", "vertices");
        format!("{}: changes the weights of {changed}{}\n", one_line(&edit.to_string()), kept.unwrap_or_default())
    });
    let twists = skeleton
        .twist_drivers()
        .iter()
        .map(|driver| format!("{}: rotates by {}\n", skeleton.label(driver.node), driver.to_text(skeleton)));
    Messages::beside(Some(&arguments.output)).print(&edits.chain(twists).collect::<String>())
}

/// # Errors
/// If the output is the model's own file.
pub(super) fn check_not_over(model: &Path, output: &Path) -> Result<(), CliError> {
    if is_same_file(model, output) { Err(CliError::OverInput { path: output.to_owned() }) } else { Ok(()) }
}
