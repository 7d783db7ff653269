//! Properties of every rig: values computed by hand, and checks over random poses of the bundled models.

use crate::reference;
use crate::small_models::{Vertex, small_model};
use glam::{DAffine3, DVec3, EulerRot, Quat, Vec3};
use skinscope::files::open_model;
use skinscope::gpu::{self, GpuContext, GpuModel};
use skinscope::math::turn_from_angles;
use skinscope::model::{Influence, Model, Node, Pose, Primitive, ScaleKind, Trs};
use skinscope::skinning::{
    Antipodality, JointPalette, SkinnedVertex, SkinningMethod, SkinningSettings, deform_primitive,
};
use std::sync::Arc;

/// SplitMix64: the same poses everywhere, for ever.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In `low..high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1u64 << 24) as f32)
    }

    pub fn vector(&mut self, most: f32) -> Vec3 {
        Vec3::new(self.between(-most, most), self.between(-most, most), self.between(-most, most))
    }
}

/// Turns beyond 170 degrees included; with `stretched`, scale and shear of every kind too.
pub fn random_pose(model: &Model, random: &mut Random, stretched: bool) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    for node in model.skeleton.shown_joints() {
        let joint = &mut pose.joints[node as usize];
        let most_degrees = if random.next().is_multiple_of(4) { 350.0 } else { 90.0 };
        joint.rotation *= turn_from_angles(random.vector(most_degrees));
        joint.translation += random.vector(0.2);
        if stretched {
            joint.scale *= Vec3::ONE + random.vector(0.4);
            joint.local_scale = Vec3::ONE + random.vector(0.4);
            joint.local_shear = random.vector(0.3);
        }
    }
    pose
}

fn settings(method: SkinningMethod, antipodality: Antipodality) -> SkinningSettings {
    SkinningSettings { method, chosen_antipodality: Some(antipodality), ..SkinningSettings::default() }
}

pub fn all_settings() -> Vec<SkinningSettings> {
    let mut all = vec![settings(SkinningMethod::Lbs, Antipodality::PerVertex)];
    all.extend(Antipodality::ALL.map(|mode| settings(SkinningMethod::Dqs, mode)));
    let local = all.iter().map(|&one| SkinningSettings { scale_kind: ScaleKind::Local, ..one });
    let local: Vec<_> = local.collect();
    all.into_iter().chain(local).collect()
}

fn bundled() -> Vec<Arc<Model>> {
    ["bar", "limb"].map(|name| open_model(name).unwrap().asset.model).to_vec()
}

fn deform(model: &Model, pose: &Pose, settings: SkinningSettings) -> Vec<SkinnedVertex> {
    let palettes = JointPalette::all(model, pose, settings);
    let deform = |primitive: &Arc<Primitive>| {
        deform_primitive(model, primitive, &palettes[primitive.skin as usize], settings).unwrap()
    };
    model.primitives.iter().flat_map(deform).collect()
}

/// Joints at the given places, all of them roots, and one vertex.
fn one_vertex(places: &[Vec3], position: Vec3, weights: &[f32]) -> Model {
    let nodes = places.iter().map(|&translation| Node::new("joint", None, Trs { translation, ..Trs::IDENTITY }));
    let bind: Vec<DAffine3> = places.iter().map(|place| DAffine3::from_translation(place.as_dvec3())).collect();
    let influences: Vec<Influence> =
        weights.iter().enumerate().map(|(joint, &weight)| Influence { joint: joint as u32, weight }).collect();
    small_model(nodes.collect(), &bind, &[Vertex { position, normal: Vec3::Y, influences: &influences }])
}

fn assert_near(found: Vec3, expected: Vec3) {
    assert!(found.abs_diff_eq(expected, 1e-6), "{found} should be {expected}");
}

#[test]
fn by_hand_one_influence_follows_its_joint() {
    let model = one_vertex(&[Vec3::X], Vec3::new(2.0, 0.0, 0.0), &[1.0]);
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[0].rotation = Quat::from_rotation_z(90f32.to_radians());
    pose.joints[0].translation = Vec3::new(1.0, 0.0, 5.0);
    for settings in all_settings() {
        // One unit along the joint's x axis, which now points along y; the normal turns with it.
        let vertex = deform(&model, &pose, settings)[0];
        assert_near(vertex.position, Vec3::new(1.0, 1.0, 5.0));
        assert_near(vertex.normal, Vec3::NEG_X);
    }
}

#[test]
fn by_hand_two_influences_at_a_right_angle() {
    let model = one_vertex(&[Vec3::ZERO, Vec3::ZERO], Vec3::X, &[0.5, 0.5]);
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[1].rotation = Quat::from_rotation_z(90f32.to_radians());
    let at = |method| deform(&model, &pose, settings(method, Antipodality::PerVertex))[0];
    // LBS: the middle of (1, 0, 0) and (0, 1, 0). DQS: turned by 45 degrees.
    assert_near(at(SkinningMethod::Lbs).position, Vec3::new(0.5, 0.5, 0.0));
    let half = std::f32::consts::FRAC_1_SQRT_2;
    assert_near(at(SkinningMethod::Dqs).position, Vec3::new(half, half, 0.0));
    assert_near(at(SkinningMethod::Dqs).normal, Vec3::new(-half, half, 0.0));
}

#[test]
fn by_hand_two_influences_with_a_shift() {
    // Both joints at rest, the second moved by (0, 2, 0): both methods give the weighted shift.
    let model = one_vertex(&[Vec3::ZERO, Vec3::X], Vec3::X, &[0.75, 0.25]);
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[1].translation += Vec3::new(0.0, 2.0, 0.0);
    for settings in all_settings() {
        assert_near(deform(&model, &pose, settings)[0].position, Vec3::new(1.0, 0.5, 0.0));
    }
}

#[test]
fn by_hand_four_influences_about_one_axis() {
    // Turns of 0, 90, 120 and 90 degrees about z, weights 0.4, 0.3, 0.2, 0.1.
    let model = one_vertex(&[Vec3::ZERO; 4], Vec3::X, &[0.4, 0.3, 0.2, 0.1]);
    let mut pose = Pose::rest(&model.skeleton);
    for (joint, degrees) in [0f32, 90.0, 120.0, 90.0].into_iter().enumerate() {
        pose.joints[joint].rotation = Quat::from_rotation_z(degrees.to_radians());
    }
    // LBS: 0.4 (1, 0) + 0.3 (0, 1) + 0.2 (-1/2, sqrt(3)/2) + 0.1 (0, 1).
    let lbs = deform(&model, &pose, settings(SkinningMethod::Lbs, Antipodality::PerVertex))[0];
    assert_near(lbs.position, Vec3::new(0.3, 0.573_205_1, 0.0));
    // DQS: the blended quaternion has z = 0.4 sin 45 + 0.2 sin 60 and w = 0.4 + 0.4 cos 45 + 0.2 cos 60; the vertex
    // turns by twice its angle: sin = 2 z w, cos = w w - z z over the squared length. All dots are positive.
    let (z, w) = (0.4 * 0.707_106_77 + 0.2 * 0.866_025_4, 0.4 + 0.4 * 0.707_106_77 + 0.2 * 0.5);
    let expected = Vec3::new(w * w - z * z, 2.0 * z * w, 0.0) / (w * w + z * z);
    for mode in Antipodality::ALL {
        assert_near(deform(&model, &pose, settings(SkinningMethod::Dqs, mode))[0].position, expected);
    }
}

#[test]
fn the_rest_pose_is_the_rest_shape() {
    for model in bundled() {
        let pose = Pose::rest(&model.skeleton);
        let (rest, extent) = (model.skinned_rest_positions(), model.rest_bounds().extent());
        for settings in all_settings() {
            for (vertex, rest) in deform(&model, &pose, settings).iter().zip(&rest) {
                assert!(vertex.position.distance(*rest) < 1e-6 * extent);
            }
        }
    }
}

#[test]
fn one_rigid_motion_of_all_joints_moves_every_method_alike() {
    let motion = DAffine3::from_rotation_translation(
        glam::DQuat::from_euler(EulerRot::XYZ, 0.8, -2.9, 1.7),
        DVec3::new(0.4, -1.0, 2.0),
    );
    for model in bundled() {
        let mut pose = Pose::rest(&model.skeleton);
        for root in model.skeleton.roots() {
            let joint = &mut pose.joints[root as usize];
            let moved = motion * model.skeleton.node(root).rest.to_affine();
            (_, joint.rotation, joint.translation) = {
                let (scale, rotation, translation) = moved.to_scale_rotation_translation();
                (scale, rotation.as_quat(), translation.as_vec3())
            };
        }
        let (rest, extent) = (model.skinned_rest_positions(), model.rest_bounds().extent());
        for settings in all_settings() {
            for (vertex, rest) in deform(&model, &pose, settings).iter().zip(&rest) {
                let expected = motion.transform_point3(rest.as_dvec3()).as_vec3();
                assert!(vertex.position.distance(expected) < 4e-6 * extent, "{settings:?}");
            }
        }
    }
}

#[test]
fn one_influence_makes_lbs_and_dqs_the_same() {
    let mut random = Random(1);
    for model in bundled() {
        let pose = random_pose(&model, &mut random, false);
        let extent = model.rest_bounds().extent();
        let lbs = deform(&model, &pose, settings(SkinningMethod::Lbs, Antipodality::PerVertex));
        let dqs = deform(&model, &pose, settings(SkinningMethod::Dqs, Antipodality::PerVertex));
        let influences: Vec<usize> =
            model.skinned_primitives().flat_map(|primitive| primitive.influences.iter().map(<[_]>::len)).collect();
        let mut compared = 0;
        for ((a, b), _) in lbs.iter().zip(&dqs).zip(influences).filter(|(_, count)| *count == 1) {
            assert!(a.position.distance(b.position) < 4e-6 * extent);
            assert!(a.normal.distance(b.normal) < 1e-5);
            compared += 1;
        }
        assert!(compared > 100, "only {compared} vertices of {} have one influence", model.name);
    }
}

#[test]
fn the_sign_of_a_joint_changes_nothing_where_the_vertex_chooses() {
    let mut random = Random(2);
    for model in bundled() {
        let pose = random_pose(&model, &mut random, false);
        let extent = model.rest_bounds().extent();
        for mode in [Antipodality::PerVertex, Antipodality::RunningSum] {
            let settings = settings(SkinningMethod::Dqs, mode);
            let palette = JointPalette::all(&model, &pose, settings).remove(0);
            let deform =
                |palette: &JointPalette| deform_primitive(&model, &model.primitives[0], palette, settings).unwrap();
            let before = deform(&palette);
            for joint in 0..palette.motions.len() {
                let mut flipped = palette.clone();
                flipped.motions[joint] = -flipped.motions[joint];
                for (a, b) in before.iter().zip(deform(&flipped)) {
                    assert!(a.position.distance(b.position) < 1e-6 * extent, "joint {joint}, {}", mode.id());
                }
            }
        }
    }
}

#[test]
fn continuous_does_not_jump_where_per_vertex_does() {
    let model = open_model("bar").unwrap().asset.model;
    let mid = model.skeleton.find("mid").unwrap() as usize;
    let extent = model.rest_bounds().extent();
    let largest_step = |mode| {
        let mut before: Option<Vec<SkinnedVertex>> = None;
        let mut largest = 0f32;
        for degrees in (-350..=350).step_by(2) {
            let mut pose = Pose::rest(&model.skeleton);
            pose.joints[mid].rotation *= turn_from_angles(Vec3::new(degrees as f32, 0.0, 0.0));
            let now = deform(&model, &pose, settings(SkinningMethod::Dqs, mode));
            if let Some(before) = before {
                let step = before.iter().zip(&now).map(|(a, b)| a.position.distance(b.position)).fold(0.0, f32::max);
                largest = largest.max(step);
            }
            before = Some(now);
        }
        largest / extent
    };
    // Two degrees of a radius of a twelfth of the extent are 0.003; beyond 180 degrees the blend swings faster,
    // but not by the diameter, as it does where the sign flips.
    let (continuous, per_vertex) = (largest_step(Antipodality::Continuous), largest_step(Antipodality::PerVertex));
    assert!(continuous < 0.03, "continuous jumps by {continuous}");
    assert!(per_vertex > 0.1, "per-vertex should jump, but moves by {per_vertex} only");
}

#[test]
fn gpu_and_cpu_against_the_reference_in_random_poses() {
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    let mut random = Random(3);
    println!("{:<8}{:<24}{:>10}{:>10}  left out", "model", "settings", "cpu", "gpu");
    for model in bundled() {
        let gpu_model = GpuModel::new(&context, &model).unwrap();
        let extent = f64::from(model.rest_bounds().extent());
        for settings in all_settings() {
            let (mut worst_cpu, mut worst_gpu, mut left_out) = (0.0f64, 0.0f64, 0);
            for round in 0..6 {
                let pose = random_pose(&model, &mut random, round % 2 == 1);
                let reference = reference::deform(&model, &pose, settings);
                let palettes = JointPalette::all(&model, &pose, settings);
                let gpu = gpu::deform(&context, &gpu_model, &palettes, settings).unwrap().concat();
                let cpu = deform(&model, &pose, settings);
                assert_eq!((cpu.len(), gpu.len()), (reference.len(), reference.len()));
                for ((exact, cpu), gpu) in reference.iter().zip(&cpu).zip(&gpu) {
                    if exact.sign_margin < 1e-5 {
                        left_out += 1;
                        continue;
                    }
                    let error = |found: &SkinnedVertex| {
                        let error = found.position.as_dvec3().distance(exact.position) / extent * exact.blend_length;
                        assert!(error.is_finite());
                        error
                    };
                    worst_cpu = worst_cpu.max(error(cpu));
                    worst_gpu = worst_gpu.max(error(gpu));
                }
            }
            let name =
                format!("{} {} {}", settings.method.id(), settings.antipodality().id(), settings.scale_kind.id());
            println!("{:<8}{name:<24}{worst_cpu:>10.1e}{worst_gpu:>10.1e}  {left_out}", model.name);
            assert!(worst_cpu < 2e-5 && worst_gpu < 2e-5, "{} {name}: {worst_cpu:e} {worst_gpu:e}", model.name);
        }
    }
}
