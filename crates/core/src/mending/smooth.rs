//! Smoothing of weights along the surface.

use super::weighted_skin::{NodeWeight, WeightedSkin, add, heaviest};
use crate::model::Model;
use rustc_hash::FxHashMap;

/// The part of the way to the mean of the neighbors in one step. With more, weights that alternate from vertex to vertex
/// would change sides in every step instead of vanishing.
const PART: f64 = 0.5;

/// Differences of weights below this are rounding.
const ROUNDING: f64 = 1e-6;

/// Vertices at one position whose weights differ by less are one vertex that a seam has split. Others belong to two
/// surfaces that touch, such as closed lips.
const SAME_WEIGHTS: f64 = 0.02;

/// The model after some steps of smoothing around a joint.
pub(super) fn smoothed(model: &Model, joint: u32, times: u32) -> Model {
    let places = Places::of(&WeightedSkin::of(model));
    let mut smoothed = model.clone();
    for _ in 0..times {
        let skin = WeightedSkin::of(&smoothed);
        let changes = step(&skin, &places, joint);
        if changes.is_empty() {
            break;
        }
        smoothed = skin.with_weights(changes);
    }
    smoothed
}

/// For each vertex, the first vertex at the same position.
struct Places(Vec<u32>);

impl Places {
    fn of(skin: &WeightedSkin<'_>) -> Self {
        let mut firsts: FxHashMap<[u64; 3], u32> = FxHashMap::default();
        // Adding zero makes -0 and 0 equal.
        let key = |position: &glam::DVec3| (*position + 0.0).to_array().map(f64::to_bits);
        let place = |(vertex, position): (u32, &glam::DVec3)| *firsts.entry(key(position)).or_insert(vertex);
        Self((0..).zip(&skin.positions).map(place).collect())
    }

    /// For each vertex, the first vertex of which a seam has split it.
    fn welded(&self, skin: &WeightedSkin<'_>) -> Vec<u32> {
        // Where surfaces touch: the first vertices of the others than the first.
        let mut touching: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut welded = Vec::with_capacity(self.0.len());
        for (vertex, &first) in (0..).zip(&self.0) {
            let others = || touching.get(&first).into_iter().flatten().copied();
            let found = std::iter::once(first).chain(others()).find(|&other| {
                other == vertex || {
                    let (mut own, mut there) = (Vec::new(), Vec::new());
                    own.extend(skin.weights(vertex));
                    there.extend(skin.weights(other));
                    are_near(&own, &there)
                }
            });
            if found.is_none() {
                touching.entry(first).or_default().push(vertex);
            }
            welded.push(found.unwrap_or(vertex));
        }
        welded
    }
}

fn are_near(a: &[NodeWeight], b: &[NodeWeight]) -> bool {
    let in_b = |node: u32| b.iter().filter(|(other, _)| *other == node).map(|(_, weight)| weight).sum::<f64>();
    let covered = |node: u32| a.iter().any(|(other, _)| *other == node);
    a.iter().all(|(node, weight)| (weight - in_b(*node)).abs() < SAME_WEIGHTS)
        && b.iter().all(|(node, weight)| covered(*node) || weight.abs() < SAME_WEIGHTS)
}

/// The changes of one step.
fn step(skin: &WeightedSkin<'_>, places: &Places, joint: u32) -> Vec<(u32, Vec<NodeWeight>)> {
    let weights = skin.weights_of_joint(joint);
    let welded = places.welded(skin);
    let mut changes = vec![false; weights.len()];
    let triangles = || skin.triangles.iter().map(|triangle| triangle.map(|vertex| welded[vertex as usize]));
    for triangle in triangles() {
        for [a, b] in edges(triangle) {
            if (weights[a as usize] - weights[b as usize]).abs() > ROUNDING {
                (changes[a as usize], changes[b as usize]) = (true, true);
            }
        }
    }
    let mut neighbors: Vec<(u32, u32)> = Vec::new();
    for triangle in triangles() {
        for [a, b] in edges(triangle).into_iter().filter(|[a, b]| a != b) {
            neighbors.extend(changes[a as usize].then_some((a, b)));
            neighbors.extend(changes[b as usize].then_some((b, a)));
        }
    }
    neighbors.sort_unstable();
    neighbors.dedup();
    let mut split: Vec<(u32, u32)> = (0..).zip(&welded).map(|(vertex, &first)| (first, vertex)).collect();
    split.retain(|(first, vertex)| first != vertex);
    split.sort_unstable();
    let means: FxHashMap<u32, Vec<NodeWeight>> =
        neighbors.chunk_by(|(a, _), (b, _)| a == b).map(|group| (group[0].0, mean(skin, &split, group))).collect();
    let blend = |(vertex, first): (u32, &u32)| {
        let mean = means.get(first)?;
        let mut blended: Vec<NodeWeight> =
            skin.weights(vertex).map(|(node, weight)| (node, weight * (1.0 - PART))).collect();
        mean.iter().for_each(|&(node, weight)| add(&mut blended, (node, weight * PART)));
        Some((vertex, heaviest(blended, skin.most_influences)))
    };
    (0..).zip(&welded).filter_map(blend).collect()
}

fn edges([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// The mean of the neighbors of a vertex, which are the second of each pair. What a seam has split counts once.
fn mean(skin: &WeightedSkin<'_>, split: &[(u32, u32)], neighbors: &[(u32, u32)]) -> Vec<NodeWeight> {
    let mut mean = Vec::new();
    for &(_, neighbor) in neighbors {
        let start = split.partition_point(|(first, _)| *first < neighbor);
        let others = split[start..].iter().take_while(|(first, _)| *first == neighbor);
        let copies: Vec<u32> = std::iter::once(neighbor).chain(others.map(|(_, vertex)| *vertex)).collect();
        let part = 1.0 / (neighbors.len() * copies.len()) as f64;
        for copy in copies {
            skin.weights(copy).for_each(|(node, weight)| add(&mut mean, (node, weight * part)));
        }
    }
    mean
}
