//! Dragging a wrist or ankle, with the limb above it following.

use super::state::State;
use crate::model::{JointOverride, Pose, PoseOverrides, RotationOverride, ScaleKind, Skeleton};
use crate::posing::{BendHabits, JointFrames, Limb, LimbPoints, front_direction, reach, swing};
use glam::{Quat, Vec3};

/// Angle from rest below which a joint does not count as bent by the user.
const LEAST_TURN_DEGREES: f32 = 0.5;

impl State {
    /// The limb that ends at the selected joint.
    pub fn selected_limb(&self) -> Option<Limb> {
        let document = self.documents.first.as_ref()?;
        Limb::of(&document.model.skeleton, self.selection.joint?)
    }

    /// The angle in degrees of the elbow or knee away from where the character looks at rest, about the line from root to end. `None` for a
    /// straight limb.
    pub fn limb_swing_degrees(&self, limb: Limb) -> Option<f32> {
        let document = self.documents.first.as_ref()?;
        let points = limb.points(&JointFrames::of(&document.model.skeleton, &self.pose, self.scale_kind()));
        swing(points, swing_zero(points, front_direction(document.front_yaw))).map(f32::to_degrees)
    }

    /// Turns the whole limb about the line from its root to its end, which stays in position.
    pub(super) fn swing_limb(&mut self, limb: Limb, degrees: f32) {
        let (Some(document), Some(now)) = (self.documents.first.clone(), self.limb_swing_degrees(limb)) else { return };
        let skeleton = &document.model.skeleton;
        let frames = JointFrames::of(skeleton, &self.pose, self.scale_kind());
        let [root, _, end] = limb.points(&frames);
        let Some(axis) = (end - root).try_normalize().filter(|_| degrees.is_finite()) else { return };
        let turn = Quat::from_axis_angle(axis, (degrees - now).to_radians());
        let angles = frames.turned(limb.root, turn, frames.angles_degrees(&self.edit.overrides, limb.root));
        turn_to(&mut self.edit.overrides, limb.root, angles);
        self.refresh_pose();
    }

    fn scale_kind(&self) -> ScaleKind {
        self.edit.pane(self.view.selected_pane).skinning.scale_kind
    }
}

/// Moves the end of a limb in scene space by a shift from its position in a pose.
pub(super) fn shift_limb(
    habits: BendHabits<'_>,
    (start_pose, start): (&Pose, &PoseOverrides),
    scale_kind: ScaleKind,
    (limb, shift): (Limb, Vec3),
    overrides: &mut PoseOverrides,
) {
    let frames = JointFrames::of(habits.skeleton, start_pose, scale_kind);
    let at = limb.points(&frames);
    let side = habits.side(limb, &frames, is_turned(habits.skeleton, start_pose, start, limb.middle));
    let [turn_root, turn_middle] = reach(at, at[2] + shift, side);
    let angles = frames.turned(limb.root, turn_root, frames.angles_degrees(start, limb.root));
    turn_to(overrides, limb.root, angles);
    // The middle turns in a frame that the root has already turned.
    let in_root = turn_root.inverse() * turn_middle * turn_root;
    let angles = frames.turned(limb.middle, in_root, frames.angles_degrees(start, limb.middle));
    turn_to(overrides, limb.middle, angles);
}

/// Whether the user, not a clip, turned a joint.
fn is_turned(skeleton: &Skeleton, pose: &Pose, overrides: &PoseOverrides, node: u32) -> bool {
    let turn = pose.joints[node as usize].rotation.angle_between(skeleton.node(node).rest.rotation);
    overrides.get(node).rotation.is_some() && turn.to_degrees() > LEAST_TURN_DEGREES
}

fn turn_to(overrides: &mut PoseOverrides, node: u32, angles: Vec3) {
    let rotation = Some(RotationOverride::AnglesDegrees(angles));
    overrides.set(node, JointOverride { rotation, ..overrides.get(node) });
}

/// The direction from which the swing is measured: the front of the character, or its top if the limb points forward.
fn swing_zero([root, _, end]: LimbPoints, front: Vec3) -> Vec3 {
    let along = (end - root).normalize_or_zero();
    if along.dot(front).abs() < 0.95 { front } else { Vec3::Y }
}
