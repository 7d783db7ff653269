//! The whole mesh moved by one blend of two joints: Kavan 2008, section 2.3 and figure 5. It is what the reference does to
//! a model whose vertices all have the weights 1 - t and t.

use super::gpu_support::{random_model, random_pose};
use super::reference;
use glam::DVec3;
use skinscope::files::{ModelSource, open_model};
use skinscope::model::{Influence, Influences, Model, ModelParts, Pose, Primitive, SkinKind, WholeMesh};
use skinscope::panes::Scene;
use skinscope::skinning::{
    Antipodality, Covariance, PrimitiveCenters, SkinnedVertex, SkinningMethod, SkinningSettings, deform_model,
};

/// The model with these weights at every vertex.
fn with_weights(model: &Model, pair: &[Influence]) -> Model {
    let primitive = |primitive: &Primitive| {
        let joints = model.skins[primitive.skin as usize].joints.len();
        let lists = primitive.positions.iter().map(|_| pair);
        let (influences, _) = Influences::normalized(lists, joints).unwrap();
        Primitive { influences, ..primitive.clone() }
    };
    Model::new(ModelParts {
        name: model.name.clone(),
        skeleton: model.skeleton.clone(),
        skins: model.skins.clone(),
        primitives: model.primitives.iter().map(|one| primitive(one)).collect(),
        materials: model.materials.clone(),
        textures: Vec::new(),
        clips: Vec::new(),
    })
    .unwrap()
}

/// Any centers: the palette has the blend already.
fn own_centers(model: &Model) -> Vec<PrimitiveCenters> {
    let of_primitive = |primitive: &Primitive| {
        let points = primitive.positions.iter().map(|point| *point * 0.5).collect();
        PrimitiveCenters::with_covariances(points, vec![Covariance::NONE; primitive.positions.len()])
    };
    model.primitives.iter().map(|primitive| of_primitive(primitive)).collect()
}

fn skinned(model: &Model, pose: &Pose, settings: SkinningSettings) -> Vec<SkinnedVertex> {
    let primitives = deform_model(model, pose, settings, &own_centers(model)).unwrap();
    let is_skinned = |primitive: &Primitive| model.skins[primitive.skin as usize].kind == SkinKind::Skinned;
    let of_skins = model.primitives.iter().zip(primitives).filter(|(primitive, _)| is_skinned(primitive));
    of_skins.flat_map(|(_, vertices)| vertices).collect()
}

#[test]
fn the_whole_mesh_moves_as_the_reference_moves_a_vertex_with_these_weights() {
    let (mut compared, mut left_out, mut largest) = (0, 0, 0.0f64);
    for seed in 0..4u32 {
        let model = random_model(50 + u64::from(seed), 4, 60);
        let skin = &model.skins[0];
        let own = (1..skin.joints.len()).rev().find(|&joint| skin.joints[joint].parent.is_some()).unwrap();
        let parent = skin.joints[own].parent.unwrap();
        let mut pose = random_pose(&model, u64::from(seed));
        for weight in [0.0, 0.3, 0.75, 1.0] {
            let pair =
                [(parent, 1.0 - weight), (own as u32, weight)].map(|(joint, weight)| Influence { joint, weight });
            let pair: Vec<Influence> = pair.into_iter().filter(|influence| influence.weight > 0.0).collect();
            let of_two = with_weights(&model, &pair);
            for method in SkinningMethod::ALL {
                for antipodality in [Antipodality::PerVertex, Antipodality::None] {
                    let chosen_antipodality = Some(antipodality);
                    let settings = SkinningSettings { method, chosen_antipodality, ..SkinningSettings::default() };
                    pose.whole_mesh = None;
                    let method = match method {
                        // All of the mesh moves as under DQS, which leaves every bone as far as it was.
                        SkinningMethod::BulgeFreeDqs => SkinningMethod::Dqs,
                        // It turns the whole surface, not the surroundings of each vertex.
                        SkinningMethod::DirectDeltaMush => SkinningMethod::CorProcrustes,
                        method => method,
                    };
                    let expected = reference::deform(&of_two, &pose, SkinningSettings { method, ..settings });
                    pose.whole_mesh = Some(WholeMesh { joint: skin.joints[own].node, weight });
                    let found = skinned(&model, &pose, settings);
                    assert_eq!(found.len(), expected.len());
                    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
                        // Where a sign, a way round or a fit hangs on the last bit; and `direct-quaternion` takes the
                        // heavier joint for the nearest of all of the mesh.
                        let rest = model.primitives[0].positions[index].as_dvec3();
                        let away = |joint: u32| rest.distance(skin.joints[joint as usize].bind_origin);
                        let heavier = pair.iter().max_by(|a, b| a.weight.total_cmp(&b.weight)).unwrap().joint;
                        let is_nearer = pair.iter().all(|other| away(heavier) <= away(other.joint));
                        let is_firm = expected.blend_length > 0.2
                            && expected.sign_margin > 1e-3
                            && expected.firmness > 0.3
                            && (method != SkinningMethod::DirectQuaternion || is_nearer);
                        if !is_firm {
                            left_out += 1;
                            continue;
                        }
                        compared += 1;
                        let error = found.position.as_dvec3().distance(expected.position);
                        largest = largest.max(error);
                        assert!(error < 1e-4, "{settings:?}, t = {weight}, vertex {index}: {error:e}");
                        let turned = found.normal.as_dvec3().distance(expected.normal);
                        assert!(turned < 1e-3, "{settings:?}, t = {weight}: normals {turned} apart");
                    }
                }
            }
        }
    }
    println!("whole mesh against the reference: {largest:.1e}, {compared} compared, {left_out} left out");
    assert!(compared > 5 * left_out, "{compared} compared, {left_out} left out");
}

/// Figure 5 by hand: joints at 0 and (1, 0, 0), a bend by 120 degrees. Halfway, dual quaternions keep the middle joint where
/// it is. Blended about the origin, the bar turns by 60 degrees and is shifted by half of u - R u.
#[test]
fn figure_5_by_hand() {
    let scene = Scene::find("kavan-fig-5").unwrap();
    let model = open_model(ModelSource::from(&scene.model)).unwrap().asset.model;
    let pose = scene.pose(&model).unwrap();
    let skin = &model.skins[0];
    let mid =
        skin.joints.iter().position(|joint| Some(joint.node) == pose.whole_mesh.map(|whole| whole.joint)).unwrap();
    let u = skin.joints[mid].bind_origin;
    let turned = |degrees: f64, v: DVec3| glam::DQuat::from_rotation_z(degrees.to_radians()) * v;
    let rest = model.primitives[0].positions.iter().map(|point| point.as_dvec3());
    for (pane, method) in [(0, SkinningMethod::QuaternionTranslation), (1, SkinningMethod::Dqs)] {
        let settings = scene.panes()[pane].skinning;
        assert_eq!(settings.method, method);
        let expected = |v: DVec3| match method {
            SkinningMethod::Dqs => u + turned(60.0, v - u),
            _ => turned(60.0, v) + 0.5 * (u - turned(120.0, u)),
        };
        for (found, rest) in skinned(&model, &pose, settings).iter().zip(rest.clone()) {
            let error = found.position.as_dvec3().distance(expected(rest));
            assert!(error < 1e-5, "{method:?}: {error:e}");
        }
    }
    let drift = (turned(60.0, u) + 0.5 * (u - turned(120.0, u))).distance(u);
    assert!((drift - 0.5 * u.length()).abs() < 1e-9, "half as far as the bone is long: {drift}");
}
