use crate::assemble::Surface;
use crate::field::Field;
use crate::half_edges::{HalfEdges, Wing};
use glam::DVec3;
use rayon::prelude::*;

/// Rounds of flipping edges and moving vertices; the angles hardly change after this many.
const ROUNDS: usize = 80;
/// Last rounds, which flip edges for angles instead of valence.
const ANGLE_ROUNDS: usize = 10;
/// Fraction of the way to the middle of its triangles by which a vertex moves in one round. The full way does not
/// overshoot: the vertex is a corner of each triangle, and makes up a third of that middle.
const PACE: f64 = 1.0;

/// Makes the triangles of a closed surface more even without leaving the surface of the field.
///
/// Alternates edge flips, first toward six edges per vertex, then toward Delaunay, with tangential smoothing and
/// projection back onto the field: isotropic remeshing (Botsch & Kobbelt 2004) without its splits and collapses, which
/// surface nets of a uniform lattice do not need. A surface that is not a closed manifold is left as it is.
pub(crate) fn relax<F: Fn(DVec3) -> f64 + Sync>(field: &Field<F>, surface: &mut Surface) {
    let Some(mut mesh) = HalfEdges::new(surface.positions.len(), &surface.triangles) else {
        return;
    };
    for round in 0..ROUNDS {
        let for_angles = round + ANGLE_ROUNDS >= ROUNDS;
        turn_edges(&mut mesh, &surface.positions, for_angles);
        surface.positions = smoothed(field, &mesh, &surface.positions);
    }
    turn_edges(&mut mesh, &surface.positions, true);
    // Newton converges quadratically: this reaches double precision from within a lattice cell.
    const LAST_STEPS: usize = 6;
    for position in &mut surface.positions {
        *position = field.project(*position, LAST_STEPS);
    }
    surface.triangles = mesh.triangles();
}

fn turn_edges(mesh: &mut HalfEdges, positions: &[DVec3], for_angles: bool) {
    for edge in 0..mesh.count() {
        if !mesh.stands_for_pair(edge) {
            continue;
        }
        let wing = mesh.wing(edge);
        let wanted = if for_angles { is_not_delaunay(wing, positions) } else { evens_valence(mesh, wing) };
        // A vertex of three edges would be the tip of a flat tetrahedron.
        let keeps_enough = mesh.valence(wing.a) > 4 && mesh.valence(wing.b) > 4;
        if wanted && keeps_enough && stays_unfolded(wing, positions) && !mesh.corners_are_joined(edge) {
            mesh.flip(edge);
        }
    }
}

fn evens_valence(mesh: &HalfEdges, Wing { a, b, c, d }: Wing) -> bool {
    let off = |vertex: u32, change: i64| (i64::from(mesh.valence(vertex)) + change - 6).pow(2);
    off(a, -1) + off(b, -1) + off(c, 1) + off(d, 1) < off(a, 0) + off(b, 0) + off(c, 0) + off(d, 0)
}

/// Whether the angles opposite the edge sum to more than 180 degrees (slightly more, so that no edge flips back and
/// forth).
fn is_not_delaunay(Wing { a, b, c, d }: Wing, positions: &[DVec3]) -> bool {
    let [a, b, c, d] = [a, b, c, d].map(|vertex| positions[vertex as usize]);
    let cosine = |tip: DVec3| (a - tip).normalize_or_zero().dot((b - tip).normalize_or_zero());
    cosine(c) + cosine(d) < -1e-9
}

/// Whether both triangles after a flip face in the direction of both triangles now.
fn stays_unfolded(Wing { a, b, c, d }: Wing, positions: &[DVec3]) -> bool {
    let [a, b, c, d] = [a, b, c, d].map(|vertex| positions[vertex as usize]);
    let area = |p: DVec3, q: DVec3, r: DVec3| (q - p).cross(r - p);
    let before = area(a, b, c) + area(b, a, d);
    area(d, c, a).dot(before) > 0.0 && area(c, d, b).dot(before) > 0.0
}

/// Positions of the vertices, each moved toward the mean of its triangles' centers, weighted by their areas, only along
/// the surface. The weights pull vertices into large triangles, so that areas become even too.
fn smoothed<F: Fn(DVec3) -> f64 + Sync>(field: &Field<F>, mesh: &HalfEdges, positions: &[DVec3]) -> Vec<DVec3> {
    let mut sums = vec![(DVec3::ZERO, 0.0); positions.len()];
    for triangle in mesh.triangles() {
        let [a, b, c] = triangle.map(|vertex| positions[vertex as usize]);
        let area = (b - a).cross(c - a).length();
        for vertex in triangle {
            let (sum, weight) = &mut sums[vertex as usize];
            *sum += (a + b + c) * (area / 3.0);
            *weight += area;
        }
    }
    let moved = positions.par_iter().zip(sums).map(|(&position, (sum, weight))| {
        let toward = sum / weight.max(f64::MIN_POSITIVE) - position;
        let normal = field.normal(position);
        field.project(position + (toward - normal * normal.dot(toward)) * PACE, 1)
    });
    moved.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;
    use crate::surface_nets::{Lattice, surface_nets};
    use glam::USizeVec3;

    #[test]
    fn a_ball_becomes_even_and_stays_a_ball() {
        let ball = Field(|point: DVec3| point.length() - 1.0);
        let lattice = Lattice { origin: DVec3::splat(-1.3), cell: 0.1, cells: USizeVec3::splat(26) };
        let mut surface = surface_nets(&ball, &lattice);
        let before = checks::smallest_angles(&surface.positions, &surface.triangles)[0];
        relax(&ball, &mut surface);
        let after = checks::smallest_angles(&surface.positions, &surface.triangles)[0];
        assert!(after > before.max(25.0), "{before} degrees became {after}");
        assert!(surface.positions.iter().all(|position| (position.length() - 1.0).abs() < 1e-12));
        assert_eq!(checks::euler_characteristic(surface.positions.len(), &surface.triangles), Ok(2));
    }
}
