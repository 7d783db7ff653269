//! Twin of `shaders/common/rigid_joints.wgsl`.

use super::palette::JointMotion;
use super::{JointPalette, RestVertex};
use glam::Vec3;

/// A joint's rigid part `x -> posed_origin + U (x - bind_origin)`, rounded once from double precision; U is the
/// real part of the joint's motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidJoint {
    /// o_i, in the bind frame.
    pub bind_origin: Vec3,
    /// f_i, in the scene.
    pub posed_origin: Vec3,
    /// `f_i - U_i o_i`: the translation of the same motion about the scene's origin.
    pub translation: Vec3,
}

/// `sum_i w_i C_i r` of the joints' rigid parts.
pub fn pose_center(rest: RestVertex<'_>, palette: &JointPalette, center: Vec3) -> Vec3 {
    let mut posed = Vec3::ZERO;
    for influence in rest.influences {
        let joint = palette.rigid_joints[influence.joint as usize];
        let turn = palette.motions[influence.joint as usize].real;
        posed += (joint.posed_origin + turn * (center - joint.bind_origin)) * influence.weight;
    }
    posed
}

impl From<&JointMotion> for RigidJoint {
    fn from(motion: &JointMotion) -> Self {
        Self {
            bind_origin: motion.bind_origin.as_vec3(),
            posed_origin: motion.posed_origin.as_vec3(),
            translation: (motion.posed_origin - motion.turn * motion.bind_origin).as_vec3(),
        }
    }
}
