use super::arguments::DeformArguments;
use super::deformer::Deformer;
use super::output::write_output;
use super::turns::warn_of_turns;
use super::warnings::Warnings;
use super::{CliError, pose_model};
use crate::files::{FileError, SkinFormat, skin_bytes};

pub(super) fn run(arguments: &DeformArguments) -> Result<(), CliError> {
    let format = match arguments.format {
        Some(format) => format.into(),
        None => SkinFormat::of_path(&arguments.output)?,
    };
    let opened = arguments.pose.opening.open(&arguments.model)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &posed.model;
    let mut warnings = Warnings::of(&opened, &posed);
    warn_of_turns(&mut warnings, model, &posed, &arguments.pose, &[arguments.method]);
    if model.primitives.is_empty() {
        return Err(FileError::NothingToWrite.into());
    }
    if format == SkinFormat::Npy && !model.has_skin() {
        return Err(CliError::NothingSkinned);
    }
    let settings = arguments.pose.skinning(arguments.method);
    let deformer = Deformer::new(&mut warnings, model, arguments.backend, &[settings.method], &arguments.pose.centers)?;
    let deformed = deformer.deform(&posed.pose, settings)?;
    write_output(&arguments.output, &skin_bytes(format, model, &deformed)?)
}
