//! A glTF file as it is written, beside the model that it holds.

use super::accessor::{Accessors, FLOAT, Fractions};
use super::container::Container;
use super::document::Document;
use super::resources::Resources;
use super::{ImportError, ImportedAsset, Location, ResourceReader, Warnings, json, read_buffers, read_model};
use gltf::json::accessor::Type;
use serde_json::Value;

/// A file with everything in it, for programs that change parts of it and keep the rest.
#[derive(Debug)]
pub struct SourceFile {
    pub asset: ImportedAsset,
    /// The document as written. All indices in it are valid.
    pub json: Value,
    /// The bytes of each buffer; `None` for a buffer without a source.
    pub buffers: Vec<Option<Vec<u8>>>,
    /// The bytes of each image that is a file of its own and can be read.
    pub image_files: Vec<Option<Vec<u8>>>,
    /// The inverse bind matrices of each skin in column-major order; `None` where they are the identity.
    pub inverse_bind_matrices: Vec<Option<Vec<[f32; 16]>>>,
    /// Where each primitive of the model stands in the document.
    pub primitives: Vec<PrimitiveSource>,
}

/// A primitive's location in a document, as indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimitiveSource {
    pub node: usize,
    pub mesh: usize,
    /// In the mesh.
    pub primitive: usize,
}

/// Reads a file as [`import_gltf`](super::import_gltf) does, and keeps the document.
///
/// # Errors
/// As for `import_gltf`.
pub fn import_source(bytes: &[u8], name: &str, reader: &dyn ResourceReader) -> Result<SourceFile, ImportError> {
    let container = Container::open(bytes)?;
    let document = Document::parse(container.json)?;
    let mut resources = Resources::new(reader);
    let mut warnings = Warnings::default();
    let buffers = read_buffers(&document, container.binary, &mut resources, &mut warnings)?;
    let image_files = document.root.images.iter().map(|image| {
        let uri = image.uri.as_deref().filter(|uri| !uri.starts_with("data:"))?;
        resources.load(uri).ok().map(|bytes| bytes.to_vec())
    });
    let image_files = image_files.collect();
    let accessors = Accessors::new(&document, &buffers);
    let matrices = document.root.skins.iter().enumerate().map(|(index, skin)| {
        let read = |accessor| accessors.floats::<16>(accessor, Type::Mat4, FLOAT, Fractions::AsSaid);
        let matrices = skin.inverse_bind_matrices.map(read).transpose();
        matrices.map_err(|fault| fault.at(&Location::named("skin", index, skin.name.as_deref())))
    });
    let inverse_bind_matrices = matrices.collect::<Result<_, _>>()?;
    let (asset, primitives) = read_model(&document, &buffers, resources, name, warnings)?;
    Ok(SourceFile {
        asset,
        json: json::parse(container.json)?.0,
        buffers: buffers.into_iter().map(|buffer| buffer.map(|bytes| bytes.to_vec())).collect(),
        image_files,
        inverse_bind_matrices,
        primitives,
    })
}
