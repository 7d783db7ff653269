use std::collections::HashMap;

/// Triangles of a closed manifold with their neighbors.
///
/// Half-edge `3 t + k` runs from corner k of triangle t to its next corner; `twin` runs the other way in the
/// neighboring triangle.
pub(crate) struct HalfEdges {
    origin: Vec<u32>,
    twin: Vec<u32>,
    /// Edges at each vertex.
    valence: Vec<u32>,
}

/// The two triangles at an edge from `a` to `b`, with the corners opposite the edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wing {
    pub a: u32,
    pub b: u32,
    /// Corner to the left of the edge.
    pub c: u32,
    /// Corner to the right of the edge.
    pub d: u32,
}

fn next(edge: usize) -> usize {
    if edge % 3 == 2 { edge - 2 } else { edge + 1 }
}

fn previous(edge: usize) -> usize {
    next(next(edge))
}

impl HalfEdges {
    /// Neighbors of triangles. `None` if the triangles do not form a closed, consistently oriented manifold.
    pub fn new(vertex_count: usize, triangles: &[[u32; 3]]) -> Option<Self> {
        let origin = triangles.as_flattened().to_vec();
        let mut valence = vec![0; vertex_count];
        let mut by_ends = HashMap::with_capacity(origin.len());
        for (edge, &from) in origin.iter().enumerate() {
            valence[from as usize] += 1;
            if by_ends.insert((from, origin[next(edge)]), edge as u32).is_some() {
                return None;
            }
        }
        let twin = (0..origin.len()).map(|edge| by_ends.get(&(origin[next(edge)], origin[edge])).copied());
        let twin = twin.collect::<Option<Vec<u32>>>()?;
        Some(Self { origin, twin, valence })
    }

    pub fn triangles(&self) -> Vec<[u32; 3]> {
        self.origin.as_chunks::<3>().0.to_vec()
    }

    /// Count of half-edges: two for each edge.
    pub fn count(&self) -> usize {
        self.origin.len()
    }

    /// Whether this half-edge represents its edge when each edge is to be visited once.
    pub fn stands_for_pair(&self, edge: usize) -> bool {
        edge < self.twin[edge] as usize
    }

    pub fn valence(&self, vertex: u32) -> u32 {
        self.valence[vertex as usize]
    }

    pub fn wing(&self, edge: usize) -> Wing {
        let twin = self.twin[edge] as usize;
        Wing {
            a: self.origin[edge],
            b: self.origin[twin],
            c: self.origin[previous(edge)],
            d: self.origin[previous(twin)],
        }
    }

    /// Whether an edge connects the two corners opposite `edge`: flipping it would then fold the surface.
    pub fn corners_are_joined(&self, edge: usize) -> bool {
        let first = previous(edge);
        let wanted = self.wing(edge).d;
        let mut around = first;
        loop {
            if self.origin[next(around)] == wanted {
                return true;
            }
            around = next(self.twin[around] as usize);
            if around == first {
                return false;
            }
        }
    }

    /// Replaces the edge a b by c d in its two triangles. The corners must not be joined yet.
    pub fn flip(&mut self, edge: usize) {
        let Wing { a, b, c, d } = self.wing(edge);
        let twin = self.twin[edge] as usize;
        let (edge_next, edge_previous) = (next(edge), previous(edge));
        let (twin_next, twin_previous) = (next(twin), previous(twin));
        let outside = [edge_previous, twin_next, twin_previous, edge_next].map(|old| self.twin[old]);
        for (half_edge, from) in
            [(edge, d), (edge_next, c), (edge_previous, a), (twin, c), (twin_next, d), (twin_previous, b)]
        {
            self.origin[half_edge] = from;
        }
        // Sides c a, a d, d b, b c, in this order.
        for (half_edge, outside) in [edge_next, edge_previous, twin_next, twin_previous].into_iter().zip(outside) {
            self.twin[half_edge] = outside;
            self.twin[outside as usize] = half_edge as u32;
        }
        for (vertex, change) in [(a, -1), (b, -1), (c, 1), (d, 1)] {
            let valence = &mut self.valence[vertex as usize];
            *valence = valence.wrapping_add_signed(change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::euler_characteristic;

    const OCTAHEDRON: [[u32; 3]; 8] =
        [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];

    #[test]
    fn turning_an_edge_keeps_the_surface_closed() {
        let mut mesh = HalfEdges::new(6, &OCTAHEDRON).unwrap();
        assert_eq!((0..mesh.count()).filter(|&edge| mesh.stands_for_pair(edge)).count(), 12);
        let Wing { a, b, c, d } = mesh.wing(0);
        assert_eq!((a, b, c, d), (0, 2, 4, 5));
        assert!(!mesh.corners_are_joined(0));
        mesh.flip(0);
        assert_eq!(euler_characteristic(6, &mesh.triangles()), Ok(2));
        assert_eq!([0, 2, 4, 5].map(|vertex| mesh.valence(vertex)), [3, 3, 5, 5]);
        let Wing { a, b, .. } = mesh.wing(0);
        assert_eq!((a, b), (5, 4));
    }

    #[test]
    fn corners_that_are_joined_already_are_seen() {
        let tetrahedron = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
        let mesh = HalfEdges::new(4, &tetrahedron).unwrap();
        assert!((0..12).all(|edge| mesh.corners_are_joined(edge)));
    }

    #[test]
    fn open_surfaces_are_refused() {
        assert!(HalfEdges::new(6, &OCTAHEDRON[1..]).is_none());
    }
}
