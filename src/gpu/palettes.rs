use super::mirrors::{DualQuatData, MethodParameters, RigidJointData, ScrewData};
use super::{GpuContext, GpuError, GpuModel};
use crate::math::DualQuat;
use crate::skinning::{JointPalette, PaletteMatrix, SkinningMethod, SkinningSettings};
use glam::Vec4;
use std::mem::size_of;

/// The joint palettes of one pose on the GPU, one per skin of a model. Holds only the data that the most recently
/// written method reads.
#[derive(Debug)]
pub struct GpuPalettes {
    skins: Vec<SkinPalette>,
}

/// Storage buffers in group 2: matrices, motions, and two lists that depend on the method.
const LISTS: usize = 4;

/// The size of the largest list's element, so that any shader can bind a list that is not used.
const SMALLEST_LIST: u64 = size_of::<RigidJointData>() as u64;

#[derive(Debug)]
struct SkinPalette {
    lists: [wgpu::Buffer; LISTS],
    parameters: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

impl GpuPalettes {
    /// Creates empty palettes for a model.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(context: &GpuContext, model: &GpuModel) -> Result<Self, GpuError> {
        context.checked("the joint palettes", || Self {
            skins: model.model().skins.iter().map(|_| SkinPalette::new(context)).collect(),
        })
    }

    /// Uploads a pose: one palette per skin, in the model's order. The buffers grow if the method reads more than the
    /// previous one.
    ///
    /// # Errors
    /// Out of memory.
    pub fn write(
        &mut self,
        context: &GpuContext,
        palettes: &[JointPalette],
        settings: SkinningSettings,
    ) -> Result<(), GpuError> {
        context.checked("the joint palettes", || {
            for (skin, palette) in self.skins.iter_mut().zip(palettes) {
                skin.write(context, palette, settings);
            }
        })
    }

    /// Group 2 of the shaders for primitives of this skin.
    pub fn bind_group(&self, skin: u32) -> &wgpu::BindGroup {
        &self.skins[skin as usize].bind_group
    }
}

impl SkinPalette {
    fn new(context: &GpuContext) -> Self {
        let lists = [(); LISTS].map(|()| storage(context, SMALLEST_LIST));
        let parameters = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("method parameters"),
            size: size_of::<MethodParameters>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let bind_group = bind(context, &lists, &parameters);
        Self { lists, parameters, bind_group }
    }

    fn write(&mut self, context: &GpuContext, palette: &JointPalette, settings: SkinningSettings) {
        let contents = lists_of(palette, settings.method);
        let mut grown = false;
        for (list, content) in self.lists.iter_mut().zip(&contents) {
            if content.len() as u64 > list.size() {
                *list = storage(context, content.len() as u64);
                grown = true;
            }
            if !content.is_empty() {
                context.queue.write_buffer(list, 0, content);
            }
        }
        if grown {
            self.bind_group = bind(context, &self.lists, &self.parameters);
        }
        let parameters = MethodParameters { blend: settings.blend.get() };
        context.queue.write_buffer(&self.parameters, 0, bytemuck::bytes_of(&parameters));
    }
}

/// The data for bindings 0 to 3 of a method's shader. The matrices are always included, since rigid meshes use them
/// with every method.
fn lists_of(palette: &JointPalette, method: SkinningMethod) -> [Vec<u8>; LISTS] {
    let matrices = |list: &[PaletteMatrix]| bytemuck::cast_slice(list).to_vec();
    let motions = |list: &[DualQuat]| {
        let data: Vec<DualQuatData> = list.iter().map(|&motion| motion.into()).collect();
        bytemuck::cast_slice(&data).to_vec()
    };
    let rigid_joints = || {
        let data: Vec<RigidJointData> = palette.rigid_joints.iter().map(|&joint| joint.into()).collect();
        bytemuck::cast_slice(&data).to_vec()
    };
    let rotation_centers = || {
        let data: Vec<Vec4> = palette.rotation_centers.all().iter().map(|center| center.extend(1.0)).collect();
        bytemuck::cast_slice(&data).to_vec()
    };
    let logarithms = || {
        let data: Vec<ScrewData> = palette.logarithms.iter().map(|&logarithm| logarithm.into()).collect();
        bytemuck::cast_slice(&data).to_vec()
    };
    let (second, third, fourth) = match method {
        SkinningMethod::Lbs => (vec![], vec![], vec![]),
        SkinningMethod::Dqs | SkinningMethod::Dib => (motions(&palette.motions), vec![], vec![]),
        SkinningMethod::TwoPhaseDqs | SkinningMethod::LbsDqs => {
            (motions(&palette.second_phase), matrices(&palette.first_phase), vec![])
        }
        SkinningMethod::Cor => {
            (motions(&palette.second_phase), matrices(&palette.first_phase), matrices(&palette.second_phase_matrices))
        }
        SkinningMethod::DirectQuaternion | SkinningMethod::QuaternionTranslation => {
            (motions(&palette.motions), vec![], rigid_joints())
        }
        SkinningMethod::Spherical => (motions(&palette.motions), rotation_centers(), rigid_joints()),
        SkinningMethod::LogMatrix => (vec![], vec![], logarithms()),
    };
    [matrices(&palette.matrices), second, third, fourth]
}

fn storage(context: &GpuContext, size: u64) -> wgpu::Buffer {
    context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("palette"),
        size: size.max(SMALLEST_LIST),
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

fn bind(context: &GpuContext, lists: &[wgpu::Buffer; LISTS], parameters: &wgpu::Buffer) -> wgpu::BindGroup {
    let mut entries = Vec::with_capacity(LISTS + 1);
    for (binding, buffer) in lists.iter().chain([parameters]).enumerate() {
        entries.push(wgpu::BindGroupEntry { binding: binding as u32, resource: buffer.as_entire_binding() });
    }
    context.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("palette"),
        layout: &context.layouts.palette,
        entries: &entries,
    })
}
