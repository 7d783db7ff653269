use super::*;
use crate::measure::test_shapes::{Shape, skinned_model};
use crate::model::{Influence, Model, Pose};
use crate::skinning::deform_linear;
use glam::Vec3;

const ROOT: u32 = 0;
const MID: u32 = 1;

fn shape(positions: &[[f32; 2]], triangles: &[[u32; 3]]) -> Shape {
    Shape {
        positions: positions.iter().map(|[x, y]| Vec3::new(*x, *y, 0.0)).collect(),
        normals: vec![Vec3::Z; positions.len()],
        triangles: triangles.to_vec(),
    }
}

fn edited(model: &Model, edits: &[WeightEdit]) -> EditedWeights {
    with_weight_edits(model, edits).unwrap()
}

fn weight(model: &Model, primitive: usize, vertex: usize, joint: u32) -> f32 {
    let of_joint = |influence: &&Influence| influence.joint == joint;
    model.primitives[primitive].influences.of(vertex).iter().find(of_joint).map_or(0.0, |found| found.weight)
}

fn weights(model: &Model, primitive: usize, joint: u32) -> Vec<f32> {
    let count = model.primitives[primitive].influences.vertex_count();
    (0..count).map(|vertex| weight(model, primitive, vertex, joint)).collect()
}

/// The joints of [`two_triangles`], where `weight_of_mid` says how much follows the second.
fn two_joints(shapes: &[Shape], weight_of_mid: impl Fn(Vec3) -> f32) -> Model {
    let joints = [("root", None, Vec3::ZERO), ("mid", Some(0), Vec3::X)];
    skinned_model(shapes, &joints, |at| vec![1.0 - weight_of_mid(at), weight_of_mid(at)])
}

/// A square of two triangles, which a seam divides along its diagonal. Only the last corner follows `mid`.
fn two_triangles() -> Model {
    let [below, above] = [[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]];
    let shapes = [below, above].map(|corners| shape(&corners, &[[0, 1, 2]]));
    two_joints(&shapes, |at| if at.x + at.y > 1.5 { 1.0 } else { 0.0 })
}

#[test]
fn a_step_of_smoothing_goes_halfway_to_the_neighbors_and_opens_no_seam() {
    let model = two_triangles();
    let once = edited(&model, &[WeightEdit::Smooth { joint: MID, times: 1 }]);
    let sixth = 1.0 / 6.0;
    // The corner in front has only neighbors that follow the root alone. Those on the seam have three.
    for (primitive, expected) in [(0, [0.0, sixth, sixth]), (1, [sixth, 0.5, sixth])] {
        let found = weights(&once.model, primitive, MID);
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} {expected:?}");
    }
    assert_eq!(once.counts, [EditCount { changed: 5, not_found: 0 }]);
    assert_eq!(once.model.primitives[0].influences.of(1), once.model.primitives[1].influences.of(0));
    // The weight of the root is the rest.
    assert!((weight(&once.model, 1, 1, ROOT) - 0.5).abs() < 1e-6);
    let step = WeightEdit::Smooth { joint: MID, times: 1 };
    let [twice, by_count] = [&[step; 2][..], &[WeightEdit::Smooth { joint: MID, times: 2 }]];
    let [twice, by_count] = [twice, by_count].map(|edits| edited(&model, edits).model);
    assert_eq!(twice.primitives[1].influences, by_count.primitives[1].influences);
    // Second step: the corner in front has the mean of both neighbors, a sixth.
    assert!((weight(&twice, 0, 0, MID) - sixth / 2.0).abs() < 1e-6);
}

#[test]
fn surfaces_that_touch_are_smoothed_apart() {
    // Lips: two triangles at the same positions, one for each joint.
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let positions: Vec<[f32; 2]> = corners.into_iter().chain(corners).collect();
    let mut model = two_joints(&[shape(&positions, &[[0, 1, 2], [3, 4, 5]])], |_| 0.0);
    let lists = |vertex: u32| (vertex, vec![Influence { joint: MID, weight: 1.0 }]);
    let primitive = std::sync::Arc::make_mut(&mut model.primitives[0]);
    primitive.influences = primitive.influences.replaced(&[3, 4, 5].map(lists), 2).unwrap();
    let smoothed = edited(&model, &[WeightEdit::Smooth { joint: MID, times: 10 }]);
    assert_eq!(smoothed.counts[0].changed, 0);
}

#[test]
fn smoothing_ends_at_even_weights_and_stays_within_a_set() {
    let model = two_triangles();
    let even = edited(&model, &[WeightEdit::Smooth { joint: MID, times: MOST_SMOOTH_TIMES }]).model;
    let first = weight(&even, 0, 0, MID);
    assert!(weights(&even, 1, MID).iter().all(|weight| (weight - first).abs() < 1e-4));
    // Six joints meet: a vertex keeps the four heaviest.
    let names = ["a", "b", "c", "d", "e", "f"];
    let joints = names.map(|name| (name, None, Vec3::ZERO));
    let hexagon: Vec<[f32; 2]> =
        (0..6).map(|corner| (corner as f32).to_radians() * 60.0).map(|turn| [turn.cos(), turn.sin()]).collect();
    let triangles: Vec<[u32; 3]> = (1..5).map(|corner| [0, corner, corner + 1]).collect();
    let model = skinned_model(&[shape(&hexagon, &triangles)], &joints, |at| {
        let corner = (at.y.atan2(at.x).to_degrees() / 60.0).round().rem_euclid(6.0) as usize;
        (0..6).map(|joint| if joint == corner { 1.0 } else { 0.0 }).collect()
    });
    let smoothed = edited(&model, &[WeightEdit::Smooth { joint: 0, times: 3 }]).model;
    assert_eq!(smoothed.max_influences(), 4);
}

/// Vertices with the weights 0.6, 0.37 and 0.03 of three joints, one that follows the second joint alone, and one that
/// does not follow it.
fn three_weights() -> Model {
    let joints = ["a", "b", "c"].map(|name| (name, None, Vec3::ZERO));
    skinned_model(&[shape(&[[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]], &[[0, 1, 2]])], &joints, |at| match at.x {
        0.0 => vec![0.37, 0.6, 0.03],
        1.0 => vec![0.0, 1.0, 0.0],
        _ => vec![0.97, 0.0, 0.03],
    })
}

#[test]
fn small_influences_are_pruned_where_the_joint_is_followed() {
    let model = three_weights();
    let prune = |joint, percent| edited(&model, &[WeightEdit::Prune { joint, percent }]);
    let pruned = prune(1, 5.0);
    let [b, a] = [0.6 / 0.97, 0.37 / 0.97];
    let found = pruned.model.primitives[0].influences.of(0);
    assert!(found.len() == 2 && (found[0].weight - b).abs() < 1e-6 && (found[1].weight - a).abs() < 1e-6);
    assert_eq!((weight(&pruned.model, 0, 2, 2), pruned.counts[0].changed), (0.03, 1), "only the zone");
    assert_eq!(prune(1, 2.0).counts[0].changed, 0);
    // The heaviest stays, though 37% and 60% are all it has.
    assert_eq!(weights(&prune(0, 50.0).model, 0, 1), [1.0, 1.0, 0.0]);
}

#[test]
fn vertices_are_limited_in_the_zone_or_everywhere() {
    let model = three_weights();
    let limit = |joint, count| edited(&model, &[WeightEdit::Limit { joint, count }]);
    assert_eq!(limit(None, 1).counts[0].changed, 2);
    assert_eq!(limit(None, 1).model.max_influences(), 1);
    let two = limit(Some(1), 2);
    assert_eq!((two.counts[0].changed, two.model.primitives[0].influences.of(0).len()), (1, 2));
    assert_eq!(two.model.primitives[0].influences.of(2), model.primitives[0].influences.of(2));
    assert_eq!(limit(Some(1), 3).counts[0].changed, 0);
}

/// A strip along x from -2 to 2 in steps of `step`, with its joints in the middle and on both sides.
fn strip(weights: impl Fn(f32) -> [f32; 3]) -> Model {
    let columns: Vec<f32> = (0..=16).map(|column| column as f32 / 4.0 - 2.0).collect();
    let positions: Vec<[f32; 2]> = columns.iter().flat_map(|x| [[*x, 0.0], [*x, 1.0]]).collect();
    let quad = |column: u32| [[0, 2, 1], [1, 2, 3]].map(|corners| corners.map(|corner| corner + 2 * column));
    let triangles: Vec<[u32; 3]> = (0..16).flat_map(quad).collect();
    let joints = [("spine", None, Vec3::ZERO), ("arm.L", Some(0), Vec3::X), ("arm.R", Some(0), -Vec3::X)];
    skinned_model(&[shape(&positions, &triangles)], &joints, |at| weights(at.x).to_vec())
}

/// Weights that grow from `from` to one over a unit.
fn ramp(x: f32, from: f32) -> f32 {
    (x - from).clamp(0.0, 1.0)
}

/// Column and weight of a joint on the side of another joint, at mirrored positions.
fn is_symmetric(model: &Model) -> bool {
    let count = model.primitives[0].positions.len();
    let mirrored = |vertex: usize| count - 2 - vertex / 2 * 2 + vertex % 2;
    (0..count).all(|vertex| {
        let pairs = [(0, 0), (1, 2), (2, 1)];
        pairs.iter().all(|&(a, b)| (weight(model, 0, vertex, a) - weight(model, 0, mirrored(vertex), b)).abs() < 1e-5)
    })
}

#[test]
fn a_side_is_copied_to_the_other() {
    // The right arm has a hard edge.
    let hard = |x: f32| if x < -1.1 { 1.0 } else { 0.0 };
    let model = strip(|x| [1.0 - ramp(x, 0.5) - hard(x), ramp(x, 0.5), hard(x)]);
    assert!(!is_symmetric(&model));
    let mirrored = edited(&model, &[WeightEdit::Mirror { joint: 1 }]);
    assert!(is_symmetric(&mirrored.model));
    assert_eq!(weights(&mirrored.model, 0, 1), weights(&model, 0, 1), "the side that is copied stays");
    // Columns -1.25, -1, and -0.75 have other weights now, of two vertices each.
    assert_eq!(mirrored.counts, [EditCount { changed: 6, not_found: 0 }]);
    let again = edited(&mirrored.model, &[WeightEdit::Mirror { joint: 1 }, WeightEdit::Mirror { joint: 2 }]);
    assert!(again.counts.iter().all(|count| count.changed == 0), "{:?}", again.counts);
    let other_way = edited(&model, &[WeightEdit::Mirror { joint: 2 }]).model;
    assert!(is_symmetric(&other_way) && weights(&other_way, 0, 2) == weights(&model, 0, 2));
}

#[test]
fn a_joint_in_the_middle_takes_its_left_half() {
    // The left arm reaches the middle column, where it has a tenth.
    let model = strip(|x| {
        let (left, right) = (ramp(x, -0.1), ramp(-x, 0.5));
        [1.0 - left.max(right), if left >= right { left } else { 0.0 }, if left < right { right } else { 0.0 }]
    });
    let mirrored = edited(&model, &[WeightEdit::Mirror { joint: 0 }]).model;
    assert!(is_symmetric(&mirrored));
    let middle = 16;
    assert!((weight(&mirrored, 0, middle, 1) - 0.05).abs() < 1e-6, "the mean of both sides");
    assert!((weight(&mirrored, 0, middle, 2) - 0.05).abs() < 1e-6);
    assert_eq!(weights(&mirrored, 0, 1)[18..], weights(&model, 0, 1)[18..]);
}

#[test]
fn what_has_no_other_side_keeps_its_weights() {
    let model = strip(|x| [1.0 - ramp(x, 0.5) - ramp(-x, 0.25), ramp(x, 0.5), ramp(-x, 0.25)]);
    // Without the left half beyond 1, vertices of the right arm find nothing.
    let mut halved = model.clone();
    let primitive = std::sync::Arc::make_mut(&mut halved.primitives[0]);
    primitive.indices.truncate(12 * 6);
    let mirrored = edited(&halved, &[WeightEdit::Mirror { joint: 1 }]);
    // Columns from -1.25 to -2 follow the right arm.
    assert_eq!(mirrored.counts[0].not_found, 8);
    assert_eq!(weights(&mirrored.model, 0, 2)[..8], weights(&model, 0, 2)[..8]);
}

#[test]
fn errors_name_the_joint() {
    let error = |model: &Model, edit| with_weight_edits(model, &[edit]).unwrap_err().to_string();
    let strip = strip(|_| [1.0, 0.0, 0.0]);
    assert_eq!(error(&strip, WeightEdit::Mirror { joint: 9 }), "there is no node #9");
    assert!(error(&two_triangles(), WeightEdit::Mirror { joint: MID }).ends_with("nothing to mirror: mid"));
    let mut unskinned = strip.clone();
    unskinned.skins[0].joints.truncate(2);
    assert!(error(&unskinned, WeightEdit::Limit { joint: Some(2), count: 1 }).ends_with("no weights to edit: arm.R"));
}

#[test]
fn edits_of_the_bundled_models_keep_all_but_weights() {
    for (name, joint) in [("mannequin", "forearm.L"), ("mannequin", "spine_1"), ("hand", "index_2"), ("bar", "mid")] {
        let model = crate::import::bundled_model(name);
        let Ok(joint) = model.skeleton.find(joint) else { panic!("{name} has no {joint}") };
        let edits = [
            WeightEdit::Smooth { joint, times: 3 },
            WeightEdit::Prune { joint, percent: 4.0 },
            WeightEdit::Mirror { joint },
            WeightEdit::Limit { joint: None, count: 2 },
        ];
        let edits = if name == "mannequin" { edits.to_vec() } else { vec![edits[0], edits[1], edits[3]] };
        let all = edited(&model, &edits).model;
        let one_by_one = edits.iter().fold(Model::clone(&model), |model, edit| edited(&model, &[*edit]).model);
        let mut changed = 0;
        for ((before, after), other) in model.primitives.iter().zip(&all.primitives).zip(&one_by_one.primitives) {
            assert_eq!((&before.positions, &before.indices), (&after.positions, &after.indices));
            assert_eq!(after.influences, other.influences, "{name}: the edits one after another");
            changed += before.influences.iter().zip(after.influences.iter()).filter(|(a, b)| a != b).count();
            let sums = after.influences.iter().map(|list| list.iter().map(|influence| influence.weight).sum::<f32>());
            assert!(sums.into_iter().all(|sum| (sum - 1.0).abs() < 1e-5));
        }
        assert!(changed > 0 && all.max_influences() <= 2, "{name}: {changed}");
        let rest = |model: &Model| deform_linear(model, &Pose::rest(&model.skeleton), Default::default());
        let distances = rest(&model).into_iter().flatten().zip(rest(&all).into_iter().flatten());
        let largest = distances.map(|(a, b)| a.position.distance(b.position)).fold(0.0, f32::max);
        assert!(largest < 1e-5 * model.rest_bounds().extent(), "{name} moves by {largest}");
    }
}

/// The mannequin is symmetric, so mirroring changes no more than its file was rounded by.
#[test]
fn a_symmetric_model_stays_as_it_is() {
    let model = crate::import::bundled_model("mannequin");
    for name in ["forearm.L", "thigh.R", "spine_1", "head"] {
        let joint = model.skeleton.find(name).unwrap();
        let mirrored = edited(&model, &[WeightEdit::Mirror { joint }]);
        assert_eq!(mirrored.counts[0].not_found, 0, "{name}");
        for (before, after) in model.primitives.iter().zip(&mirrored.model.primitives) {
            for (before, after) in before.influences.iter().zip(after.influences.iter()) {
                for influence in before {
                    let now = after.iter().find(|other| other.joint == influence.joint).map_or(0.0, |i| i.weight);
                    assert!((now - influence.weight).abs() < 0.01, "{name}: {before:?} {after:?}");
                }
            }
        }
    }
}

#[test]
fn names_become_joints_and_names_again() {
    let model = strip(|_| [1.0, 0.0, 0.0]);
    for text in ["smooth:arm.L:2", "prune:spine:5", "limit:3", "limit:arm.R:4", "mirror:arm.R"] {
        let edit: WeightEdit<String> = text.parse().unwrap();
        let found = edit.found_in(&model.skeleton).unwrap();
        assert_eq!(found.named(&model.skeleton).to_string(), text);
    }
    let missing: WeightEdit<String> = "mirror:arm.l".parse().unwrap();
    assert!(missing.found_in(&model.skeleton).unwrap_err().to_string().contains("arm.L"));
}
