//! Overlays, shadings and paints: every row of the tables is drawn, recorded for pages, and described.

use super::gpu_support::{bar, context, twisted};
use super::pages::root;
use super::pictures::{request, settings};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::gpu::GpuModel;
use skinscope::skinning::SkinningMethod;
use skinscope::view::{Camera, CameraPreset, Overlay, Overlays, PaneLook, PictureSettings, Shading, SkinPaint};
use skinscope::viewport::draw_list::record_draw_list;
use skinscope::viewport::{PictureRequest, render_to_image};

#[test]
fn every_overlay_changes_pictures_and_pages() {
    let model = bar();
    let mut gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    gpu_model.set_centers(&compute_centers(&model, &CenterSettings::default()));
    let pose = twisted(&model, 100.0);
    let camera = Camera::framing(model.rest_bounds(), [120, 200], CameraPreset::ThreeQuarter);
    let drawn = |overlays| {
        let settings = PictureSettings { look: PaneLook::of_overlays(overlays), ..settings(SkinningMethod::Cor) };
        let request: PictureRequest<'_> = request(&gpu_model, &pose, &camera, &settings);
        let image = render_to_image(context(), &request).unwrap();
        let (list, _) = record_draw_list(context(), &request, std::slice::from_ref(&pose)).unwrap();
        (image, list.passes)
    };
    let (plain, plain_passes) = drawn(Overlays::NONE);
    for overlay in Overlay::ALL {
        let (image, passes) = drawn(Overlays::only(overlay));
        assert!(image != plain, "{overlay:?} is not in the picture");
        assert!(passes != plain_passes, "{overlay:?} is not in the page");
    }
}

#[test]
fn the_pages_describe_every_look() {
    let page = |name: &str| std::fs::read_to_string(root().join("docs").join(name)).unwrap();
    let (pictures, talks) = (page("pictures.md"), page("talks.md"));
    for overlay in Overlay::ALL.map(Overlay::id) {
        assert!(pictures.contains(overlay) && talks.contains(&format!("`{overlay}`")), "{overlay}");
    }
    for shading in Shading::ALL.map(Shading::id) {
        assert!(pictures.contains(shading), "{shading}");
    }
    for paint in SkinPaint::choices().filter(|paint| *paint != SkinPaint::Materials) {
        let id = paint.row().id;
        assert!(pictures.contains(&format!("`{id}`")) || pictures.contains(&format!("`{id}:")), "{id}");
    }
}
