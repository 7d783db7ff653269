use super::materials::white_material;
use super::mirrors::VertexLook;
use super::upload::packed_color;
use super::{GpuChunk, GpuContext, GpuError, GpuModel};
use bytemuck::Zeroable as _;
use glam::Vec4;
use skinscope_core::skinning::SkinningSettings;

/// A model's skin in custom colors instead of its materials: heat maps, weights, joints.
///
/// It shares everything else with the [`GpuModel`] from which it was created.
#[derive(Debug)]
pub struct GpuPaint {
    /// Group 1 of the shaders, and its buffer with the colors, for every primitive and chunk.
    chunks: Vec<Vec<(wgpu::BindGroup, wgpu::Buffer)>>,
    /// White material: group 3 of the shaders.
    pub material: wgpu::BindGroup,
}

impl GpuPaint {
    /// Uploads colors for drawing under settings. `colors` are linear: for every primitive, one per vertex.
    ///
    /// # Errors
    /// Out of memory, or a method that needs centers of rotation that were not set.
    pub fn new(
        context: &GpuContext,
        gpu_model: &GpuModel,
        settings: SkinningSettings,
        colors: &[Vec<Vec4>],
    ) -> Result<Self, GpuError> {
        gpu_model.prepare(context, settings)?;
        context.checked("the painted skin", || {
            let chunks = gpu_model.primitives().iter().zip(colors).map(|(primitive, colors)| {
                let bind = |chunk: &GpuChunk| {
                    let looks = chunk.upload_for_vertices(context, |vertex| VertexLook {
                        color: packed_color(colors.get(vertex).copied().unwrap_or(Vec4::ONE)),
                        crease: primitive.creases.get(vertex).copied().unwrap_or(1.0),
                        ..VertexLook::zeroed()
                    });
                    let data = primitive.rest_data(settings.method);
                    (chunk.bind(context, data, &looks, settings.stored), looks)
                };
                primitive.chunks.iter().map(bind).collect()
            });
            Self { chunks: chunks.collect(), material: white_material(context) }
        })
    }

    pub fn chunk(&self, primitive: usize, chunk: usize) -> Option<&wgpu::BindGroup> {
        self.chunks.get(primitive)?.get(chunk).map(|(group, _)| group)
    }

    /// The looks of the vertices, with their colors.
    pub fn looks(&self, primitive: usize, chunk: usize) -> Option<&wgpu::Buffer> {
        self.chunks.get(primitive)?.get(chunk).map(|(_, looks)| looks)
    }
}
