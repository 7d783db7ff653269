//! Morph targets: shaders against the CPU and against double precision, in sessions, files and commands.

use crate::command_line::{Folder, fail, npy, succeed};
use crate::gpu_support::{Random, context, random_model, random_pose};
use glam::{DVec3, Vec3};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::export::write_model_glb;
use skinscope::files::{CenterStore, OpenedModel, open_model};
use skinscope::gpu::{ChunkLimits, GpuModel, VertexFormat, deform};
use skinscope::model::{
    Channel, ChannelValues, Clip, Interpolation, Model, ModelParts, MorphDelta, MorphDeltas, MorphTarget, Pose,
    Skeleton,
};
use skinscope::panes::{parse_talk, write_talk};
use skinscope::session::{Command, Loader, State, TalkEdit};
use skinscope::skinning::{Deformed, JointPalette, SkinningMethod, SkinningSettings, deform_model};
use skinscope::view::Theme;
use std::path::Path;
use std::sync::Arc;

const TARGETS: usize = 5;

fn target(index: usize) -> MorphTarget {
    MorphTarget { name: format!("shape {index}"), rest_weight: if index == 1 { 0.5 } else { 0.0 } }
}

pub fn parts_of(model: &Model) -> ModelParts {
    ModelParts {
        name: model.name.clone(),
        skeleton: model.skeleton.clone(),
        skins: model.skins.clone(),
        primitives: model.primitives.iter().map(|primitive| (**primitive).clone()).collect(),
        materials: model.materials.clone(),
        textures: model.textures.to_vec(),
        clips: model.clips.to_vec(),
    }
}

/// Gives the first node of a model targets, which move about every third vertex of its first primitive, and a clip.
pub fn morphing(model: &Model, seed: u64) -> Arc<Model> {
    let mut random = Random::new(seed);
    let mut parts = parts_of(model);
    let node = parts.primitives[0].node;
    let mut nodes = parts.skeleton.nodes().to_vec();
    nodes[node as usize].morph_targets = (0..TARGETS).map(target).collect();
    parts.skeleton = Skeleton::new(nodes).unwrap();
    let primitive = &mut parts.primitives[0];
    let extent = skinscope::math::Bounds::of(primitive.positions.iter().copied()).extent();
    let mut of_vertices = Vec::new();
    for target in 0..TARGETS as u32 {
        for vertex in 0..primitive.positions.len() as u32 {
            if random.unit() < 0.3 {
                let (position, normal) = (random.vector(0.2 * extent), random.vector(0.5));
                of_vertices.push((vertex, MorphDelta { target, position, normal }));
            }
        }
    }
    let base = primitive.positions.iter().copied().zip(primitive.normals.iter().copied()).collect();
    let morphs = MorphDeltas::new(base, &of_vertices).unwrap();
    let weights: Vec<f32> = (0..TARGETS).map(|index| target(index).rest_weight).collect();
    morphs.morph(&weights, &mut primitive.positions, &mut primitive.normals);
    primitive.morphs = Some(Arc::new(morphs));
    let weights = [[0.0; TARGETS], [1.0, 0.0, 0.0, -1.0, 0.5]].concat();
    let values = ChannelValues::MorphWeights { first: 0, targets: TARGETS as u32, weights };
    let channel = Channel::new(node, Interpolation::Linear, vec![0.0, 2.0], values).unwrap();
    parts.clips = vec![Clip::new("face".to_owned(), vec![channel])];
    Arc::new(Model::new(parts).unwrap())
}

fn of_method(method: SkinningMethod) -> SkinningSettings {
    SkinningSettings { method, ..SkinningSettings::default() }
}

pub fn posed(model: &Model, seed: u64) -> Pose {
    let mut random = Random::new(seed);
    let mut pose = random_pose(model, seed);
    pose.morph_weights.iter_mut().for_each(|weight| *weight = random.between(-1.0, 2.0));
    pose
}

/// The model with positions and normals morphed in double precision, and no morph targets.
fn morphed_in_f64(model: &Model, weights: &[f32]) -> Model {
    let mut parts = parts_of(model);
    let primitive = &mut parts.primitives[0];
    let morphs = primitive.morphs.take().unwrap();
    for vertex in 0..primitive.positions.len() {
        let (position, normal) = morphs.base(vertex);
        let (mut position, mut normal): (DVec3, DVec3) = (position.as_dvec3(), normal.as_dvec3());
        for delta in morphs.of(vertex) {
            let weight = f64::from(weights[delta.target as usize]);
            position += weight * delta.position.as_dvec3();
            normal += weight * delta.normal.as_dvec3();
        }
        primitive.positions[vertex] = position.as_vec3();
        primitive.normals[vertex] = normal.normalize().as_vec3();
    }
    Model::new(parts).unwrap()
}

/// The largest distances between positions and between normals.
fn apart(a: &[Deformed], b: &[Deformed]) -> (f32, f32) {
    let vertices = a.iter().flatten().zip(b.iter().flatten());
    vertices.fold((0.0, 0.0), |(position, normal), (a, b)| {
        (a.position.distance(b.position).max(position), a.normal.distance(b.normal).max(normal))
    })
}

#[test]
fn shaders_and_twin_agree_with_double_precision() {
    let context = context();
    let (mut worst, mut moved) = ((0f32, 0f32), 0f32);
    for seed in 0..6 {
        let max_influences = if seed % 2 == 0 { 4 } else { 8 };
        let model = morphing(&random_model(seed, max_influences, 700), seed);
        // Small chunks: borders must not show.
        let limits = ChunkLimits { vertices: 200, influences: 4000, indices: 900 };
        let gpu_model = GpuModel::with_chunk_limits(context, &model, VertexFormat::Full, limits).unwrap();
        for pose_seed in 0..3 {
            let pose = posed(&model, 100 * seed + pose_seed);
            let settings = of_method(SkinningMethod::Lbs);
            let expected = deform_model(&morphed_in_f64(&model, &pose.morph_weights), &pose, settings, &[]).unwrap();
            let on_cpu = deform_model(&model, &pose, settings, &[]).unwrap();
            gpu_model.take_shape_of(context, &pose).unwrap();
            let palettes = JointPalette::all(&model, &pose, settings);
            let on_gpu = deform(context, &gpu_model, &palettes, settings).unwrap();
            for found in [&on_cpu, &on_gpu] {
                let (position, normal) = apart(found, &expected);
                worst = (worst.0.max(position), worst.1.max(normal));
            }
            let unmorphed = Pose { morph_weights: model.skeleton.rest_morph_weights(), ..pose };
            moved = moved.max(apart(&deform_model(&model, &unmorphed, settings, &[]).unwrap(), &expected).0);
        }
    }
    println!("positions {:e}, normals {:e}; the targets move up to {moved}", worst.0, worst.1);
    assert!(worst.0 < 2e-5 && worst.1 < 2e-4, "{worst:?}");
    assert!(moved > 0.5, "{moved}");
}

#[test]
fn a_shape_that_is_left_comes_back_exactly() {
    let context = context();
    let model = morphing(&random_model(3, 4, 300), 3);
    let settings = of_method(SkinningMethod::Dqs);
    let rest = Pose::rest(&model.skeleton);
    let palettes = JointPalette::all(&model, &rest, settings);
    let gpu_model = GpuModel::new(context, &model).unwrap();
    let before = deform(context, &gpu_model, &palettes, settings).unwrap();
    gpu_model.take_shape_of(context, &posed(&model, 1)).unwrap();
    assert!(apart(&deform(context, &gpu_model, &palettes, settings).unwrap(), &before).0 > 0.1);
    assert_eq!(gpu_model.model().shape_weights(), posed(&model, 1).morph_weights);
    gpu_model.take_shape_of(context, &rest).unwrap();
    // The first upload was made on the CPU.
    let (position, normal) = apart(&deform(context, &gpu_model, &palettes, settings).unwrap(), &before);
    assert!(position < 1e-6 && normal < 1e-6, "{position} {normal}");
}

#[test]
fn centers_are_those_of_the_default_shape() {
    let model = morphing(&open_model("limb").unwrap().asset.model, 5);
    let shape = model.in_shape(&[1.0, -1.0, 0.3, 0.7, 0.0]);
    assert!(shape.primitives[0].positions[7].distance(model.primitives[0].positions[7]) > 0.0);
    let settings = CenterSettings::default();
    let centers = |model: &Model| -> Vec<Vec3> { compute_centers(model, &settings)[0].iter().copied().collect() };
    assert_eq!(centers(&shape), centers(&model));
}

fn written(folder: &Folder, model: &Model) -> String {
    let path = folder.file("morphing.glb");
    std::fs::write(&path, write_model_glb(model).unwrap()).unwrap();
    path
}

#[test]
fn a_written_model_keeps_its_morph_targets_and_their_clips() {
    let folder = Folder::new("morphs written");
    let model = morphing(&open_model("bar").unwrap().asset.model, 8);
    let again = open_model(Path::new(&written(&folder, &model))).unwrap().asset;
    assert!(again.warnings.is_empty(), "{:?}", again.warnings);
    let again = again.model;
    let names = |model: &Model| model.skeleton.morph_targets().map(|(_, one)| one.clone()).collect::<Vec<_>>();
    assert_eq!(names(&again), names(&model));
    let mut pose = Pose::rest(&model.skeleton);
    assert_eq!(Pose::rest(&again.skeleton).morph_weights, pose.morph_weights);
    for seconds in [0.0, 0.7, 2.0] {
        model.clips[0].sample(seconds, &mut pose);
        let mut played = Pose::rest(&again.skeleton);
        again.clips[0].sample(seconds, &mut played);
        assert_eq!(played.morph_weights, pose.morph_weights);
        let settings = of_method(SkinningMethod::Lbs);
        let (position, normal) = apart(
            &deform_model(&again, &played, settings, &[]).unwrap(),
            &deform_model(&model, &pose, settings, &[]).unwrap(),
        );
        assert!(position < 1e-5 && normal < 1e-4, "{seconds}: {position} {normal}");
    }
}

#[test]
fn commands_take_weights_by_flag_pose_file_and_clip() {
    let folder = Folder::new("morph commands");
    let model = morphing(&open_model("bar").unwrap().asset.model, 8);
    let file = written(&folder, &model);
    let output = folder.file("skin.npy");
    let skin = |more: &[&str]| -> Vec<Vec3> {
        for backend in ["cpu", "gpu"] {
            let mut arguments = vec!["deform", &file, "-o", &output, "--backend", backend, "--no-cache"];
            arguments.extend(more);
            succeed(&arguments);
        }
        npy(&output).into_iter().map(Vec3::from_array).collect()
    };
    let of_shape = |weights: &[f32]| model.in_shape(weights).skinned_rest_positions();
    let far = |a: &[Vec3], b: &[Vec3]| a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(far(&skin(&[]), &of_shape(&[])) < 1e-5);
    let wanted = of_shape(&[2.0, 0.0, 0.0, -0.5, 0.0]);
    assert!(far(&wanted, &of_shape(&[])) > 0.05);
    let flags = ["--morph", "shape 0=2", "--morph", "shape 1=0", "--morph", "shape 3=-0.5"];
    assert!(far(&skin(&flags), &wanted) < 1e-5);
    let pose = folder.file("pose.json");
    let text = r##"{"skinscope_pose": 1, "morphs": {"shape 0": 2, "shape 1": 0, "shape 3": -0.5}}"##;
    std::fs::write(&pose, text).unwrap();
    assert!(far(&skin(&["--pose", &pose]), &wanted) < 1e-5);
    let halfway = of_shape(&[0.5, 0.0, 0.0, -0.5, 0.25]);
    assert!(far(&skin(&["--clip", "face", "--time", "1"]), &halfway) < 1e-5);
    let info = succeed(&["info", &file]);
    assert!(info.contains("morphs      5 targets: shape 0, shape 1, shape 2, shape 3, shape 4"), "{info}");
    let refused = fail(&["deform", &file, "-o", &output, "--morph", "shaep 0=1"], 2);
    assert!(refused.contains("did you mean \"shape 0\"?"), "{refused}");
}

#[test]
fn a_session_shapes_its_model_undoes_it_and_keeps_it_in_scenes() {
    let model = morphing(&open_model("bar").unwrap().asset.model, 8);
    let opened = open_model("bar").unwrap();
    let mut asset = opened.asset.clone();
    asset.model = Arc::clone(&model);
    let opened = OpenedModel { asset, ..opened };
    let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
    state.show_document(opened);
    state.feed_history(90.0, false);
    let weights = |state: &State| state.documents.first.as_ref().unwrap().model.shape_weights().to_vec();
    let id = state.documents.first.as_ref().unwrap().id;
    state.apply(Command::SetMorph { target: 0, weight: Some(0.75) });
    assert_eq!(weights(&state)[..2], [0.75, 0.5]);
    let document = Arc::clone(state.documents.first.as_ref().unwrap());
    assert_eq!(document.id, id, "what was computed for the document stays");
    let rest = document.rest.skin().surface.positions[3];
    assert_eq!(rest, document.model.primitives[0].positions[3].as_dvec3(), "figures compare with the shape");
    state.feed_history(100.0, false);
    state.feed_history(110.0, false);
    state.apply(Command::SetMorph { target: 99, weight: Some(1.0) });
    state.apply(Command::SetMorph { target: 2, weight: Some(f32::NAN) });
    assert_eq!(weights(&state)[..3], [0.75, 0.5, 0.0]);
    state.apply(Command::Undo);
    assert_eq!(weights(&state), model.shape_weights());
    assert!(Arc::ptr_eq(&state.documents.first.as_ref().unwrap().model, &model));
    state.apply(Command::Redo);
    assert_eq!(weights(&state)[0], 0.75);
    state.apply(Command::SetMorph { target: 3, weight: Some(-1.0) });
    let copied = state.copied_pose().unwrap();
    state.apply(Command::ResetMorphs);
    assert_eq!(weights(&state), model.shape_weights());
    state.apply(Command::PastePose { json: copied, mirrored: false });
    assert_eq!(weights(&state)[..4], [0.75, 0.5, 0.0, -1.0]);
    state.apply(Command::EditTalk(TalkEdit::Keep));
    let text = write_talk(state.talk(), "", Path::new("."));
    assert!(text.contains("\"shape 0\" = 0.75"), "{text}");
    let again = parse_talk(&text, Path::new(".")).unwrap();
    assert_eq!(again.scenes[0].pose(&model).unwrap().morph_weights, weights(&state));
}

#[test]
fn a_rig_is_exported_in_its_default_shape() {
    let folder = Folder::new("morphing rig");
    let model = morphing(&open_model("bar").unwrap().asset.model, 8);
    let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
    state.show_document(open_model(Path::new(&written(&folder, &model))).unwrap());
    state.apply(Command::SetMorph { target: 0, weight: Some(1.0) });
    let path = folder.path().join("rig.glb");
    state.apply(Command::ExportRig(path.clone()));
    assert!(state.interface.error.is_none(), "{:?}", state.interface.error);
    let again = open_model(&path).unwrap().asset.model;
    let opened = state.documents.first.as_ref().unwrap();
    assert_eq!(again.primitives[0].positions, opened.model.in_default_shape().primitives[0].positions);
    assert_eq!(again.skeleton.morph_target_count(), TARGETS);
}
