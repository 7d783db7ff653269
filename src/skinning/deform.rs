use super::vertex_skinner::VertexSkinner;
use super::{JointPalette, JointSets, PrimitiveCenters, RestVertex, SkinnedVertex, SkinningSettings};
use crate::model::{Influence, Model, Pose, Primitive};
use bytemuck::Zeroable;
use rayon::prelude::*;
use std::sync::Arc;

/// Positions and normals of one primitive after skinning, in scene space, in accessor order.
pub type Deformed = Vec<SkinnedVertex>;

/// Skins a primitive on the CPU with the palette of its skin. Rigid primitives follow their node exactly.
///
/// `cor` needs [`deform_primitive_about`]: without centers every vertex rotates about itself, which is LBS.
pub fn deform_primitive(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
) -> Deformed {
    deform_primitive_about(model, primitive, palette, settings, &PrimitiveCenters::default())
}

/// Like [`deform_primitive`], with the primitive's centers of rotation. `cor-procrustes` needs their covariances too.
pub fn deform_primitive_about(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    centers: &PrimitiveCenters,
) -> Deformed {
    let mut deformed = bytemuck::zeroed_vec(primitive.positions.len());
    deform_primitive_into(model, primitive, palette, settings, centers, &mut deformed);
    deformed
}

/// How many vertices a core takes at once: few enough for its cache, enough to be worth handing out.
const VERTICES_AT_ONCE: usize = 1 << 12;

/// Like [`deform_primitive_about`] into memory that the caller has, on all cores. `deformed` has one entry per vertex.
pub fn deform_primitive_into(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    centers: &PrimitiveCenters,
    deformed: &mut [SkinnedVertex],
) {
    let skinner = VertexSkinner::new(model, primitive, palette, settings, centers);
    let set_indices =
        skinner.needs_joint_sets().then(|| JointSets::of_skin(model, primitive.skin).indices_of(&primitive.influences));
    deformed.par_chunks_mut(VERTICES_AT_ONCE).enumerate().for_each(|(chunk, deformed)| {
        let first = chunk * VERTICES_AT_ONCE;
        match &set_indices {
            None => skinner.skin(deformed, skinner.from(first)),
            Some(set_indices) => {
                let sets = &primitive.influences.joint_sets().of_vertices;
                let rest = |index: usize| {
                    let joint_set = set_indices[sets[first + index] as usize];
                    RestVertex { joint_set, ..skinner.rest_vertex(first + index) }
                };
                skinner.skin(deformed, rest);
            }
        }
    });
}

/// Skins all primitives of a model on the CPU, in node order. `centers` covers every primitive, in the bind frame.
/// Methods that need no centers ignore them; without them `cor` is LBS.
pub fn deform_model(
    model: &Model,
    pose: &Pose,
    settings: SkinningSettings,
    centers: Option<&[PrimitiveCenters]>,
) -> Vec<Deformed> {
    let shaped = model.primitives_in_shape(&pose.morph_weights);
    let palettes = JointPalette::all(model, pose, settings);
    let deform = |(index, primitive): (usize, &Arc<Primitive>)| {
        let palette = &palettes[primitive.skin as usize];
        match centers.and_then(|centers| centers.get(index)) {
            Some(centers) => deform_primitive_about(model, primitive, palette, settings, centers),
            None => deform_primitive(model, primitive, palette, settings),
        }
    };
    shaped.as_ref().unwrap_or(&model.primitives).iter().enumerate().map(deform).collect()
}

/// Like [`deform_primitive_about`] for one vertex.
pub fn deform_vertex(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    vertex: usize,
    centers: &PrimitiveCenters,
) -> SkinnedVertex {
    deform_vertex_with(model, primitive, palette, settings, vertex, centers, primitive.influences.of(vertex))
}

/// Like [`deform_vertex`] with other weights: `influences` are joints of the vertex, sorted by falling weight, and not
/// empty. Its joint set, and with it the center of `spherical`, stays.
pub fn deform_vertex_with(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    vertex: usize,
    centers: &PrimitiveCenters,
    influences: &[Influence],
) -> SkinnedVertex {
    let skinner = VertexSkinner::new(model, primitive, palette, settings, centers);
    let joint_set = if skinner.needs_joint_sets() {
        JointSets::of_skin(model, primitive.skin).index_of(primitive.influences.of(vertex))
    } else {
        0
    };
    let rest = RestVertex { joint_set, influences, ..skinner.rest_vertex(vertex) };
    let mut skinned = [SkinnedVertex::zeroed()];
    skinner.skin(&mut skinned, |_: usize| rest);
    skinned[0]
}
