//! Limits of the open model's joints.

use super::state::State;
use crate::model::{AngleLimit, JointLimits, PoseOverrides};
use crate::posing::{JointFrames, turn_within_limits};
use glam::{Quat, Vec3};

/// Range in which a ring can turn before the joint meets a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingLimit {
    /// Current direction of the joint: the direction of its bone across the ring's axis, of unit length, in scene
    /// space.
    pub needle: Vec3,
    /// Negative and positive end of the range, relative to the current angle.
    pub ends_radians: [f32; 2],
}

/// The sine of the angle between bone and axis below which the bone has no direction across the axis.
const LEAST_NEEDLE: f32 = 0.2;

impl State {
    /// Sets or removes a limit of a joint, and of all selected joints if it is one of them.
    pub(super) fn set_limit(&mut self, node: u32, axis: usize, limit: Option<AngleLimit>) {
        for node in self.with_selected(node) {
            if self.has_node(node) {
                self.edit.limits.set(node, axis.min(2), limit);
            }
        }
    }

    /// Limits every joint that the clips turn to its range in the clips. Other joints keep theirs.
    pub(super) fn take_limits_of_clips(&mut self) {
        let Some(document) = self.documents.first.clone() else { return };
        let learnt = JointLimits::from_clips(&document.model.skeleton, &document.model.clips);
        if learnt.is_empty() {
            return self.notify("No clip of this model turns a joint".to_owned(), None);
        }
        for (node, limits) in learnt.iter() {
            self.edit.limits.set_joint(node, limits);
        }
        let count = crate::math::counted(learnt.len(), "joint", "joints");
        self.notify(format!("{count} took limits from the clips"), None);
    }

    /// Brings the rotations that an edit changed within the limits, if turning stops there.
    pub(super) fn stop_at_limits(&mut self, before: &PoseOverrides) {
        let Some(document) = self.documents.first.clone().filter(|_| self.edit.choices.stops_at_limits) else { return };
        let skeleton = &document.model.skeleton;
        let overrides = &self.edit.overrides;
        let is_changed = |node: &u32| overrides.get(*node).rotation != before.get(*node).rotation;
        let changed: Vec<u32> = overrides.iter().map(|(node, _)| node).filter(is_changed).collect();
        let held = |node: u32| self.edit.limits.hold(skeleton, &mut self.edit.overrides, node).len();
        if changed.into_iter().map(held).sum::<usize>() > 0 {
            self.refresh_pose();
        }
    }

    /// The ranges that the limits of the selected joint leave to its rings, which turn about these axes of the scene.
    /// `None` for a ring that no limit stops.
    pub fn ring_limits(&self, pane: usize, axes: [Vec3; 3]) -> [Option<RingLimit>; 3] {
        let (Some(document), Some(node)) = (&self.documents.first, self.selection.joint) else { return [None; 3] };
        if self.edit.limits.get(node) == [None; 3] {
            return [None; 3];
        }
        let scale_kind = self.edit.pane(pane).skinning.scale_kind;
        let frames = JointFrames::of(&document.model.skeleton, &self.pose, scale_kind);
        let near = self.angles_degrees(node);
        let child = document.joints.children[node as usize].first();
        let bone = child.map_or(Vec3::ZERO, |&child| (frames.origin(child) - frames.origin(node)).normalize_or_zero());
        let turned = frames.turns_of(node);
        let of_ring = |ring: usize| {
            let axis = axes[ring];
            let angles_after = |radians| turned(Quat::from_axis_angle(axis, radians), near);
            let ends_radians = turn_within_limits(&self.edit.limits, node, angles_after)?;
            let across = bone.reject_from(axis);
            // A bone along the axis only twists, and has no direction across it.
            let needle = if across.length() > LEAST_NEEDLE { across } else { axes[(ring + 1) % 3] };
            Some(RingLimit { needle: needle.normalize_or_zero(), ends_radians })
        };
        [of_ring(0), of_ring(1), of_ring(2)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::choices::Choice;
    use super::super::command::Command;
    use super::super::gizmo_drag::{GizmoGrip, GizmoPointer};
    use super::super::joint_channel::JointChannel;
    use super::super::loader::Loader;
    use super::*;
    use crate::files::{CenterStore, open_model};
    use crate::skinning::SkinningMethod;
    use crate::view::{GizmoHandle, Theme};
    use glam::Vec2;
    use std::sync::Arc;

    /// A state with the bar, and `mid` selected.
    fn bar() -> (State, u32) {
        let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
        let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
        state.show_document(open_model("bar").unwrap());
        state.feed_history(0.0, false);
        let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
        state.apply(Command::SelectJoint(Some(mid)));
        (state, mid)
    }

    fn rotate(value: f32, axis: usize) -> Command {
        Command::SetChannel { channel: JointChannel::Rotation, axis, value }
    }

    fn limit(node: u32, least: f32, most: f32) -> Command {
        Command::SetLimit { node, axis: 0, limit: Some(AngleLimit::between(least, most)) }
    }

    #[test]
    fn limits_mark_and_stop_only_when_asked() {
        let (mut state, mid) = bar();
        state.apply(limit(mid, -20.0, 140.0));
        state.apply(rotate(150.0, 0));
        assert_eq!(state.angles_degrees(mid).x, 150.0, "a limit alone is a mark");
        state.apply(Command::Choose(Choice::StopAtLimits(true)));
        assert_eq!(state.angles_degrees(mid).x, 150.0, "the pose stays");
        state.apply(rotate(7.0, 1));
        assert_eq!(state.angles_degrees(mid), Vec3::new(140.0, 7.0, 0.0), "an edit brings it in");
        state.apply(rotate(-400.0, 0));
        assert_eq!(state.angles_degrees(mid).x, -20.0);
        state.apply(Command::ResetPose);
        state.apply(Command::TakePose(1));
        assert_eq!(state.angles_degrees(mid).x, 135.0);
        for _ in 0..9 {
            state.apply(Command::Undo);
        }
        assert!(state.edit.limits.is_empty() && !state.edit.choices.stops_at_limits, "undo takes limits back too");
    }

    #[test]
    fn a_ring_dragged_far_beyond_a_limit_stays_at_its_end() {
        let (mut state, mid) = bar();
        state.apply(limit(mid, -20.0, 90.0));
        state.apply(Command::Choose(Choice::StopAtLimits(true)));
        let grip = GizmoGrip { pane: 0, handle: GizmoHandle::Axis(0), radius: 54.0, by_key: true };
        let pointer = GizmoPointer { camera: state.view.camera, pixels: [400, 400], at: Vec2::splat(100.0) };
        state.apply(Command::BeginGizmo { grip, pointer });
        let mut shown = Vec::new();
        for step in 1..=40 {
            state.apply(Command::TypeGizmo(10.0 * step as f32));
            shown.push(state.angles_degrees(mid).x);
        }
        assert!((shown[7] - 80.0).abs() < 0.01, "{shown:?}");
        assert!(shown[9..].iter().all(|&degrees| degrees == 90.0), "{shown:?}");
        state.apply(Command::CancelGizmo);
        assert_eq!(state.angles_degrees(mid).x, 0.0);
    }

    #[test]
    fn rings_show_what_is_left_before_a_limit() {
        let (mut state, mid) = bar();
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        assert_eq!(state.ring_limits(0, axes), [None; 3]);
        state.apply(limit(mid, -20.0, 140.0));
        state.apply(rotate(30.0, 0));
        let [about_x, ..] = state.ring_limits(0, axes);
        let about_x = about_x.unwrap();
        let [back, forth] = about_x.ends_radians.map(f32::to_degrees);
        assert!((back + 50.0).abs() < 0.05 && (forth - 110.0).abs() < 0.05, "{back} {forth}");
        assert!(about_x.needle.dot(Vec3::X).abs() < 1e-5 && about_x.needle.is_normalized());
        state.apply(rotate(150.0, 0));
        assert_eq!(state.ring_limits(0, axes)[0], None, "beyond it there is nothing left to show");
    }

    #[test]
    fn limits_come_from_the_clips_of_the_model() {
        let (mut state, mid) = bar();
        state.apply(Command::TakeLimitsOfClips);
        assert!(state.edit.limits.is_empty() && state.interface.notice.is_some(), "no clips");
        state.show_document(open_model("mannequin").unwrap());
        assert_eq!(state.edit.limits.get(mid), [None; 3]);
        state.apply(Command::TakeLimitsOfClips);
        let learnt = state.edit.limits.clone();
        assert!(!learnt.is_empty());
        // Twist joints change the nodes behind the file's own, and not their limits.
        let document = state.documents.first.clone().unwrap();
        let forearm = document.model.skeleton.find("forearm.L").unwrap();
        state.apply(Command::SetTwistJoints { joint: forearm, count: 2 });
        assert_eq!(state.edit.limits, learnt);
        state.apply(Command::ClearLimits);
        assert!(state.edit.limits.is_empty());
    }
}
