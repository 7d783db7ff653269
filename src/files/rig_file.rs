use super::{FileError, write_file};
use crate::export::write_model_glb;
use crate::model::Model;
use crate::rigging::with_baked_twists;
use crate::work::Progress;
use std::path::Path;

/// A model as glb, its clips turning its twist joints.
///
/// What the viewer does not keep is not written: morph targets (their default shape is), textures other than the base
/// color's, metalness and roughness, cameras and lights.
///
/// # Errors
/// A model that glTF cannot hold.
pub fn rig_glb(model: &Model, progress: &Progress) -> Result<Vec<u8>, FileError> {
    Ok(write_model_glb(&with_baked_twists(model, progress))?)
}

/// Writes [`rig_glb`] to a file.
///
/// # Errors
/// Another ending than .glb, a model that glTF cannot hold, a file that cannot be written.
pub fn write_rig(path: &Path, model: &Model, progress: &Progress) -> Result<(), FileError> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("glb")) {
        return Err(FileError::Ending { wanted: "*.glb", path: path.to_owned() });
    }
    write_file(path, &rig_glb(model, progress)?)
}
