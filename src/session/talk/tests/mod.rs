mod files;
mod kept;

use super::{SceneEdit, TalkEdit};
use crate::files::{CenterStore, open_model};
use crate::model::TwistKind;
use crate::panes::{Scene, SceneMeasure, SceneView, Seen};
use crate::session::{Choice, Command, Loader, PanePixels, SceneChanges, ShownPanes, StageKey, State};
use crate::skinning::SkinningMethod;
use crate::view::Theme;
use std::path::PathBuf;
use std::sync::Arc;

fn state_with(model: &str) -> State {
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, Loader::new(Arc::new(|| {}), CenterStore::none()));
    state.show_document(open_model(model).unwrap());
    state.interface.pane_pixels = [400, 300];
    state
}

fn edit(state: &mut State, edit: TalkEdit) {
    state.apply(Command::EditTalk(edit));
    state.settle_history();
}

fn titles(state: &State) -> Vec<&str> {
    state.talk().scenes.iter().map(|scene| scene.title.as_str()).collect()
}

fn rename(state: &mut State, scene: usize, title: &str) {
    edit(state, TalkEdit::Change { scene, edit: SceneEdit::Title(title.to_owned()) });
}

/// The state after the next start, with the unsaved talks that it keeps.
fn next_start(state: &State) -> State {
    let mut next = state_with("bar");
    next.keep_talks(state.kept_talks_to_save());
    if let Some(talk) = state.talk_to_save() {
        next.restore_talk(&talk);
    }
    next
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("skinscope-talk-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Everything is restored: pose, twist joints, panes, selection and view.
#[test]
fn a_kept_scene_shows_what_was_kept() {
    let mut state = state_with("mannequin");
    let node = |state: &State, name: &str| state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap();
    let (forearm, hand) = (node(&state, "forearm.L"), node(&state, "hand.L"));
    for command in [
        Command::SetPaneCount(3),
        Command::SetMethod { pane: 2, method: SkinningMethod::Cor },
        Command::SetTwistJoints { joint: forearm, count: 2 },
        Command::SetTwistKind { joint: forearm, kind: TwistKind::Own },
        Command::SetAngles { node: hand, angles_degrees: glam::Vec3::new(150.0, 0.0, 12.5) },
        Command::SelectJoint(Some(hand)),
        Command::LinkCamera { pane: 1, linked: false },
    ] {
        state.apply(command);
    }
    let camera = crate::view::Camera { yaw: 0.7, distance: 1.5, ..state.view.camera };
    state.apply(Command::SetCamera { pane: 0, camera });
    edit(&mut state, TalkEdit::Keep);
    let (kept, panes) = (Arc::clone(&state.talk().scenes[0]), state.edit.panes.clone());
    let (pose, overrides) = (state.pose.clone(), state.edit.overrides.clone());
    assert_eq!((state.shown_talk_scene(), state.scene_changes()), (Some(0), SceneChanges::default()));
    assert!(!state.edit.overrides.is_empty() && state.unsaved_work().is_empty(), "kept work is not lost");
    assert!(matches!(kept.view.seen, Seen::Shot(_)) && kept.panes[1].view.is_some() && kept.panes[0].view.is_none());

    state.apply(Command::ResetPose);
    state.apply(Command::SetPaneCount(1));
    state.apply(Command::SetTwistJoints { joint: forearm, count: 0 });
    state.apply(Command::SelectJoint(None));
    state.apply(Command::SetCamera { pane: 0, camera: crate::view::Camera { yaw: 0.0, ..camera } });
    state.apply(Command::TakeScene(kept));
    assert_eq!((&state.pose, &state.edit.overrides), (&pose, &overrides));
    assert_eq!((state.twist_count(forearm), state.twist_kind(forearm)), (2, TwistKind::Own));
    let settings = |panes: &[crate::session::Pane]| panes.iter().map(|pane| pane.settings).collect::<Vec<_>>();
    assert_eq!(settings(&state.edit.panes), settings(&panes));
    assert_eq!(state.selection.joint, Some(hand));
    let again = state.camera_for([400, 300]);
    assert!((again.yaw - 0.7).abs() < 1e-5 && (again.distance - 1.5).abs() < 1e-5 && again.target == camera.target);
    assert_eq!(state.view.own_cameras.len(), 1);
}

#[test]
fn a_scene_keeps_the_figure_of_the_panes_and_brings_it_back() {
    let mut state = state_with("bar");
    let measure = |state: &State| state.edit.choices.measure;
    let choose = |state: &mut State, measure| state.apply(Command::Choose(Choice::Measure(measure)));
    choose(&mut state, SceneMeasure::Bulge);
    edit(&mut state, TalkEdit::Keep);
    choose(&mut state, SceneMeasure::Volume);
    edit(&mut state, TalkEdit::Keep);
    let [bulge, volume] = [0, 1].map(|index: usize| Arc::clone(&state.talk().scenes[index]));
    assert_eq!([bulge.measure, volume.measure], [SceneMeasure::Bulge, SceneMeasure::Volume]);
    state.apply(Command::TakeScene(bulge));
    assert_eq!(measure(&state), SceneMeasure::Bulge);
    state.apply(Command::Undo);
    assert_eq!(measure(&state), SceneMeasure::Volume);
    // A scene that shows no large figure on the stage has the usual ones in its panes, and is kept as it is.
    let silent = Arc::new(Scene { measure: SceneMeasure::None, title: "Silent".to_owned(), ..(*volume).clone() });
    state.apply(Command::TakeScene(Arc::clone(&silent)));
    assert_eq!(measure(&state), SceneMeasure::Automatic);
    edit(&mut state, TalkEdit::Keep);
    assert_eq!(state.talk().scenes.last().unwrap().measure, SceneMeasure::None);
    choose(&mut state, SceneMeasure::Section);
    assert_eq!(state.history.undo_name(&state.edit), None, "not a step yet");
    edit(&mut state, TalkEdit::Keep);
    let last = state.talk().scenes.len() - 1;
    assert_eq!(state.talk().scenes[last].measure, SceneMeasure::Section);
    choose(&mut state, SceneMeasure::Volume);
    edit(&mut state, TalkEdit::Retake(last));
    assert_eq!(state.talk().scenes[last].measure, SceneMeasure::Volume, "retaken");
    // The panes follow the figure of the shown scene, and only that.
    edit(&mut state, TalkEdit::Change { scene: last, edit: SceneEdit::Measure(SceneMeasure::Bulge) });
    assert_eq!(measure(&state), SceneMeasure::Bulge);
    choose(&mut state, SceneMeasure::Section);
    rename(&mut state, last, "Renamed");
    assert_eq!(measure(&state), SceneMeasure::Section);
    assert_eq!(state.scene_of_now().unwrap().measure, SceneMeasure::Section);
}

/// Skin that is hidden when a scene is kept is hidden when it comes back, and in its pictures and films.
#[test]
fn a_scene_keeps_which_skin_is_shown() {
    let mut state = state_with("mannequin");
    let hand = state.documents.first.as_ref().unwrap().model.skeleton.find("hand.L").unwrap();
    state.apply(Command::SelectJoint(Some(hand)));
    state.apply(Command::IsolateSelected);
    edit(&mut state, TalkEdit::Keep);
    let kept = Arc::clone(&state.talk().scenes[0]);
    assert_eq!(kept.isolated, ["hand.L"]);
    state.apply(Command::ShowAllSkin);
    edit(&mut state, TalkEdit::Keep);
    let whole = Arc::clone(&state.talk().scenes[1]);
    assert!(whole.isolated.is_empty());
    state.apply(Command::TakeScene(kept));
    assert_eq!(state.view.isolation.as_ref().unwrap().roots, [hand]);
    state.apply(Command::TakeScene(whole));
    assert!(state.view.isolation.is_none());
}

/// A pane whose shape differs from the panes that share a camera shows the same amount of skin when it comes back.
#[test]
fn the_camera_of_a_pane_is_kept_for_its_own_shape() {
    let mut state = state_with("bar");
    state.apply(Command::SetPaneCount(2));
    state.apply(Command::LinkCamera { pane: 1, linked: false });
    let picture = |picture_pixels: [u32; 2]| PanePixels { pixels: picture_pixels, picture_pixels };
    let panes = vec![picture([400, 300]), picture([1200, 300])];
    state.apply(Command::NoteShownPanes(ShownPanes { all_pixels: [1600, 300], panes }));
    let before = state.view.own_cameras.values().next().copied().unwrap();
    edit(&mut state, TalkEdit::Keep);
    let kept = Arc::clone(&state.talk().scenes[0]);
    let aspect = |view: &SceneView| if let Seen::Shot(shot) = &view.seen { shot.aspect } else { panic!("{view:?}") };
    assert_eq!([&kept.view, kept.panes[1].view.as_ref().unwrap()].map(aspect), [4.0 / 3.0, 4.0]);
    state.apply(Command::TakeScene(kept));
    let again = state.own_framing(1, [1200, 300]).unwrap();
    assert!((again.distance - before.distance).abs() < 1e-5, "{} {}", again.distance, before.distance);
}

#[test]
fn scenes_are_renamed_moved_doubled_retaken_and_deleted_and_undo_takes_each_back() {
    let mut state = state_with("bar");
    for title in ["A", "B", "C"] {
        edit(&mut state, TalkEdit::Keep);
        let last = state.talk().scenes.len() - 1;
        rename(&mut state, last, title);
    }
    assert_eq!(titles(&state), ["A", "B", "C"]);
    edit(&mut state, TalkEdit::Move { from: 2, to: 0 });
    assert_eq!(titles(&state), ["C", "A", "B"]);
    edit(&mut state, TalkEdit::Duplicate(1));
    assert_eq!(titles(&state), ["C", "A", "A", "B"]);
    let ids: std::collections::BTreeSet<&str> = state.talk().scenes.iter().map(|scene| scene.id.as_str()).collect();
    assert_eq!(ids.len(), 4);
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 90.0 });
    let before = Arc::clone(&state.talk().scenes[3]);
    edit(&mut state, TalkEdit::Retake(3));
    let after = Arc::clone(&state.talk().scenes[3]);
    assert!(after.pose != before.pose && (&after.title, &after.id) == (&before.title, &before.id));
    // A mark of a pane that is gone would make the file unreadable.
    state.apply(Command::SetPaneCount(2));
    let mark = |panes| crate::panes::Mark {
        at: crate::panes::MarkedPlace::Joint("mid".to_owned()),
        shape: Default::default(),
        label: String::new(),
        panes,
    };
    let marks = vec![mark(vec![2]), mark(vec![1, 2]), mark(vec![])];
    edit(&mut state, TalkEdit::Change { scene: 3, edit: SceneEdit::Marks(marks) });
    state.apply(Command::SetPaneCount(1));
    edit(&mut state, TalkEdit::Retake(3));
    let kept: Vec<Vec<usize>> = state.talk().scenes[3].marks.iter().map(|mark| mark.panes.clone()).collect();
    assert_eq!(kept, [vec![1], vec![]]);
    let before = Arc::clone(&state.talk().scenes[3]);
    edit(&mut state, TalkEdit::Delete(0));
    assert_eq!(titles(&state), ["A", "A", "B"]);
    state.apply(Command::Undo);
    assert_eq!(titles(&state), ["C", "A", "A", "B"]);
    assert_eq!(state.talk().scenes[3], before);
    state.apply(Command::Undo);
    assert_ne!(state.talk().scenes[3].marks, before.marks, "as before it was retaken");
    for nonsense in
        [TalkEdit::Delete(9), TalkEdit::Move { from: 0, to: 9 }, TalkEdit::Retake(9), TalkEdit::Duplicate(9)]
    {
        let before = state.edit.clone();
        edit(&mut state, nonsense);
        assert_eq!(state.edit, before);
    }
}

#[test]
fn a_scene_of_a_paper_is_kept_with_its_words_while_it_is_unchanged() {
    let mut state = state_with("bar");
    let scene = Arc::clone(Scene::find("kavan-fig-4").unwrap());
    state.apply(Command::TakeScene(Arc::clone(&scene)));
    edit(&mut state, TalkEdit::Keep);
    let kept = &state.talk().scenes[0];
    assert_eq!((&kept.caption, &kept.pose, &kept.view), (&scene.caption, &scene.pose, &scene.view));
    assert_eq!(kept.panes, scene.panes);
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 30.0 });
    edit(&mut state, TalkEdit::Keep);
    let changed = &state.talk().scenes[1];
    assert!(changed.caption.is_empty() && changed.paper.is_empty(), "its words are no longer true");
}

#[test]
fn the_stage_shows_the_talk_and_says_what_is_missing() {
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    let mut lost = Scene::clone(&state.talk().scenes[0]);
    lost.model = crate::panes::SceneFile::Path("/nowhere/lost.glb".into());
    edit(&mut state, TalkEdit::AddAll(vec![Arc::new(lost)]));
    state.apply(Command::EnterStage);
    assert_eq!(state.talk.stage.as_ref().unwrap().scenes().len(), 2);
    state.apply(Command::PressOnStage(StageKey::Last));
    for _ in 0..2000 {
        state.take_results();
        if state.talk.stage.as_ref().unwrap().obstacle().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(state.talk.stage.as_ref().unwrap().obstacle().unwrap().ends_with("lost.glb"));

    // A scene that does not fit its model says so in its place, and the motion before it is over.
    state.apply(Command::PressOnStage(StageKey::GoBack));
    let unfit = Scene { joint: Some("no such joint".to_owned()), ..Scene::clone(&state.talk().scenes[0]) };
    edit(&mut state, TalkEdit::AddAll(vec![Arc::new(unfit)]));
    state.apply(Command::EnterStage);
    state.apply(Command::PressOnStage(StageKey::Last));
    for _ in 0..2000 {
        state.take_results();
        if state.talk.stage.as_ref().unwrap().obstacle().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let stage = state.talk.stage.as_ref().unwrap();
    assert_eq!(stage.number(), Some(3));
    assert!(stage.obstacle().unwrap().contains("no such joint") && state.stage_motion().is_none());
    assert!(state.interface.error.is_none());
}

/// A scene that the editor already shows plays on the stage like after a step, unless it waits for the speaker.
#[test]
fn the_stage_plays_the_motion_of_the_scene_that_it_begins_with() {
    let mut state = state_with("bar");
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    state.apply(Command::SelectJoint(Some(mid)));
    state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::X * 90.0 });
    edit(&mut state, TalkEdit::Keep);
    let motion = state.suggested_motions().remove(0);
    edit(&mut state, TalkEdit::Change { scene: 0, edit: SceneEdit::Motion(Some(motion)) });
    let begins = |state: &mut State| {
        state.apply(Command::EnterStage);
        let (plays, phase) = state.stage_motion().map(|motion| (motion.is_playing(), motion.phase())).unwrap();
        state.apply(Command::PressOnStage(StageKey::GoBack));
        (plays, phase)
    };
    assert_eq!(begins(&mut state), (true, 0.0));
    edit(&mut state, TalkEdit::Change { scene: 0, edit: SceneEdit::MotionWaits(true) });
    assert_eq!(begins(&mut state), (false, 1.0), "held in the pose of the scene");
}

/// Leaving the stage either stays at the shown scene, as an undoable step, or returns to the state from before the
/// talk.
#[test]
fn the_stage_is_left_at_the_scene_that_was_shown() {
    let mut state = state_with("bar");
    for title in ["A", "B"] {
        edit(&mut state, TalkEdit::Keep);
        let last = state.talk().scenes.len() - 1;
        rename(&mut state, last, title);
    }
    let first = Arc::clone(&state.talk().scenes[0]);
    let left_by = |state: &mut State, key| {
        state.apply(Command::TakeScene(Arc::clone(&first)));
        state.settle_history();
        state.apply(Command::EnterStage);
        state.apply(Command::PressOnStage(StageKey::Next));
        for _ in 0..2000 {
            state.take_results();
            if state.talk.stage.as_ref().unwrap().number() == Some(2) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        state.apply(Command::PressOnStage(key));
        state.shown_talk_scene()
    };
    assert_eq!(left_by(&mut state, StageKey::GoBack), Some(0));
    assert_eq!(left_by(&mut state, StageKey::Leave), Some(1));
    state.apply(Command::Undo);
    assert_eq!(state.shown_talk_scene(), Some(0));
}

/// At rest nothing stands out, so nothing is marked. In a pose, the smallest section is marked at its place, and a
/// difference is measured from the first pane, regardless of its method.
#[test]
fn marks_of_what_stands_out_point_at_what_can_be_seen() {
    use crate::panes::{Mark, MarkedPlace, MarkedWorst};
    let mut state = state_with("mannequin");
    let forearm = state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    state.apply(Command::SelectJoint(Some(forearm)));
    state.apply(Command::SetPaneCount(2));
    let mut counts = |methods: [SkinningMethod; 2], degrees: f32, worst: MarkedWorst| {
        for (pane, method) in methods.into_iter().enumerate() {
            state.apply(Command::SetMethod { pane, method });
        }
        state.apply(Command::SetAngles { node: forearm, angles_degrees: glam::Vec3::Y * degrees });
        let at = MarkedPlace::Worst(worst);
        let mark = Mark { at, shape: Default::default(), label: "here".to_owned(), panes: Vec::new() };
        let document = state.documents.first.clone().unwrap();
        let scene = Scene { marks: vec![mark], ..state.seen_scene(&document, None) };
        let meter = super::SceneMeter::new(&scene, &document.model, None, |_, _| None).unwrap();
        meter.marks(&state.pose).iter().map(|pane| pane.marks.len()).collect::<Vec<_>>()
    };
    let methods = [SkinningMethod::Lbs, SkinningMethod::Dqs];
    for worst in [MarkedWorst::Collapse, MarkedWorst::Bulge, MarkedWorst::Difference] {
        assert_eq!(counts(methods, 0.0, worst), [0, 0], "{worst:?}");
    }
    assert_eq!(counts(methods, -120.0, MarkedWorst::Collapse)[0], 1);
    assert_eq!(counts(methods, -120.0, MarkedWorst::Difference), [1, 1]);
    // Both are the same without scale, and both differ from LBS.
    let same = [SkinningMethod::Dqs, SkinningMethod::TwoPhaseDqs];
    assert_eq!(counts(same, -120.0, MarkedWorst::Difference), [0, 0]);
}

#[test]
fn motion_measurement_and_title_are_edited_and_undone() {
    use crate::panes::{MotionKind, SceneMeasure};
    let mut state = state_with("mannequin");
    let hand = state.documents.first.as_ref().unwrap().model.skeleton.find("hand.L").unwrap();
    state.apply(Command::SelectJoint(Some(hand)));
    state.apply(Command::SetAngles { node: hand, angles_degrees: glam::Vec3::new(0.0, -75.0, 0.0) });
    state.apply(Command::SetClip(Some(0)));
    edit(&mut state, TalkEdit::Keep);
    let kinds: Vec<MotionKind> = state.suggested_motions().into_iter().map(|motion| motion.kind).collect();
    let joint = |channel: &str, to| MotionKind::Joint {
        joint: "hand.L".to_owned(),
        channel: channel.to_owned(),
        from: 0.0,
        to,
    };
    assert_eq!(kinds[0], joint("ry", -75.0));
    assert!(matches!(&kinds[1], MotionKind::Clip { name, from, .. } if name == "walk" && *from == 0.0), "{kinds:?}");
    assert_eq!(kinds[2..], [MotionKind::Turntable { degrees: 360.0 }]);
    let motion = state.suggested_motions().remove(0);
    let change = |edit| TalkEdit::Change { scene: 0, edit };
    edit(&mut state, change(SceneEdit::Motion(Some(motion.clone()))));
    edit(&mut state, change(SceneEdit::MotionWaits(true)));
    edit(&mut state, change(SceneEdit::Measure(SceneMeasure::Volume)));
    edit(&mut state, TalkEdit::Title("Wrists".to_owned()));
    let shown = |state: &State| Arc::clone(&state.talk().scenes[0]);
    let scene = shown(&state);
    assert_eq!((&scene.motion, scene.motion_waits, scene.measure), (&Some(motion), true, SceneMeasure::Volume));
    assert_eq!((state.talk().title.as_str(), state.edit.scene.as_ref()), ("Wrists", Some(&scene)));
    state.apply(Command::Undo);
    assert_eq!(state.talk().title, "");
    state.apply(Command::Undo);
    assert_eq!(shown(&state).measure, SceneMeasure::Automatic);
    state.apply(Command::Undo);
    assert!(!shown(&state).motion_waits && shown(&state).motion.is_some());
    state.apply(Command::Undo);
    assert!(shown(&state).motion.is_none());
    let endless = crate::panes::Motion { seconds: f32::INFINITY, ..state.suggested_motions().remove(0) };
    edit(&mut state, change(SceneEdit::Motion(Some(endless))));
    assert!(shown(&state).motion.is_none(), "a motion without an end is none");
}
