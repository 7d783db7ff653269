//! The best view of a defect that a stress test found.

use crate::measure::{BlendZone, DeformedSkin, RestSkin, StressEntry};
use crate::model::{Model, Pose, ScaleKind};
use crate::view::{Camera, Ray, pick_vertex};
use glam::{DVec3, Vec3};

/// Visible width around the joint, in thicknesses of the limb: the bend and some of the limb on either side.
const SEEN_THICKNESSES: f64 = 10.0;
/// Limits of the same width as fractions of the model's extent, so that a finger does not fill the picture and a hip
/// stays inside.
const SEEN_OF_EXTENT: std::ops::RangeInclusive<f64> = 0.06..=0.42;
/// Least visible width in thicknesses of the limb, even beyond the limits of the extent, so that the limb does not fill
/// the picture.
const LEAST_SEEN_THICKNESSES: f64 = 4.0;
/// Score for seeing the marked vertex: more than the advantage of a view straight across the bend over a slanting one.
const MARKED_SEEN: f64 = 1.6;
/// The largest possible score for visibility.
const MOST_SEEN: f64 = 1.0 + MARKED_SEEN;
/// Limit of vertices that are tried if the marked one is hidden from everywhere.
const MOST_TRIED: usize = 48;

/// Thoroughness of the search for the best view. Each direction tests every triangle for every sample point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewSearch {
    /// Full search, for a picture that is kept.
    Thorough,
    /// Reduced search, for a click, which must not wait: about a tenth of the work.
    Quick,
}

/// What a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The node of the joint that turns.
    pub node: u32,
    /// The joint's axis about which it turns: 0, 1 or 2 for X, Y or Z.
    pub axis: usize,
    /// The vertex that is marked, as in [`Surface`](crate::measure::Surface).
    pub vertex: u32,
}

impl From<&StressEntry> for Defect {
    fn from(entry: &StressEntry) -> Self {
        Self { node: entry.node, axis: entry.axis, vertex: entry.vertex }
    }
}

/// The model of a view, and its data at rest.
#[derive(Clone, Copy, Debug)]
pub struct ViewSubject<'a> {
    pub model: &'a Model,
    pub rest: &'a RestSkin,
    /// Yaw of the front in radians, as found by [`front_yaw`](crate::posing::front_yaw).
    pub front_yaw: f32,
}

impl ViewSearch {
    /// Degrees between directions, and number of sample points of the zone, which estimate how much of it a direction
    /// hides.
    fn steps(self) -> (f32, usize) {
        match self {
            Self::Thorough => (15.0, 8),
            Self::Quick => (30.0, 3),
        }
    }
}

/// The camera that best shows a defect at a joint: across a bend, from the side of a twist, with the marked vertex and
/// the skin around it visible. Prefers views of the character's front over its back, and level over steep.
pub fn camera_of(
    subject: &ViewSubject<'_>,
    defect: Defect,
    pose: &Pose,
    deformed: &DeformedSkin,
    size: [u32; 2],
    search: ViewSearch,
) -> Camera {
    let (step_degrees, sample_count) = search.steps();
    let &ViewSubject { model, rest, front_yaw } = subject;
    let scene_from_node = pose.scene_from_node(&model.skeleton, ScaleKind::Inherited);
    let joint = scene_from_node[defect.node as usize];
    let axis = (joint.matrix3 * [DVec3::X, DVec3::Y, DVec3::Z][defect.axis.min(2)]).normalize_or_zero();
    let posed = rest.bones.posed(model, pose, ScaleKind::Inherited).segments;
    let index = rest.bones.joints.iter().position(|other| other.node == defect.node).unwrap_or(0) as u32;
    let bone = posed[rest.bones.outgoing(index)];
    let bone = (bone.to - bone.from).normalize_or_zero();
    let marked = deformed.positions[defect.vertex as usize];
    let zone = BlendZone::of(&rest.surface, &rest.bones, defect.node);
    let width_seen = stress_view_width(rest, defect.node);
    let [width, height] = size.map(|side| side.max(1) as f32);
    let fov = Camera::JOINT_FOV_DEGREES.to_radians();
    let distance = width_seen as f32 * (height / width.min(height)) / (2.0 * (fov * 0.5).tan());
    let target = joint.translation.lerp(marked, 0.5).as_vec3();
    let near = |vertex: &&u32| deformed.positions[**vertex as usize].distance(joint.translation) < 0.5 * width_seen;
    let near: Vec<DVec3> = zone.vertices.iter().filter(near).map(|&v| deformed.positions[v as usize]).collect();
    let samples: Vec<DVec3> = near.iter().step_by((near.len() / sample_count).max(1)).copied().collect();
    let is_twist = axis.dot(bone).abs() > 0.8;
    // The cheap part of a direction's score. The other part tests every triangle.
    let known = |camera: &Camera| {
        let toward_eye = (camera.eye_in_world() - camera.target).as_dvec3().normalize_or_zero();
        let across = if is_twist { 1.0 - toward_eye.dot(bone).abs() } else { toward_eye.dot(axis).abs() };
        let (yaw, pitch) = (f64::from(camera.yaw - front_yaw), f64::from(camera.pitch));
        2.0 * across + 0.2 * yaw.cos() - 0.7 * pitch.sin().powi(2)
    };
    let seen = |camera: &Camera| {
        let is_seen = |point: &DVec3| sees(camera, *point, rest, deformed);
        let seen = samples.iter().filter(|point| is_seen(point)).count() as f64 / samples.len().max(1) as f64;
        seen + if is_seen(&marked) { MARKED_SEEN } else { 0.0 }
    };
    let (turns, rises) = ((360.0 / step_degrees) as u32, (90.0 / step_degrees) as u32);
    let direction = |yaw: u32, rise: u32| (step_degrees * yaw as f32, step_degrees * rise as f32 - 30.0);
    let directions = (0..=rises).flat_map(|rise| (0..turns).map(move |yaw| direction(yaw, rise)));
    let camera =
        |(yaw, pitch): (f32, f32)| Camera { target, yaw: yaw.to_radians(), pitch: pitch.to_radians(), distance, fov };
    let mut cameras: Vec<(f64, Camera)> = directions.map(camera).map(|camera| (known(&camera), camera)).collect();
    cameras.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut best = (f64::NEG_INFINITY, camera((0.0, 0.0)));
    for (known, camera) in cameras {
        if known + MOST_SEEN <= best.0 {
            break;
        }
        let merit = known + seen(&camera);
        if merit > best.0 {
            best = (merit, camera);
        }
    }
    best.1
}

/// The vertex that stands for a defect in a picture: the marked one or, if it is hidden from this camera, the nearest
/// visible one of the same blend zone. Deep in a fold, where none of the nearest is visible, it is the marked one.
pub fn seen_vertex(camera: &Camera, rest: &RestSkin, defect: Defect, deformed: &DeformedSkin) -> u32 {
    let position = |vertex: u32| deformed.positions[vertex as usize];
    let marked = position(defect.vertex);
    if sees(camera, marked, rest, deformed) {
        return defect.vertex;
    }
    let mut others = BlendZone::of(&rest.surface, &rest.bones, defect.node).vertices;
    others.sort_by(|&a, &b| position(a).distance_squared(marked).total_cmp(&position(b).distance_squared(marked)));
    let seen = others.into_iter().take(MOST_TRIED).find(|&vertex| sees(camera, position(vertex), rest, deformed));
    seen.unwrap_or(defect.vertex)
}

/// Width of the scene around a joint that a picture should show, in scene units: several thicknesses of the limb.
pub fn stress_view_width(rest: &RestSkin, node: u32) -> f64 {
    let zone = BlendZone::of(&rest.surface, &rest.bones, node);
    let thickness = median(zone.vertices.iter().map(|&vertex| rest.bone_distances[vertex as usize]));
    seen_width(thickness, rest.surface.extent)
}

fn seen_width(thickness: f64, extent: f64) -> f64 {
    let [least, most] = [SEEN_OF_EXTENT.start(), SEEN_OF_EXTENT.end()].map(|share| share * extent);
    (SEEN_THICKNESSES * thickness).clamp(least, most).max(LEAST_SEEN_THICKNESSES * thickness)
}

/// Whether nothing lies between the eye and a point of the skin.
fn sees(camera: &Camera, point: DVec3, rest: &RestSkin, deformed: &DeformedSkin) -> bool {
    let eye = camera.eye_in_world();
    let away = point.as_vec3() - eye;
    let Some(direction) = away.try_normalize() else { return true };
    let hit = {
        let position = |vertex: u32| deformed.positions[vertex as usize];
        pick_vertex(Ray { origin: eye, direction }, position, rest.surface.triangles.iter().copied())
    };
    hit.is_none_or(|hit| hit.distance > 0.995 * f64::from(Vec3::length(away)))
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posing::front_yaw;

    fn subject<'a>(model: &'a Model, rest: &'a RestSkin) -> ViewSubject<'a> {
        ViewSubject { model, rest, front_yaw: front_yaw(model) }
    }

    /// For every marked vertex of a zone, the picture marks a vertex that it shows.
    #[test]
    fn what_is_marked_is_seen() {
        let model = crate::files::open_model("mannequin").unwrap().asset.model;
        let rest = RestSkin::of(&model);
        let mut hidden = 0;
        for (joint, axis, degrees) in [("thigh.L", 0, -85.0), ("shin.R", 0, 120.0), ("upper_arm.L", 2, 70.0)] {
            let node = model.skeleton.find(joint).unwrap();
            let pose = crate::measure::stress_pose(&model, node, axis, degrees).1;
            let skin = crate::stress::StressSkin { settings: Default::default(), centers: &[] };
            let deformed = crate::stress::deform_all(&model, &rest.surface, &pose, &skin);
            let zone = BlendZone::of(&rest.surface, &rest.bones, node);
            for &vertex in zone.vertices.iter().step_by(zone.vertices.len() / 6) {
                let vertex_id = rest.surface.id_of(vertex);
                let measure = crate::measure::StressMeasure::Collapse;
                let entry = StressEntry { node, measure, axis, degrees, over_rest: 0.5, vertex, vertex_id };
                let camera =
                    camera_of(&subject(&model, &rest), (&entry).into(), &pose, &deformed, [1, 1], ViewSearch::Quick);
                let at = |vertex: u32| deformed.positions[vertex as usize];
                hidden += usize::from(!sees(&camera, at(vertex), &rest, &deformed));
                let seen = seen_vertex(&camera, &rest, (&entry).into(), &deformed);
                assert!(sees(&camera, at(seen), &rest, &deformed) && at(seen).distance(at(vertex)) < 0.1, "{joint}");
            }
        }
        assert!(hidden <= 3, "{hidden} of 18 marks needed another vertex");
    }

    /// A character that faces the other way is still seen from its front.
    #[test]
    fn the_view_turns_along_with_the_character() {
        let model = crate::files::open_model("mannequin").unwrap().asset.model;
        let placement = crate::rigging::Placement { factor: 1.0, quarter_turns: 2 };
        let turned = crate::rigging::placed(&model, placement).unwrap();
        let rests = [&*model, &turned].map(|model| (model, RestSkin::of(model)));
        for (joint, axis, degrees) in [("upper_arm.L", 2, 60.0), ("head", 1, 60.0), ("thigh.L", 0, -80.0)] {
            let [before, after] = [0, 1].map(|side: usize| {
                let (model, rest) = (rests[side].0, &rests[side].1);
                let node = model.skeleton.find(joint).unwrap();
                let pose = crate::measure::stress_pose(model, node, axis, degrees).1;
                let skin = crate::stress::StressSkin { settings: Default::default(), centers: &[] };
                let deformed = crate::stress::deform_all(model, &rest.surface, &pose, &skin);
                let vertex = BlendZone::of(&rest.surface, &rest.bones, node).vertices[0];
                let (measure, vertex_id) = (crate::measure::StressMeasure::Collapse, rest.surface.id_of(vertex));
                let entry = StressEntry { node, measure, axis, degrees, over_rest: 0.5, vertex, vertex_id };
                camera_of(&subject(model, rest), (&entry).into(), &pose, &deformed, [1, 1], ViewSearch::Quick).yaw
            });
            // Either side is accepted if both are equally good.
            assert!((after.cos() + before.cos()).abs() < 1e-3, "{joint}: {before} {after}");
        }
    }

    #[test]
    fn a_limb_never_fills_its_picture() {
        assert!((seen_width(0.05, 2.0) - 0.5).abs() < 1e-12, "some of the limb on either side");
        assert!((seen_width(0.001, 2.0) - 0.12).abs() < 1e-12, "a finger");
        assert!((seen_width(0.15, 2.0) - 0.84).abs() < 1e-12, "a hip");
        assert!((seen_width(0.5, 2.0) - 2.0).abs() < 1e-12, "a strip half as wide as it is high");
    }
}
