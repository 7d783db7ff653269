use crate::measure::Surface;
use glam::DVec3;
use std::collections::HashMap;

/// Tolerance for rest positions of the same vertex, as a fraction of the first model's extent.
const REST_TOLERANCE: f64 = 1e-4;

/// Largest number of vertices in a cell that a vertex is compared with, so that a mesh with all vertices at one
/// position does not take quadratic time.
const MOST_CANDIDATES: usize = 64;

/// The vertices of two surfaces that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SurfaceMatch {
    /// For each vertex of the first surface, the vertex of the second surface that rests at the same position.
    Vertices(Vec<u32>),
    /// The meshes differ: each vertex is compared with the nearest point of the other surface.
    Surfaces,
}

impl SurfaceMatch {
    /// Compares counts and rest positions, in any order of the vertices. Among vertices at one position, as along a seam,
    /// those with the most similar normals belong together.
    pub fn of(first: &Surface, second: &Surface) -> Self {
        if first.vertex_count() != second.vertex_count() {
            return Self::Surfaces;
        }
        let tolerance = REST_TOLERANCE * first.extent;
        let near = |(a, b): (&DVec3, &DVec3)| a.distance(*b) <= tolerance;
        if first.positions.iter().zip(&second.positions).all(near) {
            return Self::Vertices((0..first.vertex_count() as u32).collect());
        }
        match in_any_order(first, second, tolerance) {
            Some(vertices) => Self::Vertices(vertices),
            None => Self::Surfaces,
        }
    }

    /// The match seen from the second surface.
    #[must_use]
    pub fn reversed(&self) -> Self {
        match self {
            Self::Surfaces => Self::Surfaces,
            Self::Vertices(vertices) => {
                let mut back = vec![0; vertices.len()];
                for (first, &second) in (0..).zip(vertices) {
                    back[second as usize] = first;
                }
                Self::Vertices(back)
            }
        }
    }
}

fn in_any_order(first: &Surface, second: &Surface, tolerance: f64) -> Option<Vec<u32>> {
    // The size would be zero for a mesh that is a point; if both are, the order has settled it.
    let cell_size = (2.0 * tolerance).max(f64::MIN_POSITIVE);
    let cell_of = |position: DVec3| (position / cell_size).floor().to_array().map(|cell| cell as i64);
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::with_capacity(second.vertex_count());
    // Goes backward, so that the first vertex of a cell is its last entry and is found first.
    for (vertex, position) in (0..second.vertex_count() as u32).zip(&second.positions).rev() {
        cells.entry(cell_of(*position)).or_default().push(vertex);
    }
    let mut partners = Vec::with_capacity(first.vertex_count());
    for (position, normal) in first.positions.iter().zip(&first.normals) {
        let mut best: Option<(f64, [i64; 3], usize)> = None;
        for cell in around(cell_of(*position - DVec3::splat(tolerance)), cell_of(*position + DVec3::splat(tolerance))) {
            let Some(vertices) = cells.get(&cell) else { continue };
            for (index, &vertex) in vertices.iter().enumerate().rev().take(MOST_CANDIDATES) {
                let vertex = vertex as usize;
                let distance = second.positions[vertex].distance(*position);
                if distance > tolerance {
                    continue;
                }
                // Normals differ by up to 2, positions by up to 1 in this unit.
                let cost = second.normals[vertex].distance(*normal) + distance / tolerance;
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, cell, index));
                }
            }
        }
        let (_, cell, index) = best?;
        partners.push(cells.get_mut(&cell)?.remove(index));
    }
    Some(partners)
}

/// The cells of a box, both corners included.
fn around(low: [i64; 3], high: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let axis = move |axis: usize| low[axis]..=high[axis];
    axis(0).flat_map(move |x| axis(1).flat_map(move |y| axis(2).map(move |z| [x, y, z])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::test_shapes::two_joint_tube;

    fn tube() -> Surface {
        Surface::of(&two_joint_tube())
    }

    fn reordered(surface: &Surface, order: &[u32]) -> Surface {
        let mut other = surface.clone();
        other.positions = order.iter().map(|&vertex| surface.positions[vertex as usize]).collect();
        other.normals = order.iter().map(|&vertex| surface.normals[vertex as usize]).collect();
        other
    }

    #[test]
    fn vertices_are_found_in_any_order() {
        let first = tube();
        let count = first.vertex_count() as u32;
        assert_eq!(SurfaceMatch::of(&first, &first), SurfaceMatch::Vertices((0..count).collect()));
        // A stride that is prime to the count visits every vertex once.
        let stride = (7..).find(|stride| num_gcd(*stride, count) == 1).unwrap();
        let order: Vec<u32> = (0..count).map(|index| index * stride % count).collect();
        let second = reordered(&first, &order);
        let SurfaceMatch::Vertices(found) = SurfaceMatch::of(&first, &second) else { panic!("the meshes agree") };
        for (vertex, &partner) in found.iter().enumerate() {
            assert_eq!(first.positions[vertex], second.positions[partner as usize]);
        }
        let back = SurfaceMatch::Vertices(found.clone()).reversed();
        let SurfaceMatch::Vertices(back) = back else { unreachable!() };
        assert!((0..count).all(|vertex| back[found[vertex as usize] as usize] == vertex));
    }

    fn num_gcd(a: u32, b: u32) -> u32 {
        if b == 0 { a } else { num_gcd(b, a % b) }
    }

    #[test]
    fn at_a_seam_normals_decide() {
        let mut first = tube();
        first.positions[1] = first.positions[0];
        (first.normals[0], first.normals[1]) = (DVec3::X, DVec3::NEG_X);
        let mut second = first.clone();
        second.normals.swap(0, 1);
        // One vertex elsewhere in the list, so that the order alone does not settle it.
        second.positions.swap(2, 3);
        second.normals.swap(2, 3);
        let SurfaceMatch::Vertices(found) = SurfaceMatch::of(&first, &second) else { panic!("the meshes agree") };
        assert_eq!(found[..4], [1, 0, 3, 2]);
    }

    #[test]
    fn other_meshes_are_compared_as_surfaces() {
        let first = tube();
        let mut moved = first.clone();
        moved.positions[5] += DVec3::X * 1.1 * REST_TOLERANCE * first.extent;
        assert_eq!(SurfaceMatch::of(&first, &moved), SurfaceMatch::Surfaces);
        moved.positions[5] = first.positions[5] + DVec3::X * 0.9 * REST_TOLERANCE * first.extent;
        assert!(matches!(SurfaceMatch::of(&first, &moved), SurfaceMatch::Vertices(_)));
        let mut fewer = first.clone();
        fewer.positions.pop();
        assert_eq!(SurfaceMatch::of(&first, &fewer), SurfaceMatch::Surfaces);
    }

    #[test]
    fn a_mesh_at_one_position_takes_no_square_of_its_count() {
        let mut first = tube();
        first.positions = vec![DVec3::ONE; 200_000];
        first.normals = vec![DVec3::Z; 200_000];
        let mut second = first.clone();
        *second.positions.last_mut().unwrap() += DVec3::X * 2.0 * REST_TOLERANCE * first.extent;
        assert_eq!(SurfaceMatch::of(&first, &second), SurfaceMatch::Surfaces);
    }
}
