//! Skinning on the GPU, and pictures of skinned glTF characters, drawn by wgpu without a window.
//!
//! [`gpu`] has the device, the shaders and what is uploaded, [`view`] the cameras and what a picture shows, and
//! [`viewport`] draws a picture. Modules import downward only; see ARCHITECTURE.md for the map. The shaders are in
//! `shaders/`, one file per method.

pub mod view;
pub mod gpu;
pub mod viewport;

#[cfg(test)]
mod test_models;
