//! Heat diffusion over the surface (Baran & Popovic 2007, "Automatic rigging and animation of 3D characters",
//! section 4).
//!
//! The surface is treated as a heat conductor. For each joint, its bones are held at temperature one and all others at
//! zero, and each vertex exchanges heat with the bone nearest to it. The equilibrium temperature is the weight:
//! `(-Laplace + H) w = H p`, with p one at the vertices whose nearest visible bone belongs to the joint, and H = c /
//! d^2 at distance d from it. The result is smooth, lies between zero and one, sums to one, and falls off over a length
//! proportional to the limb's thickness: a thigh blends over more skin than a finger, without any parameter.
//!
//! Bounded biharmonic weights (Jacobson 2011) were not chosen because they need a tetrahedral mesh of the volume and a
//! quadratic program for each joint; this method needs only the surface and one linear solve per joint.
//!
//! Departures from the paper: bones are rods with a radius, which is taken into account when searching for the nearest
//! one (otherwise the flank would belong to the arm, whose axis is nearer than the spine's); weights below 0.004 are
//! faded out.
//!
//! Limits: heat flows only along the surface, so two sheets of skin that face each other do not interact; the nearest
//! bone changes abruptly, smoothed only as far as H allows; and no term keeps a bone's influence from extending around
//! it.

use super::laplacian::Laplacian;
use super::sparse::solve;
use super::surface::HeatSurface;
use super::vertex_weights::{VertexWeights, few};
use super::visibility::Obstacles;
use crate::work::parallel::prelude::*;
use glam::DVec3;

/// c of the paper, which uses 0.22 where few vertices are near a joint and 1 in general. Larger values are stiffer.
const HEAT: f64 = 1.0;

/// A rod that emits heat for a joint. A joint may have any number of them.
#[derive(Clone, Copy, Debug)]
pub struct HeatBone {
    /// Joint index in the skin.
    pub joint: u32,
    /// Start of its axis, in the space and units of the surface.
    pub from: DVec3,
    /// End of its axis.
    pub to: DVec3,
    /// Thickness assumed in the search for the nearest bone, in units of the surface; zero for line segments as in the
    /// paper.
    pub radius: f64,
}

impl HeatBone {
    fn nearest_point(&self, point: DVec3) -> DVec3 {
        let axis = self.to - self.from;
        let length_squared = axis.length_squared();
        let along = if length_squared > 0.0 { (point - self.from).dot(axis) / length_squared } else { 0.0 };
        self.from + axis * along.clamp(0.0, 1.0)
    }
}

/// Computes weights for each vertex of a closed surface by heat diffusion (Baran & Popovic 2007, "Automatic rigging and
/// animation of 3D characters", section 4): one list per vertex, with at most [`MAX_INFLUENCES`](super::MAX_INFLUENCES)
/// entries.
///
/// A vertex sees a bone if the nearest point of the bone's axis lies below the surface at the vertex and no triangle
/// lies between. A vertex's list is empty if it is in no triangle, or if no vertex of its connected part of the surface
/// sees a bone. An axis closer to a vertex than 0.001 units is treated as being at that distance.
///
/// Runs a sparse conjugate gradient solve for each joint, about 0.1 s for 30,000 vertices, on all threads of rayon's
/// pool.
pub fn heat_weights(surface: &HeatSurface, bones: &[HeatBone]) -> Vec<VertexWeights> {
    let mut joints: Vec<u32> = bones.iter().map(|bone| bone.joint).collect();
    joints.sort_unstable();
    joints.dedup();
    let sources = sources(surface, bones);
    let system = Laplacian::new(surface);
    let exchange: Vec<f64> = sources
        .iter()
        .zip(system.vertex_areas())
        .map(|(source, area)| source.map_or(0.0, |(_, distance)| HEAT * area / (distance * distance)))
        .collect();
    let matrix = system.into_matrix(&exchange);
    let columns: Vec<Vec<f64>> = joints
        .par_iter()
        .map(|&joint| {
            let heated = sources.iter().zip(&exchange).map(|(source, exchange)| match source {
                Some((nearest, _)) if *nearest == joint => *exchange,
                _ => 0.0,
            });
            solve(&matrix, &heated.collect::<Vec<f64>>())
        })
        .collect();
    (0..surface.positions().len())
        .map(|vertex| {
            let all = joints.iter().zip(&columns).map(|(&joint, column)| (joint, column[vertex]));
            few(all.collect())
        })
        .collect()
}

/// For each vertex, the joint of the nearest bone that the surface does not hide, and the distance to the bone's axis.
fn sources(surface: &HeatSurface, bones: &[HeatBone]) -> Vec<Option<(u32, f64)>> {
    let obstacles = Obstacles::new(surface);
    (0..surface.positions().len() as u32)
        .into_par_iter()
        .map(|vertex| {
            let position = surface.positions()[vertex as usize];
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, TAU};

    const SEGMENTS: u32 = 24;

    /// A capsule of radius 0.2, from 0 to 2 along X, with hemispherical ends.
    fn rod() -> HeatSurface {
        const RADIUS: f64 = 0.2;
        const CAP_RINGS: u32 = 6;
        let cap = |ring: u32| FRAC_PI_2 * f64::from(ring) / f64::from(CAP_RINGS);
        let left = (1..CAP_RINGS).map(|ring| (-RADIUS * cap(ring).cos(), RADIUS * cap(ring).sin()));
        // Odd, so that no ring lies in the middle at the same distance from two bones.
        const TUBE_ROWS: u32 = 41;
        let tube = (0..=TUBE_ROWS).map(|ring| (2.0 * f64::from(ring) / f64::from(TUBE_ROWS), RADIUS));
        let right = (1..CAP_RINGS).rev().map(|ring| (2.0 + RADIUS * cap(ring).cos(), RADIUS * cap(ring).sin()));
        let rings: Vec<(f64, f64)> = left.chain(tube).chain(right).collect();
        let mut positions = vec![DVec3::X * -RADIUS, DVec3::X * (2.0 + RADIUS)];
        for &(x, radius) in &rings {
            let around = (0..SEGMENTS).map(|index| TAU * f64::from(index) / f64::from(SEGMENTS));
            positions.extend(around.map(|angle| DVec3::new(x, radius * angle.cos(), radius * angle.sin())));
        }
        let at = |ring: usize, index: u32| 2 + ring as u32 * SEGMENTS + index % SEGMENTS;
        let mut triangles = Vec::new();
        for index in 0..SEGMENTS {
            triangles.push([0, at(0, index + 1), at(0, index)]);
            triangles.push([1, at(rings.len() - 1, index), at(rings.len() - 1, index + 1)]);
            for ring in 1..rings.len() {
                let [a, b] = [at(ring - 1, index), at(ring - 1, index + 1)];
                let [c, d] = [at(ring, index), at(ring, index + 1)];
                triangles.extend([[a, b, c], [b, d, c]]);
            }
        }
        HeatSurface::new(positions, triangles).unwrap()
    }

    fn bone(joint: u32, from: f64, to: f64) -> HeatBone {
        HeatBone { joint, from: DVec3::X * from, to: DVec3::X * to, radius: 0.0 }
    }

    #[test]
    fn two_bones_share_a_rod_evenly_and_smoothly() {
        let surface = rod();
        let weights = heat_weights(&surface, &[bone(0, 0.0, 1.0), bone(1, 1.0, 2.0)]);
        for (position, weights) in surface.positions().iter().zip(&weights) {
            let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
            assert!((sum - 1.0).abs() < 1e-12);
            let second = weights.iter().find(|(joint, _)| *joint == 1).map_or(0.0, |(_, weight)| *weight);
            // In one dimension the solution is half an exponential on each side, with the decay length d / sqrt(c).
            let beyond = (position.x - 1.0).abs();
            let decay = (-beyond / 0.2).exp() / 2.0;
            let wanted = if position.x < 1.0 { decay } else { 1.0 - decay };
            assert!((second - wanted).abs() < 0.03, "{second} at {position}, wanted {wanted}");
        }
    }

    #[test]
    fn a_hidden_bone_gives_no_heat() {
        let surface = rod();
        // Nearer than the other bone because of its thickness, but outside the rod.
        let outside =
            HeatBone { joint: 1, from: DVec3::new(1.8, 0.6, 0.0), to: DVec3::new(2.2, 0.6, 0.0), radius: 0.5 };
        let weights = heat_weights(&surface, &[bone(0, 0.0, 2.0), outside]);
        let of_first = |weights: &VertexWeights| weights.iter().find(|w| w.0 == 0).map_or(0.0, |w| w.1);
        assert!(weights.iter().all(|weights| of_first(weights) > 0.9));
    }

    #[test]
    fn a_part_of_the_surface_that_sees_no_bone_has_no_weights() {
        let rod = rod();
        let apart = rod.positions().iter().map(|position| position + DVec3::Y * 5.0);
        let positions: Vec<DVec3> = rod.positions().iter().copied().chain(apart).collect();
        let count = rod.positions().len();
        let second = rod.triangles().iter().map(|triangle| triangle.map(|vertex| vertex + count as u32));
        let triangles = rod.triangles().iter().copied().chain(second).collect();
        let weights = heat_weights(&HeatSurface::new(positions, triangles).unwrap(), &[bone(7, 0.0, 2.0)]);
        assert!(weights[..count].iter().all(|weights| weights == &[(7, 1.0)]));
        assert!(weights[count..].iter().all(Vec::is_empty));
        assert!(heat_weights(&rod, &[]).iter().all(Vec::is_empty));
    }

    /// The example in the module documentation.
    #[test]
    fn an_octahedron_follows_a_bone_in_each_half() {
        let positions = [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z].to_vec();
        let triangles = vec![[0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2], [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5]];
        let weights =
            heat_weights(&HeatSurface::new(positions, triangles).unwrap(), &[bone(0, -0.8, 0.0), bone(1, 0.0, 0.8)]);
        let influences = crate::rigging::weights::to_influences(&weights, 2).unwrap();
        assert_eq!([influences.of(0)[0].joint, influences.of(3)[0].joint], [1, 0]);
    }
}
