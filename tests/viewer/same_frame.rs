//! A frame shows its own edits: when the pointer moves, the pictures of that very frame are those of the new state, and
//! so is what is drawn over them.

use crate::harness::{difference, settle, show_tab, viewer_with, wait_for_figures};
use crate::posing::{joint, picture};
use crate::stage::{press, wait_for};
use egui::accesskit::Role;
use egui::epaint::ClippedShape;
use egui::{Key, Pos2, Rect, Shape, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use image::RgbaImage;
use skinscope::panes::{Comparison, ComparisonKind};
use skinscope::session::{Command, Repeat};
use skinscope::viewer::Viewer;

/// Moves the pointer, and returns the frame of the move. It draws each pane at most once.
#[track_caller]
fn frame_of_move(harness: &mut Harness<'_, Viewer>, to: Pos2) -> RgbaImage {
    let before = harness.state().draw_counts().pictures;
    harness.hover_at(to);
    harness.step();
    let drawn = harness.state().draw_counts().pictures - before;
    assert!(drawn <= harness.state().state.edit.panes.len(), "{drawn} pictures in one frame");
    harness.render().unwrap()
}

/// What the last frame painted over and around the pictures within a rectangle. The pictures themselves are callbacks.
fn around_pictures(harness: &Harness<'_, Viewer>, within: Rect) -> Vec<ClippedShape> {
    let shapes = harness.output().shapes.iter();
    let is_there = |shape: &&ClippedShape| {
        !matches!(shape.shape, Shape::Noop | Shape::Callback(_))
            && within.contains_rect(shape.shape.visual_bounding_rect().intersect(shape.clip_rect))
    };
    shapes.filter(is_there).cloned().collect()
}

/// Moves the held pointer, and demands that the frame of the move shows it: the frame of a second move, by next to
/// nothing, looks the same. All frames of moves are coarse, so that nothing else differs. What is painted over the
/// pictures stays when nothing moves any more.
#[track_caller]
fn moves_in_one_frame(harness: &mut Harness<'_, Viewer>, [from, to]: [Pos2; 2], within: Rect) {
    let little = vec2(0.05, 0.0);
    frame_of_move(harness, from);
    let before = frame_of_move(harness, from + little);
    let moved = frame_of_move(harness, to);
    let again = frame_of_move(harness, to + little);
    let [by_move, by_little] = [&before, &again].map(|other| difference(&moved, other, within));
    assert!(by_move > 0.002 && by_little < 0.1 * by_move, "{by_move} by the move, and {by_little} a frame later");
    let over_pictures = around_pictures(harness, within);
    harness.step();
    assert_eq!(over_pictures, around_pictures(harness, within), "what is over the pictures lags behind them");
}

fn press_at(harness: &mut Harness<'_, Viewer>, at: Pos2, then: Pos2) {
    harness.hover_at(at);
    harness.run_steps(2);
    harness.drag_at(at);
    harness.run_steps(2);
    harness.hover_at(then);
    harness.run_steps(3);
}

#[test]
fn a_slider_moves_the_pictures_in_the_same_frame() {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    harness.state_mut().state.apply(Command::SelectJoint(Some(mid)));
    show_tab(&mut harness, skinscope::session::InspectorTab::Pose);
    wait_for_figures(&mut harness);
    let knob = harness.get_by_role_and_label(Role::Slider, "Rotate Z").rect().center();
    press_at(&mut harness, knob, knob + vec2(12.0, 0.0));
    let (min, size) = picture(&harness);
    // Above the figures, which follow from a thread.
    let within = Rect::from_min_size(min, vec2(size[0] as f32, 0.75 * size[1] as f32));
    moves_in_one_frame(&mut harness, [knob + vec2(14.0, 0.0), knob + vec2(40.0, 0.0)], within);
    assert!(harness.state().state.angles_degrees(mid).z > 10.0);
}

#[test]
fn an_orbit_moves_the_pictures_and_what_is_over_them_in_the_same_frame() {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    harness.state_mut().state.apply(Command::SelectJoint(Some(mid)));
    harness
        .state_mut()
        .state
        .apply(Command::PinProbe(Some(skinscope::measure::VertexId { primitive: 0, vertex: 200 })));
    wait_for_figures(&mut harness);
    let (min, size) = picture(&harness);
    let within = Rect::from_min_size(min, vec2(size[0] as f32, size[1] as f32));
    let start = min + vec2(30.0, 60.0);
    press_at(&mut harness, start, start + vec2(15.0, 0.0));
    let camera = harness.state().state.view.camera;
    moves_in_one_frame(&mut harness, [start + vec2(16.0, 0.0), start + vec2(60.0, 20.0)], within);
    assert!(harness.state().state.view.camera != camera);
}

#[test]
fn handles_turn_with_the_joint_that_they_turn() {
    let mut harness = viewer_with("bar");
    let mid = joint(&harness, "mid");
    harness.state_mut().state.apply(Command::SelectJoint(Some(mid)));
    wait_for_figures(&mut harness);
    let (min, size) = picture(&harness);
    // Above the figures, which follow from a thread.
    let within = Rect::from_min_size(min, vec2(size[0] as f32, 0.75 * size[1] as f32));
    let start = crate::posing::on_ring(&harness, 1, 0.3);
    press_at(&mut harness, start, start + vec2(20.0, 0.0));
    assert!(harness.state().state.hand.gizmo_drag.is_some());
    let before = harness.state().state.angles_degrees(mid);
    moves_in_one_frame(&mut harness, [start + vec2(22.0, 0.0), start + vec2(70.0, 0.0)], within);
    assert!(harness.state().state.angles_degrees(mid) != before);
}

#[test]
fn a_divider_is_where_the_pictures_meet() {
    let mut harness = viewer_with("bar");
    let comparison = Comparison { kind: ComparisonKind::Wipe, ..Comparison::default() };
    harness.state_mut().state.apply(Command::SetComparison { pane: 0, comparison });
    settle(&mut harness);
    let divider = |harness: &Harness<'_, Viewer>| harness.state().state.edit.pane(0).comparison.divider;
    let (min, size) = picture(&harness);
    let at = |share: f32| min + vec2(share * size[0] as f32, 0.75 * size[1] as f32);
    let middle = divider(&harness);
    press_at(&mut harness, at(middle), at(0.4));
    harness.hover_at(at(0.3));
    harness.step();
    assert!((divider(&harness) - 0.3).abs() < 0.01);
    // Where the picture of A ends, and that of B begins.
    let seams: Vec<f32> = harness
        .output()
        .shapes
        .iter()
        .filter(|shape| matches!(&shape.shape, Shape::Callback(callback) if callback.rect.min == min))
        .flat_map(|shape| [shape.clip_rect.left(), shape.clip_rect.right()])
        .collect();
    assert!(seams.iter().filter(|x| (**x - at(0.3).x).abs() < 1.0).count() == 2, "{seams:?}");
}

#[test]
fn an_orbit_on_the_stage_moves_the_pictures_in_the_same_frame() {
    let mut harness = viewer_with("bar");
    press(&mut harness, Key::F5);
    press(&mut harness, Key::PageDown);
    wait_for(&mut harness, 1);
    let start = Pos2::new(60.0, 200.0);
    press_at(&mut harness, start, start + vec2(15.0, 0.0));
    let within = Rect::from_min_size(Pos2::new(10.0, 100.0), vec2(1260.0, 500.0));
    moves_in_one_frame(&mut harness, [start + vec2(16.0, 0.0), start + vec2(60.0, 20.0)], within);
}

/// The window as a whole: the room of the panes, and what a menu of a pane changes.
#[test]
fn panels_and_menus_take_no_second_frame() {
    let mut harness = viewer_with("bar");
    let width = |harness: &Harness<'_, Viewer>| picture(harness).1[0];
    let before = width(&harness);
    harness.event(egui::Event::Key {
        key: Key::I,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    });
    harness.step();
    let folded = width(&harness);
    assert!(folded > before, "{folded} after {before}");
    settle(&mut harness);
    assert_eq!(width(&harness), folded);
    let link = harness.get_by_label("Use a separate camera in pane 1").rect().center();
    harness.hover_at(link);
    harness.drag_at(link);
    harness.step();
    harness.event(egui::Event::PointerButton {
        pos: link,
        button: egui::PointerButton::Primary,
        pressed: false,
        modifiers: egui::Modifiers::NONE,
    });
    harness.step();
    harness.get_by_label("Use the shared camera in pane 1");
}

/// A frame that is laid out again takes no more time than another one.
#[test]
fn a_clip_plays_no_faster_while_panels_fold() {
    let mut harness = viewer_with("mannequin");
    for command in [Command::SetClip(Some(0)), Command::SetRepeat(Repeat::Loop), Command::SetPlaying(true)] {
        harness.state_mut().state.apply(command);
    }
    harness.run_steps(4);
    let clip_seconds = harness.state().state.clip_duration_seconds();
    let mut advance = |folds: bool| {
        let before = harness.state().state.playback.time_seconds;
        if folds {
            harness.event(egui::Event::Key {
                key: Key::I,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: egui::Modifiers::NONE,
            });
        }
        harness.step();
        (harness.state().state.playback.time_seconds - before).rem_euclid(clip_seconds)
    };
    let (plain, folding) = (advance(false), advance(true));
    assert!(plain > 0.0 && (folding - plain).abs() < 1e-4, "{folding} s after {plain} s");
}
