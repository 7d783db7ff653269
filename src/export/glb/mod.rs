//! Binary glTF 2.0.

mod builder;
mod clips;
mod document;
mod look;
mod mesh;
mod model;
#[cfg(test)]
mod tests;

pub use mesh::write_mesh_glb;
pub use model::write_model_glb;
