//! The points about which two joints rotate the vertex, and those of their blend (Kavan 2008, section 3.1, figs. 9, 10).

use super::drawing::{DiagramDrawing, Ink, THICK, THIN};
use super::subject::Subject;
use glam::Vec3;
use skinscope_core::math::{DualQuat, ScrewAxis};
use skinscope_core::model::Influence;

/// Points of a path.
const POINTS: usize = 65;
/// Blends between the two joints whose centers are marked.
const MARKED: usize = 3;

/// Two motions from rest, and their blends by DLB.
struct Pair {
    motions: [DualQuat; 2],
    screws: [ScrewAxis; 2],
    rest: Vec3,
}

impl Pair {
    /// The two heaviest joints of the vertex. `None` if one of them does not rotate, because it has no center then.
    fn of(subject: &Subject<'_>) -> Option<Self> {
        let [first, second, ..] = subject.influences else { return None };
        let [first, second] = [first, second].map(|influence: &Influence| subject.motion(influence.joint as usize));
        let second = if first.real.dot(second.real) < 0.0 { -second } else { second };
        let motions = [first, second];
        let screws = motions.map(ScrewAxis::of);
        let has_centers = screws.iter().all(|screw| screw.angle > 0.0);
        has_centers.then(|| Self { motions, screws, rest: subject.rest_position() })
    }

    /// Linear blend of the dual quaternions.
    fn blend(&self, share: f32) -> DualQuat {
        (self.motions[0] * (1.0 - share) + self.motions[1] * share).normalize()
    }

    /// The centers nearest to the vertex, on the axes of the two motions.
    fn centers(&self) -> [Vec3; 2] {
        self.screws.map(|screw| screw.nearest(self.rest))
    }

    /// The vertex rotated like the blend, but about the linear interpolation of the centers: eq. 6 shows why that is
    /// not the blend.
    fn about_linear_center(&self, share: f32) -> Vec3 {
        let [first, second] = self.centers();
        let center = first.lerp(second, share);
        center + self.blend(share).rotate_vector(self.rest - center)
    }
}

pub(super) fn draw(subject: &Subject<'_>, linear: bool) -> DiagramDrawing {
    let mut drawing = DiagramDrawing::default();
    let Some(pair) = Pair::of(subject) else { return drawing };
    let centers = pair.centers();
    drawing.line(centers, THIN, Ink::Line);
    let shares = |count: usize| (0..count).map(move |point| point as f32 / (count - 1) as f32);
    let path: Vec<Vec3> = shares(POINTS).map(|share| pair.blend(share).transform_point(pair.rest)).collect();
    if linear {
        let wrong: Vec<Vec3> = shares(POINTS).map(|share| pair.about_linear_center(share)).collect();
        drawing.dashes(&path, THIN, Ink::Faint);
        drawing.path(&wrong, THICK, Ink::Blend);
        for share in shares(MARKED + 2).skip(1).take(MARKED) {
            drawing.small_dot(centers[0].lerp(centers[1], share), Ink::Blend);
        }
        drawing.label(wrong[POINTS / 2], "linear centers", Ink::Blend);
        drawing.label(path[POINTS / 2], "DLB", Ink::Faint);
    } else {
        drawing.path(&path, THICK, Ink::Blend);
        for share in shares(MARKED + 2).skip(1).take(MARKED) {
            drawing.small_dot(ScrewAxis::of(pair.blend(share)).nearest(pair.rest), Ink::Blend);
        }
        drawing.label(path[POINTS / 2], "DLB", Ink::Blend);
    }
    for (rank, (motion, center)) in pair.motions.iter().zip(centers).enumerate() {
        let moved = motion.transform_point(pair.rest);
        drawing.line([center, pair.rest], THIN, Ink::Joint(rank));
        drawing.line([center, moved], THIN, Ink::Joint(rank));
        drawing.dot(center, Ink::Joint(rank));
        drawing.label(center, format!("r{}", ["\u{2081}", "\u{2082}"][rank]), Ink::Joint(rank));
        drawing.dot(moved, Ink::Joint(rank));
        let joint = subject.influences[rank].joint as usize;
        let degrees = pair.screws[rank].angle.to_degrees();
        drawing.label(moved, format!("{} {degrees:.0}\u{b0}", subject.name(joint)), Ink::Joint(rank));
    }
    drawing.dot(pair.rest, Ink::Line);
    drawing.label(pair.rest, "rest", Ink::Line);
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, DVec3};

    /// M(alpha) of Kavan 2008, section 3.1: the origin goes to (2 cos alpha, 2 sin alpha).
    fn paper(first_degrees: f64, second_degrees: f64) -> Pair {
        let motion = |degrees: f64| {
            let alpha = degrees.to_radians();
            let translation = DVec3::new(2.0 * alpha.cos(), 2.0 * alpha.sin(), 0.0);
            DualQuat::from_rotation_translation(DQuat::from_rotation_z(alpha), translation)
        };
        let motions = [motion(first_degrees), motion(second_degrees)];
        Pair { motions, screws: motions.map(ScrewAxis::of), rest: Vec3::ZERO }
    }

    #[test]
    fn the_blend_of_the_paper_stays_on_its_arc_and_moves_its_center_by_equation_9() {
        let pair = paper(30.0, 60.0);
        let [r1, r2] = pair.centers();
        // Eq. 6: (-1, cot 15) and (-1, cot 30).
        assert!(r1.abs_diff_eq(Vec3::new(-1.0, 3.732_051, 0.0), 1e-4), "{r1}");
        assert!(r2.abs_diff_eq(Vec3::new(-1.0, 1.732_051, 0.0), 1e-4), "{r2}");
        for share in [0.25, 0.5, 0.75] {
            let blend = pair.blend(share);
            let moved = blend.transform_point(pair.rest);
            assert!((moved.length() - 2.0).abs() < 1e-5, "{moved}");
            let [a, b] = [15f64, 30.0].map(f64::to_radians);
            let t = f64::from(share);
            let weights = [(1.0 - t) * a.sin(), t * b.sin()];
            let expected = (weights[0] * f64::from(r1.y) + weights[1] * f64::from(r2.y)) / (weights[0] + weights[1]);
            let center = ScrewAxis::of(blend).nearest(pair.rest);
            assert!((f64::from(center.y) - expected).abs() < 1e-3, "{center} {expected}");
        }
    }

    /// Fig. 10: "quite far from the desired spherical arc".
    #[test]
    fn linear_interpolation_of_centers_leaves_the_arc() {
        let pair = paper(30.0, 60.0);
        let ends = [0.0, 1.0].map(|share| pair.about_linear_center(share).length());
        assert!(ends.iter().all(|length| (length - 2.0).abs() < 1e-5), "{ends:?}");
        // Halfway: center (-1, 2.732), rotation by 45 degrees: |r - R r| = 2 sin 22.5 |r| = 0.765 x 2.909.
        let middle = pair.about_linear_center(0.5).length();
        assert!((middle - 2.2267).abs() < 1e-3, "{middle}");
    }
}
