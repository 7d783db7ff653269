use super::open::import_source_file;
use super::{Access, FileError, ModelSource, write_file};
use crate::export::{ExportError, RigCheck, check_rig, write_rig_glb_with_centers};
use crate::model::Model;
use crate::rigging::{with_baked_joints, with_twist_frames};
use crate::work::Progress;
use glam::Vec3;
use std::path::Path;

/// Encodes a model as glb: its source file, read with the given access, with the model's twist joints, and clips and
/// constraints that turn them. The rest of the file stays as it is.
///
/// # Errors
/// If the file cannot be read anew, has changed since the model was opened, or glTF cannot represent the model.
pub fn rig_glb(
    source: &ModelSource,
    access: &Access,
    model: &Model,
    progress: &Progress,
) -> Result<Vec<u8>, FileError> {
    rig_glb_with_centers((source, access), model, &[], progress)
}

/// Like [`rig_glb`], with points for the vertices of each primitive, in the frame of its mesh, as the attribute `_CENTER`.
///
/// # Errors
/// The same as `rig_glb`.
pub fn rig_glb_with_centers(
    (source, access): (&ModelSource, &Access),
    model: &Model,
    centers_in_mesh: &[Vec<Vec3>],
    progress: &Progress,
) -> Result<Vec<u8>, FileError> {
    let file = import_source_file(source, access)?;
    let first_new = file.asset.model.skeleton.len() as u32;
    let written = with_baked_joints(&with_twist_frames(model), first_new, progress);
    write_rig_glb_with_centers(&file, &written, centers_in_mesh).map_err(|error| match error {
        ExportError::OtherSource => FileError::Changed { file: source.label() },
        error => error.into(),
    })
}

/// Reads an encoded model again, and returns what it holds.
///
/// # Errors
/// If it cannot be read, or has another skin than the model: a defect of this program.
pub fn checked_rig(model: &Model, glb: &[u8]) -> Result<RigCheck, FileError> {
    Some(check_rig(model, glb)?).filter(RigCheck::is_same).ok_or(FileError::NotAsWritten)
}

/// Writes [`rig_glb`] to a file. Returns what it holds, read again.
///
/// # Errors
/// The same as `rig_glb` and [`checked_rig`], or if the extension is not .glb or the file cannot be written.
pub fn write_rig(
    path: &Path,
    source: &ModelSource,
    access: &Access,
    model: &Model,
    progress: &Progress,
) -> Result<RigCheck, FileError> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("glb")) {
        return Err(FileError::Ending { wanted: "*.glb", path: path.to_owned() });
    }
    let bytes = rig_glb(source, access, model, progress)?;
    let check = checked_rig(model, &bytes)?;
    write_file(path, &bytes)?;
    Ok(check)
}
