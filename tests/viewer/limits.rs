//! The limits of joints in the *Pose* tab.

use crate::harness::{settle, viewer_with};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::model::AngleLimit;
use skinscope::session::{Command, InspectorTab, JointChannel};
use skinscope::viewer::Viewer;

#[test]
fn limits_are_learnt_set_by_hand_and_held() {
    let mut harness = viewer_with("mannequin");
    let state = &mut harness.state_mut().state;
    let forearm = state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
    state.apply(Command::SelectJoint(Some(forearm)));
    state.apply(Command::ShowTab(InspectorTab::Pose));
    harness.run_steps(3);
    harness.get_by_label("Limits").click();
    harness.run_steps(20);
    harness.get_by_label("Limit Y").click();
    harness.run_steps(2);
    let of = |harness: &Harness<'_, Viewer>| harness.state().state.edit.limits.get(forearm);
    assert_eq!(of(&harness)[1], Some(AngleLimit::between(-90.0, 90.0)), "at rest, a quarter turn to either side");
    harness.get_by_label("Remove Y limit").click();
    harness.run_steps(2);
    assert_eq!(of(&harness), [None; 3]);
    harness.get_by_label("From clips").click();
    harness.run_steps(2);
    let learnt = of(&harness)[1].unwrap();
    assert!(learnt.most_degrees() - learnt.least_degrees() > 10.0, "{learnt:?}");
    harness.get_by_label("Stop at limits").click();
    harness.run_steps(2);
    let rotate = Command::SetChannel { channel: JointChannel::Rotation, axis: 1, value: 300.0 };
    harness.state_mut().state.apply(rotate);
    settle(&mut harness);
    assert_eq!(harness.state().state.angles_degrees(forearm).y, learnt.most_degrees());
    harness.get_by_label("Remove all").click();
    harness.run_steps(2);
    assert!(harness.state().state.edit.limits.is_empty());
}
