use super::palette::JointMotion;
use glam::Vec3;

/// Origin and translation of a joint's rigid part `x -> f_i + U_i (x - o_i)`, rounded once from double precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidJoint {
    /// o_i, in the bind frame.
    pub bind_origin: Vec3,
    /// `f_i - U_i o_i`: the translation of the same motion about the scene's origin.
    pub translation: Vec3,
}

impl From<&JointMotion> for RigidJoint {
    fn from(motion: &JointMotion) -> Self {
        Self {
            bind_origin: motion.bind_origin.as_vec3(),
            translation: (motion.posed_origin - motion.turn * motion.bind_origin).as_vec3(),
        }
    }
}
