use super::{Pose, PoseOverrides, RotationOverride, Skeleton};
use glam::{DQuat, DVec3, Quat};

/// Drives a twist joint by a fraction of the twist, about the bone, of the joint at the bone's end.
///
/// The rotation of that joint relative to rest, in the frame of the joint where the bone begins, is decomposed into a
/// swing and a twist about the bone. The twist joint rotates by the twist angle times `share`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwistDriver {
    /// The twist joint: a leaf and a child of `joint`.
    pub node: u32,
    /// The joint where the bone begins.
    pub joint: u32,
    /// The joint where the bone ends: a descendant of `joint`, possibly with non-joint nodes in between.
    pub child: u32,
    /// The bone's direction, of unit length, in the frame of `joint`.
    pub axis: DVec3,
    /// The index of this twist joint on its bone, starting at 1.
    pub ordinal: u32,
    /// Greater than 0 and at most 1.
    pub share: f64,
}

impl TwistDriver {
    /// How far the bone's end is twisted about the bone, in radians.
    ///
    /// Full turns are counted as far as the pose determines them: the sign of a rotation distinguishes angles between
    /// -360 and 360 degrees, and angles that the user set are exact. A clip's rotations are the ones nearer to rest, so
    /// their twists end at 180 degrees. If the swing is a half turn, the twist is undefined and zero is returned.
    pub fn angle_radians(&self, skeleton: &Skeleton, pose: &Pose, overrides: &PoseOverrides) -> f64 {
        let turn = |rotation: &dyn Fn(u32) -> Quat| {
            let mut turn = DQuat::IDENTITY;
            let mut node = Some(self.child);
            while let Some(below) = node.filter(|&node| node != self.joint) {
                turn = rotation(below).as_dquat().normalize() * turn;
                node = skeleton.node(below).parent;
            }
            turn
        };
        let posed = turn(&|node| pose.joints[node as usize].rotation);
        let rest = turn(&|node| skeleton.node(node).rest.rotation);
        let away = posed * rest.inverse();
        let along = away.xyz().dot(self.axis);
        if along.hypot(away.w) < 1e-6 {
            return 0.0;
        }
        let angle = 2.0 * along.atan2(away.w);
        match overrides.get(self.child).rotation {
            Some(RotationOverride::AnglesDegrees(degrees)) => {
                // Two turns give the same rotation; the angles tell which one was meant.
                let meant = degrees.as_dvec3().dot(rest.inverse() * self.axis).to_radians();
                let two_turns = 2.0 * std::f64::consts::TAU;
                angle + ((meant - angle) / two_turns).round() * two_turns
            }
            _ => angle,
        }
    }

    /// The twist joint's rotation in `joint` for a given twist of the bone's end.
    pub fn rotation(&self, skeleton: &Skeleton, angle_radians: f64) -> Quat {
        let half = 0.5 * self.share * angle_radians;
        let twist = DQuat::from_vec4((self.axis * half.sin()).extend(half.cos()));
        (twist * skeleton.node(self.node).rest.rotation.as_dquat()).as_quat()
    }
}

/// Rotates the twist joints of a pose. Those with a rotation of their own stay unchanged.
pub(super) fn drive_twists(skeleton: &Skeleton, overrides: &PoseOverrides, pose: &mut Pose) {
    for driver in skeleton.twist_drivers() {
        if overrides.get(driver.node).rotation.is_none() {
            let angle = driver.angle_radians(skeleton, pose, overrides);
            pose.joints[driver.node as usize].rotation = driver.rotation(skeleton, angle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{JointOverride, Node, ScaleKind, Trs};
    use super::*;
    use glam::Vec3;

    /// A forearm along Y with three twist joints and a hand whose own axes are rotated.
    fn forearm() -> Skeleton {
        let up = |y: f32| Trs { translation: Vec3::Y * y, ..Trs::IDENTITY };
        let hand = Trs { rotation: Quat::from_rotation_z(90f32.to_radians()), ..up(3.0) };
        let mut nodes = vec![Node::new("forearm", None, Trs::IDENTITY), Node::new("hand", Some(0), hand)];
        nodes.extend((0..3).map(|k| Node::new(format!("twist {k}"), Some(0), up(k as f32 + 0.5))));
        let driver = |ordinal: u32| TwistDriver {
            node: 1 + ordinal,
            joint: 0,
            child: 1,
            axis: DVec3::Y,
            ordinal,
            share: f64::from(ordinal) / 3.0,
        };
        Skeleton::new(nodes).unwrap().with_twist_drivers((1..=3).map(driver).collect())
    }

    fn turned(angles: Vec3) -> PoseOverrides {
        let mut overrides = PoseOverrides::default();
        let rotation = Some(RotationOverride::AnglesDegrees(angles));
        overrides.set(1, JointOverride { rotation, ..JointOverride::default() });
        overrides
    }

    fn twists(skeleton: &Skeleton, overrides: &PoseOverrides) -> [f32; 3] {
        let mut pose = Pose::rest(skeleton);
        overrides.apply(skeleton, &mut pose);
        [2, 3, 4].map(|node: usize| {
            let [x, y, z, w] = pose.joints[node].rotation.to_array();
            assert!(x.abs() < 1e-6 && z.abs() < 1e-6, "about the bone only");
            (2.0 * y.atan2(w)).to_degrees()
        })
    }

    #[test]
    fn a_quarter_turn_is_spread_over_three() {
        // The hand's X lies along the bone.
        let skeleton = forearm();
        let [a, b, c] = twists(&skeleton, &turned(Vec3::X * 90.0));
        assert!((a - 30.0).abs() < 1e-4 && (b - 60.0).abs() < 1e-4 && (c - 90.0).abs() < 1e-4, "{a} {b} {c}");
        assert_eq!(twists(&skeleton, &PoseOverrides::default()), [0.0; 3]);
    }

    #[test]
    fn a_bend_is_no_twist() {
        let skeleton = forearm();
        let [a, b, c] = twists(&skeleton, &turned(Vec3::Y * 80.0));
        assert!(a.abs().max(b.abs()).max(c.abs()) < 1e-4);
        // The twist comes first in the hand's angles, so bending after it does not change it.
        let [.., c] = twists(&skeleton, &turned(Vec3::new(50.0, 40.0, 0.0)));
        assert!((c - 50.0).abs() < 1e-4, "{c}");
    }

    #[test]
    fn turns_are_counted() {
        let skeleton = forearm();
        for degrees in [200.0, 360.0, -360.0, 540.0, -1000.0f32] {
            let overrides = turned(Vec3::X * degrees);
            let mut pose = Pose::rest(&skeleton);
            overrides.apply(&skeleton, &mut pose);
            let angle = skeleton.twist_drivers()[0].angle_radians(&skeleton, &pose, &overrides).to_degrees();
            assert!((angle - f64::from(degrees)).abs() < 1e-3, "{angle} of {degrees}");
        }
        // Without the angles, the sign of the rotation still distinguishes 200 from -160.
        let mut pose = Pose::rest(&skeleton);
        turned(Vec3::X * 200.0).apply(&skeleton, &mut pose);
        let angle = skeleton.twist_drivers()[0].angle_radians(&skeleton, &pose, &PoseOverrides::default());
        assert!((angle.to_degrees() - 200.0).abs() < 1e-3);
    }

    #[test]
    fn a_person_has_the_last_word() {
        let skeleton = forearm();
        let mut overrides = turned(Vec3::X * 90.0);
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::Y * 5.0));
        overrides.set(3, JointOverride { rotation, ..JointOverride::default() });
        let [a, b, c] = twists(&skeleton, &overrides);
        assert!((a - 30.0).abs() < 1e-4 && (b - 5.0).abs() < 1e-4 && (c - 90.0).abs() < 1e-4);
    }

    #[test]
    fn local_scale_of_the_bone_is_that_of_its_twist_joints() {
        let skeleton = forearm();
        let mut pose = Pose::rest(&skeleton);
        pose.joints[0].scale = Vec3::new(2.0, 1.0, 1.0);
        pose.joints[0].local_scale = Vec3::new(1.0, 3.0, 1.0);
        let local = |kind| pose.stretch(&skeleton, 2, kind).local;
        assert_eq!(local(ScaleKind::Inherited), pose.stretch(&skeleton, 0, ScaleKind::Inherited).local);
        assert_eq!(local(ScaleKind::Local) * DVec3::ONE, DVec3::new(2.0, 3.0, 1.0));
        assert_eq!(pose.stretch(&skeleton, 1, ScaleKind::Local).local, glam::DMat3::IDENTITY);
    }
}
