//! A second model beside the open one.

use crate::harness::{difference, settle, viewer_with, wait_for_centers, wait_for_figures};
use egui::Rect;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use skinscope::files::{ModelSource, open_model};
use skinscope::panes::{Comparison, ComparisonKind, PaneModel};
use skinscope::rigging::{Placement, placed};
use skinscope::session::{Command, Document, InspectorTab, RangeChoice, StressChoice};
use skinscope::skinning::SkinningMethod;
use skinscope::view::SkinPaint;
use skinscope::viewer::Viewer;

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

/// Rectangle of a pane's picture, without the figures at its lower edge.
fn picture(harness: &Harness<'_, Viewer>, pane: usize) -> Rect {
    let method = harness.state().state.edit.panes[pane].settings.skinning.method.short_name();
    let rect = harness.get_by_label(&format!("Picture of pane {}, {method}", pane + 1)).rect();
    rect.shrink2(egui::vec2(8.0, 0.15 * rect.height()))
}

/// The limb above, and below it the same shape with other weights, both under LBS and DQS.
fn two_limbs() -> Harness<'static, Viewer> {
    let mut harness = viewer_with("limb");
    let second = Document::new(0, open_model("limb-heat").unwrap());
    harness.state_mut().state.take_second(second);
    settle(&mut harness);
    harness
}

fn turn(harness: &mut Harness<'_, Viewer>, degrees: f32) {
    let node = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("left").unwrap();
    apply(harness, Command::SetAngles { node, angles_degrees: glam::Vec3::new(0.0, degrees, 0.0) });
}

/// Mean difference between the pictures of two panes, which have the same size.
fn apart(harness: &mut Harness<'_, Viewer>, a: usize, b: usize) -> f32 {
    let (a, b) = (picture(harness, a), picture(harness, b));
    assert!((a.size() - b.size()).length() < 1.5, "{a} {b}");
    let image = harness.render().unwrap();
    let crop = |rect: Rect| {
        let [x, y] = [rect.left(), rect.top()].map(|at| at.round() as u32);
        let [width, height] = [a.width(), a.height()].map(|side| side.floor() as u32);
        image::imageops::crop_imm(&image, x, y, width, height).to_image()
    };
    let whole = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(a.width().floor(), a.height().floor()));
    difference(&crop(a), &crop(b), whole)
}

#[test]
fn both_models_have_panes_and_take_one_pose() {
    let mut harness = two_limbs();
    let models: Vec<PaneModel> = harness.state().state.edit.panes.iter().map(|pane| pane.settings.model).collect();
    assert_eq!(models, [PaneModel::First, PaneModel::First, PaneModel::Second, PaneModel::Second]);
    turn(&mut harness, 0.0);
    harness.state_mut().state.selection.joint = None;
    for pane in &mut harness.state_mut().state.edit.panes {
        pane.settings.look.overlays = pane.settings.look.overlays.with(skinscope::view::Overlay::Skeleton, false);
    }
    settle(&mut harness);
    let at_rest = apart(&mut harness, 0, 2);
    turn(&mut harness, 85.0);
    let posed = apart(&mut harness, 0, 2);
    assert!(at_rest < 0.6, "the same shape: {at_rest}");
    assert!(posed > 2.0 * at_rest, "other weights: {posed} instead of {at_rest}");
    apply(&mut harness, Command::RemoveSecondModel);
    assert_eq!(harness.state().state.edit.panes.len(), 2);
}

#[test]
fn wipes_outlines_colors_and_centers_of_the_other_model_are_drawn() {
    let mut harness = two_limbs();
    turn(&mut harness, 85.0);
    apply(&mut harness, Command::SetMethod { pane: 1, method: SkinningMethod::Cor });
    apply(&mut harness, Command::SetMethod { pane: 3, method: SkinningMethod::Cor });
    for kind in [ComparisonKind::Wipe, ComparisonKind::Ghost] {
        for pane in 0..4 {
            let other = harness.state().state.edit.panes[pane].settings.skinning;
            let comparison = Comparison { kind, other, other_model: true, ..Comparison::default() };
            apply(&mut harness, Command::SetComparison { pane, comparison });
        }
        wait_for_centers(&mut harness);
        settle(&mut harness);
        assert!(harness.query_by_label("Could not draw this pane").is_none());
    }
    let look = harness.state().state.edit.panes[0].settings.look;
    let look = skinscope::panes::PaneLook { paint: SkinPaint::DifferenceToModel, ..look };
    apply(&mut harness, Command::SetLook { pane: 0, look });
    wait_for_centers(&mut harness);
    settle(&mut harness);
    let painted = harness.render().unwrap();
    let yellow = painted.pixels().filter(|pixel| pixel.0[0] > 180 && pixel.0[1] > 160 && pixel.0[2] < 90).count();
    assert!(yellow > 20, "the largest differences are yellow: {yellow}");
}

#[test]
fn colors_of_no_distance_say_so() {
    let mut harness = viewer_with("limb");
    let empty = std::path::Path::new("tests/data/import/good/asset-only.gltf");
    harness.state_mut().state.take_second(Document::new(0, open_model(empty).unwrap()));
    settle(&mut harness);
    let look = harness.state().state.edit.panes[0].settings.look;
    let look = skinscope::panes::PaneLook { paint: SkinPaint::DifferenceToModel, ..look };
    apply(&mut harness, Command::SetLook { pane: 0, look });
    wait_for_figures(&mut harness);
    settle(&mut harness);
    assert!(harness.query_by_label_contains("Legend: No distance to the other model is known").is_some());
    let apart = label(&harness, "Between the models, LBS");
    assert!(apart.contains("one of the models has no surface"), "{apart}");
}

/// A file of rigid parts, beside itself.
#[test]
fn models_without_a_skin_lie_apart_too() {
    const MODEL: &str = "tests/data/import/good/morph-rigid.glb";
    let mut harness = viewer_with(MODEL);
    let second = Document::new(0, open_model(std::path::Path::new(MODEL)).unwrap());
    harness.state_mut().state.take_second(second);
    wait_for_figures(&mut harness);
    settle(&mut harness);
    let apart = label(&harness, "Between the models, LBS: ");
    assert!(apart.contains("0.0000 at most"), "{apart}");
    assert!(harness.query_by_label_contains("Whole skin").is_none(), "nothing else is measured");
}

/// Clicks, keys and drags on the second model select nothing and change no pose.
#[test]
fn joints_are_turned_on_the_first_model_only() {
    let mut harness = two_limbs();
    turn(&mut harness, 40.0);
    let before = harness.state().state.edit.overrides.clone();
    apply(&mut harness, Command::SelectJoint(None));
    let at = picture(&harness, 2);
    for x in 1..8 {
        for y in 1..8 {
            let point = at.min + at.size() * egui::vec2(x as f32, y as f32) / 8.0;
            harness.hover_at(point);
            harness.run_steps(1);
            assert_eq!(harness.state().state.hand.hovered_joint, None);
        }
    }
    harness.drag_at(at.center());
    harness.hover_at(at.center() + egui::vec2(40.0, 10.0));
    harness.run_steps(2);
    harness.drop_at(at.center() + egui::vec2(40.0, 10.0));
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.overrides, before);
    assert_eq!(harness.state().state.selection.joint, None);
}

#[test]
fn a_file_is_added_by_a_command_and_a_faulty_one_is_reported() {
    let mut harness = viewer_with("limb");
    let wait = |harness: &mut Harness<'_, Viewer>| {
        while harness.state().state.jobs.loader.adding.is_running() {
            harness.run_steps(1);
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        settle(harness);
    };
    apply(&mut harness, Command::AddModel(ModelSource::named("no-such-model.glb")));
    wait(&mut harness);
    assert!(harness.state().state.interface.error.as_ref().unwrap().title.contains("no-such-model"));
    assert!(harness.state().state.second().is_none() && harness.state().state.documents.first.is_some());
    apply(&mut harness, Command::AddModel(ModelSource::named("bar")));
    wait(&mut harness);
    assert_eq!(harness.state().state.second().unwrap().document.model.name, "bar");
    assert!(harness.query_by_label("Could not draw this pane").is_none());
}

/// The text of the first label that begins so.
fn label(harness: &Harness<'_, Viewer>, start: &str) -> String {
    let labels = harness.query_all_by_label_contains(start).filter_map(|node| {
        let node = node.accesskit_node();
        node.label().or_else(|| node.value())
    });
    labels.into_iter().find(|label| label.starts_with(start)).unwrap_or_else(|| panic!("nothing is called {start}"))
}

#[test]
fn figures_sweep_and_probe_tell_both_models() {
    let mut harness = two_limbs();
    turn(&mut harness, 80.0);
    let left = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("left").unwrap();
    apply(&mut harness, Command::SelectJoint(Some(left)));
    wait_for_figures(&mut harness);
    let [first, second] =
        ["Pane 1, LBS \u{b7} limb: ", "Pane 3, LBS \u{b7} limb-heat: "].map(|row| label(&harness, row));
    let figures = |row: &str| row.split(": ").nth(1).unwrap().to_owned();
    assert!(first.contains("volume 0.") && second.contains("volume 0."), "{first} {second}");
    assert_ne!(figures(&first), figures(&second), "other weights");
    let apart = label(&harness, "Between the models, LBS: ");
    assert!(apart.contains("at most") && apart.contains("% of the extent, mean 0."), "{apart}");
    for name in ["LBS \u{b7} limb", "LBS \u{b7} limb-heat"] {
        assert!(harness.query_all_by_label(name).count() >= 1, "the legend of the sweep lacks {name}");
    }
    assert!(label(&harness, "Measurements of pane 3: ").contains("volume"));
    // A click on the second model pins a vertex of it.
    let pane = picture(&harness, 2);
    let points = (1..100).map(|k| pane.min + pane.size() * egui::vec2((k % 10) as f32, (k / 10) as f32) / 10.0);
    let on_skin = points.into_iter().find(|point| {
        harness.hover_at(*point);
        harness.run_steps(2);
        harness.state().state.hand.hovered_vertex.is_some_and(|(pane, _)| pane == 2)
    });
    let at = on_skin.expect("the skin is somewhere in its picture");
    harness.drag_at(at);
    harness.drop_at(at);
    wait_for_figures(&mut harness);
    let pinned = harness.state().state.selection.pinned.clone().unwrap();
    assert_eq!(pinned.model, PaneModel::Second);
    assert_eq!(harness.state().state.probe.as_ref().unwrap().sides.len(), 2);
}

#[test]
fn a_joint_without_a_partner_has_a_dash_and_a_reason() {
    let mut harness = viewer_with("limb");
    harness.state_mut().state.take_second(Document::new(0, open_model("bar").unwrap()));
    turn(&mut harness, 80.0);
    let left = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("left").unwrap();
    apply(&mut harness, Command::SelectJoint(Some(left)));
    wait_for_figures(&mut harness);
    let row = label(&harness, "Pane 3, LBS \u{b7} bar: ");
    assert!(row.contains("left has no partner in bar"), "{row}");
    assert_eq!(label(&harness, "Measurements of pane 3: "), "Measurements of pane 3: left has no partner in bar");
    assert!(label(&harness, "Between the models, LBS \u{b7} bar: ").contains("at most"));
}

#[test]
fn joints_and_size_are_set_in_the_model_tab() {
    let mut harness = two_limbs();
    apply(&mut harness, Command::ShowTab(InspectorTab::Model));
    let left = harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find("left").unwrap();
    assert!(harness.query_by_label("Partner of left: left").is_some());
    harness.get_by_label("Partner of left: left").click();
    settle(&mut harness);
    harness.get_by_label("No partner").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.joint_in(PaneModel::Second, left), None);
    assert!(harness.query_by_label("Partner of left: \u{2013}").is_some());
    harness.get_by_label("Match all by name").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.joint_in(PaneModel::Second, left), Some(left));
    harness.get_by_label("Equal scale").click();
    settle(&mut harness);
    assert!(harness.state().state.second().unwrap().fit.equal_scale);
    harness.run_steps(3);
    assert!(harness.state().state.second().unwrap().fit.equal_scale, "it stays");
    harness.get_by_label("Equal scale").click();
    settle(&mut harness);
    assert!(!harness.state().state.second().unwrap().fit.equal_scale);
    assert!(harness.query_by_label("Could not draw this pane").is_none());
}

#[test]
fn a_second_model_that_faces_the_other_way_is_turned_unless_the_user_clears_it() {
    let mut harness = viewer_with("mannequin");
    let mut other = open_model("mannequin").unwrap();
    let placement = Placement { quarter_turns: 2, ..Placement::AS_IT_IS };
    other.asset.model = std::sync::Arc::new(placed(&other.asset.model, placement).unwrap());
    harness.state_mut().state.take_second(Document::new(0, other));
    settle(&mut harness);
    apply(&mut harness, Command::ShowTab(InspectorTab::Model));
    let faces = "the second model faces -Z and mannequin faces +Z, so";
    assert!(harness.query_by_label(&format!("{faces} the second model is turned by 180 degrees.")).is_some());
    harness.get_by_label("Face the same way").click();
    settle(&mut harness);
    assert!(harness.state().state.second().unwrap().fit.keep_facing);
    assert!(harness.query_by_label(&format!("{faces} joints turn the other way in one of them.")).is_some());
    harness.get_by_label("Face the same way").click();
    settle(&mut harness);
    assert!(!harness.state().state.second().unwrap().fit.keep_facing);
}

#[test]
fn the_stress_list_has_both_models_and_goes_to_a_pose() {
    let mut harness = two_limbs();
    let choice = StressChoice { range: RangeChoice::Fixed, degrees: 60.0, ..harness.state().state.jobs.stress.choice };
    apply(&mut harness, Command::SetStressChoice(choice));
    harness.state_mut().state.apply(Command::StartStress);
    while harness.state().state.jobs.stress.fraction().is_some() {
        harness.run_steps(1);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    settle(&mut harness);
    let first = label(&harness, "Worst 1 of both: ");
    assert!(first.contains("limb ") && first.contains("limb-heat "), "{first}");
    harness.get_by_label("Order of joints: Difference first").click();
    settle(&mut harness);
    let first = label(&harness, "Worst 1 of both: ");
    harness.get_by_label(&first).click();
    settle(&mut harness);
    assert!(harness.state().state.selection.pinned.is_some() && !harness.state().state.edit.overrides.is_empty());
}
