use super::Stopwatch;
use crate::gpu::chunks::WORKGROUP_SIZE;
use crate::gpu::{GpuContext, GpuError, largest_storage_binding};

/// Copies memory by a shader, to measure how fast a shader can read and write on this GPU.
#[derive(Debug)]
pub struct MeasuredCopy {
    pipeline: wgpu::ComputePipeline,
    /// Groups that bind a buffer to read and one to write. Dispatches take them in turns.
    pairs: Vec<wgpu::BindGroup>,
    groups: u32,
    /// Size of a buffer, which is also the number of bytes that one dispatch reads and writes.
    bytes: u64,
    dispatches: usize,
}

/// Bytes that an invocation copies.
const VECTOR_BYTES: u64 = 16;

/// Bytes read by one measurement. In software, they take about 0.05 seconds.
const READ_ON_CARD: u64 = 1 << 30;
const READ_IN_SOFTWARE: u64 = 256 << 20;

/// Least size of all buffers together on a card: twice the largest caches of today's GPUs, so that every dispatch finds
/// its buffers in memory. In software one pair is enough, which is larger than most processors' caches.
const SET_ON_CARD: u64 = 512 << 20;

impl MeasuredCopy {
    /// Prepares the buffers. A card with too little memory for all of them gets one pair.
    ///
    /// # Errors
    /// Out of memory, or a lost device.
    pub fn new(context: &GpuContext) -> Result<Self, GpuError> {
        let of_group = u64::from(WORKGROUP_SIZE) * VECTOR_BYTES;
        let most = largest_storage_binding(&context.limits) / of_group;
        let groups = most.min(u64::from(context.limits.max_compute_workgroups_per_dimension)) as u32;
        let bytes = u64::from(groups) * of_group;
        let read = if context.is_software() { READ_IN_SOFTWARE } else { READ_ON_CARD };
        let pipeline = context.pipelines.copy(context)?;
        let count = if context.is_software() { 1 } else { SET_ON_CARD.div_ceil(2 * bytes) };
        let pairs = buffer_pairs(context, &pipeline, bytes, count);
        let pairs = pairs.or_else(|_| buffer_pairs(context, &pipeline, bytes, 1))?;
        Ok(Self { pipeline, pairs, groups, bytes, dispatches: read.div_ceil(bytes) as usize })
    }

    /// Bytes read and written by one measurement.
    pub(crate) fn moved_bytes(&self) -> u64 {
        2 * self.bytes * self.dispatches as u64
    }

    /// Size of all buffers together.
    pub(crate) fn set_bytes(&self) -> u64 {
        2 * self.bytes * self.pairs.len() as u64
    }

    /// # Errors
    /// A lost device.
    pub fn seconds(&self, context: &GpuContext, stopwatch: &Stopwatch) -> Result<f64, GpuError> {
        stopwatch.compute_seconds(context, |pass| {
            pass.set_pipeline(&self.pipeline);
            for pair in self.pairs.iter().cycle().take(self.dispatches) {
                pass.set_bind_group(0, pair, &[]);
                pass.dispatch_workgroups(self.groups, 1, 1);
            }
        })
    }
}

fn buffer_pairs(
    context: &GpuContext,
    pipeline: &wgpu::ComputePipeline,
    bytes: u64,
    count: u64,
) -> Result<Vec<wgpu::BindGroup>, GpuError> {
    context.checked("the memory to copy", || {
        let pair = |_| {
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
        };
        (0..count).map(pair).collect()
    })
}
