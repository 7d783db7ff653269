//! A glTF file as written, together with the model that it holds.

use super::accessor::Accessors;
use super::bytes::{Buffer, Bytes};
use super::compression::DRACO;
use super::container::Container;
use super::document::GltfDocument;
use super::resources::Resources;
use super::skins::inverse_bind_matrices;
use super::{Fault, ImportError, ImportedAsset, Location, ResourceReader, Warnings, json, read_buffers, read_model};
use crate::work::Progress;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::rc::Rc;

/// A file with everything in it, for programs that change parts of it and keep the rest.
#[derive(Debug)]
pub struct SourceFile {
    /// The imported model, with its warnings.
    pub asset: ImportedAsset,
    /// The document as written. All indices in it are valid.
    pub json: Value,
    /// The bytes of each buffer; `None` for a buffer without a source.
    pub buffers: Vec<Option<Vec<u8>>>,
    /// The bytes of each image that is a file of its own and can be read.
    pub image_files: Vec<Option<Vec<u8>>>,
    /// The inverse bind matrices of each skin by columns, one per joint; `None` where they are the identity.
    pub inverse_bind_matrices: Vec<Option<Vec<[f32; 16]>>>,
    /// The location of each primitive of the model in the document.
    pub primitives: Vec<PrimitiveSource>,
}

/// A primitive's location in a document, as indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimitiveSource {
    /// Index of the node that carries the mesh.
    pub node: usize,
    /// Index of the mesh.
    pub mesh: usize,
    /// Index in the mesh.
    pub primitive: usize,
}

/// Reads a file like [`import_gltf`](super::import_gltf), and keeps the document.
///
/// # Errors
/// See `import_gltf`.
pub fn import_source(bytes: &[u8], name: &str, reader: &dyn ResourceReader) -> Result<SourceFile, ImportError> {
    let container = Container::open(Bytes::Present(bytes))?;
    let progress = Progress::default();
    let mut resources = Resources::new(reader, bytes.len() as u64, &progress);
    let document = GltfDocument::parse(&container.json, resources.file_bytes())?;
    let mut warnings = Warnings::default();
    let buffers = read_buffers(&document, container.binary, &mut resources, &mut warnings)?;
    let image_files = document.root.images.iter().map(|image| {
        let uri = image.uri.as_deref().filter(|uri| !uri.starts_with("data:"))?;
        resources.load(uri).ok()
    });
    let image_files: Vec<Option<Rc<Vec<u8>>>> = image_files.collect();
    let budget = resources.budget()?;
    // Buffers and images become one buffer, in which a file with several names is repeated.
    let buffer_lengths = buffers.iter().flatten().map(|buffer| buffer.bytes().length());
    let written = buffer_lengths.chain(image_files.iter().flatten().map(|bytes| bytes.len() as u64));
    budget.take(written.fold(0, u64::saturating_add)).map_err(|fault| fault.at(&Location::file()))?;
    let image_files =
        image_files.into_iter().map(|bytes: Option<Rc<Vec<u8>>>| bytes.map(Rc::unwrap_or_clone)).collect();
    let accessors = Accessors::new(&document, &buffers, &budget);
    let matrices = document.root.skins.iter().enumerate().map(|(index, skin)| {
        let location = Location::named("skin", index, skin.name.as_deref());
        // Importing the model warns about it already.
        inverse_bind_matrices(&accessors, skin, &location, &mut Warnings::default())
    });
    let inverse_bind_matrices = matrices.collect::<Result<_, _>>()?;
    let (asset, primitives) = read_model(&document, &accessors, resources, name, warnings)?;
    let mut json = json::parse(&container.json)?.0;
    let copy = |buffer: &Buffer<'_>| Ok(buffer.bytes().read()?.into_owned());
    let written = buffers.iter().map(|buffer| buffer.as_ref().map(copy).transpose());
    let mut written: Vec<Option<Vec<u8>>> =
        written.collect::<Result<_, Fault>>().map_err(|fault| fault.at(&Location::file()))?;
    store_decompressed(&accessors, &mut json, &mut written);
    Ok(SourceFile { asset, json, buffers: written, image_files, inverse_bind_matrices, primitives })
}

/// Gives accessors of compressed meshes plain data in a buffer of their own, and drops the compression of primitives
/// that no longer need it: a program that changes a part of their vertices could not keep it.
fn store_decompressed(accessors: &Accessors<'_>, json: &mut Value, buffers: &mut Vec<Option<Vec<u8>>>) {
    let mut bytes: Vec<u8> = Vec::new();
    let mut decoded: HashSet<usize> = HashSet::new();
    for (index, elements, count) in accessors.decompressed() {
        decoded.insert(index);
        let offset = bytes.len();
        bytes.extend_from_slice(elements);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let view = json!({"buffer": buffers.len(), "byteOffset": offset, "byteLength": elements.len()});
        let Some(views) = list(json, "bufferViews") else { return };
        views.push(view);
        let view = views.len() - 1;
        if let Some(accessor) = list(json, "accessors").and_then(|list| list.get_mut(index)?.as_object_mut()) {
            accessor.insert("bufferView".to_owned(), view.into());
            accessor.insert("count".to_owned(), count.into());
            accessor.remove("byteOffset");
        }
    }
    if bytes.is_empty() {
        return;
    }
    if let Some(list) = list(json, "buffers") {
        list.push(json!({"byteLength": bytes.len()}));
        buffers.push(Some(bytes));
    }
    let has_data: Vec<bool> = list(json, "accessors")
        .map(|list| list.iter().map(|accessor| accessor.get("bufferView").is_some()).collect())
        .unwrap_or_default();
    let is_plain =
        |accessor: &Value| accessor.as_u64().is_some_and(|index| has_data.get(index as usize) == Some(&true));
    let mut still_compressed = false;
    for primitive in list(json, "meshes")
        .into_iter()
        .flatten()
        .filter_map(|mesh| mesh.get_mut("primitives"))
        .flat_map(|primitives| primitives.as_array_mut().into_iter().flatten())
    {
        let attributes = primitive.get("attributes").and_then(Value::as_object);
        let all_plain =
            attributes.into_iter().flat_map(|members| members.values()).chain(primitive.get("indices")).all(is_plain);
        let indices = primitive.get("indices").and_then(Value::as_u64);
        let is_list = indices.is_some_and(|index| decoded.contains(&(index as usize)));
        let Some(extensions) = primitive.get_mut("extensions").and_then(Value::as_object_mut) else { continue };
        if all_plain && extensions.remove(DRACO).is_some() && is_list {
            // Decoded indices are a list of triangles, whatever the mode was.
            primitive["mode"] = json!(4);
        } else {
            still_compressed |= extensions.contains_key(DRACO);
        }
    }
    if !still_compressed {
        for names in ["extensionsUsed", "extensionsRequired"] {
            if let Some(names) = list(json, names) {
                names.retain(|name| name != DRACO);
            }
        }
    }
}

fn list<'a>(json: &'a mut Value, name: &str) -> Option<&'a mut Vec<Value>> {
    json.get_mut(name)?.as_array_mut()
}
