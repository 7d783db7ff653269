use super::BlendZone;
use super::bone_distance::distance_over_rest;
use super::bones::{Bones, PosedBones};
use super::cut::{EdgePoint, loop_around};
use super::principal::{Moments, PrincipalRadii};
use super::slices::triangles_at;
use super::surface::{DeformedSkin, Surface};
use crate::math::Segment;
use crate::work::parallel::prelude::*;
use glam::DVec3;

/// Number of planes across each of the two bones that meet at a joint, within the blend zone.
pub(super) const SECTIONS_A_BONE: usize = 16;

/// A loop around the bone in a pose, each value relative to rest. `None` if there is nothing to compare with at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossSection {
    /// Position along the bone from the joint, in scene units at rest; negative on the bone that ends at the joint.
    pub along_bone: f64,
    /// The smaller radius of the loop: its second largest principal component, weighted by length at rest.
    pub minor_radius: Option<f64>,
    /// The larger radius of the loop: its largest principal component.
    pub major_radius: Option<f64>,
    /// Smallest distance of the loop's points to the posed bones that meet at the joint.
    pub smallest_distance: Option<f64>,
    /// Largest distance of the loop's points to these bones.
    pub largest_distance: Option<f64>,
}

/// The loops around a joint, cut at rest.
#[derive(Clone, Debug)]
pub(super) struct RestSections {
    /// Indices of the bones that meet at the joint: the bone that ends there, if any, and one that begins there.
    bones: Vec<usize>,
    loops: Vec<RestLoop>,
}

#[derive(Clone, Debug)]
struct RestLoop {
    along_bone: f64,
    points: Vec<EdgePoint>,
    /// Lengths of the segments from each point to the next.
    lengths: Vec<f64>,
    radii: PrincipalRadii,
    distances: [f64; 2],
}

impl RestSections {
    /// Cuts the surface with planes across the bone that begins at the joint, going forward from the joint, and across
    /// the bone that ends there, going backward, as far as the zone's triangles reach.
    pub fn cut(surface: &Surface, bones: &Bones, zone: &BlendZone) -> Self {
        let in_zone = |joint: &u32| bones.joints[*joint as usize].node == zone.node;
        let Some(joint) = (0..bones.joints.len() as u32).filter(in_zone).max_by_key(|&joint| {
            // The node may be a joint of several skins: pick the one that moves most of the zone.
            let moves = |vertex: &&u32| surface.influences_of(**vertex).iter().any(|other| other.joint == joint);
            zone.vertices.iter().filter(moves).count()
        }) else {
            return Self { bones: vec![], loops: vec![] };
        };
        let (incoming, outgoing) = (bones.incoming(joint), bones.outgoing(joint));
        let meeting: Vec<usize> = incoming.into_iter().chain([outgoing]).collect();
        let rest: Vec<Segment> = meeting.iter().map(|&bone| bones.bones[bone].rest).collect();
        let ahead = planes(surface, zone, bones.bones[outgoing].rest, false);
        let behind = incoming.map(|bone| planes(surface, zone, bones.bones[bone].rest, true)).unwrap_or_default();
        let sliced = [behind, ahead].map(|planes| {
            let points: Vec<DVec3> = planes.iter().map(|plane| plane.point).collect();
            let triangles = triangles_at(surface, &points, planes.first().map_or(DVec3::ZERO, |plane| plane.normal));
            planes.into_iter().zip(triangles).collect::<Vec<_>>()
        });
        let planes: Vec<(Plane, Vec<u32>)> = sliced.into_iter().flatten().collect();
        let cut = |(plane, triangles): &(Plane, Vec<u32>)| {
            let points = loop_around(surface, triangles, plane.point, plane.normal)?;
            let positions: Vec<DVec3> = points.iter().map(|point| point.at(&surface.positions)).collect();
            let next = positions.iter().cycle().skip(1);
            let lengths: Vec<f64> = positions.iter().zip(next).map(|(a, b)| a.distance(*b)).collect();
            let radii = Moments::of_loop(&positions, &lengths).radii();
            Some(RestLoop {
                along_bone: plane.along_bone,
                radii,
                distances: extremes(&positions, &rest),
                points,
                lengths,
            })
        };
        Self { bones: meeting, loops: planes.par_iter().filter_map(cut).collect() }
    }

    /// The loops in a pose, moved with the skin: every point keeps its fraction along its edge.
    pub fn posed(&self, surface: &Surface, deformed: &DeformedSkin, bones: &PosedBones) -> Vec<CrossSection> {
        let segments: Vec<Segment> = self.bones.iter().map(|&bone| bones.segments[bone]).collect();
        let posed = |rest: &RestLoop| {
            let positions: Vec<DVec3> = rest.points.iter().map(|point| point.at(&deformed.positions)).collect();
            let radii = Moments::of_loop(&positions, &rest.lengths).radii();
            let [smallest, largest] = extremes(&positions, &segments);
            let ratio = |posed, at_rest| distance_over_rest(posed, at_rest, surface.extent);
            CrossSection {
                along_bone: rest.along_bone,
                minor_radius: ratio(radii.minor, rest.radii.minor),
                major_radius: ratio(radii.major, rest.radii.major),
                smallest_distance: ratio(smallest, rest.distances[0]),
                largest_distance: ratio(largest, rest.distances[1]),
            }
        };
        self.loops.iter().map(posed).collect()
    }
}

impl RestSections {
    /// All vertices that determine the loops; may contain duplicates.
    pub(super) fn vertices(&self) -> impl Iterator<Item = u32> {
        self.loops.iter().flat_map(|of| of.points.iter().flat_map(|point| point.ends()))
    }

    /// The smallest minor radius of a loop relative to rest, and the vertex of that loop that moved closest to the
    /// loop's center, where the pinching is strongest.
    pub(super) fn thinnest(&self, surface: &Surface, deformed: &DeformedSkin) -> Option<(f64, u32)> {
        let posed =
            |rest: &RestLoop| -> Vec<DVec3> { rest.points.iter().map(|point| point.at(&deformed.positions)).collect() };
        let ratio = |rest: &'_ RestLoop| {
            let minor = Moments::of_loop(&posed(rest), &rest.lengths).radii().minor;
            distance_over_rest(minor, rest.radii.minor, surface.extent)
        };
        let ratios = self.loops.iter().filter_map(|rest| Some((ratio(rest)?, rest)));
        let (smallest, thinnest) = ratios.reduce(|least, next| if next.0 < least.0 { next } else { least })?;
        let positions = posed(thinnest);
        let middle = positions.iter().sum::<DVec3>() / positions.len() as f64;
        let away = positions.iter().map(|position| position.distance_squared(middle));
        let (nearest, _) = thinnest.points.iter().zip(away).min_by(|a, b| a.1.total_cmp(&b.1))?;
        Some((smallest, nearest.nearer_end()))
    }
}

#[derive(Clone, Copy, Debug)]
struct Plane {
    along_bone: f64,
    point: DVec3,
    normal: DVec3,
}

/// Planes evenly spaced from the joint to the end of the zone or of the bone, whichever comes first. The plane through
/// the joint itself belongs to the bone that begins there.
fn planes(surface: &Surface, zone: &BlendZone, bone: Segment, backward: bool) -> Vec<Plane> {
    let along = bone.to - bone.from;
    let length = along.length();
    let direction = along.normalize_or_zero();
    if direction == DVec3::ZERO {
        return Vec::new();
    }
    let (joint, sign) = if backward { (bone.to, -1.0) } else { (bone.from, 1.0) };
    let reach = zone
        .corners
        .iter()
        .map(|&vertex| (surface.positions[vertex as usize] - joint).dot(direction) * sign)
        .fold(0.0, f64::max)
        .min(length);
    // Keep the last plane just inside, so that it does not touch a rim or the tip.
    let step = reach * (1.0 - 1e-6) / (SECTIONS_A_BONE - 1) as f64;
    let first = usize::from(backward);
    let plane = |step_index: usize| {
        let along_bone = sign * step * step_index as f64;
        Plane { along_bone, point: joint + direction * along_bone, normal: direction }
    };
    let count = if reach > 0.0 { SECTIONS_A_BONE } else { 1 };
    let mut planes: Vec<Plane> = (first..count).map(plane).collect();
    planes.sort_by(|a, b| a.along_bone.total_cmp(&b.along_bone));
    planes
}

/// Smallest and largest distance from the points to the nearest of the segments.
fn extremes(points: &[DVec3], segments: &[Segment]) -> [f64; 2] {
    let nearest = |point: &DVec3| segments.iter().map(|bone| bone.distance(*point)).fold(f64::INFINITY, f64::min);
    let distances = points.iter().map(nearest);
    distances.fold([f64::INFINITY, 0.0], |[low, high], distance| [low.min(distance), high.max(distance)])
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{moved, two_joint_tube};
    use super::*;
    use crate::model::{Model, Pose, ScaleKind};
    use glam::{DQuat, Quat};

    fn sections(model: &Model, pose: &Pose, map: impl Fn(DVec3) -> DVec3) -> Vec<CrossSection> {
        let surface = Surface::of(model);
        let bones = Bones::of(model, &surface);
        let zone = BlendZone::of(&surface, &bones, 1);
        let rest = RestSections::cut(&surface, &bones, &zone);
        rest.posed(&surface, &moved(&surface, map), &bones.posed(model, pose, ScaleKind::Inherited))
    }

    fn near(value: Option<f64>, expected: f64, tolerance: f64) {
        assert!((value.unwrap() - expected).abs() < tolerance, "{value:?} should be {expected}");
    }

    #[test]
    fn rest_and_rigid_motion_change_nothing() {
        let model = two_joint_tube();
        let mut pose = Pose::rest(&model.skeleton);
        let turn = DQuat::from_rotation_z(0.7);
        pose.joints[0].rotation = turn.as_quat();
        pose.joints[0].translation = glam::Vec3::new(1.0, 2.0, 3.0);
        let center = DVec3::X * -2.0;
        let all = sections(&model, &pose, |p| turn * (p - center) + DVec3::new(1.0, 2.0, 3.0));
        assert_eq!(all.len(), 2 * SECTIONS_A_BONE - 1);
        assert!(all.windows(2).all(|pair| pair[0].along_bone < pair[1].along_bone));
        for section in all {
            for figure in
                [section.minor_radius, section.major_radius, section.smallest_distance, section.largest_distance]
            {
                near(figure, 1.0, 1e-5);
            }
        }
    }

    #[test]
    fn a_linear_twist_pinches_both_radii_to_the_cosine_of_half_the_angle() {
        let model = two_joint_tube();
        for degrees in [90.0f64, 135.0] {
            let mut pose = Pose::rest(&model.skeleton);
            pose.joints[1].rotation = Quat::from_rotation_x(degrees.to_radians() as f32);
            let turn = DQuat::from_rotation_x(degrees.to_radians());
            let all = sections(&model, &pose, |p| p.lerp(turn * p, ((p.x + 1.0) / 2.0).clamp(0.0, 1.0)));
            let joint = all.iter().find(|section| section.along_bone == 0.0).unwrap();
            let cosine = (degrees.to_radians() / 2.0).cos();
            near(joint.minor_radius, cosine, 1e-6);
            near(joint.major_radius, cosine, 1e-6);
            assert!(all.iter().all(|section| section.minor_radius.unwrap() > cosine - 1e-6));
        }
    }

    #[test]
    fn a_linear_bend_flattens_one_radius_alone() {
        let model = two_joint_tube();
        let mut pose = Pose::rest(&model.skeleton);
        pose.joints[1].rotation = Quat::from_rotation_z(120f32.to_radians());
        let turn = DQuat::from_rotation_z(120f64.to_radians());
        let all = sections(&model, &pose, |p| p.lerp(turn * p, ((p.x + 1.0) / 2.0).clamp(0.0, 1.0)));
        let joint = all.iter().find(|section| section.along_bone == 0.0).unwrap();
        near(joint.minor_radius, 0.5, 1e-6);
        near(joint.major_radius, 1.0, 1e-6);
    }
}
