//! The Talk tab: keeping scenes, their words, their order, and what the stage makes of them.

use crate::harness::{settle, viewer_with};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{By, Queryable};
use skinscope::panes::{Mark, MarkShape, MarkedPlace, Motion, MotionKind, Scene, Talk};
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, FileRequest, InspectorTab, SceneEdit, StageKey, TalkEdit};
use skinscope::viewer::Viewer;
use std::sync::Arc;

fn click(harness: &mut Harness<'_, Viewer>, label: &str) {
    harness.get_by_label(label).click();
    settle(harness);
}

fn titles(harness: &Harness<'_, Viewer>) -> Vec<String> {
    harness.state().state.talk().scenes.iter().map(|scene| scene.title.clone()).collect()
}

fn with_talk(model: &str) -> Harness<'static, Viewer> {
    let mut harness = viewer_with(model);
    harness.state_mut().state.apply(Command::ShowTab(InspectorTab::Talk));
    settle(&mut harness);
    harness
}

#[test]
fn scenes_are_kept_named_moved_and_deleted_in_the_panel() {
    let mut harness = with_talk("bar");
    harness.get_by_label_contains("A talk is a list of scenes");
    for title in ["First", "Second"] {
        harness.get_by_label_contains(rows::KEEP_SCENE.text).click();
        settle(&mut harness);
        let last = titles(&harness).len() - 1;
        let edit = SceneEdit::Title(title.to_owned());
        harness.state_mut().state.apply(Command::EditTalk(TalkEdit::Change { scene: last, edit }));
        settle(&mut harness);
    }
    assert_eq!(titles(&harness), ["First", "Second"]);
    // The fields are those of the shown scene, the one that was kept last.
    let caption = || By::new().role(Role::MultilineTextInput).label("Caption, below the panes");
    harness.get(caption()).focus();
    settle(&mut harness);
    harness.get(caption()).type_text("Look here.");
    settle(&mut harness);
    assert_eq!(harness.state().state.talk().scenes[1].caption, "Look here.");
    // The second row is dragged above the first.
    let (from, to) = (harness.get_by_label("Scene 2: Second").rect().center(), {
        let first = harness.get_by_label("Scene 1: First").rect();
        egui::pos2(first.center().x, first.top() + 2.0)
    });
    harness.drag_at(from);
    harness.run_steps(1);
    harness.hover_at(from - egui::vec2(0.0, 12.0));
    harness.run_steps(1);
    harness.hover_at(to);
    harness.run_steps(1);
    harness.drop_at(to);
    settle(&mut harness);
    assert_eq!(titles(&harness), ["Second", "First"]);
    click(&mut harness, "Menu of scene 2");
    click(&mut harness, "Delete");
    assert_eq!(titles(&harness), ["Second"]);
    harness.run_steps(60);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert_eq!(titles(&harness), ["Second", "First"], "undo");
}

/// The stage marks the parts that a scene names and plays its motion, and the slider takes the motion over.
#[test]
fn marks_and_motions_are_shown_on_the_stage() {
    let mut harness = with_talk("bar");
    let kind = MotionKind::Joint { joint: "mid".into(), channel: "rx".into(), from: 0.0, to: 90.0 };
    let scene = Scene {
        marks: vec![Mark {
            at: MarkedPlace::Joint("mid".into()),
            shape: MarkShape::Arrow,
            label: "here".into(),
            panes: vec![1],
        }],
        motion: Some(Motion::once(kind, 1.0)),
        motion_waits: true,
        minutes: Some(1.5),
        ..Scene::clone(Scene::find("kavan-fig-4").unwrap())
    };
    let talk = Talk { title: String::new(), scenes: vec![Arc::new(scene)] };
    harness.state_mut().state.apply(Command::EditTalk(TalkEdit::AddAll(talk.scenes)));
    harness.state_mut().state.apply(Command::EnterStage);
    harness.state_mut().state.apply(Command::PressOnStage(StageKey::First));
    for _ in 0..2000 {
        harness.run_steps(1);
        if harness.state().state.stage_motion().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let state = &harness.state().state;
    let mid = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    let position = state.marked_position(0, &MarkedPlace::Joint("mid".into())).unwrap();
    assert!(position.is_finite());
    assert!(!state.stage_motion().unwrap().is_playing(), "it waits");
    harness.state_mut().state.apply(Command::HoldStageMotion(0.5));
    assert!((harness.state().state.angles_degrees(mid).x - 45.0).abs() < 1e-3);
    // From its start to its end, by the clock alone.
    harness.state_mut().state.apply(Command::PressOnStage(StageKey::ToggleMotion));
    let state = &mut harness.state_mut().state;
    assert!(state.advance_stage_motion(10.0) && state.angles_degrees(mid).x.abs() < 1e-3);
    assert!(state.advance_stage_motion(10.25) && (state.angles_degrees(mid).x - 22.5).abs() < 1e-3);
    assert!(!state.advance_stage_motion(12.0) && (state.angles_degrees(mid).x - 90.0).abs() < 1e-3);
    harness.state_mut().state.apply(Command::PressOnStage(StageKey::GoBack));
    assert!(harness.state().state.edit.overrides.is_empty(), "the editor is as it was");
}

/// While the Talk tab is open, Ctrl+S saves the talk that is being typed. Elsewhere it saves the session.
#[test]
fn the_save_key_saves_what_is_being_edited() {
    let (sender, requests) = std::sync::mpsc::channel();
    let mut harness = with_talk("bar");
    harness.state_mut().state.jobs.loader.show_dialogs_with(Box::new(move |request, _| {
        let _ = sender.send(request);
        // Takes as long as a person who cancels it.
        Box::new(|| {
            std::thread::sleep(std::time::Duration::from_millis(400));
            None
        })
    }));
    let asked = |harness: &mut Harness<'_, Viewer>| {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
        settle(harness);
        let request = requests.try_recv().ok();
        for _ in 0..20 {
            std::thread::sleep(std::time::Duration::from_millis(50));
            harness.run_steps(1);
        }
        request
    };
    assert_eq!(asked(&mut harness), Some(FileRequest::SaveSession), "there is no talk yet");
    harness.state_mut().state.apply(Command::EditTalk(TalkEdit::Keep));
    settle(&mut harness);
    assert_eq!(asked(&mut harness), Some(FileRequest::SaveTalk));
    harness.state_mut().state.apply(Command::ShowTab(InspectorTab::Panes));
    settle(&mut harness);
    assert_eq!(asked(&mut harness), Some(FileRequest::SaveSession));
}

/// A long name beside the slider is shortened and does not leave the screen.
#[test]
fn the_words_of_the_slider_stay_on_a_narrow_stage() {
    let mut harness = with_talk("mannequin");
    let forearm = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    harness.state_mut().state.apply(Command::SelectJoint(Some(forearm)));
    harness.state_mut().state.apply(Command::EditTalk(TalkEdit::Keep));
    let motion = harness.state().state.suggested_motions().remove(0);
    let edit = SceneEdit::Motion(Some(motion));
    harness.state_mut().state.apply(Command::EditTalk(TalkEdit::Change { scene: 0, edit }));
    harness
        .state_mut()
        .state
        .apply(Command::EditTalk(TalkEdit::Change { scene: 0, edit: SceneEdit::MotionWaits(true) }));
    harness.state_mut().state.apply(Command::EnterStage);
    harness.set_size(egui::vec2(360.0, 480.0));
    settle(&mut harness);
    let mut texts = harness.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
        egui::Shape::Text(text) => Some((text.galley.text().to_owned(), text.visual_bounding_rect())),
        _ => None,
    });
    let label = texts.rfind(|(text, _)| text.contains('\u{2026}') && text.starts_with("fo"));
    let (text, rect) = label.expect("the label of the slider");
    assert!(rect.left() >= 0.0 && rect.width() > 20.0, "{text}: {rect:?}");
}

/// ? lists the keys of the stage, and Escape closes the list before it leaves the stage.
#[test]
fn the_stage_lists_its_keys() {
    let mut harness = with_talk("bar");
    harness.state_mut().state.apply(Command::EnterStage);
    settle(&mut harness);
    harness.event(egui::Event::Text("?".to_owned()));
    settle(&mut harness);
    harness.get_by_label("Blank the stage");
    assert!(harness.query_by_label(rows::SEARCH_JOINTS.text).is_none(), "keys of the editor");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(harness.query_by_label("Blank the stage").is_none() && harness.state().state.talk.stage.is_some());
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(harness.state().state.talk.stage.is_none());
}

/// Panes are chosen by buttons, and the window shows the marks of the scene while its words are edited.
#[test]
fn a_mark_chooses_its_panes() {
    let mut harness = with_talk("bar");
    harness.state_mut().state.apply(Command::SetPaneCount(2));
    harness.state_mut().state.apply(Command::EditTalk(TalkEdit::Keep));
    let mark =
        |panes| Mark { at: MarkedPlace::Joint("mid".into()), shape: MarkShape::Ring, label: "bends".into(), panes };
    let marks = SceneEdit::Marks(vec![mark(vec![])]);
    harness.state_mut().state.apply(Command::EditTalk(TalkEdit::Change { scene: 0, edit: marks }));
    settle(&mut harness);
    let shown = |harness: &Harness<'_, Viewer>| harness.state().state.talk().scenes[0].marks[0].panes.clone();
    let previews = |harness: &Harness<'_, Viewer>| {
        let texts = harness.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => Some(text.galley.text().to_owned()),
            _ => None,
        });
        texts.filter(|text| text == "bends").count()
    };
    // It may be below the fold.
    let choose = |harness: &mut Harness<'_, Viewer>, label: &str| {
        harness.get_by_label(label).click_accesskit();
        settle(harness);
    };
    let with_both = previews(&harness);
    choose(&mut harness, "Mark 1 in pane 1");
    assert_eq!(shown(&harness), [2]);
    assert_eq!(previews(&harness) + 1, with_both, "one pane less shows it");
    choose(&mut harness, "Mark 1 in pane 2");
    assert_eq!(shown(&harness), [2], "a mark is somewhere");
    choose(&mut harness, "Mark 1 in pane 1");
    assert_eq!(shown(&harness), Vec::<usize>::new());
    harness.state_mut().state.apply(Command::ShowTab(InspectorTab::Panes));
    settle(&mut harness);
    assert_eq!(previews(&harness), 0, "the preview belongs to the talk");
}

/// A scene whose model is missing says so in the list. A click on it opens its words.
#[test]
fn a_scene_without_its_model_can_be_edited() {
    let mut harness = with_talk("bar");
    let folder = std::env::temp_dir().join(format!("skinscope lost model {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("lost.toml");
    let scene = |words: &str| format!("[[scene]]\n{words}\npanes = [{{ method = \"lbs\" }}]\n");
    let scenes = [
        scene("title = \"Here\"\nmodel = \"bar\""),
        scene("title = \"Lost\"\nmodel = \"gone.glb\""),
        scene("title = \"Typo\"\nmodel = \"mannequin\"\njoint = \"forarm.L\""),
    ];
    std::fs::write(&path, format!("skinscope_talk = 1\n{}", scenes.concat())).unwrap();
    harness.state_mut().state.apply(Command::OpenTalk(path));
    for _ in 0..2000 {
        harness.run_steps(1);
        if harness.state().state.interface.error.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::fs::remove_dir_all(&folder).unwrap();
    let error = harness.state_mut().state.interface.error.take().unwrap();
    assert_eq!(error.title, "2 scenes of this talk cannot be shown");
    assert!(error.details.contains("Scene 2: ") && error.details.contains("gone.glb"), "{}", error.details);
    assert!(error.details.contains("did you mean \"forearm.L\"?"), "{}", error.details);
    settle(&mut harness);
    harness.get_by_label("Scene 1: Here");
    harness.get_by_label("Scene 3: Typo, cannot be shown");
    click(&mut harness, "Scene 2: Lost, cannot be shown");
    for _ in 0..2000 {
        harness.run_steps(1);
        if harness.state().state.interface.error.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    settle(&mut harness);
    let caption = || By::new().role(Role::MultilineTextInput).label("Caption, below the panes");
    harness.get(caption()).focus();
    settle(&mut harness);
    harness.get(caption()).type_text("Soon.");
    settle(&mut harness);
    assert_eq!(harness.state().state.talk().scenes[1].caption, "Soon.");
}
