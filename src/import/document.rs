//! The glTF document: the JSON as the `gltf` crate holds it, and what the crate cannot hold.
//!
//! The JSON is parsed to a value once. [`patch`](super::patch) checks and changes there what the crate would refuse or
//! drop although the specification or this program allows it. The lists of the document are then converted one item at
//! a time.

use super::json::{keep_only, parse};
use super::patch::{AsWritten, patch, shown};
use super::surface::WrittenSurface;
use super::{ImportError, location::quoted};
use gltf::json::validation::Checked;
use gltf::json::{Root, mesh};
use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Map, Value};

/// A document. Its indices may be invalid; [`structure`](super::structure) checks them.
#[derive(Debug)]
pub(super) struct Document {
    pub root: Root,
    /// The surface of each material.
    pub surfaces: Vec<WrittenSurface>,
    /// Values that glTF does not define.
    unknown: AsWritten,
}

/// A list of the document: its name, and the parts of its items that are read. A part is a path of member names; `[]`
/// stands for every element of an array. An item that the crate refuses is reduced to these parts, so that nothing
/// which is not read can make a file fail.
type List = (&'static str, &'static [&'static str]);

const ACCESSORS: List = (
    "accessors",
    &[
        "bufferView",
        "byteOffset",
        "componentType",
        "normalized",
        "count",
        "type",
        "sparse.count",
        "sparse.indices.bufferView",
        "sparse.indices.byteOffset",
        "sparse.indices.componentType",
        "sparse.values.bufferView",
        "sparse.values.byteOffset",
    ],
);
const ANIMATIONS: List = (
    "animations",
    &[
        "name",
        "channels[].sampler",
        "channels[].target.node",
        "channels[].target.path",
        "samplers[].input",
        "samplers[].output",
        "samplers[].interpolation",
    ],
);
const BUFFERS: List = ("buffers", &["byteLength", "uri"]);
const BUFFER_VIEWS: List = ("bufferViews", &["buffer", "byteOffset", "byteLength", "byteStride", "extensions"]);
const IMAGES: List = ("images", &["name", "uri", "bufferView"]);
const MATERIALS: List = (
    "materials",
    &[
        "name",
        "pbrMetallicRoughness.baseColorFactor",
        "pbrMetallicRoughness.baseColorTexture.index",
        "pbrMetallicRoughness.baseColorTexture.texCoord",
        "pbrMetallicRoughness.baseColorTexture.extensions",
        "alphaMode",
        "alphaCutoff",
        "doubleSided",
    ],
);
const MESHES: List = (
    "meshes",
    &[
        "name",
        "weights",
        "primitives[].attributes",
        "primitives[].indices",
        "primitives[].material",
        "primitives[].mode",
        "primitives[].targets",
        "primitives[].extensions",
    ],
);
const NODES: List =
    ("nodes", &["name", "children", "matrix", "translation", "rotation", "scale", "mesh", "skin", "weights"]);
const SAMPLERS: List = ("samplers", &["wrapS", "wrapT"]);
const SCENES: List = ("scenes", &["nodes"]);
const SKINS: List = ("skins", &["name", "inverseBindMatrices", "joints", "skeleton"]);
const TEXTURES: List = ("textures", &["sampler", "source", "extensions"]);

impl Document {
    /// Reads the JSON of a glTF 2.0 document.
    ///
    /// # Errors
    /// If it is not JSON, not glTF 2.0, or a part that is read has the wrong type.
    pub fn parse(json: &[u8]) -> Result<Self, ImportError> {
        let (value, left_out) = parse(json)?;
        // What was left out may be what is missing now.
        Self::from_value(value).map_err(|error| left_out.map_or(error, ImportError::Json))
    }

    fn from_value(mut value: Value) -> Result<Self, ImportError> {
        check_version(&value)?;
        let unknown = patch(&mut value)?;
        let mut members = match value {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        let materials = members.get("materials").and_then(Value::as_array);
        let surfaces = materials.into_iter().flatten().map(WrittenSurface::of).collect();
        Ok(Self { root: root(&mut members)?, surfaces, unknown })
    }

    /// The mode of a primitive, as its code.
    pub fn mode(&self, mesh: usize, index: usize, primitive: &mesh::Primitive) -> u64 {
        match primitive.mode {
            Checked::Valid(mode) => u64::from(mode.as_gl_enum()),
            Checked::Invalid => self.unknown.mode(mesh, index),
        }
    }

    /// The path of a channel if glTF does not define it, quoted.
    pub fn unknown_path(&self, animation: usize, channel: usize) -> String {
        quoted(self.unknown.path(animation, channel))
    }

    /// The interpolation of a sampler if glTF does not define it, quoted.
    pub fn unknown_interpolation(&self, animation: usize, sampler: usize) -> String {
        quoted(self.unknown.interpolation(animation, sampler))
    }
}

/// Version 1.0 has objects where version 2.0 has lists; "expected a list" would not explain that.
fn check_version(document: &Value) -> Result<(), ImportError> {
    let version = match document.pointer("/asset/version").and_then(Value::as_str) {
        Some(version) => version,
        None if ["nodes", "meshes", "accessors"].iter().any(|list| document[*list].is_object()) => "1.0",
        None => return Ok(()),
    };
    if version.split('.').next() == Some("2") {
        return Ok(());
    }
    Err(ImportError::Version { version: version.to_owned() })
}

fn root(members: &mut Map<String, Value>) -> Result<Root, ImportError> {
    let mut asset = members.remove("asset").unwrap_or_default();
    if asset.is_null() {
        return Err(ImportError::missing_field("asset", ""));
    }
    Ok(Root {
        asset: item(&mut asset, "asset", &["version", "generator"])?,
        accessors: list(members, ACCESSORS)?,
        animations: list(members, ANIMATIONS)?,
        buffers: list(members, BUFFERS)?,
        buffer_views: list(members, BUFFER_VIEWS)?,
        images: list(members, IMAGES)?,
        materials: list(members, MATERIALS)?,
        meshes: list(members, MESHES)?,
        nodes: list(members, NODES)?,
        samplers: list(members, SAMPLERS)?,
        scenes: list(members, SCENES)?,
        skins: list(members, SKINS)?,
        textures: list(members, TEXTURES)?,
        scene: member(members, "scene")?,
        extensions_used: member(members, "extensionsUsed")?.unwrap_or_default(),
        extensions_required: member(members, "extensionsRequired")?.unwrap_or_default(),
        // These are not read. A faulty one is left out.
        cameras: member(members, "cameras").ok().flatten().unwrap_or_default(),
        extensions: member(members, "extensions").ok().flatten(),
        extras: member(members, "extras").ok().flatten(),
    })
}

fn list<T: DeserializeOwned>(members: &mut Map<String, Value>, (name, read): List) -> Result<Vec<T>, ImportError> {
    let Some(items) = members.remove(name) else { return Ok(Vec::new()) };
    let Value::Array(items) = items else {
        return Err(ImportError::malformed(
            name,
            serde_json::Error::custom(format!("found {}, expected a list", shown(&items))),
        ));
    };
    let items = items.into_iter().enumerate();
    items.map(|(index, mut value)| item(&mut value, &format!("{name}[{index}]"), read)).collect()
}

/// An item of a list, or only the parts of it that are read if the rest is faulty.
fn item<T: DeserializeOwned>(value: &mut Value, location: &str, read: &[&str]) -> Result<T, ImportError> {
    converted(value, location).or_else(|_unread| {
        keep_only(value, read);
        converted(value, location)
    })
}

fn member<T: DeserializeOwned>(members: &mut Map<String, Value>, name: &str) -> Result<Option<T>, ImportError> {
    members.remove(name).map(|value| converted(&value, name)).transpose()
}

/// A part of the document as a type of the crate.
fn converted<T: DeserializeOwned>(value: &Value, location: &str) -> Result<T, ImportError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = match error.path().to_string().as_str() {
            "." => location.to_owned(),
            path if path.starts_with('[') => format!("{location}{path}"),
            path => format!("{location}.{path}"),
        };
        ImportError::malformed(&path, error.into_inner())
    })
}
