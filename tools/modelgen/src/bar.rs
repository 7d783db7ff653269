//! The papers' toy bar: a round tube with one joint in the middle (Le & Hodgins 2016, figure 2; Kavan 2008,
//! figure 1). A twist of `mid` about X shows the candy wrapper, a bend about Z the elbow and the bulge.

use crate::GenerateError;
use crate::assemble::{Draft, JointDraft, Surface, influences_by_formula, smooth_step};
use glam::{DVec3, Vec3};
use skinscope::model::{Material, Model};
use std::f64::consts::{FRAC_PI_2, TAU};

/// Radius in scene units, like everything here. The tube runs along X from 0 to `LENGTH`, and the caps extend it by
/// `RADIUS`.
const RADIUS: f64 = 0.2;
const LENGTH: f64 = 2.0;
/// Range in which `mid` takes over from `root`: four radii wide, centered on the joint at x = 1.
const BLEND_ZONE: [f64; 2] = [0.6, 1.4];

/// Count of rings of a cap from the pole to the seam. Ring k has four vertices times k, as on a subdivided octahedron:
/// the triangles are then as large at the seam as those of the tube, and less than twice as large at the pole.
/// Neighboring edges of the outline turn by less than 6 degrees, so that it looks round at the full width of a window.
const CAP_RINGS: usize = 16;
const CAP_SECTORS: usize = 4;
const SEGMENTS: usize = CAP_RINGS * CAP_SECTORS;
/// Count of rows of triangles along the tube. Neighboring rings are turned by half a segment, and this count makes the
/// triangles equilateral within 1 %. It is even, so that one ring lies exactly at the joint.
const TUBE_ROWS: usize = 118;

pub(crate) fn generate() -> Result<Model, GenerateError> {
    let (surface, normals) = capsule();
    let weights = |position: DVec3| {
        let mid = smooth_step(BLEND_ZONE[0], BLEND_ZONE[1], position.x);
        vec![1.0 - mid, mid]
    };
    let joints = [
        JointDraft { name: "root", parent: None, position: Vec3::ZERO },
        JointDraft { name: "mid", parent: Some(0), position: Vec3::X },
    ];
    let influences = influences_by_formula(&surface, joints.len(), weights)?;
    let material = Material::default();
    Draft { name: "bar", joints: &joints, surface: &surface, normals: &normals, influences, material }.into_model()
}

/// One ring of vertices: its start in the vertex list and its count; a pole is a ring of one.
#[derive(Clone, Copy)]
struct Ring {
    start: usize,
    count: usize,
}

impl Ring {
    fn vertex(self, index: usize) -> u32 {
        (self.start + index % self.count) as u32
    }
}

/// Vertices ring by ring from the pole at -X to the pole at +X, with the exact normals of tube and spheres.
fn capsule() -> (Surface, Vec<DVec3>) {
    let mut positions = Vec::new();
    let mut normals = Vec::new();
    let mut add_ring = |center: f64, polar_radians: f64, side: f64, count: usize, turn: f64| {
        let ring = Ring { start: positions.len(), count };
        for index in 0..count {
            let around = TAU * (index as f64 + turn) / count as f64;
            let across = libm::sin(polar_radians);
            let normal =
                DVec3::new(side * libm::cos(polar_radians), across * libm::cos(around), across * libm::sin(around));
            normals.push(normal);
            positions.push(DVec3::new(center, 0.0, 0.0) + normal * RADIUS);
        }
        ring
    };
    let cap_count = |k: usize| (CAP_SECTORS * k).max(1);
    let polar = |k: usize| FRAC_PI_2 * k as f64 / CAP_RINGS as f64;
    let mut left: Vec<Ring> = (0..CAP_RINGS).map(|k| add_ring(0.0, polar(k), -1.0, cap_count(k), 0.0)).collect();
    let tube: Vec<Ring> = (0..=TUBE_ROWS)
        .map(|row| {
            let center = LENGTH * row as f64 / TUBE_ROWS as f64;
            let turn = if row % 2 == 0 { 0.0 } else { 0.5 };
            add_ring(center, FRAC_PI_2, 1.0, SEGMENTS, turn)
        })
        .collect();
    let mut right: Vec<Ring> =
        (0..CAP_RINGS).rev().map(|k| add_ring(LENGTH, polar(k), 1.0, cap_count(k), 0.0)).collect();
    left.push(tube[0]);
    right.reverse();
    right.push(tube[TUBE_ROWS]);

    let mut triangles = Vec::new();
    for k in 1..=CAP_RINGS {
        // Seen along +X, the rings run counterclockwise: that is outside for the right cap, inside for the left.
        cap_row(left[k - 1], left[k], k, |[a, b, c]| triangles.push([a, c, b]));
        cap_row(right[k - 1], right[k], k, |triangle| triangles.push(triangle));
    }
    for row in 0..TUBE_ROWS {
        tube_row(tube[row], tube[row + 1], row % 2 == 1, &mut triangles);
    }
    (Surface { positions, triangles }, normals)
}

/// Triangles between ring k - 1 and ring k of a cap: in each sector k point inward and k - 1 outward.
fn cap_row(inner: Ring, outer: Ring, k: usize, mut push: impl FnMut([u32; 3])) {
    for sector in 0..CAP_SECTORS {
        let (inner_first, outer_first) = (sector * (k - 1), sector * k);
        for step in 0..k {
            let (a, b) = (outer.vertex(outer_first + step), outer.vertex(outer_first + step + 1));
            let tip = inner.vertex(inner_first + step);
            push([a, b, tip]);
            if step + 1 < k {
                push([tip, b, inner.vertex(inner_first + step + 1)]);
            }
        }
    }
}

/// Triangles between two rings of the tube. Either the left or the right one is turned by half a segment.
fn tube_row(left: Ring, right: Ring, left_is_turned: bool, triangles: &mut Vec<[u32; 3]>) {
    for index in 0..SEGMENTS {
        let (a, next_a) = (left.vertex(index), left.vertex(index + 1));
        let (b, next_b) = (right.vertex(index), right.vertex(index + 1));
        if left_is_turned {
            triangles.extend([[b, a, next_b], [a, next_a, next_b]]);
        } else {
            triangles.extend([[a, next_a, b], [b, next_a, next_b]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;
    use glam::Vec3;

    #[test]
    fn no_triangle_is_thin() {
        let model = generate().unwrap();
        let primitive = &model.primitives[0];
        let positions: Vec<DVec3> = primitive.positions.iter().map(|position| position.as_dvec3()).collect();
        let angles = checks::smallest_angles(&positions, primitive.indices.as_chunks::<3>().0);
        assert!(angles[0] > 35.0, "{}", angles[0]);
        assert!(model.vertex_count() >= 2000, "{}", model.vertex_count());
        assert_eq!(model.max_influences(), 2);
    }

    #[test]
    fn the_shape_is_a_tube_of_radius_one_fifth_with_round_caps() {
        let model = generate().unwrap();
        let bounds = model.rest_bounds();
        assert!(bounds.min.abs_diff_eq(Vec3::new(-0.2, -0.2, -0.2), 1e-6), "{}", bounds.min);
        assert!(bounds.max.abs_diff_eq(Vec3::new(2.2, 0.2, 0.2), 1e-6), "{}", bounds.max);
        let primitive = &model.primitives[0];
        for (&position, &normal) in primitive.positions.iter().zip(&primitive.normals) {
            let on_axis = Vec3::new(position.x.clamp(0.0, 2.0), 0.0, 0.0);
            assert!((position.distance(on_axis) - 0.2).abs() < 1e-6, "{position}");
            assert!(normal.abs_diff_eq((position - on_axis) / 0.2, 1e-5), "{normal} at {position}");
        }
        // A ring at the joint itself, for cross sections.
        assert_eq!(primitive.positions.iter().filter(|position| position.x == 1.0).count(), SEGMENTS);
    }

    #[test]
    fn its_ends_look_round() {
        let model = generate().unwrap();
        let primitive = &model.primitives[0];
        for triangle in primitive.indices.as_chunks::<3>().0 {
            for (from, to) in [(0, 1), (1, 2), (2, 0)] {
                let [from, to] = [triangle[from], triangle[to]].map(|vertex| primitive.normals[vertex as usize]);
                assert!(from.angle_between(to).to_degrees() < 10.5, "{from} and {to}");
            }
        }
    }

    #[test]
    fn weights_follow_the_smooth_step_over_the_blend_zone() {
        let model = generate().unwrap();
        let primitive = &model.primitives[0];
        for (position, influences) in primitive.positions.iter().zip(primitive.influences.iter()) {
            let of_mid = influences.iter().find(|influence| influence.joint == 1).map_or(0.0, |i| i.weight);
            let t = ((position.x - 0.6) / 0.8).clamp(0.0, 1.0);
            assert!((of_mid - t * t * (3.0 - 2.0 * t)).abs() < 1e-6, "{of_mid} at x = {}", position.x);
        }
    }
}
