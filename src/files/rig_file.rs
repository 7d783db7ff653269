use super::{FileError, write_file};
use crate::export::write_model_glb;
use crate::model::Model;
use crate::rigging::with_baked_twists;
use crate::work::Progress;
use std::path::Path;

/// Encodes a model as glb, with clips that turn its twist joints.
///
/// Leaves out what the viewer does not keep: morph targets (their default shape is kept), textures other than the base
/// color, metalness and roughness, cameras and lights.
///
/// # Errors
/// If glTF cannot represent the model.
pub fn rig_glb(model: &Model, progress: &Progress) -> Result<Vec<u8>, FileError> {
    Ok(write_model_glb(&with_baked_twists(model, progress))?)
}

/// Writes [`rig_glb`] to a file.
///
/// # Errors
/// If the extension is not .glb, glTF cannot represent the model, or the file cannot be written.
pub fn write_rig(path: &Path, model: &Model, progress: &Progress) -> Result<(), FileError> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("glb")) {
        return Err(FileError::Ending { wanted: "*.glb", path: path.to_owned() });
    }
    write_file(path, &rig_glb(model, progress)?)
}
