//! Pictures in tiles are those that are drawn at once.

use super::command_line::{Folder, run, succeed};
use super::gpu_support::{context, twisted};
use image::RgbaImage;
use skinscope::files::open_model;
use skinscope::gpu::{GpuContext, GpuModel};
use skinscope::model::{Model, Pose};
use skinscope::panes::{Comparison, ComparisonKind, PaneSettings};
use skinscope::sheets::{PaneView, Sheet, SheetCaption, SheetPane, render_sheet};
use skinscope::skinning::{SkinningMethod, SkinningSettings};
use skinscope::view::{Camera, CameraPreset, Ghost, Overlay, PaneLook, PictureSettings, Quality, Shading, SkinPaint};
use skinscope::viewport::{
    PaneRenderer, PictureRequest, RestCache, TiledPicture, is_tiled, render_to_image, tile_side,
};
use skinscope::work::Progress;
use std::sync::Arc;

const SIZE: [u32; 2] = [640, 402];

/// How many channels of how many pixels differ, and by how much at most.
#[derive(Debug)]
struct Difference {
    pixels: usize,
    most: u8,
    sum: u64,
}

fn difference(a: &RgbaImage, b: &RgbaImage) -> Difference {
    assert_eq!(a.dimensions(), b.dimensions());
    let mut found = Difference { pixels: 0, most: 0, sum: 0 };
    for (a, b) in a.pixels().zip(b.pixels()) {
        let apart = a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b));
        let most = apart.clone().max().unwrap();
        found.pixels += usize::from(most > 0);
        found.most = found.most.max(most);
        found.sum += apart.map(u64::from).sum::<u64>();
    }
    found
}

/// The sum of all differences between two pictures, per pixel. A vertex may be rounded to another 256th of a pixel in a
/// tile, which decides about single samples at edges and the last bit of a shade. Nothing else differs.
const SAME: f64 = 0.01;
/// The wireframe has an edge at every pixel.
const SAME_LINES: f64 = 0.1;
/// The graphics device interpolates where letters are read from their texture, with other last bits in each tile.
const SAME_TEXT: f64 = 0.03;

fn assert_same(name: &str, a: &RgbaImage, b: &RgbaImage, most: f64) {
    let found = difference(a, b);
    println!("{name}: {found:?}");
    let pixels = (a.width() * a.height()) as usize;
    assert!(found.pixels * 100 <= pixels, "{name}: {found:?}");
    assert!(found.sum as f64 <= most * pixels as f64, "{name}: {found:?}");
}

/// A device that draws nothing larger than this.
fn limited(side: u32) -> GpuContext {
    let mut context = pollster::block_on(GpuContext::headless()).unwrap();
    // Not the limit of textures, which egui needs for its fonts.
    context.limits.max_buffer_size = u64::from(4 * side * side);
    context
}

/// Settings that draw everything a picture can have.
fn kinds() -> [(&'static str, PictureSettings); 5] {
    let plain = PictureSettings::default();
    let all = plain.look.overlays.with(Overlay::Skeleton, true).with(Overlay::Wireframe, true);
    let dqs = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
    let ghost = Some(Ghost { skinning: dqs, other_model: false, color: [255, 160, 0] });
    [
        ("materials", plain),
        ("overlays", PictureSettings { look: PaneLook::of_overlays(all), ..plain }),
        ("ghost", PictureSettings { ghost, look: PaneLook { shading: Shading::Smooth, ..plain.look }, ..plain }),
        ("transparent", PictureSettings { transparent: true, ..plain }),
        ("paint", PictureSettings { look: PaneLook { paint: SkinPaint::AreaStretch, ..plain.look }, ..plain }),
    ]
}

/// The mannequin with a bent elbow.
fn bent_elbow() -> (Arc<Model>, Pose, Camera) {
    let opened = open_model("mannequin").unwrap().asset.model;
    let mut model = Model::clone(&opened);
    // Half of what it is made of shows what is behind it.
    for material in model.materials.iter_mut().step_by(2) {
        (material.is_blended, material.base_color.w) = (true, 0.6);
    }
    let model = Arc::new(model);
    let mut pose = Pose::rest(&model.skeleton);
    let elbow = model.skeleton.find("forearm.L").unwrap() as usize;
    pose.joints[elbow].rotation *= glam::Quat::from_rotation_x(1.4);
    let camera = Camera::framing(model.rest_bounds(), SIZE, CameraPreset::ThreeQuarter);
    (model, pose, camera)
}

/// The finest picture of a model.
fn request<'a>(
    model: &'a GpuModel,
    (pose, camera): (&'a Pose, &'a Camera),
    settings: &'a PictureSettings,
    rest: &'a RestCache,
) -> PictureRequest<'a> {
    PictureRequest {
        model,
        pose,
        camera,
        settings,
        size: SIZE,
        pixels_per_point: 1.5,
        quality: Quality::FINE,
        rest,
        beside: None,
    }
}

#[test]
fn tiles_join_without_a_seam() {
    let (model, pose, camera) = bent_elbow();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    for (name, settings) in kinds() {
        let rest = RestCache::default();
        let request = request(&gpu_model, (&pose, &camera), &settings, &rest);
        let whole = render_to_image(context(), &request).unwrap();
        let mut renderer = PaneRenderer::new(context()).unwrap();
        let mut picture = TiledPicture::in_tiles_of(SIZE, 150);
        assert_eq!(picture.waiting(), 15);
        while picture.waiting() > 0 {
            picture.draw_next(&mut renderer, context(), &request).unwrap();
        }
        let most = if settings.look.overlays.has(Overlay::Wireframe) { SAME_LINES } else { SAME };
        assert_same(name, &whole, &picture.finish(), most);
    }
}

#[test]
fn triangles_drawn_in_several_passes_make_the_same_picture() {
    let (model, pose, camera) = bent_elbow();
    let draw = |triangles_at_once: u32| {
        let mut context = pollster::block_on(GpuContext::headless()).unwrap();
        context.triangles_at_once = triangles_at_once;
        let gpu_model = GpuModel::for_pictures(&context, &model).unwrap();
        let mut pictures = Vec::new();
        for (name, settings) in kinds() {
            // With several samples for each pixel, and with one.
            for quality in [Quality::FINE, Quality { samples: 1, ..Quality::FINE }] {
                let rest = RestCache::default();
                let whole = request(&gpu_model, (&pose, &camera), &settings, &rest);
                let request = PictureRequest { quality, ..whole };
                pictures.push((name, render_to_image(&context, &request).unwrap()));
            }
        }
        pictures
    };
    assert!(model.triangle_count() > 12 * 5000, "many passes");
    for ((name, whole), (_, parts)) in draw(u32::MAX).iter().zip(draw(5000)) {
        assert_eq!(difference(whole, &parts).most, 0, "{name}");
    }
}

#[test]
fn a_device_with_a_low_limit_draws_the_same_picture() {
    let low = limited(400);
    assert!(is_tiled(&low, SIZE) && !is_tiled(context(), SIZE) && tile_side(&low) == 128);
    let model = open_model("bar").unwrap().asset.model;
    let pose = twisted(&model, 120.0);
    let camera = Camera::framing(model.rest_bounds(), SIZE, CameraPreset::ThreeQuarter);
    let settings = PictureSettings::default();
    let drawn = |context: &GpuContext| {
        let gpu_model = GpuModel::for_pictures(context, &model).unwrap();
        let rest = RestCache::default();
        render_to_image(context, &request(&gpu_model, (&pose, &camera), &settings, &rest)).unwrap()
    };
    assert_same("bar", &drawn(context()), &drawn(&low), SAME);
}

/// Headers, captions and legends are painted in tiles too.
#[test]
fn a_sheet_larger_than_the_limit_is_the_same_sheet() {
    let model = open_model("bar").unwrap().asset.model;
    let pose = twisted(&model, 120.0);
    let drawn = |context: &GpuContext, transparent: bool| {
        let gpu_model = GpuModel::for_pictures(context, &model).unwrap();
        let pane = |method, kind| {
            let skinning = SkinningSettings { method, ..SkinningSettings::default() };
            let comparison = Comparison { kind, divider: 0.4, ..Comparison::default() };
            let look = PaneLook { paint: SkinPaint::EdgeStretch, ..PaneLook::default() };
            let picture = PictureSettings { skinning, transparent, look, ..PictureSettings::default() };
            SheetPane {
                model: &gpu_model,
                settings: PaneSettings { skinning, comparison, ..PaneSettings::default() },
                picture,
                beside: None,
                names: None,
            }
        };
        let panes = [pane(SkinningMethod::Lbs, ComparisonKind::Off), pane(SkinningMethod::Dqs, ComparisonKind::Wipe)];
        let sheet = Sheet {
            pose: &pose,
            panes: &panes,
            caption: SheetCaption::Line("A bar, twisted by 120 degrees"),
            size: [900, 500],
            columns: None,
            legend: true,
        };
        let progress = Progress::default();
        let camera = |size| Camera::framing(model.rest_bounds(), size, CameraPreset::Front);
        let views = |size| panes.iter().map(|_| PaneView::new(&pose, camera(size))).collect();
        let picture = render_sheet(context, &sheet, views, &progress).unwrap().picture;
        assert!((progress.fraction() - 1.0).abs() < 1e-6, "all tiles are counted");
        picture
    };
    let low = limited(400);
    let (at_once, tiled) = (drawn(context(), true), drawn(&low, true));
    assert_same("transparent sheet", &at_once, &tiled, SAME_TEXT);
    // egui paints opaque pictures itself, on whole points, and blends texts in its own rounding.
    let found = difference(&drawn(context(), false), &drawn(&low, false));
    println!("opaque sheet: {found:?}");
    assert!(found.sum <= 900 * 500 / 2, "{found:?}");
}

#[test]
fn a_canceled_sheet_ends_between_two_tiles() {
    let low = limited(400);
    let model = open_model("bar").unwrap().asset.model;
    let gpu_model = GpuModel::for_pictures(&low, &model).unwrap();
    let pose = twisted(&model, 10.0);
    let panes = [SheetPane {
        model: &gpu_model,
        settings: PaneSettings::default(),
        picture: PictureSettings::default(),
        beside: None,
        names: None,
    }];
    let sheet = Sheet {
        pose: &pose,
        panes: &panes,
        caption: SheetCaption::None,
        size: [900, 500],
        columns: None,
        legend: true,
    };
    let progress = Progress::default();
    progress.cancel();
    let camera = |size| Camera::framing(model.rest_bounds(), size, CameraPreset::Front);
    let views = |size| panes.iter().map(|_| PaneView::new(&pose, camera(size))).collect();
    let error = render_sheet(&low, &sheet, views, &progress).unwrap_err();
    assert_eq!(error.to_string(), "the drawing was canceled");
}

/// Wider than what is drawn at once.
#[test]
fn commands_draw_large_pictures() {
    let folder = Folder::new("large");
    for (name, line) in [
        ("render", "render bar --set mid:rx=90"),
        ("paint", "render bar --set mid:rx=90 --paint edge-stretch"),
        ("compare", "compare bar --set mid:rx=90"),
        ("scenes", "scenes kavan-fig-4"),
    ] {
        let file = folder.file(&format!("{name}.png"));
        let words: Vec<&str> = line.split(' ').chain(["--size", "4600x300", "-o", &file]).collect();
        succeed(&words);
        let picture = image::open(&file).unwrap().into_rgba8();
        assert_eq!(picture.dimensions(), (4600, 300), "{name}");
        assert!(picture.pixels().all(|pixel| pixel.0[3] == 255), "{name}: nothing is left out");
        let middle = image::imageops::crop_imm(&picture, 2048 - 40, 0, 80, 300).to_image();
        let colors: std::collections::BTreeSet<[u8; 4]> = middle.pixels().map(|pixel| pixel.0).collect();
        assert!(colors.len() > 10, "{name}: there is a picture where two tiles meet");
    }
    assert!(run(&["render", "bar", "--size", "9000x9000", "-o", "-"]).status.code() == Some(2));
}
