//! Exports deformed meshes to npy, ply, obj and glb, and models to glb.
//!
//! Takes plain data and returns bytes; the same input gives the same bytes. The caller writes the files.
//!
//! ```
//! # use skinscope_core::import::{NoFiles, import_gltf};
//! # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/bar.glb"))?;
//! # let model = import_gltf(&bytes, "bar", &NoFiles)?.model;
//! use skinscope_core::export::{ExportPrimitive, write_obj, write_positions_npy};
//!
//! let primitive = &model.primitives[0];
//! let mesh = ExportPrimitive::deformed(primitive, &primitive.positions, &primitive.normals);
//! let obj = write_obj(&[mesh])?;
//! assert!(obj.windows(2).any(|pair| pair == b"v "));
//! // An array of 32-bit floats, one row of three per vertex.
//! assert!(write_positions_npy(&primitive.positions).starts_with(b"\x93NUMPY"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod glb;
mod npy;
mod obj;
mod ply;
mod primitive;

pub use glb::{write_mesh_glb, write_model_glb, write_rig_glb};
pub use npy::write_positions_npy;
pub use obj::write_obj;
pub use ply::write_ply;
pub use primitive::ExportPrimitive;

/// The frame of deformed meshes, stated in files that hold comments.
const FRAME: &str = "scene coordinates: right-handed, +Y up";

/// Reason why data cannot be written. `primitive` counts from zero in the given order.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("primitive {primitive} has {values} {attribute} for {vertices} vertices")]
    Count { primitive: usize, attribute: &'static str, values: usize, vertices: usize },
    #[error("primitive {primitive} has {indices} indices, which is not a whole number of triangles")]
    BrokenTriangle { primitive: usize, indices: usize },
    #[error("primitive {primitive} names vertex {index}, but has {vertices}")]
    NoSuchVertex { primitive: usize, index: u32, vertices: usize },
    #[error("primitive {primitive} has {attribute} that are not finite numbers, at vertex {vertex}")]
    NotFinite { primitive: usize, attribute: &'static str, vertex: usize },
    #[error("primitive {primitive} names material {material}, but there are {materials}")]
    NoSuchMaterial { primitive: usize, material: u32, materials: usize },
    #[error("material {material} names texture {texture}, but there are {textures}")]
    NoSuchTexture { material: usize, texture: u32, textures: usize },
    #[error("texture {texture} has {bytes} bytes for {width} x {height} pixels")]
    TextureSize { texture: usize, bytes: usize, width: u32, height: u32 },
    #[cfg(not(feature = "textures"))]
    #[error("texture {texture} cannot be written: this program was built without the encoder of images")]
    NoEncoder { texture: usize },
    #[cfg(feature = "textures")]
    #[error("texture {texture} cannot be written as png: {source}")]
    Png { texture: usize, source: image::ImageError },
    #[error("clip {clip:?} moves node #{node}, which has a matrix that is not T R S; glTF cannot store that")]
    AnimatedMatrix { clip: String, node: u32 },
    #[error("node #{node} carries meshes of several skins; glTF allows one")]
    SharedNode { node: u32 },
    #[error("the model does not come from this file")]
    OtherSource,
    #[error("a skin names {joints} joints; glTF can address 65536")]
    TooManyJoints { joints: usize },
    #[error("there are {vertices} vertices; the format can address 2^32 - 1")]
    TooManyVertices { vertices: usize },
    #[error("the file would have {bytes} bytes; the format ends at 4 GiB")]
    TooLarge { bytes: usize },
    #[error("the glTF document cannot be written as json: {0}")]
    Json(#[from] serde_json::Error),
}
