//! Keys that change the method of the selected pane, and the picture meanwhile.

use crate::harness::{difference, settle, viewer_with, wait_for_centers};
use crate::stage::wait_for;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::panes::Scene;
use skinscope::session::{Command, StageKey};
use skinscope::skinning::SkinningMethod;
use skinscope::viewer::Viewer;

fn method(harness: &Harness<'_, Viewer>, pane: usize) -> SkinningMethod {
    harness.state().state.edit.panes[pane].settings.skinning.method
}

fn press(harness: &mut Harness<'_, Viewer>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    settle(harness);
}

#[test]
fn m_goes_through_the_methods_of_the_selected_pane_and_back() {
    let mut harness = viewer_with("bar");
    harness.state_mut().state.apply(Command::SetPaneCount(2));
    harness.state_mut().state.apply(Command::SelectPane(1));
    settle(&mut harness);
    let (first, before) = (method(&harness, 0), method(&harness, 1));
    let camera = harness.state().state.view.camera;
    press(&mut harness, Modifiers::NONE, Key::M);
    assert_eq!(method(&harness, 1), before.at_distance(1));
    press(&mut harness, Modifiers::SHIFT, Key::M);
    press(&mut harness, Modifiers::SHIFT, Key::M);
    assert_eq!(method(&harness, 1), before.at_distance(-1));
    assert_eq!(method(&harness, 0), first, "the other pane stays");
    // All of them, and then the first again.
    for _ in 0..SkinningMethod::ALL.len() {
        harness.key_press(Key::M);
        harness.run_steps(1);
    }
    wait_for_centers(&mut harness);
    settle(&mut harness);
    assert_eq!(method(&harness, 1), before.at_distance(-1));
    harness.run_steps(60);
    press(&mut harness, Modifiers::NONE, Key::M);
    harness.run_steps(60);
    assert_eq!(method(&harness, 1), before);
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(method(&harness, 1), before.at_distance(-1), "undo goes one method back");
    assert_eq!(harness.state().state.view.camera, camera);
}

#[test]
fn alt_and_a_digit_choose_by_the_place_in_the_menu() {
    let mut harness = viewer_with("bar");
    let camera = harness.state().state.view.camera;
    let digits = [Key::Num2, Key::Num9, Key::Num0, Key::Num1, Key::Num3, Key::Num7];
    for (key, place) in digits.into_iter().zip([1, 8, 9, 0, 2, 6]) {
        press(&mut harness, Modifiers::ALT, key);
        assert_eq!(method(&harness, 0), SkinningMethod::ALL[place], "{key:?}");
    }
    assert_eq!(harness.state().state.view.camera, camera, "without Alt, digits are views");
    press(&mut harness, Modifiers::NONE, Key::Num1);
    assert_ne!(harness.state().state.view.camera, camera);
    assert_eq!(method(&harness, 0), SkinningMethod::ALL[6]);
    // A field takes its letters itself.
    harness.state_mut().state.apply(Command::ShowPalette(true));
    settle(&mut harness);
    press(&mut harness, Modifiers::NONE, Key::M);
    assert_eq!(method(&harness, 0), SkinningMethod::ALL[6]);
}

/// While the centers of `cor` are computed, the picture of the last method stays behind the card that says so.
#[test]
fn the_last_picture_stays_until_the_next_is_drawn() {
    let mut harness = viewer_with("bar");
    let mid = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::Z * 100.0 });
    harness.state_mut().state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dqs });
    harness.run_steps(60);
    settle(&mut harness);
    let area = harness.get_by_label("Picture of pane 1, DQS").rect().shrink(2.0);
    // Below the card and its words.
    let left = egui::Rect::from_min_max(area.min, egui::pos2(area.center().x - 180.0, area.max.y));
    let before = harness.render().unwrap();
    let state = &mut harness.state_mut().state;
    state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Cor });
    state.request_centers();
    state.apply(Command::CancelCenters(Default::default()));
    harness.run_steps(3);
    assert!(harness.query_by_label("Compute").is_some());
    let waiting = harness.render().unwrap();
    let changed = difference(&before, &waiting, left);
    println!("{:.3}% of the picture changed", 100.0 * changed);
    assert!(changed < 0.002, "{changed}");
    if let Some(folder) = std::env::var_os("SKINSCOPE_LOOK") {
        waiting.save(std::path::Path::new(&folder).join("waiting.png")).unwrap();
    }
    assert!(difference(&before, &waiting, area) > 0.0005, "the card is shown");
    // In another pose it would be wrong.
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::Z * 20.0 });
    harness.run_steps(3);
    let gone = difference(&waiting, &harness.render().unwrap(), area);
    assert!(gone > 0.01, "the old pose is gone: {gone}");
    harness.state_mut().state.apply(Command::SetAngles { node: mid, angles_degrees: glam::Vec3::Z * 100.0 });
    harness.get_by_label("Compute").click();
    harness.run_steps(2);
    wait_for_centers(&mut harness);
    harness.run_steps(60);
    settle(&mut harness);
    assert!(difference(&before, &harness.render().unwrap(), area) > 0.0, "the elbow is another one");
}

/// On the stage, S goes through the methods of all panes. Headers follow, marks of the scene's own methods go, and coming
/// back to the scene brings all of it back.
#[test]
fn s_switches_the_methods_on_the_stage_until_the_scene_is_left() {
    let mut harness = viewer_with("bar");
    let editor = method(&harness, 0);
    let scene = Scene::find("kavan-fig-15").unwrap();
    assert!(!scene.marks.is_empty());
    let number = Scene::of_papers().position(|one| one.id == scene.id).unwrap() + 1;
    harness.state_mut().state.apply(Command::EnterStage);
    for digit in number.to_string().bytes() {
        harness.state_mut().state.apply(Command::PressOnStage(StageKey::Digit(digit - b'0')));
    }
    harness.state_mut().state.apply(Command::PressOnStage(StageKey::Enter));
    wait_for(&mut harness, number);
    let methods = |harness: &Harness<'_, Viewer>| (method(harness, 0), method(harness, 1));
    let own = (SkinningMethod::DirectQuaternion, SkinningMethod::Dqs);
    assert_eq!(methods(&harness), own);
    let marked = harness.render().unwrap();
    press(&mut harness, Modifiers::NONE, Key::S);
    assert_eq!(methods(&harness), (SkinningMethod::QuaternionTranslation, SkinningMethod::TwoPhaseDqs));
    harness.get_by_label("Picture of pane 1, Quaternion-translation");
    press(&mut harness, Modifiers::SHIFT, Key::S);
    assert_eq!(methods(&harness), own);
    harness.run_steps(60);
    settle(&mut harness);
    let area = harness.get_by_label("Picture of pane 1, Direct quaternion").rect();
    assert!(difference(&marked, &harness.render().unwrap(), area) < 0.002, "the mark is back");
    press(&mut harness, Modifiers::SHIFT, Key::S);
    assert_eq!(methods(&harness), (SkinningMethod::CorProcrustes, SkinningMethod::Lbs));
    // Nobody sees what a blank stage would change.
    press(&mut harness, Modifiers::NONE, Key::B);
    press(&mut harness, Modifiers::NONE, Key::S);
    assert_eq!(methods(&harness), (SkinningMethod::CorProcrustes, SkinningMethod::Lbs));
    press(&mut harness, Modifiers::NONE, Key::B);
    press(&mut harness, Modifiers::NONE, Key::PageUp);
    wait_for(&mut harness, number - 1);
    press(&mut harness, Modifiers::NONE, Key::PageDown);
    wait_for(&mut harness, number);
    assert_eq!(methods(&harness), own, "the scene is as its talk has it");
    press(&mut harness, Modifiers::NONE, Key::S);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.state().state.talk.stage.is_none());
    assert_eq!(method(&harness, 0), editor, "the editor's methods stay");
}
