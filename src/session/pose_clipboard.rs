//! Poses on the clipboard, as the JSON of pose files, and their mirrored versions.

use super::interface::ErrorNotice;
use super::state::State;
use crate::math::counted;
use crate::model::{JointOverride, PoseOverrides, RotationOverride, Skeleton, parse_pose_file, write_pose_file};
use glam::Vec3;
use std::collections::BTreeSet;

impl State {
    /// The pose of the selected joints as a pose file, or of all joints and morph targets that differ from rest if
    /// none is selected.
    pub fn copied_pose(&self) -> Option<String> {
        let skeleton = &self.documents.first.as_ref()?.model.skeleton;
        let selected = self.selected_joints();
        let nodes: Vec<u32> = if selected.is_empty() { skeleton.shown_joints().collect() } else { selected.clone() };
        let mut copied = PoseOverrides::default();
        for node in nodes {
            let joint = self.posed_joint(skeleton, node);
            // A selected joint is copied even at rest. Pasting then brings the other joint to rest.
            if !selected.is_empty() || differs(skeleton, node, &joint) {
                copied.set(node, joint);
            }
        }
        if selected.is_empty() {
            self.copy_morphs(skeleton, &mut copied);
        }
        Some(write_pose_file(&copied, skeleton))
    }

    /// The visible pose as overrides, including the contribution of a clip.
    pub(super) fn whole_pose(&self, skeleton: &Skeleton) -> PoseOverrides {
        let mut pose = PoseOverrides::default();
        for node in skeleton.shown_joints() {
            let joint = self.posed_joint(skeleton, node);
            if differs(skeleton, node, &joint) || self.edit.clip.is_some() {
                pose.set(node, joint);
            }
        }
        self.copy_morphs(skeleton, &mut pose);
        pose
    }

    /// Adds the visible weights of morph targets, as far as they differ from rest.
    fn copy_morphs(&self, skeleton: &Skeleton, pose: &mut PoseOverrides) {
        let weights = (0..).zip(&self.pose.morph_weights).zip(skeleton.rest_morph_weights());
        for ((target, &weight), rest) in weights {
            if weight != rest || self.edit.clip.is_some() {
                pose.set_morph(target, Some(weight));
            }
        }
    }

    /// The full pose of a joint, whether set by the user or by a clip.
    fn posed_joint(&self, skeleton: &Skeleton, node: u32) -> JointOverride {
        let over = self.edit.overrides.get(node);
        let posed = self.pose.joints[node as usize];
        let angles = self.edit.overrides.angles_degrees(skeleton, &self.pose, node, Vec3::ZERO);
        let rest = skeleton.node(node).rest;
        // Driven joints stay driven when the pose is taken.
        let driven = over.rotation.is_none() && skeleton.is_driven(node);
        JointOverride {
            rotation: (!driven).then_some(RotationOverride::AnglesDegrees(angles)),
            translation: (posed.translation != rest.translation).then_some(posed.translation),
            scale: (posed.scale != rest.scale).then_some(posed.scale),
            ..over
        }
    }

    /// Adds a copied pose to the current one. If `mirrored`, it goes to the joints of the other side.
    pub(super) fn paste_pose(&mut self, json: &str, mirrored: bool) {
        let Some(document) = self.documents.first.clone() else { return };
        let skeleton = &document.model.skeleton;
        let pasted = match parse_pose_file(json, skeleton) {
            Ok(pasted) => pasted,
            Err(error) => {
                let details = format!("{error}. Copy a pose with Ctrl+C first.");
                self.show_error("The clipboard has no pose for this model".to_owned(), details);
                return;
            }
        };
        let (pasted, unknown) =
            if mirrored { document.mirror().flipped(skeleton, &pasted) } else { (pasted, Vec::new()) };
        for (node, joint) in pasted.iter().filter(|(node, _)| !unknown.contains(node)) {
            self.edit.overrides.set(node, *joint);
        }
        for (target, weight) in pasted.morphs() {
            self.edit.overrides.set_morph(target, Some(weight));
        }
        self.refresh_pose();
        if mirrored && unknown.is_empty() {
            let nodes: Vec<u32> = pasted.iter().map(|(node, _)| node).collect();
            let joints = match nodes.as_slice() {
                [node] => document.joint_name(*node).to_owned(),
                nodes => counted(nodes.len(), "joint", "joints"),
            };
            self.notify(format!("Mirrored to {joints}"), None);
        }
        self.report_unmirrored(skeleton, &unknown);
    }

    /// Swaps left and right for the whole pose.
    pub(super) fn flip_pose(&mut self) {
        let Some(document) = self.documents.first.clone() else { return };
        let skeleton = &document.model.skeleton;
        let mirror = document.mirror();
        if !mirror.has_sides() {
            let details =
                "The joint names do not mark left and right, for example with .L and .R, Left and Right, or _l and _r."
                    .to_owned();
            self.show_error("Could not flip the pose".to_owned(), details);
            return;
        }
        let pose = self.whole_pose(skeleton);
        let (flipped, unknown) = mirror.flipped(skeleton, &pose);
        self.edit.overrides = flipped;
        self.refresh_pose();
        self.report_unmirrored(skeleton, &unknown);
    }

    /// Applies the changes since `before`, mirrored, to the joints of the other side. Joints that changed or are
    /// selected on both sides stay as they are.
    pub(super) fn mirror_edits(&mut self, before: &PoseOverrides) {
        let Some(document) = self.documents.first.clone() else { return };
        let (skeleton, mirror) = (&document.model.skeleton, document.mirror());
        let now = self.edit.overrides.clone();
        let changed = |node: u32| before.get(node) != now.get(node);
        let selected = self.selected_joints();
        let nodes = before.iter().chain(now.iter()).map(|(node, _)| node).filter(|&node| changed(node));
        for node in nodes.collect::<BTreeSet<u32>>() {
            if let Some((partner, mirrored)) = mirror.mirrored(skeleton, node, &now.get(node))
                && partner != node
                && !changed(partner)
                && !(selected.contains(&node) && selected.contains(&partner))
            {
                self.edit.overrides.set(partner, mirrored);
            }
        }
        self.refresh_pose();
    }

    fn report_unmirrored(&mut self, skeleton: &Skeleton, unknown: &[u32]) {
        if unknown.is_empty() {
            return;
        }
        let names: Vec<String> = unknown.iter().take(3).map(|&node| skeleton.label(node)).collect();
        let more = if unknown.len() > 3 { format!(" and {} more", unknown.len() - 3) } else { String::new() };
        let details = format!(
            "Their names do not mark left and right, or the twist joints of the two sides differ: {}{more}.",
            names.join(", ")
        );
        self.interface.error = Some(ErrorNotice::new("Some joints were not mirrored".to_owned(), details));
    }
}

fn differs(skeleton: &Skeleton, node: u32, joint: &JointOverride) -> bool {
    let turned = match joint.rotation {
        Some(RotationOverride::AnglesDegrees(angles)) => angles.abs().max_element() > 1e-4,
        Some(RotationOverride::Quaternion(local)) => local.angle_between(skeleton.node(node).rest.rotation) > 1e-6,
        None => false,
    };
    turned || JointOverride { rotation: None, ..*joint } != JointOverride::default()
}
