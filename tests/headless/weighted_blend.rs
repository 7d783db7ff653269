//! `weighted-lbs-dqs`: factors of the file, and the rule without them.

use crate::gpu_support::context;
use crate::morphs::parts_of;
use crate::small_models::{Vertex, small_model};
use glam::{DAffine3, Quat, Vec3};
use skinscope::files::open_model;
use skinscope::gpu::{GpuModel, deform};
use skinscope::model::{Influence, Model, Node, Pose, Trs};
use skinscope::skinning::{BlendFactor, JointPalette, SkinnedVertex, SkinningMethod, SkinningSettings, deform_model};
use std::sync::Arc;

const WEIGHTED: SkinningMethod = SkinningMethod::WeightedLbsDqs;

fn bar() -> Arc<Model> {
    open_model("bar").unwrap().asset.model
}

/// The bundled bar, with these factors for its vertices.
fn bar_with(factor: impl Fn(usize) -> f32) -> Arc<Model> {
    let mut parts = parts_of(&bar());
    let primitive = &mut parts.primitives[0];
    primitive.blend_factors = (0..primitive.positions.len()).map(factor).collect();
    Arc::new(Model::new(parts).unwrap())
}

fn posed(model: &Model, turn: Quat, scale: Vec3) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    let mid = &mut pose.joints[model.skeleton.find("mid").unwrap() as usize];
    mid.rotation = turn;
    mid.local_scale = scale;
    pose
}

fn skinned(model: &Model, pose: &Pose, method: SkinningMethod, blend: f32) -> Vec<SkinnedVertex> {
    let settings = SkinningSettings { method, blend: BlendFactor::nearest(blend), ..SkinningSettings::default() };
    deform_model(model, pose, settings, &[]).unwrap().concat()
}

fn on_gpu(model: &Arc<Model>, pose: &Pose) -> Vec<SkinnedVertex> {
    let settings = SkinningSettings { method: WEIGHTED, ..SkinningSettings::default() };
    let gpu_model = GpuModel::new(context(), model).unwrap();
    deform(context(), &gpu_model, &JointPalette::all(model, pose, settings), settings).unwrap().concat()
}

fn farthest(found: &[SkinnedVertex], expected: &[SkinnedVertex]) -> f32 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(a, b)| a.position.distance(b.position)).fold(0.0, f32::max)
}

#[test]
fn one_factor_for_all_vertices_is_lbs_dqs() {
    for factor in [0.0, 0.25, 1.0] {
        let model = bar_with(|_| factor);
        let pose = posed(&model, Quat::from_rotation_z(1.2) * Quat::from_rotation_x(0.9), Vec3::new(1.0, 1.4, 0.8));
        let expected = skinned(&model, &pose, SkinningMethod::LbsDqs, factor);
        assert_eq!(skinned(&model, &pose, WEIGHTED, 0.7), expected);
        assert!(farthest(&on_gpu(&model, &pose), &expected) < 2e-6);
    }
}

#[test]
fn every_vertex_has_its_own_factor() {
    let model = bar_with(|vertex| (vertex % 2) as f32);
    let pose = posed(&model, Quat::from_rotation_x(2.5), Vec3::ONE);
    let [lbs, dqs] =
        [SkinningMethod::Lbs, SkinningMethod::TwoPhaseDqs].map(|method| skinned(&model, &pose, method, 0.5));
    let by_vertex = |vertex: usize| if vertex.is_multiple_of(2) { lbs[vertex] } else { dqs[vertex] };
    let expected: Vec<SkinnedVertex> = (0..lbs.len()).map(by_vertex).collect();
    assert!(farthest(&skinned(&model, &pose, WEIGHTED, 0.5), &expected) < 1e-6);
    assert!(farthest(&on_gpu(&model, &pose), &expected) < 2e-6);
    assert!(farthest(&lbs, &dqs) > 0.1, "the factor matters in this pose");
}

#[test]
fn without_factors_twists_are_dqs_and_bends_are_lbs() {
    let model = bar();
    let close = |turn: Quat, to: SkinningMethod, other: SkinningMethod| {
        let pose = posed(&model, turn, Vec3::ONE);
        let expected = skinned(&model, &pose, to, 0.5);
        assert!(farthest(&skinned(&model, &pose, WEIGHTED, 0.5), &expected) < 1e-5);
        assert!(farthest(&on_gpu(&model, &pose), &expected) < 1e-5);
        assert!(farthest(&expected, &skinned(&model, &pose, other, 0.5)) > 0.02);
    };
    let [lbs, dqs] = [SkinningMethod::Lbs, SkinningMethod::TwoPhaseDqs];
    for degrees in [-120.0_f32, 60.0, 150.0] {
        close(Quat::from_rotation_x(degrees.to_radians()), dqs, lbs);
        close(Quat::from_rotation_z(degrees.to_radians()), lbs, dqs);
    }
}

/// Their places differ only by the rounding of their inverse bind matrices, which would choose any axis.
#[test]
fn between_joints_in_one_place_every_rotation_is_a_bend() {
    let place = Vec3::new(1.4, -0.9, 2.0);
    let nodes = [(None, place), (Some(0), Vec3::new(1e-7, 0.0, 0.0))].map(|(parent, translation)| {
        let rest = Trs { translation, rotation: Quat::IDENTITY, scale: Vec3::ONE };
        Node { is_joint: true, ..Node::new(format!("joint of {parent:?}"), parent, rest) }
    });
    let bind = [place, place + Vec3::X * 1.2e-7].map(|at| DAffine3::from_translation(at.as_dvec3()));
    let influences = [(0, 0.6), (1, 0.4)].map(|(joint, weight)| Influence { joint, weight });
    let vertex = Vertex { position: place + Vec3::new(0.3, 0.5, -0.2), normal: Vec3::Y, influences: &influences };
    let model = Arc::new(small_model(nodes.to_vec(), &bind, &[vertex]));
    let mut pose = Pose::rest(&model.skeleton);
    // Along the line that rounding leaves.
    pose.joints[1].rotation = Quat::from_rotation_x(2.0);
    let expected = skinned(&model, &pose, SkinningMethod::Lbs, 0.5);
    assert!(farthest(&skinned(&model, &pose, WEIGHTED, 0.5), &expected) < 1e-6);
    assert!(farthest(&on_gpu(&model, &pose), &expected) < 2e-6);
    let other = skinned(&model, &pose, SkinningMethod::TwoPhaseDqs, 0.5);
    assert!(farthest(&other, &expected) > 0.05, "the rule matters in this pose");
}
