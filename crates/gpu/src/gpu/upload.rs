//! Writes the vertices of a primitive to the GPU, in chunks that fit the device.

use super::chunk::{ChunkBuffers, GpuChunk};
use super::materials::Looks;
use super::mirrors::{InfluenceData, MeshVertex, VertexLook};
use super::model::{Anchor, GpuPrimitive};
use super::morphs::GpuMorphs;
use super::ordered::{OrderedChunk, OrderedPrimitive};
use super::packing::{more_influences, packed_vertex, packs_texcoords};
use super::shown_part::{IndexBuffer, ShownTriangles};
use super::{GpuContext, GpuError, InfluencePath, VertexFormat};
use glam::{Vec2, Vec4};
use skinscope_core::model::{Model, Primitive};

/// Settings and shared resources of the upload of a model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upload<'a> {
    pub context: &'a GpuContext,
    /// Whether pictures are drawn, or the model is only deformed.
    pub drawn: bool,
    /// Buffer that is bound where a shader reads nothing.
    pub placeholder: &'a wgpu::Buffer,
}

impl Upload<'_> {
    /// Uploads a primitive. `creases` are the fractions of the surrounding light that reach the vertices, or none to
    /// leave all of it.
    pub fn primitive(
        &self,
        model: &Model,
        primitive: &Primitive,
        ordered: OrderedPrimitive,
        looks: &mut Looks<'_>,
        creases: Vec<f32>,
    ) -> Result<GpuPrimitive, GpuError> {
        let OrderedPrimitive { influence_path, chunks } = ordered;
        let is_packed = influence_path.vertex_format() == VertexFormat::Packed;
        let target_count = model.skeleton.morph_targets_of(primitive.node).len();
        let upload = |chunk| self.chunk(primitive, target_count, influence_path, &creases, chunk);
        Ok(GpuPrimitive {
            skin: primitive.skin,
            kind: model.skins[primitive.skin as usize].kind,
            influence_path,
            material: looks.material(primitive, is_packed),
            chunks: chunks.into_iter().map(upload).collect::<Result<_, _>>()?,
            vertex_count: primitive.positions.len(),
            anchor: Anchor::of(primitive),
            creases,
            overlays: Default::default(),
        })
    }

    fn chunk(
        &self,
        primitive: &Primitive,
        target_count: usize,
        path: InfluencePath,
        creases: &[f32],
        chunk: OrderedChunk,
    ) -> Result<GpuChunk, GpuError> {
        let context = self.context;
        let OrderedChunk { vertices: sources, indices } = chunk;
        let triangles = ShownTriangles::all(IndexBuffer::upload(context, &indices), indices.len() / 3);
        drop(indices);
        let needs_looks = match path.vertex_format() {
            VertexFormat::Full => true,
            VertexFormat::Packed => !packs_texcoords(primitive) || !primitive.colors.is_empty(),
        };
        let looks = if self.drawn && needs_looks {
            context.buffer_of_elements("looks", sources.len(), wgpu::BufferUsages::STORAGE, |local| {
                look_of(primitive, sources[local] as usize, creases)
            })
        } else {
            self.placeholder.clone()
        };
        let (vertices, influences) = self.vertices(primitive, path, &sources, creases);
        let morphs = primitive.morphs.as_ref();
        let morphs = morphs.map(|morphs| GpuMorphs::upload(context, morphs, target_count, &sources, &vertices));
        let buffers = ChunkBuffers { vertices, influences, looks, placeholder: self.placeholder.clone() };
        Ok(GpuChunk::new(sources, triangles, buffers, morphs.transpose()?))
    }

    /// The buffers of the vertices and of their influences.
    pub fn vertices(
        &self,
        primitive: &Primitive,
        path: InfluencePath,
        sources: &[u32],
        creases: &[f32],
    ) -> (wgpu::Buffer, wgpu::Buffer) {
        match path.vertex_format() {
            VertexFormat::Full => self.full_vertices(primitive, path, sources),
            VertexFormat::Packed => self.packed_vertices(primitive, path, sources, creases),
        }
    }

    fn full_vertices(
        &self,
        primitive: &Primitive,
        path: InfluencePath,
        sources: &[u32],
    ) -> (wgpu::Buffer, wgpu::Buffer) {
        let stored = |own: usize| own.max(path.influences_per_vertex() as usize);
        let mut influences: Vec<InfluenceData> = Vec::new();
        let mut starts = Vec::with_capacity(sources.len());
        for &source in sources {
            let own = primitive.influences.of(source as usize);
            starts.push(influences.len() as u32);
            influences.extend(own.iter().copied().map(InfluenceData::from));
            // Padding has no effect and refers to a joint that is read anyway.
            let padding = InfluenceData { joint: own[0].joint, weight: 0.0 };
            influences.extend(std::iter::repeat_n(padding, stored(own.len()) - own.len()));
        }
        let usage = wgpu::BufferUsages::STORAGE;
        let influences = self.context.buffer_of_elements("influences", influences.len(), usage, |i| influences[i]);
        let vertices = self.context.buffer_of_elements("vertices", sources.len(), usage, |local| {
            let source = sources[local] as usize;
            MeshVertex {
                position: primitive.positions[source],
                first_influence: starts[local],
                normal: primitive.normals[source],
                influence_count: primitive.influences.of(source).len() as u32,
            }
        });
        (vertices, influences)
    }

    fn packed_vertices(
        &self,
        primitive: &Primitive,
        path: InfluencePath,
        sources: &[u32],
        creases: &[f32],
    ) -> (wgpu::Buffer, wgpu::Buffer) {
        let usage = wgpu::BufferUsages::STORAGE;
        let vertices = self.context.buffer_of_elements("packed vertices", sources.len(), usage, |local| {
            let source = sources[local] as usize;
            packed_vertex(primitive, source, creases.get(source).copied().unwrap_or(1.0))
        });
        if path == InfluencePath::PackedFour {
            return (vertices, self.placeholder.clone());
        }
        let more = self.context.buffer_of_elements("more influences", sources.len(), usage, |local| {
            more_influences(primitive.influences.of(sources[local] as usize))
        });
        (vertices, more)
    }
}

/// Look of a vertex: the data that pictures need in addition to its skin, except for its position on its limb.
pub(super) fn look_of(primitive: &Primitive, vertex: usize, creases: &[f32]) -> VertexLook {
    VertexLook {
        texcoord: primitive.texcoords.get(vertex).copied().unwrap_or(Vec2::ZERO),
        second_texcoord: primitive.second_texcoords.get(vertex).copied().unwrap_or(Vec2::ZERO),
        color: packed_color(primitive.colors.get(vertex).copied().unwrap_or(Vec4::ONE)),
        around: Vec2::ZERO,
        along: 0.0,
        crease: creases.get(vertex).copied().unwrap_or(1.0),
    }
}

/// Packs a color for the shader's `unpack2x16unorm`.
pub(super) fn packed_color(color: Vec4) -> [u32; 2] {
    let fraction = |part: f32| (part.clamp(0.0, 1.0) * 65535.0).round() as u32;
    [fraction(color.x) | fraction(color.y) << 16, fraction(color.z) | fraction(color.w) << 16]
}
