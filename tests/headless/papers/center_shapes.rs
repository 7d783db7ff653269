//! Where centers lie, alone and posed, and sums over vertices instead of triangles: Le & Hodgins 2016, sections 4 and 5,
//! figures 7, 11 and 13.

use super::{bundled, turn};
use crate::reference::centers::similarity;
use crate::reference::influences;
use glam::{DMat3, DQuat, DVec3, Vec3};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::model::{Model, Pose, Primitive};
use skinscope::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_primitive, deform_primitive_about};
use std::sync::Arc;

/// Section 5: each vertex stands for a third of every triangle at it, in place of its Voronoi region.
#[test]
fn sums_over_vertices_find_nearly_the_same_centers() {
    for name in ["bar", "limb"] {
        let model = bundled(name);
        let primitive = model.skinned_primitives().next().unwrap();
        let at = |vertex: usize| primitive.positions[vertex].as_dvec3();
        let mut areas = vec![0.0; primitive.positions.len()];
        for corners in primitive.indices.as_chunks::<3>().0 {
            let [a, b, c] = corners.map(|corner| at(corner as usize));
            let area = (b - a).cross(c - a).length() / 2.0;
            corners.iter().for_each(|&corner| areas[corner as usize] += area / 3.0);
        }
        let weights: Vec<Vec<(usize, f64)>> = (0..areas.len()).map(|vertex| influences(primitive, vertex)).collect();
        let centers = &compute_centers(&model, &CenterSettings::default())[0];
        let extent = f64::from(model.rest_bounds().extent());
        let (mut largest, mut count) = (0.0f64, 0);
        for vertex in (0..areas.len()).step_by(11).filter(|&vertex| primitive.influences.of(vertex).len() > 1) {
            let shares = weights.iter().zip(&areas).map(|(own, area)| similarity(&weights[vertex], own) * area);
            let (mass, moment) = shares
                .enumerate()
                .fold((0.0, DVec3::ZERO), |(mass, moment), (other, share)| (mass + share, moment + at(other) * share));
            largest = largest.max((moment / mass).distance(centers[vertex].as_dvec3()) / extent);
            count += 1;
        }
        println!("{name}: {count} centers differ by at most {:.4} % of the extent", 100.0 * largest);
        assert!(count > 200 && largest > 1e-6 && largest < 1e-3, "{name}: {count}, {largest:e}");
    }
}

/// The standard deviations of points along their principal axes, ascending.
fn principal_deviations(points: &[DVec3]) -> [f64; 3] {
    let mean = points.iter().sum::<DVec3>() / points.len() as f64;
    let mut covariance = DMat3::ZERO;
    for offset in points.iter().map(|point| *point - mean) {
        covariance += DMat3::from_cols(offset * offset.x, offset * offset.y, offset * offset.z);
    }
    covariance *= 1.0 / points.len() as f64;
    // The eigenvalues of a symmetric matrix (Smith 1961).
    let middle = (covariance.x_axis.x + covariance.y_axis.y + covariance.z_axis.z) / 3.0;
    let rest = covariance - DMat3::IDENTITY * middle;
    let size = ((rest * rest).x_axis.x + (rest * rest).y_axis.y + (rest * rest).z_axis.z) / 6.0;
    let size = size.sqrt();
    let angle = ((rest * size.recip()).determinant() / 2.0).clamp(-1.0, 1.0).acos() / 3.0;
    let third = std::f64::consts::TAU / 3.0;
    [angle + third, angle - third, angle].map(|angle| (middle + 2.0 * size * angle.cos()).max(0.0).sqrt())
}

#[test]
fn deviations_along_principal_axes_by_hand() {
    let axes = DMat3::from_quat(DQuat::from_axis_angle(DVec3::new(1.0, 2.0, -0.5).normalize(), 0.9));
    let ends = [DVec3::X * 3.0, DVec3::Y * 2.0, DVec3::Z * 0.5].map(|end| axes * end);
    let points: Vec<DVec3> = ends.into_iter().flat_map(|end| [end, -end]).collect();
    let expected = [0.5, 2.0, 3.0].map(|end: f64| (end * end / 3.0).sqrt());
    let found = principal_deviations(&points);
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} {expected:?}");
}

/// Section 4 has it that centers of vertices with more than two joints form a three-dimensional object. They are those of
/// a surface: of the limb, a flat one; of the hips of the mannequin, one that is fifteen times as wide as it is thick.
#[test]
fn centers_of_more_than_two_joints_lie_near_a_surface() {
    for (name, joint, thinnest, widest) in [("limb", "trunk", 0.0, 1e-3), ("mannequin", "hips", 0.02, 0.1)] {
        let model = bundled(name);
        let centers = compute_centers(&model, &CenterSettings::default());
        let mut points = Vec::new();
        for (primitive, centers) in model.primitives.iter().zip(&centers) {
            for (vertex, center) in centers.iter().enumerate() {
                let influences = primitive.influences.of(vertex);
                let heaviest = influences.iter().max_by(|a, b| a.weight.total_cmp(&b.weight)).map(|one| one.joint);
                let node = heaviest.map(|joint| model.skins[primitive.skin as usize].joints[joint as usize].node);
                if node == model.skeleton.find(joint).ok()
                    && influences.iter().filter(|one| one.weight > 0.01).count() > 2
                {
                    points.push(center.as_dvec3());
                }
            }
        }
        let [thick, middle, wide] = principal_deviations(&points);
        println!("{name}, {joint}: {} centers spread by {thick:.5}, {middle:.4} and {wide:.4}", points.len());
        assert!(
            points.len() > 300 && (thinnest..widest).contains(&(thick / middle)),
            "{name}: {thick} {middle} {wide}"
        );
    }
}

const BEND_DEGREES: f32 = 120.0;
/// Where the bar's second bone begins.
const ELBOW: Vec3 = Vec3::X;

/// The bar with a narrower one inside of it: two parts that no triangle connects.
fn bar_in_bar() -> Model {
    let mut model = Model::clone(&bundled("bar"));
    let mut inner = Primitive::clone(&model.primitives[0]);
    inner.positions.iter_mut().for_each(|position| *position *= Vec3::new(1.0, 0.5, 0.5));
    model.primitives.push(Arc::new(inner));
    model
}

/// The posed parts under a method.
fn bent(model: &Model, method: SkinningMethod) -> Vec<Vec<Vec3>> {
    let mut pose = Pose::rest(&model.skeleton);
    turn(model, &mut pose, "mid", [0.0, 0.0, BEND_DEGREES]);
    let settings = SkinningSettings { method, ..SkinningSettings::default() };
    let palettes = JointPalette::all(model, &pose, settings);
    let centers = compute_centers(model, &CenterSettings::default());
    let parts = model.primitives.iter().zip(&centers);
    parts
        .map(|(primitive, centers)| {
            let posed = deform_primitive_about(model, primitive, &palettes[0], settings, centers).unwrap();
            posed.iter().map(|vertex| vertex.position).collect()
        })
        .collect()
}

/// How far a point is from the bones of the bent bar, which are long enough to count as rays.
fn from_bones(point: Vec3) -> f32 {
    let turned = skinscope::math::turn_from_angles(Vec3::Z * BEND_DEGREES);
    let from_ray = |direction: Vec3| {
        let offset = point - ELBOW;
        (offset - direction * offset.dot(direction).max(0.0)).length()
    };
    from_ray(Vec3::NEG_X).min(from_ray(turned * Vec3::X))
}

/// Figures 11 and 13: parts with the same weights share their centers, so that they keep their distance as under DQS, and
/// each bulges less.
#[test]
fn parts_inside_one_another_bend_as_one() {
    let model = bar_in_bar();
    let [outer, inner] = [0, 1].map(|part: usize| &model.primitives[part]);
    let radius =
        |primitive: &Primitive, vertex: usize| (primitive.positions[vertex] * Vec3::new(0.0, 1.0, 1.0)).length();
    let blended: Vec<usize> = (0..outer.positions.len())
        .filter(|&vertex| outer.influences.of(vertex).len() > 1 && radius(outer, vertex) > 0.1)
        .collect();
    let of = |method| {
        let parts = bent(&model, method);
        let apart = |&vertex: &usize| {
            parts[0][vertex].distance(parts[1][vertex]) / outer.positions[vertex].distance(inner.positions[vertex])
        };
        let bulge = |part: usize| {
            let over_rest = |&vertex: &usize| from_bones(parts[part][vertex]) / radius(&model.primitives[part], vertex);
            blended.iter().map(over_rest).fold(0.0, f32::max)
        };
        (blended.iter().map(apart).fold(f32::MAX, f32::min), [bulge(0), bulge(1)])
    };
    let [(pinched, _), (dqs_apart, dqs), (cor_apart, cor)] =
        [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::Cor].map(of);
    println!("parts keep {pinched:.3} of their distance under LBS, {dqs_apart:.3} under DQS, {cor_apart:.3} under CoR");
    println!("bulge of the outer and the inner part: DQS {dqs:.3?}, CoR {cor:.3?}");
    assert!((pinched - 0.5).abs() < 0.01 && (dqs_apart - 1.0).abs() < 1e-3 && (cor_apart - 1.0).abs() < 1e-3);
    assert!((dqs[0] - 1.248).abs() < 0.01 && (cor[0] - 1.102).abs() < 0.01, "{dqs:?} {cor:?}");
    assert!(cor[1] < 0.85 * dqs[1], "{dqs:?} {cor:?}");
}

/// Figure 7: linear blending takes a center along an arc, as far for every degree of the bend.
#[test]
fn centers_of_the_bar_move_evenly_with_the_bend() {
    let model = bundled("bar");
    let centers = &compute_centers(&model, &CenterSettings::default())[0];
    let primitive = model.skinned_primitives().next().unwrap();
    let posed = |degrees: f32| -> Vec<Vec3> {
        let mut pose = Pose::rest(&model.skeleton);
        turn(&model, &mut pose, "mid", [0.0, 0.0, degrees]);
        let settings = SkinningSettings { method: SkinningMethod::Lbs, ..SkinningSettings::default() };
        let palettes = JointPalette::all(&model, &pose, settings);
        // Centers as a skin of their own.
        let skin = Primitive { positions: centers.to_vec(), ..Primitive::clone(primitive) };
        let posed = deform_primitive(&model, &skin, &palettes[0], settings).unwrap();
        posed.iter().map(|vertex| vertex.position).collect()
    };
    let poses: Vec<Vec<Vec3>> = [0.0, 40.0, 80.0, 120.0].map(posed).into();
    let mut checked = 0;
    for vertex in (0..centers.len()).filter(|&vertex| primitive.influences.of(vertex).len() > 1) {
        let ways: Vec<f32> = poses.windows(2).map(|pair| pair[0][vertex].distance(pair[1][vertex])).collect();
        if ways[0] > 1e-3 {
            assert!(ways.iter().all(|way| (way / ways[0] - 1.0).abs() < 1e-3), "{vertex}: {ways:?}");
            checked += 1;
        }
    }
    assert!(checked > 1000, "{checked}");
}
