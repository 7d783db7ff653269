//! Normals are the method's own: Kavan 2008, algorithm 1 and section 4.2; DESIGN, "Normals". With the weights of a
//! vertex held fast, a method is a map of space, and its normal is turned by that map's cofactor matrix.

use super::program::{all_settings, centers_of_primitives, on_cpu};
use super::{bundled, turn};
use crate::properties::{Random, random_pose};
use crate::reference::centers::{Center, centers};
use crate::reference::methods::cofactor_normal;
use crate::reference::{
    METHODS, ReferenceVertex, RestPoint, Scene, Settings, every, joints_of_primitives, skin_vertex, visit,
};
use glam::{DMat3, DVec3, Vec3};
use skinscope::model::{Model, Pose, ScaleKind};
use std::collections::BTreeMap;

/// Every how many vertices are looked at.
const STRIDE: usize = 7;
/// The same under reflections.
const MIRRORED_STRIDE: usize = 3;

struct Analytic {
    normal: DVec3,
    /// One for a rotation, near zero where the map flattens the surface, or shrinks it to a point, as half way to a reflection.
    condition: f64,
}

/// By central differences of the method's positions in double precision.
fn analytic_normal(rest: &RestPoint<'_>, scene: &mut Scene<'_>) -> Analytic {
    const STEP: f64 = 1e-5;
    let mut at = |offset: DVec3| {
        let moved = RestPoint { position: rest.position + offset, ..*rest };
        skin_vertex(&moved, scene).position
    };
    let mut column = |axis: DVec3| (at(axis * STEP) - at(-axis * STEP)) / (2.0 * STEP);
    let map = DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z));
    let size = map.x_axis.length_squared() + map.y_axis.length_squared() + map.z_axis.length_squared();
    let (x, y, z) = (map.x_axis, map.y_axis, map.z_axis);
    let turned = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y)) * rest.normal;
    let flatness = turned.length() / (size / 3.0);
    let volume = map.determinant().abs() / (size / 3.0).powf(1.5);
    Analytic { normal: cofactor_normal(map, rest.normal), condition: flatness.min(volume).min((size / 3.0).sqrt()) }
}

/// For every `STRIDE`-th vertex: the analytic normal, and what the reference makes of it. `centers` are those of all.
fn analytic_normals(
    model: &Model,
    pose: &Pose,
    settings: Settings,
    centers: &[Option<Center>],
) -> Vec<(Analytic, ReferenceVertex)> {
    let settings = Settings { stride: STRIDE, ..settings };
    let joints = joints_of_primitives(model, pose, settings);
    visit(model, settings, &every(model, centers, STRIDE), &joints, |rest, scene| {
        (analytic_normal(rest, scene), skin_vertex(rest, scene))
    })
}

fn degrees_apart(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

/// Their normals turn with the smoothed surface, and their vertices depend on others.
const SMOOTHED: [&str; 2] = ["delta-mush", "direct-delta-mush"];

fn random_poses(model: &Model) -> Vec<Pose> {
    let mut random = Random(91);
    (0..3).map(|round| random_pose(model, &mut random, round > 0)).collect()
}

/// Where the comparison says something: no sign, no nearest joint about to change, a map that keeps a direction.
fn is_clear(analytic: &Analytic, own: &ReferenceVertex) -> bool {
    own.sign_margin.min(own.normal_margin) > 1e-3 && own.blend_length > 0.05 && analytic.condition > 0.01
}

#[test]
fn every_reference_has_the_normal_of_its_own_map() {
    for name in ["bar", "limb"] {
        let model = bundled(name);
        let centers = centers(&model, 1);
        for method in METHODS.into_iter().filter(|&method| !SMOOTHED.contains(&method)) {
            let (mut largest, mut compared, mut unclear) = (0.0f64, 0, 0);
            for pose in random_poses(&model) {
                for scale_kind in ScaleKind::ALL {
                    let settings = Settings { scale_kind, ..Settings::new(method) };
                    for (analytic, own) in analytic_normals(&model, &pose, settings, &centers) {
                        if is_clear(&analytic, &own) {
                            largest = largest.max(degrees_apart(own.normal, analytic.normal));
                            compared += 1;
                        } else {
                            unclear += 1;
                        }
                    }
                }
            }
            println!("{name} {method}: {largest:.1e} degrees over {compared} normals, {unclear} left out");
            assert!(largest < 1e-3 && compared > 4 * unclear, "{method}: {largest} degrees");
        }
    }
}

#[test]
fn every_method_of_the_program_has_the_normal_of_its_own_map() {
    let mut failures = Vec::new();
    let mut of_method = BTreeMap::new();
    for name in ["bar", "limb"] {
        let model = bundled(name);
        let centers = centers(&model, 1);
        let of_primitives = centers_of_primitives(&model, &centers);
        for settings in all_settings().into_iter().filter(|settings| !SMOOTHED.contains(&settings.method.id())) {
            let (mut largest, mut compared) = (0.0f64, 0);
            for pose in random_poses(&model) {
                let found = every(&model, &on_cpu(&model, &pose, settings, &of_primitives), STRIDE);
                let expected = analytic_normals(&model, &pose, settings.into(), &centers);
                for (found, (analytic, own)) in found.iter().zip(&expected) {
                    if is_clear(analytic, own) {
                        let normal = found.normal.as_dvec3();
                        assert!((normal.length() - 1.0).abs() < 1e-4, "{settings:?}");
                        largest = largest.max(degrees_apart(normal, analytic.normal));
                        compared += 1;
                    }
                }
            }
            assert!(compared > 100);
            let worst = of_method.entry(settings.method.id()).or_insert(0.0f64);
            *worst = worst.max(largest);
            if largest > 0.1 {
                failures.push(format!("{name} {settings:?}: {largest:.3} degrees"));
            }
        }
    }
    println!("degrees from the analytic normal: {of_method:.4?}");
    assert!(failures.is_empty(), "more than 0.1 degrees from the analytic normal: {failures:#?}");
}

/// Reflections turn triangles inside out, not normals: all of the skin mirrored, and one joint of it.
#[test]
fn normals_point_outward_under_reflections() {
    let model = bundled("bar");
    let centers = centers(&model, 1);
    let of_primitives = centers_of_primitives(&model, &centers);
    let chosen = every(&model, &centers, MIRRORED_STRIDE);
    let roots: Vec<u32> = model.skeleton.roots().collect();
    for (mirrored, what) in [(roots[0], "all"), (model.skeleton.find("mid").unwrap(), "mid")] {
        for scale in [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.2, -0.8, 1.0), Vec3::new(-1.0, -1.1, -0.9)] {
            let mut pose = Pose::rest(&model.skeleton);
            pose.joints[mirrored as usize].scale *= scale;
            turn(&model, &mut pose, "mid", [30.0, 20.0, 50.0]);
            for settings in all_settings().into_iter().filter(|settings| !SMOOTHED.contains(&settings.method.id())) {
                let posed = every(&model, &on_cpu(&model, &pose, settings, &of_primitives), MIRRORED_STRIDE);
                let settings_of_reference = Settings { stride: MIRRORED_STRIDE, ..settings.into() };
                let joints = joints_of_primitives(&model, &pose, settings_of_reference);
                let mut vertices = posed.iter();
                let side_is_outward = |here: &RestPoint<'_>, scene: &mut Scene<'_>| {
                    let posed = vertices.next().unwrap();
                    // The sides of the bar, not its caps.
                    if here.normal.x.abs() > 0.1 {
                        return None;
                    }
                    let analytic = analytic_normal(here, scene);
                    let toward_axis = DVec3::new(0.0, -here.position.y, -here.position.z);
                    let inner = RestPoint { position: here.position + toward_axis * 1e-4, ..*here };
                    let own = skin_vertex(here, scene);
                    if analytic.condition < 0.05
                        || own.sign_margin.min(own.normal_margin) < 1e-3
                        || own.blend_length < 0.05
                    {
                        return None;
                    }
                    // A point a little nearer to the axis stays on the inner side.
                    let outward = own.position - skin_vertex(&inner, scene).position;
                    Some(posed.normal.as_dvec3().dot(outward) > 0.0)
                };
                let sides: Vec<bool> = visit(&model, settings_of_reference, &chosen, &joints, side_is_outward)
                    .into_iter()
                    .flatten()
                    .collect();
                let (checked, inward) = (sides.len(), sides.iter().filter(|outward| !**outward).count());
                assert!(checked > 500, "{what} {settings:?}: only {checked} checked");
                assert_eq!(inward, 0, "{what} mirrored by {scale}, {settings:?}: of {checked} normals");
            }
        }
    }
}
