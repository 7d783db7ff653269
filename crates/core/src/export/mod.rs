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

mod blender;
mod check;
mod glb;
mod npy;
mod obj;
mod ply;
mod primitive;

pub use blender::write_blender_script;
pub use check::{RigCheck, check_rig};
pub use glb::{write_mesh_glb, write_model_glb, write_rig_glb, write_rig_glb_with_centers};
pub use npy::{NpyNumber, write_npy, write_positions_npy};
pub use obj::write_obj;
pub use ply::write_ply;
pub use primitive::ExportPrimitive;

/// The frame of deformed meshes, stated in files that hold comments.
const FRAME: &str = "scene coordinates: right-handed, +Y up";

/// Reason why data cannot be written. `primitive` counts from zero in the given order.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// An attribute does not have one value per vertex.
    #[error("primitive {primitive} has {values} {attribute} for {vertices} vertices")]
    Count {
        /// Index of the primitive.
        primitive: usize,
        /// Name of the attribute, in the plural.
        attribute: &'static str,
        /// Count of values.
        values: usize,
        /// Count of vertices of the primitive.
        vertices: usize,
    },
    /// The count of indices is not a multiple of three.
    #[error("primitive {primitive} has {indices} indices, which is not a whole number of triangles")]
    BrokenTriangle {
        /// Index of the primitive.
        primitive: usize,
        /// Count of indices.
        indices: usize,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error("primitive {primitive} names vertex {index}, but has {vertices}")]
    NoSuchVertex {
        /// Index of the primitive.
        primitive: usize,
        /// Index of the vertex.
        index: u32,
        /// Count of vertices of the primitive.
        vertices: usize,
    },
    /// A value is infinite or NaN.
    #[error("primitive {primitive} has {attribute} that are not finite numbers, at vertex {vertex}")]
    NotFinite {
        /// Index of the primitive.
        primitive: usize,
        /// Name of the attribute, in the plural.
        attribute: &'static str,
        /// Index of the vertex.
        vertex: usize,
    },
    /// A primitive refers to a material that does not exist.
    #[error("primitive {primitive} names material {material}, but there are {materials}")]
    NoSuchMaterial {
        /// Index of the primitive.
        primitive: usize,
        /// Index of the material.
        material: u32,
        /// Count of materials.
        materials: usize,
    },
    /// A material refers to a texture that does not exist.
    #[error("material {material} names texture {texture}, but there are {textures}")]
    NoSuchTexture {
        /// Index of the material.
        material: usize,
        /// Index of the texture.
        texture: u32,
        /// Count of textures.
        textures: usize,
    },
    /// A texture does not have four bytes per pixel.
    #[error("texture {texture} has {bytes} bytes for {width} x {height} pixels")]
    TextureSize {
        /// Index of the texture.
        texture: usize,
        /// Count of bytes.
        bytes: usize,
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The program has no encoder of images.
    #[cfg(not(feature = "textures"))]
    #[error("texture {texture} cannot be written: this program was built without the encoder of images")]
    NoEncoder {
        /// Index of the texture.
        texture: usize,
    },
    /// The encoder refuses a texture.
    #[cfg(feature = "textures")]
    #[error("texture {texture} cannot be written as png: {source}")]
    Png {
        /// Index of the texture.
        texture: usize,
        /// Error of the encoder.
        source: image::ImageError,
    },
    /// A clip animates a node whose transform has a residual ([`Node::residual`](crate::model::Node)).
    #[error("clip {clip:?} moves node #{node}, which has a matrix that is not T R S; glTF cannot store that")]
    AnimatedMatrix {
        /// Name of the clip.
        clip: String,
        /// Index of the node.
        node: u32,
    },
    /// A node carries primitives of several skins, but glTF allows one skin per node.
    #[error("node #{node} carries meshes of several skins; glTF allows one")]
    SharedNode {
        /// Index of the node.
        node: u32,
    },
    /// The model has other nodes, skins or primitives than the source file.
    #[error("the model does not come from this file")]
    OtherSource,
    /// A skin has more than 65536 joints.
    #[error("a skin names {joints} joints; glTF can address 65536")]
    TooManyJoints {
        /// Count of joints.
        joints: usize,
    },
    /// Indices of 32 bits cannot address all vertices.
    #[error("there are {vertices} vertices; the format can address 2^32 - 1")]
    TooManyVertices {
        /// Count of vertices.
        vertices: usize,
    },
    /// The file would be larger than its own fields of 32 bits can state.
    #[error("the file would have {bytes} bytes; the format ends at 4 GiB")]
    TooLarge {
        /// Length in bytes.
        bytes: usize,
    },
    /// The document cannot be serialized.
    #[error("the glTF document cannot be written as json: {0}")]
    Json(#[from] serde_json::Error),
}
