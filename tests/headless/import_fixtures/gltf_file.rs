//! A glTF file under construction, and the containers that it can be written into.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

pub const I8: u32 = 5120;
pub const U8: u32 = 5121;
pub const I16: u32 = 5122;
pub const U16: u32 = 5123;
pub const U32: u32 = 5125;
pub const F32: u32 = 5126;

/// The JSON and the bytes of its first buffer.
#[derive(Clone)]
pub struct GltfFile {
    pub json: Value,
    pub binary: Vec<u8>,
}

impl GltfFile {
    pub fn new() -> Self {
        Self { json: json!({"asset": {"version": "2.0"}}), binary: Vec::new() }
    }

    /// Appends to a list of the JSON and returns the new index.
    pub fn push(&mut self, list: &str, value: Value) -> usize {
        let list = &mut self.json[list];
        if list.is_null() {
            *list = json!([]);
        }
        let list = list.as_array_mut().unwrap();
        list.push(value);
        list.len() - 1
    }

    /// Replaces or adds the value at a JSON pointer whose parent exists.
    pub fn set(&mut self, pointer: &str, value: Value) {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = self.json.pointer_mut(parent).unwrap_or_else(|| panic!("no parent for {pointer}"));
        match parent {
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
            object => object[key] = value,
        }
    }

    pub fn remove(&mut self, pointer: &str) {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = self.json.pointer_mut(parent).unwrap();
        parent.as_object_mut().unwrap().remove(key).unwrap_or_else(|| panic!("nothing to remove at {pointer}"));
    }

    /// Adds a buffer view, aligned to four bytes.
    pub fn view(&mut self, bytes: &[u8]) -> usize {
        let offset = self.binary.len();
        self.binary.extend_from_slice(bytes);
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let mut view = json!({"buffer": 0, "byteLength": bytes.len()});
        if offset > 0 {
            view["byteOffset"] = json!(offset);
        }
        self.push("bufferViews", view)
    }

    /// Adds an accessor over a whole buffer view.
    pub fn accessor(&mut self, view: usize, component: u32, element_type: &str, count: usize) -> usize {
        self.push(
            "accessors",
            json!({"bufferView": view, "componentType": component, "count": count, "type": element_type}),
        )
    }

    /// Adds tightly packed values with their view and accessor.
    pub fn data(&mut self, component: u32, element_type: &str, values: &[f64]) -> usize {
        let view = self.view(&encode(component, values));
        self.accessor(view, component, element_type, values.len() / components(element_type))
    }

    /// The same for normalized integers.
    pub fn normalized(&mut self, component: u32, element_type: &str, values: &[f64]) -> usize {
        let accessor = self.data(component, element_type, values);
        self.json["accessors"][accessor]["normalized"] = json!(true);
        accessor
    }

    /// Adds three components per element, padded to a multiple of four bytes as vertex attributes must be.
    pub fn padded_vec3s(&mut self, component: u32, normalized: bool, values: &[f64]) -> usize {
        let size = encode(component, &[0.0]).len();
        let stride = (3 * size).next_multiple_of(4);
        let mut bytes = Vec::new();
        for element in values.as_chunks::<3>().0 {
            bytes.extend(encode(component, element));
            bytes.resize(bytes.len().next_multiple_of(stride), 0);
        }
        let view = self.view(&bytes);
        self.json["bufferViews"][view]["byteStride"] = json!(stride);
        let accessor = self.accessor(view, component, "VEC3", values.len() / 3);
        if normalized {
            self.json["accessors"][accessor]["normalized"] = json!(true);
        }
        accessor
    }

    /// Makes an accessor sparse: each index gets the value of the same position in `values`.
    pub fn make_sparse(&mut self, accessor: usize, index_component: u32, indices: &[f64], values: &[f64]) {
        let index_view = self.view(&encode(index_component, indices));
        let value_view = self.view(&encode(F32, values));
        self.json["accessors"][accessor]["sparse"] = json!({
            "count": indices.len(),
            "indices": {"bufferView": index_view, "componentType": index_component},
            "values": {"bufferView": value_view}
        });
    }

    /// States the least and the greatest components, which glTF requires for positions.
    pub fn set_bounds(&mut self, accessor: usize, vec3s: &[f64]) {
        let fold = |from: f64, choose: fn(f64, f64) -> f64| {
            [0, 1, 2].map(|axis| vec3s.iter().skip(axis).step_by(3).copied().fold(from, choose))
        };
        let (least, greatest) = (fold(f64::INFINITY, f64::min), fold(f64::NEG_INFINITY, f64::max));
        let accessor = &mut self.json["accessors"][accessor];
        (accessor["min"], accessor["max"]) = (whole_numbers(least), whole_numbers(greatest));
    }

    /// Float positions with their bounds.
    pub fn positions(&mut self, vec3s: &[f64]) -> usize {
        let accessor = self.data(F32, "VEC3", vec3s);
        self.set_bounds(accessor, vec3s);
        accessor
    }

    fn with_first_buffer(&self, uri: Option<String>) -> Self {
        let mut file = self.clone();
        if !self.binary.is_empty() && file.json.pointer("/buffers/0/byteLength").is_none() {
            let mut buffer = json!({"byteLength": self.binary.len()});
            if let Some(uri) = uri {
                buffer["uri"] = json!(uri);
            }
            file.json["buffers"] = json!([buffer]);
        }
        file
    }

    /// The JSON of a .glb whose first buffer is the binary chunk, unless the JSON already has buffers.
    pub fn glb_json(&self) -> Vec<u8> {
        compact(&self.with_first_buffer(None).json).into_bytes()
    }

    pub fn glb(&self) -> Vec<u8> {
        let json = (*b"JSON", padded(self.glb_json(), b' '));
        if self.binary.is_empty() {
            return container(&[json]);
        }
        container(&[json, (*b"BIN\0", padded(self.binary.clone(), 0))])
    }

    /// A .gltf that holds its bytes itself, unless the JSON already has buffers.
    pub fn gltf(&self) -> Vec<u8> {
        self.gltf_with(&base64_uri(&self.binary))
    }

    /// A .gltf whose bytes are at `uri`.
    pub fn gltf_with(&self, uri: &str) -> Vec<u8> {
        lines(&self.with_first_buffer(Some(uri.to_owned())).json).into_bytes()
    }
}

/// JSON numbers, without a fraction where they are whole.
fn whole_numbers(values: [f64; 3]) -> Value {
    values.iter().map(|&value| if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }).collect()
}

pub fn base64_uri(bytes: &[u8]) -> String {
    format!("data:application/octet-stream;base64,{}", STANDARD.encode(bytes))
}

pub fn padded(mut bytes: Vec<u8>, with: u8) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(4), with);
    bytes
}

/// A .glb of chunks as they are given.
pub fn container(chunks: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (kind, bytes) in chunks {
        body.extend((bytes.len() as u32).to_le_bytes());
        body.extend(kind);
        body.extend(bytes);
    }
    [&b"glTF"[..], &2u32.to_le_bytes(), &(12 + body.len() as u32).to_le_bytes(), &body].concat()
}

/// Values as little-endian components.
pub fn encode(component: u32, values: &[f64]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|&value| match component {
            I8 => (value as i8).to_le_bytes().to_vec(),
            U8 => (value as u8).to_le_bytes().to_vec(),
            I16 => (value as i16).to_le_bytes().to_vec(),
            U16 => (value as u16).to_le_bytes().to_vec(),
            U32 => (value as u32).to_le_bytes().to_vec(),
            F32 => (value as f32).to_le_bytes().to_vec(),
            other => panic!("component type {other}"),
        })
        .collect()
}

fn components(element_type: &str) -> usize {
    match element_type {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" => 4,
        "MAT4" => 16,
        other => panic!("element type {other}"),
    }
}

/// JSON with sorted keys, so that the bytes do not depend on features of `serde_json`.
fn compact(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<String> =
                map.iter().map(|(key, value)| format!("{}:{}", json!(key), compact(value))).collect();
            entries.sort();
            format!("{{{}}}", entries.join(","))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(compact).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// JSON with one line for each element of a top-level list.
fn lines(value: &Value) -> String {
    let Value::Object(map) = value else { return compact(value) };
    let mut entries: Vec<String> = map
        .iter()
        .map(|(key, value)| match value {
            Value::Array(list) if !list.is_empty() => {
                let elements: Vec<String> = list.iter().map(compact).collect();
                format!("{}:[\n{}\n]", json!(key), elements.join(",\n"))
            }
            other => format!("{}:{}", json!(key), compact(other)),
        })
        .collect();
    entries.sort();
    format!("{{\n{}\n}}\n", entries.join(",\n"))
}
