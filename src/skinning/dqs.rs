//! Twin of `shaders/skinning/dqs.wgsl`.

use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use crate::math::DualQuat;

/// A blended real part shorter than this has no direction left in single precision; the vertex then follows its
/// heaviest influence. Larger values would cut into poses that still blend; smaller ones let rounding choose.
/// `per-vertex` keeps it above 1/n and `running-sum` above 1/sqrt(n), so only the other modes and negative
/// weights come here.
pub const SHORTEST_BLEND: f32 = 1e-5;

/// Dual quaternion linear blending: Kavan 2008, algorithm 1, of the joints' rigid parts (stretch dropped).
///
/// Keeps volume under twists; bulges on the outer side of bends, and flips where a rotation passes 180 degrees
/// from the one it is blended with.
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let blended = blend_motions(rest, palette, sign_mode);
    SkinnedVertex {
        position: blended.transform_point(rest.position),
        normal: blended.rotate_vector(rest.normal).normalize_or_zero(),
    }
}

/// `sum_i s_i w_i q_i`, the signs chosen by the mode; never shorter than [`SHORTEST_BLEND`] in its real part.
pub fn blend_motions(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> DualQuat {
    let heaviest = palette.motions[rest.influences[0].joint as usize];
    let mut blended = DualQuat::ZERO;
    for influence in rest.influences {
        let motion = palette.motions[influence.joint as usize];
        let against = match sign_mode {
            SignMode::AsGiven => motion.real,
            SignMode::AgainstHeaviest => heaviest.real,
            SignMode::AgainstRunningSum => blended.real,
        };
        let sign = if motion.real.dot(against) < 0.0 { -1.0 } else { 1.0 };
        blended += motion * (sign * influence.weight);
    }
    if blended.real.length() < SHORTEST_BLEND {
        return heaviest;
    }
    blended
}
