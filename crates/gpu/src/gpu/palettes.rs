use super::chunks::largest_storage_binding;
use super::palette_lists::{method_parameters, packed_list};
use super::{GpuContext, GpuError, GpuModel};
use skinscope_core::model::SkinKind;
use skinscope_core::skinning::{
    JointPalette, LISTS, MOST_NUMBERS, PaletteList, PointMotion, SkinningMethod, SkinningSettings,
};
use std::mem::size_of;

/// The joint palettes of one pose on the GPU, one per skin of a model. Holds only the data that the shader of the most
/// recently written method reads; for the skins of rigid meshes, only matrices.
#[derive(Debug)]
pub struct GpuPalettes {
    skins: Vec<SkinPalette>,
}

/// The size of the largest list's element, so that any shader can bind a list that is not used.
pub const SMALLEST_LIST: u64 = size_of::<PointMotion>() as u64;

#[derive(Debug)]
struct SkinPalette {
    kind: SkinKind,
    is_rigid: bool,
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
            skins: model.model().skins.iter().map(|skin| SkinPalette::new(context, skin.kind)).collect(),
        })
    }

    /// Uploads a pose of a model: one palette per skin, in the model's order. The buffers grow if the method reads more than
    /// the previous one. What the palettes lack of `delta-mush` is computed, in the shape that the model shows.
    ///
    /// # Errors
    /// Out of memory, a lost device, or more joints than a buffer holds.
    pub fn write(
        &mut self,
        context: &GpuContext,
        model: &GpuModel,
        palettes: &[JointPalette],
        settings: SkinningSettings,
    ) -> Result<(), GpuError> {
        (0..).zip(palettes).try_for_each(|(skin, palette)| self.write_skin(context, model, (skin, palette), settings))
    }

    /// Like [`Self::write`] for one skin alone.
    ///
    /// # Errors
    /// See [`Self::write`].
    pub fn write_skin(
        &mut self,
        context: &GpuContext,
        model: &GpuModel,
        (skin, palette): (u32, &JointPalette),
        settings: SkinningSettings,
    ) -> Result<(), GpuError> {
        let Some(own) = self.skins.get_mut(skin as usize) else { return Ok(()) };
        let smooths = settings.method == SkinningMethod::DeltaMush
            && own.kind == SkinKind::Skinned
            && palette.posed_vertices.is_empty();
        let posed_bytes = if smooths { model.posed_bytes_of_skin(skin) } else { 0 };
        context.checked("the joint palettes", || own.write(context, palette, posed_bytes, settings))??;
        if posed_bytes == 0 {
            return Ok(());
        }
        let [.., posed] = &own.lists;
        model.smooth(context, (skin, settings.stored), palette, &own.bind_group, posed)
    }

    /// Group 2 of the shaders for primitives of this skin.
    pub(crate) fn bind_group(&self, skin: u32) -> &wgpu::BindGroup {
        &self.skins[skin as usize].bind_group
    }

    /// Whether no joint of this skin has scale or shear in the pose, see [`JointPalette::is_rigid`]. False before a pose
    /// is written.
    pub fn is_rigid(&self, skin: u32) -> bool {
        self.skins[skin as usize].is_rigid
    }
}

impl SkinPalette {
    fn new(context: &GpuContext, kind: SkinKind) -> Self {
        let lists = [(); LISTS].map(|()| storage(context, SMALLEST_LIST));
        let parameters = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("method parameters"),
            size: size_of::<[f32; MOST_NUMBERS]>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let bind_group = bind(context, &lists, &parameters);
        Self { kind, is_rigid: false, lists, parameters, bind_group }
    }

    fn write(
        &mut self,
        context: &GpuContext,
        palette: &JointPalette,
        posed_bytes: u64,
        settings: SkinningSettings,
    ) -> Result<(), GpuError> {
        self.is_rigid = palette.is_rigid();
        let limit = largest_storage_binding(&context.limits);
        let mut read = PaletteList::read_by(settings.method, self.kind);
        if posed_bytes > 0 {
            // Of the matrices the skin is made that is smoothed. The last list is room for the result.
            read[0] = Some(PaletteList::Matrices);
        }
        let mut grown = false;
        for (buffer, list) in self.lists.iter_mut().zip(read) {
            let content = list.map_or(Vec::new(), |list| packed_list(list, palette));
            let room = if list == Some(PaletteList::PosedVertices) { posed_bytes } else { 0 };
            let bytes = room.max(content.len() as u64);
            if bytes > limit {
                return Err(GpuError::PaletteTooLarge { bytes, limit });
            }
            if bytes > buffer.size() {
                *buffer = storage(context, bytes);
                grown = true;
            }
            if !content.is_empty() {
                context.queue.write_buffer(buffer, 0, &content);
            }
        }
        if grown {
            self.bind_group = bind(context, &self.lists, &self.parameters);
        }
        if let Some(parameters) = method_parameters(settings) {
            context.queue.write_buffer(&self.parameters, 0, bytemuck::bytes_of(&parameters));
        }
        Ok(())
    }
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
