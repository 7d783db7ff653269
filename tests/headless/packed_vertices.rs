//! Errors that packing vertices into 32 bytes adds to positions, normals and pictures, and data that stay in full
//! precision.

use super::gpu_support::{Random, bar, context, random_model, twisted};
use super::morphs::{morphing, posed};
use glam::{Quat, Vec2, Vec3, Vec4};
use image::RgbaImage;
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::gpu::mirrors::{MoreInfluences, PackedVertex};
use skinscope::gpu::{GpuModel, InfluencePath, VertexFormat, deform};
use skinscope::math::Bounds;
use skinscope::model::{Influence, Influences, Model, ModelParts, Pose, Primitive, SkinJoint};
use skinscope::skinning::{
    Deformed, JointPalette, PrimitiveCenters, SkinningMethod, SkinningSettings, VertexCenterData, deform_model,
};
use skinscope::view::{
    Camera, CameraPreset, Ghost, Overlay, Overlays, PaneLook, PictureSettings, Quality, Shading, SkinPaint,
};
use skinscope::viewport::{PictureRequest, RestCache, render_to_image};
use std::mem::size_of;
use std::sync::Arc;

/// Largest added error, as a fraction of the extent of the posed skin.
const MOST_ADDED: f32 = 1e-4;

/// The distance between unit normals.
const MOST_TURNED: f32 = 2e-3;

/// Whether two maps meet somewhere on the skin, with one position and two normals: rounding then chooses the normal.
fn has_kinks(method: SkinningMethod) -> bool {
    method == SkinningMethod::BulgeFreeDqs
}

#[test]
fn a_vertex_takes_32_bytes() {
    assert_eq!(size_of::<PackedVertex>(), 32);
    assert_eq!(size_of::<MoreInfluences>(), 12);
    assert_eq!(size_of::<VertexCenterData>(), 12);
}

/// Every joint is turned by up to `most_degrees`.
fn bent(model: &Model, seed: u64, most_degrees: f32) -> Pose {
    let mut random = Random::new(seed);
    let mut pose = Pose::rest(&model.skeleton);
    for joint in &mut pose.joints {
        joint.rotation = (joint.rotation * random.rotation(most_degrees)).normalize();
    }
    pose
}

/// In full precision, and packed.
fn both(model: &Arc<Model>) -> [GpuModel; 2] {
    [GpuModel::new(context(), model).unwrap(), GpuModel::for_pictures(context(), model).unwrap()]
}

fn deformed(gpu_model: &GpuModel, pose: &Pose, method: SkinningMethod) -> Vec<Deformed> {
    let settings = SkinningSettings { method, ..SkinningSettings::default() };
    let palettes = JointPalette::all(&gpu_model.model(), pose, settings);
    deform(context(), gpu_model, &palettes, settings).unwrap()
}

/// The largest distances between positions, as a share of the extent, and between normals.
fn added([full, packed]: &[GpuModel; 2], pose: &Pose, method: SkinningMethod) -> (f32, f32) {
    let [full, packed] = [full, packed].map(|gpu_model| deformed(gpu_model, pose, method));
    let extent = Bounds::of(full.iter().flatten().map(|vertex| vertex.position)).extent();
    let vertices = full.iter().flatten().zip(packed.iter().flatten());
    // A distance that is not a number counts as infinite.
    let finite = |distance: f32| if distance.is_finite() { distance } else { f32::INFINITY };
    vertices.fold((0.0f32, 0.0f32), |(position, normal), (full, packed)| {
        let away = finite(full.position.distance(packed.position) / extent);
        (position.max(away), normal.max(finite(full.normal.distance(packed.normal))))
    })
}

fn path_of(gpu_model: &GpuModel) -> InfluencePath {
    gpu_model.primitives()[0].influence_path
}

#[test]
fn packing_moves_no_vertex_by_more_than_a_ten_thousandth_of_the_extent() {
    println!("{:<12}{:<24}{:>10}{:>10}", "model", "method", "position", "normal");
    for name in ["bar", "limb", "hand", "mannequin", "cloth", "tentacle"] {
        let model = open_model(name).unwrap().asset.model;
        let mut uploads = both(&model);
        let centers = compute_centers(&model, &CenterSettings::default());
        uploads.iter_mut().for_each(|upload| upload.set_centers(&centers));
        assert_eq!(path_of(&uploads[1]).vertex_format(), VertexFormat::Packed, "{name}");
        // Many vertices find the worst case of a pose as well as many poses do.
        let poses = if model.vertex_count() > 9000 { 1 } else { 3 };
        for method in SkinningMethod::ALL {
            let found = (0..poses).map(|seed| added(&uploads, &bent(&model, seed, 70.0), method));
            let (position, normal) = found.fold((0f32, 0f32), |worst, one| (worst.0.max(one.0), worst.1.max(one.1)));
            println!("{name:<12}{:<24}{position:>10.1e}{normal:>10.1e}", method.id());
            assert!(position <= MOST_ADDED, "{name}, {}: {position}", method.id());
            assert!(normal <= MOST_TURNED || has_kinks(method), "{name}, {}: normals {normal}", method.id());
        }
    }
}

#[test]
fn eight_influences_are_packed_too() {
    for (most, path) in [(3, InfluencePath::PackedFour), (8, InfluencePath::PackedEight)] {
        let model = random_model(most as u64, most, 1500);
        let uploads = both(&model);
        assert_eq!(path_of(&uploads[1]), path);
        let without_centers = SkinningMethod::ALL.into_iter().filter(|method| !method.needs_centers());
        for method in without_centers {
            let (position, normal) = added(&uploads, &bent(&model, 7, 70.0), method);
            let turns_little = normal <= MOST_TURNED || has_kinks(method);
            assert!(position <= MOST_ADDED && turns_little, "{}: {position}, {normal}", method.id());
        }
    }
}

/// Weights of a half stay exact: where joints cancel out, packed vertices fall back to the heaviest joint as others do.
#[test]
fn half_weights_of_opposite_rotations_cancel_out_exactly() {
    let half = |primitive: &mut Primitive| {
        let own = [Influence { joint: 0, weight: 0.5 }, Influence { joint: 1, weight: 0.5 }];
        let vertices = std::iter::repeat_n(&own[..], primitive.positions.len());
        primitive.influences = Influences::normalized(vertices, 3).unwrap().0;
    };
    let model = changed(&bar(), 3, half);
    let uploads = both(&model);
    for degrees in [179.99, 180.0, 360.0] {
        for method in [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::LbsDqs] {
            let (position, _) = added(&uploads, &twisted(&model, degrees), method);
            assert!(position < 1e-6, "{}, {degrees}: {position}", method.id());
        }
    }
}

/// More than a piece of vertices, none of which is in a triangle.
#[test]
fn large_meshes_are_uploaded_in_pieces() {
    let mut random = Random::new(11);
    let count = 1_100_000;
    let many = |primitive: &mut Primitive| {
        primitive.positions = (0..count).map(|vertex| Vec3::new(vertex as f32 / count as f32, 0.3, 0.1)).collect();
        primitive.normals = vec![Vec3::Z; count];
        primitive.indices.clear();
        let weights = (0..count).map(|vertex| (vertex % 997) as f32 / 997.0);
        let lists: Vec<[Influence; 2]> = weights
            .map(|weight| [Influence { joint: 0, weight }, Influence { joint: 1, weight: 1.0 - weight }])
            .collect();
        primitive.influences = Influences::normalized(lists.iter().map(|own| &own[..]), 14).unwrap().0;
    };
    let model = changed(&random_model(1, 4, 3), 14, many);
    let (uploads, pose) = (both(&model), bent(&model, 5, 70.0));
    let (position, normal) = added(&uploads, &pose, SkinningMethod::Lbs);
    assert!(position <= MOST_ADDED && normal <= MOST_TURNED, "{position}, {normal}");
    let on_cpu = deform_model(&model, &pose, SkinningSettings::default(), &[]).unwrap();
    let on_gpu = deformed(&uploads[0], &pose, SkinningSettings::default().method);
    for vertex in (0..20).map(|_| random.below(count)).chain([0, 1_048_575, 1_048_576, count - 1]) {
        assert!(on_cpu[0][vertex].position.distance(on_gpu[0][vertex].position) < 1e-5, "vertex {vertex}");
    }
}

#[test]
fn centers_that_come_later_are_those_that_are_drawn() {
    let model = open_model("limb").unwrap().asset.model;
    let centers = compute_centers(&model, &CenterSettings::default());
    let pose = bent(&model, 4, 70.0);
    let fresh = |centers: &[PrimitiveCenters]| {
        let mut upload = GpuModel::for_pictures(context(), &model).unwrap();
        upload.set_centers(centers);
        deformed(&upload, &pose, SkinningMethod::Cor)
    };
    let others: Vec<PrimitiveCenters> =
        model.primitives.iter().map(|primitive| primitive.positions.clone().into()).collect();
    let mut upload = GpuModel::for_pictures(context(), &model).unwrap();
    let cor = SkinningSettings { method: SkinningMethod::Cor, ..SkinningSettings::default() };
    assert!(upload.prepare(context(), cor).is_err(), "there are no centers yet");
    for centers in [&others[..], &centers, &others] {
        let before = upload.id();
        upload.set_centers(centers);
        assert_ne!(upload.id(), before);
        assert_eq!(deformed(&upload, &pose, SkinningMethod::Cor), fresh(centers));
    }
    assert_ne!(fresh(&others), fresh(&centers));
}

/// A model with another first primitive, and another number of joints in the first skin.
fn changed(model: &Model, joint_count: usize, change: impl Fn(&mut Primitive)) -> Arc<Model> {
    let mut primitives: Vec<Primitive> = model.primitives.iter().map(|primitive| (**primitive).clone()).collect();
    change(&mut primitives[0]);
    let mut skins = model.skins.clone();
    let joints = &mut skins[0].joints;
    let last: SkinJoint = joints[joints.len() - 1];
    joints.resize(joint_count, last);
    Arc::new(
        Model::new(ModelParts {
            name: model.name.clone(),
            skeleton: model.skeleton.clone(),
            skins,
            primitives,
            materials: model.materials.clone(),
            textures: model.textures.to_vec(),
            clips: Vec::new(),
        })
        .unwrap(),
    )
}

#[test]
fn what_does_not_fit_keeps_full_precision() {
    let small = random_model(1, 4, 60);
    let same = |_: &mut Primitive| {};
    let path = |model: &Arc<Model>| path_of(&GpuModel::for_pictures(context(), model).unwrap());
    assert_eq!(path(&changed(&small, 256, same)), InfluencePath::PackedFour);
    assert_eq!(path(&changed(&small, 257, same)), InfluencePath::FixedFour);
    assert_eq!(path(&random_model(1, 14, 600)), InfluencePath::Listed);
    let negative = |primitive: &mut Primitive| {
        let own = [Influence { joint: 0, weight: 1.5 }, Influence { joint: 1, weight: -0.5 }];
        let vertices = std::iter::repeat_n(&own[..], primitive.positions.len());
        primitive.influences = Influences::normalized(vertices, 14).unwrap().0;
    };
    let negative = changed(&small, 14, negative);
    assert_eq!(path(&negative), InfluencePath::FixedFour);
    let (position, normal) = added(&both(&negative), &bent(&negative, 3, 70.0), SkinningMethod::Lbs);
    assert_eq!((position, normal), (0.0, 0.0), "the same bits");
}

#[test]
fn morph_targets_move_packed_vertices() {
    let model = morphing(&random_model(5, 4, 700), 5);
    let uploads = both(&model);
    let pose = Pose { morph_weights: posed(&model, 9).morph_weights, ..bent(&model, 2, 70.0) };
    let before = deformed(&uploads[1], &pose, SkinningMethod::Lbs);
    uploads.iter().for_each(|upload| upload.take_shape_of(context(), &pose).unwrap());
    let (position, normal) = added(&uploads, &pose, SkinningMethod::Lbs);
    assert!(position <= MOST_ADDED && normal <= MOST_TURNED, "{position}, {normal}");
    let after = deformed(&uploads[1], &pose, SkinningMethod::Lbs);
    let moved = before.iter().flatten().zip(after.iter().flatten()).map(|(a, b)| a.position.distance(b.position));
    assert!(moved.fold(0.0, f32::max) > 0.5);
}

fn picture(gpu_model: &GpuModel, pose: &Pose, settings: &PictureSettings) -> RgbaImage {
    let size = [160, 240];
    let request = PictureRequest {
        model: gpu_model,
        pose,
        camera: &Camera::framing(gpu_model.rest_bounds(), size, CameraPreset::ThreeQuarter),
        settings,
        size,
        pixels_per_point: 1.0,
        quality: Quality { samples: 1, ..Quality::FINE },
        rest: &RestCache::default(),
        beside: None,
    };
    render_to_image(context(), &request).unwrap()
}

/// The number of pixels with a channel that differs by more than three, and how many pixels are not background.
fn differing([full, packed]: [&RgbaImage; 2]) -> (usize, usize) {
    let differs = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| a.0.iter().zip(b.0).any(|(&a, b)| a.abs_diff(b) > 3);
    let background = full.get_pixel(0, 0);
    let drawn = full.pixels().filter(|pixel| *pixel != background).count();
    (full.pixels().zip(packed.pixels()).filter(differs).count(), drawn)
}

/// Textures, colors, patterns and paints on vertices that hold some of what they need, and list the rest.
#[test]
fn pictures_of_packed_vertices_look_the_same() {
    let model = bar();
    let wide = changed(&model, 3, |primitive| {
        let texcoord = |position: &Vec3| Vec2::new(position.y * 3.0, position.x - 0.5);
        primitive.texcoords = primitive.positions.iter().map(texcoord).collect();
        primitive.material = 2;
    });
    let colored = changed(&model, 3, |primitive| {
        let color = |position: &Vec3| position.abs().extend(1.0).min(Vec4::ONE);
        primitive.colors = primitive.positions.iter().map(color).collect();
    });
    let twice = changed(&model, 3, |primitive| {
        primitive.texcoords = vec![Vec2::splat(0.5); primitive.positions.len()];
        primitive.second_texcoords = primitive.positions.iter().map(|position| position.truncate()).collect();
    });
    for (name, model) in [("plain", &model), ("wide", &wide), ("colored", &colored), ("twice", &twice)] {
        let [mut full, mut packed] = both(model);
        let centers = compute_centers(model, &CenterSettings::default());
        [&mut full, &mut packed].into_iter().for_each(|upload| upload.set_centers(&centers));
        let mut pose = twisted(model, 70.0);
        pose.joints[0].rotation *= Quat::from_rotation_x(0.4);
        let looks = [Shading::Textured, Shading::Smooth, Shading::Flat, Shading::Checker, Shading::Contours];
        let shaded = looks.map(|shading| PaneLook { shading, ..PaneLook::default() });
        let painted =
            [SkinPaint::DominantJoint, SkinPaint::EdgeStretch].map(|paint| PaneLook { paint, ..PaneLook::default() });
        let by = |method| SkinningSettings { method, ..SkinningSettings::default() };
        let methods = [SkinningMethod::Spherical, SkinningMethod::Cor, SkinningMethod::CorProcrustes].map(|method| {
            let ghost = Some(Ghost { skinning: by(SkinningMethod::Lbs), other_model: false, color: [200, 120, 40] });
            let paint = SkinPaint::DominantJoint;
            let look = PaneLook { paint, ..PaneLook::default() };
            PictureSettings { skinning: by(method), look, ghost, ..PictureSettings::default() }
        });
        let of_look = |look| PictureSettings { look, ..PictureSettings::default() };
        for settings in shaded.into_iter().chain(painted).map(of_look).chain(methods) {
            let look = PaneLook { overlays: Overlays::only(Overlay::Wireframe), ..settings.look };
            let settings = PictureSettings { look, ..settings };
            let pictures = [&full, &packed].map(|gpu_model| picture(gpu_model, &pose, &settings));
            let (differ, drawn) = differing(pictures.each_ref());
            assert!(drawn > 3000, "{name}: {drawn} pixels drawn");
            assert!(differ * 500 < drawn, "{name}, {look:?}: {differ} of {drawn}");
        }
    }
}
