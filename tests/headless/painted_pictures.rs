//! The colors of the skin: what they mean, and that they show it.

use super::gpu_support::{bar, context, twisted};
use super::pictures::{request, settings};
use glam::Vec3;
use image::RgbaImage;
use skinscope::centers::CenterSettings;
use skinscope::gpu::{ChunkLimits, GpuModel, VertexFormat};
use skinscope::model::Pose;
use skinscope::skinning::{SkinningMethod, SkinningSettings};
use skinscope::view::{
    Camera, CameraPreset, Overlays, PaintRange, PaintScale, PaneLook, PictureSettings, SimilarTo, SkinPaint,
};
use skinscope::viewport::{PaneRenderer, Redraw, render_to_image};

fn is_yellow(pixel: image::Rgba<u8>) -> bool {
    let [red, green, blue, alpha] = pixel.0;
    alpha > 127 && red > blue.saturating_add(60) && green > blue.saturating_add(60)
}

#[test]
fn the_skin_is_painted_with_weights_and_differences() {
    let model = bar();
    let whole = GpuModel::for_pictures(context(), &model).unwrap();
    let limits = ChunkLimits { vertices: 500, influences: 4000, indices: usize::MAX };
    let chunked = GpuModel::with_chunk_limits(context(), &model, VertexFormat::Packed, limits).unwrap();
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let paint = |gpu_model: &GpuModel, pose: &Pose, paint: SkinPaint, selected_joint: Option<u32>| {
        let plain = settings(SkinningMethod::Lbs);
        let look = PaneLook { paint, ..PaneLook::of_overlays(Overlays::NONE) };
        let settings = PictureSettings { transparent: true, look, selected_joint, ..plain };
        let mut renderer = PaneRenderer::new(context()).unwrap();
        let request = request(gpu_model, pose, &camera, &settings);
        renderer.draw(context(), &request).unwrap();
        let image = render_to_image(context(), &request).unwrap();
        (image.pixels().filter(|pixel| is_yellow(**pixel)).count(), renderer.paint_scale(), image)
    };
    let rest = Pose::rest(&model.skeleton);
    let weights = |joint| paint(&whole, &rest, SkinPaint::JointWeights, joint);
    // Each of the two joints has about half of the bar for itself, and no joint nothing.
    let (first, second) = (weights(Some(model.skins[0].joints[0].node)), weights(Some(model.skins[0].joints[1].node)));
    assert!(first.0 > 200 && second.0 > 200, "{} {}", first.0, second.0);
    assert_eq!(first.1, Some(PaintScale::Weight));
    assert_eq!(weights(None).0, 0);
    // At rest all methods agree; twisted, the largest distance is somewhere.
    let to_dqs = SkinPaint::DifferenceTo(SkinningMethod::Dqs);
    assert_eq!(paint(&whole, &rest, to_dqs, None).0, 0);
    let twisted = twisted(&model, 150.0);
    let (yellow, scale, image) = paint(&whole, &twisted, to_dqs, None);
    assert!(yellow > 5, "{yellow}");
    let Some(PaintScale::Distance(largest)) = scale else { panic!("{scale:?}") };
    // A vertex of the middle ring, at the radius of the bar, is pulled in to cos(75 degrees) of it.
    let radius = model.primitives[0].positions.iter().map(|at| Vec3::new(0.0, at.y, at.z).length()).fold(0.0, f32::max);
    let x_radius =
        model.primitives[0].positions.iter().map(|at| Vec3::new(at.x, 0.0, at.z).length()).fold(0.0, f32::max);
    let pulled_in = radius.min(x_radius) * (1.0 - 75f32.to_radians().cos());
    assert!((largest - pulled_in).abs() < 0.02 * pulled_in, "{largest} {pulled_in}");
    assert!(paint(&chunked, &twisted, to_dqs, None).2 == image, "the same in chunks");
    let (_, scale, _) = paint(&whole, &twisted, SkinPaint::Materials, None);
    assert_eq!(scale, None);
    assert_eq!(paint(&whole, &rest, SkinPaint::InfluenceCount, None).1, Some(PaintScale::Influences(2)));
}

#[test]
fn similarity_shows_the_ring_around_a_vertex_and_follows_sigma() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let rest = Pose::rest(&model.skeleton);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let primitive = &model.primitives[0];
    let half = |list: &[skinscope::model::Influence]| list.len() == 2 && list[0].weight == 0.5;
    let vertex = primitive.influences.iter().position(half).unwrap() as u32;
    let mut renderer = PaneRenderer::new(context()).unwrap();
    let mut painted = |similar_to: Option<SimilarTo>| {
        let look = PaneLook { paint: SkinPaint::Similarity, ..PaneLook::of_overlays(Overlays::NONE) };
        let settings = PictureSettings { transparent: true, look, similar_to, ..PictureSettings::default() };
        let drawn = renderer.draw(context(), &request(&gpu_model, &rest, &camera, &settings)).unwrap();
        let colors = renderer.read_image(context()).unwrap();
        (drawn, colors.pixels().filter(|pixel| is_yellow(**pixel)).count(), renderer.paint_scale())
    };
    let to = |vertex: (u32, u32), sigma: f64| {
        Some(SimilarTo { vertex, centers: CenterSettings { sigma, ..CenterSettings::default() } })
    };
    let (_, narrow, scale) = painted(to((0, vertex), 0.05));
    let Some(PaintScale::Similarity(Some(largest))) = scale else { panic!("{scale:?}") };
    assert!((largest - 0.125).abs() < 1e-6, "2 (1/4)(1/4) at half and half: {largest}");
    assert_eq!(painted(to((0, vertex), 0.05)).0, Redraw::Kept);
    let (drawn, wide, _) = painted(to((0, vertex), 0.3));
    assert!(drawn == Redraw::Drawn && narrow > 10 && wide > narrow, "{narrow} {wide}");
    // No vertex, and none of the model.
    for nothing in [None, to((0, u32::MAX), 0.1), to((9, 0), 0.1)] {
        let (_, yellow, scale) = painted(nothing);
        assert_eq!((yellow, scale), (0, Some(PaintScale::Similarity(None))));
    }
}

/// A picture of the skin alone in a paint, and the scale of its colors.
fn painted(
    gpu_model: &GpuModel,
    pose: &Pose,
    paint: SkinPaint,
    skinning: SkinningSettings,
) -> (RgbaImage, Option<PaintScale>) {
    let camera = Camera::framing(gpu_model.model().rest_bounds(), [120, 200], CameraPreset::Front);
    let look = PaneLook { paint, ..PaneLook::of_overlays(Overlays::NONE) };
    let settings = PictureSettings { transparent: true, look, skinning, ..PictureSettings::default() };
    let mut renderer = PaneRenderer::new(context()).unwrap();
    renderer.draw(context(), &request(gpu_model, pose, &camera, &settings)).unwrap();
    (renderer.read_image(context()).unwrap(), renderer.paint_scale())
}

/// Opaque pixels that are more red than blue, and more blue than red.
fn red_and_blue(image: &RgbaImage) -> [usize; 2] {
    let opaque = || image.pixels().filter(|pixel| pixel.0[3] == 255).map(|pixel| pixel.0);
    let more = |a: usize, b: usize| opaque().filter(|pixel| pixel[a] > pixel[b].saturating_add(20)).count();
    assert!(opaque().count() > 2000);
    [more(0, 2), more(2, 0)]
}

#[test]
fn stretch_is_neutral_at_rest_red_where_skin_grows_and_blue_where_it_shrinks() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let rest = Pose::rest(&model.skeleton);
    let mut long = rest.clone();
    long.joints[0].scale = Vec3::new(1.0, 2.0, 1.0);
    let mut short = rest.clone();
    short.joints[0].scale = Vec3::new(1.0, 0.5, 1.0);
    let skinning = SkinningSettings::default();
    for paint in [SkinPaint::AreaStretch, SkinPaint::EdgeStretch, SkinPaint::VolumeChange] {
        let colors = |pose| {
            let (image, scale) = painted(&gpu_model, pose, paint, skinning);
            assert_eq!(scale, Some(PaintScale::Ratio));
            red_and_blue(&image)
        };
        assert_eq!(colors(&rest), [0, 0], "{paint:?}");
        let ([red, no_blue], [no_red, blue]) = (colors(&long), colors(&short));
        assert!(red > 1000 && blue > 1000 && no_blue == 0 && no_red == 0, "{paint:?}: {red} {no_blue} {no_red} {blue}");
    }
}

#[test]
fn invalid_signs_show_where_the_mode_leaves_rotations_more_than_half_a_turn_apart() {
    use skinscope::skinning::Antipodality;
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    // In half angles the lower joint is at -50 degrees and the upper one at 50: 100 apart, in canonical signs.
    let mut pose = twisted(&model, 200.0);
    pose.joints[0].rotation = glam::Quat::from_rotation_y(-100f32.to_radians());
    let invalid = |pose, method, antipodality| {
        let skinning =
            SkinningSettings { method, chosen_antipodality: Some(antipodality), ..SkinningSettings::default() };
        let (image, scale) = painted(&gpu_model, pose, SkinPaint::InvalidSigns, skinning);
        (red_and_blue(&image)[0], scale)
    };
    let (red, scale) = invalid(&pose, SkinningMethod::Dqs, Antipodality::None);
    // Vertices that the lower joint and one of the upper two share.
    let shared = |list: &&[skinscope::model::Influence]| {
        let counts = |joint: u32| list.iter().any(|one| (one.joint == 0) == (joint == 0) && one.weight > 0.0);
        counts(0) && counts(1)
    };
    let expected = model.primitives.iter().map(|primitive| primitive.influences.iter().filter(shared).count()).sum();
    assert_eq!(scale, Some(PaintScale::InvalidSigns(Some(expected))));
    assert!(red > 50 && expected > 50, "{red} {expected}");
    for valid in [Antipodality::PerVertex, Antipodality::RunningSum] {
        let told = Some(PaintScale::InvalidSigns(Some(0)));
        assert_eq!(invalid(&pose, SkinningMethod::Dqs, valid), (0, told));
    }
    let less = twisted(&model, 170.0);
    let told = |count| Some(PaintScale::InvalidSigns(count));
    assert_eq!(invalid(&less, SkinningMethod::Dqs, Antipodality::None), (0, told(Some(0))));
    assert_eq!(invalid(&pose, SkinningMethod::Lbs, Antipodality::None), (0, told(None)));
}

#[test]
fn a_fixed_range_dims_a_difference_map_and_keeps_its_largest_distance() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = twisted(&model, 150.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let paint = SkinPaint::DifferenceTo(SkinningMethod::Dqs);
    let automatic = PictureSettings {
        transparent: true,
        look: PaneLook { paint, ..PaneLook::default() },
        ..settings(SkinningMethod::Lbs)
    };
    let mut renderer = PaneRenderer::new(context()).unwrap();
    let mut draw = |settings: &PictureSettings| {
        let redraw = renderer.draw(context(), &request(&gpu_model, &pose, &camera, settings)).unwrap();
        let yellow = renderer.read_image(context()).unwrap().pixels().filter(|pixel| is_yellow(**pixel)).count();
        (redraw, yellow, renderer.paint_scale(), renderer.largest_distance().unwrap())
    };
    let (_, yellow, scale, largest) = draw(&automatic);
    assert!(yellow > 5 && scale == Some(PaintScale::Distance(largest)), "{yellow} {scale:?}");
    let fixed = |range| PictureSettings {
        look: PaneLook { paint_range: PaintRange::Fixed(range), ..automatic.look },
        ..automatic
    };
    let wide = Some(PaintScale::Distance(4.0 * largest));
    assert_eq!(draw(&fixed(4.0 * largest)), (Redraw::Drawn, 0, wide, largest));
    assert_eq!(draw(&fixed(4.0 * largest)).0, Redraw::Kept);
    assert!(draw(&fixed(0.5 * largest)).1 > 2 * yellow);
}

#[test]
fn normals_are_wrong_where_a_twist_turns_the_surface_and_nowhere_at_rest() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let painted = |pose: &Pose| {
        let (image, scale) = painted(&gpu_model, pose, SkinPaint::NormalError, SkinningSettings::default());
        assert_eq!(scale, Some(PaintScale::NormalError));
        // Neither skin nor gray.
        image.pixels().filter(|pixel| pixel.0[3] == 255 && pixel.0[2] > pixel.0[0].saturating_add(30)).count()
    };
    let (still, turned) = (painted(&Pose::rest(&model.skeleton)), painted(&twisted(&model, 150.0)));
    assert!(still * 10 < turned && turned > 100, "{still} {turned}");
}
