use super::*;
use crate::measure::test_shapes::two_joint_tube;
use crate::measure::{Figure, RestSkin};
use crate::model::{Channel, ChannelValues, Clip, Interpolation, Model, MorphDelta, MorphDeltas, PoseOverrides};
use crate::skinning::{Antipodality, SkinningMethod, SkinningSettings};
use crate::stress::StressSkin;
use crate::work::Progress;
use glam::{Quat, Vec3};
use std::sync::Arc;

fn about_x(degrees: f32) -> Quat {
    Quat::from_rotation_x(degrees.to_radians())
}

/// A channel that turns the second joint of the tube.
fn turning(interpolation: Interpolation, keys: &[(f32, Quat)]) -> Channel {
    let (times, turns) = keys.iter().copied().unzip();
    Channel::new(1, interpolation, times, ChannelValues::Rotation(turns)).unwrap()
}

fn tube(channel: Channel) -> Model {
    let mut model = two_joint_tube();
    model.clips = Arc::new(vec![Clip::new("turn".to_owned(), vec![channel])]);
    model
}

fn settings(method: SkinningMethod) -> SkinningSettings {
    SkinningSettings { method, ..SkinningSettings::default() }
}

fn check(model: &Model, skins: &[SkinningSettings], figures: &[Figure]) -> ClipCheck {
    let rest = RestSkin::of(model);
    let skins: Vec<StressSkin<'_>> = skins.iter().map(|&settings| StressSkin { settings, centers: &[] }).collect();
    let overrides = &PoseOverrides::default();
    let request =
        ClipRequest { clip: 0, overrides, frames_per_second: 30.0, figures, costly_frames: 3, counts_signs: true };
    let progress = Progress::default();
    let checker = ClipChecker::new(model, &rest, &skins);
    progress.add_total(checker.frame_count(&request) as u64);
    let found = checker.check(&request, &progress).unwrap();
    assert_eq!(progress.fraction(), 1.0);
    found
}

/// 400 degrees a second about the tube: half a turn is passed at 0.45 s.
fn twisted_beyond_half_a_turn() -> Model {
    let keys = [(0.0, 0.0), (0.25, 100.0), (0.5, 200.0), (0.75, 300.0)].map(|(time, degrees)| (time, about_x(degrees)));
    tube(turning(Interpolation::Linear, &keys))
}

#[test]
fn dual_quaternions_flip_at_half_a_turn_and_linear_blending_does_not() {
    let model = twisted_beyond_half_a_turn();
    let found = check(&model, &[settings(SkinningMethod::Lbs), settings(SkinningMethod::Dqs)], &[]);
    assert_eq!(found.seconds.len(), 24, "0 to 0.7333, and 0.75");
    assert!(found.skins[0].flips.is_empty(), "{:?}", found.skins[0].flips);
    let [flip] = found.skins[1].flips[..] else { panic!("{:?}", found.skins[1].flips) };
    assert_eq!((flip.frame, flip.nodes, flip.is_instant), (13, [0, 1], Some(true)));
    assert!((flip.seconds - 0.45).abs() < 3e-4, "{}", flip.seconds);
    // In the middle, the skin is at a quarter turn to one side, then to the other: twice the radius of 0.5 apart. The
    // frames are 13.3 degrees apart, of which it makes half.
    let distance = f64::from(13.333f32 / 4.0).to_radians().cos() / 4.0;
    assert!((flip.distance - distance).abs() < 2e-3, "{} {distance}", flip.distance);
    assert!(flip.degrees_apart > 173.0, "{}", flip.degrees_apart);
    assert!(flip.vertices > 200, "{}", flip.vertices);
    assert!(found.snaps.is_empty());
}

/// A character that runs through the scene and turns flips as one that stands.
#[test]
fn a_flip_is_the_same_whatever_the_whole_model_does() {
    let standing = check(&twisted_beyond_half_a_turn(), &[settings(SkinningMethod::Dqs)], &[]);
    let mut model = twisted_beyond_half_a_turn();
    let places = ChannelValues::Translation(vec![Vec3::X * -2.0, Vec3::new(13.0, 4.0, 0.0)]);
    let turns = ChannelValues::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_y(1.5)]);
    let of_root =
        [places, turns].map(|values| Channel::new(0, Interpolation::Linear, vec![0.0, 0.75], values).unwrap());
    let channels = of_root.into_iter().chain(model.clips[0].channels.iter().cloned()).collect();
    model.clips = Arc::new(vec![Clip::new("run".to_owned(), channels)]);
    let running = check(&model, &[settings(SkinningMethod::Dqs)], &[]);
    let ([still], [moved]) = (&standing.skins[0].flips[..], &running.skins[0].flips[..]) else { panic!("{running:?}") };
    assert_eq!((moved.frame, moved.is_instant), (still.frame, Some(true)));
    assert!(
        (moved.distance - still.distance).abs() < 1e-3 && (moved.seconds - still.seconds).abs() < 3e-4,
        "{moved:?}"
    );
    assert!(moved.vertices.abs_diff(still.vertices) < still.vertices / 20, "{} {}", moved.vertices, still.vertices);
}

#[test]
fn signs_change_where_the_skin_flips_and_nowhere_else() {
    let model = twisted_beyond_half_a_turn();
    let modes = [Antipodality::PerVertex, Antipodality::RunningSum, Antipodality::None];
    let skins = modes.map(|mode| SkinningSettings { chosen_antipodality: Some(mode), ..settings(SkinningMethod::Dqs) });
    let found = check(&model, &skins, &[]);
    let blended = model.primitives[0].influences.iter().filter(|of| of.len() == 2 && of[1].weight > 1e-3).count();
    for (skin, mode) in found.skins.iter().zip(modes) {
        let changed: Vec<usize> = skin.frames.iter().map(|frame| frame.signs_changed.unwrap()).collect();
        let expected: Vec<usize> = (0..24).map(|frame| if frame == 14 { blended } else { 0 }).collect();
        assert_eq!(changed, expected, "{mode:?}");
        assert_eq!(skin.most_signs_changed(), Some((blended, 14)));
    }
    let linear = check(&model, &[settings(SkinningMethod::Lbs)], &[]);
    assert!(linear.skins[0].frames.iter().all(|frame| frame.signs_changed.is_none()));
}

#[test]
fn the_worst_frame_is_the_one_that_is_twisted_most() {
    let found = check(&twisted_beyond_half_a_turn(), &[settings(SkinningMethod::Lbs)], &[Figure::Volume]);
    let skin = &found.skins[0];
    let worst = skin.worst(StressMeasure::Collapse).unwrap();
    // Linear blending leaves the cosine of half the angle. The frame at 0.4667 s is at 186.7 degrees, that at 0.4333 s at
    // 173.3.
    let cosine = |degrees: f64| (degrees / 2.0).to_radians().cos().abs();
    assert!(worst.frame == 13 || worst.frame == 14, "{worst:?}");
    assert!((worst.over_rest - cosine(173.33)).abs() < 5e-3, "{worst:?} {}", cosine(173.33));
    assert_eq!((worst.node, skin.ranked(StressMeasure::Collapse)[0]), (1, worst));
    for (frame, &seconds) in skin.frames.iter().zip(&found.seconds) {
        let collapse = frame.worst[StressMeasure::Collapse as usize].unwrap();
        let expected = cosine(f64::from(400.0 * seconds));
        assert!((collapse.over_rest - expected).abs() < 5e-3, "{} {expected} at {seconds}", collapse.over_rest);
    }
    let volumes: Vec<f64> = skin.frames.iter().map(|frame| frame.values[0].unwrap()).collect();
    assert!((volumes[0] - 1.0).abs() < 1e-9 && volumes[13] < 0.75, "{volumes:?}");
}

#[test]
fn costly_figures_are_measured_in_some_frames() {
    let figures = [Figure::Flipped, Figure::SelfIntersections];
    let found = check(&twisted_beyond_half_a_turn(), &[settings(SkinningMethod::Lbs)], &figures);
    let with = |column: usize| {
        let frames = found.skins[0].frames.iter().enumerate().filter(|(_, frame)| frame.values[column].is_some());
        frames.map(|(index, _)| index).collect::<Vec<_>>()
    };
    assert_eq!((with(0).len(), with(1), found.costly_frames), (24, vec![0, 8, 16], 3));
}

#[test]
fn a_curve_that_takes_the_long_way_snaps() {
    let still = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    // From no turn to one of 10 degrees, the long way: its quaternion is stored with the other sign.
    let keys = [(0.0, Quat::IDENTITY), (0.5, -about_x(10.0))];
    let values = keys.iter().flat_map(|(_, turn)| [still, *turn, still]).collect();
    let times = keys.iter().map(|(time, _)| *time).collect();
    let channel = Channel::new(1, Interpolation::CubicSpline, times, ChannelValues::Rotation(values)).unwrap();
    let found = check(&tube(channel), &[settings(SkinningMethod::Lbs)], &[]);
    let [snap] = found.snaps[..] else { panic!("{:?}", found.snaps) };
    assert!(snap.node == 1 && (snap.seconds - 0.25).abs() < 0.04 && snap.degrees > 120.0, "{snap:?}");
    // What moves with its joints does not flip.
    assert!(found.skins[0].flips.is_empty());
}

#[test]
fn keys_that_are_wrong_by_a_turn_snap_and_wheels_and_held_keys_do_not() {
    let snaps = |interpolation, degrees: &dyn Fn(u32) -> f32| {
        let keys: Vec<(f32, Quat)> = (0..12).map(|key| (key as f32 / 30.0, about_x(degrees(key)))).collect();
        check(&tube(turning(interpolation, &keys)), &[settings(SkinningMethod::Lbs)], &[]).snaps
    };
    let jump = |key: u32| if key < 6 { key as f32 } else { 200.0 + key as f32 };
    let [snap] = snaps(Interpolation::Linear, &jump)[..] else { panic!("one jump") };
    assert!(
        (snap.degrees - 159.0).abs() < 0.1
            && (snap.end_seconds - 0.2).abs() < 1e-6
            && (snap.seconds - 5.5 / 30.0).abs() < 1e-6,
        "{snap:?}"
    );
    assert!(snaps(Interpolation::Linear, &|key| 80.0 * key as f32).is_empty(), "a wheel");
    assert!(snaps(Interpolation::Linear, &|key| 10.0 * key as f32).is_empty(), "slow");
    assert!(snaps(Interpolation::Step, &jump).is_empty(), "held keys");
    // Whatever the frames are.
    let keys: Vec<(f32, Quat)> = (0..12).map(|key| (key as f32 / 30.0, about_x(jump(key)))).collect();
    let model = tube(turning(Interpolation::Linear, &keys));
    let (rest, overrides) = (RestSkin::of(&model), PoseOverrides::default());
    let skins = [StressSkin { settings: settings(SkinningMethod::Lbs), centers: &[] }];
    let checker = ClipChecker::new(&model, &rest, &skins);
    for frames_per_second in [2.0, 120.0] {
        let overrides = &overrides;
        let request =
            ClipRequest { clip: 0, overrides, frames_per_second, figures: &[], costly_frames: 0, counts_signs: false };
        let [same] = checker.check(&request, &Progress::default()).unwrap().snaps[..] else { panic!("one jump") };
        assert!(same.seconds == snap.seconds && (same.degrees - snap.degrees).abs() < 1e-3, "{frames_per_second}");
    }
}

#[test]
fn what_morph_targets_do_is_left_out() {
    let mut model = two_joint_tube();
    let primitive = Arc::make_mut(&mut model.primitives[0]);
    let base: Vec<(Vec3, Vec3)> = primitive.positions.iter().copied().zip(primitive.normals.iter().copied()).collect();
    // It thickens the tube.
    let out = |vertex: u32| {
        let position = base[vertex as usize].0.with_x(0.0);
        (vertex, MorphDelta { target: 0, position, normal: Vec3::ZERO })
    };
    let deltas: Vec<(u32, MorphDelta)> = (0..base.len() as u32).map(out).collect();
    primitive.morphs = Some(Arc::new(MorphDeltas::new(base, &deltas).unwrap()));
    let mut nodes = model.skeleton.nodes().to_vec();
    nodes[0].morph_targets = vec![crate::model::MorphTarget { name: "up".to_owned(), rest_weight: 0.0 }];
    model.skeleton = crate::model::Skeleton::new(nodes).unwrap();
    let values = ChannelValues::MorphWeights { first: 0, targets: 1, weights: vec![0.0, 1.0] };
    let channel = Channel::new(0, Interpolation::Step, vec![0.0, 0.1], values).unwrap();
    model.clips = Arc::new(vec![Clip::new("up".to_owned(), vec![channel])]);
    let found = check(&model, &[settings(SkinningMethod::Dqs)], &[]);
    assert_eq!(found.seconds.len(), 4);
    assert!(found.skins[0].flips.is_empty(), "{:?}", found.skins[0].flips);
    let stretched = found.skins[0].worst(StressMeasure::Stretch).unwrap();
    assert!((stretched.over_rest - 1.0).abs() < 1e-6, "the shape is that at rest: {stretched:?}");
}

#[test]
fn what_methods_move_without_the_stretch_of_joints_does_not_flip() {
    let mut model = tube(turning(Interpolation::Linear, &[(0.0, about_x(0.0)), (0.1, Quat::from_rotation_z(0.9))]));
    // The end is small: linear blending hardly moves what the rigid part of the joint moves far.
    let scales = ChannelValues::Scale(vec![Vec3::splat(0.1), Vec3::splat(0.1)]);
    let scaled = Channel::new(1, Interpolation::Linear, vec![0.0, 0.1], scales).unwrap();
    let turned = model.clips[0].channels[0].clone();
    model.clips = Arc::new(vec![Clip::new("small".to_owned(), vec![turned, scaled])]);
    let found = check(&model, &[SkinningMethod::Dqs, SkinningMethod::TwoPhaseDqs].map(settings), &[]);
    assert!(found.skins.iter().all(|skin| skin.flips.is_empty()), "{:?}", found.skins[0].flips);
}

#[test]
fn what_is_canceled_or_not_there_has_no_result() {
    let model = twisted_beyond_half_a_turn();
    let rest = RestSkin::of(&model);
    let skins = [StressSkin { settings: settings(SkinningMethod::Lbs), centers: &[] }];
    let overrides = &PoseOverrides::default();
    let request = ClipRequest {
        clip: 0,
        overrides,
        frames_per_second: 30.0,
        figures: &[],
        costly_frames: 0,
        counts_signs: false,
    };
    let checker = ClipChecker::new(&model, &rest, &skins);
    assert!(checker.check(&ClipRequest { clip: 1, ..request }, &Progress::default()).is_none());
    let canceled = Progress::default();
    canceled.cancel();
    assert!(checker.check(&request, &canceled).is_none());
}
