//! Twin of `shaders/common/blend_motions.wgsl`.

use super::signs::{SHORTEST_BLEND, sign_of};
use super::{RestVertex, SignMode};
use crate::math::DualQuat;
use crate::model::Influence;

/// `sum_i s_i w_i q_i` with one motion per joint, with signs chosen by the mode. Its real part is never shorter than
/// [`SHORTEST_BLEND`].
#[inline(always)]
pub fn blend_motions(rest: RestVertex<'_>, motions: &[DualQuat], sign_mode: SignMode) -> DualQuat {
    blend_motions_of(rest.influences, motions, sign_mode)
}

/// [`blend_motions`] with the influences of one vertex.
#[inline(always)]
pub(super) fn blend_motions_of(influences: &[Influence], motions: &[DualQuat], sign_mode: SignMode) -> DualQuat {
    let heaviest = motions[influences[0].joint as usize];
    let mut blended = DualQuat::ZERO;
    for influence in influences {
        let motion = motions[influence.joint as usize];
        let sign = sign_of(sign_mode, motion.real, heaviest.real, blended.real);
        blended += motion * (sign * influence.weight);
    }
    if blended.real.length() < SHORTEST_BLEND {
        return heaviest;
    }
    blended
}
