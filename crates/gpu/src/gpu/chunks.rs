use super::GpuError;
use super::mirrors::{DeformedVertexData, InfluenceData, MeshVertex, VertexLook};
use skinscope_core::model::Primitive;
use skinscope_core::skinning::{ElementOf, RestData};
use std::borrow::Cow;
use std::mem::size_of;

/// Invocations per workgroup of `deform.wgsl`.
pub(super) const WORKGROUP_SIZE: u32 = 64;

/// Workgroups that cover the vertices of a chunk.
pub(crate) fn workgroups(vertices: usize) -> u32 {
    (vertices as u32).div_ceil(WORKGROUP_SIZE)
}

/// Most bytes of a storage buffer that a shader can read.
pub(crate) fn largest_storage_binding(limits: &wgpu::Limits) -> u64 {
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
}

/// Size limits of one mesh chunk, so that each of its buffers can be bound and one dispatch covers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLimits {
    /// Largest count of vertices.
    pub vertices: usize,
    /// Largest count of influences of all vertices together.
    pub influences: usize,
    /// Count of indices: three per triangle.
    pub indices: usize,
}

impl ChunkLimits {
    /// The limits of a device.
    pub fn of(limits: &wgpu::Limits) -> Self {
        let count = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        let binding = count(largest_storage_binding(limits));
        let dispatch = limits.max_compute_workgroups_per_dimension as usize * WORKGROUP_SIZE as usize;
        // The largest list that has an element for each vertex decides.
        let vertex_size = size_of::<MeshVertex>()
            .max(size_of::<DeformedVertexData>())
            .max(size_of::<VertexLook>())
            .max(largest_element(ElementOf::Vertex));
        let influence_size = size_of::<InfluenceData>().max(largest_element(ElementOf::Influence));
        // The edges of a triangle take twice as many indices as its corners.
        let indices = count(limits.max_buffer_size) / size_of::<u32>() / 2;
        Self {
            vertices: (binding / vertex_size).min(dispatch),
            influences: binding / influence_size,
            // Draws count their indices in 32 bits.
            indices: indices.min(u32::MAX as usize / 2),
        }
    }
}

/// Bytes of the largest element of [`RestData`] that belongs to a vertex or to an influence; zero if there is none.
fn largest_element(element_of: ElementOf) -> usize {
    let of_kind = RestData::ALL.into_iter().filter(|data| data.element_of() == element_of);
    of_kind.map(RestData::element_bytes).max().unwrap_or(0)
}

/// A part of a primitive that is uploaded and drawn as a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// The primitive's vertices in this chunk. Vertices on the border between chunks are in several of them.
    pub vertices: Vec<u32>,
    /// Three indices per triangle into `vertices`. They are borrowed from the primitive if it stays whole.
    pub indices: Cow<'a, [u32]>,
}

/// Number of influences stored for a vertex.
pub(super) fn stored_influences(primitive: &Primitive, vertex: usize, influences_per_vertex: u32) -> usize {
    match influences_per_vertex {
        0 => primitive.influences.of(vertex).len(),
        fixed => fixed as usize,
    }
}

/// Splits a primitive into chunks along its triangles, in order. Usually there is only one, with all vertices in their
/// original order. Vertices without triangles come last: they are not drawn, but deformed like the others.
///
/// # Errors
/// If the influences of a single vertex exceed the limit.
pub fn split_into_chunks(
    primitive: &Primitive,
    influences_per_vertex: u32,
    limits: ChunkLimits,
) -> Result<Vec<Chunk<'_>>, GpuError> {
    let count = primitive.positions.len();
    let sizes = (0..count).map(|vertex| stored_influences(primitive, vertex, influences_per_vertex));
    let fits = count <= limits.vertices && primitive.indices.len() <= limits.indices;
    if fits && sizes.clone().sum::<usize>() <= limits.influences {
        return Ok(vec![Chunk { vertices: (0..count as u32).collect(), indices: Cow::from(&primitive.indices) }]);
    }
    let sizes: Vec<usize> = sizes.collect();
    // Three vertices must fit into one chunk.
    if let Some(vertex) = sizes.iter().position(|&size| size * 3 > limits.influences) {
        let mesh = primitive.mesh_name.clone();
        return Err(GpuError::TooManyInfluences { mesh, vertex, influences: sizes[vertex] });
    }
    let mut cutter = Cutter {
        limits: ChunkLimits { vertices: limits.vertices.max(3), indices: limits.indices.max(3), ..limits },
        sizes: &sizes,
        in_chunk: vec![None; count],
        chunks: vec![OwnChunk::default()],
        influences: 0,
    };
    let mut used = vec![false; count];
    for triangle in primitive.indices.as_chunks::<3>().0 {
        cutter.add(triangle, true);
        triangle.iter().for_each(|&vertex| used[vertex as usize] = true);
    }
    for vertex in (0..count as u32).filter(|&vertex| !used[vertex as usize]) {
        cutter.add(&[vertex], false);
    }
    let whole = |OwnChunk { vertices, indices }| Chunk { vertices, indices: Cow::Owned(indices) };
    Ok(cutter.chunks.into_iter().map(whole).collect())
}

/// A [`Chunk`] that is being filled.
#[derive(Default)]
struct OwnChunk {
    vertices: Vec<u32>,
    indices: Vec<u32>,
}

struct Cutter<'a> {
    limits: ChunkLimits,
    sizes: &'a [usize],
    /// Last chunk that contains each vertex, and the vertex's index there.
    in_chunk: Vec<Option<(usize, u32)>>,
    chunks: Vec<OwnChunk>,
    /// Number of influences in the last chunk.
    influences: usize,
}

impl Cutter<'_> {
    fn add(&mut self, vertices: &[u32], drawn: bool) {
        let current = self.chunks.len() - 1;
        let fresh = |copy: &Option<(usize, u32)>| copy.is_none_or(|(chunk, _)| chunk != current);
        let new: Vec<u32> = vertices.iter().copied().filter(|&v| fresh(&self.in_chunk[v as usize])).collect();
        let more: usize = new.iter().map(|&v| self.sizes[v as usize]).sum();
        let full = self.chunks[current].vertices.len() + new.len() > self.limits.vertices
            || self.influences + more > self.limits.influences
            || self.chunks[current].indices.len() + vertices.len() > self.limits.indices;
        if full && !self.chunks[current].vertices.is_empty() {
            self.chunks.push(OwnChunk::default());
            self.influences = 0;
        }
        let current = self.chunks.len() - 1;
        for &vertex in vertices {
            let index = match self.in_chunk[vertex as usize] {
                Some((chunk, index)) if chunk == current => index,
                _ => {
                    let index = self.chunks[current].vertices.len() as u32;
                    self.chunks[current].vertices.push(vertex);
                    self.in_chunk[vertex as usize] = Some((current, index));
                    self.influences += self.sizes[vertex as usize];
                    index
                }
            };
            if drawn {
                self.chunks[current].indices.push(index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use skinscope_core::model::Influences;

    fn strip(vertex_count: usize) -> Primitive {
        Primitive {
            mesh_name: String::new(),
            node: 0,
            skin: 0,
            material: 0,
            positions: vec![Vec3::ZERO; vertex_count],
            normals: vec![Vec3::Z; vertex_count],
            texcoords: Vec::new(),
            second_texcoords: Vec::new(),
            blend_factors: Vec::new(),
            colors: Vec::new(),
            indices: (2..vertex_count as u32 - 1).flat_map(|v| [v - 2, v - 1, v]).collect(),
            influences: Influences::rigid(vertex_count),
            morphs: None,
        }
    }

    #[test]
    fn a_mesh_that_fits_stays_whole() {
        let primitive = strip(10);
        let chunks =
            split_into_chunks(&primitive, 0, ChunkLimits { vertices: 10, influences: 10, indices: 3000 }).unwrap();
        assert_eq!(chunks.len(), 1);
        assert_eq!(*chunks[0].indices, primitive.indices[..]);
    }

    #[test]
    fn chunks_hold_every_triangle_and_every_vertex() {
        let primitive = strip(10);
        let chunks =
            split_into_chunks(&primitive, 4, ChunkLimits { vertices: 5, influences: 16, indices: 3000 }).unwrap();
        assert!(chunks.len() > 1);
        assert!(chunks.iter().all(|chunk| chunk.vertices.len() <= 4));
        let triangles: Vec<u32> =
            chunks.iter().flat_map(|chunk| chunk.indices.iter().map(|&i| chunk.vertices[i as usize])).collect();
        assert_eq!(triangles, primitive.indices);
        // The last vertex belongs to no triangle.
        assert!(chunks.iter().any(|chunk| chunk.vertices.contains(&9)));
    }

    #[test]
    fn indices_are_limited_too() {
        let primitive = strip(10);
        let limits = ChunkLimits { vertices: 10, influences: 40, indices: 7 };
        let chunks = split_into_chunks(&primitive, 4, limits).unwrap();
        let sizes: Vec<usize> = chunks.iter().map(|chunk| chunk.indices.len()).collect();
        assert_eq!(sizes, [6, 6, 6, 3], "two triangles each");
    }

    #[test]
    fn a_vertex_that_cannot_fit_is_an_error() {
        let error =
            split_into_chunks(&strip(4), 4, ChunkLimits { vertices: 3, influences: 3, indices: 3000 }).unwrap_err();
        assert!(error.to_string().starts_with("vertex 0 of mesh"), "{error}");
    }
}
