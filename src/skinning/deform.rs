use super::{JointPalette, RestVertex, SkinnedVertex, SkinningMethod, SkinningSettings, dqs, lbs};
use crate::model::{Model, Primitive, SkinKind};
use glam::Vec3;
use rayon::prelude::*;

/// Positions and normals of one primitive after skinning, in the scene, in accessor order.
pub type Deformed = Vec<SkinnedVertex>;

/// Skins a primitive on the CPU with the palette of its skin. Rigid primitives follow their node exactly.
///
/// `cor` needs [`deform_primitive_about`]: without centers every vertex turns about itself, which is LBS.
pub fn deform_primitive(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
) -> Deformed {
    deform_primitive_about(model, primitive, palette, settings, &primitive.positions)
}

/// As [`deform_primitive`], with the primitive's centers of rotation, one a vertex, in the bind frame.
pub fn deform_primitive_about(
    model: &Model,
    primitive: &Primitive,
    palette: &JointPalette,
    settings: SkinningSettings,
    centers: &[Vec3],
) -> Deformed {
    let method = match model.skins[primitive.skin as usize].kind {
        SkinKind::Skinned => settings.method,
        SkinKind::Rigid => SkinningMethod::Lbs,
    };
    let sign_mode = settings.antipodality.sign_mode();
    (0..primitive.positions.len())
        .into_par_iter()
        .map(|vertex| {
            let rest = RestVertex {
                position: primitive.positions[vertex],
                normal: primitive.normals[vertex],
                center: centers.get(vertex).copied().unwrap_or(primitive.positions[vertex]),
                influences: primitive.influences.of(vertex),
            };
            match method {
                SkinningMethod::Lbs => lbs::skin_vertex(rest, palette),
                _ => dqs::skin_vertex(rest, palette, sign_mode),
            }
        })
        .collect()
}
