//! Twin of `shaders/common/skin_inputs.wgsl`.

use crate::model::Influence;
use glam::Vec3;

/// A vertex before skinning, in the bind frame. `influences` are sorted by falling weight; at least one.
#[derive(Clone, Copy, Debug)]
pub struct RestVertex<'a> {
    pub position: Vec3,
    pub normal: Vec3,
    /// The center of rotation in the bind frame; the position itself where the vertex has none. Of `cor` only.
    pub center: Vec3,
    /// Number of its joints' set in [`super::JointSets`]. Of `spherical` only.
    pub joint_set: u32,
    pub influences: &'a [Influence],
}

/// A vertex after skinning, in the scene. The normal is the method's own, of unit length (zero where the method
/// leaves none).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinnedVertex {
    pub position: Vec3,
    pub normal: Vec3,
}
