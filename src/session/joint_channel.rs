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
                    self.change_angles(node, angles_degrees);
                }
                _ => self.change_component(node, channel, axis, value),
            }
        }
        self.refresh_pose();
    }

    pub(super) fn set_angles(&mut self, node: u32, angles_degrees: Vec3) {
        self.change_angles(node, angles_degrees);
        self.refresh_pose();
    }

    /// Sets the angles of a joint. A joint that is back at rest counts as untouched; over a clip, rest is a pose like
    /// any other.
    fn change_angles(&mut self, node: u32, angles_degrees: Vec3) {
        let untouched = angles_degrees == Vec3::ZERO && self.edit.clip.is_none();
        let rotation = RotationOverride::AnglesDegrees(angles_degrees);
        self.change_override(node, |joint| joint.rotation = (!untouched).then_some(rotation));
    }

    fn change_component(&mut self, node: u32, channel: JointChannel, axis: usize, value: f32) {
        let Some(document) = &self.documents.first else { return };
        let rest = document.model.skeleton.node(node).rest;
        let posed = self.pose.joints[node as usize];
        let with = |mut vector: Vec3, component: f32| {
            vector[axis] = component;
            Some(vector)
        };
        let offset = with(posed.translation, rest.translation[axis] + value);
        let scale = with(posed.scale, value * scale_unit(rest.scale)[axis]);
        self.change_override(node, |joint| match channel {
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
            self.change_override(node, &change);
        }
        self.refresh_pose();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Command;
    use crate::session::test_support::waking_state;
    use crate::view::GizmoTool;

    #[test]
    fn the_pose_of_several_joints_is_computed_once() {
        let (mut state, _woken) = waking_state();
        state.show_document(crate::files::open_model("mannequin").unwrap());
        let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
        let nodes: Vec<u32> =
            ["forearm.L", "forearm.R", "head"].iter().map(|name| skeleton.find(name).unwrap()).collect();
        state.apply(Command::SelectJoints(nodes.clone()));
        let mut generation = state.pose_generation;
        let mut assert_once = |state: &State| {
            generation += 1;
            assert_eq!(state.pose_generation, generation);
        };
        state.apply(Command::SetChannel { channel: JointChannel::Rotation, axis: 1, value: 20.0 });
        assert_once(&state);
        assert!(nodes.iter().all(|&node| (state.angles_degrees(node) - 20.0 * Vec3::Y).length() < 1e-3));
        state.apply(Command::SetChannel { channel: JointChannel::Offset, axis: 0, value: 0.01 });
        assert_once(&state);
        state.apply(Command::ResetTranslation(nodes[0]));
        assert_once(&state);
        state.apply(Command::ClearSelected(GizmoTool::Rotate));
        assert_once(&state);
        assert!(state.edit.overrides.is_empty());
    }
}
