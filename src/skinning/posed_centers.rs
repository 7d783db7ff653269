use super::{JointPalette, RestVertex, SignMode, cor};
use crate::model::{Model, SkinKind};
use glam::Vec3;
use rayon::prelude::*;

/// The posed positions of a vertex and its center of rotation under `cor`, in scene space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedCenter {
    /// Index into the model's primitives.
    pub primitive: u32,
    pub vertex: u32,
    pub position: Vec3,
    pub center: Vec3,
}

/// All vertices that have a center, by primitive and vertex. `palettes` are those of `cor`, one per skin; `centers` are
/// the model's, one per vertex, in the bind frame.
pub fn posed_centers(
    model: &Model,
    palettes: &[JointPalette],
    sign_mode: SignMode,
    centers: &[Vec<Vec3>],
) -> Vec<PosedCenter> {
    let mut posed = Vec::new();
    for (index, (primitive, centers)) in model.primitives.iter().zip(centers).enumerate() {
        if model.skins[primitive.skin as usize].kind == SkinKind::Rigid {
            continue;
        }
        let vertices = (0..primitive.positions.len()).into_par_iter();
        posed.par_extend(vertices.filter(|&vertex| centers[vertex] != primitive.positions[vertex]).map(|vertex| {
            posed_center(model, index, vertex, &palettes[primitive.skin as usize], sign_mode, centers[vertex])
        }));
    }
    posed
}

/// Like [`posed_centers`] for one vertex.
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
        // A vertex at its own center is not moved by the rotation about it.
        center: cor::skin_vertex(RestVertex { position: center, ..rest }, palette, sign_mode).position,
    }
}
