//! Two models in one pose: figures, sweeps, stress tests, probes, the table of joints, and restoring at the next start.

use super::figures::{Summary, distinct};
use super::second_model::{EQUAL_SCALE, limb_beside};
use super::state::State;
use super::test_support::wait_until;
use super::{Command, RangeChoice, SavedModel, SecondModel, Section, StressChoice};
use crate::files::{ModelSource, OpenedModel, open_model};
use crate::measure::{DeformedSkin, Figure, PairedOrder, PairedStress, RestSkin, StressMeasure, VertexId};
use crate::model::{Model, Pose, ScaleKind, Skin, SkinKind};
use crate::pairs::{PairDifference, PairFit, SkinDistances};
use crate::panes::PaneModel;
use crate::panes::PaneModel::{First, Second};
use crate::rigging::{Placement, placed};
use crate::skinning::{JointPalette, SkinningMethod, SkinningSettings};
use crate::stress::{StressSkin, deform_all};
use glam::Vec3;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

fn selected_left(name: &str, degrees: f32) -> (State, Receiver<()>) {
    let (mut state, woken) = limb_beside(name);
    let left = state.documents.first.as_ref().unwrap().model.skeleton.find("left").unwrap();
    state.apply(Command::SelectJoint(Some(left)));
    state.apply(Command::SetAngles { node: left, angles_degrees: Vec3::new(0.0, degrees, 0.0) });
    (state, woken)
}

/// Waits until all figures are computed.
fn measure(state: &mut State, woken: &Receiver<()>) {
    state.request_figures(0.0);
    while !state.jobs.figures.is_settled() {
        woken.recv_timeout(std::time::Duration::from_secs(120)).unwrap();
        state.take_results();
        state.request_figures(0.0);
    }
}

/// The skin of a pane's model, computed by the CPU twins alone.
fn skin(state: &State, pane: usize) -> (RestSkin, DeformedSkin) {
    let (document, pose) = state.posed_document(state.model_at(pane)).unwrap();
    let rest = RestSkin::of(&document.model);
    let settings = state.edit.panes[pane].settings.skinning;
    let deformed = deform_all(&document.model, &rest.surface, pose, &StressSkin { settings, centers: &[] });
    (rest, deformed)
}

/// In every shape of the first model, vertices are matched in the shape of the file, as the command line does it.
#[test]
fn a_morphed_model_is_matched_in_its_default_shape() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/import/good/morph-none.glb");
    let (mut state, _woken) = super::test_support::waking_state();
    state.show_document(open_model(&path).unwrap());
    state.apply(Command::SetMorph { target: 1, weight: Some(1.0) });
    let document = state.documents.first.as_ref().unwrap();
    assert!(!Arc::ptr_eq(&document.model, &document.source), "the shape is another one");
    state.take_second(super::Document::new(0, open_model(&path).unwrap()));
    let second = state.second().unwrap();
    assert!(second.pair.surfaces.is_by_vertex());
    assert!(!Arc::ptr_eq(&second.document.model, &second.document.source), "the second one has the same shape");
}

#[test]
fn figures_of_both_models_are_those_of_each_and_their_distance_is_that_of_compare() {
    let (mut state, woken) = selected_left("limb-heat", 80.0);
    state.interface.folded_sections.insert(Section::Sweep);
    measure(&mut state, &woken);
    let figures = |pane: usize| state.figures_of(&state.skin_of_pane(pane).unwrap()).unwrap();
    for pane in 0..4 {
        assert_eq!(*figures(pane).deformed, skin(&state, pane).1, "pane {pane}");
        assert!(figures(pane).figures.joint.is_some() && !figures(pane).lacks_joint);
    }
    // The same joint of the same shape with other weights.
    let volumes = [0, 2].map(|pane| Summary::of(figures(pane)).volume.unwrap());
    assert!((volumes[0] - volumes[1]).abs() > 0.01, "{volumes:?}");
    let [a, b] = [0, 2].map(|pane| skin(&state, pane).1);
    let pair = &state.second().unwrap().pair;
    let apart = SkinDistances::between(&pair.surfaces, [&a, &b]);
    let expected = PairDifference::of(&apart.from_first);
    assert_eq!(
        (figures(0).to_other, figures(2).to_other.map(|found| found.largest)),
        (expected, expected.map(|e| e.largest))
    );
    assert!(expected.unwrap().largest > 0.01);
    let names = state.names_of_skins(&distinct(&state.pane_skins()));
    let expected = ["LBS \u{b7} limb", "DQS \u{b7} limb", "LBS \u{b7} limb-heat", "DQS \u{b7} limb-heat"];
    assert_eq!(names, expected);
}

fn models(state: &State) -> Vec<PaneModel> {
    state.edit.panes.iter().map(|pane| pane.settings.model).collect()
}

#[test]
fn a_second_model_gets_panes_of_its_own_and_the_pose_of_the_first() {
    let mut state = limb_beside("limb-heat").0;
    assert_eq!(models(&state), [First, First, Second, Second]);
    let left = state.documents.first.as_ref().unwrap().model.skeleton.find("left").unwrap();
    state.apply(Command::SetAngles { node: left, angles_degrees: Vec3::new(0.0, 80.0, 0.0) });
    let (second, pose) = state.posed_document(Second).unwrap();
    let palettes = |model: &Model, pose: &Pose| JointPalette::all(model, pose, SkinningSettings::default());
    let (ours, theirs) =
        (palettes(&second.model, pose), palettes(&state.documents.first.as_ref().unwrap().model, &state.pose));
    assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
    assert_ne!(*pose, Pose::rest(&second.model.skeleton));
    state.settle_history();
    state.apply(Command::Undo);
    assert_eq!(*state.posed_document(Second).unwrap().1, Pose::rest(&state.second().unwrap().document.model.skeleton));
    state.apply(Command::Undo);
    assert_eq!(models(&state), [First, First], "the panes were a step");
    assert!(state.second().is_some());
}

#[test]
fn it_goes_with_the_first_model_or_when_it_is_removed() {
    let mut state = limb_beside("bar").0;
    assert!(state.interface.notice.as_ref().unwrap().text.contains("no joint of limb has a partner in bar"));
    state.apply(Command::RemoveSecondModel);
    assert_eq!(models(&state), [First; 2]);
    assert!(state.second().is_none());
    let mut state = limb_beside("limb-heat").0;
    state.show_document(open_model("bar").unwrap());
    assert!(state.second().is_none());
    assert_eq!(models(&state), [First; 2], "no copies stay");
    state.settle_history();
    state.apply(Command::Undo);
    assert_eq!(models(&state), [First, First, Second, Second]);
    assert!(state.second().is_some());
}

/// Holds for every arrangement of the panes of one model.
#[test]
fn both_models_have_a_row_each_until_one_is_closed() {
    use crate::panes::{Arrangement, PanePreset};
    let beside = |preset: PanePreset, arrangement: Option<Arrangement>| {
        let mut state = super::test_support::waking_state().0;
        state.show_document(open_model("limb").unwrap());
        state.apply(Command::TakePreset(preset));
        arrangement.into_iter().for_each(|arrangement| state.apply(Command::SetArrangement(arrangement)));
        state.take_second(super::Document::new(0, open_model("limb-heat").unwrap()));
        state
    };
    for arrangement in [None, Some(Arrangement::Row), Some(Arrangement::Column), Some(Arrangement::Grid)] {
        let mut state = beside(PanePreset::LbsDqsCor, arrangement);
        assert_eq!(models(&state), [First, First, First, Second, Second, Second]);
        assert_eq!(state.edit.layout.shape(6), (3, 2), "{arrangement:?}");
        state.apply(Command::RemoveSecondModel);
        assert_eq!(models(&state), [First; 3]);
        assert_eq!(state.edit.layout.arrangement, arrangement.unwrap_or(Arrangement::Row), "as it was");
    }
    let mut state = beside(PanePreset::LbsDqsCor, None);
    state.apply(Command::RemoveSecondModel);
    assert_eq!(state.edit.layout.shape(3), (3, 1), "a row again");
    let mut state = beside(PanePreset::LbsDqsCor, Some(Arrangement::Row));
    state.apply(Command::SetArrangement(Arrangement::Grid));
    state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dib });
    state.apply(Command::RemoveSecondModel);
    assert_eq!((models(&state), state.edit.layout.arrangement), (vec![First; 3], Arrangement::Grid), "copies go");
    let methods = |state: &State| state.edit.panes.iter().map(|pane| pane.settings.skinning.method).collect::<Vec<_>>();
    let mut state = super::test_support::waking_state().0;
    state.show_document(open_model("limb").unwrap());
    state.apply(Command::TakePreset(PanePreset::Kavan));
    for method in [SkinningMethod::QuaternionTranslation, SkinningMethod::LbsDqs, SkinningMethod::Spherical] {
        state.apply(Command::DuplicatePane(0));
        state.apply(Command::SetMethod { pane: 0, method });
    }
    state.take_second(super::Document::new(0, open_model("limb-heat").unwrap()));
    let in_turn = [First, Second, First, Second, First, Second, First, Second, First];
    assert_eq!(models(&state), in_turn, "there is no room for twice as many");
    let shown = methods(&state);
    state.apply(Command::RemoveSecondModel);
    assert_eq!((models(&state), methods(&state)), (vec![First; 9], shown), "the panes that were turned come back");
}

/// The limb with a rigid copy of itself, at this offset from the skin.
fn with_prop(offset: f32) -> OpenedModel {
    let mut opened = open_model("limb").unwrap();
    let mut model = (*opened.asset.model).clone();
    let skin = Skin { kind: SkinKind::Rigid, ..model.skins[0].clone() };
    let mut prop = (*model.primitives[0]).clone();
    prop.skin = model.skins.len() as u32;
    prop.positions.iter_mut().for_each(|position| position.x += offset);
    model.skins.push(skin);
    model.primitives.push(Arc::new(prop));
    opened.asset.model = Arc::new(model);
    opened
}

#[test]
fn rigid_meshes_count_in_distances_and_have_partners() {
    let (mut state, woken) = super::test_support::waking_state();
    state.show_document(with_prop(1.0));
    state.feed_history(0.0, false);
    state.take_second(super::Document::new(0, with_prop(1.25)));
    state.settle_history();
    let left = state.documents.first.as_ref().unwrap().model.skeleton.find("left").unwrap();
    state.apply(Command::SelectJoint(Some(left)));
    state.apply(Command::SetSweepFigure(Figure::DistanceToModel));
    measure(&mut state, &woken);
    assert!(!state.second().unwrap().pair.surfaces.is_by_vertex(), "the props rest apart");
    // The distance is zero from skin to skin, and from prop to prop as large as the shift.
    let figures = state.figures_of(&state.skin_of_pane(0).unwrap()).unwrap();
    let apart = figures.to_other.unwrap().largest;
    assert!(apart > 0.05 && apart < 0.25 + 1e-6, "{apart}");
    let (skin, sweep) = (state.skin_of_pane(0).unwrap(), state.current_sweep().unwrap());
    let curve = sweep.curves.iter().find(|curve| curve.skin == skin).unwrap();
    let at_rest = curve.points.iter().find(|point| point.0 == 0.0).unwrap().1.unwrap();
    assert!((at_rest - apart).abs() < 1e-6, "{at_rest} {apart}");
    // With the same file on both sides, a rigid vertex has a partner.
    state.take_second(super::Document::new(0, with_prop(1.0)));
    let rigid = VertexId { primitive: 1, vertex: 7 };
    state.apply(Command::PinProbe(Some(rigid)));
    assert_eq!(state.pinned_in(Second), Some(rigid));
}

#[test]
fn without_a_partner_there_are_no_figures_of_the_joint_and_a_reason() {
    let (mut state, woken) = selected_left("bar", 80.0);
    state.interface.folded_sections.insert(Section::Sweep);
    measure(&mut state, &woken);
    assert_eq!(state.why_no_joint(Second).unwrap(), "left has no partner in bar");
    assert_eq!(state.why_no_joint(First), None);
    let second = state.figures_of(&state.skin_of_pane(2).unwrap()).unwrap();
    let summary = Summary::of(second);
    assert_eq!((summary.volume, summary.radius, summary.bulge), (None, None, None));
    assert!(second.lacks_joint && second.to_other.unwrap().largest > 0.0, "surfaces are compared");
    let first = state.figures_of(&state.skin_of_pane(0).unwrap()).unwrap();
    let lines = [first, second].map(|measured| super::figures::lines(measured, true, 3));
    let names = lines.each_ref().map(|lines| lines.iter().map(|line| line.name.clone()).collect::<Vec<_>>());
    assert_eq!(names[0], names[1], "a table needs the same rows");
    // Nothing of the second model is measured once it is closed.
    state.apply(Command::RemoveSecondModel);
    measure(&mut state, &woken);
    assert!(state.jobs.figures.latest().unwrap().key.second.is_none());
}

#[test]
fn a_sweep_has_curves_of_both_models() {
    let (mut state, woken) = selected_left("limb-heat", 80.0);
    measure(&mut state, &woken);
    let at = |state: &State, pane: usize, degrees: f32| {
        let (skin, sweep) = (state.skin_of_pane(pane).unwrap(), state.current_sweep().unwrap());
        let curve = sweep.curves.iter().find(|curve| curve.skin == skin).unwrap();
        curve.points.iter().find(|point| point.0 == degrees).unwrap().1.unwrap()
    };
    assert_eq!(state.current_sweep().unwrap().curves.len(), 4);
    for pane in 0..4 {
        let figures = state.figures_of(&state.skin_of_pane(pane).unwrap()).unwrap();
        let here = Summary::of(figures).radius.unwrap();
        assert!((at(&state, pane, 80.0) - here).abs() < 1e-6, "pane {pane}");
    }
    state.apply(Command::SetSweepFigure(Figure::DistanceToModel));
    measure(&mut state, &woken);
    let apart = state.figures_of(&state.skin_of_pane(2).unwrap()).unwrap().to_other.unwrap().largest;
    assert!((at(&state, 0, 80.0) - apart).abs() < 1e-9 && (at(&state, 2, 80.0) - apart).abs() < 1e-9);
    assert!(at(&state, 0, 0.0) < 1e-6, "the same shape at rest");
    state.apply(Command::RemoveSecondModel);
    assert_eq!(state.swept_figure(), Figure::MinorRadius, "one model has no distance to another");
}

#[test]
fn a_pinned_vertex_is_read_in_both_models() {
    let (mut state, woken) = selected_left("limb-heat", 80.0);
    measure(&mut state, &woken);
    let vertex_id = VertexId { primitive: 0, vertex: 200 };
    state.apply(Command::SelectPane(2));
    state.apply(Command::PinProbe(Some(vertex_id)));
    state.refresh_probe();
    let probe = state.probe.clone().unwrap();
    assert_eq!((probe.key.model, probe.key.partner, probe.rows.len()), (Second, Some(vertex_id), 4));
    let weights = |model| probe.side(model).unwrap().influences.iter().map(|joint| joint.weight).collect::<Vec<f32>>();
    assert_ne!(weights(First), weights(Second), "each has its own weights");
    for pane in 0..4 {
        let expected = skin(&state, pane).1.positions[200].as_vec3();
        assert!(probe.of_pane(pane).unwrap().position.distance(expected) < 1e-5, "pane {pane}");
    }
    assert_eq!(state.pinned_in(First), Some(vertex_id));
    // A vertex of another mesh has no partner.
    let (mut state, woken) = selected_left("bar", 80.0);
    measure(&mut state, &woken);
    state.apply(Command::PinProbe(Some(vertex_id)));
    state.refresh_probe();
    let probe = state.probe.as_ref().unwrap();
    assert_eq!((probe.key.partner, probe.rows.len(), probe.sides.len()), (None, 2, 1));
}

fn stress(state: &mut State, woken: &Receiver<()>) {
    let choice = StressChoice { range: RangeChoice::Fixed, degrees: 60.0, ..state.jobs.stress.choice };
    state.apply(Command::SetStressChoice(choice));
    state.apply(Command::StartStress);
    while state.jobs.stress.fraction().is_some() {
        woken.recv_timeout(std::time::Duration::from_secs(120)).unwrap();
        state.take_results();
    }
}

#[test]
fn a_stress_test_of_both_has_what_each_does_alone() {
    let (mut state, woken) = limb_beside("limb-heat");
    stress(&mut state, &woken);
    assert!(state.stress_is_current());
    let result = Arc::clone(state.stress_result().unwrap());
    assert_eq!(result.skins.len(), 2, "each method once");
    // With the same skeleton, the second model on its own is turned like the first one turns it.
    let (mut alone, woken) = super::test_support::waking_state();
    alone.show_document(open_model("limb-heat").unwrap());
    stress(&mut alone, &woken);
    let expected = &alone.stress_result().unwrap().report;
    for measure in StressMeasure::ALL {
        let choice = StressChoice { measure, ..state.jobs.stress.choice };
        for pair in result.paired(choice) {
            let of = |report: &crate::measure::StressReport| {
                let joint = report.joints.iter().find(|joint| joint.node == pair.node).unwrap();
                joint.worst[0][measure as usize].map(|entry| entry.over_rest)
            };
            assert_eq!(pair.first.map(|entry| entry.over_rest), of(&result.report));
            let (found, alone) = (pair.second.map(|entry| entry.over_rest), of(expected));
            assert!(found.zip(alone).is_none_or(|(a, b)| (a - b).abs() < 1e-6) && found.is_some() == alone.is_some());
        }
    }
    let order = PairedOrder::Difference;
    let by_difference = result.paired(StressChoice { order, ..state.jobs.stress.choice });
    let amounts: Vec<f64> = by_difference.iter().filter_map(PairedStress::difference).map(f64::abs).collect();
    assert!(amounts[0] > 0.01 && amounts.windows(2).all(|two| two[0] >= two[1] - 1e-4), "{amounts:?}");
    // A list of two models is out of date when one of them is gone.
    state.apply(Command::RemoveSecondModel);
    assert!(state.stress_gap().unwrap().other_models);
}

#[test]
fn partners_are_set_saved_and_opened_and_undo_leaves_them() {
    let (mut state, _woken) = selected_left("limb-heat", 80.0);
    let (left, right) = {
        let skeleton = &state.documents.first.as_ref().unwrap().model.skeleton;
        (skeleton.find("left").unwrap(), skeleton.find("right").unwrap())
    };
    let turned = |state: &State, node: u32| state.second().unwrap().pose.joints[node as usize].rotation;
    let rest = turned(&state, right);
    assert_ne!(turned(&state, left), rest);
    state.apply(Command::SetPartner { joint: left, partner: Some(right) });
    assert_eq!(state.joint_in(Second, left), Some(right));
    assert!(turned(&state, right).angle_between(rest) > 0.5, "the partner turns instead");
    assert!(state.second().unwrap().is_set_by_user(left));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("joints.toml");
    state.apply(Command::SaveJoints(file.clone()));
    assert!(std::fs::read_to_string(&file).unwrap().contains("\n\"left\" = \"right\"\n"));
    state.settle_history();
    state.apply(Command::Undo);
    assert_eq!(state.joint_in(Second, left), Some(right), "no step of undo");
    state.apply(Command::SetPartner { joint: left, partner: None });
    assert_eq!(state.joint_in(Second, left), None);
    state.apply(Command::MatchAllByName);
    assert_eq!(state.joint_in(Second, left), Some(left));
    state.apply(Command::OpenJoints(file.clone()));
    assert_eq!(state.joint_in(Second, left), Some(right));
    state.apply(Command::MatchByName(left));
    assert_eq!(state.joint_in(Second, left), Some(left));
    std::fs::write(&file, "[joints]\nnobody = \"left\"\n").unwrap();
    state.apply(Command::OpenJoints(file));
    assert!(state.interface.error.take().unwrap().details.contains("nobody"));
    assert_eq!(state.joint_in(Second, left), Some(left), "a faulty table changes nothing");
    // A joint that does not exist cannot be a partner.
    state.apply(Command::SetPartner { joint: left, partner: Some(9999) });
    state.apply(Command::SetPartner { joint: 9999, partner: None });
    assert_eq!(state.joint_in(Second, left), Some(left));
}

#[test]
fn equal_scale_gives_the_second_model_the_extent_of_the_first() {
    let (mut state, woken) = limb_beside("bar");
    let extents =
        |state: &State| [First, Second].map(|model| state.document_of(model).unwrap().model.rest_bounds().extent());
    let before = extents(&state);
    assert!((before[0] / before[1] - 1.0).abs() > 0.01, "{before:?}");
    state.apply(Command::FitSecond(EQUAL_SCALE));
    let equal = extents(&state);
    assert!((equal[0] / equal[1] - 1.0).abs() < 1e-5 && equal[0] == before[0], "{equal:?}");
    measure(&mut state, &woken);
    state.apply(Command::FitSecond(PairFit::default()));
    assert_eq!(extents(&state), before);
}

#[test]
fn a_second_model_that_faces_the_other_way_is_turned_and_the_user_may_keep_it() {
    let mannequin = || open_model("mannequin").unwrap();
    let mut other = mannequin();
    let placement = Placement { quarter_turns: 2, ..Placement::AS_IT_IS };
    other.asset.model = Arc::new(placed(&other.asset.model, placement).unwrap());
    let (mut state, _woken) = super::test_support::waking_state();
    state.show_document(mannequin());
    state.take_second(super::Document::new(0, other));
    let notice = state.interface.notice.clone().unwrap().text;
    assert!(notice.contains("faces -Z") && notice.contains("turned by 180 degrees"), "{notice}");
    let [thigh, foot] =
        ["thigh.L", "foot.L"].map(|name| state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap());
    state.apply(Command::SetAngles { node: thigh, angles_degrees: Vec3::X * -80.0 });
    state.settle_history();
    let apart = |state: &State| {
        let at = |model: PaneModel| {
            let (document, pose) = state.posed_document(model).unwrap();
            let node = state.joint_in(model, foot).unwrap();
            pose.scene_from_node(&document.model.skeleton, ScaleKind::Inherited)[node as usize].translation
        };
        at(First).distance(at(Second))
    };
    assert!(apart(&state) < 1e-5, "{}", apart(&state));
    state.apply(Command::FitSecond(PairFit { keep_facing: true, ..PairFit::default() }));
    assert!(apart(&state) > 0.2, "{}", apart(&state));
    assert!(state.facing_note().unwrap().contains("the other way"));
    // The next start and scenes keep it.
    let saved = SavedModel::of(&state).unwrap().second.unwrap();
    let saved: super::saved::PendingSecond = serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();
    assert!(saved.model.keep_facing && state.scene_second().unwrap().keep_facing);
    // Both as they were read: nothing to report.
    let (mut same, _woken) = super::test_support::waking_state();
    same.show_document(mannequin());
    same.take_second(super::Document::new(0, mannequin()));
    assert_eq!(same.facing_note(), None);
}

/// A model as a file of its own.
fn file_of(model: &str, folder: &std::path::Path) -> std::path::PathBuf {
    let path = folder.join("second.glb");
    std::fs::write(&path, crate::bundled::glb_bytes(model).unwrap()).unwrap();
    path
}

#[test]
fn the_second_file_is_read_again_with_its_table_and_size_and_the_next_start_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_of("limb-heat", folder.path());
    let (mut state, woken) = super::test_support::waking_state();
    state.show_document(open_model("limb").unwrap());
    state.feed_history(0.0, false);
    state.apply(Command::AddModel(ModelSource::File(path.clone())));
    wait_until(&mut state, &woken, |state| state.second().is_some());
    let [left, right] =
        ["left", "right"].map(|name| state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap());
    state.apply(Command::SetPartner { joint: left, partner: Some(right) });
    state.apply(Command::FitSecond(EQUAL_SCALE));
    state.take_results();
    let before = state.second().unwrap().document.id;
    file_of("limb", folder.path());
    wait_until(&mut state, &woken, |state| state.second().is_some_and(|second| second.document.id != before));
    assert_eq!(state.joint_in(Second, left), Some(right), "the table stays");
    assert!(state.second().unwrap().fit.equal_scale);
    assert!(state.interface.notice.as_ref().unwrap().text.contains("second.glb"));
    assert_eq!(state.edit.panes.len(), 4, "and so do the panes");
    // A file that is gone is reported once, and the model stays.
    std::fs::remove_file(&path).unwrap();
    wait_until(&mut state, &woken, |state| state.documents.watching.problems().is_some());
    assert!(state.documents.watching.problems().unwrap().contains("second.glb is missing on disk"));
    state.apply(Command::DismissNotice);
    assert!(state.documents.watching.problems().is_none() && state.second().is_some());
    file_of("limb", folder.path());

    let saved = SavedModel::of(&state).unwrap();
    let saved: SavedModel = serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();
    let start = || {
        let (mut next, woken) = super::test_support::waking_state();
        next.show_document(open_model("limb").unwrap());
        next.feed_history(0.0, false);
        next.read_pending(saved.second.clone().unwrap());
        (next, woken)
    };
    let (mut next, woken) = start();
    assert_eq!(SavedModel::of(&next).unwrap().second, saved.second, "not lost while it is read");
    wait_until(&mut next, &woken, |state| state.second().is_some());
    assert_eq!((next.joint_in(Second, left), next.second().unwrap().fit.equal_scale), (Some(right), true));
    assert_eq!(
        next.edit.panes.iter().map(|pane| pane.settings.model).collect::<Vec<_>>(),
        [First, First, Second, Second]
    );
    std::fs::remove_file(&path).unwrap();
    let (mut next, woken) = start();
    wait_until(&mut next, &woken, |state| state.interface.notice.is_some());
    assert!(next.interface.notice.as_ref().unwrap().text.contains("second.glb, the second model of the last session"));
    assert!(next.interface.error.is_none() && next.second().is_none());
}

#[test]
fn another_version_of_the_first_model_keeps_the_second_and_another_model_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_of("limb-heat", folder.path());
    let (mut state, woken) = super::test_support::waking_state();
    state.show_document(open_model(&path).unwrap());
    state.feed_history(0.0, false);
    state.take_second(super::Document::new(0, open_model("limb").unwrap()));
    state.settle_history();
    state.take_results();
    let left = state.documents.first.as_ref().unwrap().model.skeleton.find("left").unwrap();
    state.apply(Command::SetPartner { joint: left, partner: None });
    let (first, second) = (state.documents.first.as_ref().unwrap().id, state.second().unwrap().document.id);
    file_of("limb", folder.path());
    wait_until(&mut state, &woken, |state| state.documents.first.as_ref().unwrap().id != first);
    assert_eq!((state.second().unwrap().document.id, state.joint_in(Second, left)), (second, None));
    state.apply(Command::Undo);
    assert!(state.second().is_some_and(SecondModel::has_table), "an older version is the same model");
    state.show_document(open_model("bar").unwrap());
    assert!(state.second().is_none());
}

#[test]
fn undo_of_closing_the_first_model_brings_the_second_back_with_its_partners_and_size() {
    let (mut state, _woken) = selected_left("limb-heat", 80.0);
    state.settle_history();
    let [left, right] =
        ["left", "right"].map(|name| state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap());
    state.apply(Command::SetPartner { joint: left, partner: Some(right) });
    state.apply(Command::FitSecond(EQUAL_SCALE));
    let pose = state.second().unwrap().pose.clone();
    for leave in [Command::CloseModel, Command::Open(ModelSource::Bundled("bar"))] {
        match leave {
            Command::Open(_) => state.show_document(open_model("bar").unwrap()),
            leave => state.apply(leave),
        }
        assert!(state.second().is_none());
        state.settle_history();
        state.apply(Command::Undo);
        let second = state.second().unwrap();
        assert_eq!((state.joint_in(Second, left), second.fit.equal_scale, &second.pose), (Some(right), true, &pose));
        assert_eq!(
            state.edit.panes.iter().map(|pane| pane.settings.model).collect::<Vec<_>>(),
            [First, First, Second, Second]
        );
    }
}

#[test]
fn a_camera_that_turns_asks_for_no_other_figures_of_models_of_other_meshes() {
    let (mut state, woken) = selected_left("bar", 80.0);
    state.interface.folded_sections.insert(Section::Sweep);
    measure(&mut state, &woken);
    assert!(!state.second().unwrap().pair.surfaces.is_by_vertex());
    let apart = |state: &State| state.figures_of(&state.skin_of_pane(0).unwrap()).and_then(|found| found.to_other);
    let before = apart(&state).unwrap();
    state.interface.busy = true;
    state.request_figures(10.0);
    assert!(state.jobs.figures.is_settled());
    assert_eq!(apart(&state), Some(before));
}
