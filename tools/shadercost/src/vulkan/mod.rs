//! Vulkan without wgpu: a device without hardware, pipelines on it, and the driver's statistics about them.

mod device;
mod layout;
mod pipeline;

pub(crate) use device::Device;
pub(crate) use pipeline::Executable;
