//! Twin of `shaders/skinning/delta_mush.wgsl`, and of the smoothing before it, `shaders/smooth.wgsl`.

use super::affine::blend_list;
use super::own_method::SkinInPose;
use super::vertex_skinner::VertexSkinner;
use super::{
    JointPalette, PaletteMatrix, PrimitiveCenters, RestVertex, SkinnedVertex, SkinningMethod, SkinningSettings,
};
use crate::model::{Influence, Model, Pose, Primitive, RestDetail, SmoothSurface, StoredSkin};
use glam::Vec4;
use std::borrow::Cow;
use std::sync::Arc;

/// Delta mush: linear blending, smoothed over the surface, with the detail that smoothing takes at rest added again in
/// frames that follow the smoothed surface. Mancewicz et al. 2014.
///
/// Smoothing rounds off what LBS collapses or folds, whatever the weights are, and weights that stop abruptly blend over
/// some rings of triangles. It takes the neighbors, so a vertex moves with skin that its joints do not move.
///
/// The result of a vertex depends on the whole skin. [`posed_vertices`] computes it for each pose, compute passes do on the
/// GPU, and the vertex loop looks it up. At rest every vertex is itself.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette) -> SkinnedVertex {
    palette.posed_vertices[rest.in_skin as usize]
}

/// The vertices of a skin in a pose, in the order of its primitives. `palette` is the skin's. Empty for rigid meshes.
///
/// A point where the smoothed surface has no normal or has vanished, such as a lone triangle, stays where LBS has it. The
/// normal is the one at rest, turned by the frames: the detail turns rigidly with the smoothed surface.
pub(super) fn posed_vertices(
    (model, skin): (&Model, u32),
    pose: &Pose,
    settings: SkinningSettings,
    palette: &JointPalette,
) -> Vec<SkinnedVertex> {
    let Some(surface) = model.smooth_surface(skin) else { return Vec::new() };
    let primitives = SkinInPose { model, skin, pose, settings, palette }.primitives();

    let centers = PrimitiveCenters::default();
    let settings_of_linear = SkinningSettings { method: SkinningMethod::Lbs, ..settings };
    let mut vertices: Vec<SkinnedVertex> = bytemuck::zeroed_vec(surface.vertex_count());
    let mut left = &mut vertices[..];
    for primitive in &primitives {
        let (own, others) = std::mem::take(&mut left).split_at_mut(primitive.positions.len());
        let skinner = VertexSkinner::of_joints(primitive, palette, settings_of_linear, &centers);
        super::deform::in_parts(own, |first, part| skinner.skin(part, skinner.from(first)));
        left = others;
    }

    let detail = rest_detail((model, skin), surface, &primitives);
    let mirrored = mirrored_vertices(&primitives, palette);
    let is_mirrored = |vertex: usize| mirrored.get(vertex).copied().unwrap_or(false);
    let posed = surface.with_detail(vertices.iter().map(|vertex| vertex.position), &detail, is_mirrored);
    let normals = primitives.iter().flat_map(|primitive| primitive.normals.iter());
    for ((vertex, posed), normal) in vertices.iter_mut().zip(posed).zip(normals) {
        if let Some((position, turn)) = posed {
            let normal = (turn * normal.as_dvec3()).normalize_or_zero();
            *vertex = SkinnedVertex { position: position.as_vec3(), normal: normal.as_vec3() };
        }
    }
    vertices
}

/// A skin at rest as it is smoothed.
#[derive(Debug)]
pub struct SmoothingInput<'a> {
    /// The primitives as they are stored, in the shape of the model.
    pub primitives: Vec<Arc<Primitive>>,
    /// Their surface.
    pub surface: &'a SmoothSurface,
    /// What smoothing takes from it.
    pub detail: Cow<'a, RestDetail>,
}

impl<'a> SmoothingInput<'a> {
    /// A skin with these primitives, which [`Self::primitives`] returned. `None` for rigid meshes.
    pub fn of(model: &'a Model, skin: u32, primitives: Vec<Arc<Primitive>>) -> Option<Self> {
        let surface = model.smooth_surface(skin)?;
        let detail = rest_detail((model, skin), surface, &primitives);
        Some(Self { primitives, surface, detail })
    }

    /// The primitives of a skin of a model, as they are stored.
    pub fn primitives(model: &Model, skin: u32, stored: StoredSkin) -> Vec<Arc<Primitive>> {
        let stored = StoredSkin { most_surrounding_joints: None, ..stored };
        let kept = (!stored.is_full()).then(|| model.stored(stored));
        let all = kept.as_deref().unwrap_or(model).primitives.iter();
        all.filter(|primitive| primitive.skin == skin).map(Arc::clone).collect()
    }
}

/// What smoothing takes from a skin whose primitives have some shape.
fn rest_detail<'a>(
    (model, skin): (&Model, u32),
    surface: &'a SmoothSurface,
    primitives: &[Arc<Primitive>],
) -> Cow<'a, RestDetail> {
    let own = model.default_shape().primitives.iter().filter(|primitive| primitive.skin == skin);
    if own.zip(primitives).all(|(own, shown)| Arc::ptr_eq(own, shown)) {
        return Cow::Borrowed(surface.rest_detail());
    }
    let rest = primitives.iter().flat_map(|primitive| primitive.positions.iter().copied());
    Cow::Owned(surface.detail(rest))
}

/// Whether linear blending mirrors the skin at each vertex. Empty if no joint mirrors.
pub fn mirrored_vertices(primitives: &[Arc<Primitive>], palette: &JointPalette) -> Vec<bool> {
    let mirrors = |matrix: PaletteMatrix| {
        let [x, y, z] = matrix.rows.map(Vec4::truncate);
        x.dot(y.cross(z)) < 0.0
    };
    if !palette.matrices.iter().any(|&matrix| mirrors(matrix)) {
        return Vec::new();
    }
    let of_vertex = |influences: &[Influence]| mirrors(blend_list(influences, &palette.matrices));
    primitives.iter().flat_map(|primitive| primitive.influences.iter().map(of_vertex)).collect()
}
