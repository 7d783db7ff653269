use super::GpuContext;
use super::mirrors::{VertexCenterData, VertexCovarianceData};
use super::morphs::GpuMorphs;
use super::shown_part::{ShownTriangles, TriangleBuffer};
use skinscope_core::model::Primitive;
use skinscope_core::skinning::{Covariance, PrimitiveCenters, SkinningMethod};
use std::sync::OnceLock;

/// Data that a method reads of each vertex in addition to position, normal and influences. Each kind is uploaded when a
/// method first needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexData {
    Nothing,
    /// Joint set of the vertex, for `spherical`.
    JointSets,
    /// Centers of rotation, for `cor`.
    Centers,
    /// Centers with covariances, for `cor-procrustes`.
    Covariances,
}

impl VertexData {
    pub(super) const COUNT: usize = 4;

    /// Data that a method reads.
    pub fn of(method: SkinningMethod) -> Self {
        match method {
            _ if method.needs_joint_sets() => Self::JointSets,
            _ if method.needs_covariances() => Self::Covariances,
            _ if method.needs_centers() => Self::Centers,
            _ => Self::Nothing,
        }
    }
}

/// A part of a primitive that fits the device's limits.
#[derive(Debug)]
pub struct GpuChunk {
    /// The primitive's vertex indices, in the order of the buffer.
    pub vertices: Vec<u32>,
    pub(super) triangles: ShownTriangles,
    pub(super) buffers: ChunkBuffers,
    /// Buffers of the [`VertexData`] needed so far.
    vertex_data: [OnceLock<wgpu::Buffer>; VertexData::COUNT],
    /// Looks with limb coordinates, uploaded when a pattern is first drawn.
    patterned_looks: OnceLock<wgpu::Buffer>,
    /// Group 1 of the shaders by [`VertexData`], without and with limb coordinates.
    groups: [[OnceLock<wgpu::BindGroup>; 2]; VertexData::COUNT],
    pub(super) morphs: Option<GpuMorphs>,
}

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
            vertex_data: Default::default(),
            patterned_looks: OnceLock::new(),
            groups: Default::default(),
            morphs,
        }
    }

    /// The triangles to draw. `None` if there are none.
    pub fn triangles(&self) -> Option<&TriangleBuffer> {
        self.triangles.shown()
    }

    /// Count of indices: three per triangle to draw.
    pub fn index_count(&self) -> u32 {
        self.triangles().map_or(0, |triangles| triangles.index_count)
    }

    /// Bytes of the vertices that a shader reads, if the method reads `data`. Looks are not counted.
    pub fn vertex_bytes(&self, data: VertexData) -> u64 {
        let ChunkBuffers { vertices, influences, placeholder, .. } = &self.buffers;
        let of_method = self.vertex_data[data as usize].get();
        let read = [Some(vertices), Some(influences), of_method].into_iter().flatten();
        read.filter(|buffer| *buffer != placeholder).map(wgpu::Buffer::size).sum()
    }

    /// Group 1 of the shaders for methods that read `data`, which was prepared by [`super::GpuModel::prepare`]; the looks
    /// have limb coordinates if `patterned` and [`super::GpuModel::prepare_patterns`] was called.
    pub fn bind_group(&self, context: &GpuContext, data: VertexData, patterned: bool) -> &wgpu::BindGroup {
        self.groups[data as usize][usize::from(patterned)].get_or_init(|| {
            let looks = self.patterned_looks.get().filter(|_| patterned).unwrap_or(&self.buffers.looks);
            self.bind(context, data, looks)
        })
    }

    /// The buffers of [`Self::bind_group`], by binding.
    pub fn buffers(&self, data: VertexData, patterned: bool) -> [&wgpu::Buffer; 4] {
        let looks = self.patterned_looks.get().filter(|_| patterned).unwrap_or(&self.buffers.looks);
        self.with_looks(data, looks)
    }

    fn with_looks<'a>(&'a self, data: VertexData, looks: &'a wgpu::Buffer) -> [&'a wgpu::Buffer; 4] {
        let of_method = self.vertex_data[data as usize].get().unwrap_or(&self.buffers.placeholder);
        [&self.buffers.vertices, &self.buffers.influences, of_method, looks]
    }

    /// Group 1 of the shaders with other looks.
    pub(super) fn bind(&self, context: &GpuContext, data: VertexData, looks: &wgpu::Buffer) -> wgpu::BindGroup {
        let entries: Vec<wgpu::BindGroupEntry<'_>> = (0..)
            .zip(self.with_looks(data, looks))
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("chunk"),
            layout: &context.layouts.chunk,
            entries: &entries,
        })
    }

    /// Whether this data was uploaded.
    pub(super) fn has(&self, data: VertexData) -> bool {
        self.vertex_data[data as usize].get().is_some()
    }

    pub(super) fn has_patterns(&self) -> bool {
        self.patterned_looks.get().is_some()
    }

    /// Keeps buffers for methods that read `data`.
    pub(super) fn keep(&self, data: VertexData, buffer: wgpu::Buffer) {
        self.vertex_data[data as usize].get_or_init(|| buffer);
    }

    /// Keeps looks with limb coordinates.
    pub(super) fn keep_patterned_looks(&self, looks: wgpu::Buffer) {
        self.patterned_looks.get_or_init(|| looks);
    }

    pub(super) fn centers(
        &self,
        context: &GpuContext,
        primitive: &Primitive,
        centers: Option<&PrimitiveCenters>,
    ) -> wgpu::Buffer {
        self.upload_for_vertices(context, |vertex| VertexCenterData::from(center_of(primitive, centers, vertex)))
    }

    pub(super) fn covariances(
        &self,
        context: &GpuContext,
        primitive: &Primitive,
        centers: Option<&PrimitiveCenters>,
    ) -> wgpu::Buffer {
        self.upload_for_vertices(context, |vertex| {
            let covariance = centers.map(|centers| centers.covariance(vertex)).unwrap_or_default();
            let Covariance { squares, products } = covariance;
            let center_of_rotation = center_of(primitive, centers, vertex);
            VertexCovarianceData { center_of_rotation, _pad0: 0.0, squares, _pad1: 0.0, products, _pad2: 0.0 }
        })
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
        for data in [VertexData::Centers, VertexData::Covariances] {
            self.vertex_data[data as usize] = OnceLock::new();
            self.groups[data as usize] = Default::default();
        }
    }
}

/// Center of a vertex. A vertex without one rotates about itself.
fn center_of(primitive: &Primitive, centers: Option<&PrimitiveCenters>, vertex: usize) -> glam::Vec3 {
    let center = centers.and_then(|centers| centers.get(vertex)).copied();
    center.unwrap_or(primitive.positions[vertex])
}
