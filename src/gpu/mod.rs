//! Device, shaders, buffers, pipelines, offscreen targets, readback. Holds only data derived from a model.
//!
//! This module is independent of cameras and colors; the viewport decides what a picture shows.

mod adapters;
mod albedo;
mod chunks;
mod context;
mod creases;
mod deform;
mod edges;
mod error;
mod health;
mod layouts;
mod limb_axes;
mod limb_coordinates;
mod limb_tree;
mod materials;
pub mod mirrors;
mod model;
mod morphs;
mod paint;
mod palette_lists;
mod palettes;
mod passes;
mod pipelines;
mod readback;
mod recipes;
mod shaders;
mod shown_part;
mod skinning_shader;
mod target;
mod textures;
mod triangle_order;

pub use adapters::{AdapterSummary, adapters};
pub(crate) use chunks::largest_storage_binding;
pub use chunks::{Chunk, ChunkLimits, split_into_chunks};
pub use context::GpuContext;
pub use deform::deform;
pub use edges::EdgeBuffer;
pub use error::GpuError;
pub use layouts::Layouts;
pub use materials::GpuMaterial;
pub use model::{GpuChunk, GpuModel, GpuPrimitive};
pub use paint::GpuPaint;
pub use palette_lists::{PaletteList, palette_bytes_per_joint, uploaded_palette_bindings};
pub use palettes::GpuPalettes;
pub(crate) use passes::{FOOTPRINT_FORMAT, MASK_FORMAT, OCCLUSION_FORMAT};
pub use passes::{Layer, Lookups, MaskChannel, MaterialLookups, MeshLook, MeshPass, OverlayPass};
pub use pipelines::{InfluencePath, MethodPipeline, Pipelines};
pub use readback::{read_buffer, read_rgba};
pub use shaders::{Composition, ShaderSource, shader_sources};
pub use shown_part::TriangleBuffer;
pub use skinning_shader::{SkinningShader, SkinningStage};
pub use target::{COLOR_FORMAT, DEPTH_FORMAT, EGUI_FORMAT, Target};
pub(crate) use textures::color_on_surface;
