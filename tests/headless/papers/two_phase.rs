//! Two-phase skinning on rigs made at random: Kavan 2008, section 4.2; DESIGN, "Scale and shear".

use super::program::{on_cpu, settings_of};
use super::random_models::{RigidRig, random_hierarchy};
use crate::properties::Random;
use crate::reference::joints::joints;
use crate::reference::methods::cofactor_normal;
use crate::reference::{self, Settings, influences};
use glam::{DMat3, DMat4, DVec3};
use skinscope::model::{Model, Pose, ScaleKind};
use skinscope::skinning::{Antipodality, Phases, SkinningSettings};

/// Methods that give one influence the joint's full transform.
const FULL: [&str; 4] = ["lbs", "two-phase-dqs", "cor", "lbs-dqs"];

fn affine(linear: DMat3, shift: DVec3) -> DMat4 {
    let mut matrix = DMat4::from_mat3(linear);
    matrix.w_axis = shift.extend(1.0);
    matrix
}

fn stretch(scale: DVec3, shear: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::X, DVec3::new(shear.x, 1.0, 0.0), DVec3::new(shear.y, shear.z, 1.0))
        * DMat3::from_diagonal(scale)
}

/// The joint's full transform as plain matrices: `F_i S_i A_i^-1`, where each translation of F is stretched by its
/// parent's S and the S themselves are left out. Rest scales are one, so that all of A is rigid.
fn full_transforms(model: &Model, pose: &Pose, kind: ScaleKind) -> Vec<DMat4> {
    let (mut posed, mut own) = (Vec::<DMat4>::new(), Vec::<DMat3>::new());
    for (index, node) in model.skeleton.nodes().iter().enumerate() {
        let joint = &pose.joints[index];
        let scale = joint.scale.as_dvec3();
        let (inherited, taken) = if kind == ScaleKind::Local { (DVec3::ONE, scale) } else { (scale, DVec3::ONE) };
        let local_stretch =
            stretch(joint.local_scale.as_dvec3(), joint.local_shear.as_dvec3()) * DMat3::from_diagonal(taken);
        let (parent, parent_stretch) = match node.parent {
            Some(parent) => (posed[parent as usize], own[parent as usize]),
            None => (DMat4::IDENTITY, DMat3::IDENTITY),
        };
        let linear = DMat3::from_quat(joint.rotation.as_dquat()) * DMat3::from_diagonal(inherited);
        posed.push(parent * affine(linear, parent_stretch * joint.translation.as_dvec3()));
        own.push(local_stretch);
    }
    let full = |joint: &skinscope::model::SkinJoint| {
        let node = joint.node as usize;
        posed[node] * DMat4::from_mat3(own[node]) * DMat4::from(joint.joint_from_bind)
    };
    model.skins[0].joints.iter().map(full).collect()
}

/// With non-uniform scale of both kinds, shear and reflections, bind pose and rest pose apart.
#[test]
fn one_influence_gives_the_full_transform() {
    let mut random = Random(101);
    let (mut largest, mut largest_of_program) = (0.0f64, 0.0f64);
    for _ in 0..60 {
        let (model, pose) = random_hierarchy(&mut random);
        let primitive = &model.primitives[0];
        for kind in ScaleKind::ALL {
            let full = full_transforms(&model, &pose, kind);
            let expected: Vec<DVec3> = (0..primitive.positions.len())
                .map(|v| {
                    full[primitive.influences.of(v)[0].joint as usize]
                        .transform_point3(primitive.positions[v].as_dvec3())
                })
                .collect();
            for method in FULL {
                for antipodality in Antipodality::ALL {
                    let settings = Settings { antipodality, scale_kind: kind, ..Settings::new(method) };
                    for (found, expected) in reference::deform(&model, &pose, settings).iter().zip(&expected) {
                        largest = largest.max(found.position.distance(*expected));
                    }
                }
            }
            for settings in settings_of(&FULL).into_iter().filter(|settings| settings.scale_kind == kind) {
                for (found, expected) in on_cpu(&model, &pose, settings, &[]).iter().zip(&expected) {
                    // Random chains of stretches throw vertices far: relative to where they land.
                    let error = found.position.as_dvec3().distance(*expected) / (1.0 + expected.length());
                    largest_of_program = largest_of_program.max(error);
                    assert!(error < 1e-5, "{settings:?}: {error:e}");
                }
            }
        }
    }
    println!("one influence against the full transform: references {largest:.1e}, program {largest_of_program:.1e}");
    assert!(largest < 1e-5);
}

/// The matrices of section 4.2 as they are printed, for joints that turn and have local scale and shear: with
/// `A' = R'_1 ... R'_i`, `F' = A' S_i`, `C' = F' A^-1`, `A'' = F' S_i^-1`, `F'' = R'_1 T_1 ... R'_i T_i`,
/// `C'' = F'' A''^-1`, where the translation of R'_k is stretched by its parent's S.
///
/// The construction of DESIGN must give the same two maps. (It stretches the translation of T_i too, where a joint
/// has one; the paper does not say.)
#[test]
fn the_construction_is_the_matrices_of_section_4_2() {
    let mut random = Random(102);
    let mut largest = 0.0f64;
    for _ in 0..100 {
        let rig = RigidRig::random(&mut random, 5);
        let model = rig.model();
        let found = joints(&model, &model.skins[0], &rig.pose(&model), ScaleKind::Inherited, Antipodality::PerVertex);
        let (mut bind, mut first, mut last) = (vec![], vec![], vec![]);
        for (i, joint) in rig.joints.iter().enumerate() {
            let parent_stretch = joint.parent.map_or(DMat3::IDENTITY, |parent| rig.joints[parent].stretch);
            let before = |all: &Vec<DMat4>| joint.parent.map_or(DMat4::IDENTITY, |parent| all[parent]);
            let relative = affine(joint.rest, joint.offset);
            let stretched = affine(joint.rest, parent_stretch * joint.offset);
            bind.push(before(&bind) * relative);
            first.push(before(&first) * stretched);
            last.push(before(&last) * stretched * DMat4::from_mat3(joint.turn));
            let c1 = first[i] * DMat4::from_mat3(joint.stretch) * bind[i].inverse();
            let c2 = last[i] * first[i].inverse();
            for _ in 0..4 {
                let point = random.point(1.0);
                largest =
                    largest.max(found[i].first_phase().transform_point3(point).distance(c1.transform_point3(point)));
                largest = largest.max(found[i].second_phase().apply(point).distance(c2.transform_point3(point)));
            }
        }
    }
    println!("section 4.2: C' and C'' to {largest:.1e}");
    // Rotations and offsets are rounded to f32 in the model.
    assert!(largest < 2e-6);
}

/// The second phase is rigid: what the blended first phase leaves is only turned and moved.
#[test]
fn the_second_phase_is_rigid() {
    let mut random = Random(103);
    let mut largest = 0.0f64;
    for _ in 0..60 {
        let (model, pose) = random_hierarchy(&mut random);
        let all = joints(&model, &model.skins[0], &pose, ScaleKind::Inherited, Antipodality::PerVertex);
        let weights = random.weights(all.len());
        let influences: Vec<(usize, f64)> = weights.into_iter().enumerate().collect();
        let first = influences.iter().fold(DMat4::ZERO, |sum, &(j, w)| sum + all[j].first_phase() * w);
        if DMat3::from_mat4(first).determinant().abs() < 0.05 {
            continue;
        }
        let skin = |position: DVec3| {
            let rest = reference::RestPoint {
                position,
                normal: DVec3::X,
                influences: &influences,
                center: position,
                covariance: DMat3::ZERO,
                bone: None,
                blend: None,
            };
            let mut scene = reference::Scene::new(&all, Settings::new("two-phase-dqs"));
            reference::skin_vertex(&rest, &mut scene).position
        };
        // The map is affine: three differences are its linear part.
        let origin = skin(DVec3::ZERO);
        let map = DMat3::from_cols(skin(DVec3::X) - origin, skin(DVec3::Y) - origin, skin(DVec3::Z) - origin);
        let second = map * DMat3::from_mat4(first).inverse();
        let off = second.transpose() * second - DMat3::IDENTITY;
        largest = largest.max(off.to_cols_array().into_iter().fold(0.0f64, |most, part| most.max(part.abs())));
        assert!(second.determinant() > 0.0);
    }
    println!("second phase: rigid to {largest:.1e}");
    assert!(largest < 1e-6);
}

/// Figure 12: the first phase alone is `sum_i w_i C'_i v`, by every method with two phases, in every mode. Other methods have
/// nothing to leave out.
#[test]
fn the_first_phase_alone_blends_scale_and_shear_about_the_joints_at_rest() {
    let mut random = Random(112);
    let mut largest = 0.0f64;
    for _ in 0..40 {
        let (model, pose) = random_hierarchy(&mut random);
        let primitive = &model.primitives[0];
        for settings in settings_of(&["two-phase-dqs", "cor", "cor-procrustes", "lbs-dqs"]) {
            let joints = joints(&model, &model.skins[0], &pose, settings.scale_kind, Antipodality::PerVertex);
            let alone = SkinningSettings { chosen_phases: Phases::First, ..settings };
            for (vertex, found) in on_cpu(&model, &pose, alone, &[]).iter().enumerate() {
                let influences = influences(primitive, vertex);
                let blended = influences.iter().map(|&(joint, weight)| joints[joint].first_phase() * weight);
                let blended = blended.fold(DMat4::ZERO, |sum, matrix| sum + matrix);
                let expected = blended.transform_point3(primitive.positions[vertex].as_dvec3());
                // Random chains of stretches throw vertices far, and blends of them cancel.
                let point = primitive.positions[vertex].as_dvec3();
                let far = |&(joint, _): &(usize, f64)| joints[joint].first_phase().transform_point3(point).length();
                let reach = influences.iter().map(far).fold(1.0, f64::max);
                let error = found.position.as_dvec3().distance(expected) / reach;
                largest = largest.max(error);
                assert!(error < 1e-5, "{settings:?}: {error:e}");
                let linear = DMat3::from_mat4(blended);
                if linear.determinant().abs() > 1e-2 {
                    let normal = cofactor_normal(linear, primitive.normals[vertex].as_dvec3());
                    let turned = found.normal.as_dvec3().distance(normal);
                    assert!(turned < 1e-3, "{settings:?}: normals {turned} apart");
                }
            }
        }
        for settings in settings_of(&["lbs", "dqs", "dib"]) {
            let chosen = SkinningSettings { chosen_phases: Phases::First, ..settings };
            let positions = |settings| {
                let vertices = on_cpu(&model, &pose, settings, &[]);
                vertices.into_iter().map(|vertex| vertex.position).collect::<Vec<_>>()
            };
            assert_eq!(positions(chosen), positions(settings), "{settings:?}");
        }
    }
    println!("first phase alone against the reference: {largest:.1e}");
}
