//! Films that are drawn twice by one source, as for a gif: first some frames, then all.

use super::canceled_films::look;
use crate::gpu_support::context;
use image::RgbaImage;
use skinscope::files::Access;
use skinscope::films::{Film, FilmScene, FrameSource, Frames};
use skinscope::panes::{Motion, MotionKind, PaneLayout, PaneLook, PaneSettings, Scene, SceneModel};
use skinscope::sheets::ScenePage;
use skinscope::skinning::SkinningMethod;
use skinscope::view::{CameraText, SkinPaint};
use skinscope::work::Progress;
use std::sync::Arc;

/// A bar that bends for three frames. The colors are distances, and their scale follows from the whole motion.
fn scene(method: SkinningMethod, page: ScenePage) -> FilmScene {
    let look = PaneLook { paint: SkinPaint::DifferenceTo(method), ..PaneLook::default() };
    let pane = PaneSettings { look, ..PaneSettings::default() };
    let scene = Scene::new(SceneModel::bundled("bar"), vec![(pane, None)], &PaneLayout::default());
    let (joint, channel) = ("mid".to_owned(), "rx".to_owned());
    let motion = Motion::once(MotionKind::Joint { joint, channel, from: 0.0, to: 150.0 }, 0.3);
    FilmScene { scene: Arc::new(scene), motion: Some(motion), page }
}

fn drawn(source: &mut impl FrameSource, frames: Frames) -> Vec<RgbaImage> {
    let mut drawn = Vec::new();
    let mut take = |frame| {
        drawn.push(frame);
        true
    };
    source.draw(frames, &Progress::default(), &mut take).unwrap();
    drawn
}

#[test]
fn what_a_source_keeps_for_its_next_drawing_changes_no_frame() {
    let sheet = ScenePage::Sheet { camera: CameraText::default() };
    let [dqs, dib] = [(SkinningMethod::Dqs, sheet), (SkinningMethod::Dib, ScenePage::Slide)]
        .map(|(method, page)| scene(method, page));
    for scenes in [&[dqs.clone()][..], &[dqs, dib]] {
        let film = Film::open(scenes, look(), &Access::default(), &Progress::default()).unwrap();
        let once = drawn(&mut film.on(context()), Frames::All);
        let mut source = film.on(context());
        let some = drawn(&mut source, Frames::Some(2));
        assert!(some.len() >= 2 && some[0] != some[1]);
        assert!(drawn(&mut source, Frames::All) == once, "{} scenes", scenes.len());
    }
}
