//! Twin of `shaders/skinning/lbs_dqs.wgsl`.

use super::{BlendFactor, JointPalette, RestVertex, SignMode, SkinnedVertex, lbs, two_phase_dqs};

/// A slider from LBS to two-phase DQS: `v' = (1 - b) lbs(v) + b dqs(v)`, as Maya ("weight blended") and Houdini
/// ("blend attribute") have it, here with one b for the whole skin.
///
/// Neither collapses nor bulges as much as its ends, and has some of both; at 180 degrees half the flip remains.
/// The normals are blended too: an approximation, exact at both ends.
pub fn skin_vertex(
    rest: RestVertex<'_>,
    palette: &JointPalette,
    sign_mode: SignMode,
    blend: BlendFactor,
) -> SkinnedVertex {
    let linear = lbs::skin_vertex(rest, palette);
    let dual = two_phase_dqs::skin_vertex(rest, palette, sign_mode);
    let b = blend.get();
    SkinnedVertex {
        position: linear.position * (1.0 - b) + dual.position * b,
        normal: (linear.normal * (1.0 - b) + dual.normal * b).normalize_or_zero(),
    }
}
