use crate::math::angles_from_turn;
use crate::model::{JointOverride, JointPose, Pose, PoseOverrides, RotationOverride, Skeleton, WholeMesh};
use glam::{FloatExt as _, Vec3};

/// Blends two poses: `share` 0 is `from`, 1 is `to`. A joint that only one of the poses sets is blended with `base`,
/// the pose below the overrides.
///
/// Angles are blended as angles, so that full turns count. Quaternions take the shorter way.
pub fn blend_overrides(
    skeleton: &Skeleton,
    base: &Pose,
    from: &PoseOverrides,
    to: &PoseOverrides,
    share: f32,
) -> PoseOverrides {
    let mut blended = PoseOverrides::default();
    let nodes = from.iter().chain(to.iter()).map(|(node, _)| node);
    for node in nodes {
        if let Some(joint) = base.joints.get(node as usize) {
            blended.set(node, blend_joint(skeleton, node, joint, [from.get(node), to.get(node)], share));
        }
    }
    for (target, _) in from.morphs().chain(to.morphs()) {
        if let Some(&base) = base.morph_weights.get(target as usize) {
            let [from, to] = [from, to].map(|end| end.morph(target).unwrap_or(base));
            blended.set_morph(target, Some(from.lerp(to, share)));
        }
    }
    blended
}

fn blend_joint(
    skeleton: &Skeleton,
    node: u32,
    base: &JointPose,
    [from, to]: [JointOverride; 2],
    share: f32,
) -> JointOverride {
    let vector = |from: Option<Vec3>, to: Option<Vec3>, base: Vec3| {
        (from.is_some() || to.is_some()).then(|| from.unwrap_or(base).lerp(to.unwrap_or(base), share))
    };
    JointOverride {
        rotation: blend_rotation(skeleton, node, base, [from.rotation, to.rotation], share),
        translation: vector(from.translation, to.translation, base.translation),
        scale: vector(from.scale, to.scale, base.scale),
        local_scale: vector(from.local_scale, to.local_scale, base.local_scale),
        local_shear: vector(from.local_shear, to.local_shear, base.local_shear),
        // Nothing lies between a mesh that follows one blend and a mesh whose vertices follow their own.
        whole: match (from.whole, to.whole) {
            (Some(from), Some(to)) => Some(from.lerp(to, share)),
            (from, to) if share < 1.0 => from.or(to),
            (_, to) => to,
        },
    }
}

fn blend_rotation(
    skeleton: &Skeleton,
    node: u32,
    base: &JointPose,
    ends: [Option<RotationOverride>; 2],
    share: f32,
) -> Option<RotationOverride> {
    use RotationOverride::{AnglesDegrees, Quaternion};
    let rest = skeleton.node(node).rest.rotation;
    let turn_of_base = rest.inverse() * base.rotation;
    Some(match ends {
        [None, None] => return None,
        [Some(AnglesDegrees(from)), Some(AnglesDegrees(to))] => AnglesDegrees(from.lerp(to, share)),
        [Some(AnglesDegrees(from)), None] => {
            AnglesDegrees(from.lerp(angles_from_turn(turn_of_base, Vec3::ZERO), share))
        }
        [None, Some(AnglesDegrees(to))] => AnglesDegrees(angles_from_turn(turn_of_base, Vec3::ZERO).lerp(to, share)),
        [from, to] => {
            let local = |end: Option<RotationOverride>| match end {
                Some(Quaternion(local)) => local,
                Some(AnglesDegrees(angles)) => rest * crate::math::turn_from_angles(angles),
                None => base.rotation,
            };
            Quaternion(local(from).slerp(local(to), share))
        }
    })
}

/// Blends two poses of one skeleton: `share` 0 is `from`, 1 is exactly `to`. Rotations take the shorter way, on the
/// chord between the quaternions: between nearby poses the uneven speed is not visible.
#[must_use]
pub fn blend_poses(from: &Pose, to: &Pose, share: f32) -> Pose {
    if share >= 1.0 {
        return to.clone();
    }
    let joints = from.joints.iter().zip(&to.joints).map(|(from, to)| JointPose {
        translation: from.translation.lerp(to.translation, share),
        // Starts from the end's rotation, whose sign counts full turns.
        rotation: to.rotation.lerp(from.rotation, 1.0 - share),
        scale: from.scale.lerp(to.scale, share),
        local_scale: from.local_scale.lerp(to.local_scale, share),
        local_shear: from.local_shear.lerp(to.local_shear, share),
    });
    let weights = from.morph_weights.iter().zip(&to.morph_weights);
    let morph_weights = weights.map(|(from, to)| from.lerp(*to, share)).collect();
    // Between two scenes of which only one moves the whole mesh, the change is abrupt.
    let whole_mesh = to.whole_mesh.map(|to| match from.whole_mesh.filter(|from| from.joint == to.joint) {
        Some(from) => WholeMesh { weight: from.weight.lerp(to.weight, share), ..to },
        None => to,
    });
    Pose { joints: joints.collect(), morph_weights, whole_mesh }
}

#[cfg(test)]
mod tests {
    use super::super::test_rigs::two_arms;
    use super::*;
    use glam::Quat;

    fn angles(x: f32) -> JointOverride {
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::X * x));
        JointOverride { rotation, ..JointOverride::default() }
    }

    #[test]
    fn half_way_by_hand() {
        let skeleton = two_arms();
        let base = Pose::rest(&skeleton);
        let (mut from, mut to) = (PoseOverrides::default(), PoseOverrides::default());
        from.set(1, angles(-100.0));
        to.set(1, angles(300.0));
        to.set(3, JointOverride { scale: Some(Vec3::splat(3.0)), ..angles(90.0) });
        let half = blend_overrides(&skeleton, &base, &from, &to, 0.5);
        assert_eq!(half.get(1), angles(100.0));
        assert_eq!(half.get(3), JointOverride { scale: Some(Vec3::splat(2.0)), ..angles(45.0) });
        assert_eq!(blend_overrides(&skeleton, &base, &from, &to, 0.0).get(1), angles(-100.0));
    }

    #[test]
    fn poses_blend_by_the_shorter_way_and_end_with_their_sign() {
        let from = Pose::rest(&two_arms());
        let mut to = from.clone();
        to.joints[1].rotation = -Quat::from_rotation_z(1.0);
        to.joints[1].scale = Vec3::splat(3.0);
        to.joints[2].translation.x += 2.0;
        assert_eq!(blend_poses(&from, &to, 1.0), to);
        let half = blend_poses(&from, &to, 0.5);
        let middle = from.joints[1].rotation.slerp(to.joints[1].rotation, 0.5);
        assert!(half.joints[1].rotation.dot(middle).abs() > 1.0 - 1e-5);
        assert!(half.joints[1].rotation.dot(to.joints[1].rotation) > 0.0);
        assert_eq!(half.joints[1].scale, Vec3::splat(2.0));
        assert!((half.joints[2].translation.x - from.joints[2].translation.x - 1.0).abs() < 1e-6);
    }

    #[test]
    fn quaternions_take_the_short_way() {
        let skeleton = two_arms();
        let base = Pose::rest(&skeleton);
        let mut to = PoseOverrides::default();
        let local = Quat::from_rotation_y(1.0);
        let rotation = Some(RotationOverride::Quaternion(-local));
        to.set(0, JointOverride { rotation, ..JointOverride::default() });
        let half = blend_overrides(&skeleton, &base, &PoseOverrides::default(), &to, 0.5);
        let Some(RotationOverride::Quaternion(found)) = half.get(0).rotation else { panic!("a quaternion stays one") };
        assert!(found.angle_between(Quat::from_rotation_y(0.5)) < 1e-3);
    }
}
