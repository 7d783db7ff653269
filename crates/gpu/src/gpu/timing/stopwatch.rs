use crate::gpu::{GpuContext, GpuError, read_buffer};
use std::time::Instant;

/// Source of the time of work on the GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The GPU notes when a pass begins and ends.
    Timestamps,
    /// Wall-clock time from the submission until the device reports that it is done.
    WallClock,
}

/// Measures the time of single passes.
#[derive(Debug)]
pub struct Stopwatch {
    /// Timestamp queries. `None` measures by the wall clock.
    queries: Option<Queries>,
}

#[derive(Debug)]
struct Queries {
    /// Timestamps of the beginning and the end of a pass.
    set: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    seconds_per_tick: f64,
}

const BEGIN_AND_END: u32 = 2;

impl Stopwatch {
    /// Prepares the measurement. Software GPUs are measured by the wall clock: llvmpipe's timestamps cover only a part
    /// of a pass.
    ///
    /// # Errors
    /// Out of memory, or a lost device.
    pub fn new(context: &GpuContext) -> Result<Self, GpuError> {
        let has_timestamps = context.device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        if !has_timestamps || context.is_software() {
            return Ok(Self::by_wall_clock());
        }
        let queries = context.checked("the stopwatch", || Queries {
            set: context.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("stopwatch"),
                ty: wgpu::QueryType::Timestamp,
                count: BEGIN_AND_END,
            }),
            resolved: context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("stopwatch"),
                size: u64::from(BEGIN_AND_END) * u64::from(wgpu::QUERY_SIZE),
                usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            }),
            seconds_per_tick: f64::from(context.queue.get_timestamp_period()) * 1e-9,
        })?;
        Ok(Self { queries: Some(queries) })
    }

    fn by_wall_clock() -> Self {
        Self { queries: None }
    }

    /// The clock that measures, as the device allows.
    pub fn clock(&self) -> Clock {
        if self.queries.is_some() { Clock::Timestamps } else { Clock::WallClock }
    }

    /// Seconds that a compute pass takes. Waits for it.
    ///
    /// # Errors
    /// Out of memory, or a lost device.
    pub(crate) fn compute_seconds(
        &self,
        context: &GpuContext,
        encode: impl FnOnce(&mut wgpu::ComputePass<'_>),
    ) -> Result<f64, GpuError> {
        self.seconds(context, |encoder| {
            let timestamp_writes = self.queries.as_ref().map(|queries| wgpu::ComputePassTimestampWrites {
                query_set: &queries.set,
                beginning_of_pass_write_index: Some(0),
                end_of_pass_write_index: Some(1),
            });
            let descriptor = wgpu::ComputePassDescriptor { label: Some("measured"), timestamp_writes };
            encode(&mut encoder.begin_compute_pass(&descriptor));
        })
    }

    /// Seconds taken by a pass that draws into a depth map. The map is cleared to the farthest depth first. Waits for
    /// the pass.
    ///
    /// # Errors
    /// Out of memory, or a lost device.
    pub(crate) fn depth_seconds(
        &self,
        context: &GpuContext,
        depth_map: &wgpu::TextureView,
        encode: impl FnOnce(&mut wgpu::RenderPass<'_>),
    ) -> Result<f64, GpuError> {
        self.seconds(context, |encoder| {
            let descriptor = wgpu::RenderPassDescriptor {
                label: Some("measured"),
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: depth_map,
                    depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store }),
                    stencil_ops: None,
                }),
                timestamp_writes: self.queries.as_ref().map(|queries| wgpu::RenderPassTimestampWrites {
                    query_set: &queries.set,
                    beginning_of_pass_write_index: Some(0),
                    end_of_pass_write_index: Some(1),
                }),
                ..wgpu::RenderPassDescriptor::default()
            };
            encode(&mut encoder.begin_render_pass(&descriptor));
        })
    }

    fn seconds(&self, context: &GpuContext, encode: impl FnOnce(&mut wgpu::CommandEncoder)) -> Result<f64, GpuError> {
        let what = "the measured pass";
        let commands = context.checked(what, || {
            let descriptor = wgpu::CommandEncoderDescriptor { label: Some(what) };
            let mut encoder = context.device.create_command_encoder(&descriptor);
            encode(&mut encoder);
            if let Some(queries) = &self.queries {
                encoder.resolve_query_set(&queries.set, 0..BEGIN_AND_END, &queries.resolved, 0);
            }
            encoder.finish()
        })?;
        let started = Instant::now();
        let submission = context.checked(what, || context.queue.submit([commands]))?;
        context.wait_for(submission)?;
        let elapsed = started.elapsed().as_secs_f64();
        let Some(queries) = &self.queries else { return Ok(elapsed) };
        let bytes = read_buffer(context, &queries.resolved, "the stopwatch")?;
        let ticks: Vec<u64> = bytemuck::pod_collect_to_vec(&bytes);
        Ok(ticks[1].saturating_sub(ticks[0]) as f64 * queries.seconds_per_tick)
    }
}
