mod talks;

use super::super::choices::Choice;
use super::super::command::Command;
use super::super::loader::Loader;
use super::super::panels::{InspectorTab, SidePanel};
use super::super::pictures::{PictureOptions, PictureSize};
use super::super::stage::StageSettings;
use super::super::state::State;
use super::super::talk::{SceneEdit, TalkEdit};
use super::*;
use crate::centers::CenterSettings;
use crate::files::{CenterStore, ModelSource, open_model};
use crate::panes::{Arrangement, Border, Comparison, ComparisonKind, PaneLook, PaneModel};
use crate::skinning::{Antipodality, BlendFactor, SkinningMethod, SkinningSettings};
use crate::view::{Diagram, Hall, Overlay, PaintRange, Shading, SkinPaint};
use glam::Vec3;
use std::path::PathBuf;
use std::sync::Arc;

/// A folder that is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("skinscope-session-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    fn store(&self) -> SessionStore {
        SessionStore::in_folder(&self.0)
    }

    fn write(&self, text: &str) {
        std::fs::create_dir_all(&self.0).unwrap();
        std::fs::write(self.0.join("session.json"), text).unwrap();
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
        let _ = std::fs::remove_file(&self.0);
    }
}

fn state_in(store: SessionStore, enabled: bool, model: &str) -> State {
    let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
    state.restoring = Restoring::in_store(store, enabled);
    state.show_document(open_model(model).unwrap());
    state.settle_history();
    state
}

fn turn(state: &mut State, name: &str, angles_degrees: Vec3) {
    let node = state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap();
    state.apply(Command::SetAngles { node, angles_degrees });
}

/// A pane without any default value.
fn unusual_pane() -> PaneSettings {
    let skinning = |method| SkinningSettings {
        method,
        chosen_antipodality: Some(Antipodality::RunningSum),
        scale_kind: crate::model::ScaleKind::Local,
        blend: BlendFactor::nearest(0.37),
        chosen_phases: crate::skinning::Phases::First,
        numbers: crate::skinning::ChosenNumbers::default().with("share", Some(0.3)),
        stored: crate::model::StoredSkin {
            most_influences: crate::model::MostInfluences::new(2),
            weight_bits: Some(crate::model::WeightBits::Eight),
            position_bits: crate::model::PositionBits::new(14),
            most_surrounding_joints: crate::model::MostSurroundingJoints::new(8),
        },
    };
    PaneSettings {
        // Without a second model, saved panes show the first.
        model: PaneModel::First,
        skinning: skinning(SkinningMethod::TwoPhaseDqs),
        centers: CenterSettings { sigma: 0.25, epsilon: 0.07, similarity: crate::centers::Similarity::PlainGaussian },
        comparison: Comparison {
            kind: ComparisonKind::Ghost,
            other: skinning(SkinningMethod::Cor),
            other_model: false,
            divider: 0.3,
        },
        look: PaneLook {
            overlays: [Overlay::Skeleton, Overlay::Wireframe, Overlay::Centers].into_iter().collect(),
            paint: SkinPaint::DifferenceTo(SkinningMethod::LogMatrix),
            paint_range: PaintRange::Fixed(0.02),
            shading: Shading::Matcap,
            diagram: Some(Diagram::Screw),
        },
    }
}

#[test]
fn everything_comes_back_as_it_was_saved() {
    let folder = Folder::new("round");
    let mut layout = PaneLayout::of(Arrangement::Column);
    layout.move_border(3, Border::BelowRow(1), 0.8);
    let mut state = state_in(folder.store(), true, "mannequin");
    let panes = [unusual_pane(), PaneSettings::default(), unusual_pane()];
    state.edit.set_panes(&panes, layout.clone(), &mut state.pane_ids);
    state.apply(Command::SetTheme(Theme::Light));
    let stage = StageSettings { hall: Hall::Bright, reduced_motion: true };
    let window = SavedWindow { size_points: [900.5, 700.0], position_pixels: Some([-40, 12]), maximized: true };
    state.interface.settings = InterfaceSettings { zoom: 1.25, window: Some(window), ..InterfaceSettings::default() };
    state.apply(Command::SetHall(stage.hall));
    state.apply(Command::ReduceMotion(stage.reduced_motion));
    let picture = PictureOptions { size: PictureSize::EightK, transparent: true, ..PictureOptions::default() };
    state.apply(Command::SetPictureOptions(picture));
    state.apply(Command::ShowTab(InspectorTab::Model));
    state.apply(Command::SetPanelWidth { panel: SidePanel::Inspector, width_points: 401.0 });
    state.apply(Command::SetPanelWidth { panel: SidePanel::Joints, width_points: 9999.0 });
    state.apply(Command::FoldPanel { panel: SidePanel::Joints, folded: true });
    let forearm = state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    state.apply(Command::SetTwistJoints { joint: forearm, count: 3 });
    state.apply(Command::SetTwistKind { joint: forearm, kind: crate::model::TwistKind::Both });
    let limit = Some(crate::model::AngleLimit::between(-5.0, 140.5));
    state.apply(Command::SetLimit { node: forearm, axis: 1, limit });
    state.apply(Command::Choose(Choice::StopAtLimits(true)));
    turn(&mut state, "hand.L", Vec3::new(0.0, 400.0, 0.1));
    state.apply(Command::SetClip(Some(1)));
    state.apply(Command::Seek(0.4));
    state.apply(Command::Quit);
    assert!(state.interface.quit && state.interface.close_question.is_none());
    assert_eq!(folder.names(), ["session.json"]);

    let ReadSession { saved, problem, may_replace } = SavedSession::read(&folder.store());
    assert!(problem.is_none() && may_replace);
    assert_eq!(saved.theme, Theme::Light);
    assert_eq!((saved.interface.zoom, saved.interface.window), (1.25, Some(window)));
    assert_eq!((saved.interface.stage, saved.interface.picture), (stage, picture));
    assert_eq!((&saved.panes[..], &saved.layout), (&panes[..], &layout));
    let panels = saved.interface.panels;
    assert_eq!((panels.tab, panels.inspector.width_points), (InspectorTab::Model, 401.0));
    let joints = panels.joints;
    assert_eq!((joints.width_points, joints.folded), (*SidePanel::Joints.width_range().end(), Some(true)));
    let mut again = state_in(folder.store(), true, "mannequin");
    again.restore_model(saved.model(&ModelSource::Bundled("mannequin")).unwrap());
    assert_eq!((&again.edit.rig.twists, &again.edit.overrides), (&state.edit.rig.twists, &state.edit.overrides));
    assert_eq!(again.edit.limits.get(forearm), [None, limit, None]);
    assert!(again.edit.choices.stops_at_limits);
    assert_eq!((again.edit.clip, again.playback.time_seconds), (Some(1), 0.4));
    assert_eq!(again.pose, state.pose);
    assert!(again.interface.notice.is_some());
    again.apply(Command::Undo);
    assert!(again.edit.overrides.is_empty() && again.edit.rig.twists.is_empty() && again.edit.clip.is_none());
}

#[test]
fn what_sweeps_plot_is_kept() {
    use crate::measure::Figure;
    let folder = Folder::new("sweep");
    let mut state = state_in(folder.store(), true, "bar");
    assert_eq!(state.swept_figure(), Figure::MinorRadius, "most characters have no volume around a joint");
    state.apply(Command::SetSweepFigure(Figure::Bulge));
    state.apply(Command::Quit);
    let saved = SavedSession::read(&folder.store()).saved;
    assert_eq!(saved.interface.sweep.figure(), Figure::Bulge);
    let of = |name: &str| {
        let text = format!("{{\"skinscope_session\": 2, \"interface\": {{{name}}}}}");
        SavedSession::parse(text.as_bytes()).unwrap().interface
    };
    assert_eq!(of("\"sweep\": \"later\"").sweep.figure(), Figure::MinorRadius, "a name of a later version");
    assert_eq!(of("\"zoom\": 1.0").sweep.figure(), Figure::MinorRadius);
}

#[test]
fn a_damaged_file_is_kept_under_another_name() {
    let whole = serde_json::to_string(&SavedSession::default()).unwrap();
    for (index, damaged) in [&whole[..whole.len() / 2], "", "[]", "{}", "{\"skinscope_session\": 1, \"zoom\": \"x\"}"]
        .into_iter()
        .enumerate()
    {
        let folder = Folder::new(&format!("damaged-{index}"));
        folder.write(damaged);
        let read = SavedSession::read(&folder.store());
        assert_eq!(read.saved, SavedSession::default());
        let problem = read.problem.unwrap();
        assert!(problem.contains("session.damaged.json") && read.may_replace, "{problem}");
        assert_eq!(std::fs::read_to_string(folder.0.join("session.damaged.json")).unwrap(), damaged);
        // The message comes once.
        assert!(SavedSession::read(&folder.store()).problem.is_none());
        folder.write(damaged);
        SavedSession::read(&folder.store());
        assert_eq!(folder.names(), ["session.damaged-2.json", "session.damaged.json"]);
    }
}

/// In single precision they would be infinite, and written as null.
#[test]
fn numbers_that_are_too_large_are_refused() {
    let text = |scale: &str| {
        let pose = format!(r#"{{"joints": {{"mid": {{"local_scale": [1, 1, {scale}]}}}}}}"#);
        let scene = format!(r#"{{"model": "bar", "panes": [], "pose": {pose}}}"#);
        format!(r#"{{"skinscope_session": 2, "models": [{{"scene": {scene}}}]}}"#)
    };
    let error = SavedSession::parse(text("1e39").as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "not a saved session: the number 1e39 is too large");
    let read = SavedSession::parse(text("1e38").as_bytes()).unwrap();
    assert_eq!(SavedSession::parse(&serde_json::to_vec(&read).unwrap()).unwrap(), read);
}

#[test]
fn a_newer_file_is_kept_and_unknown_fields_are_ignored() {
    let folder = Folder::new("newer");
    let newer = "{\"skinscope_session\": 5, \"restores\": {\"all\": true}}";
    folder.write(newer);
    let read = SavedSession::read(&folder.store());
    let problem = read.problem.unwrap();
    assert!(problem.contains("version 5 is newer") && problem.contains("session.newer.json"), "{problem}");
    assert_eq!(std::fs::read_to_string(folder.0.join("session.newer.json")).unwrap(), newer);
    folder.write("{\"skinscope_session\": 2, \"theme\": \"light\", \"later\": [1]}");
    let read = SavedSession::read(&folder.store());
    assert!(read.problem.is_none() && read.saved.theme == Theme::Light);
}

/// Exporters often give all clips one name.
#[test]
fn a_clip_is_restored_by_its_index_while_it_has_its_name() {
    let opened = |names: [&str; 2]| {
        let mut opened = open_model("mannequin").unwrap();
        let clips = Arc::make_mut(&mut Arc::make_mut(&mut opened.asset.model).clips);
        for (clip, name) in clips.iter_mut().zip(names) {
            clip.name = name.to_owned();
        }
        opened
    };
    let state = |names| {
        let mut state = state_in(SessionStore::none(), true, "bar");
        state.show_document(opened(names));
        state
    };
    let mut first = state(["take", "take"]);
    first.apply(Command::SetClip(Some(1)));
    let saved = SavedModel::of(&first).unwrap();
    for (names, restored) in [(["take", "take"], Some(1)), (["take", "other"], Some(0)), (["a", "b"], None)] {
        let mut again = state(names);
        again.restore_model(&saved);
        assert_eq!(again.edit.clip, restored, "{names:?}");
    }
}

/// Files of version 1, written by the program of that time.
#[test]
fn a_session_of_version_1_is_restored() {
    let seed = |name: &str| {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/session_file");
        SavedSession::parse(&std::fs::read(folder.join(name)).unwrap()).unwrap()
    };
    let saved = seed("version-1-two-models.json");
    assert_eq!((saved.skinscope_session, saved.panes.len(), saved.models.len()), (VERSION, 2, 2));
    let window = saved.interface.window.unwrap();
    assert_eq!((window.size_points, window.position_pixels), ([1440.0, 900.0], Some([0, 0])));
    let mut state = state_in(SessionStore::none(), true, "mannequin");
    state.restore_model(saved.model(&ModelSource::Bundled("mannequin")).unwrap());
    let node = |name: &str| state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap();
    let [forearm, hand] = ["forearm.L", "hand.L"].map(node);
    let twist = crate::rigging::TwistSplit { joint: forearm, count: 3, kind: crate::model::TwistKind::Both };
    assert_eq!(state.edit.rig.twists, [twist]);
    let angles = crate::model::RotationOverride::AnglesDegrees(Vec3::new(30.0, 400.0, 0.0));
    assert_eq!(state.edit.overrides.get(hand).rotation, Some(angles));
    assert_eq!(state.edit.limits.get(forearm), [None, Some(crate::model::AngleLimit::between(-5.0, 140.5)), None]);
    assert_eq!(
        (state.edit.choices.stops_at_limits, state.edit.clip, state.playback.time_seconds),
        (true, Some(1), 0.4)
    );
    let (yaw, fov) = (0.471_238_88, 0.436_332_32);
    assert_eq!(
        state.view.camera,
        crate::view::Camera { target: Vec3::Y, yaw, pitch: 0.174_532_92, distance: 3.0, fov }
    );
    assert_eq!(state.view.own_cameras[&state.edit.panes[1].id].distance, 2.5);
    assert_eq!(state.selection.joint, Some(hand));
    assert_eq!(state.view.isolation.as_ref().unwrap().roots, [forearm]);

    let second = saved.models[0].second.as_ref().unwrap();
    assert_eq!(second.source(), ModelSource::Bundled("limb"));
    assert_eq!((second.model.joints.partners()["forearm.L"].as_str(), second.model.equal_scale), ("upper", true));
    assert!(state.restore_panes_of_both(second));
    let shown: Vec<PaneModel> = state.edit.panes.iter().map(|pane| pane.settings.model).collect();
    assert_eq!(shown, [PaneModel::First, PaneModel::First, PaneModel::Second, PaneModel::Second]);

    let file = saved.model(&ModelSource::File("/models/a.gltf".into())).unwrap().options();
    assert_eq!((file.variant.as_deref(), file.access.beside), (Some("red"), vec![PathBuf::from("/textures/a.png")]));
    let talk = seed("version-1-talk.json").talk.unwrap();
    assert_eq!(talk, serde_json::from_str(r#"{"text": "skinscope_talk = 1\n"}"#).unwrap());
}

#[test]
fn values_out_of_range_are_corrected() {
    let folder = Folder::new("range");
    let pane =
        r#"{"centers": {"sigma": -4.0}, "comparison": {"divider": 9.0}, "look": {"paint_range": {"fixed": -1.0}}}"#;
    let panes = vec![pane; 40].join(",");
    let layout = r#"{"arrangement": "grid", "column_shares": [0.5, 0.9], "row_shares": [0.25, 0.75]}"#;
    let window = r#"{"size_points": [0.0, 1e9], "position_pixels": null, "maximized": false}"#;
    folder.write(&format!(
        r#"{{"skinscope_session": 2, "interface": {{"zoom": 90.0, "window": {window}}}, "panes": [{panes}], "layout": {layout}}}"#
    ));
    let ReadSession { saved, problem, .. } = SavedSession::read(&folder.store());
    assert_eq!((problem, saved.interface.zoom, saved.interface.window), (None, 1.0, None));
    assert_eq!(saved.panes.len(), super::super::MOST_PANES);
    assert_eq!((saved.panes[0].comparison.divider, saved.panes[0].look.paint_range), (1.0, PaintRange::Automatic));
    assert_eq!(saved.panes[0].centers, saved.panes[0].centers.within_range());
    assert_eq!(saved.layout.rects(4)[0], [0.0, 0.0, 0.5, 0.25], "even columns, rows as saved");
}

/// A file stands where the folder should be, so that nothing can be written, with any user's permissions.
#[test]
fn a_folder_that_cannot_be_written_does_not_lose_the_pose_silently() {
    let folder = Folder::new("unwritable");
    std::fs::write(&folder.0, "a file").unwrap();
    let mut state = state_in(folder.store(), true, "bar");
    state.apply(Command::Quit);
    assert!(state.interface.quit, "nothing to lose");
    let mut state = state_in(folder.store(), true, "bar");
    turn(&mut state, "mid", Vec3::X * 30.0);
    state.apply(Command::Quit);
    let question = state.interface.close_question.clone().unwrap();
    assert!(!state.interface.quit && question.failure.unwrap().contains("unwritable"));
    state.apply(Command::QuitWithoutSaving);
    assert!(state.interface.quit);
}

#[test]
fn two_windows_keep_the_poses_of_both_models() {
    let folder = Folder::new("two");
    let (mut a, mut b) = (state_in(folder.store(), true, "bar"), state_in(folder.store(), true, "limb"));
    turn(&mut a, "mid", Vec3::X * 30.0);
    let (joint, _) = b.documents.first.as_ref().unwrap().bundled_poses().unwrap()[0]
        .overrides(&b.documents.first.as_ref().unwrap().model.skeleton)
        .unwrap()
        .iter()
        .next()
        .map(|(node, over)| (node, *over))
        .unwrap();
    b.apply(Command::SetAngles { node: joint, angles_degrees: Vec3::X * 44.0 });
    b.apply(Command::SetPaneCount(4));
    a.apply(Command::Quit);
    b.apply(Command::Quit);
    let saved = SavedSession::read(&folder.store()).saved;
    assert_eq!(saved.panes.len(), 4, "the panes of the window that closed last");
    assert_eq!(saved.models[0].source(), Some(ModelSource::Bundled("limb")));
    for (state, model) in [(&a, "bar"), (&b, "limb")] {
        let mut again = state_in(folder.store(), true, model);
        again.restore_model(saved.model(&ModelSource::Bundled(model)).unwrap());
        assert_eq!(again.edit.overrides, state.edit.overrides, "{model}");
    }
}

#[test]
fn the_pose_of_a_model_that_was_replaced_is_saved_too() {
    let folder = Folder::new("replaced");
    let mut state = state_in(folder.store(), true, "bar");
    turn(&mut state, "mid", Vec3::X * 30.0);
    let posed = state.edit.overrides.clone();
    state.show_document(open_model("limb").unwrap());
    state.apply(Command::Quit);
    let saved = SavedSession::read(&folder.store()).saved;
    assert_eq!(saved.models[0].source(), Some(ModelSource::Bundled("limb")));
    let mut again = state_in(folder.store(), true, "bar");
    again.restore_model(saved.model(&ModelSource::Bundled("bar")).unwrap());
    assert_eq!(again.edit.overrides, posed);
}

#[test]
fn a_pose_that_no_longer_fits_changes_nothing() {
    let folder = Folder::new("misfit");
    let mut state = state_in(folder.store(), true, "mannequin");
    state.apply(Command::ShowTab(InspectorTab::Model));
    state.apply(Command::SetPanelWidth { panel: SidePanel::Inspector, width_points: 401.0 });
    state.apply(Command::SetPanelWidth { panel: SidePanel::Joints, width_points: 9999.0 });
    state.apply(Command::FoldPanel { panel: SidePanel::Joints, folded: true });
    let forearm = state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    state.apply(Command::SetTwistJoints { joint: forearm, count: 3 });
    turn(&mut state, "hand.L", Vec3::X * 30.0);
    state.apply(Command::Quit);
    let saved = SavedSession::read(&folder.store()).saved;
    let mut other = state_in(folder.store(), true, "bar");
    other.restore_model(&saved.models[0]);
    assert!(other.interface.error.is_some() && other.edit.overrides.is_empty() && other.edit.rig.twists.is_empty());
    assert!(!other.history.has_undo(&other.edit));
}

#[test]
fn closing_asks_only_while_restoring_is_off_and_work_would_be_lost() {
    let folder = Folder::new("asks");
    let mut state = state_in(folder.store(), false, "bar");
    state.apply(Command::TakePose(0));
    assert!(state.unsaved_work().is_empty(), "a pose of the library");
    turn(&mut state, "mid", Vec3::X * 33.0);
    let unsaved = state.unsaved_work();
    assert!(
        matches!(&unsaved[..], [UnsavedWork { pose: true, weights: false, twists: false, is_open: true, .. }]),
        "{unsaved:?}"
    );
    state.apply(Command::Quit);
    assert!(state.interface.close_question.is_some() && !state.interface.quit);
    state.apply(Command::CancelQuit);
    assert!(state.interface.close_question.is_none());
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    let limit = Some(crate::model::AngleLimit::between(0.0, 90.0));
    state.apply(Command::SetLimit { node: mid, axis: 0, limit });
    assert!(matches!(&state.unsaved_work()[..], [UnsavedWork { pose: true, limits: true, .. }]));
    state.apply(Command::ClearLimits);
    // Opening another model does not save the pose. Undo leads back to it.
    state.show_document(open_model("limb").unwrap());
    let unsaved = state.unsaved_work();
    assert!(matches!(&unsaved[..], [UnsavedWork { pose: true, is_open: false, .. }]), "{unsaved:?}");
    state.apply(Command::Undo);
    state.apply(Command::Quit);
    let path = folder.0.join("pose.json");
    std::fs::create_dir_all(&folder.0).unwrap();
    state.apply(Command::SavePose(path));
    assert!(state.interface.quit, "the pose is safe, and the window was to close");
    assert_eq!(folder.names(), ["pose.json"], "no session");
}

/// A state with a film in progress, whose session can be saved.
fn state_recording(folder: &Folder, enabled: bool) -> State {
    let mut state = state_in(folder.store(), enabled, "bar");
    state.jobs.recording = Some(crate::session::Recording::new("turn.mp4".to_owned(), None));
    state
}

#[test]
fn closing_asks_while_a_film_is_written_and_closes_when_it_is_done() {
    use crate::session::RecordingEnd;
    use std::path::Path;
    let folder = Folder::new("films");
    let path = Path::new("turn.mp4");
    for enabled in [true, false] {
        let mut state = state_recording(&folder, enabled);
        state.jobs.recording.as_ref().unwrap().progress.add_total(4);
        state.jobs.recording.as_ref().unwrap().progress.advance(1);
        state.apply(Command::Quit);
        let question = state.interface.close_question.clone().unwrap();
        assert!(!state.interface.quit && question.is_session_saved == enabled && question.failure.is_none());
        assert_eq!(state.unfinished_files(), [UnfinishedFile { name: "turn.mp4".to_owned(), fraction: 0.25 }]);
        state.apply(Command::CancelQuit);
        state.finish_recording(path, Ok("turn.mp4".to_owned()));
        assert!(!state.interface.quit, "nobody asks any more");

        let mut state = state_recording(&folder, enabled);
        state.apply(Command::Quit);
        state.finish_recording(path, Ok("turn.mp4".to_owned()));
        assert!(state.interface.quit, "what it waited for is written");

        let mut state = state_recording(&folder, enabled);
        state.apply(Command::Quit);
        state.finish_recording(path, Err(RecordingEnd::Failed("The disk is full.".to_owned())));
        assert!(!state.interface.quit && state.interface.close_question.is_none(), "the window stays to say why");
        assert_eq!(state.interface.error.as_ref().unwrap().details, "The disk is full.");

        let mut state = state_recording(&folder, enabled);
        state.apply(Command::CancelRecording);
        state.apply(Command::Quit);
        assert!(state.interface.quit, "a film that was canceled is no loss");
    }
}

#[test]
fn a_pose_that_would_be_lost_keeps_the_window_open_when_the_film_is_done() {
    let folder = Folder::new("film-and-pose");
    let mut state = state_recording(&folder, false);
    turn(&mut state, "mid", Vec3::X * 33.0);
    state.apply(Command::Quit);
    state.finish_recording(std::path::Path::new("turn.mp4"), Ok("turn.mp4".to_owned()));
    assert!(!state.interface.quit && state.interface.close_question.is_some());
    state.apply(Command::QuitWithoutSaving);
    assert!(state.interface.quit);
}

#[test]
fn the_switch_is_remembered_and_keeps_what_was_saved() {
    let folder = Folder::new("switch");
    let mut state = state_in(folder.store(), true, "bar");
    turn(&mut state, "mid", Vec3::X * 33.0);
    state.apply(Command::Quit);
    let mut state = state_in(folder.store(), true, "limb");
    state.apply(Command::SetRestoring(false));
    let saved = SavedSession::read(&folder.store()).saved;
    assert!(!saved.restores && saved.models.len() == 1);
    state.apply(Command::SetPaneCount(5));
    state.apply(Command::Quit);
    assert!(state.interface.quit);
    assert_eq!(SavedSession::read(&folder.store()).saved, saved);
    state.apply(Command::SetRestoring(true));
    assert!(SavedSession::read(&folder.store()).saved.restores);
}

#[test]
fn a_pose_is_saved_a_moment_after_the_last_change() {
    let folder = Folder::new("autosave");
    let mut state = state_in(folder.store(), true, "bar");
    assert_eq!(state.autosave(0.0), None, "the start is no change");
    turn(&mut state, "mid", Vec3::X * 33.0);
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    state.apply(Command::SelectJoint(Some(mid)));
    state.apply(Command::IsolateSelected);
    let camera = crate::view::Camera { yaw: 0.75, ..state.view.camera };
    state.view.frame = None;
    state.apply(Command::SetCamera { pane: 0, camera });
    assert_eq!(state.autosave(1.0), Some(2.0));
    turn(&mut state, "mid", Vec3::X * 44.0);
    assert_eq!(state.autosave(2.5), Some(2.0), "the pause begins anew");
    assert!(!folder.0.exists(), "nothing is written before it is over");
    assert!(state.autosave(4.5).is_some());
    state.wait_for_autosave();
    assert_eq!(folder.names(), ["session.json"]);
    assert_eq!(state.autosave(60.0), None, "saved once");
    // The program ends here without closing.
    let saved = SavedSession::read(&folder.store()).saved;
    let mut next = state_in(folder.store(), true, "bar");
    next.restore_model(&saved.models[0]);
    assert_eq!(next.edit.overrides, state.edit.overrides);
    assert_eq!((next.view.camera, next.view.frame, next.selection.joint), (camera, None, Some(mid)));
    assert_eq!(next.view.isolation.as_ref().unwrap().roots, [mid]);
}

#[test]
fn changes_without_a_pause_are_saved_too() {
    let folder = Folder::new("busy");
    let mut state = state_in(folder.store(), true, "bar");
    state.autosave(0.0);
    for second in 0..20 {
        turn(&mut state, "mid", Vec3::X * (second + 1) as f32);
        state.autosave(f64::from(second));
    }
    state.wait_for_autosave();
    assert_eq!(SavedSession::read(&folder.store()).saved.models.len(), 1);
}

#[test]
fn a_window_that_restores_nothing_keeps_the_recent_files_alone() {
    let folder = Folder::new("recent");
    folder.write("{\"skinscope_session\": 1, \"restores\": false, \"recent\": [\"/b.glb\"]}");
    let mut state = state_in(folder.store(), false, "bar");
    state.documents.recent.add(std::path::Path::new("/a.glb"));
    assert_eq!(state.autosave(0.0), None, "refused, as --no-restore does");
    state.restoring = Restoring::in_store(folder.store(), false).keeping_recent();
    turn(&mut state, "mid", Vec3::X * 33.0);
    state.autosave(0.0);
    state.autosave(5.0);
    state.wait_for_autosave();
    let saved = SavedSession::read(&folder.store()).saved;
    let name = |path: &String| PathBuf::from(path).file_name().unwrap().to_owned();
    assert_eq!(saved.recent.iter().map(name).collect::<Vec<_>>(), ["a.glb", "b.glb"]);
    assert!(!saved.restores && saved.models.is_empty());
}

#[test]
fn a_failed_save_is_said_and_the_next_change_tries_again() {
    let folder = Folder::new("failed");
    std::fs::write(&folder.0, "a file").unwrap();
    let mut state = state_in(folder.store(), true, "bar");
    state.autosave(0.0);
    turn(&mut state, "mid", Vec3::X * 33.0);
    state.autosave(1.0);
    state.autosave(3.0);
    state.wait_for_autosave();
    assert_eq!(state.interface.error.take().unwrap().title, "The session could not be saved");
    assert_eq!(state.autosave(9.0), None, "not in every moment");
    std::fs::remove_file(&folder.0).unwrap();
    turn(&mut state, "mid", Vec3::X * 34.0);
    state.autosave(10.0);
    state.autosave(12.0);
    state.wait_for_autosave();
    assert!(state.interface.error.is_none() && folder.names() == ["session.json"]);
}

#[test]
fn a_camera_that_cannot_be_is_left_out() {
    let folder = Folder::new("camera");
    let mut state = state_in(folder.store(), true, "bar");
    let before = state.view.camera;
    let model = r#"{"scene": {"model": "bar", "panes": [], "joint": "gone"}, "cameras":
        {"shared": {"target": [0, 0, 0], "yaw": 0, "pitch": 0, "distance": -1, "fov": 0.5}}}"#;
    state.restore_model(&serde_json::from_str(model).unwrap());
    assert_eq!((state.view.camera, state.selection.joint), (before, None));
}
