use super::BlendZone;
use super::bone_distance::{distance_beyond, nearest_bone};
use super::bones::{Bones, PosedBones};
use super::bulge_rest::{BulgeVertex, bulge_vertices, thickness_of};
use super::surface::{DeformedSkin, Surface};
use glam::DVec3;

/// Swelling of the skin around a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bulge {
    /// One plus the growth of the skin's distance to the bone, divided by the thickness of the zone at rest; 1 if
    /// nothing bulges.
    pub over_rest: f64,
    /// The vertex that has this value.
    pub vertex: u32,
    /// The vertex's growth in scene units.
    pub growth: f64,
}

/// The fraction of the zone, weighted by area and by amount of blending, that bulges no more than [`Bulge`] reports.
/// With a higher value a spike of a few vertices decides the result; with a lower one a bulge on one side of a bend is
/// missed.
const BULGE_SHARE: f64 = 0.98;

/// Fraction of the outward motion of linear blending that is expected of any bend. With 0, the outer corner of a sharp
/// bend fully counts as a bulge; with 1, linear blending never bulges. One half agreed best with how people ranked 50
/// pictures of bends by eye.
const EXPECTED_OF_LINEAR: f64 = 0.5;

/// A joint's skin at rest, prepared for measuring its bulge. Built once per joint.
#[derive(Clone, Debug)]
pub(super) struct RestBulge {
    vertices: Vec<BulgeVertex>,
    /// Sum of the shares of all vertices.
    shares: f64,
    /// Thickness of the zone, see [`thickness_of`].
    thickness: f64,
}

impl RestBulge {
    /// Prepares a joint. `areas` and `distances` (to the bones) cover all vertices at rest.
    pub fn of(surface: &Surface, bones: &Bones, zone: &BlendZone, areas: &[f64], distances: &[f64]) -> Self {
        let thickness = thickness_of(zone, distances);
        let vertices = bulge_vertices(surface, bones, zone, areas, distances, thickness);
        Self { shares: vertices.iter().map(|of| of.share).sum(), vertices, thickness }
    }

    /// Measures the bulge, reading only the zone's vertices of `deformed`. `None` for an empty zone.
    pub fn measure(
        &self,
        surface: &Surface,
        bones: &Bones,
        deformed: &DeformedSkin,
        posed: &PosedBones,
    ) -> Option<Bulge> {
        let segments = &posed.segments;
        let growth = |of: &BulgeVertex| {
            let position = deformed.positions[of.vertex as usize];
            // Most vertices return here, at the first bone.
            let distance = distance_beyond(surface, bones, segments, of.vertex, position, of.unswollen)?;
            let outward = distance - of.unswollen;
            let linear = linear_blend(surface, posed, of.vertex);
            let linear = nearest_bone(surface, bones, segments, of.vertex, linear) - of.distance;
            let growth = outward - EXPECTED_OF_LINEAR * linear.max(0.0);
            (outward.is_finite() && growth > 0.0).then_some(growth)
        };
        let first = self.vertices.first()?;
        let grown = self.vertices.iter().filter_map(|of| {
            let growth = growth(of)?;
            Some((Bulge { over_rest: 1.0 + growth / self.thickness, vertex: of.vertex, growth }, of.share))
        });
        let largest = largest_but_few(grown.collect(), (1.0 - BULGE_SHARE) * self.shares);
        Some(largest.unwrap_or(Bulge { over_rest: 1.0, vertex: first.vertex, growth: 0.0 }))
    }
}

/// The position of a vertex under linear blending.
fn linear_blend(surface: &Surface, posed: &PosedBones, vertex: u32) -> DVec3 {
    let at_rest = surface.positions[vertex as usize];
    let influences = surface.influences_of(vertex).iter();
    influences.map(|of| posed.posed_from_bind[of.joint as usize].transform_point3(at_rest) * of.weight).sum()
}

/// The largest value after skipping the largest ones up to the share `few`; the first of equal values. `None` if all
/// shares add up to no more than `few`: then nothing bulges.
fn largest_but_few(mut grown: Vec<(Bulge, f64)>, few: f64) -> Option<Bulge> {
    grown.sort_unstable_by(|(a, _), (b, _)| b.over_rest.total_cmp(&a.over_rest).then(a.vertex.cmp(&b.vertex)));
    let mut above = 0.0;
    let reached = grown.iter().find(|(_, share)| {
        above += share;
        above > few
    });
    reached.map(|(bulge, _)| *bulge)
}

#[cfg(test)]
mod tests {
    use super::super::bone_distance::bone_distances;
    use super::super::test_shapes::{Shape, moved, skinned_model, two_joint_tube};
    use super::*;
    use crate::model::{Model, Pose, ScaleKind};
    use glam::{DQuat, Quat, Vec3};

    /// The bulge of `mid` in a pose where a map moved the skin.
    fn bulge(model: &Model, pose: &Pose, map: impl Fn(DVec3) -> DVec3) -> Option<Bulge> {
        let surface = Surface::of(model);
        let bones = Bones::of(model, &surface);
        let distances = bone_distances(&surface, &bones, &bones.at_rest().segments, &surface.positions);
        let zone = BlendZone::of(&surface, &bones, 1);
        let rest = RestBulge::of(&surface, &bones, &zone, &surface.vertex_areas(), &distances);
        let posed = bones.posed(model, pose, ScaleKind::Inherited);
        rest.measure(&surface, &bones, &moved(&surface, map), &posed)
    }

    fn at_rest(model: &Model, map: impl Fn(DVec3) -> DVec3) -> f64 {
        bulge(model, &Pose::rest(&model.skeleton), map).unwrap().over_rest
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} should be {expected}");
    }

    fn weight(at: DVec3) -> f64 {
        ((at.x + 1.0) / 2.0).clamp(0.0, 1.0)
    }

    #[test]
    fn a_section_that_grows_by_a_fifth_reads_a_fifth_more() {
        let model = two_joint_tube();
        near(at_rest(&model, |p| p), 1.0);
        near(at_rest(&model, |p| p * DVec3::new(1.0, 1.2, 1.2)), 1.2);
        near(at_rest(&model, |p| p * DVec3::new(1.0, 0.5, 0.5)), 1.0);
        // A swelling on one side alone counts as much.
        near(at_rest(&model, |p| if p.y > 0.1 { p * DVec3::new(1.0, 1.2, 1.2) } else { p }), 1.2);
        // A spike with hardly any skin is not visible to the eye.
        near(at_rest(&model, |p| if p.y > 0.49 && p.x.abs() < 0.04 { p * 3.0 } else { p }), 1.0);
    }

    #[test]
    fn near_the_bone_growth_counts_by_the_thickness_and_not_by_the_own_distance() {
        let joints = [("root", None, Vec3::X * -2.0), ("mid", Some(0), Vec3::ZERO)];
        let tube = Shape::cylinder(48, 40, 0.5, 4.0, true).shifted(DVec3::Y * 0.4);
        let model = skinned_model(&[tube], &joints, |at| {
            vec![1.0 - weight(at.as_dvec3()) as f32, weight(at.as_dvec3()) as f32]
        });
        // The side that is 0.1 from the bone at rest moves to 0.5, five times as far. The other side is 0.9 away: a
        // quarter of the hollow of 0.8 is hidden from the growth of 0.4, and the remainder is divided by 0.9.
        let found = at_rest(&model, |p| if p.y < 0.0 { p - DVec3::Y * 0.4 } else { p });
        assert!((found - (1.0 + 0.2 / 0.9)).abs() < 0.02, "{found}");
    }

    #[test]
    fn neither_a_rigid_motion_nor_a_scale_of_all_changes_it() {
        let model = two_joint_tube();
        let mut pose = Pose::rest(&model.skeleton);
        let swollen = |p: DVec3| p * DVec3::new(1.0, 1.0 + 0.3 * weight(p), 1.0);
        let plain = bulge(&model, &pose, swollen).unwrap();
        let (turn, shift, center) =
            (DQuat::from_euler(glam::EulerRot::XYZ, 0.3, 0.8, -1.2), DVec3::new(1.0, 2.0, 3.0), DVec3::X * -2.0);
        pose.joints[0].rotation = turn.as_quat();
        pose.joints[0].translation = shift.as_vec3();
        let moved = |p: DVec3| turn * (p - center) + shift;
        assert!((bulge(&model, &pose, |p| moved(swollen(p))).unwrap().over_rest - plain.over_rest).abs() < 1e-5);
        assert!((bulge(&model, &pose, moved).unwrap().over_rest - 1.0).abs() < 1e-5);
        let joints = [("root", None, Vec3::X * -200.0), ("mid", Some(0), Vec3::ZERO)];
        let large = skinned_model(&[Shape::cylinder(48, 40, 50.0, 400.0, true)], &joints, |at| {
            let mid = ((at.x + 100.0) / 200.0).clamp(0.0, 1.0);
            vec![1.0 - mid, mid]
        });
        let large = at_rest(&large, |p| swollen(p / 100.0) * 100.0);
        assert!((large - plain.over_rest).abs() < 1e-6, "{large} and {}", plain.over_rest);
    }

    #[test]
    fn a_bend_bulges_where_the_section_swings_about_the_joint_and_a_twist_does_not() {
        let model = two_joint_tube();
        let found = |axis: DVec3, map: &dyn Fn(DVec3, DQuat, DQuat) -> DVec3| {
            let radians = 120f64.to_radians();
            let mut pose = Pose::rest(&model.skeleton);
            pose.joints[1].rotation = Quat::from_axis_angle(axis.as_vec3(), radians as f32);
            let whole = DQuat::from_axis_angle(axis, radians);
            bulge(&model, &pose, |p| map(p, whole, DQuat::from_axis_angle(axis, radians * weight(p))))
                .unwrap()
                .over_rest
        };
        let linear = |p: DVec3, whole: DQuat, _: DQuat| p.lerp(whole * p, weight(p));
        // Rotates about the joint, as dual quaternions do, and about the point on the bone that linear blending moves.
        let swung = |p: DVec3, _: DQuat, own: DQuat| own * p;
        let carried = |p: DVec3, whole: DQuat, own: DQuat| {
            let center = DVec3::X * p.x;
            center.lerp(whole * center, weight(p)) + own * (p - center)
        };
        let bent = [&linear as &dyn Fn(_, _, _) -> _, &carried, &swung].map(|map| found(DVec3::Z, map));
        assert!(bent[0] < 1.02 && bent[0] + 0.02 < bent[1] && bent[1] + 0.05 < bent[2], "{bent:?}");
        near(found(DVec3::X, &swung), 1.0);
    }

    #[test]
    fn a_zone_without_skin_has_none() {
        let joints = [("root", None, Vec3::ZERO), ("mid", Some(0), Vec3::X)];
        let rigid = skinned_model(&[Shape::cube()], &joints, |_| vec![1.0, 0.0]);
        assert_eq!(bulge(&rigid, &Pose::rest(&rigid.skeleton), |p| p * 2.0), None);
        let mut points = Shape::cube();
        points.triangles.clear();
        let points = skinned_model(&[points], &joints, |_| vec![0.5, 0.5]);
        assert_eq!(bulge(&points, &Pose::rest(&points.skeleton), |p| p * 2.0), None);
        // Skin that lies on the bone has no bulge either.
        let joints = [("root", None, Vec3::X * -2.0), ("mid", Some(0), Vec3::ZERO)];
        let thin = skinned_model(&[Shape::cylinder(8, 8, 1e-5, 4.0, false)], &joints, |at| {
            let mid = ((at.x + 1.0) / 2.0).clamp(0.0, 1.0);
            vec![1.0 - mid, mid]
        });
        assert_eq!(bulge(&thin, &Pose::rest(&thin.skeleton), |p| p * 2.0), None);
    }
}
