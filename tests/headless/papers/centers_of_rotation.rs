//! Optimized centers of rotation: Le & Hodgins 2016, equation 3 and algorithm 1, figures 3 and 7.

use super::{bundled, largest_distance, sample, turn};
use crate::reference::centers::centers;
use crate::reference::joints::Joint;
use crate::reference::{self, RestPoint, Scene, Settings, influences, joints_of, quaternion, skin_vertex};
use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::model::{Model, Pose, SkinKind};
use skinscope::skinning::{Antipodality, JointPalette, SkinningMethod, SkinningSettings, deform_primitive_about};
use std::collections::HashMap;
use std::sync::Arc;

fn settings(method: &'static str) -> Settings {
    Settings { antipodality: Antipodality::RunningSum, ..Settings::new(method) }
}

/// Figures 2 and 3: the cross sections of a tube keep their radius under twist, because their centers lie on the axis
/// and stay there; LBS pinches them to cos(angle / 2).
#[test]
fn a_twisted_tube_keeps_its_radius() {
    let model = bundled("bar");
    let centers = centers(&model, 1);
    let primitive = model.skinned_primitives().next().unwrap();
    let off_axis = centers.iter().flatten().map(|center| center.point.truncate_x().length()).fold(0.0, f64::max);
    for degrees in [45.0f32, 90.0, 135.0, 179.0] {
        let mut pose = Pose::rest(&model.skeleton);
        turn(&model, &mut pose, "mid", [degrees, 0.0, 0.0]);
        let worst = |method: &'static str| {
            let posed = reference::deform_about(&model, &pose, settings(method), &centers);
            let ratios = posed.iter().zip(&primitive.positions).filter_map(|(posed, rest)| {
                let radius = rest.as_dvec3().truncate_x().length();
                (radius > 0.1).then(|| posed.position.truncate_x().length() / radius)
            });
            ratios.fold((1.0f64, 1.0f64), |(least, most), ratio| (least.min(ratio), most.max(ratio)))
        };
        let ((least, most), (pinched, _)) = (worst("cor"), worst("lbs"));
        println!("twist {degrees}: cor keeps {least:.5} to {most:.5} of the radius, LBS {pinched:.4}");
        assert!(least > 0.995 && most < 1.005);
        let expected = (0.5 * f64::from(degrees)).to_radians().cos();
        assert!((pinched - expected).abs() < 0.01, "LBS keeps {pinched}, not cos(angle / 2) = {expected}");
    }
    println!("figure 7: centers leave the axis by at most {off_axis:.1e}");
    assert!(off_axis < 0.005 * 0.2);
}

trait Across {
    fn truncate_x(self) -> DVec3;
}

impl Across for DVec3 {
    fn truncate_x(self) -> DVec3 {
        DVec3::new(0.0, self.y, self.z)
    }
}

fn posed(model: &Model, stretched: bool) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    turn(model, &mut pose, "mid", [70.0, 40.0, -80.0]);
    if stretched {
        let mid = model.skeleton.find("mid").unwrap() as usize;
        pose.joints[mid].local_scale = Vec3::new(1.3, 0.7, 1.2);
        pose.joints[mid].local_shear = Vec3::new(0.2, -0.1, 0.3);
    }
    pose
}

/// Algorithm 1: a vertex with one influence has no center and follows its joint, as with LBS; with stretch too.
#[test]
fn one_influence_is_lbs() {
    let model = bundled("bar");
    let centers = centers(&model, 1);
    for stretched in [false, true] {
        let pose = posed(&model, stretched);
        let lbs = reference::deform(&model, &pose, settings("lbs"));
        let cor = reference::deform_about(&model, &pose, settings("cor"), &centers);
        let primitive = model.skinned_primitives().next().unwrap();
        let single = (0..lbs.len()).filter(|&vertex| primitive.influences.of(vertex).len() == 1);
        let (mut count, mut largest) = (0, 0.0f64);
        for vertex in single {
            assert!(centers[vertex].is_none());
            largest = largest.max(lbs[vertex].position.distance(cor[vertex].position));
            largest = largest.max(lbs[vertex].normal.distance(cor[vertex].normal));
            count += 1;
        }
        println!("{count} vertices with one influence differ from LBS by {largest:.1e} (stretched: {stretched})");
        assert!(count > 100 && largest < 1e-12);
    }
}

/// Equation 3b: the center itself goes where LBS takes it. With stretch it passes the blended first phase before: a
/// vertex that lies on its own center lands where the second phase takes the stretched center.
#[test]
fn the_center_passes_through_the_first_phase() {
    let model = bundled("bar");
    let centers = centers(&model, 1);
    let primitive = model.skinned_primitives().next().unwrap();
    let pose = posed(&model, true);
    let joints = joints_of(&model, primitive, &pose, settings("cor"));
    let (mut largest, mut moved) = (0.0f64, 0.0f64);
    for (vertex, center) in centers.iter().enumerate() {
        let Some(center) = center.map(|center| center.point) else { continue };
        let influences = influences(primitive, vertex);
        let rest = |position: DVec3| RestPoint {
            position,
            normal: DVec3::X,
            influences: &influences,
            center,
            covariance: DMat3::ZERO,
            bone: None,
            blend: None,
        };
        let mut scene = Scene::new(&joints, settings("cor"));
        let sum =
            |point: &dyn Fn(&Joint) -> DVec3| influences.iter().map(|&(j, w)| point(&joints[j]) * w).sum::<DVec3>();
        let stretched = sum(&|joint| joint.first_phase().transform_point3(center));
        let expected =
            sum(&|joint| joint.posed_origin + quaternion::rotate(joint.turn, stretched - joint.stretched_origin));
        largest = largest.max(skin_vertex(&rest(center), &mut scene).position.distance(expected));
        // The offset from the center is stretched by the first phase and turned as a whole.
        let offset = DVec3::new(0.02, 0.05, -0.03);
        let stretch = influences.iter().fold(DMat3::ZERO, |all, &(j, w)| all + joints[j].stretch * w);
        let found = skin_vertex(&rest(center + offset), &mut scene).position.distance(expected);
        largest = largest.max((found - (stretch * offset).length()).abs());
        moved = moved.max(center.distance(stretched));
    }
    println!("centers pass the first phase (which moves them by up to {moved:.3}) to {largest:.1e}");
    assert!(largest < 1e-12 && moved > 0.01);
}

/// Equations 1 and 4 with the subdivision of section 3.2: the program's index by joint pair sums what the plain sum
/// over all triangles does.
#[test]
fn the_program_finds_the_centers_of_the_plain_sum() {
    const STRIDE: usize = 5;
    let mut models = vec![bundled("bar"), bundled("limb")];
    models.extend(sample("centers of CesiumMan", "CesiumMan.glb"));
    for model in models {
        let found = compute_centers(&model, &CenterSettings::default());
        let mut exact = centers(&model, STRIDE).into_iter();
        let (mut largest, mut without) = (0.0f64, 0);
        for (primitive, found) in model.primitives.iter().zip(&found) {
            if model.skins[primitive.skin as usize].kind != SkinKind::Skinned {
                continue;
            }
            for vertex in (0..found.len()).step_by(STRIDE) {
                let exact = exact.next().unwrap();
                without += usize::from(exact.is_none());
                let exact = exact.map_or(primitive.positions[vertex].as_dvec3(), |center| center.point);
                largest = largest.max(found[vertex].as_dvec3().distance(exact));
            }
        }
        let share = largest / f64::from(model.rest_bounds().extent());
        println!("{}: centers to {share:.1e} of the extent, {without} vertices without one", model.name);
        // Coarse models with abrupt weights have their triangles gathered in cells; the others are summed exactly.
        let tolerance = if model.name == "CesiumMan" { 1e-4 } else { 1e-6 };
        assert!(share < tolerance, "{}: {share:e}", model.name);
    }
}

fn real_models(test: &str) -> Vec<Arc<Model>> {
    let mut models = vec![bundled("limb"), bundled("cloth-9")];
    models.extend(["RiggedSimple.glb", "CesiumMan.glb"].iter().filter_map(|file| sample(test, file)));
    models
}

/// Equation 3c knows places only as weighted means, and distances not at all: where the rest pose goes, the centers go.
#[test]
fn centers_move_with_the_rest_pose() {
    let motion = DAffine3::from_rotation_translation(
        DQuat::from_axis_angle(DVec3::new(2.0, -1.0, 0.5).normalize(), 2.1),
        DVec3::new(0.7, -0.4, 1.1),
    );
    for model in real_models("centers of a moved rest pose") {
        let extent = f64::from(model.rest_bounds().extent());
        let mut moved = Model::clone(&model);
        for position in moved.primitives.iter_mut().flat_map(|primitive| &mut Arc::make_mut(primitive).positions) {
            // By as much as the model is large, so that rounding is what the model's own size makes it.
            let place = position.as_dvec3() / extent;
            *position = (motion.transform_point3(place) * extent).as_vec3();
        }
        let settings = CenterSettings::default();
        let (before, after) = (compute_centers(&model, &settings), compute_centers(&moved, &settings));
        let expected =
            before.iter().flatten().map(|center| motion.transform_point3(center.as_dvec3() / extent) * extent);
        let after = after.iter().flatten().map(|center| center.as_dvec3());
        let share = largest_distance(expected, after) / extent;
        println!("{}: centers follow a rigid motion to {share:.1e} of the extent", model.name);
        assert!(share < 1e-6, "{}: {share:e}", model.name);
    }
}

/// Section 3.2: a center depends on a vertex's weights and on the surface, so that the copies of a vertex along a seam
/// share one, to the last bit: otherwise the skin would tear open there.
#[test]
fn copies_of_a_vertex_share_a_center() {
    for model in real_models("centers along seams") {
        let centers = compute_centers(&model, &CenterSettings::default());
        let mut of_weights = HashMap::new();
        let (mut copies, mut apart) = (0, 0);
        for (primitive, centers) in model.primitives.iter().zip(&centers) {
            for (vertex, center) in centers.iter().enumerate() {
                let place = primitive.positions[vertex].to_array().map(f32::to_bits);
                let weights: Vec<(u32, u32)> =
                    primitive.influences.of(vertex).iter().map(|one| (one.joint, one.weight.to_bits())).collect();
                let first = *of_weights.entry((primitive.skin, place, weights)).or_insert(*center);
                apart += usize::from(first != *center);
                copies += 1;
            }
        }
        copies -= of_weights.len();
        println!("{}: {copies} copies of vertices, {apart} with a center of their own", model.name);
        assert_eq!(apart, 0, "{}", model.name);
        assert!(copies > 100 || !model.name.starts_with("Cesium"), "CesiumMan has seams");
    }
}

/// The surface is that of all primitives with one skin, however a file divides it.
#[test]
fn a_divided_mesh_has_the_centers_of_the_whole() {
    let model = bundled("limb");
    let mut divided = Model::clone(&model);
    let mut rest = skinscope::model::Primitive::clone(&divided.primitives[0]);
    let first = Arc::make_mut(&mut divided.primitives[0]);
    rest.indices = first.indices.split_off(model.primitives[0].indices.len() / 6 * 3);
    divided.primitives.push(Arc::new(rest));
    let settings = CenterSettings::default();
    let (whole, parts) = (compute_centers(&model, &settings), compute_centers(&divided, &settings));
    let extent = model.rest_bounds().extent();
    for part in &parts {
        for (a, b) in whole[0].iter().zip(part) {
            assert!(a.distance(*b) < 1e-6 * extent, "{a} {b}");
        }
    }
    assert_eq!(parts[0], parts[1]);
}

/// Section 4: "not sensitive to parameter selection", for epsilon <= sigma <= 0.1. How far the skin of a posed hand moves
/// when the widths differ from the paper's, in the largest of all vertices.
#[test]
fn the_widths_of_similarity_and_subdivision_hardly_matter() {
    for (name, pose_name) in [("hand", "fist"), ("limb", "fold-forward")] {
        let model = bundled(name);
        let mut pose = Pose::rest(&model.skeleton);
        let named = skinscope::bundled::find(name).and_then(|model| model.pose(pose_name)).unwrap();
        named.overrides(&model.skeleton).unwrap().apply(&model.skeleton, &mut pose);
        let cor = SkinningSettings { method: SkinningMethod::Cor, ..SkinningSettings::default() };
        let palettes = JointPalette::all(&model, &pose, cor);
        let skin = |sigma: f64, epsilon: f64| -> Vec<Vec3> {
            let settings = CenterSettings { sigma, epsilon, ..CenterSettings::default() };
            let centers = compute_centers(&model, &settings);
            let of = model.primitives.iter().zip(&centers).flat_map(|(primitive, centers)| {
                deform_primitive_about(&model, primitive, &palettes[primitive.skin as usize], cor, centers).unwrap()
            });
            of.map(|vertex| vertex.position).collect()
        };
        let extent = model.rest_bounds().extent();
        let papers = skin(0.1, 0.1);
        println!("{name} {pose_name}: largest and mean way of the skin, in percent of the extent");
        for (sigma, epsilon) in [(0.05, 0.05), (0.1, 0.05)] {
            let moved: Vec<f32> =
                skin(sigma, epsilon).iter().zip(&papers).map(|(a, b)| a.distance(*b) / extent * 100.0).collect();
            let largest = moved.iter().copied().fold(0.0, f32::max);
            let mean = moved.iter().sum::<f32>() / moved.len() as f32;
            println!("  sigma {sigma:<5} epsilon {epsilon:<5} {largest:.4} {mean:.5}");
            assert!(largest < 1.0 && mean < 0.1, "{sigma} {epsilon}: {largest} {mean}");
        }
    }
}
