use super::chunks::{largest_storage_binding, stored_influences};
use super::morphs::GpuMorphs;
use super::shown_part::{IndexBuffer, ShownTriangles};
use super::stored_chunk::{StoredChunk, StoredChunks};
use super::{GpuContext, GpuError};
use skinscope_core::model::{Primitive, StoredSkin};
use skinscope_core::skinning::{AppendElements, ElementOf, RestData, listed_data};
use std::sync::{Arc, OnceLock};

/// A part of a primitive that fits the device's limits.
#[derive(Debug)]
pub struct GpuChunk {
    /// The primitive's vertex indices, in the order of the buffer.
    pub vertices: Vec<u32>,
    pub(super) triangles: ShownTriangles,
    pub(super) buffers: ChunkBuffers,
    /// Buffers of the [`RestData`] needed so far, by kind.
    rest_data: [OnceLock<wgpu::Buffer>; RestData::ALL.len()],
    /// Looks with limb coordinates, uploaded when a pattern is first drawn.
    patterned_looks: OnceLock<wgpu::Buffer>,
    /// Group 1 of the shaders.
    groups: Groups,
    pub(super) morphs: Option<GpuMorphs>,
    /// The same vertices of stored skins.
    pub(super) stored: StoredChunks,
}

/// Bind groups without data and with each kind of it, without and with limb coordinates.
pub(super) type Groups = [[OnceLock<wgpu::BindGroup>; 2]; 1 + RestData::ALL.len()];

/// Buffers that are uploaded for every chunk.
#[derive(Debug)]
pub(super) struct ChunkBuffers {
    pub vertices: wgpu::Buffer,
    pub influences: wgpu::Buffer,
    pub looks: wgpu::Buffer,
    /// Buffer that is bound where the shader reads nothing.
    pub placeholder: wgpu::Buffer,
}

impl GpuChunk {
    pub(super) fn new(
        vertices: Vec<u32>,
        triangles: ShownTriangles,
        buffers: ChunkBuffers,
        morphs: Option<GpuMorphs>,
    ) -> Self {
        Self {
            vertices,
            triangles,
            buffers,
            rest_data: Default::default(),
            patterned_looks: OnceLock::new(),
            groups: Default::default(),
            morphs,
            stored: StoredChunks::default(),
        }
    }

    /// The triangles to draw. `None` if there are none.
    pub fn triangles(&self) -> Option<&IndexBuffer> {
        self.triangles.shown()
    }

    /// Count of indices: three per triangle to draw.
    pub fn index_count(&self) -> u32 {
        self.triangles().map_or(0, |triangles| triangles.index_count)
    }

    /// Bytes of the vertices that a shader reads, if the method reads `data`. Looks are not counted.
    pub fn vertex_bytes(&self, data: Option<RestData>) -> u64 {
        let ChunkBuffers { vertices, influences, placeholder, .. } = &self.buffers;
        let of_method = self.data_buffer(data);
        let read = [Some(vertices), Some(influences), of_method].into_iter().flatten();
        read.filter(|buffer| *buffer != placeholder).map(wgpu::Buffer::size).sum()
    }

    /// Group 1 of the shaders for methods that read `data`. Data and stored skin were prepared by
    /// [`super::GpuModel::prepare`]; the looks have limb coordinates if `patterned` and
    /// [`super::GpuModel::prepare_patterns`] was called.
    pub fn bind_group(
        &self,
        context: &GpuContext,
        data: Option<RestData>,
        patterned: bool,
        stored: StoredSkin,
    ) -> wgpu::BindGroup {
        let stored_chunk = self.stored.get(stored);
        let groups = stored_chunk.as_ref().map_or(&self.groups, |stored| &stored.groups);
        let group = &groups[data.map_or(0, |data| 1 + data as usize)][usize::from(patterned)];
        // wgpu handles are reference counted: a clone is the same object.
        group.get_or_init(|| self.bind(context, data, self.looks(patterned), stored)).clone()
    }

    /// The buffers of [`Self::bind_group`], by binding.
    pub fn buffers(&self, data: Option<RestData>, patterned: bool, stored: StoredSkin) -> [wgpu::Buffer; 4] {
        self.with_looks(data, self.looks(patterned), stored)
    }

    fn looks(&self, patterned: bool) -> &wgpu::Buffer {
        self.patterned_looks.get().filter(|_| patterned).unwrap_or(&self.buffers.looks)
    }

    fn with_looks(&self, data: Option<RestData>, looks: &wgpu::Buffer, stored: StoredSkin) -> [wgpu::Buffer; 4] {
        let stored = self.stored.get(stored);
        let (vertices, influences) = match &stored {
            Some(stored) => (&stored.vertices, &stored.influences),
            None => (&self.buffers.vertices, &self.buffers.influences),
        };
        let own_data = stored.as_ref().zip(data.filter(|data| data.is_of_stored()));
        let of_method =
            own_data.map_or_else(|| self.data_buffer(data), |(stored, data)| stored.rest_data[data as usize].get());
        [vertices, influences, of_method.unwrap_or(&self.buffers.placeholder), looks].map(wgpu::Buffer::clone)
    }

    /// Group 1 of the shaders with other looks.
    pub(super) fn bind(
        &self,
        context: &GpuContext,
        data: Option<RestData>,
        looks: &wgpu::Buffer,
        stored: StoredSkin,
    ) -> wgpu::BindGroup {
        let buffers = self.with_looks(data, looks, stored);
        let entries: Vec<wgpu::BindGroupEntry<'_>> = (0..)
            .zip(&buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("chunk"),
            layout: &context.layouts.chunk,
            entries: &entries,
        })
    }

    /// Whether this data was uploaded. A stored skin may have its own.
    pub(super) fn has(&self, data: RestData, stored: StoredSkin) -> bool {
        match self.stored_with(data, stored) {
            Some(stored) => stored.rest_data[data as usize].get().is_some(),
            None => self.rest_data[data as usize].get().is_some(),
        }
    }

    /// The stored skin, if the data is its own.
    fn stored_with(&self, data: RestData, stored: StoredSkin) -> Option<Arc<StoredChunk>> {
        self.stored.get(stored).filter(|_| data.is_of_stored())
    }

    fn data_buffer(&self, data: Option<RestData>) -> Option<&wgpu::Buffer> {
        self.rest_data[data? as usize].get()
    }

    pub(super) fn has_patterns(&self) -> bool {
        self.patterned_looks.get().is_some()
    }

    /// Keeps buffers for methods that read `data`.
    pub(super) fn keep(&self, data: RestData, stored: StoredSkin, buffer: wgpu::Buffer) {
        match self.stored_with(data, stored) {
            Some(stored) => stored.rest_data[data as usize].get_or_init(|| buffer),
            None => self.rest_data[data as usize].get_or_init(|| buffer),
        };
    }

    /// Keeps looks with limb coordinates.
    pub(super) fn keep_patterned_looks(&self, looks: wgpu::Buffer) {
        self.patterned_looks.get_or_init(|| looks);
    }

    /// Uploads the data of a kind that core describes. `append` appends the elements of one of the primitive's
    /// vertices; those of influences that only pad a vertex's list are zero.
    pub(super) fn upload_data(
        &self,
        context: &GpuContext,
        data: RestData,
        primitive: &Primitive,
        influences_per_vertex: u32,
        append: &AppendElements<'_>,
    ) -> Result<wgpu::Buffer, GpuError> {
        let bytes = match data.element_of() {
            ElementOf::VertexList => listed_data(self.vertices.iter().map(|&vertex| vertex as usize), append),
            ElementOf::Vertex => packed_data(&self.vertices, data, append, |_| 1),
            ElementOf::Influence => packed_data(&self.vertices, data, append, |vertex| {
                stored_influences(primitive, vertex, influences_per_vertex)
            }),
        };
        let usage = wgpu::BufferUsages::STORAGE;
        let most = largest_storage_binding(&context.limits);
        if bytes.len() as u64 > most {
            let mesh = primitive.mesh_name.clone();
            return Err(GpuError::TooMuchData { mesh, bytes: bytes.len() as u64, most });
        }
        let words: &[[u8; 4]] = bytes.as_chunks().0;
        Ok(context.buffer_of_elements("data of vertices", words.len(), usage, |word| words[word]))
    }

    /// Uploads one element for each vertex; `element` is given the primitive's vertices.
    pub(super) fn upload_for_vertices<T: bytemuck::Pod>(
        &self,
        context: &GpuContext,
        element: impl Fn(usize) -> T,
    ) -> wgpu::Buffer {
        let usage = wgpu::BufferUsages::STORAGE;
        context.buffer_of_elements("of vertices", self.vertices.len(), usage, |i| element(self.vertices[i] as usize))
    }

    /// Forgets the centers of rotation.
    pub(super) fn forget_centers(&mut self) {
        for data in RestData::ALL.into_iter().filter(|data| data.is_of_centers()) {
            self.rest_data[data as usize] = OnceLock::new();
            self.groups[1 + data as usize] = Default::default();
        }
        // Their groups hold the centers too.
        self.stored = StoredChunks::default();
    }
}

/// The data of some vertices, one after the other, each filled up with zeros to its count of elements.
fn packed_data(
    vertices: &[u32],
    data: RestData,
    append: &AppendElements<'_>,
    elements_of: impl Fn(usize) -> usize,
) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(vertices.len() * data.element_bytes());
    let mut end = 0;
    for &vertex in vertices {
        append(vertex as usize, &mut bytes);
        end += elements_of(vertex as usize) * data.element_bytes();
        assert!(bytes.len() <= end, "more elements of {data:?} than stored influences");
        bytes.resize(end, 0);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vertices with one, two and three influences, the element of an influence being its vertex and its index.
    #[test]
    fn data_of_influences_is_parallel_to_their_list() {
        let append: AppendElements<'_> =
            Box::new(|vertex, bytes| (0..=vertex).for_each(|index| bytes.extend([vertex as u8, index as u8, 0, 1])));
        let packed = |elements_of: &dyn Fn(usize) -> usize| {
            let bytes = packed_data(&[2, 0, 1], RestData::JointSets, &append, elements_of);
            let (elements, _) = bytes.as_chunks::<4>();
            let elements = elements.iter().map(|element| (element[3] == 1).then_some((element[0], element[1])));
            elements.collect::<Vec<_>>()
        };
        let [two, zero, one] = [[(2, 0), (2, 1), (2, 2)].as_slice(), &[(0, 0)], &[(1, 0), (1, 1)]]
            .map(|elements| elements.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(packed(&|vertex| vertex + 1), [two.clone(), zero.clone(), one.clone()].concat());
        let padded = |list: &[Option<(u8, u8)>]| [list, &[None; 3][..4 - list.len()]].concat();
        assert_eq!(packed(&|_| 4), [padded(&two), padded(&zero), padded(&one)].concat());
    }
}
