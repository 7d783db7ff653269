//! `direct-delta-mush` against double precision: positions from elsewhere (tests/data/oracle/ddm), and this folder's
//! reference.

use crate::morphs::parts_of;
use crate::properties::{Random, random_pose};
use crate::reference;
use crate::small_models::{Vertex, chain, small_model};
use glam::{DAffine3, DMat3, DQuat, DVec3, Quat, Vec3};
use skinscope::files::open_model;
use skinscope::gpu::{self, GpuContext, GpuModel};
use skinscope::model::{Influence, Influences, MOST_MOMENTS, Model, Node, Pose, Primitive, StoredSkin, Trs};
use skinscope::skinning::{
    JointMotion, JointPalette, SkinnedVertex, SkinningMethod, SkinningSettings, deform_model, deform_primitive,
};
use std::path::Path;
use std::sync::Arc;

const SETTINGS: fn() -> SkinningSettings =
    || SkinningSettings { method: SkinningMethod::DirectDeltaMush, ..SkinningSettings::default() };

/// Every fifth vertex is in the files.
const STRIDE: usize = 5;

fn rows(name: &str) -> Vec<[f64; 3]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/ddm").join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{error}: {}", path.display()));
    let flat: Vec<f32> = npyz::NpyFile::new(&bytes[..]).unwrap().into_vec().unwrap();
    flat.as_chunks::<3>().0.iter().map(|row| row.map(f64::from)).collect()
}

/// The motions of three rows of four numbers each.
fn motions(rows: &[f64]) -> Vec<JointMotion> {
    let motion = |m: &[f64; 12]| {
        let linear =
            DMat3::from_cols(DVec3::new(m[0], m[4], m[8]), DVec3::new(m[1], m[5], m[9]), DVec3::new(m[2], m[6], m[10]));
        let turn = DQuat::from_mat3(&linear).normalize();
        JointMotion {
            turn,
            axes_turn: turn,
            stretch: DMat3::IDENTITY,
            bind_origin: DVec3::ZERO,
            stretched_origin: DVec3::ZERO,
            posed_origin: DVec3::new(m[3], m[7], m[11]),
        }
    };
    rows.as_chunks::<12>().0.iter().map(motion).collect()
}

#[test]
fn positions_of_the_oracle() {
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    for name in ["bar", "limb", "cloth-9"] {
        let model = open_model(name).unwrap().asset.model;
        let gpu_model = GpuModel::new(&context, &model).unwrap();
        let matrices = rows(&format!("{name}.posed_from_bind.npy")).concat();
        let expected = rows(&format!("{name}.positions.npy"));
        let joints = model.skins[0].joints.len();
        let of_pose = expected.len() / (matrices.len() / 12 / joints);
        let extent = f64::from(model.rest_bounds().extent());
        for (pose, expected) in expected.chunks(of_pose).enumerate() {
            let motions = motions(&matrices[pose * joints * 12..][..joints * 12]);
            let palettes: Vec<JointPalette> =
                model.skins.iter().map(|_| JointPalette::from_motions(&motions)).collect();
            let cpu = deform_primitive(&model, &model.primitives[0], &palettes[0], SETTINGS()).unwrap();
            let on_gpu = gpu::deform(&context, &gpu_model, &palettes, SETTINGS()).unwrap();
            let largest = |skin: &[SkinnedVertex]| {
                let found = skin.iter().step_by(STRIDE);
                assert_eq!(found.len(), expected.len());
                let distance = found.zip(expected).map(|(found, &own)| found.position.as_dvec3().distance(own.into()));
                distance.fold(0.0, f64::max) / extent
            };
            let finite = |skin: &[SkinnedVertex]| skin.iter().all(|vertex| vertex.position.is_finite());
            assert!(finite(&cpu) && finite(&on_gpu[0]), "{name} pose {pose}");
            let [cpu, on_gpu] = [largest(&cpu), largest(&on_gpu[0])];
            println!("{name} pose {pose}: cpu {cpu:.1e}, gpu {on_gpu:.1e} of the extent");
            assert!(cpu.max(on_gpu) < 1e-5, "{name} pose {pose}: {cpu:e}, {on_gpu:e}");
        }
    }
}

/// Where joints hold a rotation less firmly than this, its error is not that of the rest.
const FIRM: f64 = 0.02;

#[test]
fn random_poses_against_the_reference() {
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    let mut random = Random(14);
    for name in ["bar", "limb", "cloth-9", "ybranch"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/models").join(format!("{name}.glb"));
        let opened = if path.exists() { open_model(path.to_str().unwrap()) } else { open_model(name) };
        let model = opened.unwrap().asset.model;
        let gpu_model = GpuModel::new(&context, &model).unwrap();
        let extent = f64::from(model.rest_bounds().extent());
        for round in 0..4 {
            let pose = random_pose(&model, &mut random, round % 2 == 1);
            let exact = reference::deform(&model, &pose, SETTINGS());
            let cpu = deform_model(&model, &pose, SETTINGS(), &[]).unwrap().concat();
            let palettes = JointPalette::all(&model, &pose, SETTINGS());
            let on_gpu = gpu::deform(&context, &gpu_model, &palettes, SETTINGS()).unwrap().concat();
            let (mut worst, mut loose) = ([0.0f64; 2], 0);
            for ((exact, cpu), on_gpu) in exact.iter().zip(&cpu).zip(&on_gpu) {
                if exact.blend_length < FIRM || exact.sign_margin == 0.0 {
                    loose += 1;
                    continue;
                }
                for (worst, found) in worst.iter_mut().zip([cpu, on_gpu]) {
                    assert!(found.position.is_finite() && found.normal.is_finite(), "{name} {round}");
                    let error = found.position.as_dvec3().distance(exact.position) / extent * exact.blend_length;
                    *worst = worst.max(error);
                    let turned = found.normal.as_dvec3().distance(exact.normal) * exact.blend_length;
                    assert!(turned < 1e-3 || exact.normal == DVec3::ZERO, "{name} {round}: {turned:e}");
                }
            }
            println!(
                "{name} pose {round}: cpu {:.1e}, gpu {:.1e}, {loose} of {} loose",
                worst[0],
                worst[1],
                exact.len()
            );
            assert!(worst[0].max(worst[1]) < 2e-5, "{name} {round}: {worst:?}");
            assert!(loose < exact.len() / 4, "{name} {round}: {loose}");
        }
    }
}

fn skinned(model: &Model, pose: &Pose) -> Vec<SkinnedVertex> {
    deform_model(model, pose, SETTINGS(), &[]).unwrap().concat()
}

fn influence(joint: u32) -> Vec<Influence> {
    vec![Influence { joint, weight: 1.0 }]
}

fn mesh(vertices: &[(Vec3, Vec<Influence>)], indices: &[u32]) -> Model {
    let mut parts = parts_of(&chain(vertices));
    parts.primitives[0].indices = indices.to_vec();
    Model::new(parts).unwrap()
}

/// Joints at the origin, all children of the first, and vertices with their influences.
fn fan_of_joints(joints: usize, vertices: &[(Vec3, Vec<Influence>)]) -> Model {
    let node = |index: usize| Node::new(format!("joint {index}"), (index > 0).then_some(0), Trs::IDENTITY);
    let vertices: Vec<Vertex<'_>> = vertices
        .iter()
        .map(|(position, influences)| Vertex { position: *position, normal: Vec3::Y, influences })
        .collect();
    small_model((0..joints).map(node).collect(), &vec![DAffine3::IDENTITY; joints], &vertices)
}

fn bent(model: &Model, degrees: f32) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[1].rotation = Quat::from_rotation_z(degrees.to_radians());
    pose
}

/// Cotangents of obtuse angles are negative, and so may be parts of the surroundings.
#[test]
fn at_rest_slivers_are_themselves() {
    let mut random = Random(21);
    let joint = |index: usize| vec![Influence { joint: u32::from(index.is_multiple_of(3)), weight: 1.0 }];
    let mut moved = 0;
    for _ in 0..20 {
        let points: Vec<(Vec3, Vec<Influence>)> =
            (0..30).map(|index| (random.vector(1.0) * Vec3::new(1.0, 0.05, 0.3) + Vec3::Y, joint(index))).collect();
        let indices: Vec<u32> = (0..28).flat_map(|first| [first, first + 1, first + 2]).collect();
        let model = mesh(&points, &indices);
        for (found, (expected, _)) in skinned(&model, &Pose::rest(&model.skeleton)).iter().zip(&points) {
            assert!(found.position.distance(*expected) < 1e-5, "{found:?} {expected}");
        }
        moved += usize::from(skinned(&model, &bent(&model, 40.0))[0].position.distance(points[0].0) > 1e-3);
    }
    assert!(moved > 10, "{moved}");
}

/// A joint that moves all of an odd surface moves it rigidly, normals too.
#[test]
fn odd_surfaces_of_one_joint_move_rigidly() {
    let corners = [Vec3::new(0.0, 1.5, 0.0), Vec3::new(1.0, 1.5, 0.0), Vec3::new(0.0, 1.5, 1.0), Vec3::Y * 2.0];
    let vertices = corners.map(|corner| (corner, influence(1)));
    for indices in [&[0, 1, 2][..], &[], &[0, 1, 1], &[0, 1, 2, 2, 1, 0], &[0, 3, 0, 0, 1, 3]] {
        let model = mesh(&vertices, indices);
        for degrees in [0.0, 70.0, 180.0] {
            let pose = bent(&model, degrees);
            let lbs = SkinningSettings::default();
            let expected = deform_model(&model, &pose, lbs, &[]).unwrap().concat();
            for (found, expected) in skinned(&model, &pose).iter().zip(&expected) {
                assert!(found.position.distance(expected.position) < 1e-6, "{indices:?} {degrees}: {found:?}");
                assert!(found.normal.distance(expected.normal) < 1e-5, "{indices:?} {degrees}: {found:?}");
            }
        }
    }
}

/// Where all points are one, nothing is left of the surroundings but the joints.
#[test]
fn vertices_at_one_place_and_joints_that_oppose_each_other_are_finite() {
    let both = vec![Influence { joint: 0, weight: 0.5 }, Influence { joint: 1, weight: 0.5 }];
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    let model = mesh(&[(Vec3::Y, both.clone()), (Vec3::Y, both.clone()), (Vec3::Y, both)], &[0, 1, 2]);
    let gpu_model = GpuModel::new(&context, &Arc::new(model.clone())).unwrap();
    for degrees in [0.0, 90.0, 180.0] {
        let pose = bent(&model, degrees);
        let palettes = JointPalette::all(&model, &pose, SETTINGS());
        let on_gpu = gpu::deform(&context, &gpu_model, &palettes, SETTINGS()).unwrap().concat();
        for vertex in skinned(&model, &pose).iter().chain(&on_gpu) {
            assert!(vertex.position.is_finite() && vertex.normal.is_finite(), "{degrees}: {vertex:?}");
        }
    }
}

/// A fan whose middle is moved by more joints than a vertex keeps.
#[test]
fn the_heaviest_joints_are_kept_and_their_weights_sum_to_one() {
    let joints = MOST_MOMENTS as u32 + 8;
    let corner = |index: u32| {
        let angle = index as f32 * std::f32::consts::TAU / joints as f32;
        (Vec3::new(angle.cos(), 0.0, angle.sin()), influence(index))
    };
    let vertices: Vec<(Vec3, Vec<Influence>)> = (0..joints).map(corner).chain([(Vec3::ZERO, influence(0))]).collect();
    let indices: Vec<u32> = (0..joints).flat_map(|index| [joints, (index + 1) % joints, index]).collect();
    let mut parts = parts_of(&fan_of_joints(joints as usize, &vertices));
    parts.primitives[0].indices = indices;
    let model = Model::new(parts).unwrap();
    let moments = model.moments(0);
    let (_, of_joints) = moments.of(joints as usize);
    let sum: f32 = of_joints.iter().map(|own| own.weight).sum();
    assert_eq!(of_joints.len(), MOST_MOMENTS);
    assert!((sum - 1.0).abs() < 1e-5 && moments.dropped() > 0.01, "{sum} {}", moments.dropped());
    // At rest it is itself, whatever was left out.
    for (vertex, (expected, _)) in skinned(&model, &Pose::rest(&model.skeleton)).iter().zip(&vertices) {
        assert!(vertex.position.distance(*expected) < 1e-6, "{vertex:?}");
    }
}

/// Fewer joints of the surroundings: what the shader draws is what the twin computes, and it comes nearer to the full
/// skin with every joint.
#[test]
fn fewer_surrounding_joints_are_drawn_and_cost_distance() {
    let model = open_model("hand").unwrap().asset.model;
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints.iter_mut().for_each(|joint| joint.rotation *= Quat::from_rotation_z(0.4));
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    let gpu_model = GpuModel::new(&context, &model).unwrap();
    let extent = model.rest_bounds().extent();
    let with = |most: Option<u8>| SkinningSettings {
        method: SkinningMethod::DirectDeltaMush,
        stored: StoredSkin { most_surrounding_joints: most.map(|most| most.try_into().unwrap()), ..StoredSkin::FULL },
        ..SkinningSettings::default()
    };
    let largest = |a: &[SkinnedVertex], b: &[SkinnedVertex]| {
        let distances = a.iter().zip(b).map(|(a, b)| a.position.distance(b.position));
        distances.fold(0.0, f32::max) / extent
    };
    let full = deform_model(&model, &pose, with(None), &[]).unwrap().concat();
    let mut last = f32::INFINITY;
    for most in [2, 4, 8, 16, 32] {
        let settings = with(Some(most));
        let twin = deform_model(&model, &pose, settings, &[]).unwrap().concat();
        let palettes = JointPalette::all(&model, &pose, settings);
        let drawn = gpu::deform(&context, &gpu_model, &palettes, settings).unwrap().concat();
        let (apart, lost) = (largest(&drawn, &twin), largest(&twin, &full));
        println!("{most} joints: shader {apart:.1e} from the twin, {lost:.1e} of the extent lost");
        assert!(apart < 2e-6, "{most}: {apart}");
        assert!(lost < last && (most < 16 || lost < 1e-4), "{most}: {lost} after {last}");
        last = lost.max(1e-9);
    }
    assert!(last < 2e-7, "32 joints are all");
}

#[test]
fn the_whole_turned_and_scaled_is_the_skin_turned_and_scaled() {
    let model = open_model("limb").unwrap().asset.model;
    let root = model.skeleton.shown_joints().next().unwrap() as usize;
    let mut random = Random(3);
    let pose = random_pose(&model, &mut random, false);
    let extent = model.rest_bounds().extent();
    for scale in [Vec3::splat(1.7), Vec3::splat(1e-3), Vec3::new(-1.0, 1.0, 1.0)] {
        let turn = Quat::from_rotation_y(1.1);
        // The root scales its children's frame, so that its own turn comes first.
        let mut whole = pose.clone();
        whole.joints[root].rotation = turn;
        whole.joints[root].translation = Vec3::ZERO;
        whole.joints[root].scale = scale;
        let mut still = pose.clone();
        still.joints[root].rotation = Quat::IDENTITY;
        still.joints[root].translation = Vec3::ZERO;
        still.joints[root].scale = Vec3::ONE;
        for (before, after) in skinned(&model, &still).iter().zip(skinned(&model, &whole)) {
            let expected = turn * (before.position * scale);
            let tolerance = 1e-4 * extent * scale.x.abs().min(1.0);
            assert!(after.position.distance(expected) < tolerance, "{scale}: {} {expected}", after.position);
            // A reflection turns the surface over, and its normals point outward still.
            let outward = turn * (before.normal * scale.signum());
            assert!(after.normal.distance(outward) < 1e-3, "{scale}: {} {outward}", after.normal);
        }
    }
}

/// All vertices, and then all of them again.
fn twice(primitive: &Primitive) -> Primitive {
    let again = |list: &[Vec3]| [list, list].concat();
    let influences: Vec<&[Influence]> = primitive.influences.iter().collect();
    let joints = primitive.influences.flat().iter().map(|own| own.joint as usize + 1).max().unwrap();
    Primitive {
        positions: again(&primitive.positions),
        normals: again(&primitive.normals),
        texcoords: Vec::new(),
        second_texcoords: Vec::new(),
        colors: Vec::new(),
        morphs: None,
        influences: Influences::normalized([influences.clone(), influences].concat().into_iter(), joints).unwrap().0,
        ..primitive.clone()
    }
}

#[test]
fn seams_stay_closed() {
    for name in ["mannequin", "cloth"] {
        let mut parts = parts_of(&open_model(name).unwrap().asset.model);
        if name == "cloth" {
            // A copy of every vertex, for every second triangle.
            let primitive = &mut parts.primitives[0];
            let count = primitive.positions.len() as u32;
            *primitive = twice(primitive);
            primitive.indices.chunks_mut(6).for_each(|two| two.iter_mut().skip(3).for_each(|index| *index += count));
        }
        let model = Model::new(parts).unwrap();
        let mut random = Random(5);
        let posed = skinned(&model, &random_pose(&model, &mut random, false));
        let rest: Vec<(Vec3, Vec<Influence>)> = model
            .primitives
            .iter()
            .flat_map(|own| own.positions.iter().copied().zip(own.influences.iter().map(<[_]>::to_vec)))
            .collect();
        let mut order: Vec<usize> = (0..rest.len()).collect();
        let key = |vertex: usize| (rest[vertex].0 + 0.0).to_array().map(f32::to_bits);
        order.sort_by_key(|&vertex| key(vertex));
        let mut pairs = 0;
        for pair in order.windows(2) {
            if key(pair[0]) == key(pair[1]) && rest[pair[0]].1 == rest[pair[1]].1 {
                pairs += 1;
                assert_eq!(posed[pair[0]].position, posed[pair[1]].position, "{name}");
            }
        }
        println!("{name}: {pairs} pairs");
        assert!(pairs > 100, "{name}: {pairs}");
    }
}
