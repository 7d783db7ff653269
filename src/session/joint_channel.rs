//! One number of a joint's transform, set for all selected joints at once.

use super::state::State;
use crate::model::{JointOverride, RotationOverride};
use glam::Vec3;

/// A part of a joint's transform. Each has three components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointChannel {
    /// Intrinsic X, Y, Z angles in degrees after the rest rotation.
    Rotation,
    /// Offset from the rest translation, in scene units of the parent's frame.
    Offset,
    /// Factor of the rest scale, or absolute scale where the rest scale is zero.
    Scale,
    /// The diagonal of Kavan's S_i.
    LocalScale,
    /// The xy, xz and yz shear of Kavan's S_i.
    LocalShear,
}

impl State {
    /// Sets one component of all selected joints. Other components stay.
    pub(super) fn set_channel(&mut self, channel: JointChannel, axis: usize, value: f32) {
        let axis = axis.min(2);
        for node in self.selected_joints() {
            match channel {
                JointChannel::Rotation => {
                    let mut angles_degrees = self.angles_degrees(node);
                    angles_degrees[axis] = value;
                    self.set_angles(node, angles_degrees);
                }
                _ => self.set_component(node, channel, axis, value),
            }
        }
    }

    /// Sets the angles of a joint. A joint that is back at rest counts as untouched; over a clip, rest is a pose like
    /// any other.
    pub(super) fn set_angles(&mut self, node: u32, angles_degrees: Vec3) {
        let untouched = angles_degrees == Vec3::ZERO && self.edit.clip.is_none();
        let rotation = RotationOverride::AnglesDegrees(angles_degrees);
        self.edit_joint(node, |joint| joint.rotation = (!untouched).then_some(rotation));
    }

    fn set_component(&mut self, node: u32, channel: JointChannel, axis: usize, value: f32) {
        let Some(document) = &self.document else { return };
        let rest = document.model.skeleton.node(node).rest;
        let posed = self.pose.joints[node as usize];
        let with = |mut vector: Vec3, component: f32| {
            vector[axis] = component;
            Some(vector)
        };
        let offset = with(posed.translation, rest.translation[axis] + value);
        let scale = with(posed.scale, value * scale_unit(rest.scale)[axis]);
        self.edit_joint(node, |joint| match channel {
            JointChannel::Rotation => {}
            JointChannel::Offset => joint.translation = offset,
            JointChannel::Scale => joint.scale = scale,
            JointChannel::LocalScale => joint.local_scale = with(posed.local_scale, value),
            JointChannel::LocalShear => joint.local_shear = with(posed.local_shear, value),
        });
    }

    /// Edits a joint, and all selected joints if it is one of them.
    pub(super) fn edit_with_selected(&mut self, node: u32, change: impl Fn(&mut JointOverride)) {
        for node in self.with_selected(node) {
            self.edit_joint(node, &change);
        }
    }

    /// A joint, or all selected joints if it is one of them.
    pub(super) fn with_selected(&self, node: u32) -> Vec<u32> {
        let selected = self.selected_joints();
        if selected.contains(&node) { selected } else { vec![node] }
    }
}

/// The unit that a scale is a factor of: the rest scale, or one where the rest scale is zero.
pub fn scale_unit(rest_scale: Vec3) -> Vec3 {
    Vec3::select(rest_scale.cmpeq(Vec3::ZERO), Vec3::ONE, rest_scale)
}
