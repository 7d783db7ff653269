//! Tools of a speaker on the stage, except for stepping: colors for the hall, laser, lens, strokes, transitions, notes.

use crate::harness::{difference, settle, viewer_with, wait_for_figures};
use crate::resting::comes_to_rest;
use crate::stage::{press, wait_for};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::model::Pose;
use skinscope::panes::Scene;
use skinscope::session::{Command, TRANSITION_SECONDS};
use skinscope::view::Hall;
use skinscope::viewer::Viewer;

/// The stage, at a scene.
fn on_stage(id: &str) -> Harness<'static, Viewer> {
    let mut harness = viewer_with("bar");
    press(&mut harness, Key::F5);
    go_to(&mut harness, id);
    harness
}

fn number(id: &str) -> usize {
    Scene::of_papers().position(|scene| scene.id == id).unwrap() + 1
}

fn type_number(harness: &mut Harness<'_, Viewer>, number: usize) {
    for digit in number.to_string().chars() {
        harness.event(Event::Text(digit.to_string()));
        harness.run_steps(1);
    }
}

fn go_to(harness: &mut Harness<'_, Viewer>, id: &str) {
    type_number(harness, number(id));
    press(harness, Key::Enter);
    wait_for(harness, number(id));
}

/// The picture of a pane, in points.
fn picture(harness: &Harness<'_, Viewer>, pane: usize) -> Rect {
    harness.get_by_label_contains(&format!("Picture of pane {}", pane + 1)).rect()
}

fn in_pixels(harness: &Harness<'_, Viewer>, points: Rect) -> Rect {
    points * harness.ctx.pixels_per_point()
}

fn button(harness: &mut Harness<'_, Viewer>, pos: Pos2, button: PointerButton, pressed: bool) {
    harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    harness.run_steps(1);
}

/// Draws a line across a pane with a button.
fn draw(harness: &mut Harness<'_, Viewer>, with: PointerButton) {
    let area = picture(harness, 0);
    let at = |share: f32| area.left_top() + vec2(share * area.width(), 0.3 * area.height());
    harness.event(Event::PointerMoved(at(0.2)));
    button(harness, at(0.2), with, true);
    harness.event(Event::PointerMoved(at(0.4)));
    harness.event(Event::PointerMoved(at(0.6)));
    harness.run_steps(1);
    button(harness, at(0.6), with, false);
    harness.run_steps(2);
}

fn lines(harness: &Harness<'_, Viewer>) -> Vec<usize> {
    harness.state().state.talk.stage.as_ref().unwrap().strokes.lines().iter().map(Vec::len).collect()
}

#[test]
fn a_key_changes_the_colors_for_the_hall_and_back() {
    let mut harness = on_stage("kavan-fig-5");
    let corner = |harness: &mut Harness<'_, Viewer>| {
        let area = in_pixels(harness, picture(harness, 0));
        let screen = harness.render().unwrap();
        screen.get_pixel(area.right() as u32 - 9, area.top() as u32 + 9).0[1]
    };
    let dark = corner(&mut harness);
    press(&mut harness, Key::T);
    assert_eq!(harness.state().state.hall(), Some(Hall::Bright));
    let bright = corner(&mut harness);
    assert!(dark < 40 && bright > 220, "{dark} {bright}");
    press(&mut harness, Key::T);
    assert_eq!(corner(&mut harness), dark);
    press(&mut harness, Key::T);
    press(&mut harness, Key::Escape);
    assert_eq!(harness.state().state.hall(), None);
    // The editor keeps its colors, and the stage remembers its own.
    assert!(harness.state().state.interface.settings.stage.hall == Hall::Bright);
}

#[test]
fn lines_are_drawn_with_the_right_button_or_the_pen_and_vanish_with_the_scene() {
    let mut harness = on_stage("kavan-fig-4");
    let camera = harness.state().state.view.camera;
    let before = harness.render().unwrap();
    draw(&mut harness, PointerButton::Secondary);
    assert_eq!(lines(&harness), [3]);
    settle(&mut harness);
    let area = in_pixels(&harness, picture(&harness, 0));
    assert!(difference(&before, &harness.render().unwrap(), area) > 0.002, "the line is seen");
    assert_eq!(harness.state().state.view.camera, camera, "the picture stays below the line");
    press(&mut harness, Key::D);
    draw(&mut harness, PointerButton::Primary);
    assert_eq!(lines(&harness), [3, 3]);
    assert_eq!(harness.state().state.view.camera, camera);
    press(&mut harness, Key::C);
    assert!(lines(&harness).is_empty());
    draw(&mut harness, PointerButton::Primary);
    assert_eq!(lines(&harness), [3], "the pen stays");
    press(&mut harness, Key::D);
    draw(&mut harness, PointerButton::Primary);
    assert_eq!(lines(&harness), [3], "without the pen, the left button turns the camera");
    assert_ne!(harness.state().state.view.camera, camera);
    press(&mut harness, Key::PageDown);
    wait_for(&mut harness, number("kavan-fig-4") + 1);
    assert!(lines(&harness).is_empty());
}

#[test]
fn a_laser_dot_is_lit_while_its_key_is_held_and_fades() {
    let mut harness = on_stage("kavan-fig-4");
    let at = picture(&harness, 0).center();
    harness.hover_at(at);
    settle(&mut harness);
    let around = Rect::from_center_size(at, vec2(16.0, 16.0));
    let around = in_pixels(&harness, around);
    let before = harness.render().unwrap();
    harness.key_down(Key::L);
    comes_to_rest(&mut harness, "with a laser dot at rest");
    let lit = harness.render().unwrap();
    assert!(difference(&before, &lit, around) > 0.5);
    // The harness draws a mouse cursor at the pointer, to the lower right.
    let beside = (at - vec2(4.0, 4.0)).to_vec2() * harness.ctx.pixels_per_point();
    let [red, green, _, _] = lit.get_pixel(beside.x as u32, beside.y as u32).0;
    assert!(red > 200 && green < 90, "{red} {green}");
    harness.key_up(Key::L);
    comes_to_rest(&mut harness, "after a laser dot");
    assert_eq!(difference(&before, &harness.render().unwrap(), around), 0.0);
}

#[test]
fn a_lens_enlarges_what_is_under_the_pointer_while_its_key_is_held() {
    let mut harness = on_stage("kavan-fig-4");
    // The collapsed section of the bar: its neck is thinner than the lens, so that the ground shows in it.
    let area = picture(&harness, 0);
    harness.hover_at(area.center());
    settle(&mut harness);
    let inside = Rect::from_center_size(area.center(), vec2(100.0, 100.0)).intersect(area);
    let inside = in_pixels(&harness, inside);
    let before = harness.render().unwrap();
    harness.key_down(Key::Z);
    comes_to_rest(&mut harness, "with a lens");
    let held = harness.render().unwrap();
    assert!(difference(&before, &held, inside) > 0.2);
    harness.key_up(Key::Z);
    comes_to_rest(&mut harness, "after a lens");
    assert_eq!(difference(&before, &harness.render().unwrap(), inside), 0.0);
}

#[test]
fn pose_and_camera_glide_between_scenes_of_a_model_and_end_on_time() {
    let mut harness = on_stage("kavan-fig-4");
    let state = |harness: &Harness<'_, Viewer>| {
        let state = &harness.state().state;
        (state.pose.clone(), state.camera_on_the_way(state.view.camera))
    };
    let before = state(&harness);
    harness.key_down(Key::PageDown);
    harness.run_steps(1);
    assert!(harness.state().state.is_in_transition());
    let first = state(&harness);
    let differs = |pose: &Pose| {
        let mut joints = pose.joints.iter().zip(&before.0.joints);
        joints.any(|(a, b)| !a.rotation.abs_diff_eq(b.rotation, 1e-5))
    };
    assert!(!differs(&first.0) && first.1 == before.1, "the first frame is that of the last scene");
    harness.key_up(Key::PageDown);
    let step = 0.25;
    let frames = (TRANSITION_SECONDS / step).ceil() as usize;
    let mut seen = Vec::new();
    for _ in 0..frames {
        harness.run_steps(1);
        seen.push(state(&harness));
    }
    assert!(!harness.state().state.is_in_transition(), "time is over");
    let end = seen.pop().unwrap();
    assert!(seen.iter().all(|(pose, camera)| differs(pose) && *pose != end.0 && *camera != end.1));
    // The pose is exactly that of the scene.
    assert_eq!(harness.state().state.scene_changes(), skinscope::session::SceneChanges::default());

    harness.key_down(Key::PageUp);
    harness.run_steps(1);
    assert!(harness.state().state.is_in_transition());
    harness.key_up(Key::PageUp);
    harness.key_down(Key::B);
    harness.run_steps(1);
    assert!(!harness.state().state.is_in_transition(), "a key ends it at once");
    assert_eq!(harness.state().state.pose, before.0);

    harness.state_mut().state.apply(Command::ReduceMotion(true));
    harness.key_up(Key::B);
    press(&mut harness, Key::B);
    harness.key_down(Key::PageDown);
    harness.run_steps(1);
    assert!(!harness.state().state.is_in_transition());
    assert_eq!(harness.state().state.pose, end.0);
}

/// Each scene waits for its own: those of the last one would be wrong below the new caption.
#[test]
fn figures_of_the_last_scene_do_not_stay() {
    let mut harness = on_stage("kavan-fig-4");
    wait_for_figures(&mut harness);
    assert!(harness.state().state.has_figures_of_scene());
    harness.key_down(Key::PageDown);
    harness.run_steps(1);
    assert!(harness.state().state.is_in_transition() && !harness.state().state.has_figures_of_scene());
    harness.key_up(Key::PageDown);
    settle(&mut harness);
    wait_for_figures(&mut harness);
    assert!(harness.state().state.has_figures_of_scene());
    harness.state_mut().state.apply(Command::ReduceMotion(true));
    harness.key_down(Key::PageUp);
    harness.run_steps(1);
    assert!(!harness.state().state.is_in_transition() && !harness.state().state.has_figures_of_scene());
}

#[test]
fn another_model_comes_at_once() {
    let mut harness = on_stage("kavan-fig-4");
    // Its model is open then.
    go_to(&mut harness, "kavan-fig-7");
    go_to(&mut harness, "kavan-fig-4");
    type_number(&mut harness, number("kavan-fig-7"));
    harness.key_press(Key::Enter);
    harness.run_steps(1);
    assert_eq!(harness.state().state.talk.stage.as_ref().unwrap().number(), Some(number("kavan-fig-7")));
    assert!(!harness.state().state.is_in_transition());
}

#[test]
fn a_clip_that_played_plays_on_after_the_stage() {
    let mut harness = viewer_with("mannequin");
    for command in [Command::SetClip(Some(0)), Command::Seek(0.3), Command::SetPlaying(true)] {
        harness.state_mut().state.apply(command);
    }
    harness.run_steps(3);
    harness.key_press(Key::F5);
    harness.run_steps(2);
    type_number(&mut harness, number("kavan-fig-4"));
    harness.key_press(Key::Enter);
    for _ in 0..3000 {
        harness.run_steps(1);
        if harness.state().state.talk.stage.as_ref().unwrap().number() == Some(number("kavan-fig-4")) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(!harness.state().state.playback.playing, "the scene rests");
    harness.key_press(Key::Escape);
    harness.run_steps(1);
    let playback = harness.state().state.playback;
    assert!(playback.playing && playback.time_seconds > 0.0);
    harness.run_steps(1);
    assert_ne!(harness.state().state.playback.time_seconds, playback.time_seconds);
}
