//! Overlays, shadings and paints: every row of the tables is drawn, recorded for pages, and described.

use super::pages::root;
use super::pictures::{request, settings};
use super::played_pictures::{Player, twisted_bar};
use skinscope::skinning::SkinningMethod;
use skinscope::view::{Overlay, Overlays, PaneLook, PictureSettings, Shading, SkinPaint};

#[test]
fn every_overlay_changes_pictures_and_pages() {
    let (gpu_model, pose, camera) = twisted_bar();
    let mut player = Player::default();
    let mut drawn = |overlays| {
        let settings = PictureSettings { look: PaneLook::of_overlays(overlays), ..settings(SkinningMethod::Cor) };
        player.check(&format!("{overlays:?}"), &request(&gpu_model, &pose, &camera, &settings))
    };
    let plain = drawn(Overlays::NONE);
    for overlay in Overlay::ALL {
        assert!(drawn(Overlays::only(overlay)) != plain, "{overlay:?} is not in the picture");
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
