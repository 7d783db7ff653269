//! Checks what the viewport draws, one claim per test.

use super::gpu_support::{bar, context, twisted};
use glam::{Vec2, Vec3};
use image::RgbaImage;
use skinscope::files::open_model;
use skinscope::gpu::{ChunkLimits, GpuContext, GpuModel, ModelLook, VertexFormat, deform};
use skinscope::math::linear_from_srgb;
use skinscope::model::{Model, Pose};
use skinscope::skinning::{JointPalette, SkinnedVertex, SkinningMethod, SkinningSettings, deform_primitive};
use skinscope::view::{
    Camera, CameraPreset, Ghost, Overlay, Overlays, PaneLook, PictureSettings, Quality, Shading, Theme,
};
use skinscope::viewport::{PaneRenderer, PictureRequest, Redraw, RestCache, render_to_image};
use std::sync::{Arc, OnceLock};

pub fn settings(method: SkinningMethod) -> PictureSettings {
    PictureSettings {
        skinning: SkinningSettings { method, ..SkinningSettings::default() },
        ..PictureSettings::default()
    }
}

/// One for all tests, as it is for all panes.
fn rest_cache() -> &'static RestCache {
    static CACHE: OnceLock<RestCache> = OnceLock::new();
    CACHE.get_or_init(RestCache::default)
}

pub fn request<'a>(
    model: &'a GpuModel,
    pose: &'a Pose,
    camera: &'a Camera,
    settings: &'a PictureSettings,
) -> PictureRequest<'a> {
    let quality = Quality { samples: 1, key_shadow: false, ..Quality::FINE };
    let rest = rest_cache();
    PictureRequest {
        model,
        pose,
        camera,
        settings,
        size: [120, 200],
        pixels_per_point: 1.0,
        quality,
        rest,
        beside: None,
    }
}

/// Opaque pixels in each row.
fn row_widths(image: &RgbaImage) -> Vec<usize> {
    image.rows().map(|row| row.filter(|pixel| pixel.0[3] > 127).count()).collect()
}

#[test]
fn a_half_turn_pinches_linear_blending_and_nothing_else() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = twisted(&model, 179.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Side);
    let narrowest = |method| {
        let settings =
            PictureSettings { transparent: true, look: PaneLook::of_overlays(Overlays::NONE), ..settings(method) };
        let image = render_to_image(context(), &request(&gpu_model, &pose, &camera, &settings)).unwrap();
        let widths = row_widths(&image);
        let middle = widths.len() / 2;
        let full = widths[middle / 2];
        assert!(full > 20, "the bar is in the picture: {widths:?}");
        (*widths[middle - 20..middle + 20].iter().min().unwrap(), full)
    };
    let (lbs, full) = narrowest(SkinningMethod::Lbs);
    let (dqs, _) = narrowest(SkinningMethod::Dqs);
    assert!(lbs * 5 < full, "LBS keeps {lbs} of {full} pixels");
    assert!(dqs + 2 >= full, "DQS keeps {dqs} of {full} pixels");
}

#[test]
fn a_picture_is_drawn_again_only_when_something_in_it_changed() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = twisted(&model, 90.0);
    let other_pose = twisted(&model, 91.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let lbs = settings(SkinningMethod::Lbs);
    let light = PictureSettings { theme: Theme::Light, ..lbs };
    let mut renderer = PaneRenderer::new(context()).unwrap();
    let mut draw = |request: PictureRequest<'_>| renderer.draw(context(), &request).unwrap();
    let first = request(&gpu_model, &pose, &camera, &lbs);
    assert_eq!(draw(first), Redraw::Drawn);
    assert_eq!(draw(first), Redraw::Kept);
    let same_pose = pose.clone();
    assert_eq!(draw(PictureRequest { pose: &same_pose, ..first }), Redraw::Kept);
    let nearer = Camera { distance: camera.distance * 0.5, ..camera };
    let uploaded_again = GpuModel::for_pictures(context(), &model).unwrap();
    for changed in [
        PictureRequest { pose: &other_pose, ..first },
        PictureRequest { camera: &nearer, ..first },
        PictureRequest { settings: &light, ..first },
        PictureRequest { size: [121, 200], ..first },
        PictureRequest { pixels_per_point: 2.0, ..first },
        PictureRequest { quality: Quality::FINE, ..first },
        PictureRequest { model: &uploaded_again, ..first },
    ] {
        assert_eq!(draw(changed), Redraw::Drawn);
        assert_eq!(draw(changed), Redraw::Kept);
    }
}

/// Opening a picture's pipelines is most of the time of a first picture.
#[test]
fn a_first_picture_compiles_few_pipelines_and_the_next_none() {
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    let model = open_model("mannequin").unwrap().asset.model;
    let gpu_model = GpuModel::for_pictures(&context, &model).unwrap();
    assert_eq!(context.pipelines.count(), 0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let lbs = settings(SkinningMethod::Lbs);
    let pose = Pose::rest(&model.skeleton);
    let fine = PictureRequest { quality: Quality::FINE, ..request(&gpu_model, &pose, &camera, &lbs) };
    let mut renderer = PaneRenderer::new(&context).unwrap();
    renderer.draw(&context, &fine).unwrap();
    // Depth for the shadow and for the occlusion, the shaded skin, two of the occlusion, three of the contact shadow,
    // background and ground.
    let most = 10 + usize::from(context.resolves_in_shader);
    let compiled = context.pipelines.count();
    assert!(compiled <= most, "{compiled} pipelines");
    let nearer = Camera { distance: camera.distance * 0.5, ..camera };
    assert_eq!(renderer.draw(&context, &PictureRequest { camera: &nearer, ..fine }).unwrap(), Redraw::Drawn);
    assert_eq!(context.pipelines.count(), compiled);
}

#[test]
fn a_shader_resolves_samples_as_the_device_does() {
    let model = bar();
    let [ours, of_device] = [true, false].map(|in_shader| {
        let mut context = pollster::block_on(GpuContext::headless()).unwrap();
        context.resolves_in_shader = in_shader;
        let gpu_model = GpuModel::for_pictures(&context, &model).unwrap();
        let (pose, settings) = (twisted(&model, 90.0), settings(SkinningMethod::Dqs));
        let settings = PictureSettings { transparent: true, ..settings };
        let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
        let request = PictureRequest { quality: Quality::FINE, ..request(&gpu_model, &pose, &camera, &settings) };
        render_to_image(&context, &request).unwrap()
    });
    let apart = ours.iter().zip(of_device.iter()).map(|(a, b)| a.abs_diff(*b)).max();
    // Devices may round the mean otherwise; llvmpipe does not.
    assert!(apart.unwrap() <= 1, "{apart:?}");
}

#[test]
fn a_look_that_was_computed_ahead_changes_nothing() {
    let model = bar();
    let pose = twisted(&model, 90.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let lbs = settings(SkinningMethod::Lbs);
    let draw = |look: Option<ModelLook>| {
        let gpu_model = GpuModel::with_look(context(), &model, look).unwrap();
        render_to_image(context(), &request(&gpu_model, &pose, &camera, &lbs)).unwrap()
    };
    let ahead = ModelLook::ahead(&model);
    assert!(ahead.is_some());
    assert!(draw(ahead) == draw(None));
}

#[test]
fn a_picture_does_not_depend_on_earlier_ones() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let poses = [twisted(&model, 40.0), twisted(&model, 120.0)];
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::ThreeQuarter);
    let dqs = settings(SkinningMethod::Dqs);
    let fine = |pose| PictureRequest { quality: Quality::FINE, ..request(&gpu_model, pose, &camera, &dqs) };
    let mut renderer = PaneRenderer::new(context()).unwrap();
    renderer.draw(context(), &request(&gpu_model, &poses[1], &camera, &dqs)).unwrap();
    renderer.draw(context(), &fine(&poses[0])).unwrap();
    renderer.draw(context(), &fine(&poses[1])).unwrap();
    let fresh = render_to_image(context(), &fine(&poses[1])).unwrap();
    assert!(renderer.read_image(context()).unwrap() == fresh);
}

#[test]
fn transparent_pictures_are_clear_around_the_skin_and_opaque_ones_nowhere() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = Pose::rest(&model.skeleton);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let opaque = settings(SkinningMethod::Lbs);
    let image = render_to_image(context(), &request(&gpu_model, &pose, &camera, &opaque)).unwrap();
    assert!(image.pixels().all(|pixel| pixel.0[3] == 255));
    let clear = PictureSettings { transparent: true, look: PaneLook::of_overlays(Overlays::NONE), ..opaque };
    let image = render_to_image(context(), &request(&gpu_model, &pose, &camera, &clear)).unwrap();
    assert_eq!(image.get_pixel(1, 1).0, [0; 4]);
    assert!(image.pixels().any(|pixel| pixel.0[3] == 255));
}

/// The mean difference of two pictures, of 255.
fn mean_difference(a: &RgbaImage, b: &RgbaImage) -> f64 {
    let sum: u64 = a.as_raw().iter().zip(b.as_raw()).map(|(&a, &b)| u64::from(a.abs_diff(b))).sum();
    sum as f64 / a.as_raw().len() as f64
}

#[test]
fn a_mirrored_joint_is_lit_from_outside() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let rest = Pose::rest(&model.skeleton);
    // The bar is its own mirror image: only its triangles turn inside out.
    let mut mirrored = rest.clone();
    mirrored.joints[0].scale.x = -1.0;
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let lbs = settings(SkinningMethod::Lbs);
    let image = |pose| render_to_image(context(), &request(&gpu_model, pose, &camera, &lbs)).unwrap();
    let difference = mean_difference(&image(&rest), &image(&mirrored));
    assert!(difference < 0.2, "{difference}");
}

#[test]
fn both_sides_of_a_surface_are_lit_alike() {
    let model = bar();
    let mut inside_out = Model::clone(&model);
    let primitives = inside_out.primitives.iter_mut();
    primitives.flat_map(|primitive| &mut Arc::make_mut(primitive).normals).for_each(|normal| *normal = -*normal);
    let inside_out = Arc::new(inside_out);
    let pose = Pose::rest(&model.skeleton);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let lbs = settings(SkinningMethod::Lbs);
    let image = |model| {
        let gpu_model = GpuModel::for_pictures(context(), model).unwrap();
        render_to_image(context(), &request(&gpu_model, &pose, &camera, &lbs)).unwrap()
    };
    let difference = mean_difference(&image(&model), &image(&inside_out));
    assert!(difference < 0.2, "{difference}");
}

#[test]
fn shadows_only_darken_and_the_skeleton_shows_through_the_skin() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = twisted(&model, 179.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::ThreeQuarter);
    let image = |overlays, key_shadow| {
        let settings = PictureSettings {
            look: PaneLook::of_overlays(overlays),
            selected_joint: Some(1),
            ..settings(SkinningMethod::Lbs)
        };
        let quality = Quality { samples: 1, key_shadow, ..Quality::FINE };
        let request = PictureRequest { quality, ..request(&gpu_model, &pose, &camera, &settings) };
        render_to_image(context(), &request).unwrap()
    };
    let plain = image(Overlays::NONE, false);
    let contact = image(Overlays::only(Overlay::Shadow), false);
    for shadowed in [image(Overlays::NONE, true), contact] {
        let change = |(a, b): (&u8, &u8)| i32::from(*b) - i32::from(*a);
        let changes: Vec<i32> = plain.as_raw().iter().zip(shadowed.as_raw()).map(change).collect();
        assert!(changes.iter().all(|&change| change <= 1), "brighter by {:?}", changes.iter().max());
        assert!(changes.iter().filter(|&&change| change < -8).count() > 60);
    }
    let with_skeleton = image(Overlays::only(Overlay::Skeleton), false);
    let origin = camera.project(Vec3::Y, [120, 200]).unwrap();
    let pixel = with_skeleton.get_pixel(origin.x as u32, origin.y as u32).0;
    assert!(pixel[2] > pixel[0].saturating_add(40), "the selected joint in the accent color: {pixel:?}");
}

#[test]
fn a_mesh_in_chunks_looks_like_the_whole() {
    let model = bar();
    let whole = GpuModel::for_pictures(context(), &model).unwrap();
    let limits = ChunkLimits { vertices: 500, influences: 4000, indices: usize::MAX };
    let chunked = GpuModel::with_chunk_limits(context(), &model, VertexFormat::Packed, limits).unwrap();
    assert!(chunked.primitives()[0].chunks.len() > 10);
    let pose = twisted(&model, 100.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::ThreeQuarter);
    let dqs = settings(SkinningMethod::Dqs);
    let image = |model| render_to_image(context(), &request(model, &pose, &camera, &dqs)).unwrap();
    assert!(image(&whole) == image(&chunked));
}

#[test]
fn a_picture_too_large_for_the_device_is_an_error_and_the_next_one_is_fine() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = Pose::rest(&model.skeleton);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let lbs = settings(SkinningMethod::Lbs);
    let fits = request(&gpu_model, &pose, &camera, &lbs);
    let mut renderer = PaneRenderer::new(context()).unwrap();
    let error = renderer.draw(context(), &PictureRequest { size: [1 << 20, 64], ..fits }).unwrap_err();
    assert!(error.to_string().contains("1048576 x 64 pixels"), "{error}");
    assert_eq!(renderer.draw(context(), &fits).unwrap(), Redraw::Drawn);
}

#[test]
#[ignore = "writes pictures for people to judge, into the folder that SKINSCOPE_LOOK names"]
fn pictures_to_look_at() {
    let folder = std::env::var_os("SKINSCOPE_LOOK").expect("SKINSCOPE_LOOK names a folder");
    let folder = std::path::PathBuf::from(folder);
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = twisted(&model, 150.0);
    let size = [640, 720];
    for (name, theme, method, selected_joint) in [
        ("dark-lbs", Theme::Dark, SkinningMethod::Lbs, Some(1)),
        ("dark-dqs", Theme::Dark, SkinningMethod::Dqs, None),
        ("light-dqs", Theme::Light, SkinningMethod::Dqs, Some(1)),
    ] {
        let overlays = Overlays::default().with(Overlay::Skeleton, true);
        let settings =
            PictureSettings { theme, look: PaneLook::of_overlays(overlays), selected_joint, ..settings(method) };
        let camera = Camera::framing(model.rest_bounds(), size, CameraPreset::ThreeQuarter);
        let request = PictureRequest { size, quality: Quality::FINE, ..request(&gpu_model, &pose, &camera, &settings) };
        render_to_image(context(), &request).unwrap().save(folder.join(format!("{name}.png"))).unwrap();
    }
}

/// Yellow is the far end of the palette, violet the near one.
#[test]
fn clay_has_no_textures_and_every_shading_is_another_picture() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = twisted(&model, 60.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::ThreeQuarter);
    let pictures = Shading::ALL.map(|shading| {
        let look = PaneLook { shading, ..PaneLook::of_overlays(Overlays::NONE) };
        let settings = PictureSettings { transparent: true, look, ..settings(SkinningMethod::Lbs) };
        render_to_image(context(), &request(&gpu_model, &pose, &camera, &settings)).unwrap()
    });
    let colored = |image: &RgbaImage| image.pixels().filter(|p| p.0[0] > p.0[2].saturating_add(70)).count();
    let [textured, smooth, flat, ..] = &pictures;
    assert!(colored(textured) > 300 && colored(smooth) == 0 && colored(flat) == 0);
    for (place, picture) in pictures.iter().enumerate() {
        assert!(pictures[..place].iter().all(|other| mean_difference(picture, other) > 0.3));
        assert_eq!(row_widths(picture), row_widths(textured));
    }
}

/// Whether a pixel or one beside it is covered.
fn near_covered(image: &RgbaImage, x: u32, y: u32) -> bool {
    let around = |at: u32, end: u32| at.saturating_sub(1)..=(at + 1).min(end - 1);
    around(x, image.width()).any(|x| around(y, image.height()).any(|y| image.get_pixel(x, y).0[3] > 0))
}

#[test]
fn a_wireframe_darkens_the_skin_and_nothing_else() {
    let model = bar();
    let whole = GpuModel::for_pictures(context(), &model).unwrap();
    let limits = ChunkLimits { vertices: 500, influences: 4000, indices: usize::MAX };
    let chunked = GpuModel::with_chunk_limits(context(), &model, VertexFormat::Packed, limits).unwrap();
    let pose = twisted(&model, 100.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::ThreeQuarter);
    let image = |model: &GpuModel, wireframe, transparent| {
        let overlays = Overlays::NONE.with(Overlay::Wireframe, wireframe);
        let settings =
            PictureSettings { look: PaneLook::of_overlays(overlays), transparent, ..settings(SkinningMethod::Dqs) };
        let request = PictureRequest { quality: Quality::FINE, ..request(model, &pose, &camera, &settings) };
        render_to_image(context(), &request).unwrap()
    };
    let (plain, wired) = (image(&whole, false, false), image(&whole, true, false));
    let skin = image(&whole, false, true);
    let mut darker = 0;
    for (x, y, pixel) in plain.enumerate_pixels() {
        let other = wired.get_pixel(x, y);
        assert!(pixel == other || near_covered(&skin, x, y), "{x} {y}");
        assert!(other.0[1] <= pixel.0[1] + 1, "brighter at {x} {y}");
        darker += usize::from(other.0[1] + 8 < pixel.0[1]);
    }
    assert!(darker > 1000, "{darker}");
    assert!(image(&chunked, true, false) == wired, "the same in chunks");
}

/// The cyan of the dark theme, unlike the plate's and the skin's colors.
fn is_cyan(pixel: &image::Rgba<u8>) -> bool {
    pixel.0[2] > pixel.0[0].saturating_add(60) && pixel.0[1] > pixel.0[0].saturating_add(60)
}

/// Every line outside the skin is on the normal of a vertex, computed on the CPU, and they have the length of their shader.
#[test]
fn normals_stand_on_their_vertices_in_front_of_the_skin() {
    const LENGTH: f32 = 0.02;
    let model = bar();
    let whole = GpuModel::for_pictures(context(), &model).unwrap();
    let limits = ChunkLimits { vertices: 500, influences: 4000, indices: usize::MAX };
    let chunked = GpuModel::with_chunk_limits(context(), &model, VertexFormat::Packed, limits).unwrap();
    let (pose, size) = (twisted(&model, 100.0), [360, 600]);
    let camera = Camera::framing(model.rest_bounds(), size, CameraPreset::ThreeQuarter);
    let shown = |overlays| PictureSettings {
        look: PaneLook::of_overlays(overlays),
        transparent: true,
        ..settings(SkinningMethod::Dqs)
    };
    let image = |model: &GpuModel, settings: &PictureSettings| {
        let request = PictureRequest { size, ..request(model, &pose, &camera, settings) };
        render_to_image(context(), &request).unwrap()
    };
    let (plain, normals) = (shown(Overlays::NONE), shown(Overlays::only(Overlay::Normals)));
    let (skin, lined) = (image(&whole, &plain), image(&whole, &normals));
    assert!(image(&chunked, &normals) == lined, "the same in chunks");

    let palettes = JointPalette::all(&model, &pose, plain.skinning);
    let vertices = model.primitives.iter().flat_map(|primitive| {
        deform_primitive(&model, primitive, &palettes[primitive.skin as usize], plain.skinning).unwrap()
    });
    let length = LENGTH * model.rest_bounds().extent();
    let lines: Vec<[Vec2; 2]> = vertices
        .map(|vertex| {
            let (position, normal) = vertex.position_and_normal();
            [position, position + length * normal].map(|end| camera.project(end, size).unwrap().truncate())
        })
        .collect();
    let (mut beside, mut at_ends, mut over) = (0, 0, 0);
    for (x, y, pixel) in lined.enumerate_pixels() {
        if skin.get_pixel(x, y).0[3] > 0 {
            over += usize::from(is_cyan(pixel));
        } else if pixel.0[3] > 0 {
            assert!(is_cyan(pixel), "{x} {y}: {pixel:?}");
            let center = Vec2::new(x as f32, y as f32) + 0.5;
            // How far along a line the pixel is, and how far from it.
            let on = |&[from, to]: &[Vec2; 2]| {
                let share = ((center - from).dot(to - from) / (to - from).length_squared().max(1e-6)).clamp(0.0, 1.0);
                (center.distance(from.lerp(to, share)), share)
            };
            let (distance, share) = lines.iter().map(on).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            assert!(distance < 1.5, "{x} {y} is {distance} pixels from every normal");
            beside += 1;
            at_ends += usize::from(share > 0.9);
        }
    }
    println!("pixels beside the skin {beside}, at ends of lines {at_ends}, over the skin {over}");
    assert!(beside > 200 && at_ends > 10 && over > 200, "{beside} {at_ends} {over}");
}

#[test]
fn a_ghost_is_drawn_where_methods_differ_and_nowhere_else() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::Front);
    let magenta = |method| {
        let skinning = SkinningSettings { method, ..SkinningSettings::default() };
        Ghost { skinning, other_model: false, color: [255, 0, 255] }
    };
    let image = |pose: &Pose, shown, ghost, transparent| {
        let plain = PictureSettings { transparent, look: PaneLook::of_overlays(Overlays::NONE), ..settings(shown) };
        let settings = PictureSettings { ghost, ..plain };
        let request = PictureRequest { quality: Quality::FINE, ..request(&gpu_model, pose, &camera, &settings) };
        render_to_image(context(), &request).unwrap()
    };
    let rest = Pose::rest(&model.skeleton);
    let twisted = twisted(&model, 170.0);
    let (lbs, dqs) = (SkinningMethod::Lbs, SkinningMethod::Dqs);
    // Agreeing, and a method as its own ghost.
    assert!(image(&rest, lbs, None, false) == image(&rest, lbs, Some(magenta(dqs)), false));
    assert!(image(&twisted, lbs, None, false) == image(&twisted, lbs, Some(magenta(lbs)), false));
    let is_magenta = |pixel: &image::Rgba<u8>| pixel.0[0] > 200 && pixel.0[1] < 90 && pixel.0[2] > 200;
    let (plain, skin) = (image(&twisted, lbs, None, false), image(&twisted, lbs, None, true));
    let with_ghost = image(&twisted, lbs, Some(magenta(dqs)), false);
    let (mut outlined, mut filled) = (0, 0);
    for (x, y, pixel) in with_ghost.enumerate_pixels() {
        let before = plain.get_pixel(x, y);
        if pixel == before {
            continue;
        }
        outlined += usize::from(is_magenta(pixel));
        filled += usize::from(!is_magenta(pixel) && !near_covered(&skin, x, y));
        // The bar does not change but around its middle.
        assert!((40..160).contains(&y), "{x} {y}");
    }
    assert!(outlined > 30 && filled > 100, "{outlined} {filled}");
    // The pinched skin has its outline on the full one, and fills nothing there.
    let inside = image(&twisted, dqs, Some(magenta(lbs)), false);
    assert!(inside.pixels().filter(|pixel| is_magenta(pixel)).count() > 30);
    // A ghost is not part of the key's pose: the picture follows it, and goes back.
    let mut renderer = PaneRenderer::new(context()).unwrap();
    let [without, with] = [None, Some(magenta(dqs))].map(|ghost| PictureSettings { ghost, ..settings(lbs) });
    let mut draw = |settings| renderer.draw(context(), &request(&gpu_model, &twisted, &camera, settings)).unwrap();
    let drawn = [&without, &with, &with, &without].map(&mut draw);
    assert_eq!(drawn, [Redraw::Drawn, Redraw::Drawn, Redraw::Kept, Redraw::Drawn]);
}

/// The tone of the clay at each visible vertex of the bar: the brightness of a pattern over that of the plain clay,
/// which cancels the light. `None` where the skin faces away.
fn tones_of_vertices(model: &GpuModel, pose: &Pose, shading: Shading) -> Vec<Option<f32>> {
    const SIZE: [u32; 2] = [400, 800];
    let camera = Camera::framing(model.rest_bounds(), SIZE, CameraPreset::Front);
    let picture = |shading| {
        let look = PaneLook { shading, ..PaneLook::of_overlays(Overlays::NONE) };
        let settings = PictureSettings { look, ..settings(SkinningMethod::Dqs) };
        let request = PictureRequest { size: SIZE, ..request(model, pose, &camera, &settings) };
        render_to_image(context(), &request).unwrap()
    };
    let (plain, pattern) = (picture(Shading::Smooth), picture(shading));
    let skinning = settings(SkinningMethod::Dqs).skinning;
    let palettes = JointPalette::all(&model.model(), pose, skinning);
    let deformed = deform(context(), model, &palettes, skinning).unwrap();
    let tone = |vertex: &SkinnedVertex| {
        let to_eye = (camera.eye_in_world() - vertex.position).normalize();
        let at = camera.project(vertex.position, SIZE)?;
        let brightness =
            |image: &RgbaImage| linear_from_srgb(f32::from(image.get_pixel(at.x as u32, at.y as u32).0[0]) / 255.0);
        (vertex.normal.dot(to_eye) > 0.5).then(|| brightness(&pattern) / brightness(&plain))
    };
    deformed[0].iter().map(tone).collect()
}

/// A point of the skin keeps its tone while the bar is twisted.
#[test]
fn patterns_stay_with_the_skin() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    for (shading, dark) in [(Shading::Checker, 0.7), (Shading::Contours, 0.8)] {
        let at_rest = tones_of_vertices(&gpu_model, &twisted(&model, 0.0), shading);
        let posed = tones_of_vertices(&gpu_model, &twisted(&model, 60.0), shading);
        let seen = at_rest.iter().zip(&posed).filter_map(|(rest, posed)| rest.zip(*posed));
        // A pixel between two tones says nothing.
        let clear = |tone: f32| (tone > 0.93) || (tone < dark);
        let clear: Vec<(f32, f32)> = seen.filter(|(rest, posed)| clear(*rest) && clear(*posed)).collect();
        let dark_at_rest = clear.iter().filter(|(rest, _)| *rest < dark).count();
        let changed = clear.iter().filter(|(rest, posed)| (*rest < dark) != (*posed < dark)).count();
        assert!(dark_at_rest > 30 && clear.len() - dark_at_rest > 30, "{shading:?}: {dark_at_rest} of {}", clear.len());
        assert!(changed * 20 < clear.len(), "{shading:?}: {changed} of {} changed", clear.len());
    }
}
