//! Skinning on the GPU, and pictures of skinned glTF characters, drawn by wgpu without a window.
//!
//! [`gpu`] has the device, the shaders and what is uploaded, [`view`] the cameras and what a picture shows, and
//! [`viewport`] draws a picture. Modules import downward only; see ARCHITECTURE.md for the map. The shaders are in
//! `shaders/`, one file per method.
//!
//! ```
//! use skinscope_core::import::{NoFiles, import_gltf};
//! use skinscope_core::model::Pose;
//! use skinscope_core::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_model};
//! use skinscope_gpu::gpu::{GpuContext, GpuModel, deform};
//!
//! let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/bar.glb"))?;
//! let model = import_gltf(&bytes, "bar", &NoFiles)?.model;
//! let mut pose = Pose::rest(&model.skeleton);
//! pose.joints[model.skeleton.find("mid")? as usize].rotation = glam::Quat::from_rotation_z(1.5);
//! let settings = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
//! let context = pollster::block_on(GpuContext::headless())?;
//! let gpu_model = GpuModel::new(&context, &model)?;
//! // The shader that draws the skin also computes it for reading back: a list per primitive, in the bind frame.
//! let skin = deform(&context, &gpu_model, &JointPalette::all(&model, &pose, settings), settings)?;
//! let twin = deform_model(&model, &pose, settings, &[])?;
//! assert!(skin[0].iter().zip(&twin[0]).all(|(gpu, cpu)| gpu.position.distance(cpu.position) < 1e-5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod view;
pub mod gpu;
pub mod viewport;

#[cfg(test)]
mod test_models;
