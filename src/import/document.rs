//! The parts of the glTF JSON that the program reads, as written in the file: nothing is checked beyond JSON types.
//!
//! These structures replace `gltf::json`, which drops the extensions of buffer views and primitives and rejects
//! animation channels without a node, which the specification allows.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    pub asset: Asset,
    #[serde(default)]
    pub extensions_used: Vec<String>,
    #[serde(default)]
    pub extensions_required: Vec<String>,
    pub scene: Option<u32>,
    #[serde(default)]
    pub scenes: Vec<Scene>,
    #[serde(default)]
    pub nodes: Vec<Node>,
    #[serde(default)]
    pub meshes: Vec<Mesh>,
    #[serde(default)]
    pub skins: Vec<Skin>,
    #[serde(default)]
    pub animations: Vec<Animation>,
    #[serde(default)]
    pub accessors: Vec<Accessor>,
    #[serde(default)]
    pub buffer_views: Vec<BufferView>,
    #[serde(default)]
    pub buffers: Vec<Buffer>,
    #[serde(default)]
    pub materials: Vec<Material>,
    #[serde(default)]
    pub textures: Vec<Texture>,
    #[serde(default)]
    pub images: Vec<Image>,
    #[serde(default)]
    pub samplers: Vec<TextureSampler>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Asset {
    pub version: String,
    pub generator: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Scene {
    #[serde(default)]
    pub nodes: Vec<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Node {
    pub name: Option<String>,
    #[serde(default)]
    pub children: Vec<u32>,
    pub matrix: Option<[f32; 16]>,
    pub translation: Option<[f32; 3]>,
    pub rotation: Option<[f32; 4]>,
    pub scale: Option<[f32; 3]>,
    pub mesh: Option<u32>,
    pub skin: Option<u32>,
    pub weights: Option<Vec<f32>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Mesh {
    pub name: Option<String>,
    pub primitives: Vec<Primitive>,
    pub weights: Option<Vec<f32>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Primitive {
    pub attributes: BTreeMap<String, u32>,
    pub indices: Option<u32>,
    pub material: Option<u32>,
    pub mode: Option<u32>,
    #[serde(default)]
    pub targets: Vec<BTreeMap<String, u32>>,
    #[serde(default)]
    pub extensions: PrimitiveExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub draco: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    pub name: Option<String>,
    pub inverse_bind_matrices: Option<u32>,
    pub joints: Vec<u32>,
    pub skeleton: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Animation {
    pub name: Option<String>,
    #[serde(default)]
    pub channels: Vec<Channel>,
    #[serde(default)]
    pub samplers: Vec<AnimationSampler>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Channel {
    pub sampler: u32,
    pub target: ChannelTarget,
}

#[derive(Debug, Deserialize)]
pub(super) struct ChannelTarget {
    pub node: Option<u32>,
    pub path: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct AnimationSampler {
    pub input: u32,
    pub output: u32,
    pub interpolation: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub buffer_view: Option<u32>,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
    #[serde(default)]
    pub normalized: bool,
    pub count: u64,
    #[serde(rename = "type")]
    pub element_type: String,
    pub sparse: Option<Sparse>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Sparse {
    pub count: u64,
    pub indices: SparseIndices,
    pub values: SparseValues,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub buffer_view: u32,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub buffer_view: u32,
    #[serde(default)]
    pub byte_offset: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub buffer: u32,
    #[serde(default)]
    pub byte_offset: u64,
    pub byte_length: u64,
    pub byte_stride: Option<u64>,
    #[serde(default)]
    pub extensions: BufferViewExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct BufferViewExtensions {
    #[serde(rename = "EXT_meshopt_compression")]
    pub ext_meshopt: Option<IgnoredAny>,
    #[serde(rename = "KHR_meshopt_compression")]
    pub khr_meshopt: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub byte_length: u64,
    pub uri: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Material {
    pub name: Option<String>,
    pub pbr_metallic_roughness: Option<PbrMetallicRoughness>,
    /// Not read; its presence means that the file defines a look.
    pub emissive_factor: Option<IgnoredAny>,
    pub emissive_texture: Option<IgnoredAny>,
    pub extensions: Option<IgnoredAny>,
    pub alpha_mode: Option<String>,
    pub alpha_cutoff: Option<f32>,
    #[serde(default)]
    pub double_sided: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PbrMetallicRoughness {
    pub base_color_factor: Option<[f32; 4]>,
    pub base_color_texture: Option<TextureInfo>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextureInfo {
    pub index: u32,
    #[serde(default)]
    pub tex_coord: u32,
    #[serde(default)]
    pub extensions: TextureInfoExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct TextureInfoExtensions {
    #[serde(rename = "KHR_texture_transform")]
    pub transform: Option<TextureTransform>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextureTransform {
    pub offset: Option<[f32; 2]>,
    pub rotation: Option<f32>,
    pub scale: Option<[f32; 2]>,
    pub tex_coord: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Texture {
    pub sampler: Option<u32>,
    pub source: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Image {
    pub name: Option<String>,
    pub uri: Option<String>,
    pub buffer_view: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextureSampler {
    pub wrap_s: Option<u32>,
    pub wrap_t: Option<u32>,
}
