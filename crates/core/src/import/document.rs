//! The glTF document: the JSON in the types of the `gltf` crate, and the parts that the crate cannot hold.
//!
//! The JSON is parsed to a value, one member of the document after another. There, [`patch`](super::patch) checks and
//! changes parts that the crate would refuse or drop although the specification or this program allows them. Lists are
//! then converted one item at a time.

use super::humanoid::Humanoid;
use super::json::{keep_only, members, parse, parse_member};
use super::patch::{AsWritten, patch, shown};
use super::surface::WrittenSurface;
use super::{ImportError, location::quoted};
use super::{variants, weight};
use gltf::json::validation::Checked;
use gltf::json::{Root, mesh};
use serde::de::{DeserializeOwned, Error as _};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A document. Its indices may be invalid; [`structure`](super::structure) checks them.
#[derive(Debug)]
pub(super) struct GltfDocument {
    pub root: Root,
    /// The surface of each material.
    pub surfaces: Vec<WrittenSurface>,
    /// The names of the material variants.
    pub variants: Vec<String>,
    /// Index of the variant that is read; `None` for the default materials.
    pub variant: Option<usize>,
    /// The humanoid of an avatar.
    pub humanoid: Option<Humanoid>,
    /// Values that glTF does not define.
    unknown: AsWritten,
}

/// A list of the document: its name, and the parts of its items that are read. A part is a path of member names; `[]`
/// stands for every element of an array. An item that the crate refuses is reduced to these parts, so that parts which
/// are not read cannot make a file fail.
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
const NODES: List = (
    "nodes",
    &["name", "children", "matrix", "translation", "rotation", "scale", "mesh", "skin", "weights", "extensions"],
);
const SAMPLERS: List = ("samplers", &["wrapS", "wrapT"]);
const SCENES: List = ("scenes", &["nodes"]);
const SKINS: List = ("skins", &["name", "inverseBindMatrices", "joints", "skeleton"]);
const TEXTURES: List = ("textures", &["sampler", "source", "extensions"]);

impl GltfDocument {
    /// Reads the JSON of a glTF 2.0 document.
    ///
    /// # Errors
    /// If it is not JSON, not glTF 2.0, or a part that is read has the wrong type; if it would take more memory than a
    /// file of `file_bytes` justifies.
    pub fn parse(json: &[u8], file_bytes: u64) -> Result<Self, ImportError> {
        weight::check(json, file_bytes)?;
        let mut members = Members { raw: members(json)?, unknown: AsWritten::default(), left_out: false };
        // A part that was left out may be the one that is missing now.
        Self::from_members(&mut members).map_err(|error| match members.left_out.then(|| parse(json)) {
            Some(Ok((_, Some(left_out)))) => ImportError::Json(left_out),
            _ => error,
        })
    }

    fn from_members(members: &mut Members<'_>) -> Result<Self, ImportError> {
        let asset = members.take("asset")?;
        check_version(asset.as_ref(), members)?;
        let materials = members.take("materials")?;
        let surfaces = materials.iter().filter_map(Value::as_array).flatten().map(WrittenSurface::of).collect();
        let extensions = members.take("extensions")?;
        let (variants, humanoid) = (variants::names(extensions.as_ref()), Humanoid::of(extensions.as_ref()));
        let root = root(asset, materials, members)?;
        Ok(Self { root, surfaces, variants, variant: None, humanoid, unknown: std::mem::take(&mut members.unknown) })
    }

    /// Chooses the first variant of this name. Returns whether there is one; if not, the default materials are read.
    pub fn choose_variant(&mut self, name: &str) -> bool {
        self.variant = self.variants.iter().position(|variant| variant == name);
        if let Some(variant) = self.variant {
            variants::choose(&mut self.root, variant);
        }
        self.variant.is_some()
    }

    /// The mode of a primitive, as its code.
    pub fn mode(&self, mesh: usize, index: usize, primitive: &mesh::Primitive) -> u64 {
        match primitive.mode {
            Checked::Valid(mode) => u64::from(mode.as_gl_enum()),
            Checked::Invalid => self.unknown.mode(mesh, index),
        }
    }

    /// Whether a channel animates the target of a JSON pointer (KHR_animation_pointer).
    pub fn is_pointer(&self, animation: usize, channel: usize) -> bool {
        self.unknown.path(animation, channel) == "pointer"
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

/// The members of the document. Each is parsed when it is taken: a value takes many times the memory of its text, and
/// only one value exists at a time.
struct Members<'a> {
    raw: BTreeMap<String, &'a RawValue>,
    /// Undefined values of the members that were taken.
    unknown: AsWritten,
    /// Whether a member that was taken had parts that a value cannot hold.
    left_out: bool,
}

impl Members<'_> {
    /// Parses and patches a member.
    fn take(&mut self, name: &str) -> Result<Option<Value>, ImportError> {
        let Some(raw) = self.raw.remove(name) else { return Ok(None) };
        let (value, left_out) = parse_member(raw);
        self.left_out |= left_out;
        // The macro `json` would copy the value.
        let mut part = Value::Object(Map::from_iter([(name.to_owned(), value)]));
        self.unknown.extend(patch(&mut part)?);
        Ok(part.as_object_mut().and_then(|part| part.remove(name)))
    }

    fn is_object(&self, name: &str) -> bool {
        self.raw.get(name).is_some_and(|raw| raw.get().starts_with('{'))
    }
}

/// Refuses other versions than 2.0. Version 1.0 has objects where version 2.0 has lists; "expected a list" would not
/// explain that.
fn check_version(asset: Option<&Value>, members: &Members<'_>) -> Result<(), ImportError> {
    let version = match asset.and_then(|asset| asset.get("version")?.as_str()) {
        Some(version) => version,
        None if ["nodes", "meshes", "accessors"].iter().any(|list| members.is_object(list)) => "1.0",
        None => return Ok(()),
    };
    if version.split('.').next() == Some("2") {
        return Ok(());
    }
    Err(ImportError::Version { version: version.to_owned() })
}

fn root(asset: Option<Value>, materials: Option<Value>, members: &mut Members<'_>) -> Result<Root, ImportError> {
    let Some(mut asset) = asset else { return Err(ImportError::missing_field("asset", "")) };
    Ok(Root {
        asset: item(&mut asset, "asset", &["version", "generator"])?,
        accessors: list(members, ACCESSORS)?,
        animations: list(members, ANIMATIONS)?,
        buffers: list(members, BUFFERS)?,
        buffer_views: list(members, BUFFER_VIEWS)?,
        images: list(members, IMAGES)?,
        materials: items(materials, MATERIALS)?,
        meshes: list(members, MESHES)?,
        nodes: list(members, NODES)?,
        samplers: list(members, SAMPLERS)?,
        scenes: list(members, SCENES)?,
        skins: list(members, SKINS)?,
        textures: list(members, TEXTURES)?,
        scene: member(members, "scene")?,
        extensions_used: member(members, "extensionsUsed")?.unwrap_or_default(),
        extensions_required: member(members, "extensionsRequired")?.unwrap_or_default(),
        // These are not read.
        cameras: Vec::new(),
        extensions: None,
        extras: None,
    })
}

fn list<T: DeserializeOwned>(members: &mut Members<'_>, list: List) -> Result<Vec<T>, ImportError> {
    items(members.take(list.0)?, list)
}

fn items<T: DeserializeOwned>(value: Option<Value>, (name, read): List) -> Result<Vec<T>, ImportError> {
    let items = match value {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(other) => {
            let cause = format!("found {}, expected a list", shown(&other));
            return Err(ImportError::malformed(name, serde_json::Error::custom(cause)));
        }
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

fn member<T: DeserializeOwned>(members: &mut Members<'_>, name: &str) -> Result<Option<T>, ImportError> {
    members.take(name)?.map(|value| converted(&value, name)).transpose()
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
