use super::chunks::workgroups;
use super::mirrors::DeformedVertexData;
use super::{GpuContext, GpuError, GpuModel, GpuPalettes, GpuPrimitive, MethodPipeline, read_buffer};
use glam::Vec3;
use skinscope_core::skinning::{Deformed, JointPalette, SkinnedVertex, SkinningSettings};
use std::mem::size_of;

/// Skins a model with the shaders used for drawing and reads the result back, in the order of the model's primitives
/// and accessors, in single precision.
///
/// # Errors
/// Out of memory, a lost device, or a method that needs centers of rotation on a model without them or other palettes.
pub fn deform(
    context: &GpuContext,
    model: &GpuModel,
    palettes: &[JointPalette],
    settings: SkinningSettings,
) -> Result<Vec<Deformed>, GpuError> {
    model.prepare(context, settings)?;
    model.check_palettes(palettes, settings.method)?;
    let mut gpu_palettes = GpuPalettes::new(context, model)?;
    gpu_palettes.write(context, model, palettes, settings)?;
    let deform = |primitive| deform_primitive(context, primitive, &gpu_palettes, settings);
    model.primitives().iter().map(deform).collect()
}

/// The vertices of one skin, like those of [`deform`] one primitive after another. `palettes` are the model's, and those of
/// other skins stay as they are.
///
/// # Errors
/// See [`deform`].
pub fn deform_skin(
    context: &GpuContext,
    model: &GpuModel,
    palettes: &mut GpuPalettes,
    (skin, palette): (u32, &JointPalette),
    settings: SkinningSettings,
) -> Result<Deformed, GpuError> {
    model.prepare(context, settings)?;
    palettes.write_skin(context, model, (skin, palette), settings)?;
    let mut skinned = Vec::new();
    for primitive in model.primitives().iter().filter(|primitive| primitive.skin == skin) {
        skinned.extend(deform_primitive(context, primitive, palettes, settings)?);
    }
    Ok(skinned)
}

fn deform_primitive(
    context: &GpuContext,
    primitive: &GpuPrimitive,
    gpu_palettes: &GpuPalettes,
    settings: SkinningSettings,
) -> Result<Deformed, GpuError> {
    let pipeline = context.pipelines.deform(
        context,
        MethodPipeline {
            method: primitive.method(settings.method),
            sign_mode: settings.antipodality().sign_mode(),
            influence_path: primitive.influence_path,
            palette_is_rigid: gpu_palettes.is_rigid(primitive.skin),
        },
    )?;
    let nowhere = SkinnedVertex { position: Vec3::ZERO, normal: Vec3::ZERO };
    let mut vertices = vec![nowhere; primitive.vertex_count];
    for chunk in &primitive.chunks {
        let data = primitive.rest_data(settings.method);
        let own = chunk.bind_group(context, data, false, settings.stored);
        let groups = [&own, gpu_palettes.bind_group(primitive.skin)];
        let skinned = deform_chunk(context, chunk.vertices.len(), &pipeline, groups)?;
        for (&vertex, skinned) in chunk.vertices.iter().zip(skinned) {
            vertices[vertex as usize] = skinned;
        }
    }
    Ok(vertices)
}

fn deform_chunk(
    context: &GpuContext,
    vertex_count: usize,
    pipeline: &wgpu::ComputePipeline,
    [chunk, palette]: [&wgpu::BindGroup; 2],
) -> Result<Vec<SkinnedVertex>, GpuError> {
    let output = context.checked("the deformed skin", || {
        let output = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("deformed"),
            size: (vertex_count * size_of::<DeformedVertexData>()) as u64,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let bind_group = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("deformed"),
            layout: &context.layouts.deformed,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: output.as_entire_binding() }],
        });
        let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            pass.set_bind_group(1, chunk, &[]);
            pass.set_bind_group(2, palette, &[]);
            pass.dispatch_workgroups(workgroups(vertex_count), 1, 1);
        }
        context.queue.submit([encoder.finish()]);
        output
    })?;
    let bytes = read_buffer(context, &output, "the deformed skin")?;
    let stride = size_of::<DeformedVertexData>();
    Ok(bytes
        .chunks_exact(stride)
        .map(|vertex| bytemuck::pod_read_unaligned::<DeformedVertexData>(vertex).into())
        .collect())
}
