//! `delta-mush` where its surface is odd, and what it does to a sharp bend.

use crate::morphs::parts_of;
use crate::small_models::chain;
use glam::{Quat, Vec3};
use skinscope::files::open_model;
use skinscope::model::{Influence, Model, Pose};
use skinscope::skinning::{SkinnedVertex, SkinningMethod, SkinningSettings, deform_model};

fn skinned(model: &Model, pose: &Pose, method: SkinningMethod) -> Vec<SkinnedVertex> {
    let settings = SkinningSettings { method, ..SkinningSettings::default() };
    deform_model(model, pose, settings, &[]).unwrap().concat()
}

fn influence(joint: u32) -> Vec<Influence> {
    vec![Influence { joint, weight: 1.0 }]
}

fn bent(model: &Model, degrees: f32) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[1].rotation = Quat::from_rotation_z(degrees.to_radians());
    pose
}

/// Vertices with triangles among them.
fn mesh(vertices: &[(Vec3, Vec<Influence>)], indices: &[u32]) -> Model {
    let mut parts = parts_of(&chain(vertices));
    parts.primitives[0].indices = indices.to_vec();
    Model::new(parts).unwrap()
}

fn distance(a: &[SkinnedVertex], b: &[SkinnedVertex]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.position.distance(b.position)).fold(0.0, f32::max)
}

#[test]
fn a_lone_triangle_and_vertices_without_any() {
    let [a, b, c] = [Vec3::new(0.0, 1.5, 0.0), Vec3::new(1.0, 1.5, 0.0), Vec3::new(0.0, 1.5, 1.0)];
    let vertices = [(a, influence(1)), (b, influence(1)), (c, influence(1)), (Vec3::Y * 2.0, influence(1))];
    for indices in [&[0, 1, 2][..], &[], &[0, 1, 1], &[0, 1, 2, 2, 1, 0]] {
        let model = mesh(&vertices, indices);
        for degrees in [0.0, 70.0] {
            // All follow one joint, so that the triangle moves rigidly.
            let pose = bent(&model, degrees);
            let [mush, lbs] =
                [SkinningMethod::DeltaMush, SkinningMethod::Lbs].map(|method| skinned(&model, &pose, method));
            assert!(distance(&mush, &lbs) < 1e-6, "{indices:?} by {degrees}");
        }
    }
}

#[test]
fn seams_stay_closed_and_touching_surfaces_apart() {
    let [a, b, c, d] =
        [Vec3::new(0.0, 1.0, 0.0), Vec3::X + Vec3::Y, Vec3::new(0.0, 2.0, 0.0), Vec3::new(0.0, 1.0, 1.0)];
    // Two triangles along the edge from a to c. Its vertices are there twice, with the same weights.
    let of = |weights: [u32; 2]| {
        let [first, second] = weights.map(influence);
        let first = [a, b, c].map(|corner| (corner, first.clone()));
        let second = [a, c, d].map(|corner| (corner, second.clone()));
        mesh(&[first, second].concat(), &[0, 1, 2, 3, 4, 5])
    };
    let gap = |model: &Model| {
        let posed = skinned(model, &bent(model, 60.0), SkinningMethod::DeltaMush);
        posed[0].position.distance(posed[3].position).max(posed[2].position.distance(posed[4].position))
    };
    assert!(gap(&of([1, 1])) < 1e-6);
    assert!(gap(&of([0, 1])) > 0.1, "they belong to two surfaces that touch");
}

/// Where the weights stop abruptly, LBS has a crease, and delta mush rounds it off.
#[test]
fn abrupt_weights_become_a_round_bend() {
    let mut parts = parts_of(&open_model("bar").unwrap().asset.model);
    let primitive = &mut parts.primitives[0];
    let lists: Vec<Vec<Influence>> =
        (0..primitive.positions.len()).map(|vertex| influence(primitive.influences.of(vertex)[0].joint)).collect();
    let lists = lists.iter().map(Vec::as_slice);
    primitive.influences = skinscope::model::Influences::normalized(lists, 2).unwrap().0;
    let model = Model::new(parts).unwrap();
    let mut pose = Pose::rest(&model.skeleton);
    let mid = model.skeleton.find("mid").unwrap() as usize;
    pose.joints[mid].rotation = Quat::from_rotation_z(80_f32.to_radians());
    let rest = &model.primitives[0].positions;
    let stretch = |method| {
        let posed = skinned(&model, &pose, method);
        let edges = model.primitives[0].indices.as_chunks::<3>().0.iter().map(|&[a, b, _]| [a, b].map(|v| v as usize));
        let longer = |[a, b]: [usize; 2]| posed[a].position.distance(posed[b].position) / rest[a].distance(rest[b]);
        edges.map(longer).fold(0.0, f32::max)
    };
    let [lbs, mush] = [SkinningMethod::Lbs, SkinningMethod::DeltaMush].map(stretch);
    println!("longest edge: lbs {lbs:.2}, delta-mush {mush:.2}");
    assert!(mush < 0.6 * lbs, "{mush} {lbs}");
}
