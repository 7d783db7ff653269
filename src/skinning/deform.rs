use super::{
    JointPalette, JointSets, PrimitiveCenters, RestVertex, SkinnedVertex, SkinningMethod, SkinningSettings, cor,
    cor_procrustes, dib, direct_quaternion, dqs, lbs, lbs_dqs, log_matrix, quaternion_translation, spherical,
    two_phase_dqs,
};
use crate::model::{Influence, Model, Pose, Primitive, SkinKind};
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
    let skin_vertex = VertexSkinner::new(model, primitive, palette, settings);
    (0..primitive.positions.len()).into_par_iter().map(|vertex| skin_vertex.skin(vertex, centers)).collect()
}

/// Like [`deform_primitive_about`] for some of the vertices, in the given order; `centers` covers all vertices.
pub fn deform_vertices(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    centers: &PrimitiveCenters,
    vertices: impl Iterator<Item = u32>,
) -> Deformed {
    let skin_vertex = VertexSkinner::new(model, primitive, palette, settings);
    vertices.map(|vertex| skin_vertex.skin(vertex as usize, centers)).collect()
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
    VertexSkinner::new(model, primitive, palette, settings).skin(vertex, centers)
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
    VertexSkinner::new(model, primitive, palette, settings).skin_with(vertex, centers, influences)
}

/// State shared by the vertices of a primitive.
struct VertexSkinner<'a> {
    primitive: &'a Primitive,
    palette: &'a JointPalette,
    method: SkinningMethod,
    settings: SkinningSettings,
    /// For `spherical` only: the skin's index of each of the primitive's joint sets.
    set_indices: Option<Vec<u32>>,
}

impl<'a> VertexSkinner<'a> {
    fn new(model: &Model, primitive: &'a Primitive, palette: &'a JointPalette, settings: SkinningSettings) -> Self {
        let method = match model.skins[primitive.skin as usize].kind {
            SkinKind::Skinned => settings.method,
            SkinKind::Rigid => SkinningMethod::Lbs,
        };
        let set_indices = (method == SkinningMethod::Spherical)
            .then(|| JointSets::of_skin(model, primitive.skin).indices_of(&primitive.influences));
        Self { primitive, palette, method, settings, set_indices }
    }

    fn skin(&self, vertex: usize, centers: &PrimitiveCenters) -> SkinnedVertex {
        self.skin_with(vertex, centers, self.primitive.influences.of(vertex))
    }

    fn skin_with(&self, vertex: usize, centers: &PrimitiveCenters, influences: &[Influence]) -> SkinnedVertex {
        let Self { primitive, palette, method, settings, ref set_indices } = *self;
        let sign_mode = settings.antipodality().sign_mode();
        let rest = RestVertex {
            position: primitive.positions[vertex],
            normal: primitive.normals[vertex],
            center: centers.get(vertex).copied().unwrap_or(primitive.positions[vertex]),
            covariance: centers.covariance(vertex),
            joint_set: set_indices
                .as_ref()
                .map_or(0, |indices| indices[primitive.influences.joint_sets().of_vertices[vertex] as usize]),
            influences,
        };
        match method {
            SkinningMethod::Lbs => lbs::skin_vertex(rest, palette),
            SkinningMethod::Dqs => dqs::skin_vertex(rest, palette, sign_mode),
            SkinningMethod::TwoPhaseDqs => two_phase_dqs::skin_vertex(rest, palette, sign_mode),
            SkinningMethod::Cor => cor::skin_vertex(rest, palette, sign_mode),
            SkinningMethod::CorProcrustes => cor_procrustes::skin_vertex(rest, palette),
            SkinningMethod::DirectQuaternion => direct_quaternion::skin_vertex(rest, palette, sign_mode),
            SkinningMethod::QuaternionTranslation => quaternion_translation::skin_vertex(rest, palette, sign_mode),
            SkinningMethod::LogMatrix => log_matrix::skin_vertex(rest, palette),
            SkinningMethod::Spherical => spherical::skin_vertex(rest, palette, sign_mode),
            SkinningMethod::Dib => dib::skin_vertex(rest, palette, sign_mode),
            SkinningMethod::LbsDqs => lbs_dqs::skin_vertex(rest, palette, sign_mode, settings.blend),
        }
    }
}
