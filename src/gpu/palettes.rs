use super::mirrors::DualQuatData;
use super::{GpuContext, GpuError, GpuModel};
use crate::skinning::JointPalette;
use bytemuck::Zeroable;
use std::mem::size_of;

/// The joint palettes of one pose on the GPU, one for each skin of a model.
#[derive(Debug)]
pub struct GpuPalettes {
    skins: Vec<SkinPalette>,
}

#[derive(Debug)]
struct SkinPalette {
    matrices: wgpu::Buffer,
    motions: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

impl GpuPalettes {
    /// Room for the palettes of a model; nothing is in it yet.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(context: &GpuContext, model: &GpuModel) -> Result<Self, GpuError> {
        context.checked("the joint palettes", || {
            let skins = model.model().skins.iter().map(|skin| Self::allocate(context, skin.joints.len())).collect();
            Self { skins }
        })
    }

    fn allocate(context: &GpuContext, joint_count: usize) -> SkinPalette {
        // A binding may not be empty.
        let count = joint_count.max(1) as u64;
        let buffer = |label, size: usize| {
            context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: count * size as u64,
                usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let matrices = buffer("palette matrices", size_of::<crate::skinning::PaletteMatrix>());
        let motions = buffer("palette motions", size_of::<DualQuatData>());
        let bind_group = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("palette"),
            layout: &context.layouts.palette,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: matrices.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: motions.as_entire_binding() },
            ],
        });
        SkinPalette { matrices, motions, bind_group }
    }

    /// Uploads a pose: one palette a skin, in the model's order.
    pub fn write(&self, context: &GpuContext, palettes: &[JointPalette]) {
        for (skin, palette) in self.skins.iter().zip(palettes) {
            let mut motions: Vec<DualQuatData> = palette.motions.iter().map(|&motion| motion.into()).collect();
            if motions.is_empty() {
                motions.push(DualQuatData::zeroed());
            }
            context.queue.write_buffer(&skin.matrices, 0, bytemuck::cast_slice(&palette.matrices));
            context.queue.write_buffer(&skin.motions, 0, bytemuck::cast_slice(&motions));
        }
    }

    /// Group 2 of the shaders for primitives of this skin.
    pub fn bind_group(&self, skin: u32) -> &wgpu::BindGroup {
        &self.skins[skin as usize].bind_group
    }
}
