//! A window that nobody touches comes to rest: no frame is wanted, in whatever state it is left.

use crate::harness::{SIZE, settle, show_tab, viewer_with, wait_for_centers, wait_for_figures};
use crate::posing::{joint, picture};
use egui::{Key, Modifiers, ViewportId, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::measure::VertexId;
use skinscope::panes::{Comparison, ComparisonKind, Scene};
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, InspectorTab, Repeat};
use skinscope::skinning::SkinningMethod;
use skinscope::view::SkinPaint;
use skinscope::viewer::Viewer;
use std::time::{Duration, Instant};

/// Steps of the harness, a quarter of a second each: enough for animations, tooltips, and a text cursor that blinks for
/// ten seconds.
const MOST_STEPS: usize = 80;

/// How long work in the background may keep a window awake, in steps that the limit above does not count.
const LONGEST_WORK: Duration = Duration::from_secs(60);

fn wants_a_frame(harness: &Harness<'_, Viewer>) -> bool {
    harness.output().viewport_output[&ViewportId::ROOT].repaint_delay < Duration::MAX
}

/// Whether a frame is wanted to show the progress of another thread, which takes as long as the machine needs.
fn works_in_the_background(harness: &Harness<'_, Viewer>) -> bool {
    let state = &harness.state().state;
    state.documents.centers.computing() || state.jobs.stress.fraction().is_some() || state.jobs.pictures.is_drawing()
}

/// Frames until none is wanted, neither now nor later.
#[track_caller]
pub fn comes_to_rest(harness: &mut Harness<'_, Viewer>, state: &str) {
    let began = Instant::now();
    let mut steps = 0;
    while steps < MOST_STEPS {
        harness.run_steps(1);
        if !wants_a_frame(harness) {
            return;
        }
        if works_in_the_background(harness) && began.elapsed() < LONGEST_WORK {
            std::thread::sleep(Duration::from_millis(10));
        } else {
            steps += 1;
        }
    }
    panic!("{state}: the window never rests, because of {:?}", harness.ctx.repaint_causes());
}

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    harness.run_steps(2);
}

#[test]
fn it_rests_with_a_model_a_selection_figures_and_a_pinned_vertex() {
    let mut harness = viewer_with("bar");
    comes_to_rest(&mut harness, "at the start");
    let mid = joint(&harness, "mid");
    apply(&mut harness, Command::SelectJoint(Some(mid)));
    wait_for_figures(&mut harness);
    comes_to_rest(&mut harness, "with a joint and its figures");
    apply(&mut harness, Command::SetAngles { node: mid, angles_degrees: glam::Vec3::new(40.0, 0.0, 90.0) });
    wait_for_figures(&mut harness);
    comes_to_rest(&mut harness, "with a pose that undo has kept");
    apply(&mut harness, Command::PinProbe(Some(VertexId { primitive: 0, vertex: 200 })));
    comes_to_rest(&mut harness, "with a pinned vertex");
    let (min, size) = picture(&harness);
    for at in [min + vec2(size[0] as f32, size[1] as f32) / 2.0, pos2(60.0, 22.0), pos2(SIZE[0] - 80.0, 300.0)] {
        harness.hover_at(at);
        comes_to_rest(&mut harness, "with the pointer at rest");
    }
    apply(&mut harness, Command::CloseModel);
    comes_to_rest(&mut harness, "with no model");
}

#[test]
fn it_rests_with_each_panel_open() {
    let mut harness = viewer_with("bar");
    apply(&mut harness, Command::ShowPoses(true));
    comes_to_rest(&mut harness, "with the pose library");
    apply(&mut harness, Command::ToggleShortcuts);
    comes_to_rest(&mut harness, "with the sheet of keys");
    apply(&mut harness, Command::ToggleShortcuts);
    show_tab(&mut harness, InspectorTab::Panes);
    for menu in ["Scenes", "Panes", "Undo history", "Method", "Antipodality"] {
        harness.get_by_label(menu).click();
        comes_to_rest(&mut harness, menu);
        harness.key_press(Key::Escape);
        settle(&mut harness);
    }
    harness.get_by_label(rows::SEARCH_JOINTS.text).click();
    comes_to_rest(&mut harness, "with a text cursor in the search field");
    apply(&mut harness, Command::ShowPalette(true));
    comes_to_rest(&mut harness, "with the command palette");
    apply(&mut harness, Command::ShowPalette(false));
    apply(&mut harness, Command::StartStress);
    while harness.state().state.jobs.stress.fraction().is_some() {
        assert!(wants_a_frame(&harness), "progress is shown");
        std::thread::sleep(Duration::from_millis(10));
        harness.run_steps(1);
    }
    comes_to_rest(&mut harness, "with a stress test that is done");
    apply(&mut harness, Command::OpenPose("nowhere/none.json".into()));
    assert!(harness.state().state.interface.error.is_some());
    comes_to_rest(&mut harness, "with an error");
}

#[test]
fn it_rests_with_every_scene_and_comparison() {
    for model in ["bar", "cloth", "limb"] {
        let mut harness = viewer_with(model);
        for scene in Scene::of_papers().filter(|scene| scene.model.bundled_name() == Some(model)) {
            apply(&mut harness, Command::TakeScene(std::sync::Arc::clone(scene)));
            wait_for_figures(&mut harness);
            comes_to_rest(&mut harness, &scene.id);
        }
    }
    let mut harness = viewer_with("bar");
    for kind in ComparisonKind::ALL {
        let comparison = Comparison { kind, ..Comparison::default() };
        apply(&mut harness, Command::SetComparison { pane: 0, comparison });
        comes_to_rest(&mut harness, kind.label());
    }
    for paint in SkinPaint::choices() {
        let look = harness.state().state.edit.pane(0).look;
        apply(&mut harness, Command::SetLook { pane: 0, look: skinscope::panes::PaneLook { paint, ..look } });
        wait_for_centers(&mut harness);
        comes_to_rest(&mut harness, &paint.label());
    }
}

/// Frames come without a change too: the pointer moves, another window uncovers this one.
#[test]
fn a_frame_in_which_nothing_changed_draws_and_compiles_nothing() {
    let mut harness = viewer_with("mannequin");
    let first = harness.state().draw_counts();
    // Those of a fine picture, four more for the second method, strokes of the skeleton, and what shows pictures in the
    // window.
    assert!(first.pictures == 2 && first.pipelines <= 18, "{first:?}");
    apply(&mut harness, Command::SetPaneCount(4));
    for (pane, method) in [SkinningMethod::Dqs, SkinningMethod::LogMatrix, SkinningMethod::Dib].into_iter().enumerate()
    {
        apply(&mut harness, Command::SetMethod { pane, method });
    }
    let forearm = joint(&harness, "forearm.L");
    apply(&mut harness, Command::SelectJoint(Some(forearm)));
    wait_for_figures(&mut harness);
    comes_to_rest(&mut harness, "with four panes");
    let before = harness.state().draw_counts();
    assert!(before.pictures > first.pictures && before.pipelines > first.pipelines, "{before:?} after {first:?}");
    harness.run_steps(5);
    harness.hover_at(pos2(SIZE[0] - 80.0, 300.0));
    harness.run_steps(5);
    assert_eq!(harness.state().draw_counts(), before);
    apply(&mut harness, Command::SetAngles { node: forearm, angles_degrees: glam::Vec3::new(0.0, 40.0, 0.0) });
    assert!(harness.state().draw_counts().pictures >= before.pictures + 4);
}

/// A gesture in progress waits for the hand, not for the next frame.
#[test]
fn it_rests_in_the_middle_of_a_gesture() {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    apply(&mut harness, Command::SelectJoint(Some(mid)));
    show_tab(&mut harness, InspectorTab::Pose);
    let knob = harness.get_by_role_and_label(egui::accesskit::Role::Slider, "Rotate X").rect().center();
    harness.drag_at(knob);
    harness.run_steps(2);
    harness.hover_at(knob + vec2(30.0, 0.0));
    harness.run_steps(2);
    let turned = harness.state().state.angles_degrees(mid);
    assert!(turned.x > 1.0);
    comes_to_rest(&mut harness, "while a slider is held");
    assert!(!harness.state().state.interface.busy, "and shows fine pictures meanwhile");
    harness.drop_at(knob + vec2(30.0, 0.0));
    harness.run_steps(8);
    let (min, _) = picture(&harness);
    harness.hover_at(min + vec2(60.0, 90.0));
    harness.run_steps(2);
    harness.key_press(Key::R);
    harness.run_steps(2);
    harness.hover_at(min + vec2(90.0, 190.0));
    harness.run_steps(2);
    assert!(harness.state().state.hand.gizmo_drag.is_some());
    comes_to_rest(&mut harness, "while a handle is held by a key");
}

/// The measure can fail: a clip that plays wants frame after frame, and one that came to its end none.
#[test]
fn a_clip_that_plays_wants_frames_until_its_end() {
    let mut harness = viewer_with("mannequin");
    for command in [
        Command::SetPanels(skinscope::session::Panels::Hidden),
        Command::SetPaneCount(1),
        Command::SetMethod { pane: 0, method: SkinningMethod::Lbs },
        Command::SetClip(Some(0)),
        Command::SetRepeat(Repeat::Once),
        Command::SetPlaying(true),
    ] {
        apply(&mut harness, command);
    }
    let seconds = harness.state().state.clip_duration_seconds();
    let mut frames = 0;
    while harness.state().state.playback.playing {
        assert!(wants_a_frame(&harness), "a clip plays");
        harness.run_steps(1);
        frames += 1;
        assert!(frames < 400, "a clip of {seconds} s never ends");
    }
    comes_to_rest(&mut harness, "after the clip");
    harness.key_press_modifiers(Modifiers::NONE, Key::Space);
    harness.run_steps(2);
    assert!(wants_a_frame(&harness), "and it plays again");
}
