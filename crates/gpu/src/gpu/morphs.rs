//! Morph targets on the GPU: a compute pass that writes the morphed rest vertices of a chunk.

use super::chunks::{WORKGROUP_SIZE, largest_storage_binding};
use super::mirrors::{MorphBaseData, MorphDeltaData, MorphPartData};
use super::{GpuContext, GpuError};
use skinscope_core::model::MorphDeltas;
use std::mem::size_of;

/// The morph targets of a chunk.
#[derive(Debug)]
pub(super) struct GpuMorphs {
    /// Ranges of vertices whose deltas can be bound together.
    parts: Vec<Part>,
    /// Weights, one for each target of the node.
    weights: wgpu::Buffer,
}

#[derive(Debug)]
struct Part {
    bind_group: wgpu::BindGroup,
    vertex_count: u32,
}

impl GpuMorphs {
    /// Uploads the morph targets of a chunk. Its vertices fit one dispatch; its deltas may take several. `vertices` are
    /// the chunk's, by their indices in the primitive; `vertex_buffer` holds them on the GPU.
    ///
    /// # Errors
    /// A vertex with more deltas than can be bound.
    pub fn upload(
        context: &GpuContext,
        morphs: &MorphDeltas,
        target_count: usize,
        vertices: &[u32],
        vertex_buffer: &wgpu::Buffer,
    ) -> Result<Self, GpuError> {
        let device = &context.device;
        let no_weights = vec![0f32; target_count.max(1)];
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        let weights = context.buffer_of("morph weights", bytemuck::cast_slice(&no_weights), usage);
        let binding = usize::try_from(largest_storage_binding(&context.limits)).unwrap_or(usize::MAX);
        let most_deltas = binding / size_of::<MorphDeltaData>();
        let mut parts = Vec::new();
        let mut first_vertex = 0;
        while first_vertex < vertices.len() {
            let (mut bases, mut deltas) = (Vec::new(), Vec::new());
            for &vertex in &vertices[first_vertex..] {
                let own = morphs.of(vertex as usize);
                if own.len() > most_deltas {
                    return Err(GpuError::TooManyMorphTargets { vertex: vertex as usize, targets: own.len() });
                }
                if deltas.len() + own.len() > most_deltas {
                    break;
                }
                let (position, normal) = morphs.base(vertex as usize);
                let (first_delta, delta_count) = (deltas.len() as u32, own.len() as u32);
                bases.push(MorphBaseData { position, first_delta, normal, delta_count });
                deltas.extend(own.iter().map(|delta| MorphDeltaData {
                    position: delta.position,
                    morph_target: delta.target,
                    normal: delta.normal,
                    _pad0: 0.0,
                }));
            }
            let vertex_count = bases.len();
            // An empty buffer cannot be bound.
            deltas.resize(deltas.len().max(1), bytemuck::Zeroable::zeroed());
            let storage = wgpu::BufferUsages::STORAGE;
            let bases = context.buffer_of("morph bases", bytemuck::cast_slice(&bases), storage);
            let deltas = context.buffer_of("morph deltas", bytemuck::cast_slice(&deltas), storage);
            let part = MorphPartData { first_vertex: first_vertex as u32 };
            let part = context.buffer_of("morph part", bytemuck::bytes_of(&part), wgpu::BufferUsages::UNIFORM);
            let buffers = [vertex_buffer, &bases, &deltas, &weights, &part];
            let entries: Vec<wgpu::BindGroupEntry<'_>> = (0..)
                .zip(buffers)
                .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
                .collect();
            let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("morph"),
                layout: &context.layouts.morph,
                entries: &entries,
            });
            parts.push(Part { bind_group, vertex_count: vertex_count as u32 });
            first_vertex += vertex_count;
        }
        Ok(Self { parts, weights })
    }

    /// Writes the vertices under other weights, one for each target of the node.
    pub fn morph(
        &self,
        context: &GpuContext,
        pipeline: &wgpu::ComputePipeline,
        pass: &mut wgpu::ComputePass<'_>,
        weights: &[f32],
    ) {
        context.queue.write_buffer(&self.weights, 0, bytemuck::cast_slice(weights));
        pass.set_pipeline(pipeline);
        for part in &self.parts {
            pass.set_bind_group(0, &part.bind_group, &[]);
            pass.dispatch_workgroups(part.vertex_count.div_ceil(WORKGROUP_SIZE), 1, 1);
        }
    }
}
