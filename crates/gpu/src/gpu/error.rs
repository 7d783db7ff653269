use skinscope_core::skinning::MissingInput;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Errors in the communication with the graphics card.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    #[error(
        "no graphics driver{asked} was found; on Debian or Ubuntu install the package mesa-vulkan-drivers, which also \
         draws without a graphics card"
    )]
    NoAdapter { asked: String },
    #[error("no graphics adapter is called \"{wanted}\", as WGPU_ADAPTER_NAME requests; available adapters: {known}")]
    NoSuchAdapter { wanted: String, known: String },
    #[error("the graphics adapter \"{adapter}\" is too old: its vertex shaders cannot read storage buffers")]
    TooOld { adapter: String },
    #[error("the graphics adapter \"{adapter}\" could not be opened: {reason}")]
    NoDevice { adapter: String, reason: wgpu::RequestDeviceError },
    #[error("the graphics card has too little memory for {what}; try a smaller picture or a smaller model")]
    OutOfMemory { what: &'static str },
    #[error("the graphics device was lost{}; try again, or update the graphics driver", because(.reason))]
    Lost { reason: String },
    #[error("the window got nothing to draw into, {frames} times in a row; update the graphics driver")]
    NoSurface { frames: u32 },
    #[error("the graphics card rejected {what}: {description}")]
    Refused { what: &'static str, description: String },
    #[error(
        "vertex {vertex} of mesh \"{mesh}\" has {influences} influences, more than this graphics card can hold in \
         one buffer"
    )]
    TooManyInfluences { mesh: String, vertex: usize, influences: usize },
    #[error("vertex {vertex} has {targets} morph targets, more than this graphics card can hold in one buffer")]
    TooManyMorphTargets { vertex: usize, targets: usize },
    #[error("a pose of this model needs {bytes} bytes of joint data, more than this graphics card can bind ({limit})")]
    PaletteTooLarge { bytes: u64, limit: u64 },
    #[error(transparent)]
    MissingInput(#[from] MissingInput),
    #[error("a picture of {width} x {height} pixels is larger than this graphics card can draw ({limit} a side)")]
    PictureTooLarge { width: u32, height: u32, limit: u32 },
    #[error("the drawing was canceled")]
    Canceled,
    #[error("could not read back {what}: {reason}")]
    Readback { what: &'static str, reason: String },
}

impl GpuError {
    pub(super) fn no_adapter() -> Self {
        let asked = std::env::var("WGPU_BACKEND").ok().filter(|backend| !backend.is_empty());
        Self::NoAdapter { asked: asked.map_or_else(String::new, |backend| format!(" for WGPU_BACKEND={backend}")) }
    }

    /// Whether the device is lost, so that only another device helps.
    pub fn is_loss(&self) -> bool {
        matches!(self, Self::Lost { .. })
    }

    /// Whether the cause is that no driver on this machine can draw at all.
    pub fn is_no_driver(&self) -> bool {
        matches!(self, Self::NoAdapter { .. } | Self::NoDevice { .. } | Self::TooOld { .. })
    }
}

/// The driver's reason, if it gave one.
fn because(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(" ({reason})") }
}

/// Runs `work` and converts errors that the device reports about it, instead of letting wgpu panic.
///
/// The guards must not be held across an await: device errors are collected per thread.
pub(super) fn checked<T>(device: &wgpu::Device, what: &'static str, work: impl FnOnce() -> T) -> Result<T, GpuError> {
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let made = work();
    let internal = resolved(internal.pop());
    let memory = resolved(memory.pop());
    let validation = resolved(validation.pop());
    if memory.is_some() {
        return Err(GpuError::OutOfMemory { what });
    }
    match validation.or(internal) {
        Some(error) => Err(GpuError::Refused { what, description: one_line(&error.to_string()) }),
        None => Ok(made),
    }
}

/// Joins wgpu's multi-line causes into one line.
pub(super) fn one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "Caused by:");
    lines.collect::<Vec<_>>().join(": ")
}

/// On native backends an error scope resolves immediately; elsewhere its error arrives too late to be reported.
fn resolved(scope: impl Future<Output = Option<wgpu::Error>>) -> Option<wgpu::Error> {
    match pin!(scope).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(error) => error,
        Poll::Pending => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_come_behind_each_other() {
        let text = "Validation Error\n\nCaused by:\n  In Device::create_texture\n    too large\n";
        assert_eq!(one_line(text), "Validation Error: In Device::create_texture: too large");
    }
}
