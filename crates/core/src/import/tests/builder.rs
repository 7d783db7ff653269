use super::super::{GltfFile, ImportError, ImportedAsset, ResourceReader, import_gltf_watched};
use crate::work::Progress;
use base64::Engine as _;
use serde_json::{Value, json};

/// A glTF under construction: JSON, and one buffer that becomes a data: URI.
pub struct Builder {
    pub json: Value,
    binary: Vec<u8>,
}

/// A resource reader without any files.
pub struct Nothing;

impl ResourceReader for Nothing {
    fn read(&self, _relative_path: &str) -> Result<Vec<u8>, String> {
        Err("no such file".to_owned())
    }
}

impl Builder {
    pub fn new() -> Self {
        let json = json!({
            "asset": {"version": "2.0"}, "accessors": [], "bufferViews": [], "nodes": [], "meshes": []
        });
        Self { json, binary: Vec::new() }
    }

    /// A node with a mesh of one triangle.
    pub fn one_triangle() -> Self {
        let mut file = Self::new();
        let position = file.triangle();
        file.mesh(&json!({"attributes": {"POSITION": position}}));
        file.node(json!({"mesh": 0}));
        file
    }

    pub fn push(&mut self, list: &str, value: Value) -> u32 {
        if self.json[list].is_null() {
            self.json[list] = json!([]);
        }
        let list = self.json[list].as_array_mut().unwrap();
        list.push(value);
        list.len() as u32 - 1
    }

    pub fn view(&mut self, bytes: &[u8]) -> u32 {
        let offset = self.binary.len();
        self.binary.extend_from_slice(bytes);
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        self.push("bufferViews", json!({"buffer": 0, "byteOffset": offset, "byteLength": bytes.len()}))
    }

    pub fn floats(&mut self, element_type: &str, values: &[f32]) -> u32 {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let per_element = match element_type {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        self.raw(element_type, 5126, false, values.len() / per_element, &bytes)
    }

    pub fn raw(&mut self, element_type: &str, component: u32, normalized: bool, count: usize, bytes: &[u8]) -> u32 {
        let view = self.view(bytes);
        self.push(
            "accessors",
            json!({"bufferView": view, "componentType": component, "normalized": normalized, "count": count,
                "type": element_type}),
        )
    }

    pub fn node(&mut self, node: Value) -> u32 {
        self.push("nodes", node)
    }

    pub fn mesh(&mut self, primitive: &Value) -> u32 {
        self.push("meshes", json!({"name": "m", "primitives": [primitive]}))
    }

    /// A triangle in the xy plane, facing z: (0,0), (1,0), (0,1).
    pub fn triangle(&mut self) -> u32 {
        self.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0.])
    }

    /// Joints and weights of three vertices that all follow one joint.
    pub fn one_joint(&mut self, joint: u8) -> (u32, u32) {
        let joints = self.raw("VEC4", 5121, false, 3, &[joint, 0, 0, 0].repeat(3));
        let weights = self.floats("VEC4", &[1., 0., 0., 0.].repeat(3));
        (joints, weights)
    }

    pub fn import(&self) -> Result<ImportedAsset, ImportError> {
        self.import_variant(None)
    }

    fn import_variant(&self, variant: Option<&str>) -> Result<ImportedAsset, ImportError> {
        let mut json = self.json.clone();
        if !self.binary.is_empty() {
            let base64 = base64::engine::general_purpose::STANDARD.encode(&self.binary);
            json["buffers"] = json!([
                {"byteLength": self.binary.len(), "uri": format!("data:application/octet-stream;base64,{base64}")}
            ]);
        }
        import_gltf_watched(
            GltfFile::Whole(json.to_string().as_bytes()),
            "built",
            variant,
            &Nothing,
            &Progress::default(),
        )
    }

    pub fn open(&self) -> ImportedAsset {
        self.import().unwrap()
    }

    /// Opens the file with the materials of a variant.
    pub fn open_variant(&self, variant: Option<&str>) -> ImportedAsset {
        self.import_variant(variant).unwrap()
    }

    /// The error message for a file that must be rejected.
    pub fn refusal(&self) -> String {
        self.import().unwrap_err().to_string()
    }
}

pub fn warnings(asset: &ImportedAsset) -> Vec<String> {
    asset.warnings.iter().map(ToString::to_string).collect()
}
