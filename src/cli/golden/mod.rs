//! `skinscope golden`: what an engine's test of its skinning needs, in one folder: arrays in, positions out.

mod arguments;
mod arrays;
pub(super) mod report;

use super::document::JsonDocument;
use super::progress_line::with_progress;
use super::provenance::{ModelReport, OptionsReport, PoseReport};
use super::turns::warn_of_turns;
use super::warnings::Warnings;
use super::{CliError, pose_model};
use crate::export::write_positions_npy;
use crate::files::{OutputFolder, rig_glb_with_centers};
use crate::model::{Model, Pose};
use crate::skinning::{Antipodality, PrimitiveCenters, SkinnedVertex, SkinningMethod, SkinningSettings, deform_model};
use crate::work::Progress;
use glam::Vec3;
use report::{ExpectedReport, GoldenReport, MeshReport};
use std::fmt::Write;
use std::sync::Arc;

pub use arguments::GoldenArguments;

/// The list of the files. A folder that has it was written by this command.
const CONTENTS: &str = "golden.json";

pub(super) fn run(arguments: &GoldenArguments) -> Result<(), CliError> {
    let opened = arguments.pose.opening.open(&arguments.model)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let methods = arguments.methods();
    let mut warnings = Warnings::of(&opened, &posed);
    warn_of_turns(&mut warnings, &posed.model, &posed, &arguments.pose, &methods);
    if !posed.model.has_skin() {
        return Err(CliError::NothingSkinned);
    }
    if posed.pose.whole_mesh.is_some() {
        return Err(CliError::WholeMesh { command: "golden" });
    }
    // Centers are written whatever the methods are.
    let with_cor = [&methods[..], &[SkinningMethod::Cor]].concat();
    let centers = super::centers::centers_for(&posed.model, &with_cor, &arguments.pose.centers);
    let source = (&opened.source, &opened.options.access);
    let with_centers = |progress: &Progress| {
        rig_glb_with_centers(source, &posed.model, &arrays::in_mesh(&posed.model, &centers), progress)
    };
    let model_with_centers = with_progress("Model with centers", with_centers)?;
    let folder = OutputFolder::create(&arguments.output, CONTENTS, &["skins", "meshes"])?;
    folder.write("README.md", include_bytes!("../../../assets/golden/README.md"))?;
    folder.write("check.py", include_bytes!("../../../assets/golden/check.py"))?;
    folder.write("model.glb", &model_with_centers)?;

    let settings = arguments.pose.skinning(SkinningMethod::Lbs);
    let stored = if settings.stored.is_full() { Arc::clone(&posed.model) } else { posed.model.stored(settings.stored) };
    let skins = arrays::write_skins(&folder, &posed.model, &posed.pose, settings)?;
    let mut meshes = arrays::write_meshes(&folder, (&posed.model, &stored), &centers)?;
    for method in methods {
        for settings in sign_modes(arguments.pose.skinning(method)) {
            write_expected(&folder, (&posed.model, &posed.pose), settings, &centers, &mut meshes)?;
        }
    }
    let report = GoldenReport {
        pose: PoseReport::of(&opened, &posed, &arguments.pose),
        options: OptionsReport::of(&arguments.pose),
        name: &posed.model.name,
        extent: posed.model.rest_bounds().extent(),
        tolerance: report::TOLERANCE,
        nodes: report::nodes(&posed.model, &posed.pose),
        skins,
        meshes,
    };
    let expected: usize = report.meshes.iter().map(|mesh| mesh.expected.len()).sum();
    let document = JsonDocument::new(ModelReport::of(&opened), report, warnings.all());
    folder.write(CONTENTS, document.lines()?.as_bytes())?;
    let path = arguments.output.display();
    super::text::print(&format!(
        "{expected} lists of positions and their inputs; `python3 check.py` checks them: {path}\n"
    ))
}

/// The settings with each antipodality mode that changes the result, or with the one that was chosen.
fn sign_modes(settings: SkinningSettings) -> Vec<SkinningSettings> {
    if !settings.method.blends_quaternions() || settings.chosen_antipodality.is_some() {
        return vec![settings];
    }
    Antipodality::ALL.map(|mode| SkinningSettings { chosen_antipodality: Some(mode), ..settings }).to_vec()
}

/// Writes where one method puts the vertices of all meshes.
fn write_expected(
    folder: &OutputFolder,
    (model, pose): (&Model, &Pose),
    settings: SkinningSettings,
    centers: &[PrimitiveCenters],
    meshes: &mut [MeshReport<'_>],
) -> Result<(), CliError> {
    let skinned = with_progress(settings.method.short_name(), |_| deform_model(model, pose, settings, centers))?;
    for mesh in meshes {
        let vertices = &skinned[mesh.primitive];
        let expected = ExpectedReport::new(mesh.index, settings);
        let [positions, normals]: [Vec<Vec3>; 2] =
            [|vertex: &SkinnedVertex| vertex.position, |vertex: &SkinnedVertex| vertex.normal]
                .map(|part| vertices.iter().map(part).collect());
        folder.write(&expected.positions, &write_positions_npy(&positions))?;
        folder.write(&expected.normals, &write_positions_npy(&normals))?;
        folder.write(&expected.csv, csv(vertices).as_bytes())?;
        mesh.expected.push(expected);
    }
    Ok(())
}

/// One line for each vertex. Numbers read back as the same bits.
fn csv(vertices: &[SkinnedVertex]) -> String {
    let mut text = String::from("vertex,x,y,z,normal_x,normal_y,normal_z\n");
    for (index, SkinnedVertex { position, normal }) in vertices.iter().enumerate() {
        let [x, y, z] = position.to_array();
        let [nx, ny, nz] = normal.to_array();
        let _ = writeln!(text, "{index},{x},{y},{z},{nx},{ny},{nz}");
    }
    text
}
