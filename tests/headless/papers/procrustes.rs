//! The Procrustes variant of optimized centers: Le & Hodgins 2016, section 5.

use super::program::on_cpu;
use super::{bundled, turn};
use crate::properties::{Random, random_pose};
use crate::reference::centers::{Center, centers, similar_surface};
use crate::reference::{self, RestPoint, Scene, Settings, influences, joints_of, skin_vertex};
use crate::small_models::{Vertex, small_model};
use glam::{DAffine3, DMat3, DQuat, DVec3, EulerRot, Quat, Vec3};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::model::{Influence, Model, Node, Pose, ScaleKind, Trs};
use skinscope::skinning::{
    Antipodality, Covariance, JointPalette, PrimitiveCenters, SkinningMethod, SkinningSettings, deform_primitive_about,
};

fn settings(method: SkinningMethod) -> SkinningSettings {
    SkinningSettings { method, ..SkinningSettings::default() }
}

/// Joints at the origin with turns about Z in degrees, and one vertex whose center is the origin.
struct Small {
    model: Model,
    pose: Pose,
}

impl Small {
    fn new(position: Vec3, turns: &[(f32, f32)]) -> Self {
        let nodes = (0..turns.len()).map(|joint| Node::new(format!("joint {joint}"), None, Trs::IDENTITY)).collect();
        let influence = |(joint, &(weight, _)): (usize, &(f32, f32))| Influence { joint: joint as u32, weight };
        let influences: Vec<Influence> = turns.iter().enumerate().map(influence).collect();
        let vertex = Vertex { position, normal: Vec3::Z, influences: &influences };
        let model = small_model(nodes, &vec![DAffine3::IDENTITY; turns.len()], &[vertex]);
        let mut pose = Pose::rest(&model.skeleton);
        for (joint, (_, degrees)) in pose.joints.iter_mut().zip(turns) {
            joint.rotation = Quat::from_rotation_z(degrees.to_radians());
        }
        Self { model, pose }
    }

    fn posed(&self, method: SkinningMethod, covariance: Covariance) -> Vec3 {
        let centers = PrimitiveCenters::with_covariances(vec![Vec3::ZERO], vec![covariance]);
        let palettes = JointPalette::all(&self.model, &self.pose, settings(method));
        let primitive = &self.model.primitives[0];
        deform_primitive_about(&self.model, primitive, &palettes[0], settings(method), &centers).unwrap()[0].position
    }
}

fn covariance(squares: [f32; 3], products: [f32; 3]) -> Covariance {
    Covariance { squares: squares.into(), products: products.into() }
}

/// Weights of 3/4 and 1/4, the second joint turned by 90 degrees. A ring across the axis: sum of w U is 3/4 + i/4 there, an
/// angle of atan(1/3) = 18.435 degrees. The quaternions of `cor` give 2 atan(sin 45 / (3 + cos 45)) = 21.598 degrees.
#[test]
fn by_hand_a_ring_turns_along_straight_lines() {
    let small = Small::new(Vec3::X, &[(0.75, 0.0), (0.25, 90.0)]);
    let ring = covariance([0.5, 0.5, 0.0], [0.0; 3]);
    let degrees = |position: Vec3| position.y.atan2(position.x).to_degrees();
    let (procrustes, cor) = (small.posed(SkinningMethod::CorProcrustes, ring), small.posed(SkinningMethod::Cor, ring));
    assert!((degrees(procrustes) - 18.4349).abs() < 1e-3, "{procrustes}");
    assert!((degrees(cor) - 21.5977).abs() < 1e-3, "{cor}");
    for position in [procrustes, cor] {
        assert!((position.length() - 1.0).abs() < 1e-6 && position.z == 0.0, "{position}");
    }
}

/// A line along (1, 0, 1): linear blending takes it along (3/4, 1/4, 1), and the rotation takes it there. The turn
/// about the line is left to the smallest covariance; the result is a rotation for every singular covariance.
#[test]
fn by_hand_a_line_turns_to_where_linear_blending_takes_it() {
    let line = covariance([0.5, 0.0, 0.5], [0.0, 0.5, 0.0]);
    let turns = [(0.75, 0.0), (0.25, 90.0)];
    let along = Vec3::new(1.0, 0.0, 1.0);
    let found = Small::new(along, &turns).posed(SkinningMethod::CorProcrustes, line);
    let expected = Vec3::new(0.75, 0.25, 1.0).normalize() * along.length();
    assert!(found.distance(expected) < 3e-4, "{found} {expected}");
    let plane = covariance([0.5, 0.5, 0.0], [0.0; 3]);
    for singular in [line, plane, covariance([1.0, 0.0, 0.0], [0.0; 3]), Covariance::NONE] {
        for degrees in [0.0, 60.0, 120.0, 179.0, 180.0] {
            let axes = Vec3::AXES.map(|axis| {
                let small = Small::new(axis, &[(0.5, 0.0), (0.5, degrees)]);
                small.posed(SkinningMethod::CorProcrustes, singular)
            });
            for (index, axis) in axes.iter().enumerate() {
                assert!((axis.length() - 1.0).abs() < 1e-5, "{degrees}: {axes:?}");
                assert!(axis.dot(axes[(index + 1) % 3]).abs() < 1e-5, "{degrees}: {axes:?}");
            }
            assert!(axes[0].cross(axes[1]).dot(axes[2]) > 0.99, "a rotation, not a reflection: {axes:?}");
        }
    }
}

/// A vertex without a center (no covariance) beside one whose similar surface shrinks in one direction: nothing jumps where
/// a joint's weight ends.
#[test]
fn the_rotation_is_that_of_the_joint_where_the_weight_ends() {
    for singular in
        [Covariance::NONE, covariance([0.2, 0.3, 0.5], [0.1, -0.1, 0.05]), covariance([0.0, 1.0, 0.0], [0.0; 3])]
    {
        let mut before = None;
        for weight in [0.9f32, 0.99, 0.999, 0.9999] {
            let small = Small::new(Vec3::new(0.3, 0.8, 0.5), &[(weight, 30.0), (1.0 - weight, 150.0)]);
            let alone = small.pose.joints[0].rotation * Vec3::new(0.3, 0.8, 0.5);
            let away = small.posed(SkinningMethod::CorProcrustes, singular).distance(alone);
            assert!(away < 2.0 * (1.0 - weight) + 1e-6, "{weight}: {away}");
            assert!(before.is_none_or(|before| away < before));
            before = Some(away);
        }
    }
}

/// Equation 2 with both unknowns: no other rotation and no other translation brings the similar surface nearer to where
/// linear blending with the vertex's own weights takes it. `cor`, whose rotation is chosen beforehand, is at best as near.
#[test]
fn rotation_and_translation_minimize_equation_2() {
    let model = bundled("limb");
    let primitive = model.skinned_primitives().next().unwrap();
    let mut pose = Pose::rest(&model.skeleton);
    let joint = model.skeleton.label(model.skins[0].joints[1].node);
    turn(&model, &mut pose, &joint, [70.0, -40.0, 95.0]);
    let centers = centers(&model, 1);
    let (mut looked_at, mut nearer) = (0, 0);
    for vertex in (0..centers.len()).filter(|&vertex| centers[vertex].is_some()).step_by(97) {
        let Center { point, covariance } = centers[vertex].unwrap();
        let influences = influences(primitive, vertex);
        let surface = similar_surface(&model, primitive, vertex);
        let joints = joints_of(&model, primitive, &pose, Settings::new("cor"));
        let blended = |v: DVec3| influences.iter().map(|&(j, w)| joints[j].motion().apply(v) * w).sum::<DVec3>();
        // The rigid motion of a method, from where it takes four points.
        let motion_of = |method: &'static str| {
            let mut scene = Scene::new(&joints, Settings::new(method));
            let mut at = |position: DVec3| {
                let rest = RestPoint {
                    position,
                    normal: DVec3::Z,
                    influences: &influences,
                    center: point,
                    covariance,
                    bone: None,
                    blend: None,
                };
                skin_vertex(&rest, &mut scene).position
            };
            let origin = at(DVec3::ZERO);
            let rotation = DMat3::from_cols(at(DVec3::X) - origin, at(DVec3::Y) - origin, at(DVec3::Z) - origin);
            (rotation, origin)
        };
        let mass: f64 = surface.iter().map(|(_, share)| share).sum();
        let error = |(rotation, shift): (DMat3, DVec3)| {
            let of = |&(v, share): &(DVec3, f64)| (rotation * v + shift - blended(v)).length_squared() * share;
            surface.iter().map(of).sum::<f64>() / mass
        };
        let (rotation, shift) = motion_of("cor-procrustes");
        let best = error((rotation, shift));
        for axis in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE.normalize()] {
            for amount in [-0.5, -0.03, 0.03, 0.5] {
                // About the center, so that the translation stays the best one.
                let other = DMat3::from_axis_angle(axis, amount) * rotation;
                let turned = (other, rotation * point + shift - other * point);
                assert!(error(turned) > best, "{vertex}: turned by {amount} about {axis}");
                assert!(error((rotation, shift + axis * amount * 0.1)) > best, "{vertex}: shifted along {axis}");
            }
        }
        let cor = error(motion_of("cor"));
        assert!(cor > best - 1e-9, "{vertex}: {cor} {best}");
        nearer += usize::from(cor > best * 1.01);
        looked_at += 1;
    }
    println!("{looked_at} vertices, {nearer} of them nearer than with cor by more than 1%");
    assert!(looked_at > 15 && nearer > 3, "{looked_at} {nearer}");
}

/// Where all joints share a rotation, whatever their translations, that is the rotation of both methods.
#[test]
fn joints_with_one_rotation_make_it_the_same_as_cor() {
    for name in ["bar", "limb", "hand"] {
        let model = bundled(name);
        let centers = compute_centers(&model, &CenterSettings::default());
        let mut random = Random(12);
        let mut pose = Pose::rest(&model.skeleton);
        for root in model.skeleton.roots() {
            pose.joints[root as usize].rotation = Quat::from_euler(EulerRot::XYZ, 2.0, -1.1, 0.4);
        }
        for joint in &mut pose.joints {
            joint.translation += random.vector(0.3);
        }
        let of = |method| on_cpu(&model, &pose, settings(method), &centers);
        let extent = model.rest_bounds().extent();
        for (a, b) in of(SkinningMethod::Cor).iter().zip(of(SkinningMethod::CorProcrustes)) {
            assert!(a.position.distance(b.position) < 3e-6 * extent, "{name}: {a:?} {b:?}");
            assert!(a.normal.distance(b.normal) < 3e-6, "{name}: {a:?} {b:?}");
        }
    }
}

/// The whole rig moved moves the skin alike, in every pose, stretched ones too.
#[test]
fn a_motion_of_the_whole_rig_moves_the_skin() {
    let motion = DAffine3::from_rotation_translation(
        DQuat::from_euler(EulerRot::XYZ, 0.8, -2.9, 1.7),
        DVec3::new(0.4, -1.0, 2.0),
    );
    for name in ["bar", "limb"] {
        let model = bundled(name);
        let centers = compute_centers(&model, &CenterSettings::default());
        let mut random = Random(31);
        for stretched in [false, true] {
            let pose = random_pose(&model, &mut random, stretched);
            let mut moved = pose.clone();
            for root in model.skeleton.roots() {
                let joint = &mut moved.joints[root as usize];
                let rotation = DQuat::from_mat3(&motion.matrix3) * joint.rotation.as_dquat();
                joint.rotation = rotation.as_quat();
                joint.translation = motion.transform_point3(joint.translation.as_dvec3()).as_vec3();
            }
            let exact = reference::deform(&model, &pose, Settings::new("cor-procrustes"));
            let of = |pose| on_cpu(&model, pose, settings(SkinningMethod::CorProcrustes), &centers);
            let extent = f64::from(model.rest_bounds().extent());
            let mut compared = 0;
            for ((here, there), exact) in of(&pose).iter().zip(of(&moved)).zip(exact) {
                if exact.sign_margin < 1e-2 {
                    continue;
                }
                let expected = motion.transform_point3(here.position.as_dvec3());
                let apart = there.position.as_dvec3().distance(expected) * exact.blend_length;
                assert!(apart < 1e-5 * extent, "{name}, stretched: {stretched}: {apart:e}");
                compared += 1;
            }
            assert!(compared > 500, "{name}: {compared}");
        }
    }
}

/// Section 5: "does not require representing the bone rotations in quaternions", so no mode of antipodality changes a bit.
#[test]
fn no_sign_of_a_quaternion_changes_a_bit() {
    let model = bundled("limb");
    let centers = compute_centers(&model, &CenterSettings::default());
    let pose = random_pose(&model, &mut Random(77), true);
    let of = |mode| {
        let settings = SkinningSettings { chosen_antipodality: Some(mode), ..settings(SkinningMethod::CorProcrustes) };
        on_cpu(&model, &pose, settings, &centers)
    };
    for mode in Antipodality::ALL {
        assert!(of(mode) == of(Antipodality::PerVertex), "{}", mode.id());
    }
    assert!(!SkinningMethod::CorProcrustes.blends_quaternions());
}

/// CPU twin against double precision with the covariances of the real sum, in random poses of both scale kinds.
#[test]
fn the_twin_is_the_reference_with_real_covariances() {
    for name in ["bar", "limb", "cloth-9"] {
        let model = bundled(name);
        let programs = compute_centers(&model, &CenterSettings::default());
        let centers = centers(&model, 1);
        let extent = f64::from(model.rest_bounds().extent());
        let mut random = Random(5);
        let (mut worst, mut left_out, mut compared) = (0.0f64, 0, 0);
        for round in 0..4 {
            let pose = random_pose(&model, &mut random, round % 2 == 1);
            for scale_kind in ScaleKind::ALL {
                let settings = SkinningSettings { scale_kind, ..settings(SkinningMethod::CorProcrustes) };
                let exact = reference::deform_about(&model, &pose, settings.into(), &centers);
                for (found, exact) in on_cpu(&model, &pose, settings, &programs).iter().zip(exact) {
                    if exact.sign_margin < 1e-3 {
                        left_out += 1;
                        continue;
                    }
                    compared += 1;
                    let apart = found.position.as_dvec3().distance(exact.position) / extent * exact.blend_length;
                    worst = worst.max(apart);
                }
            }
        }
        println!("{name}: {worst:.1e} of the extent over {compared} vertices, {left_out} left out");
        assert!(worst < 2e-5 && left_out * 20 < compared, "{name}: {worst:e}, {left_out}");
    }
}
