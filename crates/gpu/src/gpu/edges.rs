use super::GpuContext;
use skinscope_core::model::Primitive;
use std::collections::HashSet;

/// The edges of a chunk's triangles: two indices each, into the chunk's vertices.
#[derive(Debug)]
pub struct EdgeBuffer {
    pub indices: wgpu::Buffer,
    pub index_count: u32,
}

impl EdgeBuffer {
    pub(super) fn upload(context: &GpuContext, edges: &[u32]) -> Option<Self> {
        let buffer = || context.buffer_of("edges", bytemuck::cast_slice(edges), wgpu::BufferUsages::INDEX);
        (!edges.is_empty()).then(|| Self { indices: buffer(), index_count: edges.len() as u32 })
    }
}

/// Edges of the triangles of every chunk of a primitive, as two chunk-local indices each, with each edge once in the
/// whole primitive. Triangles that are not shown have none. A chunk is given by the primitive's indices of its vertices
/// and its number of triangles; the chunks contain the triangles in the primitive's order.
pub(super) fn edges_of_chunks<'a>(
    primitive: &Primitive,
    chunks: impl Iterator<Item = (&'a [u32], usize)>,
    is_shown: impl Fn([u32; 3]) -> bool,
) -> Vec<Vec<u32>> {
    let mut triangles = primitive.indices.as_chunks::<3>().0.iter();
    let mut seen: HashSet<[u32; 2]> = HashSet::with_capacity(primitive.indices.len() / 2);
    let mut in_chunk = vec![0; primitive.positions.len()];
    let mut edges_of = |(vertices, count): (&[u32], usize)| {
        for (index, &vertex) in vertices.iter().enumerate() {
            in_chunk[vertex as usize] = index as u32;
        }
        let mut edges = Vec::new();
        let own = triangles.by_ref().take(count);
        for triangle in own.filter(|triangle| is_shown(**triangle)) {
            for [a, b] in [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner: usize| triangle[corner])) {
                if a != b && seen.insert([a.min(b), a.max(b)]) {
                    // Always in the same direction, so that a line at a seam covers the same pixels from either side.
                    edges.extend([a.min(b), a.max(b)].map(|vertex| in_chunk[vertex as usize]));
                }
            }
        }
        edges
    };
    chunks.map(&mut edges_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use skinscope_core::model::Influences;

    /// Two triangles that share an edge, and a degenerate one.
    fn square() -> Primitive {
        Primitive {
            mesh_name: String::new(),
            node: 0,
            skin: 0,
            material: 0,
            positions: vec![Vec3::ZERO; 4],
            normals: vec![Vec3::Z; 4],
            texcoords: Vec::new(),
            second_texcoords: Vec::new(),
            colors: Vec::new(),
            indices: vec![0, 1, 2, 2, 1, 3, 3, 3, 0],
            influences: Influences::rigid(4),
            morphs: None,
        }
    }

    #[test]
    fn every_edge_once() {
        let whole = edges_of_chunks(&square(), [(&[0, 1, 2, 3][..], 3)].into_iter(), |_| true);
        assert_eq!(whole, [[0, 1, 1, 2, 0, 2, 1, 3, 2, 3, 0, 3]]);
    }

    #[test]
    fn hidden_triangles_have_no_edges() {
        let edges = edges_of_chunks(&square(), [(&[0, 1, 2, 3][..], 3)].into_iter(), |triangle| triangle != [0, 1, 2]);
        assert_eq!(edges, [[1, 2, 1, 3, 2, 3, 0, 3]]);
    }

    #[test]
    fn a_shared_edge_belongs_to_the_first_chunk() {
        let chunks: [(&[u32], usize); 2] = [(&[0, 1, 2], 1), (&[2, 1, 3, 0], 2)];
        let edges = edges_of_chunks(&square(), chunks.into_iter(), |_| true);
        // In the second chunk, vertices 2, 1, 3, 0 have the indices 0, 1, 2, 3.
        assert_eq!(edges, [vec![0, 1, 1, 2, 0, 2], vec![1, 2, 0, 2, 3, 2]]);
    }
}
