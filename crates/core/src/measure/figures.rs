mod angle_distortion;
mod crease;
mod self_intersection;

use super::blend_zone::BlendZone;
use super::bone_distance::{bone_distances, distance_over_rest};
use super::bones::{Bones, PosedBones};
use super::bulge::{Bulge, RestBulge};
use super::cross_section::{CrossSection, RestSections};
use super::definition::Figure;
use super::flipped::{Flipped, flipped_triangles};
use super::percentiles::Percentiles;
use super::stretch::{RestMetric, Stretch, StretchField};
use super::surface::{DeformedSkin, Surface, VertexId};
use super::turned_joints::{TurnedJoint, joints_of_zone, turned};
use super::volume::{NoVolume, Volume};
use super::worst::{WorstVertex, largest, stands_out};
use crate::model::Model;
use angle_distortion::angle_distortion;
use crease::Hinges;
use self_intersection::{SelfIntersections, TriangleOrder};
use std::sync::{Arc, OnceLock};

/// The rest state that a model's figures are measured against. Built once per model.
#[derive(Clone, Debug)]
pub struct RestSkin {
    /// The skin at rest.
    pub surface: Arc<Surface>,
    /// The bones at rest.
    pub bones: Bones,
    /// Edges and areas at rest.
    pub metric: RestMetric,
    /// Distances to the bones, one per vertex, see [`bone_distances`].
    pub bone_distances: Vec<f64>,
    /// Areas, one per vertex: a third of the area of the triangles around it.
    pub(super) vertex_areas: Vec<f64>,
    /// Made when first needed.
    triangle_order: OnceLock<TriangleOrder>,
    /// Made when first needed.
    hinges: OnceLock<Hinges>,
}

impl RestSkin {
    /// Prepares a model for measuring.
    pub fn of(model: &Model) -> Self {
        let surface = Arc::new(Surface::of(model));
        let bones = Bones::of(model, &surface);
        let metric = RestMetric::of(&surface);
        let bone_distances = bone_distances(&surface, &bones, &bones.at_rest().segments, &surface.positions);
        let vertex_areas = surface.vertex_areas();
        let (triangle_order, hinges) = (OnceLock::new(), OnceLock::new());
        Self { surface, bones, metric, bone_distances, vertex_areas, triangle_order, hinges }
    }

    /// Whether the node is a joint of any skin.
    pub fn is_joint(&self, node: u32) -> bool {
        self.bones.joints.iter().any(|joint| joint.node == node)
    }
}

/// The surroundings of one joint at rest. Built once per joint.
#[derive(Clone, Debug)]
pub struct RestJoint {
    /// The blend zone of the joint.
    pub zone: BlendZone,
    pub(super) sections: RestSections,
    pub(super) bulge: RestBulge,
    /// Indices of the edges of the zone's triangles.
    pub(super) edges: Vec<u32>,
    /// The joints whose turns shape the zone, as indices across all skins.
    joints: Vec<u32>,
}

impl RestJoint {
    /// Prepares a joint for measuring, given by its node.
    pub fn of(rest: &RestSkin, node: u32) -> Self {
        let zone = BlendZone::of(&rest.surface, &rest.bones, node);
        let sections = RestSections::cut(&rest.surface, &rest.bones, &zone);
        let edges = rest.metric.edges_around(&rest.surface, &zone.triangles);
        let bulge = RestBulge::of(&rest.surface, &rest.bones, &zone, &rest.vertex_areas, &rest.bone_distances);
        let joints = joints_of_zone(&rest.surface, &rest.bones, &zone);
        Self { zone, sections, bulge, edges, joints }
    }

    /// The joints whose turns the figures around the joint measure, the most turned first.
    pub fn turned(&self, rest: &RestSkin, posed: &PosedBones) -> Vec<TurnedJoint> {
        turned(&rest.bones, posed, &self.joints)
    }
}

/// The smallest and the largest of a set of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extremes {
    /// The smallest value.
    pub smallest: f64,
    /// The largest value.
    pub largest: f64,
}

impl Extremes {
    fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        values.fold(None, |extremes: Option<Self>, value| {
            let Self { smallest, largest } = extremes.unwrap_or(Self { smallest: value, largest: value });
            Some(Self { smallest: smallest.min(value), largest: largest.max(value) })
        })
    }
}

/// All measurements of one skin under one method in one pose. [`super::Figure`] defines each figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Volume of the whole skin.
    pub volume: Result<Volume, NoVolume>,
    /// Stretch of the whole skin.
    pub stretch: Stretch,
    /// See [`Figure::AngleDistortion`]; `None` without triangles.
    pub angle_distortion: Option<Percentiles>,
    /// Changes of the dihedral angles of the whole skin, in degrees; `None` if no two triangles share an edge.
    pub crease: Option<Percentiles>,
    /// Flipped triangles of the whole skin.
    pub flipped: Flipped,
    /// See [`Figure::SelfIntersections`]; `None` without triangles, or if there are too many to count.
    pub self_intersections: Option<u64>,
    /// Figures around the selected joint; `None` without one.
    pub joint: Option<JointFigures>,
    /// The vertex that came closest to its bone, in the selected joint's zone or, without a selected joint, in the whole
    /// skin.
    pub worst_collapse: Option<WorstVertex>,
    /// The vertex that moved farthest from its bone, in the same vertices.
    pub worst_distance: Option<WorstVertex>,
    /// The vertex of the joint's [`Bulge`]; `None` without a joint or a bulge.
    pub worst_bulge: Option<WorstVertex>,
}

/// The figures around one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointFigures {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// The joints whose turns these figures measure, the most turned first: not always the joint itself.
    pub turned: Vec<TurnedJoint>,
    /// Count of vertices of the blend zone.
    pub zone_vertices: usize,
    /// Count of triangles of the blend zone.
    pub zone_triangles: usize,
    /// Volume of the blend zone.
    pub zone_volume: Result<Volume, NoVolume>,
    /// Sections along the bones that meet at the joint, by ascending position.
    pub sections: Vec<CrossSection>,
    /// Extremes over all sections, relative to rest.
    pub minor_radius: Option<Extremes>,
    /// The vertex at the section of the smallest minor radius that is nearest to the section's center.
    pub thinnest_at: Option<VertexId>,
    /// Extremes over all sections, relative to rest.
    pub major_radius: Option<Extremes>,
    /// Extremes over the corners of the zone's triangles, each relative to its own distance at rest.
    pub bone_distance: Option<Extremes>,
    /// The bulge, or `None` if the zone is empty.
    pub bulge: Option<Bulge>,
    /// Stretch of the blend zone.
    pub stretch: Stretch,
    /// Changes of the dihedral angles at the edges of the zone's triangles, in degrees.
    pub crease: Option<Percentiles>,
    /// Flipped triangles of the blend zone.
    pub flipped: Flipped,
    /// Self-intersections with a triangle in the zone.
    pub self_intersections: Option<u64>,
}

impl Figures {
    /// Measures a skin. `deformed` is the surface as the method deformed it; `posed` holds the bones in the pose.
    pub fn measure(rest: &RestSkin, joint: Option<&RestJoint>, deformed: &DeformedSkin, posed: &PosedBones) -> Self {
        Self::measure_wanted(rest, joint, deformed, posed, Wanted::All)
    }

    /// Measures everything but costly figures ([`Figure::is_costly`]), which are empty.
    pub fn measure_quickly(
        rest: &RestSkin,
        joint: Option<&RestJoint>,
        deformed: &DeformedSkin,
        posed: &PosedBones,
    ) -> Self {
        Self::measure_wanted(rest, joint, deformed, posed, Wanted::Quick)
    }

    /// Measures some figures of the whole skin; all others are empty.
    pub(crate) fn measure_some(
        rest: &RestSkin,
        wanted: &[Figure],
        deformed: &DeformedSkin,
        posed: &PosedBones,
    ) -> Self {
        Self::measure_wanted(rest, None, deformed, posed, Wanted::Some(wanted))
    }

    pub(super) fn measure_wanted(
        rest: &RestSkin,
        joint: Option<&RestJoint>,
        deformed: &DeformedSkin,
        posed: &PosedBones,
        wanted: Wanted<'_>,
    ) -> Self {
        let RestSkin { surface, bones, metric, .. } = rest;
        let has_angles = wanted.any(&[Figure::AngleDistortion]);
        let has_stretch =
            has_angles || wanted.any(&[Figure::AreaStretch, Figure::EdgeStretch, Figure::PrincipalStretch]);
        let has_distances = wanted.any(&[Figure::SmallestDistance, Figure::LargestDistance]);
        let of_skin = OfSkin {
            field: has_stretch.then(|| StretchField::of(metric, surface, deformed)),
            creases: wanted.any(&[Figure::Crease]).then(|| {
                let hinges = rest.hinges.get_or_init(|| Hinges::of(surface, metric));
                hinges.creases(surface, metric, deformed)
            }),
            flipped: wanted.any(&[Figure::Flipped]).then(|| flipped_triangles(surface, deformed)),
            distances: has_distances.then(|| bone_distances(surface, bones, &posed.segments, &deformed.positions)),
            intersections: if wanted.any(&[Figure::SelfIntersections]) {
                let order = rest.triangle_order.get_or_init(|| TriangleOrder::of(surface));
                let zone = joint.map_or(&[][..], |joint| &joint.zone.triangles);
                SelfIntersections::of(surface, order, deformed, zone)
            } else {
                None
            },
        };
        let everywhere: Vec<u32>;
        let vertices = match joint {
            Some(joint) => &joint.zone.corners,
            None => {
                everywhere = (0..surface.vertex_count() as u32).collect();
                &everywhere
            }
        };
        let worst = |sign: f64| {
            let distances = of_skin.distances.as_ref().filter(|_| wanted.is_all())?;
            let change = |vertex: u32| sign * (distances[vertex as usize] - rest.bone_distances[vertex as usize]);
            let (vertex, amount) = largest(vertices.iter().copied(), change, surface.extent)?;
            Some(WorstVertex::new(surface, bones, posed, vertex, amount))
        };
        let joint = joint.map(|joint| JointFigures::measure(rest, joint, deformed, posed, &of_skin, wanted));
        let bulge = joint.as_ref().and_then(|joint| joint.bulge);
        let bulge = bulge.filter(|bulge| stands_out(bulge.growth, surface.extent));
        Self {
            volume: wanted.volume(Figure::Volume, || Volume::of(surface, deformed)),
            stretch: of_skin.field.as_ref().map(StretchField::overall).unwrap_or_default(),
            angle_distortion: of_skin
                .field
                .as_ref()
                .filter(|_| has_angles)
                .and_then(|field| angle_distortion(field, surface)),
            crease: of_skin.creases.as_ref().and_then(|creases| Percentiles::of(creases.iter().copied())),
            flipped: of_skin.flipped.as_deref().map(Flipped::overall).unwrap_or_default(),
            self_intersections: of_skin.intersections.map(|found| found.all),
            joint,
            worst_collapse: worst(-1.0),
            worst_distance: worst(1.0),
            worst_bulge: bulge.map(|found| WorstVertex::new(surface, bones, posed, found.vertex, found.growth)),
        }
    }
}

/// The figures that are measured. All others are empty.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    All,
    /// All but costly ones.
    Quick,
    /// Only what these are taken from.
    Some(&'a [Figure]),
}

impl Wanted<'_> {
    fn is_all(self) -> bool {
        matches!(self, Self::All | Self::Quick)
    }

    /// Whether one of some figures is measured.
    fn any(self, of: &[Figure]) -> bool {
        of.iter().any(|figure| match self {
            Self::All => true,
            Self::Quick => !figure.is_costly(),
            Self::Some(wanted) => wanted.contains(figure),
        })
    }

    fn volume(self, figure: Figure, measure: impl FnOnce() -> Result<Volume, NoVolume>) -> Result<Volume, NoVolume> {
        if self.any(&[figure]) { measure() } else { Err(NoVolume::Empty) }
    }
}

/// Values of all triangles, edges and vertices of a skin, of which joints take theirs. `None` if not measured.
struct OfSkin {
    field: Option<StretchField>,
    creases: Option<Vec<f64>>,
    flipped: Option<Vec<Option<bool>>>,
    distances: Option<Vec<f64>>,
    intersections: Option<SelfIntersections>,
}

impl JointFigures {
    fn measure(
        rest: &RestSkin,
        joint: &RestJoint,
        deformed: &DeformedSkin,
        posed: &PosedBones,
        of_skin: &OfSkin,
        wanted: Wanted<'_>,
    ) -> Self {
        let RestJoint { zone, sections, bulge, edges, .. } = joint;
        let OfSkin { field, creases, flipped, distances, intersections } = of_skin;
        let surface = &rest.surface;
        let thinnest = if wanted.is_all() { sections.thinnest(surface, deformed) } else { None };
        let has_sections = wanted.any(&[Figure::MinorRadius, Figure::MajorRadius]);
        let sections = if has_sections { sections.posed(surface, deformed, posed) } else { Vec::new() };
        let bone_distance = distances.as_ref().and_then(|distances| {
            let over_rest = |&vertex: &u32| {
                let vertex = vertex as usize;
                distance_over_rest(distances[vertex], rest.bone_distances[vertex], surface.extent)
            };
            Extremes::of(zone.corners.iter().filter_map(over_rest))
        });
        let has_bulge = wanted.any(&[Figure::Bulge]);
        let crease = |creases: &Vec<f64>| Percentiles::of(edges.iter().map(|&edge| creases[edge as usize]));
        Self {
            node: zone.node,
            turned: joint.turned(rest, posed),
            zone_vertices: zone.vertices.len(),
            zone_triangles: zone.triangles.len(),
            zone_volume: wanted.volume(Figure::ZoneVolume, || zone.volume(surface, deformed)),
            minor_radius: Extremes::of(sections.iter().filter_map(|section| section.minor_radius)),
            thinnest_at: thinnest.map(|(_, vertex)| surface.id_of(vertex)),
            major_radius: Extremes::of(sections.iter().filter_map(|section| section.major_radius)),
            sections,
            bone_distance,
            bulge: if has_bulge { bulge.measure(surface, &rest.bones, deformed, posed) } else { None },
            stretch: field.as_ref().map(|field| field.of_part(&zone.triangles, edges)).unwrap_or_default(),
            crease: creases.as_ref().and_then(crease),
            flipped: flipped.as_ref().map(|flipped| Flipped::of_part(flipped, &zone.triangles)).unwrap_or_default(),
            self_intersections: intersections.map(|found| found.in_zone),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{Shape, moved, skinned_model, two_joint_tube};
    use super::*;
    use crate::model::{Pose, ScaleKind};
    use glam::{DQuat, DVec3, Quat, Vec3};

    /// Figures for linear blending of the tube with `mid` rotated.
    fn figures(turn: Quat) -> Figures {
        let model = two_joint_tube();
        let rest = RestSkin::of(&model);
        let mut pose = Pose::rest(&model.skeleton);
        pose.joints[1].rotation = turn;
        let turn = turn.as_dquat();
        let mut deformed = moved(&rest.surface, |p| p.lerp(turn * p, ((p.x + 1.0) / 2.0).clamp(0.0, 1.0)));
        for (normal, position) in deformed.normals.iter_mut().zip(&rest.surface.positions) {
            *normal = DQuat::IDENTITY.slerp(turn, ((position.x + 1.0) / 2.0).clamp(0.0, 1.0)) * *normal;
        }
        let posed = rest.bones.posed(&model, &pose, ScaleKind::Inherited);
        Figures::measure(&rest, Some(&RestJoint::of(&rest, 1)), &deformed, &posed)
    }

    #[test]
    fn at_rest_all_is_one_and_nothing_is_worst() {
        let found = figures(Quat::IDENTITY);
        assert!((found.volume.unwrap().over_rest() - 1.0).abs() < 1e-9);
        assert_eq!((found.flipped.count, found.flipped.of > 3000), (0, true));
        assert!(found.crease.unwrap().max < 1e-9, "{:?}", found.crease);
        assert_eq!((&found.worst_collapse, &found.worst_distance, &found.worst_bulge), (&None, &None, &None));
        let joint = found.joint.unwrap();
        for range in [joint.minor_radius, joint.major_radius, joint.bone_distance] {
            let range = range.unwrap();
            assert!((range.smallest - 1.0).abs() < 1e-9 && (range.largest - 1.0).abs() < 1e-9);
        }
        let area = joint.stretch.area.unwrap();
        assert!((area.min - 1.0).abs() < 1e-9 && (area.max - 1.0).abs() < 1e-9);
        assert_eq!(area.count, joint.zone_triangles);
    }

    #[test]
    fn the_worst_vertex_of_a_twist_is_at_the_joint_and_says_why() {
        let found = figures(Quat::from_rotation_x(120f32.to_radians()));
        let worst = found.worst_collapse.unwrap();
        // Half the weight of each joint: half the radius of 0.5.
        assert!((worst.amount - 0.25).abs() < 1e-4, "{worst:?}");
        assert_eq!(worst.influences.iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [0.5, 0.5]);
        assert!((worst.angle_degrees.unwrap() - 120.0).abs() < 1e-3);
        assert_eq!((found.worst_distance, found.worst_bulge), (None, None));
        let joint = found.joint.unwrap();
        assert!((joint.minor_radius.unwrap().smallest - 0.5).abs() < 1e-5);
        assert!((joint.bone_distance.unwrap().smallest - 0.5).abs() < 1e-4);
    }

    /// A vertex that is poked into the skin comes closer to its bone than any at a waist, but the smallest section is the
    /// waist.
    #[test]
    fn the_thinnest_place_is_that_of_the_smallest_section() {
        let model = two_joint_tube();
        let rest = RestSkin::of(&model);
        let surface = &rest.surface;
        let dent = DVec3::new(-0.5, 0.5, 0.0);
        let nearest = surface.positions.iter().copied().min_by(|a, b| a.distance(dent).total_cmp(&b.distance(dent)));
        let dent = nearest.unwrap();
        let deformed = moved(surface, |p| {
            let waist = if (p.x - 0.5).abs() < 0.25 { 0.6 } else { 1.0 };
            let poked = if p.distance(dent) < 1e-9 { 0.0 } else { 1.0 };
            DVec3::new(p.x, waist * poked * p.y, waist * poked * p.z)
        });
        let found = Figures::measure(&rest, Some(&RestJoint::of(&rest, 1)), &deformed, &rest.bones.at_rest());
        let joint = found.joint.unwrap();
        assert!((joint.minor_radius.unwrap().smallest - 0.6).abs() < 1e-6);
        let of_vertex = |id: VertexId| (0u32..).zip(&surface.positions).find(|(index, _)| surface.id_of(*index) == id);
        let x = of_vertex(joint.thinnest_at.unwrap()).unwrap().1.x;
        assert!((x - 0.5).abs() <= 0.25, "{x}");
        let closest = surface.positions[found.worst_collapse.unwrap().vertex as usize];
        assert!(closest.distance(dent) < 1e-9, "{closest}");
    }

    /// The tube of rows 0.1 apart, pinched in one ring, outside or inside the zone from -1 to 1.
    #[test]
    fn a_crease_counts_in_the_zone_only_where_it_is() {
        let model = two_joint_tube();
        let rest = RestSkin::of(&model);
        for (at, is_in_zone) in [(-1.5, false), (0.5, true)] {
            let deformed = moved(&rest.surface, |p| {
                let waist = if (p.x - at).abs() < 0.05 { 0.8 } else { 1.0 };
                DVec3::new(p.x, waist * p.y, waist * p.z)
            });
            let found = Figures::measure(&rest, Some(&RestJoint::of(&rest, 1)), &deformed, &rest.bones.at_rest());
            // The walls on both sides of the ring tilt by atan(0.1 / 0.1), along the flats of 48 segments.
            let [whole, zone] = [found.crease, found.joint.unwrap().crease].map(|crease| crease.unwrap().max);
            assert!((whole - 90.0).abs() < 0.5, "{at}: {whole}");
            assert!((if is_in_zone { zone - whole } else { zone }).abs() < 1e-9, "{at}: {zone}");
        }
    }

    #[test]
    fn a_skin_without_triangles_has_no_figures_and_no_panic() {
        let mut points = Shape::cube();
        points.triangles.clear();
        let joints = [("root", None, Vec3::ZERO), ("mid", Some(0), Vec3::X)];
        for shapes in [vec![points], vec![]] {
            let model = skinned_model(&shapes, &joints, |_| vec![0.5, 0.5]);
            let rest = RestSkin::of(&model);
            let joint = RestJoint::of(&rest, 1);
            let deformed = moved(&rest.surface, |_| DVec3::ZERO);
            let found = Figures::measure(&rest, Some(&joint), &deformed, &rest.bones.at_rest());
            assert_eq!(found.volume, Err(NoVolume::Empty));
            assert_eq!((found.stretch, found.crease), (Stretch::default(), None));
            let joint = found.joint.unwrap();
            assert_eq!((joint.zone_volume, joint.minor_radius), (Err(NoVolume::Empty), None));
            assert!(joint.sections.is_empty() && joint.bone_distance.is_none() && joint.bulge.is_none());
        }
    }
}
