//! Twin of `shaders/common/skin_inputs.wgsl`.

use super::Covariance;
use crate::model::{Influence, VertexBone, VertexMoments};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// A vertex before skinning, in the bind frame. `influences` are sorted by descending weight and never empty.
#[derive(Clone, Copy, Debug)]
pub struct RestVertex<'a> {
    /// The rest position, in scene units.
    pub position: Vec3,
    /// The rest normal, of unit length or zero.
    pub normal: Vec3,
    /// The center of rotation in the bind frame, or the position itself if the vertex has none. Used by `cor` and
    /// `cor-procrustes` only.
    pub center: Vec3,
    /// Covariance of the surface with similar weights, about the center. Used by `cor-procrustes` only.
    pub covariance: Covariance,
    /// Index of its joint set in [`super::JointSets`]. Used by `spherical` only.
    pub joint_set: u32,
    /// The bone that it belongs to. Used by `bulge-free-dqs` only.
    pub bone: VertexBone,
    /// Index among the vertices of its skin. Used by `delta-mush` only.
    pub in_skin: u32,
    /// The factor of `_BLEND`, from zero to one, or less than zero if the file gives none. Used by `weighted-lbs-dqs` only.
    pub blend: f32,
    /// The smoothed surroundings. Used by `direct-delta-mush` only.
    pub moments: VertexMoments<'a>,
    /// Joints of the skin and their weights, which sum to one.
    pub influences: &'a [Influence],
}

impl<'a> RestVertex<'a> {
    /// A vertex for which no method has data of its own: it is its own center, without similar surface, and lies on a
    /// bone.
    #[inline(always)]
    pub fn new(position: Vec3, normal: Vec3, influences: &'a [Influence]) -> Self {
        let bone = VertexBone { point: position, joint: 0 };
        Self {
            position,
            normal,
            center: position,
            covariance: Covariance::NONE,
            joint_set: 0,
            bone,
            in_skin: 0,
            blend: -1.0,
            moments: VertexMoments { anchor: position, spread: 0.0, of_joints: &[] },
            influences,
        }
    }
}

/// A vertex after skinning, in scene space. The normal is the method's own, of unit length, or zero if the method
/// leaves none.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SkinnedVertex {
    /// The position.
    pub position: Vec3,
    /// The normal.
    pub normal: Vec3,
}

impl SkinnedVertex {
    /// The position, then the normal.
    pub fn position_and_normal(&self) -> (Vec3, Vec3) {
        (self.position, self.normal)
    }
}
