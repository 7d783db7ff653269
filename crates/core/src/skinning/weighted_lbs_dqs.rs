//! Twin of `shaders/skinning/weighted_lbs_dqs.wgsl`.

use super::mix_lbs_dqs::mix_lbs_dqs;
use super::{JointPalette, RestVertex, SignMode, SkinnedVertex};
use crate::model::Influence;
use glam::{Vec2, Vec3};

/// The square of half a degree: half of the smallest angle from which the rule decides alone. Below it, b goes to one half
/// continuously, where both methods agree anyway; a larger angle would keep small bends from LBS.
const LEAST_SQUARE: f32 = 7.615_435_5e-5;

/// Where a sine and a cosine both vanish, the angle is zero.
const LEAST_COSINE: f32 = 1e-12;

/// Joints are in one place if they are nearer to each other than this fraction of how far both are from the origin:
/// rounding of the file's inverse bind matrices would choose the line between them.
const LEAST_LINE: f32 = 1e-5;

/// Interpolates between LBS and two-phase DQS with a factor b for each vertex: `v' = (1 - b) lbs(v) + b dqs(v)`. b is the
/// vertex attribute `_BLEND` of the file or, without it, that of [`blend_by_twist`].
///
/// By the rule, twists keep their volume as under DQS, and bends do not bulge and collapse as under LBS. It takes the two
/// heaviest influences, so b jumps where another joint becomes the second heaviest, and the skin may crack there.
#[inline(always)]
pub fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, sign_mode: SignMode) -> SkinnedVertex {
    let b = if rest.blend < 0.0 { blend_by_twist(rest.influences, palette) } else { rest.blend };
    mix_lbs_dqs(rest, palette, sign_mode, b)
}

/// b of the two heaviest influences: the share of the twist about the line between their joints at rest, in squares of half
/// angles. One in a pure twist, zero in a pure bend, and one half without rotation or without a second influence. Between
/// joints in one place every rotation is a bend.
pub fn blend_by_twist(influences: &[Influence], palette: &JointPalette) -> f32 {
    let [first, second, ..] = influences else { return 0.5 };
    // Lists may be filled up with joints without weight.
    if second.weight == 0.0 {
        return 0.5;
    }
    let [first, second] = [first.joint as usize, second.joint as usize];
    let origin = |joint: usize| palette.rigid_joints[joint].bind_origin;
    let along = line_between(origin(first), origin(second));
    let relative = palette.second_phase[first].real.conjugate() * palette.second_phase[second].real;
    let axis = Vec3::new(relative.x, relative.y, relative.z);
    let twist_sine = axis.dot(along);
    let twist = twist_sine.abs().atan2(relative.w.abs().max(LEAST_COSINE));
    let swing_sine = (axis - along * twist_sine).length();
    let swing = swing_sine.atan2(Vec2::new(relative.w, twist_sine).length());
    0.5 + 0.5 * (twist * twist - swing * swing) / (twist * twist + swing * swing).max(LEAST_SQUARE)
}

/// The direction from one joint to another, or zero where they are in one place.
fn line_between(start: Vec3, end: Vec3) -> Vec3 {
    let line = end - start;
    let least = LEAST_LINE * LEAST_LINE * (start.length_squared() + end.length_squared());
    if line.length_squared() > least { line.normalize_or_zero() } else { Vec3::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skinning::JointMotion;
    use glam::{DMat3, DQuat, DVec3};

    /// b between a joint at the origin that does not move and one at (2, 0, 0) that turns.
    fn blend(turn: DQuat, whole: DQuat) -> f32 {
        let joint = |origin: DVec3, turn: DQuat| JointMotion {
            turn: whole * turn,
            axes_turn: whole * turn,
            stretch: DMat3::IDENTITY,
            bind_origin: origin,
            stretched_origin: origin,
            posed_origin: origin,
        };
        let motions = [joint(DVec3::ZERO, DQuat::IDENTITY), joint(DVec3::X * 2.0, turn)];
        let influences = [(0, 0.6), (1, 0.4)].map(|(joint, weight)| Influence { joint, weight });
        blend_by_twist(&influences, &JointPalette::from_motions(&motions))
    }

    #[test]
    fn twists_are_for_dqs_and_bends_for_lbs() {
        let whole = DQuat::from_rotation_y(0.8) * DQuat::from_rotation_z(0.3);
        for degrees in [-179.0, -90.0, -5.0, 5.0, 90.0, 179.0_f64] {
            let angle = degrees.to_radians();
            for whole in [DQuat::IDENTITY, whole, -whole] {
                assert!((blend(DQuat::from_rotation_x(angle), whole) - 1.0).abs() < 1e-4, "twist by {degrees}");
                assert!(blend(DQuat::from_rotation_z(angle), whole).abs() < 1e-4, "bend by {degrees}");
            }
        }
        // 60 degrees of twist and 30 of bend: 30² / (30² + 15²).
        let both = DQuat::from_rotation_z(30_f64.to_radians()) * DQuat::from_rotation_x(60_f64.to_radians());
        assert!((blend(both, whole) - 0.8).abs() < 1e-5);
    }

    #[test]
    fn between_joints_in_one_place_every_rotation_is_a_bend() {
        let from = Vec3::new(1.4, 0.2, -2.0);
        for apart in [Vec3::ZERO, Vec3::X * 1e-6, Vec3::Y * 1e-5] {
            assert_eq!(line_between(from, from + apart), Vec3::ZERO);
        }
        assert!(line_between(from, from + Vec3::X * 1e-3).distance(Vec3::X) < 1e-3);
        assert_eq!(line_between(Vec3::ZERO, Vec3::X * 1e-9), Vec3::X);
    }

    #[test]
    fn without_rotation_b_goes_to_one_half() {
        assert_eq!(blend(DQuat::IDENTITY, DQuat::IDENTITY), 0.5);
        assert_eq!(blend_by_twist(&[Influence { joint: 0, weight: 1.0 }], &JointPalette::from_motions(&[])), 0.5);
        let small = |degrees: f64| blend(DQuat::from_rotation_x(degrees.to_radians()), DQuat::IDENTITY);
        // A quarter of the square of one degree: a quarter of the way.
        assert!((small(0.5) - 0.625).abs() < 1e-3, "{}", small(0.5));
        assert!((small(1.0) - 1.0).abs() < 1e-3, "{}", small(1.0));
        assert!(small(1e-4) - 0.5 < 1e-4);
    }
}
