use super::materials::white_material;
use super::model::mesh_vertices;
use super::{GpuContext, GpuError, GpuModel};
use glam::Vec4;

/// A model's skin in custom colors instead of its materials: heat maps, weights, joints.
///
/// Shares everything else with the [`GpuModel`] it was created from.
#[derive(Debug)]
pub struct GpuPaint {
    /// For every primitive and chunk, group 1 of the shaders.
    chunks: Vec<Vec<wgpu::BindGroup>>,
    /// Group 3 of the shaders: white.
    pub material: wgpu::BindGroup,
}

impl GpuPaint {
    /// `colors` are linear: for every primitive, one per vertex.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(context: &GpuContext, gpu_model: &GpuModel, colors: &[Vec<Vec4>]) -> Result<Self, GpuError> {
        context.checked("the painted skin", || {
            let model = gpu_model.model();
            let sources = model.primitives.iter().zip(colors);
            let chunks = gpu_model.primitives().iter().zip(sources).map(|(primitive, (source, colors))| {
                let bind = |chunk: &super::model::GpuChunk| {
                    let color_of = |vertex: usize| colors.get(vertex).copied().unwrap_or(Vec4::ONE);
                    let path = primitive.influence_path;
                    let vertices = mesh_vertices(source, &chunk.vertices, path, &primitive.creases, color_of);
                    let (contents, usage) = (bytemuck::cast_slice(&vertices), wgpu::BufferUsages::STORAGE);
                    let buffer = context.buffer_of("painted vertices", contents, usage);
                    chunk.bind_with_vertices(context, &buffer)
                };
                primitive.chunks.iter().map(bind).collect()
            });
            Self { chunks: chunks.collect(), material: white_material(context) }
        })
    }

    pub fn chunk(&self, primitive: usize, chunk: usize) -> Option<&wgpu::BindGroup> {
        self.chunks.get(primitive)?.get(chunk)
    }
}
