use super::arguments::{DeformArguments, MeshFormat as Format};
use super::deformer::Deformer;
use super::output::write_output;
use super::text::{print_pose_warnings, print_warnings, write_file};
use super::{CliError, pose_model};
use crate::export::{self, ExportPrimitive};
use crate::model::{Model, SkinKind};
use crate::skinning::Deformed;
use std::path::Path;

pub(super) fn run(arguments: &DeformArguments) -> Result<(), CliError> {
    let format = arguments.format.map_or_else(|| format_of(&arguments.output), Ok)?;
    let opened = arguments.pose.twists.open(&arguments.model)?;
    let model = &opened.asset.model;
    let posed = pose_model(&opened, &arguments.pose)?;
    print_warnings(&opened);
    print_pose_warnings(&posed);
    if model.primitives.is_empty() {
        return Err(CliError::NothingToWrite);
    }
    if format == Format::Npy && model.skinned_primitives().next().is_none() {
        return Err(CliError::NothingSkinned);
    }
    let settings = arguments.pose.skinning(arguments.method);
    let deformer = Deformer::new(model, arguments.backend, &[settings.method], &arguments.pose.centers)?;
    let deformed = deformer.deform(&posed.pose, settings)?;
    write_output(&arguments.output, &encode(format, model, &deformed)?)
}

/// Writes a skin as its file's ending says: npy, ply, obj or glb.
///
/// # Errors
/// Another ending, a model without a mesh, a file that cannot be written.
pub fn write_skin(path: &Path, model: &Model, deformed: &[Deformed]) -> Result<(), CliError> {
    let format = format_of(path)?;
    if model.primitives.is_empty() {
        return Err(CliError::NothingToWrite);
    }
    write_file(path, &encode(format, model, deformed)?)
}

fn format_of(path: &Path) -> Result<Format, CliError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("npy") => Ok(Format::Npy),
        Some("ply") => Ok(Format::Ply),
        Some("obj") => Ok(Format::Obj),
        Some("glb") => Ok(Format::Glb),
        _ => Err(CliError::OutputFormat {
            wanted: "*.npy, *.ply, *.obj or *.glb, or add --format",
            path: path.to_owned(),
        }),
    }
}

fn encode(format: Format, model: &Model, deformed: &[Deformed]) -> Result<Vec<u8>, CliError> {
    if let Format::Npy = format {
        let skinned = model.primitives.iter().zip(deformed);
        let skinned = skinned.filter(|(primitive, _)| model.skins[primitive.skin as usize].kind == SkinKind::Skinned);
        let positions: Vec<_> =
            skinned.flat_map(|(_, vertices)| vertices.iter().map(|vertex| vertex.position)).collect();
        return Ok(export::write_positions_npy(&positions)?);
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
        Format::Ply => export::write_ply(&primitives)?,
        Format::Obj => export::write_obj(&primitives)?,
        Format::Glb | Format::Npy => export::write_mesh_glb(&primitives, &model.materials, &model.textures)?,
    })
}
