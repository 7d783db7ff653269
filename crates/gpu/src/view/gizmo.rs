//! The handles at a joint: their positions in the picture, which one is under the pointer, and the effect of a drag.
//!
//! Pixels are measured from the top left corner of the picture; positions and axes are in world space.

use super::Camera;
use glam::{Quat, Vec2, Vec3};
use std::f32::consts::TAU;

/// Property that the handles change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GizmoTool {
    /// Rings that turn the joint.
    #[default]
    Rotate,
    /// Arrows that move the joint.
    Move,
    /// Handles that scale the joint.
    Scale,
}

/// A part of the gizmo that can be grabbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GizmoHandle {
    /// Handle about or along the axis with this index, 0 to 2.
    Axis(usize),
    /// Outer ring about the view direction. For rotations only.
    View,
    /// A ball that rotates freely, a point that moves in the plane of the picture, or all three scales at once.
    Free,
}

/// Handles at a joint, with a constant size in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gizmo {
    /// The joint's position in the scene.
    pub origin: Vec3,
    /// Orthonormal and right-handed axes.
    pub axes: [Vec3; 3],
    /// Radius of the rings in pixels.
    pub radius: f32,
}

/// Radius of the view ring relative to the other rings.
pub const VIEW_RING: f32 = 1.22;
/// Radius of the middle handle relative to the rings.
const MIDDLE: f32 = 0.2;
/// Distance from a line within which the pointer grabs it, relative to the rings' radius.
const REACH: f32 = 0.13;
/// Cosine between axis and view below which a ring is seen edge-on. Drags are then measured along it.
const EDGE_ON: f32 = 0.25;
const RING_POINTS: usize = 64;

/// A point of a ring in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingPoint {
    /// Position in pixels from the upper left.
    pub pixel: Vec2,
    /// Whether it is on the half that faces the eye.
    pub near: bool,
}

impl Gizmo {
    /// Scene units per pixel at the joint; `None` behind the eye.
    fn units_per_pixel(&self, camera: &Camera, size: [u32; 2]) -> Option<f32> {
        Some(camera.units_per_pixel(camera.project(self.origin, size)?.z, size))
    }

    /// The joint's position in the picture.
    pub fn center(&self, camera: &Camera, size: [u32; 2]) -> Option<Vec2> {
        camera.project(self.origin, size).map(Vec3::truncate)
    }

    /// A closed ring about an axis, with equal first and last points; empty behind the eye.
    pub fn ring(&self, axis: usize, camera: &Camera, size: [u32; 2]) -> Vec<RingPoint> {
        let Some(unit) = self.units_per_pixel(camera, size) else { return Vec::new() };
        let (u, v) = (self.axes[(axis + 1) % 3], self.axes[(axis + 2) % 3]);
        let to_eye = (camera.eye_in_world() - self.origin).normalize_or_zero();
        let point = |step: usize| {
            let (sin, cos) = (step as f32 / RING_POINTS as f32 * TAU).sin_cos();
            let outward = u * cos + v * sin;
            let pixel = camera.project(self.origin + outward * self.radius * unit, size)?.truncate();
            Some(RingPoint { pixel, near: outward.dot(to_eye) >= -0.02 })
        };
        (0..=RING_POINTS).filter_map(point).collect()
    }

    /// An arc of a ring, in radians from a direction across its axis. `reach` is its radius relative to the ring's; empty
    /// behind the eye.
    pub fn arc(
        &self,
        axis: usize,
        needle: Vec3,
        [from, to]: [f32; 2],
        reach: f32,
        camera: &Camera,
        size: [u32; 2],
    ) -> Vec<Vec2> {
        let Some(unit) = self.units_per_pixel(camera, size) else { return Vec::new() };
        let steps = (((to - from).abs() / TAU * RING_POINTS as f32).ceil() as usize).max(1);
        let point = |step: usize| {
            let radians = from + (to - from) * step as f32 / steps as f32;
            let outward = Quat::from_axis_angle(self.axes[axis], radians) * needle;
            Some(camera.project(self.origin + outward * self.radius * reach * unit, size)?.truncate())
        };
        (0..=steps).filter_map(point).collect()
    }

    /// The picture position of an axis's end.
    pub fn tip(&self, axis: usize, camera: &Camera, size: [u32; 2]) -> Option<Vec2> {
        let unit = self.units_per_pixel(camera, size)?;
        Some(camera.project(self.origin + self.axes[axis] * self.radius * unit, size)?.truncate())
    }

    /// The handle under a pixel. Lines take precedence over surfaces; only the near halves of rings are picked.
    pub fn pick(&self, tool: GizmoTool, camera: &Camera, size: [u32; 2], pixel: Vec2) -> Option<GizmoHandle> {
        let center = self.center(camera, size)?;
        let reach = REACH * self.radius;
        let from_center = pixel.distance(center);
        let nearest_axis = |distance: &dyn Fn(usize) -> f32| {
            let axis = (0..3).min_by(|&a, &b| distance(a).total_cmp(&distance(b)))?;
            (distance(axis) <= reach).then_some(GizmoHandle::Axis(axis))
        };
        if tool == GizmoTool::Rotate {
            let to_ring = |axis: usize| {
                let ring = self.ring(axis, camera, size);
                let near = ring.windows(2).filter(|ends| ends[0].near && ends[1].near);
                near.map(|ends| distance_to_segment(pixel, ends[0].pixel, ends[1].pixel)).fold(f32::MAX, f32::min)
            };
            return nearest_axis(&to_ring)
                .or_else(|| ((from_center - VIEW_RING * self.radius).abs() <= reach).then_some(GizmoHandle::View))
                .or_else(|| (from_center < self.radius).then_some(GizmoHandle::Free));
        }
        let to_axis = |axis: usize| match self.tip(axis, camera, size) {
            Some(tip) => distance_to_segment(pixel, center.lerp(tip, MIDDLE), tip),
            None => f32::MAX,
        };
        if from_center <= MIDDLE * self.radius {
            return Some(GizmoHandle::Free);
        }
        nearest_axis(&to_axis)
    }

    /// The angle of a drag about the handle's axis, in radians, right-handed; less than a half turn in either
    /// direction.
    pub fn turn_between(&self, handle: GizmoHandle, camera: &Camera, size: [u32; 2], from: Vec2, to: Vec2) -> f32 {
        let axis = self.turn_axis(handle, camera);
        let to_eye = (camera.eye_in_world() - self.origin).normalize_or_zero();
        let facing = axis.dot(to_eye);
        if facing.abs() < EDGE_ON {
            let (Some(center), Some(unit)) = (self.center(camera, size), self.units_per_pixel(camera, size)) else {
                return 0.0;
            };
            let along = axis.cross(to_eye).normalize_or_zero();
            let ahead = camera.project(self.origin + along * self.radius * unit, size);
            let tangent = ahead.map_or(Vec2::ZERO, |ahead| (ahead.truncate() - center).normalize_or_zero());
            return (to - from).dot(tangent) / self.radius;
        }
        let on_plane = |pixel: Vec2| {
            let ray = camera.ray(pixel, size);
            let slope = ray.direction.dot(axis);
            let distance = (self.origin - ray.origin).dot(axis) / slope;
            (slope.abs() > 1e-4 && distance > 0.0).then(|| ray.origin + ray.direction * distance - self.origin)
        };
        match (on_plane(from), on_plane(to)) {
            (Some(from), Some(to)) => axis.dot(from.cross(to)).atan2(from.dot(to)),
            _ => 0.0,
        }
    }

    /// Rotation axis of a handle. The ball has none of its own and uses the axis of the outer ring.
    pub fn turn_axis(&self, handle: GizmoHandle, camera: &Camera) -> Vec3 {
        match handle {
            GizmoHandle::Axis(axis) => self.axes[axis],
            GizmoHandle::View | GizmoHandle::Free => (camera.eye_in_world() - self.origin).normalize_or(self.axes[2]),
        }
    }

    /// The rotation of a ball whose front follows the pointer: a drag across its radius is one radian.
    pub fn roll_between(&self, camera: &Camera, from: Vec2, to: Vec2) -> Quat {
        let moved = (to - from) / self.radius.max(1.0);
        let axis = camera.world_from_view_rotation() * Vec3::new(moved.y, moved.x, 0.0);
        Quat::from_scaled_axis(axis)
    }

    /// Outline, in the picture, of the part of a ring that was swept since a pixel was grabbed.
    pub fn sweep(&self, handle: GizmoHandle, camera: &Camera, size: [u32; 2], from: Vec2, radians: f32) -> Vec<Vec2> {
        let Some(unit) = self.units_per_pixel(camera, size) else { return Vec::new() };
        let axis = self.turn_axis(handle, camera);
        let ray = camera.ray(from, size);
        let slope = ray.direction.dot(axis);
        let hit = ray.origin + ray.direction * ((self.origin - ray.origin).dot(axis) / slope) - self.origin;
        // A ring seen edge-on is grabbed at the front.
        let front = (camera.eye_in_world() - self.origin).reject_from(axis);
        let start = if slope.abs() < EDGE_ON { front } else { hit }.normalize_or_zero();
        let wide = if handle == GizmoHandle::View { VIEW_RING } else { 1.0 };
        let steps = ((radians.abs().min(TAU) / TAU * RING_POINTS as f32).ceil() as usize).max(1);
        let point = |step: usize| {
            let turn = Quat::from_axis_angle(axis, radians.clamp(-TAU, TAU) * step as f32 / steps as f32);
            let at = self.origin + turn * start * self.radius * wide * unit;
            Some(camera.project(at, size)?.truncate())
        };
        (0..=steps).filter_map(point).collect()
    }

    /// The translation of a drag: along an axis, or in the plane of the picture.
    pub fn shift_between(&self, handle: GizmoHandle, camera: &Camera, size: [u32; 2], from: Vec2, to: Vec2) -> Vec3 {
        let Some(unit) = self.units_per_pixel(camera, size) else { return Vec3::ZERO };
        match handle {
            GizmoHandle::Axis(axis) => self.axes[axis] * self.pixels_along(axis, camera, size, from, to) * unit,
            GizmoHandle::View | GizmoHandle::Free => {
                camera.world_from_view_rotation() * Vec3::new(to.x - from.x, from.y - to.y, 0.0) * unit
            }
        }
    }

    /// The scale factor of a drag: larger away from the joint, smaller toward and past it, never below a hundredth.
    pub fn factor_between(&self, handle: GizmoHandle, camera: &Camera, size: [u32; 2], from: Vec2, to: Vec2) -> f32 {
        let pixels = match handle {
            GizmoHandle::Axis(axis) => self.pixels_along(axis, camera, size, from, to),
            // Right and up increase the scale.
            GizmoHandle::View | GizmoHandle::Free => (to.x - from.x) - (to.y - from.y),
        };
        (1.0 + pixels / self.radius.max(1.0)).max(0.01)
    }

    /// The drag distance along an axis, corrected for foreshortening.
    fn pixels_along(&self, axis: usize, camera: &Camera, size: [u32; 2], from: Vec2, to: Vec2) -> f32 {
        let (Some(center), Some(tip)) = (self.center(camera, size), self.tip(axis, camera, size)) else { return 0.0 };
        let along = (tip - center) / self.radius.max(1.0);
        // An axis that points at the eye has no direction in the picture.
        let seen = along.length_squared().max(0.04);
        (to - from).dot(along) / seen
    }
}

fn distance_to_segment(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    let along = b - a;
    let share = (point - a).dot(along) / along.length_squared().max(1e-12);
    point.distance(a + along * share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    const SIZE: [u32; 2] = [800, 600];

    /// A camera that looks along -z at the origin.
    fn front() -> Camera {
        Camera { target: Vec3::ZERO, yaw: 0.0, pitch: 0.0, distance: 10.0, fov: 0.5 }
    }

    fn gizmo() -> Gizmo {
        Gizmo { origin: Vec3::ZERO, axes: [Vec3::X, Vec3::Y, Vec3::Z], radius: 60.0 }
    }

    #[test]
    fn the_ring_that_faces_the_eye_is_a_circle_of_the_radius() {
        let ring = gizmo().ring(2, &front(), SIZE);
        assert!(ring.iter().all(|point| (point.pixel.distance(Vec2::new(400.0, 300.0)) - 60.0).abs() < 0.1));
        let near = gizmo().ring(0, &front(), SIZE).iter().filter(|point| point.near).count();
        assert!((30..=36).contains(&near), "{near} of 65 points on the near half");
    }

    #[test]
    fn a_quarter_of_the_facing_ring_is_a_quarter_turn_against_the_clock() {
        let (right, top) = (Vec2::new(460.0, 300.0), Vec2::new(400.0, 240.0));
        for handle in [GizmoHandle::Axis(2), GizmoHandle::View] {
            let turn = gizmo().turn_between(handle, &front(), SIZE, right, top);
            assert!((turn - FRAC_PI_2).abs() < 1e-4, "{turn}");
        }
    }

    #[test]
    fn a_ring_seen_from_its_edge_turns_with_the_front_of_the_ball() {
        // Pulling the near side of the ring about X downward brings its top to the front: a positive rotation about X.
        let down = gizmo().turn_between(
            GizmoHandle::Axis(0),
            &front(),
            SIZE,
            Vec2::new(400.0, 300.0),
            Vec2::new(400.0, 360.0),
        );
        assert!((down - 1.0).abs() < 1e-4, "{down}");
        let roll = gizmo().roll_between(&front(), Vec2::ZERO, Vec2::new(0.0, 60.0));
        assert!((roll.to_scaled_axis() - Vec3::X).length() < 1e-5);
    }

    #[test]
    fn an_arc_lies_on_its_ring_from_the_needle() {
        let arc = gizmo().arc(2, Vec3::X, [0.0, FRAC_PI_2], 1.0, &front(), SIZE);
        assert!(arc[0].distance(Vec2::new(460.0, 300.0)) < 0.1, "{}", arc[0]);
        assert!(arc.last().unwrap().distance(Vec2::new(400.0, 240.0)) < 0.1);
        assert!(arc.iter().all(|pixel| (pixel.distance(Vec2::new(400.0, 300.0)) - 60.0).abs() < 0.1));
    }

    #[test]
    fn the_swept_part_begins_where_it_was_grabbed() {
        let edge = gizmo().sweep(GizmoHandle::Axis(2), &front(), SIZE, Vec2::new(450.0, 300.0), FRAC_PI_2);
        assert!(edge[0].distance(Vec2::new(460.0, 300.0)) < 0.1, "{}", edge[0]);
        assert!(edge.last().unwrap().distance(Vec2::new(400.0, 240.0)) < 0.1);
    }

    #[test]
    fn axes_move_and_scale_by_what_the_pointer_goes_along_them() {
        let unit = front().units_per_pixel(10.0, SIZE);
        let (from, to) = (Vec2::new(420.0, 300.0), Vec2::new(450.0, 330.0));
        let shift = gizmo().shift_between(GizmoHandle::Axis(0), &front(), SIZE, from, to);
        assert!((shift - Vec3::X * 30.0 * unit).length() < 1e-4, "{shift}");
        let shift = gizmo().shift_between(GizmoHandle::Free, &front(), SIZE, from, to);
        assert!((shift - Vec3::new(30.0, -30.0, 0.0) * unit).length() < 1e-4);
        let factor = gizmo().factor_between(GizmoHandle::Axis(0), &front(), SIZE, from, to);
        assert!((factor - 1.5).abs() < 1e-4, "{factor}");
        let most = gizmo().factor_between(GizmoHandle::Axis(0), &front(), SIZE, from, Vec2::new(-4000.0, 0.0));
        assert_eq!(most, 0.01);
    }

    #[test]
    fn handles_are_found_under_the_pointer() {
        let pick = |tool, x: f32, y: f32| gizmo().pick(tool, &front(), SIZE, Vec2::new(x, y));
        assert_eq!(pick(GizmoTool::Rotate, 400.0 + 60.0 * 0.71, 300.0 - 60.0 * 0.71), Some(GizmoHandle::Axis(2)));
        assert_eq!(pick(GizmoTool::Rotate, 400.0, 330.0), Some(GizmoHandle::Axis(0)));
        assert_eq!(pick(GizmoTool::Rotate, 400.0 + 52.0, 300.0 - 52.0), Some(GizmoHandle::View));
        assert_eq!(pick(GizmoTool::Rotate, 420.0, 320.0), Some(GizmoHandle::Free));
        assert_eq!(pick(GizmoTool::Rotate, 600.0, 300.0), None);
        assert_eq!(pick(GizmoTool::Move, 440.0, 302.0), Some(GizmoHandle::Axis(0)));
        assert_eq!(pick(GizmoTool::Move, 402.0, 302.0), Some(GizmoHandle::Free));
        assert_eq!(pick(GizmoTool::Scale, 430.0, 330.0), None);
    }

    #[test]
    fn behind_the_eye_there_is_no_handle() {
        let behind = Gizmo { origin: Vec3::Z * 20.0, ..gizmo() };
        assert_eq!(behind.pick(GizmoTool::Rotate, &front(), SIZE, Vec2::new(400.0, 300.0)), None);
        assert!(behind.ring(0, &front(), SIZE).is_empty());
        let shift = behind.shift_between(GizmoHandle::Free, &front(), SIZE, Vec2::ZERO, Vec2::ONE);
        assert_eq!(shift, Vec3::ZERO);
    }
}
