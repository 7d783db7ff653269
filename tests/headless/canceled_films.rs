//! Films that are canceled before their first frame: while models open and centers of rotation are computed.

use crate::gpu_support::context;
use skinscope::files::{Access, CenterStore};
use skinscope::films::{
    Film, FilmFailure, FilmLook, FilmScene, FrameRate, FrameSource, Frames, STILL_SECONDS, SceneFailure, upload,
};
use skinscope::gpu::GpuError;
use skinscope::panes::Scene;
use skinscope::sheets::ScenePage;
use skinscope::view::Theme;
use skinscope::work::Progress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub fn look() -> FilmLook {
    FilmLook {
        size: [160, 120],
        rate: FrameRate::new(10.0).unwrap(),
        columns: None,
        supersample: 1,
        titles: true,
        caption: true,
        legend: true,
        transparent: false,
        theme: Theme::Dark,
        still_seconds: STILL_SECONDS,
        glides: true,
    }
}

/// Panes that need centers of rotation.
fn scenes() -> Vec<FilmScene> {
    let scene = Scene::find("le-hodgins-fig-2-bend").unwrap();
    assert!(scene.panes().iter().any(skinscope::panes::PaneSettings::needs_centers));
    vec![FilmScene { scene: Arc::clone(scene), motion: None, page: ScenePage::Slide }]
}

#[test]
fn a_canceled_film_opens_no_model() {
    let progress = Progress::default();
    assert!(Film::open(&scenes(), look(), &Access::default(), &progress).is_ok());
    progress.cancel();
    assert!(matches!(Film::open(&scenes(), look(), &Access::default(), &progress), Err(SceneFailure::Stopped)));
}

#[test]
fn a_film_that_is_canceled_before_its_first_frame_draws_none() {
    let film = Film::open(&scenes(), look(), &Access::default(), &Progress::default()).unwrap();
    let flag = Arc::new(AtomicBool::new(false));
    let progress = Progress::canceled_by(Arc::clone(&flag));
    flag.store(true, Ordering::Relaxed);
    for frames in [Frames::All, Frames::Some(6)] {
        let mut taken = 0;
        let drawn = film.on(context()).draw(frames, &progress, &mut |_| {
            taken += 1;
            true
        });
        assert!(matches!(drawn, Err(FilmFailure::Stopped)), "{drawn:?}");
        assert_eq!(taken, 0);
    }
}

#[test]
fn a_canceled_upload_computes_no_centers_of_rotation() {
    let mut model = skinscope::model::Model::clone(&skinscope::files::open_model("hand").unwrap().asset.model);
    // Another shape than any that the cache may hold.
    let shift = std::process::id() as f32 * 1e-6;
    Arc::make_mut(&mut model.primitives[0]).positions[0].x += shift;
    let progress = Progress::default();
    progress.cancel();
    let panes = scenes()[0].scene.panes();
    let uploaded = upload(context(), (&Arc::new(model), None), None, &panes, &CenterStore::none(), &progress);
    assert!(matches!(uploaded, Err(GpuError::Canceled)));
    assert!(!progress.has_total() || progress.fraction() < 1.0);
}
