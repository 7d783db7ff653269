//! Checks and changes made to the JSON of a document before the `gltf` crate reads it.
//!
//! The crate casts integers to 32 bits, replaces values that it does not know by one that says only "invalid", and
//! requires members that glTF does not. Nothing is removed here, so that indices in messages match the file.

use super::json::{drop_nulls, visit};
use super::{Fault, ImportError, Location, location::quoted};
use gltf::json::accessor::{VALID_ACCESSOR_TYPES, VALID_COMPONENT_TYPES, VALID_INDEX_TYPES};
use gltf::json::animation::{self, VALID_INTERPOLATIONS, VALID_PROPERTIES};
use gltf::json::{Index, scene};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Value of an optional index that the crate requires and the file does not have. No document has that many objects.
pub(super) const NO_INDEX: u32 = u32::MAX;

/// Values that glTF does not define, by the index of the object and of its part.
#[derive(Debug, Default)]
pub(super) struct AsWritten {
    modes: HashMap<[usize; 2], u64>,
    paths: HashMap<[usize; 2], String>,
    interpolations: HashMap<[usize; 2], String>,
}

impl AsWritten {
    /// Adds the values of another part of the same document.
    pub fn extend(&mut self, other: Self) {
        self.modes.extend(other.modes);
        self.paths.extend(other.paths);
        self.interpolations.extend(other.interpolations);
    }

    pub fn mode(&self, mesh: usize, primitive: usize) -> u64 {
        self.modes.get(&[mesh, primitive]).copied().unwrap_or(u64::MAX)
    }

    pub fn path(&self, animation: usize, channel: usize) -> &str {
        self.paths.get(&[animation, channel]).map_or("", String::as_str)
    }

    pub fn interpolation(&self, animation: usize, sampler: usize) -> &str {
        self.interpolations.get(&[animation, sampler]).map_or("", String::as_str)
    }
}

/// Makes a document, or a part of one, readable for the crate.
///
/// # Errors
/// If a value is not a valid index, component type or element type.
pub(super) fn patch(document: &mut Value) -> Result<AsWritten, ImportError> {
    drop_nulls(document);
    check_codes(document)?;
    check_indices(document)?;
    visit(document, "buffers[]", &mut Vec::new(), &mut |indices, buffer| match buffer.get("byteLength") {
        None => Err(ImportError::missing_field("byteLength", &format!("buffers[{}]", indices[0]))),
        Some(_) => Ok(()),
    })?;
    for path in OPTIONAL_LISTS {
        add_missing(document, path, || json!([]));
    }
    add_missing(document, "animations[].channels[].target.node", || json!(NO_INDEX));
    for path in ["meshes[].primitives[].attributes", "meshes[].primitives[].targets[]"] {
        always(document, path, rename_unknown_attributes);
    }
    Ok(unknown_values(document))
}

/// Lists that the crate requires and glTF does not.
const OPTIONAL_LISTS: [&str; 3] = ["scenes[].nodes", "animations[].channels", "animations[].samplers"];

/// Calls `change` with every part at `path`.
fn always(document: &mut Value, path: &str, mut change: impl FnMut(&mut Value)) {
    let Ok(()) = visit(document, path, &mut Vec::new(), &mut |_, value| {
        change(value);
        Ok::<(), std::convert::Infallible>(())
    });
}

/// Calls `change` with every part at a `path` that has two indices.
fn always_at(document: &mut Value, path: &str, mut change: impl FnMut([usize; 2], &mut Value)) {
    let Ok(()) = visit(document, path, &mut Vec::new(), &mut |indices, value| {
        if let [object, part] = *indices {
            change([object, part], value);
        }
        Ok::<(), std::convert::Infallible>(())
    });
}

/// Adds the last member of `path` to the objects that lack it.
fn add_missing(document: &mut Value, path: &str, value: impl Fn() -> Value) {
    let Some((owner, name)) = path.rsplit_once('.') else { return };
    always(document, owner, |owner| {
        if let Some(members) = owner.as_object_mut() {
            members.entry(name).or_insert_with(&value);
        }
    });
}

/// Prefix for the name of an attribute that glTF does not define. Names that start with an underscore belong to
/// applications; the zero sets these apart.
const UNKNOWN_ATTRIBUTE: &str = "_\0";

/// Renames attributes that glTF does not define, because the crate holds all of them under one name. The attributes of
/// applications keep their names.
fn rename_unknown_attributes(attributes: &mut Value) {
    let Some(members) = attributes.as_object_mut() else { return };
    let unknown: Vec<String> = members.keys().filter(|name| !is_attribute(name)).cloned().collect();
    for name in unknown {
        if let Some(accessor) = members.remove(&name) {
            members.insert(format!("{UNKNOWN_ATTRIBUTE}{name}"), accessor);
        }
    }
}

/// Whether glTF defines the attribute or leaves it to applications. The number of a set has one spelling: `JOINTS_01`
/// is not defined.
fn is_attribute(name: &str) -> bool {
    let is_set = |set: &str| set.parse::<u32>().is_ok_and(|set_index| set_index.to_string() == set);
    ["POSITION", "NORMAL", "TANGENT"].contains(&name)
        || name.starts_with('_')
        || ["COLOR_", "TEXCOORD_", "JOINTS_", "WEIGHTS_"]
            .iter()
            .any(|prefix| name.strip_prefix(prefix).is_some_and(is_set))
}

/// An attribute's name as in the file.
pub(super) fn attribute_name(semantic: &impl ToString) -> String {
    let name = semantic.to_string();
    name.strip_prefix(UNKNOWN_ATTRIBUTE).map_or(name.clone(), str::to_owned)
}

/// Checks the types of all accessors, read or not: without types their bytes cannot be found.
fn check_codes(document: &mut Value) -> Result<(), ImportError> {
    let not_allowed = |index: usize, what, value| {
        Err(Fault::NotAllowed { what, value }.at(&Location::named("accessor", index, None)))
    };
    for (path, allowed) in [
        ("accessors[].componentType", VALID_COMPONENT_TYPES),
        ("accessors[].sparse.indices.componentType", VALID_INDEX_TYPES),
    ] {
        visit(document, path, &mut Vec::new(), &mut |indices, code| match code.as_u64() {
            Some(code) if !allowed.iter().any(|&allowed| u64::from(allowed) == code) => {
                not_allowed(indices[0], "component type", code.to_string())
            }
            _ => Ok(()),
        })?;
    }
    visit(document, "accessors[].type", &mut Vec::new(), &mut |indices, name| match name.as_str() {
        Some(name) if !VALID_ACCESSOR_TYPES.contains(&name) => not_allowed(indices[0], "element type", quoted(name)),
        _ => Ok(()),
    })
}

/// The indices that are read. Indices of attributes are members of the object at the path.
const INDICES: [&str; 24] = [
    "accessors[].bufferView",
    "accessors[].sparse.indices.bufferView",
    "accessors[].sparse.values.bufferView",
    "animations[].channels[].sampler",
    "animations[].channels[].target.node",
    "animations[].samplers[].input",
    "animations[].samplers[].output",
    "bufferViews[].buffer",
    "images[].bufferView",
    "materials[].pbrMetallicRoughness.baseColorTexture.index",
    "meshes[].primitives[].attributes",
    "meshes[].primitives[].indices",
    "meshes[].primitives[].material",
    "meshes[].primitives[].targets[]",
    "nodes[].children[]",
    "nodes[].mesh",
    "nodes[].skin",
    "scene",
    "scenes[].nodes[]",
    "skins[].inverseBindMatrices",
    "skins[].joints[]",
    "skins[].skeleton",
    "textures[].sampler",
    "textures[].source",
];

/// Checks all indices: the crate would cast an index of 4294967296 to 0.
fn check_indices(document: &mut Value) -> Result<(), ImportError> {
    for path in INDICES {
        visit(document, path, &mut Vec::new(), &mut |indices, value| match value {
            Value::Object(members) => members.iter().try_for_each(|(name, value)| {
                if is_index(value) { Ok(()) } else { Err(not_an_index(value, &format!("{path}.{name}"), indices)) }
            }),
            value if is_index(value) => Ok(()),
            value => Err(not_an_index(value, path, indices)),
        })?;
    }
    Ok(())
}

fn is_index(value: &Value) -> bool {
    value.as_u64().is_some_and(|index| index < u64::from(NO_INDEX))
}

fn not_an_index(value: &Value, path: &str, indices: &[usize]) -> ImportError {
    let mut indices = indices.iter();
    let location: String = path
        .split("[]")
        .map(|part| match indices.next() {
            Some(index) => format!("{part}[{index}]"),
            None => part.to_owned(),
        })
        .collect();
    Fault::NotAnIndex { value: shown(value) }.at(&Location::path(&location))
}

/// A value for a message.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}

/// Remembers the values that glTF does not define, which the crate forgets.
fn unknown_values(document: &mut Value) -> AsWritten {
    const POINTS_TO_FANS: std::ops::RangeInclusive<u64> = 0..=6;
    let mut unknown = AsWritten::default();
    always_at(document, "meshes[].primitives[].mode", |at, mode| {
        if let Some(code) = mode.as_u64().filter(|code| !POINTS_TO_FANS.contains(code)) {
            unknown.modes.insert(at, code);
            // The crate would cast a code of 4294967300 to 4.
            *mode = json!(u32::MAX);
        }
    });
    always_at(document, "animations[].channels[].target.path", |at, path| {
        if let Some(path) = path.as_str().filter(|path| !VALID_PROPERTIES.contains(path)) {
            unknown.paths.insert(at, path.to_owned());
        }
    });
    always_at(document, "animations[].samplers[].interpolation", |at, interpolation| {
        if let Some(name) = interpolation.as_str().filter(|name| !VALID_INTERPOLATIONS.contains(name)) {
            unknown.interpolations.insert(at, name.to_owned());
        }
    });
    unknown
}

/// The node that a channel moves.
pub(super) fn target_node(target: &animation::Target) -> Option<Index<scene::Node>> {
    Some(target.node).filter(|node| node.value() != NO_INDEX as usize)
}
