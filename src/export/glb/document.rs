//! The written parts of the glTF 2.0 document, with its names and constants. Fields are serialized in the order given
//! here, so that the output is deterministic.

use serde::Serialize;
use std::collections::BTreeMap;

pub const ARRAY_BUFFER: u32 = 34962;
pub const ELEMENT_ARRAY_BUFFER: u32 = 34963;
pub const UNSIGNED_BYTE: u32 = 5121;
pub const UNSIGNED_SHORT: u32 = 5123;
pub const UNSIGNED_INT: u32 = 5125;
pub const FLOAT: u32 = 5126;
pub const LINEAR: u32 = 9729;
pub const LINEAR_MIPMAP_LINEAR: u32 = 9987;
pub const REPEAT: u32 = 10497;
pub const CLAMP_TO_EDGE: u32 = 33071;

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    pub asset: Asset,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<u32>,
    // glTF does not allow empty lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<Scene>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<Mesh>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<Skin>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<Animation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<Texture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samplers: Vec<Sampler>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
}

#[derive(Debug, Serialize)]
pub struct Asset {
    pub version: &'static str,
    pub generator: &'static str,
}

impl Default for Asset {
    fn default() -> Self {
        Self { version: "2.0", generator: "skinscope" }
    }
}

#[derive(Debug, Default, Serialize)]
pub struct Scene {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub nodes: Vec<u32>,
}

#[derive(Debug, Default, Serialize)]
pub struct Node {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
    /// In column-major order; replaces the three fields above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<[f32; 16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<u32>,
}

#[derive(Debug, Default, Serialize)]
pub struct Mesh {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub primitives: Vec<Primitive>,
}

#[derive(Debug, Default, Serialize)]
pub struct Primitive {
    pub attributes: BTreeMap<String, u32>,
    pub indices: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub inverse_bind_matrices: u32,
    pub joints: Vec<u32>,
}

#[derive(Debug, Serialize)]
pub struct Animation {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub channels: Vec<Channel>,
    pub samplers: Vec<AnimationSampler>,
}

#[derive(Debug, Serialize)]
pub struct Channel {
    pub sampler: u32,
    pub target: Target,
}

#[derive(Debug, Serialize)]
pub struct Target {
    pub node: u32,
    pub path: &'static str,
}

#[derive(Debug, Serialize)]
pub struct AnimationSampler {
    pub input: u32,
    pub interpolation: &'static str,
    pub output: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pbr_metallic_roughness: Option<PbrMetallicRoughness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_cutoff: Option<f32>,
    pub double_sided: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PbrMetallicRoughness {
    pub base_color_factor: [f32; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_color_texture: Option<TextureInfo>,
    pub metallic_factor: f32,
    pub roughness_factor: f32,
}

#[derive(Debug, Serialize)]
pub struct TextureInfo {
    pub index: u32,
}

#[derive(Debug, Serialize)]
pub struct Texture {
    pub sampler: u32,
    pub source: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    pub buffer_view: u32,
    pub mime_type: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sampler {
    pub mag_filter: u32,
    pub min_filter: u32,
    pub wrap_s: u32,
    pub wrap_t: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    pub buffer_view: u32,
    pub component_type: u32,
    pub count: usize,
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// In double precision, because the decimal text must represent exactly the float32 in the data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub min: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub max: Vec<f64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: u32,
    pub byte_offset: usize,
    pub byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    pub byte_length: usize,
}
