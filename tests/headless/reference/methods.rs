//! The methods themselves, one function each. A method takes apart what it needs; nothing is shared with the program.

use super::bones::{RestBone, nearest_on};
use super::dual::{self, Dual};
use super::joints::{Joint, affine};
use super::quaternion;
use super::{ReferenceVertex, Settings, matrix_log, procrustes, signs, spherical};
use glam::{DMat3, DMat4, DVec3};
use std::collections::HashMap;

/// A vertex before skinning, in the bind frame.
#[derive(Clone, Copy, Debug)]
pub struct RestPoint<'a> {
    pub position: DVec3,
    pub normal: DVec3,
    /// Joint and weight, heaviest first.
    pub influences: &'a [(usize, f64)],
    /// Center of rotation; the position itself where there is none.
    pub center: DVec3,
    /// About the center, of trace one; zero where there is none.
    pub covariance: DMat3,
    /// The bone that the vertex belongs to, for the method that reads it.
    pub bone: Option<RestBone>,
    /// The factor that the file gives between LBS and DQS.
    pub blend: Option<f64>,
}

/// The joints of one pose, with what is found once per joint set.
pub struct Scene<'a> {
    joints: &'a [Joint],
    settings: Settings,
    spherical_centers: HashMap<Vec<usize>, DVec3>,
}

impl<'a> Scene<'a> {
    pub fn new(joints: &'a [Joint], settings: Settings) -> Self {
        Self { joints, settings, spherical_centers: HashMap::new() }
    }
}

pub fn skin_vertex(rest: &RestPoint<'_>, scene: &mut Scene<'_>) -> ReferenceVertex {
    match scene.settings.method {
        "lbs" => lbs(rest, scene.joints),
        "dqs" => dqs(rest, scene),
        "two-phase-dqs" => two_phase_dqs(rest, scene),
        "cor" => cor(rest, scene),
        "cor-procrustes" => cor_procrustes(rest, scene),
        "direct-quaternion" => direct_quaternion(rest, scene),
        "quaternion-translation" => quaternion_translation(rest, scene),
        "log-matrix" => log_matrix(rest, scene.joints),
        "spherical" => spherical_blend(rest, scene),
        "dib" => dib(rest, scene),
        "lbs-dqs" => lbs_dqs(rest, scene, scene.settings.share),
        "weighted-lbs-dqs" => weighted_lbs_dqs(rest, scene),
        "bulge-free-dqs" => bulge_free_dqs(rest, scene),
        "preserve-volume" => preserve_volume(rest, scene),
        other => panic!("no reference for the method {other}"),
    }
}

/// Kavan 2008, equation 1.
pub fn lbs(rest: &RestPoint<'_>, joints: &[Joint]) -> ReferenceVertex {
    let blended = blended_matrix(rest, |j| joints[j].full());
    ReferenceVertex {
        position: blended.transform_point3(rest.position),
        normal: cofactor_normal(DMat3::from_mat4(blended), rest.normal),
        blend_length: 1.0,
        sign_margin: f64::INFINITY,
        normal_margin: f64::INFINITY,
        firmness: 1.0,
    }
}

/// Kavan 2008, algorithm 1: lemma 4 and equation 10 give the rigid motion of the blended dual quaternion.
fn dqs(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    let blend = blend(rest, scene, Joint::motion);
    blend.vertex(blend.motion().apply(rest.position), rest.normal)
}

/// Kavan 2008, section 4.2.
fn two_phase_dqs(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    let first = blended_matrix(rest, |j| scene.joints[j].first_phase());
    let blend = blend(rest, scene, Joint::second_phase);
    let position = blend.motion().apply(first.transform_point3(rest.position));
    blend.vertex(position, cofactor_normal(DMat3::from_mat4(first), rest.normal))
}

/// Le & Hodgins 2016, algorithm 1, as the second of two phases ("Scaling and Shearing").
fn cor(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    let first = blended_matrix(rest, |j| scene.joints[j].first_phase());
    let (position, center) = (first.transform_point3(rest.position), first.transform_point3(rest.center));
    let blend = blend(rest, scene, Joint::second_phase);
    let posed_center = linear(rest, |j| scene.joints[j].second_phase().apply(center));
    let position = posed_center + quaternion::rotate(blend.motion().real, position - center);
    blend.vertex(position, cofactor_normal(DMat3::from_mat4(first), rest.normal))
}

/// Le & Hodgins 2016, section 5, as the second of two phases: eq. 2 minimized over translation and rotation. The shader's
/// smallest covariance is part of the formula.
fn cor_procrustes(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    let first = blended_matrix(rest, |j| scene.joints[j].first_phase());
    let stretch = DMat3::from_mat4(first);
    let (position, center) = (first.transform_point3(rest.position), first.transform_point3(rest.center));
    let posed_center = linear(rest, |j| scene.joints[j].second_phase().apply(center));
    let turns = rest.influences.iter().map(|&(j, weight)| quaternion::matrix(scene.joints[j].turn) * weight);
    let blended = turns.fold(DMat3::ZERO, |sum, turn| sum + turn);
    let moments = stretch * rest.covariance * stretch.transpose();
    let trace = moments.x_axis.x + moments.y_axis.y + moments.z_axis.z;
    let least = DMat3::IDENTITY * f64::from(skinscope::skinning::LEAST_COVARIANCE);
    let covariance = if trace > 0.0 { moments * (1.0 / trace) + least } else { DMat3::IDENTITY };
    let fitted = procrustes::fit(blended * covariance);
    ReferenceVertex {
        position: posed_center + fitted.rotation * (position - center),
        normal: fitted.rotation * cofactor_normal(stretch, rest.normal),
        blend_length: fitted.firmness,
        sign_margin: fitted.firmness,
        normal_margin: f64::INFINITY,
        firmness: 1.0,
    }
}

/// Hejl 2004 in Kavan 2008, section 2.3: the nearest influencing joint is the center, the rotation is a linear
/// combination of quaternions, what the joints do to the center is blended linearly.
fn direct_quaternion(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    let away = |j: usize| rest.position.distance(scene.joints[j].bind_origin);
    let mut nearest: Vec<usize> = rest.influences.iter().map(|&(j, _)| j).collect();
    nearest.sort_by(|&a, &b| away(a).total_cmp(&away(b)));
    let mut vertex = about_center(rest, scene, scene.joints[nearest[0]].bind_origin);
    if let [first, second, ..] = nearest[..] {
        vertex.sign_margin = vertex.sign_margin.min(away(second) - away(first));
    }
    vertex
}

/// Kavan 2008, sections 2.3 and 3.3: quaternion and translation apart, so that everything turns about the origin.
fn quaternion_translation(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    about_center(rest, scene, DVec3::ZERO)
}

/// Kavan & Zara 2005: one center per joint set.
fn spherical_blend(rest: &RestPoint<'_>, scene: &mut Scene<'_>) -> ReferenceVertex {
    let mut set: Vec<usize> = rest.influences.iter().map(|&(j, _)| j).collect();
    set.sort_unstable();
    let joints = scene.joints;
    let center = *scene.spherical_centers.entry(set).or_insert_with_key(|set| spherical::rotation_center(set, joints));
    about_center(rest, scene, center)
}

/// Rotation by the blended quaternion about a center that moves by LBS of the joints' rigid parts.
fn about_center(rest: &RestPoint<'_>, scene: &Scene<'_>, center: DVec3) -> ReferenceVertex {
    let blend = blend(rest, scene, Joint::motion);
    let posed_center = linear(rest, |j| scene.joints[j].motion().apply(center));
    let position = posed_center + quaternion::rotate(blend.motion().real, rest.position - center);
    blend.vertex(position, rest.normal)
}

/// Alexa 2002, Cordier & Magnenat-Thalmann 2005 in Kavan 2008, section 2.3: exp(sum of w_i log C_i), of the joints'
/// rigid parts as 4x4 matrices.
fn log_matrix(rest: &RestPoint<'_>, joints: &[Joint]) -> ReferenceVertex {
    let rigid = |j: usize| {
        let motion = joints[j].motion();
        affine(quaternion::matrix(motion.real), motion.shift())
    };
    let (blended, sign_margin) = if let [(j, _)] = *rest.influences {
        // At a half turn both ways round are as long, and the logarithm is of either; exp leads back from both.
        (rigid(j), f64::INFINITY)
    } else {
        let margin = |&(j, _): &(usize, f64)| joints[j].turn[0].abs();
        let sum =
            rest.influences.iter().fold(DMat4::ZERO, |sum, &(j, weight)| sum + matrix_log::log(rigid(j)) * weight);
        (matrix_log::exp(sum), rest.influences.iter().map(margin).fold(f64::INFINITY, f64::min))
    };
    ReferenceVertex {
        position: blended.transform_point3(rest.position),
        normal: cofactor_normal(DMat3::from_mat4(blended), rest.normal),
        blend_length: 1.0,
        sign_margin,
        normal_margin: f64::INFINITY,
        firmness: 1.0,
    }
}

/// Kavan 2008, algorithm 3.
fn dib(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    let blend = blend(rest, scene, Joint::motion);
    let blended = dual::dib(&blend.weights, &blend.motions, 1e-12);
    ReferenceVertex {
        position: blended.motion.apply(rest.position),
        normal: quaternion::rotate(blended.motion.real, rest.normal),
        blend_length: blend.length,
        sign_margin: blend.margin,
        normal_margin: f64::INFINITY,
        firmness: blended.firmness,
    }
}

/// The slider of Maya and Houdini: positions blended. Its linear part is blended alike, and turns the normal.
fn lbs_dqs(rest: &RestPoint<'_>, scene: &Scene<'_>, share: f64) -> ReferenceVertex {
    let (from, to) = (lbs(rest, scene.joints), two_phase_dqs(rest, scene));
    let full = DMat3::from_mat4(blended_matrix(rest, |j| scene.joints[j].full()));
    let first = DMat3::from_mat4(blended_matrix(rest, |j| scene.joints[j].first_phase()));
    let turn = quaternion::matrix(blend(rest, scene, Joint::second_phase).motion().real);
    ReferenceVertex {
        position: from.position.lerp(to.position, share),
        normal: cofactor_normal(full * (1.0 - share) + turn * first * share, rest.normal),
        ..to
    }
}

/// The factor of the file, or the share of the twist between the two heaviest joints: the swing is the angle that the
/// rotation turns the line between them by, and the twist is what is left of it.
fn weighted_lbs_dqs(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    if let Some(share) = rest.blend {
        return lbs_dqs(rest, scene, share);
    }
    let [(first, _), (second, _), ..] = *rest.influences else { return lbs_dqs(rest, scene, 0.5) };
    let [first, second] = [first, second].map(|joint| &scene.joints[joint]);
    let line = second.bind_origin - first.bind_origin;
    // In fractions of the joints' distance from the origin, like the rounding of their places.
    let apart = line.length() / first.bind_origin.length().hypot(second.bind_origin.length());
    let along = if apart > 1e-5 { line.normalize() } else { DVec3::ZERO };
    // Joints that are nearly in one place have a line of any direction in single precision.
    let line_margin = if apart > 1e-6 { apart } else { f64::INFINITY };
    let relative = quaternion::multiply(quaternion::conjugate(first.turn), second.turn);
    let turned = quaternion::rotate(relative, along);
    // Without a line between the joints, every rotation is a swing.
    let swing = if along == DVec3::ZERO {
        quaternion::angle(relative)
    } else {
        along.cross(turned).length().atan2(along.dot(turned))
    };
    let whole = (0.5 * quaternion::angle(relative)).cos();
    let kept = (0.5 * swing).cos();
    let twist = if kept > 1e-12 { (whole / kept).clamp(-1.0, 1.0).acos() * 2.0 } else { 0.0 };
    let (squares, least) = ((twist * twist + swing * swing) / 4.0, (0.5_f64).to_radians().powi(2));
    let share = 0.5 + (twist * twist - swing * swing) / 8.0 / squares.max(least);
    let vertex = lbs_dqs(rest, scene, share);
    // At a bend by half a turn there is any twist.
    ReferenceVertex { sign_margin: vertex.sign_margin.min(kept).min(line_margin), ..vertex }
}

/// Kim & Han 2014: back to the distance from the bone at rest, where DQS left it. At the bone's ends and where both
/// distances are equal, two maps meet, and the normal is of either.
fn bulge_free_dqs(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    let joints = scene.joints;
    let bone = rest.bone.expect("a vertex of a model");
    let blend = blend(rest, scene, Joint::motion);
    let turn = quaternion::matrix(blend.motion().real);
    let start = joints[bone.joint].posed_origin;
    let end =
        bone.child.map_or_else(|| joints[bone.joint].motion().apply(bone.end), |child| joints[child].posed_origin);
    let vertex = blend.vertex(blend.motion().apply(rest.position), rest.normal);
    let nearest = nearest_on([start, end], vertex.position);
    let (own, now) = (rest.position.distance(bone.point), vertex.position.distance(nearest));
    let outward = (vertex.position - nearest).normalize_or_zero();
    let rest_outward = turn * (rest.position - bone.point).normalize_or_zero();
    let is_kink = outward.distance(rest_outward) > 1e-5;
    let margin = if is_kink { (now - own).abs() } else { f64::INFINITY };
    if now <= own {
        return ReferenceVertex { normal_margin: margin, ..vertex };
    }
    let outer = |a: DVec3, b: DVec3| DMat3::from_cols(a * b.x, a * b.y, a * b.z);
    let ends = start.distance(nearest).min(end.distance(nearest));
    let along = if ends > 0.0 { (end - start).normalize_or_zero() } else { DVec3::ZERO };
    let ratio = own / now;
    let around = DMat3::IDENTITY - outer(outward, outward) - outer(along, along);
    let map = (outer(along, along) + around * ratio + outer(outward, rest_outward)) * turn;
    let normal = cofactor_normal(map, rest.normal);
    // How far the nearest point is from leaving the bone's end, or from reaching it.
    let beyond =
        if ends > 0.0 { ends } else { (vertex.position - nearest).dot((end - start).normalize_or_zero()).abs() };
    ReferenceVertex {
        position: nearest + outward * own,
        normal: if normal == DVec3::ZERO { vertex.normal } else { normal },
        normal_margin: if ratio < 1.0 - 1e-5 { margin.min(beyond) } else { margin },
        ..vertex
    }
}

/// Blender's preserve volume: the dual quaternions of rigid motions, each of which turns by the joint's frame and takes the
/// vertex to its place under the full transform. For given weights the map is affine, so differences are its derivative.
fn preserve_volume(rest: &RestPoint<'_>, scene: &Scene<'_>) -> ReferenceVertex {
    let mut joints = scene.joints.to_vec();
    for &(j, _) in rest.influences {
        let joint = &scene.joints[j];
        let linear = quaternion::matrix(joint.turn) * joint.stretch;
        let (x, y) = (linear * joint.bind_axes.x_axis, linear * joint.bind_axes.y_axis);
        let (y, z) = (y.normalize(), x.cross(y).normalize());
        let frame = DMat3::from_cols(y.cross(z), y, z) * joint.bind_axes.transpose();
        let near = quaternion::from_matrix(frame);
        let side = quaternion::dot(near, joint.turn);
        joints[j].turn = if side < 0.0 { quaternion::scaled(near, -1.0) } else { near };
        joints[j].stretch = frame.transpose() * linear;
        joints[j].margin = joint.margin.min(side.abs());
    }
    let scene = Scene::new(&joints, scene.settings);
    let blended = |point: DVec3| {
        blend(rest, &scene, |joint| {
            let to = joint.full().transform_point3(point);
            Dual::rigid(joint.turn, to - quaternion::rotate(joint.turn, point))
        })
    };
    let at = |point: DVec3| blended(point).motion().apply(point);
    let position = at(rest.position);
    let linear = DMat3::from_cols_array_2d(&DVec3::AXES.map(|axis| (at(rest.position + axis) - position).to_array()));
    ReferenceVertex {
        position,
        normal: cofactor_normal(linear, rest.normal),
        ..blended(rest.position).vertex(position, rest.normal)
    }
}

struct Blend {
    sum: Dual,
    weights: Vec<f64>,
    /// In the signs that were chosen.
    motions: Vec<Dual>,
    length: f64,
    margin: f64,
}

impl Blend {
    fn motion(&self) -> Dual {
        self.sum.unit()
    }

    fn vertex(&self, position: DVec3, normal: DVec3) -> ReferenceVertex {
        ReferenceVertex {
            position,
            normal: quaternion::rotate(self.motion().real, normal),
            blend_length: self.length,
            sign_margin: self.margin,
            normal_margin: f64::INFINITY,
            firmness: 1.0,
        }
    }
}

fn blend(rest: &RestPoint<'_>, scene: &Scene<'_>, motion: impl Fn(&Joint) -> Dual) -> Blend {
    let (signs, margin) = signs::choose(rest.influences, scene.joints, scene.settings.antipodality);
    let weights: Vec<f64> = rest.influences.iter().map(|&(_, weight)| weight).collect();
    let motions: Vec<Dual> =
        rest.influences.iter().zip(signs).map(|(&(j, _), sign)| motion(&scene.joints[j]).by(sign)).collect();
    let sum = dual::weighted_sum(&weights, &motions);
    let length = quaternion::length(sum.real).min(1.0);
    Blend { sum, weights, motions, length, margin }
}

pub fn blended_matrix(rest: &RestPoint<'_>, matrix: impl Fn(usize) -> DMat4) -> DMat4 {
    rest.influences.iter().fold(DMat4::ZERO, |sum, &(j, weight)| sum + matrix(j) * weight)
}

fn linear(rest: &RestPoint<'_>, point: impl Fn(usize) -> DVec3) -> DVec3 {
    rest.influences.iter().map(|&(j, weight)| point(j) * weight).sum()
}

/// The cofactor matrix turns a normal as the surface turns; the sign keeps it outward where the matrix mirrors.
pub fn cofactor_normal(matrix: DMat3, normal: DVec3) -> DVec3 {
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    let cofactor = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    let side = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    (cofactor * normal * side).normalize_or_zero()
}
