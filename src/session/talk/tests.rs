use super::{SceneEdit, TalkEdit};
use crate::files::{Access, CenterStore, ModelSource, OpenOptions, open_model, open_model_with};
use crate::model::TwistKind;
use crate::panes::{Scene, SceneView, Seen};
use crate::session::{Command, Loader, PanePixels, SceneChanges, ShownPanes, StageKey, State};
use crate::skinning::SkinningMethod;
use crate::view::Theme;
use std::path::PathBuf;
use std::sync::Arc;

fn state_with(model: &str) -> State {
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, Loader::new(Arc::new(|| {}), CenterStore::none()));
    state.show_document(open_model(model).unwrap());
    state.transient.pane_pixels = [400, 300];
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
    let node = |state: &State, name: &str| state.document.as_ref().unwrap().model.skeleton.find(name).unwrap();
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
    let camera = crate::view::Camera { yaw: 0.7, distance: 1.5, ..state.camera };
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
    assert_eq!(state.transient.selected_joint, Some(hand));
    let again = state.camera_for([400, 300]);
    assert!((again.yaw - 0.7).abs() < 1e-5 && (again.distance - 1.5).abs() < 1e-5 && again.target == camera.target);
    assert_eq!(state.own_cameras.len(), 1);
}

/// Skin that is hidden when a scene is kept is hidden when it comes back, and in its pictures and films.
#[test]
fn a_scene_keeps_which_skin_is_shown() {
    let mut state = state_with("mannequin");
    let hand = state.document.as_ref().unwrap().model.skeleton.find("hand.L").unwrap();
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
    assert_eq!(state.transient.isolation.as_ref().unwrap().roots, [hand]);
    state.apply(Command::TakeScene(whole));
    assert!(state.transient.isolation.is_none());
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
    let before = state.own_cameras.values().next().copied().unwrap();
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
    let mid = state.document.as_ref().unwrap().model.skeleton.find("mid").unwrap();
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

/// Comments of a person survive, models are found from another folder, and undo never writes into another file.
#[test]
fn a_talk_is_saved_edited_by_hand_and_opened_again() {
    let folder = Folder::new("saved");
    let (path, other) = (folder.0.join("my.toml"), folder.0.join("other.toml"));
    let model = folder.0.join("own.glb");
    std::fs::write(&model, crate::bundled::glb_bytes("bar").unwrap()).unwrap();
    let mut state = state_with(model.to_str().unwrap());
    edit(&mut state, TalkEdit::Keep);
    edit(&mut state, TalkEdit::Title("Bars".to_owned()));
    assert!(state.is_talk_unsaved());
    state.apply(Command::SaveTalkAs(path.clone()));
    assert!(!state.is_talk_unsaved());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("model = \"own.glb\"") && text.contains("model_hash = "), "{text}");

    let by_hand = text.replace("[[scene]]", "# The bar, as ever.\n[[scene]]");
    std::fs::write(&path, &by_hand).unwrap();
    state.apply(Command::OpenTalk(path.clone()));
    state.settle_history();
    rename(&mut state, 0, "By hand");
    state.apply(Command::SaveTalk);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("# The bar, as ever.\n[[scene]]") && text.contains("By hand"), "{text}");

    // Changes to the file by others are not overwritten.
    std::fs::write(&path, text.replace("By hand", "By others")).unwrap();
    rename(&mut state, 0, "By me");
    state.apply(Command::SaveTalk);
    let error = state.transient.error.take().unwrap();
    assert!(error.title == "my.toml has changed on disk" && error.choices.len() == 3, "{error:?}");
    assert!(std::fs::read_to_string(&path).unwrap().contains("By others"));
    state.apply(Command::Undo);
    std::fs::write(&path, &text).unwrap();

    // Another file under the same name is reported.
    std::fs::write(&model, crate::bundled::glb_bytes("limb").unwrap()).unwrap();
    let scene = Arc::clone(&state.talk().scenes[0]);
    state.transient.notice = None;
    state.show_document(open_model(model.to_str().unwrap()).unwrap());
    state.apply(Command::TakeScene(scene));
    let notice = state.transient.notice.as_ref().unwrap();
    assert!(notice.text.contains("own.glb has changed"), "{}", notice.text);
    state.apply(Command::Undo);
    state.apply(Command::Undo);

    std::fs::write(&other, "skinscope_talk = 1\n").unwrap();
    state.apply(Command::OpenTalk(other.clone()));
    state.settle_history();
    assert!(state.talk().scenes.is_empty() && state.talk_file().path.as_ref() == Some(&other));
    state.apply(Command::Undo);
    assert_eq!((titles(&state), state.talk_file().path.as_ref()), (vec!["By hand"], Some(&path)));
    state.apply(Command::OpenTalk(folder.0.join("none.toml")));
    let error = state.transient.error.take().unwrap();
    assert!(error.details.starts_with("cannot read the talk: there is no such file"), "{}", error.details);
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
    let mid = state.document.as_ref().unwrap().model.skeleton.find("mid").unwrap();
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
    lost.model.file = crate::panes::SceneFile::Path("/nowhere/lost.glb".into());
    edit(&mut state, TalkEdit::AddAll(vec![Arc::new(lost)]));
    state.apply(Command::EnterStage);
    assert_eq!(state.stage.as_ref().unwrap().scenes().len(), 2);
    state.apply(Command::PressOnStage(StageKey::Last));
    for _ in 0..2000 {
        state.take_results();
        if state.stage.as_ref().unwrap().obstacle().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(state.stage.as_ref().unwrap().obstacle().unwrap().ends_with("lost.glb"));

    // A scene that does not fit its model says so in its place, and the motion before it is over.
    state.apply(Command::PressOnStage(StageKey::GoBack));
    let unfit = Scene { joint: Some("no such joint".to_owned()), ..Scene::clone(&state.talk().scenes[0]) };
    edit(&mut state, TalkEdit::AddAll(vec![Arc::new(unfit)]));
    state.apply(Command::EnterStage);
    state.apply(Command::PressOnStage(StageKey::Last));
    for _ in 0..2000 {
        state.take_results();
        if state.stage.as_ref().unwrap().obstacle().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let stage = state.stage.as_ref().unwrap();
    assert_eq!(stage.number(), Some(3));
    assert!(stage.obstacle().unwrap().contains("no such joint") && state.stage_motion().is_none());
    assert!(state.transient.error.is_none());
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

/// The open talk comes back, and unsaved talks that it replaced are one click away.
#[test]
fn the_next_start_has_the_open_talk_and_keeps_what_is_nowhere_else() {
    let folder = Folder::new("next");
    let (first, second) = (folder.0.join("first.toml"), folder.0.join("second.toml"));
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    rename(&mut state, 0, "Unsaved");
    edit(&mut state, TalkEdit::New);
    edit(&mut state, TalkEdit::Keep);
    rename(&mut state, 0, "Saved");
    state.apply(Command::SaveTalkAs(second.clone()));
    let mut next = next_start(&state);
    assert_eq!((titles(&next), next.talk_file().path.as_ref()), (vec!["Saved"], Some(&second)), "the open one");
    let (kept, name) = next.kept_talks().next().unwrap();
    assert_eq!(name, "Untitled talk");
    next.apply(Command::ReturnToTalk(kept));
    assert_eq!((titles(&next), next.kept_talks().count()), (vec!["Unsaved"], 0));
    assert!(next.is_talk_lost(), "it is still in no file");
    next.apply(Command::ForgetTalk(kept));
    assert_eq!(next_start(&next).kept_talks().count(), 0);

    while state.edit.talk.file != 0 {
        state.apply(Command::Undo);
    }
    state.apply(Command::SaveTalkAs(first));
    let next = next_start(&state);
    assert_eq!((titles(&next), next.kept_talks().count()), (vec!["Unsaved"], 0));
    assert_eq!(next.talk().scenes, next.talk_file().saved.scenes, "from its file");
    state.apply(Command::OpenTalk(second.clone()));
    state.settle_history();
    let next = next_start(&state);
    assert_eq!((next.talk_file().path.as_ref(), next.kept_talks().count()), (Some(&second), 0));
}

/// Opening a talk reports what happened to unsaved changes. Undo brings them back, and so does the link at any time.
#[test]
fn opening_a_talk_keeps_unsaved_changes_and_says_so() {
    use crate::session::NoticeLink;
    let folder = Folder::new("kept");
    let path = folder.0.join("other.toml");
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    rename(&mut state, 0, "Mine");
    std::fs::write(&path, "skinscope_talk = 1\ntitle = \"Other\"\n").unwrap();
    state.apply(Command::OpenTalk(path.clone()));
    state.settle_history();
    let notice = state.transient.notice.clone().unwrap();
    assert!(notice.text.contains("Untitled talk has unsaved changes"), "{}", notice.text);
    assert_eq!(state.talk().title, "Other");
    let Some(NoticeLink::ReturnToTalk(kept)) = notice.link else { panic!("{notice:?}") };
    state.apply(Command::ReturnToTalk(kept));
    state.settle_history();
    assert_eq!((titles(&state), state.talk_file().path.as_ref()), (vec!["Mine"], None));
    rename(&mut state, 0, "Mine, changed");
    state.apply(Command::OpenTalk(path));
    state.settle_history();
    assert_eq!(state.kept_talks().count(), 1, "once, as it is now");
    state.apply(Command::Undo);
    assert_eq!((titles(&state), state.kept_talks().count()), (vec!["Mine, changed"], 0));
    state.apply(Command::Redo);
    assert_eq!((state.talk().title.as_str(), state.kept_talks().count()), ("Other", 1));
    // A talk without changes leaves nothing behind.
    edit(&mut state, TalkEdit::New);
    assert_eq!(state.kept_talks().count(), 1);
}

/// A link to a kept talk leads to that talk, even if others were forgotten or kept in between.
#[test]
fn the_link_to_a_kept_talk_stays_with_it() {
    let mut state = state_with("bar");
    for title in ["First", "Second", "Third"] {
        edit(&mut state, TalkEdit::New);
        edit(&mut state, TalkEdit::Keep);
        rename(&mut state, 0, title);
    }
    let kept: Vec<_> = state.kept_talks().map(|(id, _)| id).collect();
    state.apply(Command::ForgetTalk(kept[0]));
    state.apply(Command::ReturnToTalk(kept[0]));
    assert_eq!(titles(&state), ["Third"], "a talk that was forgotten leads nowhere");
    state.apply(Command::ReturnToTalk(kept[1]));
    assert_eq!(titles(&state), ["Second"]);
    // Forgetting one of many does not forget the ones that moved up.
    edit(&mut state, TalkEdit::New);
    state.apply(Command::ForgetTalk(kept[0]));
    assert_eq!(state.kept_talks().count(), 2);
}

/// Undo may lead back to a talk that was kept when another took its place.
#[test]
fn a_kept_talk_that_undo_brought_back_keeps_its_newer_edits() {
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    rename(&mut state, 0, "First");
    edit(&mut state, TalkEdit::New);
    let (kept, _) = state.kept_talks().next().unwrap();
    state.apply(Command::Undo);
    rename(&mut state, 0, "Newer");
    state.apply(Command::ReturnToTalk(kept));
    assert_eq!(titles(&state), ["Newer"]);
}

/// The check opens the same files as showing the scenes: files outside of a model's folder only where the user allowed
/// them.
#[test]
fn the_check_reads_outside_the_folder_where_the_user_allowed_it() {
    let folder = Folder::new("outside");
    let model = folder.0.join("model/a.gltf");
    std::fs::create_dir(folder.0.join("model")).unwrap();
    let positions = [0., 0., 0., 1., 0., 0., 0., 1., 0.0f32].map(f32::to_le_bytes);
    std::fs::write(folder.0.join("a.bin"), positions.concat()).unwrap();
    let gltf = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":"../a.bin"}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]}"#;
    std::fs::write(&model, gltf).unwrap();
    let talk = folder.0.join("talk.toml");
    let scene = |model: &str| format!("[[scene]]\nmodel = \"{model}\"\npanes = [{{ method = \"lbs\" }}]\n");
    let text = format!("skinscope_talk = 1\n{}{}", scene("model/a.gltf"), scene("gone.glb"));
    std::fs::write(&talk, text).unwrap();
    let is_marked = |mut state: State| {
        state.apply(Command::OpenTalk(talk.clone()));
        let scenes = state.talk().scenes.clone();
        // The check is over once it says what is wrong with the second scene.
        for _ in 0..2000 {
            state.take_results();
            if state.problem_of(&scenes[1]).is_some() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert!(state.problem_of(&scenes[1]).is_some_and(|problem| problem.is_missing));
        state.problem_of(&scenes[0]).is_some()
    };
    assert!(is_marked(state_with("bar")));
    let mut allowed = state_with("bar");
    allowed.loader.allows_outside = true;
    assert!(!is_marked(allowed), "by --allow-outside");
    let options = OpenOptions { access: Access::outside_if(true), variant: None };
    let mut open = state_with("bar");
    open.show_document(open_model_with(ModelSource::File(model), &options).unwrap());
    assert!(!is_marked(open), "the model is open, with what it may read");
}

/// However the talk came to be edited, a file that somebody else changed is not replaced without a question.
#[test]
fn nothing_is_written_over_what_somebody_else_wrote() {
    const OTHER: &[u8] = b"skinscope_talk = 1\ntitle = \"Theirs\"\n";
    let folder = Folder::new("theirs");
    let path = folder.0.join("talk.toml");
    let saved_by_us = || {
        let mut state = state_with("bar");
        edit(&mut state, TalkEdit::Keep);
        state.apply(Command::SaveTalkAs(path.clone()));
        rename(&mut state, 0, "Mine");
        state
    };
    let asks = |state: &mut State, on_disk: &[u8]| {
        state.transient.error = None;
        state.apply(Command::SaveTalk);
        let choices = state.transient.error.as_ref().map_or(0, |error| error.choices.len());
        assert_eq!((choices, std::fs::read(&path).unwrap().as_slice()), (3, on_disk));
    };
    // A file that is not text was not written by us either.
    let mut state = saved_by_us();
    std::fs::write(&path, b"\xff\xfe").unwrap();
    asks(&mut state, b"\xff\xfe");
    std::fs::write(&path, OTHER).unwrap();
    asks(&mut state, OTHER);
    edit(&mut state, TalkEdit::New);
    assert!(state.transient.error.is_none(), "the question was about another talk");
    // The same holds after a restart.
    let state = saved_by_us();
    std::fs::write(&path, OTHER).unwrap();
    asks(&mut next_start(&state), OTHER);
    // The same holds after undo of reading it again.
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    state.apply(Command::SaveTalkAs(path.clone()));
    std::fs::write(&path, OTHER).unwrap();
    state.apply(Command::ReadTalkAgain);
    state.settle_history();
    assert_eq!(state.talk().title, "Theirs");
    state.apply(Command::Undo);
    assert!(state.talk().title.is_empty() && state.is_talk_unsaved(), "the file says something else");
    asks(&mut state, OTHER);
    // An unchanged talk of a paper is not kept.
    let mut state = state_with("bar");
    let talk = crate::panes::Talk::of_paper("theo").unwrap();
    state.begin_talk(talk.clone(), super::TalkFile::of_paper(talk));
    assert_eq!(state.talk_to_save(), None);
}

/// A scene that the editor already shows plays on the stage like after a step, unless it waits for the speaker.
#[test]
fn the_stage_plays_the_motion_of_the_scene_that_it_begins_with() {
    let mut state = state_with("bar");
    let mid = state.document.as_ref().unwrap().model.skeleton.find("mid").unwrap();
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
            if state.stage.as_ref().unwrap().number() == Some(2) {
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
    let forearm = state.document.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    state.apply(Command::SelectJoint(Some(forearm)));
    state.apply(Command::SetPaneCount(2));
    let mut counts = |methods: [SkinningMethod; 2], degrees: f32, worst: MarkedWorst| {
        for (pane, method) in methods.into_iter().enumerate() {
            state.apply(Command::SetMethod { pane, method });
        }
        state.apply(Command::SetAngles { node: forearm, angles_degrees: glam::Vec3::Y * degrees });
        let at = MarkedPlace::Worst(worst);
        let mark = Mark { at, shape: Default::default(), label: "here".to_owned(), panes: Vec::new() };
        let document = state.document.clone().unwrap();
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

/// Changes to the file by another program are read again. If the talk has changes too, the user chooses.
#[test]
fn the_open_talk_is_followed_on_disk() {
    let folder = Folder::new("followed");
    let path = folder.0.join("my.toml");
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    state.apply(Command::SaveTalkAs(path.clone()));
    rename(&mut state, 0, "First");
    state.apply(Command::SaveTalk);
    let text = std::fs::read_to_string(&path).unwrap();
    state.take_results();
    let wait_for = |state: &mut State, is_so: &dyn Fn(&State) -> bool| {
        for _ in 0..1000 {
            state.take_results();
            if is_so(state) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("nothing happened: {:?} {:?}", titles(state), state.transient.error);
    };
    std::fs::write(&path, text.replace("First", "By hand")).unwrap();
    wait_for(&mut state, &|state| titles(state) == ["By hand"]);
    assert_eq!(state.shown_talk_scene(), Some(0), "the shown scene stays the shown one");
    assert!(!state.is_talk_unsaved() && state.transient.error.is_none());
    state.apply(Command::Undo);
    assert_eq!(titles(&state), ["First"]);
    state.apply(Command::Redo);

    rename(&mut state, 0, "By me");
    std::fs::write(&path, text.replace("\"First\"", "\"By others\" # Theirs.")).unwrap();
    wait_for(&mut state, &|state| state.transient.error.is_some());
    let choices = state.transient.error.take().unwrap().choices;
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["Read again", "Save as", "Keep mine"]);
    assert_eq!(titles(&state), ["By me"], "nothing is lost before the choice");
    state.apply(choices[0].1.clone());
    state.settle_history();
    assert_eq!((titles(&state), state.kept_talks().count()), (vec!["By others"], 1));
    state.apply(Command::Undo);
    assert_eq!(titles(&state), ["By me"]);
    // Saving asks in the same way, and keeping one's own version preserves the comments of others.
    state.apply(Command::SaveTalk);
    let choices = state.transient.error.take().unwrap().choices;
    state.apply(choices[2].1.clone());
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.contains("By me") && saved.contains("# Theirs."), "{saved}");
    assert!(!state.is_talk_unsaved());

    // A file that is half written, or gone, changes nothing.
    std::fs::write(&path, "skinscope_talk = 1\n[[scene").unwrap();
    wait_for(&mut state, &|state| state.transient.error.is_some());
    assert_eq!(titles(&state), ["By me"]);
    std::fs::write(&path, saved.replace("By me", "Whole")).unwrap();
    wait_for(&mut state, &|state| titles(state) == ["Whole"]);
    assert!(state.transient.error.is_none());
}

#[test]
fn motion_measurement_and_title_are_edited_and_undone() {
    use crate::panes::{MotionKind, SceneMeasure};
    let mut state = state_with("mannequin");
    let hand = state.document.as_ref().unwrap().model.skeleton.find("hand.L").unwrap();
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
