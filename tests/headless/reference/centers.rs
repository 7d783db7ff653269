//! Optimized centers of rotation as one plain sum: Le & Hodgins 2016, equations 1 and 4 and the subdivision of 3.2.

use glam::{DMat3, DVec3};
use rayon::prelude::*;
use skinscope::model::{Model, Primitive};
use std::collections::HashMap;

const SIGMA: f64 = 0.1;
const EPSILON: f64 = 0.1;

/// Weights of one point, ascending joints.
pub type Weights = Vec<(usize, f64)>;

struct Corner {
    position: DVec3,
    weights: Weights,
}

/// Data of a vertex at rest that `cor` and `cor-procrustes` need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Center {
    /// p*.
    pub point: DVec3,
    /// The second moments of the similar surface about p*, divided by their trace: Le & Hodgins 2016, section 5.
    pub covariance: DMat3,
}

/// A part of a triangle, as the integral takes it: equation 4.
pub struct Piece {
    pub area: f64,
    pub middle: DVec3,
    /// The middles of its edges: what is quadratic in the place has its mean over the triangle there.
    edges: [DVec3; 3],
    pub weights: Weights,
}

/// The center of every `stride`-th vertex of the skinned primitives, in node order; `None` where no triangle is
/// similar.
pub fn centers(model: &Model, stride: usize) -> Vec<Option<Center>> {
    let mut out = Vec::new();
    let mut pieces_of_skin: HashMap<u32, Vec<Piece>> = HashMap::new();
    for primitive in model.skinned_primitives() {
        let pieces = pieces_of_skin.entry(primitive.skin).or_insert_with(|| pieces(model, primitive.skin));
        let vertices: Vec<usize> = (0..primitive.positions.len()).step_by(stride).collect();
        out.par_extend(vertices.into_par_iter().map(|vertex| center(&weights(primitive, vertex), pieces)));
    }
    out
}

fn weights(primitive: &Primitive, vertex: usize) -> Weights {
    let mut weights: Weights =
        primitive.influences.of(vertex).iter().map(|i| (i.joint as usize, f64::from(i.weight))).collect();
    weights.sort_by_key(|&(joint, _)| joint);
    weights
}

/// All triangles of a skin, bisected until no edge is longer than epsilon in weight space.
pub fn pieces(model: &Model, skin: u32) -> Vec<Piece> {
    let mut done = Vec::new();
    for primitive in model.skinned_primitives().filter(|primitive| primitive.skin == skin) {
        for triangle in primitive.indices.as_chunks::<3>().0 {
            let corner = |&index: &u32| Corner {
                position: primitive.positions[index as usize].as_dvec3(),
                weights: weights(primitive, index as usize),
            };
            bisect([corner(&triangle[0]), corner(&triangle[1]), corner(&triangle[2])], &mut done);
        }
    }
    done
}

fn bisect(triangle: [Corner; 3], done: &mut Vec<Piece>) {
    let lengths = [0, 1, 2].map(|k| distance(&triangle[k].weights, &triangle[(k + 1) % 3].weights));
    // The paper only says that edges are bisected: the first that is too long, or the longest where it is far too long.
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    let too_long = if longest > 6.0 * EPSILON { longest } else { EPSILON.next_up() };
    let Some(edge) = lengths.iter().position(|&length| length >= too_long) else {
        let [a, b, c] = triangle;
        done.push(Piece {
            area: 0.5 * (b.position - a.position).cross(c.position - a.position).length(),
            middle: (a.position + b.position + c.position) / 3.0,
            edges: [(&a, &b), (&b, &c), (&c, &a)].map(|(from, to)| (from.position + to.position) / 2.0),
            weights: combined(&combined(&a.weights, &b.weights, 0.5, 0.5), &c.weights, 2.0 / 3.0, 1.0 / 3.0),
        });
        return;
    };
    let copy = |k: usize| Corner { position: triangle[k % 3].position, weights: triangle[k % 3].weights.clone() };
    let (from, to, opposite) = (copy(edge), copy(edge + 1), copy(edge + 2));
    let middle = || Corner {
        position: (from.position + to.position) * 0.5,
        weights: combined(&from.weights, &to.weights, 0.5, 0.5),
    };
    let (first, second) = (middle(), middle());
    let again = Corner { position: opposite.position, weights: opposite.weights.clone() };
    bisect([from, first, opposite], done);
    bisect([second, to, again], done);
}

fn combined(a: &Weights, b: &Weights, by_a: f64, by_b: f64) -> Weights {
    let mut sum: Weights = a.iter().map(|&(joint, weight)| (joint, by_a * weight)).collect();
    for &(joint, weight) in b {
        match sum.iter_mut().find(|(other, _)| *other == joint) {
            Some((_, total)) => *total += by_b * weight,
            None => sum.push((joint, by_b * weight)),
        }
    }
    sum.sort_by_key(|&(joint, _)| joint);
    sum
}

fn distance(a: &Weights, b: &Weights) -> f64 {
    combined(a, b, 1.0, -1.0).iter().map(|(_, difference)| difference * difference).sum::<f64>().sqrt()
}

/// Equation 1, over ordered pairs of joints that both points share.
pub fn similarity(p: &[(usize, f64)], v: &[(usize, f64)]) -> f64 {
    let of = |weights: &[(usize, f64)], joint: usize| {
        weights.iter().find(|(other, _)| *other == joint).map_or(0.0, |(_, weight)| *weight)
    };
    let mut sum = 0.0;
    for (place, &(j, pj)) in p.iter().enumerate() {
        let vj = of(v, j);
        if vj == 0.0 {
            continue;
        }
        for &(k, pk) in &p[place + 1..] {
            let vk = of(v, k);
            let apart = (pj * vk - pk * vj) / SIGMA;
            sum += 2.0 * pj * pk * vj * vk * (-apart * apart).exp();
        }
    }
    sum
}

fn center(weights: &Weights, pieces: &[Piece]) -> Option<Center> {
    if weights.len() < 2 {
        return None;
    }
    let (mut total, mut moment) = (0.0, DVec3::ZERO);
    let shares: Vec<f64> = pieces.iter().map(|piece| similarity(weights, &piece.weights) * piece.area).collect();
    for (piece, share) in pieces.iter().zip(&shares) {
        total += share;
        moment += piece.middle * share;
    }
    let point = (total != 0.0).then(|| moment / total)?;
    let mut moments = DMat3::ZERO;
    for (piece, share) in pieces.iter().zip(&shares) {
        for offset in piece.edges.map(|edge| edge - point) {
            moments += outer(offset, offset) * (share / 3.0);
        }
    }
    let trace = moments.x_axis.x + moments.y_axis.y + moments.z_axis.z;
    let covariance = if trace > 0.0 { moments * (1.0 / trace) } else { DMat3::ZERO };
    Some(Center { point, covariance })
}

/// Points of the similar surface of a vertex with their shares: sums over them are the integrals of eq. 2 for everything
/// that is quadratic in the place.
pub fn similar_surface(model: &Model, primitive: &Primitive, vertex: usize) -> Vec<(DVec3, f64)> {
    let own = weights(primitive, vertex);
    let points = |piece: &Piece| {
        let share = similarity(&own, &piece.weights) * piece.area / 3.0;
        piece.edges.map(|edge| (edge, share))
    };
    pieces(model, primitive.skin).iter().flat_map(points).filter(|(_, share)| *share != 0.0).collect()
}

/// a b^T.
pub fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}
