//! Twin of `shaders/skinning/lbs_dqs.wgsl`.

use super::mix_lbs_dqs::mix_lbs_dqs;
use super::{BlendFactor, JointPalette, RestVertex, SignMode, SkinnedVertex};

/// Interpolates between LBS and two-phase DQS: `v' = (1 - b) lbs(v) + b dqs(v)`, like "weight blended" in Maya and
/// "blend attribute" in Houdini, but with one b for the whole skin: `weighted-lbs-dqs` with the same factor everywhere.
///
/// Collapses less than LBS and bulges less than DQS, but does some of both; at 180 degrees half the flip remains.
#[inline(always)]
pub fn skin_vertex(
    rest: RestVertex<'_>,
    palette: &JointPalette,
    sign_mode: SignMode,
    blend: BlendFactor,
) -> SkinnedVertex {
    mix_lbs_dqs(rest, palette, sign_mode, blend.get())
}
