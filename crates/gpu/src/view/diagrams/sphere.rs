//! The joints' rotations on the sphere of unit quaternions: the chord that linear blending takes, its projection, and
//! the arc (Kavan 2008, figs. 3, 22 and 24). It is next to the model, in a corner of the picture.

use super::drawing::{DOT, DiagramDisc, DiagramDot, DiagramDrawing, Ink, THICK, THIN};
use super::sphere_axes::SphereAxes;
use super::subject::{DiagramRequest, Subject};
use glam::{DQuat, DVec3, DVec4, EulerRot, Quat, Vec3};
use skinscope_core::skinning::{RestVertex, SkinningMethod, blend_iteratively, influence_signs};

/// Diameter of the sphere as a fraction of the picture's height, and its limit as a fraction of the width.
const SHARE: [f32; 2] = [0.84, 0.44];
/// Distance from the edge of the picture, as a fraction of the radius: room for labels.
const MARGIN: f32 = 0.34;
/// Rotations closer than this fraction of the radius share a label.
const NEAR: f32 = 0.02;
/// Points of a full circle.
const CIRCLE: usize = 96;
/// Angles on the sphere below this are not distinguished, in radians.
const SAME: f64 = 0.012;
/// The view of the sphere, degrees: turned and tilted a little, so that it reads as a sphere.
const TURN: f64 = -24.0;
const TILT: f64 = 16.0;

/// Places points of the sphere in the scene, where the picture shows them in its corner.
struct Inset {
    center: Vec3,
    right: Vec3,
    up: Vec3,
    /// Radius in points.
    radius: f32,
    tilt: DQuat,
}

impl Inset {
    fn of(request: &DiagramRequest<'_>) -> Self {
        let [width, height] = request.size.map(|side| side.max(1) as f32);
        let radius = 0.5 * (SHARE[0] * height).min(SHARE[1] * width);
        let camera = request.camera;
        let unit = camera.units_per_pixel(camera.distance, request.size);
        let axes = camera.world_from_view_rotation();
        let [right, up] = [Vec3::X, Vec3::Y].map(|axis| axes * axis * unit);
        let from_middle = 0.5 * width - (1.0 + MARGIN) * radius;
        Self {
            center: camera.target + right * from_middle,
            right: right * radius,
            up: up * radius,
            radius: radius / request.pixels_per_point,
            tilt: DQuat::from_euler(EulerRot::XYZ, TILT.to_radians(), TURN.to_radians(), 0.0),
        }
    }

    /// A point of the sphere as the picture shows it, and whether it is on the near side.
    fn place(&self, point: DVec3) -> (Vec3, bool) {
        let seen = self.tilt * point;
        let flat = seen.as_vec3();
        // No depth, because perspective would bend the circle.
        (self.center + flat.x * self.right + flat.y * self.up, seen.z >= 0.0)
    }

    fn at(&self, point: DVec3) -> Vec3 {
        self.place(point).0
    }
}

/// A joint's rotation with its sign in the blend.
struct Rotation {
    quaternion: DVec4,
    weight: f64,
    name: String,
}

pub(super) fn draw(subject: &Subject<'_>, request: &DiagramRequest<'_>) -> DiagramDrawing {
    let rotations = rotations(subject);
    let linear: DVec4 = rotations.iter().map(|rotation| rotation.quaternion * rotation.weight).sum();
    let mut drawing = DiagramDrawing::default();
    let Some(blend) = linear.try_normalize() else { return drawing };
    let quaternions: Vec<DVec4> = rotations.iter().map(|rotation| rotation.quaternion).collect();
    let axes = SphereAxes::spanning(blend, &quaternions);
    let inset = Inset::of(request);
    drawing.middle = Some(inset.center);
    ground(&mut drawing, &inset);
    let at = |quaternion: DVec4| inset.at(axes.project(quaternion));
    let origin = inset.at(DVec3::ZERO);
    for (rank, rotation) in rotations.iter().enumerate() {
        let tip = at(rotation.quaternion);
        drawing.line([origin, tip], THIN, Ink::Joint(rank));
        drawing.path(&arc(&inset, &axes, rotation.quaternion, blend), THICK, Ink::Joint(rank));
        drawing.dashes(&segment(tip, at(linear)), THIN, Ink::Line);
        drawing.dot(tip, Ink::Joint(rank));
        // The same rotation by the other sign.
        drawing.small_dot(at(-rotation.quaternion), Ink::Joint(rank));
        drawing.label(at(-rotation.quaternion), "\u{2212}q", Ink::Faint);
    }
    let joints = rotations.iter().map(|one| (at(one.quaternion), one.name.clone(), one.weight as f32));
    drawing.label_joints(&joints.collect::<Vec<_>>(), NEAR * inset.up.length());
    drawing.line([origin, at(blend)], THIN, Ink::Blend);
    drawing.dot(at(linear), Ink::Line);
    drawing.dot(at(blend), Ink::Blend);
    let mean = intrinsic_mean(subject, blend);
    let differs = mean.dot(blend).abs().min(1.0).acos() > SAME;
    let iterates = subject.skinning.method == SkinningMethod::Dib && differs;
    if iterates {
        drawing.label(at(blend), "start", Ink::Blend);
        iteration(&mut drawing, &inset, &axes, &rotations, blend);
    } else {
        drawing.label(at(blend), "normalized", Ink::Blend);
        if differs {
            drawing.dot(at(mean), Ink::Reference);
            let name = if rotations.len() == 2 { "SLERP" } else { "exact mean" };
            drawing.label(at(mean), name, Ink::Reference);
        }
    }
    // Last, because it has more room than the points on the sphere. The start of an iteration is labeled, its
    // derivation is not.
    if !iterates {
        drawing.label(at(linear), "linear blend", Ink::Line);
    }
    let outside = quaternions.iter().map(|quaternion| axes.outside(*quaternion)).fold(0.0, f64::max);
    if outside > SAME {
        // More than three joints span four dimensions, of which a picture shows three.
        drawing.label(inset.at(DVec3::new(0.0, -1.0, 0.0)), "projected from 4D", Ink::Faint);
    }
    drawing
}

/// The rotations of the vertex's joints with the signs that the method uses.
fn rotations(subject: &Subject<'_>) -> Vec<Rotation> {
    let sign_mode = subject.skinning.antipodality().sign_mode();
    let signs = influence_signs(subject.influences, &subject.palette.motions, sign_mode);
    let rotation = |(influence, sign): (&skinscope_core::model::Influence, f32)| {
        let joint = influence.joint as usize;
        let quaternion = as_vector(canonical(subject.motion(joint).real)) * f64::from(sign);
        let name = subject.name(joint);
        Rotation { quaternion: quaternion.normalize(), weight: f64::from(influence.weight), name }
    };
    subject.influences.iter().zip(signs).map(rotation).collect()
}

/// Result of iterative blending (Kavan 2008, algorithm 3), on the side of the blend.
fn intrinsic_mean(subject: &Subject<'_>, blend: DVec4) -> DVec4 {
    let rest = RestVertex::new(subject.rest_position(), Vec3::Z, subject.influences);
    let sign_mode = subject.skinning.antipodality().sign_mode();
    let mean = as_vector(blend_iteratively(rest, &subject.palette.motions, sign_mode).motion.real).normalize();
    if mean.dot(blend) < 0.0 { -mean } else { mean }
}

/// One iteration of algorithm 3 (Kavan 2008, fig. 24): the rotations as seen from the first estimate, in the plane that
/// touches the sphere there, and their mean brought back to the sphere.
fn iteration(drawing: &mut DiagramDrawing, inset: &Inset, axes: &SphereAxes, rotations: &[Rotation], start: DVec4) {
    let at = |quaternion: DVec4| inset.at(axes.project(quaternion));
    let mut mean = DVec4::ZERO;
    for (rank, rotation) in rotations.iter().enumerate() {
        let tangent = logarithm(start, rotation.quaternion);
        mean += tangent * rotation.weight;
        drawing.line([at(start), at(start + tangent)], THIN, Ink::Line);
        drawing.dashes(&segment(at(rotation.quaternion), at(start + tangent)), THIN, Ink::Joint(rank));
        drawing.small_dot(at(start + tangent), Ink::Joint(rank));
        let name = ["\u{2081}", "\u{2082}", "\u{2083}", "\u{2084}"].get(rank).copied().unwrap_or("");
        drawing.label(at(start + tangent), format!("x{name}"), Ink::Joint(rank));
    }
    let improved = exponential(start, mean);
    drawing.small_dot(at(start + mean), Ink::Line);
    drawing.label(at(start + mean), "x", Ink::Line);
    drawing.dot(at(improved), Ink::Reference);
    drawing.label(at(improved), "after one step", Ink::Reference);
}

/// Logarithm of the sphere at `from`: the tangent toward `to`, as long as the arc.
fn logarithm(from: DVec4, to: DVec4) -> DVec4 {
    let cosine = from.dot(to);
    let across = to - from * cosine;
    across.try_normalize().map_or(DVec4::ZERO, |direction| direction * across.length().atan2(cosine))
}

/// Exponential of the sphere at `from`.
fn exponential(from: DVec4, tangent: DVec4) -> DVec4 {
    let angle = tangent.length();
    tangent.try_normalize().map_or(from, |direction| from * angle.cos() + direction * angle.sin())
}

/// The shorter arc between two unit quaternions.
fn arc(inset: &Inset, axes: &SphereAxes, from: DVec4, to: DVec4) -> Vec<Vec3> {
    let tangent = logarithm(from, to);
    let points = (0..=40).map(|point| exponential(from, tangent * (f64::from(point) / 40.0)));
    points.map(|quaternion| inset.at(axes.project(quaternion))).collect()
}

fn segment(from: Vec3, to: Vec3) -> Vec<Vec3> {
    (0..=24).map(|point| from.lerp(to, point as f32 / 24.0)).collect()
}

/// A disc with the outline, the circle through the blend and the two joints, and the circle around it.
fn ground(drawing: &mut DiagramDrawing, inset: &Inset) {
    drawing.discs.push(DiagramDisc { at: inset.center, radius: inset.radius });
    let outline: Vec<Vec3> =
        circle(|cosine, sine| inset.center + (cosine as f32) * inset.right + (sine as f32) * inset.up);
    drawing.path(&outline, THIN, Ink::Faint);
    let great: [fn(f64, f64) -> DVec3; 2] =
        [|cosine, sine| DVec3::new(cosine, sine, 0.0), |cosine, sine| DVec3::new(cosine, 0.0, sine)];
    for point in great {
        let places: Vec<(Vec3, bool)> = circle(|cosine, sine| inset.place(point(cosine, sine)));
        for (index, pair) in places.windows(2).enumerate() {
            // The far side is dotted.
            if pair[0].1 || index % 3 == 0 {
                drawing.line([pair[0].0, pair[1].0], 0.6 * THIN, Ink::Faint);
            }
        }
    }
    drawing.dots.push(DiagramDot { at: inset.center, radius: 0.4 * DOT, ink: Ink::Line });
}

fn circle<T>(point: impl Fn(f64, f64) -> T) -> Vec<T> {
    (0..=CIRCLE)
        .map(|index| {
            let (sine, cosine) = (std::f64::consts::TAU * index as f64 / CIRCLE as f64).sin_cos();
            point(cosine, sine)
        })
        .collect()
}

fn as_vector(q: Quat) -> DVec4 {
    DVec4::new(f64::from(q.x), f64::from(q.y), f64::from(q.z), f64::from(q.w))
}

fn canonical(q: Quat) -> Quat {
    let first = [q.w, q.x, q.y, q.z].into_iter().find(|&part| part != 0.0);
    if first.is_some_and(|part| part < 0.0) { -q } else { q }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about_x(degrees: f64) -> DVec4 {
        let half = degrees.to_radians() / 2.0;
        DVec4::new(half.sin(), 0.0, 0.0, half.cos())
    }

    #[test]
    fn the_tangent_is_as_long_as_the_arc() {
        let (from, to) = (about_x(20.0), about_x(140.0));
        let tangent = logarithm(from, to);
        assert!((tangent.length() - 60f64.to_radians()).abs() < 1e-12 && tangent.dot(from).abs() < 1e-12);
        assert!(exponential(from, tangent).abs_diff_eq(to, 1e-12));
        assert!(exponential(from, tangent * 0.5).abs_diff_eq(about_x(80.0), 1e-12));
        assert!(logarithm(from, from).length() < 1e-12);
    }

    /// For two rotations one step of algorithm 3 is SLERP (Kavan 2008, appendix B.1).
    #[test]
    fn one_step_is_slerp_for_two_rotations() {
        let (first, second, weight) = (about_x(0.0), about_x(170.0), 0.25);
        let start = (first * (1.0 - weight) + second * weight).normalize();
        let mean = logarithm(start, first) * (1.0 - weight) + logarithm(start, second) * weight;
        assert!(exponential(start, mean).abs_diff_eq(about_x(42.5), 1e-12));
        assert!(start.dot(about_x(42.5)).acos().to_degrees() > 3.0, "the linear blend is far from it");
    }
}
