use super::{GpuContext, GpuError};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Copies `buffer` (usage `COPY_SRC`) to the CPU and waits for it. Its length is a multiple of four.
///
/// # Errors
/// Out of memory or a lost device.
pub fn read_buffer(context: &GpuContext, buffer: &wgpu::Buffer, what: &'static str) -> Result<Vec<u8>, GpuError> {
    let staging = context.checked(what, || {
        let staging = staging_buffer(&context.device, buffer.size());
        let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, buffer.size());
        context.queue.submit([encoder.finish()]);
        staging
    })?;
    map(context, &staging, what)
}

/// Copies a four-byte color texture to the CPU: width times height times four bytes, top row first.
///
/// # Errors
/// Out of memory or a lost device.
#[tracing::instrument(level = "debug", skip_all)]
pub fn read_rgba(context: &GpuContext, texture: &wgpu::Texture) -> Result<Vec<u8>, GpuError> {
    let what = "the picture";
    let row = texture.width() * 4;
    let padded_row = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let staging = context.checked(what, || {
        let staging = staging_buffer(&context.device, u64::from(padded_row) * u64::from(texture.height()));
        let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &staging,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded_row),
                    rows_per_image: None,
                },
            },
            texture.size(),
        );
        context.queue.submit([encoder.finish()]);
        staging
    })?;
    let mut bytes = map(context, &staging, what)?;
    let (row, padded_row) = (row as usize, padded_row as usize);
    if row < padded_row {
        let height = texture.height() as usize;
        for line in 1..height {
            bytes.copy_within(line * padded_row..line * padded_row + row, line * row);
        }
        bytes.truncate(height * row);
    }
    Ok(bytes)
}

fn staging_buffer(device: &wgpu::Device, size: u64) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("readback"),
        size,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    })
}

fn map(context: &GpuContext, staging: &wgpu::Buffer, what: &'static str) -> Result<Vec<u8>, GpuError> {
    let failed = |reason: String| context.loss().unwrap_or(GpuError::Readback { what, reason });
    let (sender, receiver) = channel();
    staging.map_async(wgpu::MapMode::Read, .., move |result| {
        // The receiver outlives the poll below; if it does not, the result is not needed.
        let _ignored = sender.send(result);
    });
    // If several threads share the device, another thread's poll may have taken this buffer's callback and not yet run
    // it, so an empty channel after the poll is not an error.
    let mapped = loop {
        context.poll(wgpu::PollType::wait_indefinitely())?;
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Err(RecvTimeoutError::Timeout) => {}
            answer => break answer.map_err(|error| failed(error.to_string()))?,
        }
    };
    mapped.map_err(|error| failed(error.to_string()))?;
    // The results may be wrong.
    if let Some(fault) = context.take_fault() {
        return Err(fault);
    }
    let bytes = staging.get_mapped_range(..).map_err(|error| failed(error.to_string()))?.to_vec();
    staging.unmap();
    Ok(bytes)
}
