use super::{PictureGoal, PictureOf, PictureOptions, PictureSize, RawPicture};
use crate::files::{CenterStore, ModelSource, open_model, picture_bytes, picture_texts, read_scene_of_picture};
use crate::panes::{PaneModel, SceneFile, Talk, write_talk};
use crate::session::{Command, Loader, State, WindowRequest};
use crate::skinning::SkinningMethod;
use crate::view::Theme;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A state whose desk paints gray, and a receiver of its wake-ups.
fn state_with(model: &str) -> (State, Receiver<()>) {
    let (sender, receiver) = channel();
    let wake = Arc::new(move || {
        let _ = sender.send(());
    });
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, Loader::new(wake, CenterStore::none()));
    state.show_document(open_model(model).unwrap());
    state.interface.pane_pixels = [400, 300];
    state.interface.shown_panes.all_pixels = [801, 332];
    state.jobs.pictures.draw_with(Arc::new(|order, _| {
        let [width, height] = order.size.map(|side| side as usize);
        Ok(Some(RawPicture { size: order.size, rgba: vec![128; 4 * width * height] }))
    }));
    (state, receiver)
}

fn wait(state: &mut State, woken: &Receiver<()>) {
    let start = Instant::now();
    while state.jobs.pictures.is_drawing() {
        assert!(start.elapsed() < Duration::from_secs(60), "the picture never came");
        let _ = woken.recv_timeout(Duration::from_secs(1));
        state.take_results();
    }
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("skinscope-pictures-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_copied_picture_goes_to_the_window_and_a_saved_one_to_its_file() {
    let folder = Folder::new("saved");
    let (mut state, woken) = state_with("bar");
    state.apply(Command::CopyPicture(PictureOptions::default()));
    wait(&mut state, &woken);
    let Some(WindowRequest::CopyPicture(picture)) = state.jobs.window_requests.pop_front() else { panic!() };
    assert_eq!(picture.size, [801, 332]);
    assert_eq!(state.interface.notice.as_ref().unwrap().text, "Copied a picture, 801 x 332 pixels");

    state.apply(Command::SetPictureOptions(PictureOptions {
        size: PictureSize::Custom,
        custom_pixels: [100, 1],
        ..PictureOptions::default()
    }));
    let path = folder.0.join("mine.png");
    state.apply(Command::SavePicture(path.clone()));
    wait(&mut state, &woken);
    assert_eq!(state.interface.notice.as_ref().unwrap().text, "Saved mine.png, 100 x 64 pixels");
    assert_eq!(image::open(&path).unwrap().into_rgba8().dimensions(), (100, 64));
    assert!(read_scene_of_picture(&path).unwrap().contains("model = \"bar\""));

    let lost = folder.0.join("no such folder").join("mine.png");
    state.apply(Command::SavePicture(lost));
    wait(&mut state, &woken);
    let error = state.interface.error.as_ref().unwrap();
    assert_eq!(error.title, "Could not save the picture");
    assert!(error.details.contains("there is no such file or folder"), "{}", error.details);
}

#[test]
fn one_picture_is_drawn_at_a_time_and_a_canceled_one_is_not_written() {
    let folder = Folder::new("canceled");
    let (mut state, woken) = state_with("bar");
    let (go, held) = channel::<()>();
    let held = std::sync::Mutex::new(held);
    state.jobs.pictures.draw_with(Arc::new(move |order, progress| {
        let _ = held.lock().unwrap().recv();
        let picture = RawPicture { size: order.size, rgba: Vec::new() };
        Ok((!progress.is_canceled()).then_some(picture))
    }));
    let path = folder.0.join("never.png");
    state.apply(Command::SavePicture(path.clone()));
    state.apply(Command::CopyPicture(PictureOptions::default()));
    assert!(state.interface.notice.as_ref().unwrap().text.starts_with("A picture is still being drawn"));
    state.interface.notice = None;
    state.apply(Command::CancelPicture);
    assert!(state.jobs.pictures.is_stopping() && state.interface.notice.is_none(), "nothing is known yet");
    go.send(()).unwrap();
    wait(&mut state, &woken);
    assert_eq!(state.interface.notice.as_ref().unwrap().text, "The picture was canceled. Nothing was written.");
    assert!(!path.exists() && state.jobs.window_requests.is_empty() && state.interface.error.is_none());
}

/// Simulates a user who cancels while the file is renamed.
#[test]
fn a_picture_that_is_canceled_too_late_is_reported_as_saved() {
    let folder = Folder::new("late");
    let (mut state, woken) = state_with("bar");
    let path = folder.0.join("mine.png");
    state.apply(Command::SavePicture(path.clone()));
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "the picture was never written");
        std::thread::yield_now();
    }
    state.apply(Command::CancelPicture);
    wait(&mut state, &woken);
    assert_eq!(state.interface.notice.as_ref().unwrap().text, "Saved mine.png, 801 x 332 pixels");

    // A picture for the clipboard is in time until the window takes it.
    state.apply(Command::CopyPicture(PictureOptions::default()));
    let _ = woken.recv_timeout(Duration::from_secs(60));
    state.apply(Command::CancelPicture);
    wait(&mut state, &woken);
    assert_eq!(state.interface.notice.as_ref().unwrap().text, "The picture was canceled. Nothing was written.");
    assert!(state.jobs.window_requests.is_empty());
}

#[test]
fn closing_the_window_waits_until_nothing_is_drawn() {
    let (mut state, _woken) = state_with("bar");
    let ended = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let ends = Arc::clone(&ended);
    state.jobs.pictures.draw_with(Arc::new(move |_, progress| {
        while !progress.is_canceled() {
            std::thread::yield_now();
        }
        ends.store(true, std::sync::atomic::Ordering::SeqCst);
        Ok(None)
    }));
    state.apply(Command::CopyPicture(PictureOptions::default()));
    drop(state);
    assert!(ended.load(std::sync::atomic::Ordering::SeqCst));
}

#[test]
fn a_panic_is_an_error_and_the_next_picture_is_drawn() {
    let (mut state, woken) = state_with("bar");
    state.jobs.pictures.draw_with(Arc::new(|_, _| panic!("a defect, for the test")));
    state.apply(Command::CopyPicture(PictureOptions::default()));
    wait(&mut state, &woken);
    assert_eq!(state.interface.error.as_ref().unwrap().title, "Could not copy the picture");
}

#[test]
fn closing_waits_for_a_picture_that_is_being_saved() {
    use crate::files::SessionStore;
    use crate::session::Restoring;
    let folder = Folder::new("closing");
    let (mut state, woken) = state_with("bar");
    state.restoring = Restoring::in_store(SessionStore::in_folder(&folder.0.join("session")), true);
    let (go_on, gate) = channel();
    let gate = std::sync::Mutex::new(gate);
    state.jobs.pictures.draw_with(Arc::new(move |order, _| {
        let _ = gate.lock().unwrap().recv_timeout(Duration::from_secs(60));
        let [width, height] = order.size.map(|side| side as usize);
        Ok(Some(RawPicture { size: order.size, rgba: vec![128; 4 * width * height] }))
    }));
    let path = folder.0.join("mine.png");
    state.apply(Command::SavePicture(path.clone()));
    state.apply(Command::Quit);
    assert!(!state.interface.quit && state.interface.close_question.is_some());
    assert_eq!(state.unfinished_files()[0].name, "mine.png");
    go_on.send(()).unwrap();
    wait(&mut state, &woken);
    assert!(state.interface.quit && path.is_file());

    // A picture for the clipboard is not worth a question.
    let (mut state, _woken) = state_with("bar");
    state.restoring = Restoring::in_store(SessionStore::in_folder(&folder.0.join("session")), true);
    state.apply(Command::CopyPicture(PictureOptions::default()));
    state.apply(Command::Quit);
    assert!(state.interface.quit);
}

/// The command names no folder, but all options that are not in the scene.
#[test]
fn a_picture_says_how_to_draw_it_again() {
    let folder = Folder::new("private folder");
    let model = folder.0.join("my bar.glb");
    std::fs::write(&model, crate::bundled::find("bar").unwrap().glb).unwrap();
    let (mut state, _woken) = state_with(model.to_str().unwrap());
    state.interface.theme = Theme::Light;
    state.apply(Command::SetPaneCount(2));
    state.apply(Command::SelectPane(1));
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    state.apply(Command::SelectJoint(Some(mid)));
    state.apply(Command::IsolateSelected);
    let options = PictureOptions {
        of: PictureOf::SelectedPane,
        size: PictureSize::UltraHd,
        labels: false,
        transparent: true,
        ..PictureOptions::default()
    };
    let order = state.picture_order(&options).unwrap();
    let texts = order.texts("it's.png");
    let command = &texts.iter().find(|(keyword, _)| keyword == "Command").unwrap().1;
    let expected = r"skinscope scenes 1 --talk 'it'\''s.png' --size 3840x2160 --pane 2 --light --no-labels --transparent -o again.png";
    assert_eq!(command, expected);
    assert!(texts.iter().all(|(_, text)| !text.contains("private folder")), "{texts:?}");
    assert_eq!(order.scene.model, SceneFile::Path("my bar.glb".into()));
    assert!(order.scene.model_hash.is_some());
}

/// The picture keeps numbers, the pinned vertex with its reason, the joint's name, and the framing.
#[test]
fn a_picture_keeps_what_is_shown() {
    use super::super::framing::Framing;
    use super::super::probe::{PinnedProbe, Reason};
    use crate::math::Bounds;
    use crate::measure::VertexId;
    use crate::panes::{Mark, MarkShape, MarkedPlace, SceneMeasure, Seen};
    use crate::view::Camera;
    let (mut state, _woken) = state_with("bar");
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    state.apply(Command::SelectJoint(Some(mid)));
    let order = |state: &State| state.picture_order(&PictureOptions::default()).unwrap().scene;
    assert_eq!(order(&state).title, "bar   around mid");
    state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 90.0 });
    state.view.camera.fov = Camera::JOINT_FOV_DEGREES.to_radians();
    let bounds = Bounds { min: glam::Vec3::ZERO, max: glam::Vec3::splat(0.5) };
    state.view.frame = Some(Framing::Box(bounds));
    let reason = Reason { text: "mid collapses".to_owned(), pose_generation: state.pose_generation };
    let vertex_id = VertexId { primitive: 0, vertex: 7 };
    state.selection.pinned = Some(PinnedProbe { model: PaneModel::First, vertex_id, reason: Some(reason) });
    let scene = order(&state);
    assert_eq!(scene.measure, SceneMeasure::Automatic);
    let ring = Mark { at: MarkedPlace::Vertex(0, 7), shape: MarkShape::Ring, label: String::new(), panes: Vec::new() };
    assert_eq!((scene.marks.as_slice(), scene.caption.as_str()), (&[ring][..], "mid collapses."));
    assert!(scene.title.starts_with("bar   mid rotated by 90.0") && !scene.title.contains("around"), "{}", scene.title);
    // A picture of another shape is framed for that shape, not from the position of the window's narrow pane.
    assert_eq!(scene.view.seen, Seen::Box([0.0; 3], [0.5; 3]));
    state.view.camera.fov = 0.7;
    assert!(matches!(order(&state).view.seen, Seen::Shot(_)), "through another lens it would look otherwise");

    state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 10.0 });
    assert_eq!(order(&state).caption, "", "the reason is not true of this pose");
}

/// The picture has what the audience sees: the colors of the stage, and the words of the scene even while its motion
/// runs.
#[test]
fn a_picture_of_the_stage_is_of_its_scene() {
    use crate::panes::Scene;
    use crate::session::{PanePixels, ShownPanes, StageKey};
    use crate::view::Hall;
    let (mut state, _woken) = state_with("bar");
    let scene = Scene::of_papers().find(|scene| {
        matches!(&scene.motion, Some(motion) if matches!(motion.kind, crate::panes::MotionKind::Joint { .. }))
            && scene.model.bundled_name() == Some("bar")
    });
    let scene = Arc::clone(scene.expect("a scene of the bar moves"));
    state.apply(Command::TakeScene(Arc::clone(&scene)));
    state.apply(Command::EnterStage);
    state.interface.settings.stage.hall = Hall::Bright;
    let pane = PanePixels { pixels: [640, 700], picture_pixels: [640, 700] };
    let shown = ShownPanes { all_pixels: [1920, 1080], panes: vec![pane; scene.panes.len()] };
    state.apply(Command::NoteShownPanes(shown));
    state.apply(Command::HoldStageMotion(0.4));
    let order = state.picture_order(&PictureOptions::default()).unwrap();
    assert_eq!((order.size, order.theme), ([1920, 1080], Theme::Light));
    let words = |scene: &Scene| (scene.citation(), scene.title.clone(), scene.caption.clone(), scene.marks.clone());
    assert_eq!(words(&order.scene), words(&scene));
    assert_eq!(order.scene.measure, scene.measure);
    let drawn = order.scene.pose(&order.model).unwrap();
    assert!(drawn.joints.iter().zip(&state.pose.joints).all(|(a, b)| a.rotation.abs_diff_eq(b.rotation, 1e-4)));
    assert_ne!(drawn, scene.pose(&order.model).unwrap(), "in the pose of the moment");
    state.apply(Command::PressOnStage(StageKey::Leave));
    assert!(state.talk.stage.is_none());
}

#[test]
fn an_opened_picture_shows_its_scene_and_stays_as_it_is() {
    let folder = Folder::new("opened");
    let (mut state, woken) = state_with("bar");
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    state.apply(Command::SetPaneCount(2));
    state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 33.0 });
    let path = folder.0.join("mine.png");
    state.apply(Command::SavePicture(path.clone()));
    wait(&mut state, &woken);
    let pose = state.pose.clone();
    state.apply(Command::ResetPose);
    state.apply(Command::SetPaneCount(1));
    state.apply(Command::Open(ModelSource::File(path.clone())));
    assert!(state.interface.error.is_none(), "{:?}", state.interface.error);
    assert_eq!((state.edit.panes.len(), &state.pose), (2, &pose));
    assert!(state.talk().scenes.is_empty(), "the talk is not touched");
    let foreign = folder.0.join("foreign.png");
    image::RgbaImage::new(2, 2).save(&foreign).unwrap();
    state.apply(Command::Open(ModelSource::File(foreign)));
    assert!(state.interface.error.as_ref().unwrap().details.starts_with("this picture holds no scene"));
}

#[test]
fn an_opened_picture_ends_the_talk_on_stage() {
    let folder = Folder::new("stage");
    let (mut state, woken) = state_with("bar");
    let path = folder.0.join("mine.png");
    state.apply(Command::SetPaneCount(2));
    state.apply(Command::SavePicture(path.clone()));
    wait(&mut state, &woken);
    state.apply(Command::SetPaneCount(1));
    state.apply(Command::EnterStage);
    assert!(state.talk.stage.is_some());
    // No picture replaces it.
    let empty = folder.0.join("empty.png");
    let texts = picture_texts([], Some(&write_talk(&Talk::default(), "", std::path::Path::new(""))));
    std::fs::write(&empty, picture_bytes([1, 1], &[0; 4], &texts).unwrap()).unwrap();
    state.apply(Command::Open(ModelSource::File(empty)));
    assert!(state.interface.error.take().unwrap().details.starts_with("This picture holds a talk without scenes"));
    assert!(state.talk.stage.is_some());

    state.apply(Command::Open(ModelSource::File(path)));
    assert!(state.talk.stage.is_none() && state.interface.error.is_none(), "{:?}", state.interface.error);
    assert_eq!(state.edit.panes.len(), 2);
}

#[test]
fn a_picture_gets_its_extension_and_replaces_no_file_by_that() {
    let folder = Folder::new("extension");
    let (mut state, woken) = state_with("bar");
    state.apply(Command::SavePicture(folder.0.join("mine")));
    wait(&mut state, &woken);
    let path = folder.0.join("mine.png");
    assert!(path.exists() && state.interface.error.is_none());
    std::fs::write(&path, "old").unwrap();
    state.apply(Command::SavePicture(folder.0.join("mine")));
    assert!(!state.jobs.pictures.is_drawing() && std::fs::read(&path).unwrap() == b"old");
    assert!(state.interface.error.as_ref().unwrap().details.ends_with("mine.png"));
    // The dialog asked about this one.
    state.apply(Command::SavePicture(path.clone()));
    wait(&mut state, &woken);
    assert!(image::open(&path).is_ok());
}

#[test]
fn without_a_model_there_is_no_picture() {
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, Loader::new(Arc::new(|| {}), CenterStore::none()));
    state.draw_picture(&PictureOptions::default(), PictureGoal::Clipboard);
    assert_eq!(state.interface.error.as_ref().unwrap().details, "Open a model first.");
}

/// A picture of two models holds both, with the centers of rotation of each.
#[test]
fn a_picture_of_two_models_holds_both() {
    let folder = Folder::new("two");
    let (mut state, woken) = state_with("limb");
    state.take_second(crate::session::Document::new(0, open_model("limb-heat").unwrap()));
    state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Cor });
    state.apply(Command::SetMethod { pane: 2, method: SkinningMethod::Cor });
    let missing = state.picture_order(&PictureOptions::default()).unwrap_err();
    assert!(missing.to_string().contains("centers of rotation"), "{missing}");
    let start = Instant::now();
    let order = loop {
        assert!(start.elapsed() < Duration::from_secs(60), "the centers never came");
        state.request_centers();
        let _ = woken.recv_timeout(Duration::from_millis(100));
        state.take_results();
        if let Ok(order) = state.picture_order(&PictureOptions::default()) {
            break order;
        }
    };
    let pair = order.pair.as_ref().unwrap();
    assert_eq!(pair.names(), ["limb", "limb-heat"]);
    for (model, of) in [(PaneModel::First, &order.model), (PaneModel::Second, &pair.model)] {
        let centers = order.centers_of(model, Default::default()).unwrap();
        assert_eq!(centers.of_primitives.len(), of.primitives.len());
    }
    let path = folder.0.join("both.png");
    state.apply(Command::SavePicture(path.clone()));
    wait(&mut state, &woken);
    assert!(state.interface.error.is_none(), "{:?}", state.interface.error);
    let text = read_scene_of_picture(&path).unwrap();
    assert!(text.contains("second = { model = \"limb-heat\" }") && text.contains("model = \"second\""), "{text}");
}
