use super::palette::JointMotion;
use crate::model::BoneEnd;
use glam::Vec3;

/// A joint's bone in a pose, in scene space, rounded once from double precision.
///
/// Its ends are moved rigidly, as by the motions that DQS blends: a bone runs from the posed origin of its joint to that
/// of the joint where it ends. If it ends with the skin, the joint's rigid part moves its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedBone {
    /// Posed origin of the joint.
    pub start: Vec3,
    /// Posed end of the bone.
    pub end: Vec3,
}

impl PosedBone {
    /// The bones of a skin, by joint.
    pub fn all(ends: &[BoneEnd], motions: &[JointMotion]) -> Vec<Self> {
        let bone = |(end, motion): (&BoneEnd, &JointMotion)| {
            let end = match end.child {
                Some(child) => motions[child as usize].posed_origin,
                None => motion.rigid_transform().transform_point3(end.position),
            };
            Self { start: motion.posed_origin.as_vec3(), end: end.as_vec3() }
        };
        ends.iter().zip(motions).map(bone).collect()
    }
}
