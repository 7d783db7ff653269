//! Exports deformed meshes to npy, ply, obj and glb, models to glb, films to gif, apng, webp and mp4, and
//! slides to pdf.
//!
//! Takes plain data and returns bytes, or writes them as they come; the same input gives the same bytes. The caller writes the files.

mod film;
mod glb;
mod indexed_png;
mod npy;
mod obj;
mod palette;
mod ply;
mod png_picture;
mod primitive;
mod slides_pdf;
mod xml_text;
mod zlib_strips;

pub use film::{
    FilmError, FilmFormat, FilmSettings, FilmWriter, FrameRate, apng_writer, film_size, gif_writer, mp4_writer,
    webp_writer,
};
pub use glb::{write_mesh_glb, write_model_glb, write_rig_glb};
pub use indexed_png::encode_indexed_png;
pub use npy::write_positions_npy;
pub use obj::write_obj;
pub use ply::write_ply;
pub use png_picture::{encode_png, read_png_text, write_png};
pub use primitive::ExportPrimitive;
pub use slides_pdf::{PlacedPicture, SlideError, SlidePage, SlideWords, SlidesPdf, WordsAt};
pub use xml_text::printable_in_xml;

/// The frame of deformed meshes, said in files that hold comments.
const FRAME: &str = "scene coordinates: right-handed, +Y up";

/// Why data cannot be written. `primitive` counts from zero in the given order.
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
    #[error("the picture cannot be encoded: {0}")]
    Picture(png::EncodingError),
}
