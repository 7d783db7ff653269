use skinscope_core::skinning::MissingInput;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Errors in the communication with the graphics card.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// The machine has no adapter.
    #[error(
        "no graphics driver{asked} was found; on Debian or Ubuntu install the package mesa-vulkan-drivers, which also \
         draws without a graphics card"
    )]
    NoAdapter {
        /// The backend that the environment asks for, such as ` for WGPU_BACKEND=gl`; empty for none.
        asked: String,
    },
    /// No adapter has the name in `WGPU_ADAPTER_NAME`.
    #[error("no graphics adapter is called \"{wanted}\", as WGPU_ADAPTER_NAME requests; available adapters: {known}")]
    NoSuchAdapter {
        /// The name asked for.
        wanted: String,
        /// Names of the adapters, separated by commas.
        known: String,
    },
    /// Vertex shaders of the adapter cannot read storage buffers, which all skinning needs.
    #[error("the graphics adapter \"{adapter}\" is too old: its vertex shaders cannot read storage buffers")]
    TooOld {
        /// Name of the adapter.
        adapter: String,
    },
    /// The adapter gives no device.
    #[error("the graphics adapter \"{adapter}\" could not be opened: {reason}")]
    NoDevice {
        /// Name of the adapter.
        adapter: String,
        /// Error of wgpu.
        reason: wgpu::RequestDeviceError,
    },
    /// An allocation on the device failed.
    #[error("the graphics card has too little memory for {what}; try a smaller picture or a smaller model")]
    OutOfMemory {
        /// Purpose of the memory.
        what: &'static str,
    },
    /// The device is lost, with everything that was made with it.
    #[error("the graphics device was lost{}; try again, or update the graphics driver", because(.reason))]
    Lost {
        /// Reason of the driver; may be empty.
        reason: String,
    },
    /// The window's surface repeatedly gave no texture.
    #[error("the window got nothing to draw into, {frames} times in a row; update the graphics driver")]
    NoSurface {
        /// Count of frames in a row.
        frames: u32,
    },
    /// The device refuses a command or a resource.
    #[error("the graphics card rejected {what}: {description}")]
    Refused {
        /// Name of the refused object or operation, for display.
        what: &'static str,
        /// Error of wgpu in one line.
        description: String,
    },
    /// A single vertex has more influences than a storage buffer can hold.
    #[error(
        "vertex {vertex} of mesh \"{mesh}\" has {influences} influences, more than this graphics card can hold in \
         one buffer"
    )]
    TooManyInfluences {
        /// Name of the mesh.
        mesh: String,
        /// Index of the vertex in its primitive.
        vertex: usize,
        /// Count of its influences.
        influences: usize,
    },
    /// What a method reads of the vertices of a mesh is more than a storage buffer can hold.
    #[error(
        "this method reads {} MB of mesh \"{mesh}\", more than the {} MB that this graphics card can hold in one buffer; \
         choose another method, or split the mesh",
        .bytes >> 20, .most >> 20
    )]
    TooMuchData {
        /// Name of the mesh.
        mesh: String,
        /// Bytes that are read.
        bytes: u64,
        /// Bytes of the largest buffer.
        most: u64,
    },
    /// A single vertex has more deltas than a storage buffer can hold.
    #[error("vertex {vertex} has {targets} morph targets, more than this graphics card can hold in one buffer")]
    TooManyMorphTargets {
        /// Index of the vertex in its primitive.
        vertex: usize,
        /// Count of morph targets that move it.
        targets: usize,
    },
    /// A list of a joint palette is larger than a storage buffer can be.
    #[error("a pose of this model needs {bytes} bytes of joint data, more than this graphics card can bind ({limit})")]
    PaletteTooLarge {
        /// Bytes of the list.
        bytes: u64,
        /// The device's limit in bytes.
        limit: u64,
    },
    /// A method reads an input that was not given.
    #[error(transparent)]
    MissingInput(#[from] MissingInput),
    /// A picture is wider or higher than the device can draw.
    #[error("a picture of {width} x {height} pixels is larger than this graphics card can draw ({limit} a side)")]
    PictureTooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Longest side that can be drawn, in pixels.
        limit: u32,
    },
    /// The work was canceled through its progress.
    #[error("the drawing was canceled")]
    Canceled,
    /// Data on the device cannot be read.
    #[error("could not read back {what}: {reason}")]
    Readback {
        /// Name of the data that was to be read, for display.
        what: &'static str,
        /// Reason, for display.
        reason: String,
    },
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
