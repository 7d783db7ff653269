use super::stored_primitive::StoredPrimitive;
use super::{JointPalette, PrimitiveCenters, RestVertex, SkinningMethod, SkinningSettings};
use super::{cor, cor_procrustes};
use crate::model::{Model, SkinKind};
use crate::work::parallel::prelude::*;
use glam::Vec3;

/// The posed positions of a vertex and its center of rotation under `cor` or `cor-procrustes`, in scene
/// space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedCenter {
    /// Index into the model's primitives.
    pub primitive: u32,
    /// Vertex index in accessor order.
    pub vertex: u32,
    /// The vertex.
    pub position: Vec3,
    /// Its center of rotation.
    pub center: Vec3,
}

/// All vertices that have a center, by primitive and vertex. `palettes` belong to the settings, one per skin; `centers`
/// are the model's.
pub fn posed_centers(
    model: &Model,
    palettes: &[JointPalette],
    settings: SkinningSettings,
    centers: &[PrimitiveCenters],
) -> Vec<PosedCenter> {
    let mut posed = Vec::new();
    for (index, (primitive, centers)) in model.primitives.iter().zip(centers).enumerate() {
        if model.skins[primitive.skin as usize].kind == SkinKind::Rigid {
            continue;
        }
        let vertices = (0..primitive.positions.len()).into_par_iter();
        posed.par_extend(
            vertices.filter(|&vertex| centers[vertex] != primitive.positions[vertex]).map(|vertex| {
                posed_center(model, index, vertex, &palettes[primitive.skin as usize], settings, centers)
            }),
        );
    }
    posed
}

/// Like [`posed_centers`] for one vertex.
pub fn posed_center(
    model: &Model,
    primitive: usize,
    vertex: usize,
    palette: &JointPalette,
    settings: SkinningSettings,
    centers: &PrimitiveCenters,
) -> PosedCenter {
    let source = StoredPrimitive::of(model, &model.primitives[primitive], settings);
    let rest = RestVertex {
        center: centers[vertex],
        covariance: centers.covariance(vertex),
        ..RestVertex::new(source.positions[vertex], source.normals[vertex], source.influences.of(vertex))
    };
    let posed = |rest| match settings.method {
        SkinningMethod::CorProcrustes => cor_procrustes::skin_vertex(rest, palette),
        _ => cor::skin_vertex(rest, palette, settings.antipodality().sign_mode()),
    };
    PosedCenter {
        primitive: primitive as u32,
        vertex: vertex as u32,
        position: posed(rest).position,
        // A vertex at its own center is not moved by the rotation about it.
        center: posed(RestVertex { position: rest.center, ..rest }).position,
    }
}
