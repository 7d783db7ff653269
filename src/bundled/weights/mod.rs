//! Automatic weights: heat diffusion over the surface (Baran & Popovic 2007, "Automatic rigging and animation of 3D
//! characters", section 4).
//!
//! The surface is thought of as a heat conductor; for each bone, that bone is held at temperature one and all others
//! at zero, and each vertex exchanges heat with the bone nearest to it. The temperature at rest is the weight:
//! `(-Laplace + H) w = H p`, with p one at the vertices whose nearest visible bone it is, and H = c / d^2 at distance
//! d from it. The result is smooth, lies between zero and one, sums to one, and falls off over a length that is in
//! proportion to the limb's thickness: a thigh blends over more skin than a finger, with no number to set.
//!
//! Why this and not bounded biharmonic weights (Jacobson 2011): those want the volume meshed with tetrahedra and a
//! quadratic program for each joint; this wants the surface and one linear solve.
//!
//! Departures from the paper: bones are rods with a radius, which counts when the nearest one is looked for (else the
//! flank would belong to the arm, whose axis is nearer than the spine's); weights below [`SMALLEST`] are faded out.
//!
//! Limits: heat flows along the surface only, so that two sheets of skin that lie face to face do not know of each
//! other; the nearest bone changes abruptly, and the smoothing of that is what H allows; and there is no term that
//! keeps a bone's influence from reaching around it.

mod laplacian;
mod solver;
mod twist;
mod visibility;

use super::GenerateError;
use super::assemble::Surface;
use crate::model::{Influence, Influences};
use glam::DVec3;
use rayon::prelude::*;

pub(super) use twist::{Twist, split_twist};

/// c of the paper, which takes 0.22 where few vertices are near a joint and 1 in general. More is stiffer.
const HEAT: f64 = 1.0;
/// Weights are lowered by this much, no further than to zero, before they are made to sum to one: far joints whose
/// share no one could see drop out without a step.
const SMALLEST: f64 = 0.004;
/// As many as two glTF sets hold.
pub(super) const MAX_INFLUENCES: usize = 8;

/// A rod that gives off heat for a joint. A joint may have any number of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bone {
    /// Index in the skin.
    pub joint: u32,
    /// Scene space, like the surface.
    pub from: DVec3,
    pub to: DVec3,
    /// How thick it is taken to be when the nearest bone is looked for; zero for the paper's lines.
    pub radius: f64,
}

impl Bone {
    fn nearest_point(&self, point: DVec3) -> DVec3 {
        let axis = self.to - self.from;
        let length_squared = axis.length_squared();
        let along = if length_squared > 0.0 { (point - self.from).dot(axis) / length_squared } else { 0.0 };
        self.from + axis * along.clamp(0.0, 1.0)
    }
}

/// The joints that move a vertex with their weights: positive, summing to one, in order of the joints.
pub(super) type VertexWeights = Vec<(u32, f64)>;

/// Weights for each vertex of a closed surface; see the head of this file.
///
/// Costs a sparse solve by conjugate gradients for each joint, about 0.1 s for 30,000 vertices. The same on every
/// system: the order of operations is fixed.
pub(super) fn heat_weights(surface: &Surface, bones: &[Bone]) -> Vec<VertexWeights> {
    let joint_count = bones.iter().map(|bone| bone.joint as usize + 1).max().unwrap_or(0);
    let sources = sources(surface, bones);
    let system = laplacian::Laplacian::new(surface);
    let exchange: Vec<f64> = sources
        .iter()
        .zip(system.vertex_areas())
        .map(|(source, area)| source.map_or(0.0, |(_, distance)| HEAT * area / (distance * distance)))
        .collect();
    let matrix = system.into_matrix(&exchange);
    let columns: Vec<Vec<f64>> = (0..joint_count as u32)
        .into_par_iter()
        .map(|joint| {
            let heated = sources.iter().zip(&exchange).map(|(source, exchange)| match source {
                Some((nearest, _)) if *nearest == joint => *exchange,
                _ => 0.0,
            });
            solver::solve(&matrix, &heated.collect::<Vec<f64>>())
        })
        .collect();
    (0..surface.positions.len())
        .map(|vertex| {
            let all = columns.iter().enumerate().map(|(joint, column)| (joint as u32, column[vertex]));
            few(all.collect())
        })
        .collect()
}

/// The joint of the nearest bone that the surface does not hide, and its axis' distance.
fn sources(surface: &Surface, bones: &[Bone]) -> Vec<Option<(u32, f64)>> {
    let obstacles = visibility::Obstacles::new(surface);
    (0..surface.positions.len() as u32)
        .into_par_iter()
        .map(|vertex| {
            let position = surface.positions[vertex as usize];
            let mut nearest: Vec<(f64, DVec3, u32)> = bones
                .iter()
                .map(|bone| {
                    let point = bone.nearest_point(position);
                    (point.distance(position) - bone.radius, point, bone.joint)
                })
                .collect();
            nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
            let seen = nearest.iter().find(|(_, point, _)| obstacles.sees(vertex, *point));
            // A bone that touches the skin would be infinitely hot.
            const NEAREST: f64 = 1e-3;
            seen.map(|&(_, point, joint)| (joint, point.distance(position).max(NEAREST)))
        })
        .collect()
}

/// Fades out small weights and keeps the [`MAX_INFLUENCES`] largest.
fn few(mut weights: VertexWeights) -> VertexWeights {
    let largest = weights.iter().fold(0.0, |largest: f64, (_, weight)| largest.max(*weight));
    lower(&mut weights, SMALLEST.min(largest / 2.0));
    keep_largest(weights, MAX_INFLUENCES)
}

/// Keeps so many of a vertex' weights, continuously: what is cut off is also taken from the others before the sum is
/// made one again.
pub(super) fn keep_largest(mut weights: VertexWeights, most: usize) -> VertexWeights {
    let mut by_weight: Vec<f64> = weights.iter().map(|(_, weight)| *weight).collect();
    by_weight.sort_by(|a, b| b.total_cmp(a));
    if let Some(&first_left_out) = by_weight.get(most) {
        lower(&mut weights, first_left_out);
    }
    weights
}

fn lower(weights: &mut VertexWeights, by: f64) {
    weights.iter_mut().for_each(|(_, weight)| *weight -= by);
    weights.retain(|(_, weight)| *weight > 0.0);
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    weights.iter_mut().for_each(|(_, weight)| *weight /= sum);
}

/// Rounded to single precision.
pub(super) fn to_influences(weights: &[VertexWeights], joint_count: usize) -> Result<Influences, GenerateError> {
    let vertices: Vec<Vec<Influence>> = weights
        .iter()
        .map(|vertex| {
            vertex.iter().map(|&(joint, weight)| Influence { joint, weight: weight as f32 }).collect::<Vec<_>>()
        })
        .collect();
    let (influences, _nothing_to_mend) = Influences::normalized(vertices.iter().map(Vec::as_slice), joint_count)?;
    Ok(influences)
}

#[cfg(test)]
mod tests {
    use super::super::field::{Capsule, Field};
    use super::super::surface_nets::{Lattice, surface_nets};
    use super::*;
    use glam::USizeVec3;

    fn rod() -> Surface {
        let rod = Capsule { from: DVec3::ZERO, to: DVec3::X * 2.0, radius: 0.2 };
        let lattice = Lattice { origin: DVec3::splat(-0.31), cell: 0.05, cells: USizeVec3::new(52, 12, 12) };
        surface_nets(&Field(|point| rod.distance(point)), &lattice)
    }

    fn bone(joint: u32, from: f64, to: f64) -> Bone {
        Bone { joint, from: DVec3::X * from, to: DVec3::X * to, radius: 0.0 }
    }

    #[test]
    fn two_bones_share_a_rod_evenly_and_smoothly() {
        let surface = rod();
        let weights = heat_weights(&surface, &[bone(0, 0.0, 1.0), bone(1, 1.0, 2.0)]);
        for (position, weights) in surface.positions.iter().zip(&weights) {
            let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
            assert!((sum - 1.0).abs() < 1e-12);
            let second = weights.iter().find(|(joint, _)| *joint == 1).map_or(0.0, |(_, weight)| *weight);
            // In one dimension the solution is half an exponential to each side, of length d / sqrt(c).
            let beyond = (position.x - 1.0).abs();
            let decay = libm::exp(-beyond / 0.2) / 2.0;
            let wanted = if position.x < 1.0 { decay } else { 1.0 - decay };
            assert!((second - wanted).abs() < 0.03, "{second} at {position}, wanted {wanted}");
        }
    }

    #[test]
    fn a_hidden_bone_gives_no_heat() {
        let surface = rod();
        // By its thickness nearer than the other, but beside the rod.
        let outside = Bone { joint: 1, from: DVec3::new(1.8, 0.6, 0.0), to: DVec3::new(2.2, 0.6, 0.0), radius: 0.5 };
        let weights = heat_weights(&surface, &[bone(0, 0.0, 2.0), outside]);
        // The surface nets' vertices are coarse where they look past the cap's edge: a trace is let through.
        let of_first = |weights: &VertexWeights| weights.iter().find(|w| w.0 == 0).map_or(0.0, |w| w.1);
        assert!(weights.iter().all(|weights| of_first(weights) > 0.9));
    }

    #[test]
    fn at_most_eight_are_kept() {
        let kept = few((0..12).map(|joint| (joint, f64::from(joint + 1) / 78.0)).collect());
        assert_eq!(kept.len(), MAX_INFLUENCES);
        assert!((kept.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(few(vec![(3, 0.001), (5, 0.999)]), [(5, 1.0)]);
    }
}
