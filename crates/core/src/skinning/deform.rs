use super::stored_primitive::StoredPrimitive;
use super::vertex_skinner::VertexSkinner;
use super::{
    JointPalette, JointSets, MissingInput, PrimitiveCenters, RestVertex, SkinnedVertex, SkinningMethod,
    SkinningSettings,
};
use crate::model::{Influence, Model, Pose, Primitive, ScaleKind};
use crate::work::parallel::prelude::*;
use bytemuck::Zeroable;
use std::sync::Arc;

/// Positions and normals of one primitive after skinning, in scene space, in accessor order.
pub type Deformed = Vec<SkinnedVertex>;

/// Skins a primitive on the CPU with the palette of its skin. Rigid primitives follow their node exactly.
///
/// # Errors
/// If the method needs centers of rotation ([`deform_primitive_about`] takes them), or another palette.
pub fn deform_primitive(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
) -> Result<Deformed, MissingInput> {
    deform_primitive_about(model, primitive, palette, settings, &PrimitiveCenters::default())
}

/// Like [`deform_primitive`], with the primitive's centers of rotation. `cor-procrustes` needs their covariances too.
///
/// # Errors
/// If centers or palette lack something that the method needs.
pub fn deform_primitive_about(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    centers: &PrimitiveCenters,
) -> Result<Deformed, MissingInput> {
    let mut deformed = bytemuck::zeroed_vec(primitive.positions.len());
    deform_primitive_into(model, primitive, palette, settings, centers, &mut deformed)?;
    Ok(deformed)
}

/// Number of vertices that a core takes at once: few enough for its cache, enough to be worth handing out.
const VERTICES_AT_ONCE: usize = 1 << 12;

/// Like [`deform_primitive_about`], into the caller's memory and on all cores. `deformed` has one entry per vertex.
///
/// # Errors
/// See [`deform_primitive_about`].
pub fn deform_primitive_into(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    centers: &PrimitiveCenters,
    deformed: &mut [SkinnedVertex],
) -> Result<(), MissingInput> {
    let stored = StoredPrimitive::of(model, primitive, settings);
    let skinner = VertexSkinner::new(model, primitive, palette, settings, centers)?.of_stored(&stored, stored.model());
    deform_into(model, &stored, skinner, settings, deformed);
    Ok(())
}

/// Skins the primitive of the skinner, on all cores.
fn deform_into(
    model: &Model,
    primitive: &Primitive,
    skinner: VertexSkinner<'_>,
    settings: SkinningSettings,
    deformed: &mut [SkinnedVertex],
) {
    let sets = || JointSets::of_stored(model, primitive.skin, settings.stored);
    let set_indices = skinner.needs_joint_sets().then(|| sets().indices_of(&primitive.influences));
    in_parts(deformed, |first, deformed| match &set_indices {
        None => skinner.skin(deformed, skinner.from(first)),
        Some(set_indices) => {
            let sets = &primitive.influences.joint_sets().of_vertices;
            let rest = |index: usize| {
                let joint_set = set_indices[sets[first + index] as usize];
                RestVertex { joint_set, ..skinner.rest_vertex(first + index) }
            };
            skinner.skin(deformed, rest);
        }
    });
}

/// Fills vertices on all cores, in parts. Each begins at the vertex of this index.
pub(super) fn in_parts(vertices: &mut [SkinnedVertex], fill: impl Fn(usize, &mut [SkinnedVertex]) + Sync) {
    let parts = vertices.par_chunks_mut(VERTICES_AT_ONCE).enumerate();
    parts.for_each(|(part, vertices)| fill(part * VERTICES_AT_ONCE, vertices));
}

/// Skins all primitives of a model on the CPU, in node order. `centers` has the centers of every primitive, in the bind
/// frame; for methods that need none it may be empty.
///
/// # Errors
/// If the method needs centers of rotation that are missing.
pub fn deform_model(
    model: &Model,
    pose: &Pose,
    settings: SkinningSettings,
    centers: &[PrimitiveCenters],
) -> Result<Vec<Deformed>, MissingInput> {
    let stored = (!settings.stored.is_full()).then(|| model.stored(settings.stored));
    let skinned = stored.as_deref().unwrap_or(model);
    let shaped = skinned.primitives_in_shape(&pose.morph_weights);
    let palettes = JointPalette::all(model, pose, settings);
    let none = PrimitiveCenters::default();
    let deform = |(index, (own, skinned)): (usize, (&Arc<Primitive>, &Arc<Primitive>))| {
        let (palette, centers) = (&palettes[own.skin as usize], centers.get(index).unwrap_or(&none));
        let skinner = VertexSkinner::new(model, own, palette, settings, centers)?.of_stored(skinned, stored.as_deref());
        let mut deformed = bytemuck::zeroed_vec(skinned.positions.len());
        deform_into(model, skinned, skinner, settings, &mut deformed);
        Ok(deformed)
    };
    let skinned = shaped.as_ref().unwrap_or(&skinned.primitives);
    model.primitives.iter().zip(skinned).enumerate().map(deform).collect()
}

/// Skins all primitives of a model by linear blending on the CPU, which needs nothing but a pose.
pub fn deform_linear(model: &Model, pose: &Pose, scale_kind: ScaleKind) -> Vec<Deformed> {
    let settings = SkinningSettings { method: SkinningMethod::Lbs, scale_kind, ..SkinningSettings::default() };
    // Linear blending needs no input that could be missing.
    deform_model(model, pose, settings, &[]).unwrap_or_default()
}

/// Like [`deform_primitive_about`] for one vertex.
///
/// # Errors
/// See [`deform_primitive_about`].
pub fn deform_vertex(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    vertex: usize,
    centers: &PrimitiveCenters,
) -> Result<SkinnedVertex, MissingInput> {
    let stored = StoredPrimitive::of(model, primitive, settings);
    deform_vertex_with(model, primitive, palette, settings, vertex, centers, stored.influences.of(vertex))
}

/// Like [`deform_vertex`] with other weights, none of which is dropped or rounded: `influences` are joints of the vertex,
/// sorted by falling weight, and not empty. Its joint set, and with it the center of `spherical`, stays.
///
/// # Errors
/// See [`deform_primitive_about`].
pub fn deform_vertex_with(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    vertex: usize,
    centers: &PrimitiveCenters,
    influences: &[Influence],
) -> Result<SkinnedVertex, MissingInput> {
    let stored = StoredPrimitive::of(model, primitive, settings);
    let skinner = VertexSkinner::new(model, primitive, palette, settings, centers)?.of_stored(&stored, stored.model());
    let joint_set = if skinner.needs_joint_sets() {
        JointSets::of_stored(model, primitive.skin, settings.stored).index_of(stored.influences.of(vertex))
    } else {
        0
    };
    let rest = RestVertex { joint_set, influences, ..skinner.rest_vertex(vertex) };
    let mut skinned = [SkinnedVertex::zeroed()];
    skinner.skin(&mut skinned, |_: usize| rest);
    Ok(skinned[0])
}
