//! Edits of single joints and morph targets.

use super::state::State;
use crate::model::JointOverride;
use crate::view::GizmoTool;

impl State {
    pub(super) fn reset_branch(&mut self, node: u32) {
        let Some(document) = self.documents.first.clone() else { return };
        let skeleton = &document.model.skeleton;
        let posed: Vec<u32> = self.edit.overrides.iter().map(|(node, _)| node).collect();
        for joint in posed {
            if joint == node || skeleton.nearest_ancestor(joint, |above| above == node).is_some() {
                self.edit.overrides.set(joint, JointOverride::default());
            }
        }
        self.refresh_pose();
    }

    /// Sets the weight of a morph target. A target that the model does not have is ignored.
    pub(super) fn set_morph(&mut self, target: u32, weight: Option<f32>) {
        if (target as usize) < self.pose.morph_weights.len() {
            self.edit.overrides.set_morph(target, weight);
            self.refresh_pose();
        }
    }

    pub(super) fn reset_morphs(&mut self) {
        self.edit.overrides.clear_morphs();
        self.refresh_pose();
    }

    pub(super) fn clear_selected(&mut self, tool: GizmoTool) {
        for node in self.selected_joints() {
            self.change_override(node, |joint| match tool {
                GizmoTool::Rotate => joint.rotation = None,
                GizmoTool::Move => joint.translation = None,
                GizmoTool::Scale => (joint.scale, joint.local_scale, joint.local_shear) = (None, None, None),
            });
        }
        self.refresh_pose();
    }

    pub(super) fn edit_joint(&mut self, node: u32, change: impl FnOnce(&mut JointOverride)) {
        self.change_override(node, change);
        self.refresh_pose();
    }

    /// Like [`Self::edit_joint`] without the pose, which is computed once for several joints.
    pub(super) fn change_override(&mut self, node: u32, change: impl FnOnce(&mut JointOverride)) {
        if self.has_node(node) {
            let mut joint = self.edit.overrides.get(node);
            change(&mut joint);
            self.edit.overrides.set(node, joint);
        }
    }
}
