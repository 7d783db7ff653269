use super::Stopwatch;
use crate::gpu::chunks::WORKGROUP_SIZE;
use crate::gpu::{GpuContext, GpuError, largest_storage_binding};

/// Copies memory by a shader: how fast a shader can read and write on this GPU.
#[derive(Debug)]
pub struct MeasuredCopy {
    pipeline: wgpu::ComputePipeline,
    buffers: wgpu::BindGroup,
    groups: u32,
    /// Read by one dispatch, and written as often.
    bytes: u64,
    dispatches: u32,
}

/// What an invocation copies.
const VECTOR_BYTES: u64 = 16;

/// Read in all by one measurement: several times the caches of today's GPUs on a card, half a tenth of a second in
/// software.
const READ_ON_CARD: u64 = 1 << 30;
const READ_IN_SOFTWARE: u64 = 256 << 20;

impl MeasuredCopy {
    /// # Errors
    /// Out of memory, or a lost device.
    pub fn new(context: &GpuContext) -> Result<Self, GpuError> {
        let of_group = u64::from(WORKGROUP_SIZE) * VECTOR_BYTES;
        let most = largest_storage_binding(&context.limits) / of_group;
        let groups = most.min(u64::from(context.limits.max_compute_workgroups_per_dimension)) as u32;
        let bytes = u64::from(groups) * of_group;
        let read = if context.is_software() { READ_IN_SOFTWARE } else { READ_ON_CARD };
        let pipeline = context.pipelines.copy(context)?;
        let buffers = context.checked("the memory to copy", || {
            let buffer = |label| {
                context.device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some(label),
                    size: bytes,
                    usage: wgpu::BufferUsages::STORAGE,
                    mapped_at_creation: false,
                })
            };
            let (source, copied) = (buffer("source"), buffer("copied"));
            context.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("copy"),
                layout: &pipeline.get_bind_group_layout(0),
                entries: &[
                    wgpu::BindGroupEntry { binding: 0, resource: source.as_entire_binding() },
                    wgpu::BindGroupEntry { binding: 1, resource: copied.as_entire_binding() },
                ],
            })
        })?;
        Ok(Self { pipeline, buffers, groups, bytes, dispatches: read.div_ceil(bytes) as u32 })
    }

    /// Bytes read and written by one measurement.
    pub fn moved_bytes(&self) -> u64 {
        2 * self.bytes * u64::from(self.dispatches)
    }

    /// # Errors
    /// A lost device.
    pub fn seconds(&self, context: &GpuContext, stopwatch: &Stopwatch) -> Result<f64, GpuError> {
        stopwatch.compute_seconds(context, |pass| {
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &self.buffers, &[]);
            for _ in 0..self.dispatches {
                pass.dispatch_workgroups(self.groups, 1, 1);
            }
        })
    }
}
