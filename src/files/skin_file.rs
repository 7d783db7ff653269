use super::{FileError, write_file};
use crate::export::{self, ExportPrimitive};
use crate::model::{Model, SkinKind};
use crate::skinning::Deformed;
use std::path::Path;

/// A file format for a deformed skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinFormat {
    /// Only the positions of the skinned vertices, an array of N x 3 numbers.
    Npy,
    Ply,
    Obj,
    Glb,
}

impl SkinFormat {
    /// The format for the file's extension.
    ///
    /// # Errors
    /// [`FileError::Ending`] for any other extension.
    pub fn of_path(path: &Path) -> Result<Self, FileError> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("npy") => Ok(Self::Npy),
            Some("ply") => Ok(Self::Ply),
            Some("obj") => Ok(Self::Obj),
            Some("glb") => Ok(Self::Glb),
            _ => Err(FileError::Ending {
                wanted: "*.npy, *.ply, *.obj or *.glb, or add --format",
                path: path.to_owned(),
            }),
        }
    }
}

/// Writes a skin in the format of its file's extension: npy, ply, obj or glb.
///
/// # Errors
/// If the extension is unknown, the model has no mesh, or the file cannot be written.
pub fn write_skin(path: &Path, model: &Model, deformed: &[Deformed]) -> Result<(), FileError> {
    let format = SkinFormat::of_path(path)?;
    if model.primitives.is_empty() {
        return Err(FileError::NothingToWrite);
    }
    write_file(path, &skin_bytes(format, model, deformed)?)
}

/// Encodes a skin. `deformed` has the skin of every primitive, in the model's order.
///
/// # Errors
/// If the format cannot represent the mesh.
pub fn skin_bytes(format: SkinFormat, model: &Model, deformed: &[Deformed]) -> Result<Vec<u8>, FileError> {
    if let SkinFormat::Npy = format {
        let skinned = model.primitives.iter().zip(deformed);
        let skinned = skinned.filter(|(primitive, _)| model.skins[primitive.skin as usize].kind == SkinKind::Skinned);
        let positions: Vec<_> =
            skinned.flat_map(|(_, vertices)| vertices.iter().map(|vertex| vertex.position)).collect();
        return Ok(export::write_positions_npy(&positions));
    }
    let moved: Vec<(Vec<_>, Vec<_>)> = deformed
        .iter()
        .map(|vertices| vertices.iter().map(|vertex| (vertex.position, vertex.normal)).unzip())
        .collect();
    let primitives: Vec<ExportPrimitive<'_>> = model
        .primitives
        .iter()
        .zip(&moved)
        .map(|(primitive, (positions, normals))| ExportPrimitive::deformed(primitive, positions, normals))
        .collect();
    Ok(match format {
        SkinFormat::Ply => export::write_ply(&primitives)?,
        SkinFormat::Obj => export::write_obj(&primitives)?,
        SkinFormat::Glb | SkinFormat::Npy => export::write_mesh_glb(&primitives, &model.materials, &model.textures)?,
    })
}
