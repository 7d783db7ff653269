//! The frames in which `centers` writes points, and the matrices between them.

use super::joint_data::{AffineRows, affine_rows};
use crate::model::{Model, Pose, Primitive, SkinKind};
use crate::skinning::{JointPalette, PrimitiveCenters, RestAndBind, SkinningMethod, SkinningSettings, posed_center};
use clap::ValueEnum;
use glam::{DAffine3, Vec3};
use serde::Serialize;

/// The frame of the points that `centers -o` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CenterSpace {
    /// The bind frame: rest positions as `palette` writes them and the shaders read them.
    Bind,
    /// The scene: where the joints take the centers at rest.
    Scene,
    /// The mesh: positions as the file has them.
    Mesh,
}

/// Relations between the frames of a skin.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SkinFrames<'a> {
    name: &'a str,
    /// B, in rows: points in the bind frame are B times points in the mesh.
    bind_from_mesh: AffineRows,
    /// Matrix from the bind frame to the scene at rest, in rows: the identity if the rest pose is the bind pose.
    /// Otherwise each joint has its own, and this is null.
    scene_from_bind: Option<AffineRows>,
}

/// Consecutive points of the file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PrimitivePoints<'a> {
    mesh: &'a str,
    /// Index into the frames of skins.
    skin: usize,
    vertices: usize,
}

impl CenterSpace {
    pub fn name(self) -> &'static str {
        match self {
            Self::Bind => "bind",
            Self::Scene => "scene, at rest",
            Self::Mesh => "mesh",
        }
    }

    /// The centers of skinned primitives in node order. NaN for vertices without a center.
    pub fn points(self, model: &Model, centers: &[PrimitiveCenters]) -> Vec<Vec3> {
        let settings = SkinningSettings { method: SkinningMethod::Cor, ..SkinningSettings::default() };
        let palettes = JointPalette::all(model, &Pose::rest(&model.skeleton), settings);
        let mut points = Vec::new();
        for (index, primitive) in skinned(model) {
            let (of_primitive, palette) = (&centers[index], &palettes[primitive.skin as usize]);
            let mesh_from_bind = model.skins[primitive.skin as usize].bind_from_mesh.inverse();
            let point = |(vertex, (position, center)): (usize, (&Vec3, &Vec3))| match self {
                _ if position == center => Vec3::NAN,
                Self::Bind => *center,
                Self::Scene => posed_center(model, index, vertex, palette, settings, of_primitive).center,
                Self::Mesh => mesh_from_bind.transform_point3(center.as_dvec3()).as_vec3(),
            };
            points.extend(primitive.positions.iter().zip(of_primitive).enumerate().map(point));
        }
        points
    }
}

/// The frames of all skins that deform vertices, in the order of `info --json`.
pub(super) fn skin_frames(model: &Model) -> Vec<SkinFrames<'_>> {
    let rests_as_bound = RestAndBind::of(model).difference.is_none();
    let scene_from_bind = rests_as_bound.then(|| affine_rows(DAffine3::IDENTITY));
    let deforming = model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned);
    let frames = deforming.map(|skin| SkinFrames {
        name: &skin.name,
        bind_from_mesh: affine_rows(skin.bind_from_mesh),
        scene_from_bind,
    });
    frames.collect()
}

/// The order of the points in the file.
pub(super) fn primitive_points(model: &Model) -> Vec<PrimitivePoints<'_>> {
    let of_skin = |skin: u32| {
        let before = &model.skins[..skin as usize];
        before.iter().filter(|skin| skin.kind == SkinKind::Skinned).count()
    };
    let points = skinned(model).map(|(_, primitive)| PrimitivePoints {
        mesh: &primitive.mesh_name,
        skin: of_skin(primitive.skin),
        vertices: primitive.positions.len(),
    });
    points.collect()
}

/// The primitives that a skin deforms, with their indices.
fn skinned(model: &Model) -> impl Iterator<Item = (usize, &Primitive)> {
    let all = model.primitives.iter().map(|primitive| &**primitive).enumerate();
    all.filter(|(_, primitive)| model.skins[primitive.skin as usize].kind == SkinKind::Skinned)
}
