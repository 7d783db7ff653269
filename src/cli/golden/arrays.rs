//! The arrays that a method starts from: of the joints of each skin, and of the vertices of each mesh.

use super::report::{MeshReport, SkinReport};
use crate::export::{write_npy, write_positions_npy};
use crate::files::{FileError, OutputFolder};
use crate::model::{Model, Pose, Primitive, SkinKind};
use crate::skinning::{Antipodality, JointPalette, PaletteMatrix, PrimitiveCenters, SkinningMethod, SkinningSettings};
use glam::{DAffine3, DMat3, DVec3, Vec3};
use std::collections::BTreeMap;

/// Modes whose signs are chosen for joints, not for vertices. The others start from `none`.
const OF_JOINTS: [Antipodality; 3] = [Antipodality::None, Antipodality::PerBone, Antipodality::Continuous];

/// Writes the joints of the skins that deform vertices.
pub(super) fn write_skins<'a>(
    folder: &OutputFolder,
    model: &'a Model,
    pose: &Pose,
    settings: SkinningSettings,
) -> Result<Vec<SkinReport<'a>>, FileError> {
    let palettes = OF_JOINTS.map(|mode| {
        let settings = SkinningSettings { method: SkinningMethod::Dqs, chosen_antipodality: Some(mode), ..settings };
        JointPalette::all(model, pose, settings)
    });
    let mut skins = Vec::new();
    for (skin, source) in deforming(model) {
        let folder_of_skin = format!("skins/{}", skins.len());
        let named = |what: &str| format!("{folder_of_skin}/{what}.npy");
        let joints = source.joints.len();
        let own = &palettes[0][skin];
        let posed_from_bind = own.matrices.iter().map(|matrix| affine(*matrix)).collect::<Vec<_>>();
        let posed_from_mesh = posed_from_bind.iter().map(|matrix| *matrix * source.bind_from_mesh).collect::<Vec<_>>();
        let mut motions = BTreeMap::new();
        for (mode, palettes) in OF_JOINTS.into_iter().zip(&palettes) {
            let numbers = palettes[skin].motions.iter().flat_map(|motion| [motion.real, motion.dual]);
            let name = named(&format!("motions.{}", mode.id()));
            folder.write(&name, &write_npy(&[joints, 8], numbers.flat_map(|part| part.to_array())))?;
            motions.insert(mode.id(), name);
        }
        let report = SkinReport {
            name: &source.name,
            joints: source.joints.iter().map(|joint| joint.node).collect(),
            bind_from_mesh: named("bind_from_mesh"),
            posed_from_mesh: named("posed_from_mesh"),
            posed_from_bind: named("posed_from_bind"),
            motions,
        };
        folder.write(&report.bind_from_mesh, &write_npy(&[4, 4], rows(source.bind_from_mesh)))?;
        for (name, matrices) in [(&report.posed_from_mesh, posed_from_mesh), (&report.posed_from_bind, posed_from_bind)]
        {
            folder.write(name, &write_npy(&[joints, 4, 4], matrices.into_iter().flat_map(rows)))?;
        }
        skins.push(report);
    }
    Ok(skins)
}

/// Writes the vertices of the skinned primitives of a stored model at rest. `centers` has a list for each primitive, made from
/// the full model.
pub(super) fn write_meshes<'a>(
    folder: &OutputFolder,
    (full, model): (&Model, &'a Model),
    centers: &[PrimitiveCenters],
) -> Result<Vec<MeshReport<'a>>, FileError> {
    let skins: Vec<usize> = deforming(model).map(|(index, _)| index).collect();
    let mut meshes: Vec<MeshReport<'a>> = Vec::new();
    for (primitive, (source, centers)) in model.primitives.iter().zip(centers).enumerate() {
        let Some(skin) = skins.iter().position(|&skin| skin == source.skin as usize) else { continue };
        let index = meshes.len();
        let named = |what: &str| format!("meshes/{index}/{what}.npy");
        let bind_from_mesh = model.skins[source.skin as usize].bind_from_mesh;
        let (vertices, most) = (source.positions.len(), model.influences_of(source));
        let report = MeshReport {
            index,
            primitive,
            mesh: &source.mesh_name,
            skin,
            vertices,
            rest_positions: named("rest_positions"),
            rest_normals: named("rest_normals"),
            joints: named("joints"),
            weights: named("weights"),
            centers: named("centers"),
            expected: Vec::new(),
        };
        let padded = |vertex: usize| {
            let own = source.influences.of(vertex).iter().map(|influence| (influence.joint, influence.weight));
            own.chain(std::iter::repeat((0, 0.0))).take(most)
        };
        folder.write(&report.rest_positions, &write_positions_npy(&to_mesh(bind_from_mesh, &source.positions)))?;
        folder.write(&report.rest_normals, &write_positions_npy(&normals_in_mesh(bind_from_mesh, &source.normals)))?;
        let joints = (0..vertices).flat_map(padded).map(|(joint, _)| joint);
        folder.write(&report.joints, &write_npy(&[vertices, most], joints))?;
        let weights = (0..vertices).flat_map(padded).map(|(_, weight)| weight);
        folder.write(&report.weights, &write_npy(&[vertices, most], weights))?;
        let own_or_nan = |(position, center): (&Vec3, &Vec3)| if position == center { Vec3::NAN } else { *center };
        // A vertex without a center has its own position in the default shape.
        let own = &full.default_shape().primitives[primitive].positions;
        let known: Vec<Vec3> = own.iter().zip(centers.iter()).map(own_or_nan).collect();
        folder.write(&report.centers, &write_positions_npy(&to_mesh(bind_from_mesh, &known)))?;
        meshes.push(report);
    }
    Ok(meshes)
}

/// The centers of every primitive in the frame of its mesh. A vertex without a center is its own.
pub(super) fn in_mesh(model: &Model, centers: &[PrimitiveCenters]) -> Vec<Vec<Vec3>> {
    let of_primitive = |(primitive, centers): (&std::sync::Arc<Primitive>, &PrimitiveCenters)| {
        to_mesh(model.skins[primitive.skin as usize].bind_from_mesh, centers)
    };
    model.primitives.iter().zip(centers).map(of_primitive).collect()
}

/// The skins that deform vertices, with their indices.
fn deforming(model: &Model) -> impl Iterator<Item = (usize, &crate::model::Skin)> {
    model.skins.iter().enumerate().filter(|(_, skin)| skin.kind == SkinKind::Skinned)
}

fn to_mesh(bind_from_mesh: DAffine3, points: &[Vec3]) -> Vec<Vec3> {
    let mesh_from_bind = bind_from_mesh.inverse();
    points.iter().map(|point| mesh_from_bind.transform_point3(point.as_dvec3()).as_vec3()).collect()
}

/// Normals go the other way as the transpose of what takes points.
fn normals_in_mesh(bind_from_mesh: DAffine3, normals: &[Vec3]) -> Vec<Vec3> {
    let back: DMat3 = bind_from_mesh.matrix3.transpose();
    normals.iter().map(|normal| (back * normal.as_dvec3()).normalize_or_zero().as_vec3()).collect()
}

fn affine(matrix: PaletteMatrix) -> DAffine3 {
    let [x, y, z] = matrix.rows.map(glam::Vec4::as_dvec4);
    let linear = DMat3::from_cols(x.truncate(), y.truncate(), z.truncate()).transpose();
    DAffine3 { matrix3: linear, translation: DVec3::new(x.w, y.w, z.w) }
}

/// All sixteen numbers, row by row.
fn rows(transform: DAffine3) -> [f32; 16] {
    glam::DMat4::from(transform).transpose().to_cols_array().map(|number| number as f32)
}
