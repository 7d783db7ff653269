//! The motion of a joint against its parent, and the path of the vertex (Kavan 2008, appendix A.3, fig. 21).

use super::drawing::{DiagramDrawing, Ink, THICK, THIN};
use super::subject::Subject;
use crate::view::significant;
use glam::{DVec3, Vec3};
use skinscope_core::math::ScrewAxis;
use skinscope_core::skinning::Antipodality;

/// Points of a full path.
const POINTS: usize = 65;
/// Fraction of the path's radius by which the axis extends beyond the path on both sides.
const BEYOND: f32 = 0.5;
/// Radius of the arc of the angle, as a fraction of the distance of the vertex from the axis.
const ARC: f32 = 0.45;
/// Shifts below this fraction of the vertex's distance from the axis are not drawn.
const NO_SHIFT: f64 = 1e-3;

/// The screw that takes the vertex from its position under the parent to its position under the joint.
struct Motion {
    screw: ScrewAxis,
    /// The vertex moved with the parent.
    start: Vec3,
    /// The vertex moved with the joint.
    end: Vec3,
    /// The joint's origin moved with the parent.
    origin: Vec3,
}

impl Motion {
    fn of(subject: &Subject<'_>) -> Self {
        let (parent, joint) = (subject.parent_motion(), subject.motion(subject.joint));
        let relative = joint.multiply(parent.conjugate()).normalize();
        // The shorter way, as in skinning unless turns are counted.
        let counts_turns = subject.skinning.antipodality() == Antipodality::Continuous;
        let relative = if relative.real.w < 0.0 && !counts_turns { -relative } else { relative };
        let rest = subject.rest_position();
        Self {
            screw: ScrewAxis::of(relative),
            start: parent.transform_point(rest),
            end: joint.transform_point(rest),
            origin: parent.transform_point(subject.skin.joints[subject.joint].bind_origin.as_vec3()),
        }
    }

    fn radius(&self) -> f32 {
        self.start.distance(self.screw.nearest(self.start))
    }

    fn has_shift(&self) -> bool {
        self.screw.shift.abs() > NO_SHIFT * f64::from(self.radius())
    }
}

pub(super) fn draw_screw(subject: &Subject<'_>) -> DiagramDrawing {
    let mut drawing = DiagramDrawing::default();
    let motion = Motion::of(subject);
    let Motion { ref screw, start, end, .. } = motion;
    let points: Vec<Vec3> = (0..POINTS).map(|point| screw.part(fraction(point)).transform_point(start)).collect();
    if screw.angle > 0.0 {
        let [foot, end_foot] = [screw.nearest(start), screw.nearest(end)];
        let direction = screw.direction.as_vec3();
        axis(&mut drawing, &[foot, end_foot], direction, motion.radius(), "screw axis");
        drawing.line([foot, start], THIN, Ink::Line);
        drawing.line([end_foot, end], THIN, Ink::Line);
        angle(&mut drawing, screw, foot, start, "\u{3b8}\u{2080}");
        drawing.dot(foot, Ink::Line);
        drawing.label(foot, "r", Ink::Line);
        if motion.has_shift() {
            let across = (start - foot).normalize_or_zero();
            drawing.arrow([foot, end_foot], across, THICK, Ink::Reference);
            let length = significant(screw.shift.abs() as f32);
            drawing.label(foot.midpoint(end_foot), format!("t along = {length}"), Ink::Reference);
        }
    }
    drawing.path(&points, THICK, Ink::Blend);
    ends(&mut drawing, subject, [start, end]);
    drawing
}

/// A rotation about an axis through the joint, then a translation.
pub(super) fn draw_rotation_translation(subject: &Subject<'_>) -> DiagramDrawing {
    let mut drawing = DiagramDrawing::default();
    let motion = Motion::of(subject);
    let Motion { ref screw, start, end, origin } = motion;
    let rotation = about(screw, origin);
    let points: Vec<Vec3> = (0..POINTS).map(|point| rotation.part(fraction(point)).transform_point(start)).collect();
    let Some(&rotated) = points.last() else { return drawing };
    let direction = screw.direction.as_vec3();
    if screw.angle > 0.0 {
        let foot = rotation.nearest(start);
        axis(&mut drawing, &[foot], direction, start.distance(foot), "axis through the joint");
        drawing.line([foot, start], THIN, Ink::Line);
        drawing.line([foot, rotated], THIN, Ink::Line);
        angle(&mut drawing, &rotation, foot, start, "\u{3b8}\u{2080}");
        drawing.path(&points, THICK, Ink::Joint(2));
        drawing.small_dot(rotated, Ink::Joint(2));
    }
    let translation = end - rotated;
    if translation.length() > NO_SHIFT as f32 * motion.radius() {
        let along = direction * translation.dot(direction);
        let side = translation.cross(direction).normalize_or(translation.any_orthonormal_vector());
        drawing.arrow([rotated, end], side.cross(translation).normalize_or_zero(), THICK, Ink::Reference);
        drawing.label(rotated.midpoint(end), "t", Ink::Reference);
        if along.length() > NO_SHIFT as f32 * motion.radius() && (translation - along).length() > along.length() * 1e-3
        {
            let corner = rotated + along;
            let dashed = |from: Vec3, to: Vec3| -> Vec<Vec3> {
                (0..=20).map(|point| from.lerp(to, point as f32 / 20.0)).collect()
            };
            drawing.dashes(&dashed(rotated, corner), THIN, Ink::Reference);
            drawing.dashes(&dashed(corner, end), THIN, Ink::Reference);
            drawing.label(rotated.midpoint(corner), "t along", Ink::Reference);
            drawing.label(corner.midpoint(end), "t across", Ink::Reference);
        }
    }
    ends(&mut drawing, subject, [start, end]);
    drawing
}

/// The rotation of a screw about the parallel axis through a point, without its translation.
fn about(screw: &ScrewAxis, point: Vec3) -> ScrewAxis {
    let point = point.as_dvec3();
    let through: DVec3 = point - point.dot(screw.direction) * screw.direction;
    ScrewAxis { through, shift: 0.0, ..*screw }
}

/// A line through points of the axis and beyond them.
fn axis(drawing: &mut DiagramDrawing, feet: &[Vec3], direction: Vec3, radius: f32, name: &str) {
    let along = |point: &Vec3| point.dot(direction);
    let (Some(low), Some(high)) = (
        feet.iter().copied().min_by(|a, b| along(a).total_cmp(&along(b))),
        feet.iter().copied().max_by(|a, b| along(a).total_cmp(&along(b))),
    ) else {
        return;
    };
    let ends = [low - BEYOND * radius * direction, high + BEYOND * radius * direction];
    drawing.line(ends, THIN, Ink::Line);
    let across = direction.any_orthonormal_vector();
    let head = 0.14 * radius;
    for side in [1.0, -1.0] {
        drawing.line([ends[1], ends[1] - head * (direction + 0.5 * side * across)], THIN, Ink::Line);
    }
    drawing.label(ends[1], name, Ink::Line);
}

/// The arc of the angle around the axis, and the angle as text.
fn angle(drawing: &mut DiagramDrawing, screw: &ScrewAxis, foot: Vec3, start: Vec3, name: &str) {
    let rotation = ScrewAxis { shift: 0.0, ..*screw };
    let from = foot + ARC * (start - foot);
    let arc: Vec<Vec3> = (0..POINTS).map(|point| rotation.part(fraction(point)).transform_point(from)).collect();
    drawing.path(&arc, THIN, Ink::Line);
    drawing.label(arc[POINTS / 2], format!("{name} = {:.0}\u{b0}", screw.angle.to_degrees()), Ink::Line);
}

/// The vertex before and after the motion.
fn ends(drawing: &mut DiagramDrawing, subject: &Subject<'_>, [start, end]: [Vec3; 2]) {
    let parent = subject.skin.joints[subject.joint].parent;
    let parent = parent.map_or_else(|| "rest".to_owned(), |parent| subject.name(parent as usize));
    drawing.dot(start, Ink::Joint(0));
    drawing.label(start, format!("with {parent}"), Ink::Joint(0));
    drawing.dot(end, Ink::Joint(1));
    drawing.label(end, format!("with {}", subject.name(subject.joint)), Ink::Joint(1));
}

fn fraction(point: usize) -> f64 {
    point as f64 / (POINTS - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;
    use skinscope_core::math::DualQuat;

    /// Kavan 2008, fig. 21: the same motion, once about the joint and then along t, once about the axis through r.
    #[test]
    fn rotation_and_translation_end_where_the_screw_ends() {
        // A quarter turn about z at the origin, then a translation by (2, 0, 1).
        let motion = DualQuat::from_rotation_translation(
            DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
            DVec3::new(2.0, 0.0, 1.0),
        );
        let screw = ScrewAxis::of(motion);
        assert!(screw.through.abs_diff_eq(DVec3::new(1.0, 1.0, 0.0), 1e-6) && (screw.shift - 1.0).abs() < 1e-6);
        let start = Vec3::new(3.0, 0.0, 0.0);
        let rotated = about(&screw, Vec3::ZERO).part(1.0).transform_point(start);
        assert!(rotated.abs_diff_eq(Vec3::new(0.0, 3.0, 0.0), 1e-5), "{rotated}");
        let end = screw.part(1.0).transform_point(start);
        assert!(end.abs_diff_eq(rotated + Vec3::new(2.0, 0.0, 1.0), 1e-5), "{end}");
    }
}
