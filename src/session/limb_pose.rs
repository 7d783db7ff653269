//! Dragging a wrist or ankle, with the limb above it following.

use super::state::State;
use crate::model::{JointOverride, Pose, PoseOverrides, RotationOverride, ScaleKind, Skeleton};
use crate::posing::{JointFrames, Limb, LimbPoints, pole, reach, swing};
use glam::{Quat, Vec3};

/// The direction from which limb swing is measured: the front of the character, or its top if the limb points forward.
const FRONT: Vec3 = Vec3::Z;
const TOP: Vec3 = Vec3::Y;

impl State {
    /// The limb that ends at the selected joint.
    pub fn selected_limb(&self) -> Option<Limb> {
        let document = self.document.as_ref()?;
        Limb::of(&document.model.skeleton, self.transient.selected_joint?)
    }

    /// The angle in degrees of the elbow or knee away from the front, about the line from root to end. `None` for a
    /// straight limb.
    pub fn limb_swing_degrees(&self, limb: Limb) -> Option<f32> {
        let skeleton = &self.document.as_ref()?.model.skeleton;
        let points = points(&JointFrames::of(skeleton, &self.pose, self.scale_kind()), limb);
        swing(points, reference(points)).map(f32::to_degrees)
    }

    /// Turns the whole limb about the line from its root to its end, which stays in position.
    pub(super) fn swing_limb(&mut self, limb: Limb, degrees: f32) {
        let (Some(document), Some(now)) = (self.document.clone(), self.limb_swing_degrees(limb)) else { return };
        let skeleton = &document.model.skeleton;
        let frames = JointFrames::of(skeleton, &self.pose, self.scale_kind());
        let [root, _, end] = points(&frames, limb);
        let Some(axis) = (end - root).try_normalize().filter(|_| degrees.is_finite()) else { return };
        let turn = Quat::from_axis_angle(axis, (degrees - now).to_radians());
        let angles = frames.turned(limb.root, turn, frames.angles_degrees(&self.edit.overrides, limb.root));
        turn_to(&mut self.edit.overrides, limb.root, angles);
        self.refresh_pose();
    }

    fn scale_kind(&self) -> ScaleKind {
        self.edit.pane(self.transient.selected_pane).skinning.scale_kind
    }
}

/// Moves the end of a limb in scene space by a shift from its position in a pose.
pub(super) fn shift_limb(
    skeleton: &Skeleton,
    (start_pose, start): (&Pose, &PoseOverrides),
    scale_kind: ScaleKind,
    (limb, shift): (Limb, Vec3),
    overrides: &mut PoseOverrides,
) {
    let frames = JointFrames::of(skeleton, start_pose, scale_kind);
    let at = points(&frames, limb);
    // A straight limb bends as it did at rest.
    let out = pole(at).or_else(|| rest_pole(skeleton, &frames, limb)).unwrap_or(-FRONT);
    let [turn_root, turn_middle] = reach(at, at[2] + shift, out);
    let angles = frames.turned(limb.root, turn_root, frames.angles_degrees(start, limb.root));
    turn_to(overrides, limb.root, angles);
    // The middle turns in a frame that the root has already turned.
    let in_root = turn_root.inverse() * turn_middle * turn_root;
    let angles = frames.turned(limb.middle, in_root, frames.angles_degrees(start, limb.middle));
    turn_to(overrides, limb.middle, angles);
}

fn turn_to(overrides: &mut PoseOverrides, node: u32, angles: Vec3) {
    let rotation = Some(RotationOverride::AnglesDegrees(angles));
    overrides.set(node, JointOverride { rotation, ..overrides.get(node) });
}

fn points(frames: &JointFrames<'_>, limb: Limb) -> LimbPoints {
    [limb.root, limb.middle, limb.end].map(|node| frames.origin(node))
}

/// The direction of the middle joint at rest, turned along with the root.
fn rest_pole(skeleton: &Skeleton, posed: &JointFrames<'_>, limb: Limb) -> Option<Vec3> {
    use crate::posing::AxisFrame::Local;
    let rest_pose = Pose::rest(skeleton);
    let rest = JointFrames::of(skeleton, &rest_pose, ScaleKind::Inherited);
    let out = pole(points(&rest, limb))?;
    let (from, to) = (rest.axes(limb.root, Local), posed.axes(limb.root, Local));
    Some((0..3).map(|axis| to[axis] * out.dot(from[axis])).sum())
}

fn reference([root, _, end]: LimbPoints) -> Vec3 {
    let along = (end - root).normalize_or_zero();
    if along.dot(FRONT).abs() < 0.95 { FRONT } else { TOP }
}
