use super::shown_mesh::ShownMesh;
use std::collections::HashSet;

/// Edges of the shown triangles of every chunk, as two chunk-local indices each, with each edge once in the whole
/// primitive.
pub(super) fn edges(mesh: &ShownMesh<'_>) -> Vec<Vec<u32>> {
    let mut seen: HashSet<[u32; 2]> = HashSet::with_capacity(mesh.primitive.indices.len() / 2);
    mesh.indices_of_chunks(|triangle, in_chunk, edges| {
        for [a, b] in [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner: usize| triangle[corner])) {
            if a != b && seen.insert([a.min(b), a.max(b)]) {
                // Always in the same direction, so that a line at a seam covers the same pixels from either side.
                edges.extend([a.min(b), a.max(b)].map(|vertex| in_chunk[vertex as usize]));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::shown_mesh::tests::primitive;
    use glam::Vec3;
    use skinscope_core::math::Bounds;

    /// The edges of two triangles that share one, and of a degenerate one.
    fn edges_of(chunks: &[(&[u32], usize)], is_shown: impl Fn([u32; 3]) -> bool) -> Vec<Vec<u32>> {
        let square = primitive(vec![Vec3::ZERO; 4], vec![Vec3::Z; 4], vec![0, 1, 2, 2, 1, 3, 3, 3, 0]);
        let bounds = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
        edges(&ShownMesh { primitive: &square, bounds, chunks: chunks.to_vec(), is_shown: &is_shown })
    }

    #[test]
    fn every_edge_once() {
        assert_eq!(edges_of(&[(&[0, 1, 2, 3], 3)], |_| true), [[0, 1, 1, 2, 0, 2, 1, 3, 2, 3, 0, 3]]);
    }

    #[test]
    fn hidden_triangles_have_no_edges() {
        let edges = edges_of(&[(&[0, 1, 2, 3], 3)], |triangle| triangle != [0, 1, 2]);
        assert_eq!(edges, [[1, 2, 1, 3, 2, 3, 0, 3]]);
    }

    #[test]
    fn a_shared_edge_belongs_to_the_first_chunk() {
        let edges = edges_of(&[(&[0, 1, 2], 1), (&[2, 1, 3, 0], 2)], |_| true);
        // In the second chunk, vertices 2, 1, 3, 0 have the indices 0, 1, 2, 3.
        assert_eq!(edges, [vec![0, 1, 1, 2, 0, 2], vec![1, 2, 0, 2, 3, 2]]);
    }
}
