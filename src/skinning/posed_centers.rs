use super::{JointPalette, RestVertex, SignMode, cor};
use crate::model::{Model, SkinKind};
use glam::Vec3;
use rayon::prelude::*;

/// Where a vertex and its center of rotation come to lie under `cor`, in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedCenter {
    /// Index in the model's primitives.
    pub primitive: u32,
    pub vertex: u32,
    pub position: Vec3,
    pub center: Vec3,
}

/// All vertices that have a center, by primitive and vertex. `palettes` are those of `cor`, one a skin; `centers` those
/// of the model, one a vertex, in the bind frame.
pub fn posed_centers(
    model: &Model,
    palettes: &[JointPalette],
    sign_mode: SignMode,
    centers: &[Vec<Vec3>],
) -> Vec<PosedCenter> {
    let mut posed = Vec::new();
    for (number, (primitive, centers)) in model.primitives.iter().zip(centers).enumerate() {
        if model.skins[primitive.skin as usize].kind == SkinKind::Rigid {
            continue;
        }
        let vertices = (0..primitive.positions.len()).into_par_iter();
        posed.par_extend(vertices.filter(|&vertex| centers[vertex] != primitive.positions[vertex]).map(|vertex| {
            posed_center(model, number, vertex, &palettes[primitive.skin as usize], sign_mode, centers[vertex])
        }));
    }
    posed
}

/// Of one vertex, as [`posed_centers`].
pub fn posed_center(
    model: &Model,
    primitive: usize,
    vertex: usize,
    palette: &JointPalette,
    sign_mode: SignMode,
    center: Vec3,
) -> PosedCenter {
    let source = &model.primitives[primitive];
    let rest = RestVertex {
        position: source.positions[vertex],
        normal: source.normals[vertex],
        center,
        joint_set: 0,
        influences: source.influences.of(vertex),
    };
    PosedCenter {
        primitive: primitive as u32,
        vertex: vertex as u32,
        position: cor::skin_vertex(rest, palette, sign_mode).position,
        // A vertex at its own center is not turned away from it.
        center: cor::skin_vertex(RestVertex { position: center, ..rest }, palette, sign_mode).position,
    }
}
