//! A handle being dragged: its starting point, and the resulting joint transforms.

use super::limb_pose::shift_limb;
use super::state::State;
use crate::model::{JointOverride, Pose, PoseOverrides, RotationOverride, Skeleton};
use crate::posing::{AxisFrame, BendHabits, JointFrames, Limb, front_direction};
use crate::view::{Camera, Gizmo, GizmoHandle, GizmoTool};
use glam::{Quat, Vec2, Vec3};
use std::collections::BTreeMap;

/// Rotation step while the snapping key is held.
pub const SNAP_DEGREES: f32 = 5.0;
const SNAP_FACTOR: f32 = 0.1;
/// Translation step as a fraction of the model's extent.
const SNAP_SHIFT: f32 = 0.01;

/// The active handles and the axes they follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GizmoSettings {
    pub tool: GizmoTool,
    pub frame: AxisFrame,
    /// Moving a joint turns the two joints above it instead (inverse kinematics), if there are two.
    pub bends_limb: bool,
}

/// A handle held by the mouse or by a key.
#[derive(Clone, Debug, PartialEq)]
pub struct GizmoDrag {
    pub settings: GizmoSettings,
    pub handle: GizmoHandle,
    /// Whether a key holds it. It then follows the pointer until a click.
    pub by_key: bool,
    /// The pane that it is dragged in.
    pub pane: usize,
    pub gizmo: Gizmo,
    /// The selected joints, only the topmost if they are moved or scaled.
    nodes: Vec<u32>,
    start: PoseOverrides,
    start_pose: Pose,
    /// Size of the picture.
    pixels: [u32; 2],
    first: Vec2,
    last: Vec2,
    /// Rotation of a ring, including full revolutions.
    turned_radians: f32,
    /// The angles that the handle last turned each joint to, before its limits stopped it. They select among the
    /// equivalent angles of the next rotation, which far beyond a limit would otherwise jump to its other end.
    turned_to_degrees: BTreeMap<u32, Vec3>,
    /// The applied amount, for display.
    pub amount: GizmoAmount,
}

/// Amount by which a handle was dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GizmoAmount {
    Degrees(f32),
    Shift(Vec3),
    Factor(f32),
}

/// Way in which a handle is grabbed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GizmoGrip {
    pub pane: usize,
    pub handle: GizmoHandle,
    /// Radius of the rings, in pixels.
    pub radius: f32,
    /// Whether a key holds it, not a mouse button.
    pub by_key: bool,
}

/// The pointer position in the picture of a pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GizmoPointer {
    pub camera: Camera,
    /// Size of the picture.
    pub pixels: [u32; 2],
    pub at: Vec2,
}

impl State {
    /// The handles of the selected joint. `radius` is in pixels.
    pub fn gizmo(&self, pane: usize, radius: f32) -> Option<Gizmo> {
        if let Some(drag) = self.hand.gizmo_drag.as_ref() {
            // While a joint is turned, its handles stay. While it is moved, they move along.
            let origin = self.shown_origin(pane, self.selection.joint?)?;
            return Some(Gizmo { origin, radius, ..drag.gizmo });
        }
        let node = self.selection.joint?;
        let frames = self.joint_frames(pane)?;
        let GizmoSettings { tool, frame, .. } = self.hand.gizmo;
        // Scaling is always along a joint's own axes.
        let frame = if tool == GizmoTool::Scale { AxisFrame::Local } else { frame };
        Some(Gizmo { origin: self.shown_origin(pane, node)?, axes: frames.axes(node, frame), radius })
    }

    /// Where a pane shows a joint, under its phases and kind of scale.
    fn shown_origin(&self, pane: usize, node: u32) -> Option<Vec3> {
        let skeleton = &self.documents.first.as_ref()?.model.skeleton;
        let scene_from_node = self.edit.pane(pane).skinning.scene_from_node(skeleton, &self.pose);
        Some(scene_from_node.get(node as usize)?.translation.as_vec3())
    }

    fn joint_frames(&self, pane: usize) -> Option<JointFrames<'_>> {
        let skeleton = &self.documents.first.as_ref()?.model.skeleton;
        Some(JointFrames::of(skeleton, &self.pose, self.edit.pane(pane).skinning.scale_kind))
    }

    pub(super) fn begin_gizmo(&mut self, grip: GizmoGrip, pointer: GizmoPointer) {
        let GizmoGrip { pane, handle, radius, by_key } = grip;
        self.cancel_gizmo();
        let (Some(gizmo), Some(frames)) = (self.gizmo(pane, radius), self.joint_frames(pane)) else { return };
        let settings = self.hand.gizmo;
        // Every joint turns about its own origin, so that the joints of a finger curl it. A joint that moves or grows
        // carries the joints below it, which must not do so twice.
        let selected = self.selected_joints();
        let nodes = if settings.tool == GizmoTool::Rotate { selected } else { frames.topmost(&selected) };
        self.hand.gizmo_drag = Some(GizmoDrag {
            settings,
            handle,
            by_key,
            pane,
            gizmo,
            nodes,
            start: self.edit.overrides.clone(),
            start_pose: self.pose.clone(),
            pixels: pointer.pixels,
            first: pointer.at,
            last: pointer.at,
            turned_radians: 0.0,
            turned_to_degrees: BTreeMap::new(),
            amount: match settings.tool {
                GizmoTool::Rotate => GizmoAmount::Degrees(0.0),
                GizmoTool::Move => GizmoAmount::Shift(Vec3::ZERO),
                GizmoTool::Scale => GizmoAmount::Factor(1.0),
            },
        });
    }

    pub(super) fn drag_gizmo(&mut self, pointer: GizmoPointer, snap: bool) {
        let Some(mut drag) = self.hand.gizmo_drag.take() else { return };
        if let Some(document) = self.documents.first.clone() {
            let extent = document.rest_bounds.extent();
            let change = drag.advance(pointer, snap, extent);
            self.apply_gizmo(&mut drag, change);
        }
        self.hand.gizmo_drag = Some(drag);
    }

    /// Replaces the pointer's amount with a typed one, in degrees, scene units or as a factor.
    pub(super) fn type_gizmo(&mut self, value: f32) {
        if !value.is_finite() {
            return;
        }
        let Some(mut drag) = self.hand.gizmo_drag.take() else { return };
        let change = drag.typed(value, self.camera_of(drag.pane));
        self.apply_gizmo(&mut drag, change);
        self.hand.gizmo_drag = Some(drag);
    }

    pub(super) fn end_gizmo(&mut self) {
        self.hand.gizmo_drag = None;
    }

    /// Restores the state from before the handle was grabbed.
    pub(super) fn cancel_gizmo(&mut self) {
        if let Some(drag) = self.hand.gizmo_drag.take() {
            self.edit.overrides = drag.start;
            self.refresh_pose();
        }
    }

    fn apply_gizmo(&mut self, drag: &mut GizmoDrag, change: GizmoChange) {
        let Some(document) = self.documents.first.clone() else { return };
        let skeleton = &document.model.skeleton;
        let scale_kind = self.edit.pane(drag.pane).skinning.scale_kind;
        let frames = JointFrames::of(skeleton, &drag.start_pose, scale_kind);
        for &node in &drag.nodes {
            if let (GizmoChange::Shift(shift), Some(limb)) = (change, drag.limb(skeleton, node)) {
                let from = (&drag.start_pose, &drag.start);
                let front = front_direction(document.front_yaw);
                let habits = BendHabits { skeleton, limits: &self.edit.limits, clips: &document.model.clips, front };
                shift_limb(habits, from, scale_kind, (limb, shift), &mut self.edit.overrides);
                continue;
            }
            let start = drag.start.get(node);
            let joint = match change {
                GizmoChange::Turn { axis, rotation } => {
                    let rotation = match (axis, drag.handle) {
                        // Each joint turns about its own axis of the same name.
                        (Some(radians), GizmoHandle::Axis(axis)) => {
                            Quat::from_axis_angle(frames.axes(node, drag.settings.frame)[axis], radians)
                        }
                        _ => rotation,
                    };
                    let before = drag.turned_to_degrees.get(&node).copied();
                    let near = before.unwrap_or_else(|| frames.angles_degrees(&drag.start, node));
                    let angles = frames.turned(node, rotation, near);
                    drag.turned_to_degrees.insert(node, angles);
                    JointOverride { rotation: Some(RotationOverride::AnglesDegrees(angles)), ..start }
                }
                GizmoChange::Shift(shift) => JointOverride { translation: Some(frames.moved(node, shift)), ..start },
                GizmoChange::Factor(factor) => {
                    let scale = drag.start_pose.joints[node as usize].scale * factor;
                    JointOverride { scale: Some(scale), ..start }
                }
            };
            self.edit.overrides.set(node, joint);
        }
        self.refresh_pose();
    }

    /// All selected joints, the active one first.
    pub fn selected_joints(&self) -> Vec<u32> {
        let active = self.selection.joint;
        let others = self.selection.others.iter().copied().filter(|&node| Some(node) != active);
        active.into_iter().chain(others).collect()
    }
}

#[derive(Clone, Copy)]
enum GizmoChange {
    /// Turns about the handle's axis by an angle in radians if it has an axis, otherwise by the rotation.
    Turn {
        axis: Option<f32>,
        rotation: Quat,
    },
    Shift(Vec3),
    Factor(Vec3),
}

impl GizmoDrag {
    /// The limb that bends when this joint is moved.
    fn limb(&self, skeleton: &Skeleton, node: u32) -> Option<Limb> {
        Limb::of(skeleton, node).filter(|_| self.settings.bends_limb)
    }

    fn advance(&mut self, pointer: GizmoPointer, snap: bool, extent: f32) -> GizmoChange {
        let GizmoPointer { camera, pixels, at } = pointer;
        let rounded = |value: f32, step: f32| if snap { (value / step).round() * step } else { value };
        let change = match self.settings.tool {
            GizmoTool::Rotate if self.handle == GizmoHandle::Free => {
                let rotation = self.gizmo.roll_between(&camera, self.first, at);
                let (axis, radians) = rotation.to_axis_angle();
                let degrees = rounded(radians.to_degrees(), SNAP_DEGREES);
                self.amount = GizmoAmount::Degrees(degrees);
                GizmoChange::Turn { axis: None, rotation: Quat::from_axis_angle(axis, degrees.to_radians()) }
            }
            GizmoTool::Rotate => {
                self.turned_radians += self.gizmo.turn_between(self.handle, &camera, pixels, self.last, at);
                let degrees = rounded(self.turned_radians.to_degrees(), SNAP_DEGREES);
                self.turn_by(degrees, &camera)
            }
            GizmoTool::Move => {
                let shift = self.gizmo.shift_between(self.handle, &camera, pixels, self.first, at);
                let length = shift.length();
                let shift = shift.normalize_or_zero() * rounded(length, SNAP_SHIFT * extent);
                self.amount = GizmoAmount::Shift(shift);
                GizmoChange::Shift(shift)
            }
            GizmoTool::Scale => {
                let factor = self.gizmo.factor_between(self.handle, &camera, pixels, self.first, at);
                self.scale_by(rounded(factor, SNAP_FACTOR).max(0.01))
            }
        };
        self.last = at;
        change
    }

    fn turn_by(&mut self, degrees: f32, camera: &Camera) -> GizmoChange {
        self.amount = GizmoAmount::Degrees(degrees);
        let radians = degrees.to_radians();
        let axis = self.gizmo.turn_axis(self.handle, camera);
        GizmoChange::Turn { axis: Some(radians), rotation: Quat::from_axis_angle(axis, radians) }
    }

    fn scale_by(&mut self, factor: f32) -> GizmoChange {
        self.amount = GizmoAmount::Factor(factor);
        let mut factors = Vec3::ONE;
        match self.handle {
            GizmoHandle::Axis(axis) => factors[axis] = factor,
            GizmoHandle::View | GizmoHandle::Free => factors = Vec3::splat(factor),
        }
        GizmoChange::Factor(factors)
    }

    fn typed(&mut self, value: f32, camera: Camera) -> GizmoChange {
        match self.settings.tool {
            GizmoTool::Rotate => self.turn_by(value, &camera),
            GizmoTool::Move => {
                let along = match self.handle {
                    GizmoHandle::Axis(axis) => self.gizmo.axes[axis],
                    GizmoHandle::View | GizmoHandle::Free => camera.world_from_view_rotation() * Vec3::X,
                };
                self.amount = GizmoAmount::Shift(along * value);
                GizmoChange::Shift(along * value)
            }
            GizmoTool::Scale => self.scale_by(value),
        }
    }

    /// The joints that the handle turns, moves or scales.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Whether moving turns the joints above the moved one.
    pub fn bends_a_limb(&self, skeleton: &Skeleton) -> bool {
        self.nodes.iter().any(|&node| self.limb(skeleton, node).is_some())
    }

    /// The rotation of a ring in radians, for its filled part.
    pub fn applied_radians(&self) -> f32 {
        if let GizmoAmount::Degrees(degrees) = self.amount { degrees.to_radians() } else { 0.0 }
    }

    /// Size of the picture that it is dragged in.
    pub fn pixels(&self) -> [u32; 2] {
        self.pixels
    }

    /// Position in the picture where the drag began.
    pub fn first_pixel(&self) -> Vec2 {
        self.first
    }
}

#[cfg(test)]
mod tests {
    use super::super::Command;
    use super::super::test_support::waking_state;
    use crate::files::open_model;
    use crate::skinning::{Phases, SkinningMethod};
    use glam::Vec3;

    #[test]
    fn handles_are_where_the_pane_shows_the_joint() {
        let (mut state, _) = waking_state();
        state.show_document(open_model("bar").unwrap());
        let find = |name| state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap();
        let [root, mid] = ["root", "mid"].map(find);
        state.apply(Command::SelectJoint(Some(mid)));
        let at_rest = state.gizmo(0, 80.0).unwrap().origin;
        state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::TwoPhaseDqs });
        state.apply(Command::SetAngles { node: root, angles_degrees: Vec3::new(0.0, 0.0, 90.0) });
        let posed = state.gizmo(0, 80.0).unwrap().origin;
        assert!(posed.distance(at_rest) > 0.5, "{posed}");
        state.apply(Command::SetPhases { pane: 0, phases: Phases::First });
        assert!(state.gizmo(0, 80.0).unwrap().origin.abs_diff_eq(at_rest, 1e-6));
    }
}
