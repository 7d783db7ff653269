use super::*;
use crate::centers::{CenterParts, CenterPath, CenterSettings, Centers, compute_centers_with};
use crate::measure::test_shapes::{Shape, skinned_model};
use crate::measure::{AngleRange, RestSkin, StressMeasure, StressRanges};
use crate::model::{Model, TwistKind};
use crate::rigging::{TwistSplit, with_twist_joints};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::stress::StressSkin;
use crate::work::Progress;
use glam::Vec3;

const MID: u32 = 1;
const END: u32 = 2;

/// A tube along X on three joints. The skin blends to the second over half of its length, and to the third over a tenth.
fn tube() -> Model {
    let joints = [("root", None, Vec3::X * -2.0), ("mid", Some(0), Vec3::ZERO), ("end", Some(MID), Vec3::X * 1.5)];
    skinned_model(&[Shape::cylinder(48, 80, 0.5, 4.0, true)], &joints, |at| {
        let mid = ((at.x + 1.0) / 2.0).clamp(0.0, 1.0);
        let end = ((at.x - 1.4) / 0.2).clamp(0.0, 1.0);
        vec![1.0 - mid, mid - end, end]
    })
}

fn centers_of(model: &Model, parts: CenterParts) -> Centers {
    let settings = CenterSettings::default();
    compute_centers_with(model, &settings, parts, CenterPath::Fast, &Progress::default()).unwrap()
}

/// What mends a joint of a model that turns by 120 degrees to either side of one axis.
fn find(model: &Model, joint: u32, axis: usize, method: SkinningMethod, progress: &Progress) -> Option<Finding> {
    find_by(StressMeasure::Collapse, model, (joint, axis), method, progress)
}

fn find_by(
    measure: StressMeasure,
    model: &Model,
    (joint, axis): (u32, usize),
    method: SkinningMethod,
    progress: &Progress,
) -> Option<Finding> {
    let mut of_node = [None; 3];
    of_node[axis] = AngleRange::between(-120.0, 120.0);
    let ranges = StressRanges::new(vec![of_node; model.skeleton.len()]);
    let rest = RestSkin::of(model);
    let settings = SkinningSettings { method, ..SkinningSettings::default() };
    let parts = CenterParts::of_method(method);
    let of_model = parts.map(|parts| centers_of(model, parts));
    let centers = of_model.as_ref().map_or(&[][..], |centers| &centers.of_primitives);
    let request = FindingRequest {
        source: model,
        splits: &[],
        model,
        rest: &rest,
        joint,
        skin: StressSkin { settings, centers },
        centers: of_model.as_ref().map(|centers| (centers, CenterSettings::default())),
        ranges: &ranges,
        measure,
    };
    find_remedies(&request, progress)
}

#[test]
fn a_wrung_joint_gets_twist_joints_on_the_bone_before_it() {
    let found = find(&tube(), END, 0, SkinningMethod::Lbs, &Progress::default()).unwrap();
    assert!((found.worst.over_rest - 0.5).abs() < 5e-3, "the cosine of half of 120 degrees: {}", found.worst.over_rest);
    let of_twist = found.remedies.iter().find(|(remedy, _)| matches!(remedy, Remedy::Twist(_)));
    let (remedy, after) = *of_twist.expect("it helps");
    assert_eq!(remedy, Remedy::Twist(TwistSplit { joint: MID, count: 4, kind: TwistKind::End }));
    // Four steps of 30 degrees.
    let cosine = 15f64.to_radians().cos();
    assert!((after.over_rest - cosine).abs() < 0.01, "{} {cosine}", after.over_rest);
    assert_eq!((after.node, after.axis), (END, 0));
}

#[test]
fn a_bent_joint_gets_helpers_and_no_twist_joints() {
    let model = tube();
    let found = find(&model, MID, 1, SkinningMethod::Lbs, &Progress::default()).unwrap();
    assert!((found.worst.over_rest - 0.5).abs() < 5e-3, "{}", found.worst.over_rest);
    let [(Remedy::Helpers(helpers), after)] = found.remedies[..] else { panic!("{:?}", found.remedies) };
    assert!(helpers.joint == MID && after.over_rest > 0.9, "{helpers:?} {}", after.over_rest);
    assert_eq!(Remedy::Helpers(helpers).joints_in_words(), format!("{} helper joints", helpers.count));
}

#[test]
fn what_is_whole_or_bends_nothing_needs_no_remedy() {
    let model = tube();
    let whole = find(&model, MID, 0, SkinningMethod::Dqs, &Progress::default()).unwrap();
    assert!(whole.worst.over_rest > 0.99 && whole.remedies.is_empty(), "{whole:?}");
    assert_eq!(find(&model, 0, 0, SkinningMethod::Lbs, &Progress::default()), None, "the root bends nothing");
    assert_eq!(find(&model, 99, 0, SkinningMethod::Lbs, &Progress::default()), None, "no such joint");
    let progress = Progress::default();
    progress.cancel();
    assert_eq!(find(&model, MID, 1, SkinningMethod::Lbs, &progress), None);
}

/// What is said is what a stress test of the split model finds, whose centers are computed anew.
#[test]
fn twist_joints_are_tried_with_the_centers_of_their_own_weights() {
    let model = tube();
    for method in [SkinningMethod::Cor, SkinningMethod::CorProcrustes] {
        let find = |model: &Model| {
            let measure = StressMeasure::Stretch;
            find_by(measure, model, (END, 0), method, &Progress::default()).unwrap()
        };
        let found = find(&model);
        assert!(found.worst.over_rest > 1.5, "120 degrees over a short way stretch: {}", found.worst.over_rest);
        let [(Remedy::Twist(split), after)] = found.remedies[..] else { panic!("{method:?}: {:?}", found.remedies) };
        let shown = find(&with_twist_joints(&model, &[split]).unwrap()).worst;
        assert!(after.over_rest < found.worst.over_rest - 0.1, "{method:?}: {after:?}");
        // The worse of two zones was said.
        let apart = after.over_rest - shown.over_rest;
        assert!((-1e-4..0.05).contains(&apart), "{method:?}: {after:?} {shown:?}");
    }
}

#[test]
fn a_remedy_moves_to_the_other_side() {
    let split = TwistSplit { joint: 4, count: 2, kind: TwistKind::Own };
    assert_eq!(Remedy::Twist(split).at(7), Remedy::Twist(TwistSplit { joint: 7, ..split }));
    assert_eq!(Remedy::Twist(split).at(7).joint(), 7);
}

/// What is said about a bone that is split already is what is said about the same split of the bone as it was.
#[test]
fn twist_joints_of_another_split_do_not_shift_the_skin() {
    let source = tube();
    let split = TwistSplit { joint: MID, count: 1, kind: TwistKind::End };
    let model = with_twist_joints(&source, &[split]).unwrap();
    let rest = RestSkin::of(&model);
    let mut of_node = [None; 3];
    of_node[0] = AngleRange::between(-120.0, 120.0);
    let ranges = StressRanges::new(vec![of_node; model.skeleton.len()]);
    let request = FindingRequest {
        source: &source,
        splits: &[split],
        model: &model,
        rest: &rest,
        joint: END,
        skin: StressSkin { settings: SkinningSettings::default(), centers: &[] },
        centers: None,
        ranges: &ranges,
        measure: StressMeasure::Stretch,
    };
    let four = Remedy::Twist(TwistSplit { count: 4, ..split });
    let after = finding::of_twist(&request, four, &Progress::default()).unwrap();
    let whole = with_twist_joints(&source, &[TwistSplit { count: 4, ..split }]).unwrap();
    let of_whole =
        FindingRequest { source: &whole, splits: &[], model: &whole, rest: &RestSkin::of(&whole), ..request };
    let shown = find_remedies(&of_whole, &Progress::default()).unwrap().worst;
    assert!(
        after.over_rest >= shown.over_rest - 1e-9 && after.over_rest < shown.over_rest + 0.02,
        "{after:?} {shown:?}"
    );
}
