//! Joints whose scale mirrors them: the methods that ignore scale turn them as if it did not, the others land exactly.

use glam::{DVec3, Quat, Vec3};
use skinscope::files::open_model;
use skinscope::math::Bounds;
use skinscope::model::{Model, Pose};
use skinscope::skinning::{Antipodality, JointPalette, SkinnedVertex, SkinningMethod, SkinningSettings, deform_model};
use std::sync::Arc;

const MIRRORS: [Vec3; 4] =
    [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, -0.5, 1.0), Vec3::new(1.25, 0.75, -2.0), Vec3::new(-1.0, -1.0, -1.0)];

fn mannequin() -> Arc<Model> {
    open_model("mannequin").unwrap().asset.model
}

fn deformed(model: &Model, pose: &Pose, method: SkinningMethod) -> Vec<Vec3> {
    let settings = SkinningSettings { method, ..SkinningSettings::default() };
    let positions = |vertices: Vec<SkinnedVertex>| vertices.into_iter().map(|vertex| vertex.position);
    deform_model(model, pose, settings, &[]).unwrap().into_iter().flat_map(positions).collect()
}

fn extent(model: &Model) -> f32 {
    Bounds::of(model.skinned_rest_positions()).extent()
}

fn farthest(a: &[Vec3], b: &[Vec3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

#[test]
fn methods_that_ignore_scale_ignore_reflections() {
    let model = mannequin();
    let head = model.skeleton.find("head").unwrap();
    let turn = Quat::from_rotation_y(0.7) * Quat::from_rotation_x(0.4);
    let mut turned = Pose::rest(&model.skeleton);
    turned.joints[head as usize].rotation *= turn;
    for method in SkinningMethod::ALL.into_iter().filter(|method| !method.scales()) {
        let expected = deformed(&model, &turned, method);
        for mirror in MIRRORS {
            let mut pose = turned.clone();
            pose.joints[head as usize].scale = mirror;
            let off = farthest(&deformed(&model, &pose, method), &expected);
            assert!(off < 2e-6 * extent(&model), "{} with {mirror}: {off}", method.id());
        }
        // Two negative factors are half a turn.
        let mut pose = turned.clone();
        pose.joints[head as usize].scale = Vec3::new(-1.0, 1.0, -1.0);
        turned.joints[head as usize].rotation *= Quat::from_rotation_y(std::f32::consts::PI);
        let off = farthest(&deformed(&model, &pose, method), &deformed(&model, &turned, method));
        assert!(off < 2e-6 * extent(&model), "{} with half a turn: {off}", method.id());
        turned.joints[head as usize].rotation *= Quat::from_rotation_y(-std::f32::consts::PI);
    }
}

/// A vertex of one joint follows its full transform, whatever the rotation in it is.
#[test]
fn two_phases_are_exact_under_reflections() {
    let model = open_model("bar").unwrap().asset.model;
    let mut pose = Pose::rest(&model.skeleton);
    for (node, mirror) in model.skeleton.shown_joints().zip(MIRRORS) {
        pose.joints[node as usize].scale = mirror;
        pose.joints[node as usize].rotation *= Quat::from_rotation_z(0.9) * Quat::from_rotation_x(2.1);
    }
    let of_one_joint: Vec<bool> = model
        .primitives
        .iter()
        .flat_map(|primitive| (0..primitive.positions.len()).map(|vertex| primitive.influences.of(vertex).len() == 1))
        .collect();
    let lbs = deformed(&model, &pose, SkinningMethod::Lbs);
    let two_phase = deformed(&model, &pose, SkinningMethod::TwoPhaseDqs);
    let mut compared = 0;
    for ((lbs, two_phase), _) in lbs.iter().zip(&two_phase).zip(&of_one_joint).filter(|(_, single)| **single) {
        compared += 1;
        assert!(lbs.distance(*two_phase) < 4e-6 * extent(&model), "{lbs} {two_phase}");
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn joints_below_a_mirrored_one_turn_as_a_mirror_shows_them() {
    let model = mannequin();
    let [arm, forearm] = ["upper_arm.L", "forearm.L"].map(|name| model.skeleton.find(name).unwrap());
    let skin = &model.skins[0];
    let index = |node: u32| skin.joints.iter().position(|joint| joint.node == node).unwrap();
    let turn = Quat::from_rotation_x(1.1) * Quat::from_rotation_y(-0.6);
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[arm as usize].scale.x = -1.0;
    pose.joints[forearm as usize].rotation *= turn;
    // A turn of 300 degrees keeps its sign under `continuous`, in the mirror too.
    for (angle, mode) in [(60f32, Antipodality::None), (300.0, Antipodality::Continuous)] {
        let mut pose = pose.clone();
        pose.joints[forearm as usize].rotation *= Quat::from_rotation_z(angle.to_radians());
        let settings = SkinningSettings { chosen_antipodality: Some(mode), ..SkinningSettings::default() };
        let turns = |pose: &Pose| {
            let motions = JointPalette::all(&model, pose, settings).swap_remove(0).motions;
            [arm, forearm].map(|node| motions[index(node)].real)
        };
        let mirrored = turns(&pose);
        pose.joints[arm as usize].scale.x = 1.0;
        let plain = turns(&pose);
        let same = |a: Quat, b: Quat| if mode == Antipodality::None { a.dot(b).abs() } else { a.dot(b) };
        assert!(same(mirrored[0], plain[0]) > 1.0 - 1e-6, "the arm itself");
        // The X axis of the arm, in the bind frame: the mirror's normal. It turns the axis and the sense of a rotation.
        let normal = (skin.joints[index(arm)].bind_rotation * DVec3::X).as_vec3();
        let q = plain[1];
        let axis = -(q.xyz() - 2.0 * normal * normal.dot(q.xyz()));
        let expected = Quat::from_xyzw(axis.x, axis.y, axis.z, q.w);
        assert!(same(mirrored[1], expected) > 1.0 - 1e-6, "{mode:?}");
    }
}
