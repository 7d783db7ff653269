use super::*;
use crate::measure::StressRanges;
use crate::measure::test_shapes::{Shape, skinned_model, two_joint_tube};
use crate::model::{
    Channel, ChannelValues, Clip, Influence, Influences, Interpolation, JointOverride, Model, Pose, PoseOverrides,
    RotationOverride,
};
use crate::rigging::{HelperJoints, helper_nodes, with_helper_joints};
use crate::skinning::{SkinningMethod, SkinningSettings, deform_linear};
use crate::work::Progress;
use glam::{DAffine3, DVec3, Vec3};
use std::sync::Arc;

const MID: u32 = 1;

fn look(method: SkinningMethod) -> Look<'static> {
    Look { settings: SkinningSettings { method, ..SkinningSettings::default() }, centers: &[] }
}

fn bake(model: &Model, helpers: HelperCount, most_influences: usize) -> Baked {
    let ranges = StressRanges::symmetric(model, 90.0);
    let counts = PoseCounts { alone: 24, together: 0 };
    let [fitted, judged] = [1, 2].map(|seed| BakePose::within(model, &ranges, counts, seed));
    let request = BakeRequest {
        model,
        look: look(SkinningMethod::Dqs),
        joints: &[0, MID],
        helpers,
        drive: Drive::Constraints,
        most_influences,
        fitted: &fitted,
        judged: &judged,
    };
    bake_look(&request, &Progress::default()).unwrap().unwrap()
}

fn largest(baked: &Baked) -> f64 {
    let judged = baked.report.of_joints[&MID];
    judged.after.largest / judged.before.largest
}

/// Largest distance between the skins of two models at rest.
fn rest_difference(a: &Model, b: &Model) -> f32 {
    let [a, b] = [a, b].map(|model| deform_linear(model, &Pose::rest(&model.skeleton), Default::default()));
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    pairs.map(|(a, b)| a.position.distance(b.position)).fold(0.0, f32::max)
}

#[test]
fn helpers_bring_linear_blending_near_to_dual_quaternions() {
    let model = two_joint_tube();
    let [none, one, three] = [0, 1, 3].map(|count| bake(&model, HelperCount::Each(count), 4));
    assert!(largest(&none) == 1.0 && none.counts == FitCounts::default(), "nothing to change");
    assert!(largest(&one) < 0.5 && largest(&three) < 1.0 / 6.0, "{} {}", largest(&one), largest(&three));
    assert_eq!(three.helpers, [HelperJoints { joint: MID, count: 3 }], "the root bends nothing");
    let normals = three.report.of_joints[&MID];
    assert!(normals.after.normal_degrees < 0.5 * normals.before.normal_degrees);
}

#[test]
fn more_helpers_are_taken_until_they_are_not_worth_it() {
    let model = two_joint_tube();
    let count = |aim: f64, least_gain: f64| {
        let baked = bake(&model, HelperCount::Auto { aim, least_gain }, 4);
        baked.helpers.first().map_or(0, |helpers| helpers.count)
    };
    assert_eq!([count(0.0, 0.1), count(0.0, 0.99), count(1.0, 0.1)], [3, 0, 0]);
}

#[test]
fn the_rest_pose_stays_and_weights_are_few_and_whole() {
    let model = two_joint_tube();
    for most in [2, 3, 4] {
        let baked = bake(&model, HelperCount::Each(3), most).model;
        assert!(rest_difference(&model, &baked) < 1e-6 * 4.0);
        for influences in baked.primitives[0].influences.iter() {
            let sum: f64 = influences.iter().map(|influence| f64::from(influence.weight)).sum();
            assert!(
                influences.len() <= most && (sum - 1.0).abs() < 1e-6 && influences.iter().all(|one| one.weight > 0.0)
            );
        }
    }
}

#[test]
fn vertices_of_one_position_and_weights_stay_together() {
    let mut model = two_joint_tube();
    let primitive = Arc::make_mut(&mut model.primitives[0]);
    let (first, count) = (17 * 48, primitive.positions.len());
    // The last vertex becomes a twin of one that blends.
    primitive.positions[count - 1] = primitive.positions[first];
    let mut lists: Vec<Vec<Influence>> = primitive.influences.iter().map(<[Influence]>::to_vec).collect();
    lists[count - 1] = lists[first].clone();
    primitive.influences = Influences::normalized(lists.iter().map(Vec::as_slice), 2).unwrap().0;
    let baked = bake(&model, HelperCount::Each(2), 4).model;
    let influences = &baked.primitives[0].influences;
    assert_eq!(influences.of(first), influences.of(count - 1));
    assert!(influences.of(first).len() > 1);
}

#[test]
fn skin_that_is_bound_elsewhere_keeps_its_weights() {
    let mut model = two_joint_tube();
    let joint = model.skins[0].joints[MID as usize];
    let turned = DAffine3::from_axis_angle(DVec3::Y, 0.2) * joint.joint_from_bind;
    model.skins[0].joints[MID as usize] = crate::model::SkinJoint::new(MID, joint.parent, turned);
    let baked = bake(&model, HelperCount::Each(3), 4);
    // Two vertices lie on the axis of the turn, where the bind pose and the rest pose agree.
    assert!(baked.counts == FitCounts { refitted: 2, bound_elsewhere: 910 }, "{:?}", baked.counts);
    assert!(rest_difference(&model, &baked.model) < 1e-6 * 4.0);
}

#[test]
fn a_look_without_its_centers_is_refused_and_a_canceled_bake_ends() {
    let model = two_joint_tube();
    let helped = with_helper_joints(&model, &[HelperJoints { joint: MID, count: 1 }]).unwrap();
    let poses =
        BakePose::within(&model, &StressRanges::symmetric(&model, 90.0), PoseCounts { alone: 3, together: 1 }, 1);
    let progress = Progress::default();
    assert!(
        fit_look(&model, &helped, &helper_nodes(&helped.skeleton), look(SkinningMethod::Cor), &poses, 4, &progress)
            .is_err()
    );
    assert!(judge_look(&model, &helped, look(SkinningMethod::Cor), &poses, &progress).is_err());
    progress.cancel();
    assert!(
        fit_look(&model, &helped, &helper_nodes(&helped.skeleton), look(SkinningMethod::Dqs), &poses, 4, &progress)
            .unwrap()
            .is_none()
    );
    assert!(judge_look(&model, &helped, look(SkinningMethod::Dqs), &poses, &progress).unwrap().is_none());
}

#[test]
fn a_helper_turns_by_its_part_of_the_shorter_way() {
    let model = two_joint_tube();
    let helped = with_helper_joints(&model, &[HelperJoints { joint: MID, count: 2 }]).unwrap();
    let angles = |degrees: f32| {
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::new(0.0, degrees, 0.0)));
        let mut overrides = PoseOverrides::default();
        overrides.set(MID, JointOverride { rotation, ..JointOverride::default() });
        let pose = BakePose { overrides, ..BakePose::default() }.of(&helped);
        [2, 3].map(|helper: usize| pose.joints[helper].rotation.to_scaled_axis().y.to_degrees())
    };
    for (turned, expected) in [(90.0, [30.0, 60.0]), (-60.0, [-20.0, -40.0]), (240.0, [-40.0, -80.0])] {
        let found = angles(turned);
        assert!(found.iter().zip(expected).all(|(a, b): (&f32, f32)| (a - b).abs() < 1e-3), "{turned}: {found:?}");
    }
    assert_eq!(helped.skeleton.node(2).name, "mid_helper_1");
    assert_eq!(helped.skins[0].joints[2].joint_from_bind, model.skins[0].joints[1].joint_from_bind);
    let error = |helpers: &[HelperJoints]| with_helper_joints(&helped, helpers).unwrap_err().to_string();
    assert!(error(&[HelperJoints { joint: 2, count: 1 }]).contains("follows others"));
    assert!(error(&[HelperJoints { joint: 0, count: 1 }]).contains("no node above"));
    assert!(error(&[HelperJoints { joint: MID, count: 4 }]).contains("1 to 3"));
    assert!(error(&[HelperJoints { joint: 9, count: 1 }]).contains("#9"));
}

#[test]
fn poses_stay_within_the_ranges_and_differ_by_seed() {
    let model = two_joint_tube();
    let ranges = StressRanges::symmetric(&model, 120.0);
    let counts = PoseCounts { alone: 12, together: 5 };
    let [a, b] = [1, 2].map(|seed| BakePose::within(&model, &ranges, counts, seed));
    assert_eq!((a.len(), a == b), (12 + 5, false));
    for pose in &a {
        assert!(pose.joint.is_none_or(|joint| joint == MID) && pose.overrides.len() == 1, "the root bends nothing");
        for (node, _) in pose.overrides.iter() {
            let turn = pose.of(&model).joints[node as usize].rotation;
            let degrees = 2.0 * turn.xyz().length().atan2(turn.w.abs()).to_degrees();
            assert!(degrees <= LARGEST_FITTED_DEGREES + 0.1, "{degrees}");
        }
    }
}

/// Where a clip moves or scales a joint, its helpers go along.
#[test]
fn helpers_move_and_scale_with_their_joint() {
    let mut model = two_joint_tube();
    let scale = ChannelValues::Scale(vec![Vec3::ONE, Vec3::splat(2.0)]);
    let morph = ChannelValues::MorphWeights { first: 0, targets: 1, weights: vec![0.0, 1.0] };
    let channel = |values| Channel::new(MID, Interpolation::Linear, vec![0.0, 1.0], values).unwrap();
    model.clips = Arc::new(vec![Clip::new("grow".to_owned(), vec![channel(scale), channel(morph)])]);
    let helped = with_helper_joints(&model, &[HelperJoints { joint: MID, count: 1 }]).unwrap();
    let of_helper = helped.clips[0].channels.iter().filter(|channel| channel.node == 2);
    assert_eq!(of_helper.count(), 1, "a helper has no mesh to morph");
    let pose = BakePose { clip: Some((0, 1.0)), ..BakePose::default() }.of(&helped);
    assert_eq!([1, 2].map(|node: usize| pose.joints[node].scale), [Vec3::splat(2.0); 2]);
}

/// A chain whose skin blends over three joints, of which one has helpers.
#[test]
fn joints_without_helpers_keep_their_part() {
    let joints = [("root", None, Vec3::X * -2.0), ("mid", Some(0), Vec3::ZERO), ("tip", Some(1), Vec3::X)];
    let model = skinned_model(&[Shape::cylinder(24, 40, 0.5, 4.0, true)], &joints, |at| {
        let hat = |center: f32| (1.0 - (at.x - center).abs() / 1.5).max(0.0);
        let weights = [hat(-1.0), hat(0.3), hat(1.6)];
        let sum: f32 = weights.iter().sum();
        if sum > 0.0 { weights.map(|weight| weight / sum).to_vec() } else { vec![1.0, 0.0, 0.0] }
    });
    let ranges = StressRanges::symmetric(&model, 60.0);
    let [fitted, judged] = [1, 2].map(|seed| BakePose::within(&model, &ranges, PoseCounts::FITTED, seed));
    let request = BakeRequest {
        model: &model,
        look: look(SkinningMethod::Dqs),
        joints: &[MID],
        helpers: HelperCount::Each(3),
        drive: Drive::Constraints,
        most_influences: 4,
        fitted: &fitted,
        judged: &judged,
    };
    let baked = bake_look(&request, &Progress::default()).unwrap().unwrap();
    let root_mean_square = |joint: u32| {
        let judged = baked.report.of_joints[&joint];
        judged.after.root_mean_square / judged.before.root_mean_square
    };
    assert!(
        root_mean_square(MID) < 0.5 && root_mean_square(2) < 1.2,
        "{} {}",
        root_mean_square(MID),
        root_mean_square(2)
    );
}

/// Poses of joints that bend nothing where helpers are added change no weight.
#[test]
fn only_poses_that_bend_the_fitted_skin_count() {
    let joints = [("root", None, Vec3::X * -2.0), ("mid", Some(0), Vec3::ZERO), ("end", Some(MID), Vec3::X * 1.5)];
    let model = skinned_model(&[Shape::cylinder(24, 40, 0.5, 4.0, true)], &joints, |at| {
        let mid = ((at.x + 1.0) / 2.0).clamp(0.0, 1.0);
        let end = ((at.x - 1.4) / 0.2).clamp(0.0, 1.0);
        vec![1.0 - mid, mid - end, end]
    });
    let ranges = StressRanges::symmetric(&model, 90.0);
    let poses = BakePose::within(&model, &ranges, PoseCounts { alone: 12, together: 0 }, 1);
    let fitted = |poses: &[BakePose]| {
        let helped = with_helper_joints(&model, &[HelperJoints { joint: 2, count: 2 }]).unwrap();
        fit_look(
            &model,
            &helped,
            &helper_nodes(&helped.skeleton),
            look(SkinningMethod::Dqs),
            poses,
            4,
            &Progress::default(),
        )
        .unwrap()
        .unwrap()
        .0
    };
    let own: Vec<BakePose> = poses.iter().filter(|pose| pose.joint == Some(2)).cloned().collect();
    assert!(own.len() < poses.len());
    assert_eq!(fitted(&poses).primitives[0].influences, fitted(&own).primitives[0].influences);
}

/// A tube that bends and wrings in a clip of two seconds.
fn tube_with_clip() -> Model {
    let mut model = two_joint_tube();
    let turns = [(0.0, 0.0), (0.0, 100.0), (110.0, 40.0), (0.0, 0.0)];
    let rotations = turns.map(|(wring, bend): (f32, f32)| {
        glam::Quat::from_rotation_y(bend.to_radians()) * glam::Quat::from_rotation_x(wring.to_radians())
    });
    let values = ChannelValues::Rotation(rotations.to_vec());
    let channel = Channel::new(MID, Interpolation::Linear, vec![0.0, 0.5, 1.25, 2.0], values).unwrap();
    model.clips = Arc::new(vec![Clip::new("bend and wring".to_owned(), vec![channel])]);
    model
}

fn bake_clip(model: &Model, look: Look<'_>, drive: Drive, count: u32) -> Baked {
    let [fitted, judged] = BakePose::fitted_and_judged_in_clips(model, 240);
    let request = BakeRequest {
        model,
        look,
        joints: &[MID],
        helpers: HelperCount::Each(count),
        drive,
        most_influences: 4,
        fitted: &fitted,
        judged: &judged,
    };
    bake_look(&request, &Progress::default()).unwrap().unwrap()
}

#[test]
fn helpers_with_motions_of_their_own_come_nearer_in_clips() {
    let model = tube_with_clip();
    let part = |method: SkinningMethod, drive: Drive, count: u32| {
        let baked = bake_clip(&model, look(method), drive, count);
        let together = baked.report.together;
        assert_eq!(baked.report.of_joints.keys().copied().collect::<Vec<_>>(), [MID], "each joint is judged in clips");
        together.after.root_mean_square / together.before.root_mean_square
    };
    for method in [SkinningMethod::Dqs, SkinningMethod::BulgeFreeDqs, SkinningMethod::LbsDqs] {
        let [by_turns, own] = [Drive::Constraints, Drive::Clips].map(|drive| part(method, drive, 3));
        assert!(own < 0.8 * by_turns, "{method:?}: {own} of {by_turns}");
    }
}

#[test]
fn motions_are_keys_of_the_clips_and_rest_stays() {
    let model = tube_with_clip();
    let baked = bake_clip(&model, look(SkinningMethod::Dqs), Drive::Clips, 2).model;
    assert!(rest_difference(&model, &baked) < 1e-6 * 4.0);
    assert!(baked.skeleton.constraints().is_empty());
    let of_helper = |node: u32| baked.clips[0].channels.iter().filter(move |channel| channel.node == node);
    for helper in [2, 3] {
        assert_eq!(of_helper(helper).count(), 2, "a rotation and a translation");
        for channel in of_helper(helper) {
            let times = channel.times_seconds();
            // Gaps of 0.5, 0.75 and 0.75 seconds in parts of at most a thirtieth.
            assert_eq!((times.len(), times[0], times[15], times[61]), (1 + 15 + 23 + 23, 0.0, 0.5, 2.0));
        }
    }
    // The joints of the model move as before.
    for seconds in [0.0, 0.3, 1.1, 2.0] {
        let [own, other] = [&model, &baked]
            .map(|model| BakePose { clip: Some((0, seconds)), ..BakePose::default() }.of(model).joints[MID as usize]);
        assert_eq!(own, other);
    }
}
