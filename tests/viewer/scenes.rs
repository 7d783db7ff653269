//! Scenes of the papers, taken from the menu.

use crate::harness::{settle, viewer_with, wait_for_figures};
use crate::posing::joint;
use egui_kittest::kittest::Queryable;
use skinscope::files::ModelSource;
use skinscope::panes::{PanePreset, Scene, Talk};
use skinscope::session::{Command, SceneChanges, Section, TalkEdit};
use skinscope::skinning::SkinningMethod;
use std::sync::Arc;

fn methods(harness: &egui_kittest::Harness<'_, skinscope::viewer::Viewer>) -> Vec<SkinningMethod> {
    harness.state().state.edit.panes.iter().map(|pane| pane.settings.skinning.method).collect()
}

/// The figures of the papers come below them.
#[test]
fn own_scenes_come_first_in_the_menu() {
    let mut harness = viewer_with("limb");
    harness.state_mut().state.apply(Command::EditTalk(TalkEdit::Keep));
    harness.state_mut().state.apply(Command::ResetPose);
    settle(&mut harness);
    harness.get_by_label("Scenes").click();
    settle(&mut harness);
    let of_papers = harness.get_by_label(&Talk::of_papers()[0].title).rect();
    let own = harness.get_by_label("1   limb").rect();
    assert!(own.bottom() <= of_papers.top(), "{own:?} {of_papers:?}");
    harness.get_by_label("1   limb").click();
    settle(&mut harness);
    assert_eq!(harness.state().state.edit.scene.as_ref(), harness.state().state.talk().scenes.first());
}

#[test]
fn a_scene_opens_its_model_and_undo_brings_the_panes_back() {
    let mut harness = viewer_with("limb");
    let before = methods(&harness);
    let scene = Scene::find("kavan-fig-5").unwrap();
    harness.get_by_label("Scenes").click();
    settle(&mut harness);
    harness.get_by_label(&format!("{}: {}", scene.citation(), scene.title)).click();
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.state().state.edit.scene.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    settle(&mut harness);
    let state = &harness.state().state;
    let model = &state.documents.first.as_ref().unwrap().model;
    assert_eq!(model.name, scene.model.label());
    assert_eq!(state.edit.overrides, scene.pose_overrides(model).unwrap());
    assert_eq!(state.selection.joint, scene.selected_joint(model).unwrap());
    let wanted: Vec<SkinningMethod> = scene.panes().iter().map(|pane| pane.skinning.method).collect();
    assert_eq!(methods(&harness), wanted);
    harness.get_by_label_contains(&scene.caption);

    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    assert_eq!(methods(&harness), before);
    assert!(harness.state().state.edit.overrides.is_empty());
    assert!(harness.query_by_label_contains(&scene.caption).is_none());
    harness.state_mut().state.apply(Command::Redo);
    settle(&mut harness);
    assert_eq!(methods(&harness), wanted);
    harness.get_by_label("Close caption").click();
    settle(&mut harness);
    assert!(harness.query_by_label_contains(&scene.caption).is_none());
    assert_eq!(methods(&harness), wanted, "the panes stay");
}

/// All scenes of the open model, one after the other; their captions never cover the pictures.
#[test]
fn captions_stand_above_the_pictures() {
    let mut harness = viewer_with("bar");
    for scene in Scene::of_papers().filter(|scene| scene.model.bundled_name() == Some("bar")) {
        harness.state_mut().state.apply(Command::TakeScene(Arc::clone(scene)));
        settle(&mut harness);
        let caption = harness.get_by_label_contains(&scene.caption).rect();
        let method = scene.panes()[0].skinning.method.short_name();
        let picture = harness.get_by_label(&format!("Picture of pane 1, {method}")).rect();
        assert!(caption.bottom() <= picture.top(), "{}", scene.id);
    }
}

/// Figures that captions quote, as percent of rest but for the last.
#[derive(Clone, Copy, Debug)]
enum Quoted {
    MinorRadius,
    /// Growth over rest, in radii.
    Bulge,
    MillimetersToDib,
}

/// Figures that captions quote and the panel shows: scene, method, figure and text. `tests/headless/scene_numbers.rs`
/// checks without a window that every number of every caption is measured.
const QUOTED: [(&str, SkinningMethod, Quoted, &str); 9] = [
    ("kavan-fig-25", SkinningMethod::Dqs, Quoted::MillimetersToDib, "5.1 mm"),
    ("le-hodgins-fig-2-twist", SkinningMethod::Lbs, Quoted::MinorRadius, "38%"),
    ("le-hodgins-fig-2-bend", SkinningMethod::Lbs, Quoted::MinorRadius, "50%"),
    ("le-hodgins-fig-2-bend", SkinningMethod::Dqs, Quoted::Bulge, "23%"),
    ("le-hodgins-fig-2-bend", SkinningMethod::Cor, Quoted::Bulge, "9%"),
    ("le-hodgins-fig-3", SkinningMethod::Lbs, Quoted::MinorRadius, "71%"),
    ("le-hodgins-fig-8", SkinningMethod::Lbs, Quoted::MinorRadius, "54%"),
    ("le-hodgins-fig-8", SkinningMethod::Dqs, Quoted::Bulge, "17%"),
    ("le-hodgins-fig-8", SkinningMethod::Cor, Quoted::Bulge, "7%"),
];

/// Value that the panel shows for the current scene, as a caption writes it.
fn figure(
    harness: &egui_kittest::Harness<'_, skinscope::viewer::Viewer>,
    method: SkinningMethod,
    quoted: Quoted,
) -> String {
    let state = &harness.state().state;
    let pane = methods(harness).iter().position(|shown| *shown == method).unwrap();
    let measured = state.figures_of(&state.skin_of_pane(pane).unwrap()).unwrap();
    let joint = measured.figures.joint.as_ref().expect("the joint that the caption speaks of is selected");
    match quoted {
        Quoted::MinorRadius => format!("{:.0}%", 100.0 * joint.minor_radius.unwrap().smallest),
        Quoted::Bulge => format!("{:.0}%", 100.0 * (joint.bulge.unwrap().over_rest - 1.0)),
        Quoted::MillimetersToDib => format!("{:.1} mm", 1000.0 * measured.to_dib.unwrap().largest),
    }
}

#[test]
fn captions_quote_the_figures_that_are_shown() {
    let mut harness = viewer_with("bar");
    let with_all = Command::FoldSection { section: Section::AllFigures, folded: false };
    harness.state_mut().state.apply(with_all);
    let mut shown = "";
    for (id, method, quoted, told) in QUOTED {
        let scene = Scene::find(id).unwrap();
        assert!(scene.caption.contains(told), "{id} says nothing of {told}");
        if shown != id {
            take(&mut harness, scene);
            wait_for_figures(&mut harness);
            shown = id;
        }
        assert_eq!(figure(&harness, method, quoted), told, "{id}, {method:?} {quoted:?}");
    }
}

/// Values that captions compare without quoting them.
#[derive(Clone, Copy, Debug)]
enum Compared {
    MinorRadius,
    BoneDistance,
    ZoneVolume,
    Bulge,
    ToLbs,
}

/// Comparisons in captions: scene, words, value, and the methods in ascending order of it.
const COMPARED: [(&str, &str, Compared, &[SkinningMethod]); 15] = {
    use SkinningMethod::{Cor, Dqs, Lbs, LogMatrix, Spherical};
    [
        ("le-hodgins-fig-2-moved", "Log-matrix bulges most", Compared::Bulge, &[Dqs, LogMatrix]),
        ("le-hodgins-fig-2-moved", "Log-matrix bulges most", Compared::Bulge, &[Spherical, LogMatrix]),
        ("le-hodgins-fig-2-moved", "CoR bulges less than these", Compared::Bulge, &[Lbs, Cor, Spherical]),
        ("le-hodgins-fig-2-moved", "CoR bulges less than these", Compared::Bulge, &[Lbs, Cor, Dqs]),
        ("le-hodgins-fig-6", "CoR bulges less than these", Compared::Bulge, &[Cor, LogMatrix]),
        ("le-hodgins-fig-6", "CoR bulges less than these", Compared::Bulge, &[Cor, Spherical]),
        ("le-hodgins-fig-6", "CoR bulges less than these", Compared::Bulge, &[Cor, Dqs]),
        ("le-hodgins-fig-6", "loses less volume than LBS", Compared::ZoneVolume, &[Lbs, Cor]),
        ("le-hodgins-fig-9", "DQS keeps the section", Compared::MinorRadius, &[Lbs, Dqs]),
        ("le-hodgins-fig-9", "CoR keeps the section", Compared::MinorRadius, &[Lbs, Cor]),
        ("le-hodgins-fig-9", "without a bulge", Compared::Bulge, &[Cor, Dqs]),
        ("le-hodgins-fig-9", "its skin folds deepest", Compared::BoneDistance, &[Cor, Lbs, Dqs]),
        ("le-hodgins-fig-10", "CoR does less of both", Compared::MinorRadius, &[Lbs, Cor]),
        ("le-hodgins-fig-10", "CoR does less of both", Compared::Bulge, &[Cor, Dqs]),
        ("le-hodgins-fig-13", "CoR stays close to LBS", Compared::ToLbs, &[Cor, Dqs]),
    ]
};

fn compared(
    harness: &egui_kittest::Harness<'_, skinscope::viewer::Viewer>,
    method: SkinningMethod,
    value: Compared,
) -> f64 {
    let state = &harness.state().state;
    let pane = methods(harness).iter().position(|shown| *shown == method).unwrap();
    let measured = state.figures_of(&state.skin_of_pane(pane).unwrap()).unwrap();
    let joint = measured.figures.joint.as_ref().expect("the joint of the caption is selected");
    match value {
        Compared::MinorRadius => joint.minor_radius.unwrap().smallest,
        Compared::BoneDistance => joint.bone_distance.unwrap().smallest,
        Compared::ZoneVolume => joint.zone_volume.as_ref().unwrap().over_rest(),
        Compared::Bulge => joint.bulge.unwrap().over_rest,
        Compared::ToLbs => measured.to_lbs.largest,
    }
}

#[test]
fn captions_compare_methods_as_they_are_measured() {
    let mut harness = viewer_with("bar");
    let mut shown = "";
    for (id, words, value, ascending) in COMPARED {
        let scene = Scene::find(id).unwrap();
        assert!(scene.caption.contains(words), "{id} does not say: {words}");
        if shown != id {
            take(&mut harness, scene);
            wait_for_figures(&mut harness);
            shown = id;
        }
        let values: Vec<f64> = ascending.iter().map(|&method| compared(&harness, method, value)).collect();
        assert!(values.is_sorted_by(|a, b| a < b), "{id}, {words}, {value:?} of {ascending:?}: {values:?}");
    }
}

/// Takes a scene, and waits for its models.
fn take(harness: &mut egui_kittest::Harness<'_, skinscope::viewer::Viewer>, scene: &Arc<Scene>) {
    harness.state_mut().state.apply(Command::TakeScene(Arc::clone(scene)));
    for _ in 0..2000 {
        harness.run_steps(1);
        let state = &harness.state().state;
        let has_second = scene.second.is_none() || state.second().is_some();
        if state.edit.scene.as_ref() == Some(scene) && has_second {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    settle(harness);
    assert_eq!(harness.state().state.edit.scene.as_ref(), Some(scene));
}

/// A scene of Le and Hodgins shows figures of the joint that it speaks of; of the others only a cloth's folds and a
/// whole figure have none.
#[test]
fn scenes_select_what_they_speak_of() {
    let without: Vec<&str> =
        Scene::of_papers().filter(|scene| scene.joint.is_none()).map(|scene| scene.id.as_str()).collect();
    let spread_2007 = ["kavan-2007-fig-3", "kavan-2007-fig-4", "kavan-2007-fig-5", "kavan-2007-fig-9"];
    let spread = ["kavan-fig-8", "kavan-fig-15", "kavan-fig-16", "kavan-fig-17"];
    assert_eq!(without, [&spread_2007[..], &spread, &["le-hodgins-fig-7", "le-hodgins-fig-12"]].concat());
    for scene in Scene::of_papers() {
        let source = skinscope::files::open_model(ModelSource::from(&scene.model)).unwrap().asset.model;
        let model = scene.rigged(&source).unwrap();
        let pose = scene.pose(&model).unwrap();
        // Weights are shown at rest, or beside what they do to another joint.
        let shows_weights =
            scene.panes().iter().any(|pane| pane.look.paint == skinscope::view::SkinPaint::JointWeights);
        if shows_weights || scene.pose == skinscope::panes::ScenePose::default() {
            continue;
        }
        let Some(selected) = scene.selected_joint(&model).unwrap() else { continue };
        let rest = model.skeleton.node(selected).rest.rotation;
        let turned = pose.joints[selected as usize].rotation.angle_between(rest).to_degrees();
        assert!(turned > 15.0, "{} selects a joint that it turns by {turned} degrees only", scene.id);
    }
}

/// The caption says so while it is not true, and there is a way back.
#[test]
fn a_caption_says_that_its_pose_or_its_panes_were_changed() {
    let mut harness = viewer_with("mannequin");
    let scene = Scene::find("le-hodgins-fig-4-top").unwrap();
    take(&mut harness, scene);
    let changes =
        |harness: &egui_kittest::Harness<'_, skinscope::viewer::Viewer>| harness.state().state.scene_changes();
    let note = "the caption no longer applies";
    assert_eq!(changes(&harness), SceneChanges::default());
    assert!(harness.query_by_label_contains(note).is_none());
    let hand = joint(&harness, "hand.L");
    assert_eq!(harness.state().state.selection.joint, Some(hand));
    let before = harness.state().state.angles_degrees(hand);
    let picture = harness.get_by_label("Picture of pane 1, LBS").rect();
    let turned = Command::SetAngles { node: hand, angles_degrees: glam::Vec3::new(-2.0, before.y, before.z) };
    harness.state_mut().state.apply(turned.clone());
    settle(&mut harness);
    assert_eq!(changes(&harness), SceneChanges { pose: true, panes: false });
    harness.get_by_label_contains(&format!("You changed the pose, so {note}"));
    // The dragged object would jump if the picture moved.
    assert_eq!(harness.get_by_label("Picture of pane 1, LBS").rect(), picture);
    // The slider comes back.
    harness.state_mut().state.apply(Command::SetAngles { node: hand, angles_degrees: before });
    settle(&mut harness);
    assert_eq!(changes(&harness), SceneChanges::default());
    // Undo brings it back.
    harness.run_steps(8);
    harness.state_mut().state.apply(turned.clone());
    harness.run_steps(8);
    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    assert_eq!(changes(&harness), SceneChanges::default());
    // A whole turn more is another pose, though it looks alike.
    let around = before + glam::Vec3::new(360.0, 0.0, 0.0);
    harness.state_mut().state.apply(Command::SetAngles { node: hand, angles_degrees: around });
    assert!(changes(&harness).pose);
    harness.state_mut().state.apply(Command::TakePreset(PanePreset::AntipodalityModes));
    settle(&mut harness);
    assert!(harness.state().state.edit.scene.is_none(), "a set of panes is no scene any more");
    harness.state_mut().state.apply(Command::Undo);
    settle(&mut harness);
    harness.state_mut().state.apply(Command::SetMethod { pane: 1, method: SkinningMethod::Spherical });
    harness.state_mut().state.apply(turned);
    settle(&mut harness);
    assert_eq!(changes(&harness), SceneChanges { pose: true, panes: true });
    harness.get_by_label("Restore scene").click();
    settle(&mut harness);
    assert_eq!(changes(&harness), SceneChanges::default());
    assert!(harness.query_by_label_contains(note).is_none());
}

#[test]
fn every_scene_is_as_its_caption_says_when_it_is_taken() {
    let mut harness = viewer_with("bar");
    for scene in Scene::of_papers() {
        take(&mut harness, scene);
        assert_eq!(harness.state().state.scene_changes(), SceneChanges::default(), "{}", scene.id);
    }
}

/// The picture of the first pane, as it is on the screen.
fn picture(harness: &mut egui_kittest::Harness<'_, skinscope::viewer::Viewer>) -> image::RgbaImage {
    // The pointer and the panels that tell of undo are not what is compared.
    harness.run_steps(12);
    let area = harness.get_by_label_contains("Picture of pane 1").rect();
    let screen = harness.render().unwrap();
    image::imageops::crop_imm(&screen, area.left() as u32, area.top() as u32, area.width() as u32, area.height() as u32)
        .to_image()
}

#[test]
fn undo_after_opening_draws_the_same_picture_as_before() {
    let mut harness = viewer_with("mannequin");
    let hand = joint(&harness, "hand.L");
    let state = &mut harness.state_mut().state;
    state.apply(Command::SetAngles { node: hand, angles_degrees: glam::Vec3::Y * 80.0 });
    state.apply(Command::SelectJoint(Some(hand)));
    state.apply(Command::Frame);
    settle(&mut harness);
    let before = picture(&mut harness);
    harness.state_mut().state.apply(Command::Open(ModelSource::Bundled("limb")));
    for _ in 0..3000 {
        harness.run_steps(1);
        if harness.state().state.documents.first.as_ref().is_some_and(|document| document.model.name == "limb") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    settle(&mut harness);
    let opened = picture(&mut harness);
    assert_ne!(opened, before);
    harness.get_by_label("Undo: Open limb (Ctrl+Z)").click();
    settle(&mut harness);
    assert_eq!(picture(&mut harness), before);
    wait_for_figures(&mut harness);
    harness.get_by_label("Redo: Open limb (Ctrl+Shift+Z)").click();
    settle(&mut harness);
    assert_eq!(picture(&mut harness), opened);
}
