//! Binary glTF 2.0.

mod builder;
mod clips;
mod container;
mod look;
mod mesh;
mod model;
mod rig;
mod rig_buffers;
#[cfg(test)]
mod rig_tests;
#[cfg(test)]
mod tests;

pub use mesh::write_mesh_glb;
pub use model::write_model_glb;
pub use rig::{write_rig_glb, write_rig_glb_with_centers};
