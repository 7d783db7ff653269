//! q and -q: Kavan 2008, section 4.1, lemma 5, equation 16, figures 20 and 22; section 6 for counted turns.

use super::{bundled, largest_distance, turn};
use crate::properties::Random;
use crate::reference::joints::Joint;
use crate::reference::quaternion::{self, Quaternion, dot, length, scaled, sum};
use crate::reference::{self, Settings, signs};
use glam::DVec3;
use skinscope::model::{Model, Pose};
use skinscope::skinning::Antipodality;

fn joints(turns: &[Quaternion]) -> Vec<Joint> {
    turns.iter().map(|&turn| Joint::rigid(turn, DVec3::ZERO, DVec3::ZERO)).collect()
}

/// Equation 16: no two of the signed quaternions are more than a right angle apart.
fn is_valid(turns: &[Quaternion], signs: &[f64]) -> bool {
    (0..turns.len()).all(|h| (0..h).all(|i| signs[h] * signs[i] * dot(turns[h], turns[i]) >= 0.0))
}

/// Lemma 5 by brute force: wherever some choice of signs is valid, algorithm 2 finds one.
#[test]
fn algorithm_2_finds_a_valid_sequence_whenever_there_is_one() {
    let mut random = Random(61);
    for count in 2..=6 {
        let (mut solvable, mut hopeless) = (0, 0);
        for round in 0..4000 {
            // Uniform rotations seldom have a valid sequence where there are many: half of them stay closer.
            let turns: Vec<Quaternion> = if round % 2 == 0 {
                (0..count).map(|_| random.rotation()).collect()
            } else {
                let center = random.rotation();
                (0..count).map(|_| quaternion::multiply(random.turn_under(1.8), center)).collect()
            };
            let turns: Vec<Quaternion> =
                turns.iter().map(|q| scaled(*q, f64::from(random.next() as u8 & 1) * 2.0 - 1.0)).collect();
            let exists = (0..1u32 << count).any(|bits| {
                let signs: Vec<f64> = (0..count).map(|k| if bits >> k & 1 == 1 { -1.0 } else { 1.0 }).collect();
                is_valid(&turns, &signs)
            });
            let influences: Vec<(usize, f64)> = (0..count).map(|joint| (joint, 1.0 / count as f64)).collect();
            let (found, _) = signs::choose(&influences, &joints(&turns), Antipodality::PerVertex);
            assert_eq!(is_valid(&turns, &found), exists, "{turns:?}");
            if exists {
                solvable += 1;
            } else {
                hopeless += 1;
            }
        }
        println!("{count} joints: {solvable} sets have a valid sequence and it is found, {hopeless} have none");
        assert!(solvable > 100 && (count == 2 || hopeless > 100));
    }
}

fn blend_length(turns: &[Quaternion], weights: &[f64], mode: Antipodality) -> f64 {
    let influences: Vec<(usize, f64)> = weights.iter().copied().enumerate().collect();
    let (signs, _) = signs::choose(&influences, &joints(turns), mode);
    let blended = (0..turns.len()).fold(quaternion::ZERO, |all, k| sum(all, scaled(turns[k], signs[k] * weights[k])));
    length(blended)
}

/// DESIGN, "Correctness", 3: with weights that fall and are not negative, signs against the heaviest keep the blend at
/// least 1/n long, because the heaviest weighs at least 1/n and nothing pulls against it; the running sum keeps it
/// 1/sqrt(n) long, because every step adds at least the square of its weight.
#[test]
fn blended_quaternions_keep_their_length() {
    let mut random = Random(62);
    for count in 2..=8usize {
        let n = count as f64;
        let (mut per_vertex, mut running_sum, mut none) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
        for round in 0..6000 {
            let weights = if round % 3 == 0 { vec![1.0 / n; count] } else { random.weights(count) };
            let mut turns: Vec<Quaternion> = (0..count).map(|_| random.rotation()).collect();
            if round % 2 == 1 {
                // The worst case for the heaviest: all others across it, and against one another.
                for k in 1..count {
                    let across = sum(turns[k], scaled(turns[0], -dot(turns[k], turns[0]) * (1.0 - 1e-9)));
                    turns[k] = quaternion::normalized(across);
                    if k % 2 == 0 {
                        let push = sum(scaled(turns[k - 1], -1.0), scaled(turns[0], 2e-7));
                        turns[k] = quaternion::normalized(push);
                    }
                }
            }
            if round % 3 == 0 && round % 2 == 0 {
                // The worst case for the running sum: each across what there is already.
                let mut all = turns[0];
                for turn in &mut turns[1..] {
                    *turn = quaternion::normalized(sum(*turn, scaled(all, -dot(*turn, all) / dot(all, all))));
                    let sign = if dot(*turn, all) < 0.0 { -1.0 } else { 1.0 };
                    all = sum(all, scaled(*turn, sign));
                }
            }
            per_vertex = per_vertex.min(blend_length(&turns, &weights, Antipodality::PerVertex));
            running_sum = running_sum.min(blend_length(&turns, &weights, Antipodality::RunningSum));
            none = none.min(blend_length(&turns, &weights, Antipodality::None));
        }
        println!(
            "{count} joints: per-vertex {per_vertex:.4} >= 1/n = {:.4}, running-sum {running_sum:.4} >= 1/sqrt(n) = \
             {:.4}, none {none:.4}",
            1.0 / n,
            1.0 / n.sqrt()
        );
        assert!(per_vertex >= 1.0 / n - 1e-12 && running_sum >= 1.0 / n.sqrt() - 1e-12);
        // The bounds are tight, and without signs there is none.
        assert!(running_sum < 1.0001 / n.sqrt() && none < running_sum);
        assert!(count % 2 == 0 || per_vertex < 1.01 / n, "{count}: {per_vertex}");
    }
}

fn twisted(model: &Model, degrees: f32) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    turn(model, &mut pose, "mid", [degrees, 0.0, 0.0]);
    pose
}

fn skin(model: &Model, degrees: f32, mode: Antipodality) -> Vec<DVec3> {
    let settings = Settings { antipodality: mode, ..Settings::new("dqs") };
    reference::deform(model, &twisted(model, degrees), settings).iter().map(|vertex| vertex.position).collect()
}

/// Figure 20: between 179 and 181 degrees the shorter way changes, and the skin jumps; in the middle of the blend by
/// nearly the diameter. The jump is at 180 degrees for both modes of the vertex loop, and nowhere else.
#[test]
fn figure_20_the_skin_jumps_between_179_and_181_degrees() {
    let model = bundled("bar");
    let radius = 0.2;
    for mode in [Antipodality::PerVertex, Antipodality::RunningSum, Antipodality::PerBone, Antipodality::None] {
        let step = |from: f32, to: f32| largest_distance(skin(&model, from, mode), skin(&model, to, mode)) / radius;
        let (before, across, after) = (step(177.0, 179.0), step(179.0, 181.0), step(181.0, 183.0));
        println!("{}: 177 to 179 {before:.3}, 179 to 181 {across:.3}, 181 to 183 {after:.3} radii", mode.id());
        assert!(across > 1.9 && before < 0.1 && after < 0.1);
    }
    // At the jump every vertex goes from its blend to the mirrored one: a vertex with weight w on the bent side turns
    // by 2 atan2(w sin 90, 1 - w + w cos 90) on one side and by as much backwards on the other.
    let (near, far) = (skin(&model, 179.999, Antipodality::PerVertex), skin(&model, 180.001, Antipodality::PerVertex));
    let primitive = model.skinned_primitives().next().unwrap();
    let bent =
        model.skins[0].joints.iter().position(|joint| joint.node == model.skeleton.find("mid").unwrap()).unwrap();
    for (vertex, (near, far)) in near.iter().zip(&far).enumerate() {
        let weight =
            primitive.influences.of(vertex).iter().find(|i| i.joint as usize == bent).map_or(0.0, |i| i.weight);
        let half_angle = f64::from(weight).atan2(1.0 - f64::from(weight));
        let rest = primitive.positions[vertex].as_dvec3() * DVec3::new(0.0, 1.0, 1.0);
        // The joint with full weight follows itself: its two blends are one.
        let expected = rest.length() * 2.0 * (2.0 * half_angle).sin().abs();
        assert!((near.distance(*far) - expected).abs() < 1e-4, "vertex {vertex}: {} {expected}", near.distance(*far));
    }
}

/// Section 6, "count the number of twists": from -350 to 350 degrees no step is longer than a blend of two turns that
/// are less than two full turns apart can make, whereas `per-vertex` jumps by the diameter.
#[test]
fn continuous_does_not_jump_from_minus_350_to_350() {
    let model = bundled("bar");
    let largest_step = |mode| {
        let poses: Vec<Vec<DVec3>> =
            (-350..=350).step_by(5).map(|degrees| skin(&model, degrees as f32, mode)).collect();
        poses
            .windows(2)
            .map(|pair| largest_distance(pair[0].iter().copied(), pair[1].iter().copied()))
            .fold(0.0, f64::max)
    };
    let (continuous, per_vertex) = (largest_step(Antipodality::Continuous), largest_step(Antipodality::PerVertex));
    println!("largest step in 5 degrees: continuous {continuous:.4}, per-vertex {per_vertex:.4}");
    assert!(continuous < 0.1 && per_vertex > 0.3);
}
