//! The Talk tab: keeping scenes, their words, their order, and what the stage makes of them.

use crate::harness::{settle, viewer_with};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{By, Queryable};
use skinscope::panes::{Mark, MarkShape, MarkedPlace, Motion, MotionKind, Scene, Talk};
use skinscope::session::{Command, InspectorTab, SceneEdit, StageKey, TalkEdit};
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
        harness.get_by_label_contains("Keep scene").click();
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

/// What a scene names is marked on the stage, its motion plays, and the slider takes it over.
#[test]
fn marks_and_motions_are_shown_on_the_stage() {
    let mut harness = with_talk("bar");
    let scene = Scene {
        marks: vec![Mark {
            at: MarkedPlace::Joint("mid".into()),
            shape: MarkShape::Arrow,
            label: "here".into(),
            panes: vec![1],
        }],
        motion: Some(Motion {
            kind: MotionKind::Joint { joint: "mid".into(), channel: "rx".into(), from: 0.0, to: 90.0 },
            seconds: 1.0,
            ease: skinscope::panes::Ease::Linear,
            rest_seconds: 0.0,
            there_and_back: false,
        }),
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
    let mid = state.document.as_ref().unwrap().model.skeleton.find("mid").unwrap();
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
    harness.state_mut().state.apply(Command::PressOnStage(StageKey::Leave));
    assert!(harness.state().state.edit.overrides.is_empty(), "the editor is as it was");
}
