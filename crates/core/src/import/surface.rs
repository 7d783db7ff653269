//! Reflection and emission of light by materials: everything about them other than the base color.

use super::texture_transform::TextureTransform;
use glam::{Vec2, Vec3};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A material's surface as in the file.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenSurface {
    /// Metalness; one if left out, as in glTF.
    pub metallic: Option<f32>,
    /// Roughness; one if left out, as in glTF.
    pub roughness: Option<f32>,
    /// Emitted light, linear, including the strength.
    pub emissive: Vec3,
    pub is_unlit: bool,
    pub metallic_roughness_texture: Option<WrittenTexture>,
    pub normal_texture: Option<WrittenTexture>,
    pub occlusion_texture: Option<WrittenTexture>,
    pub emissive_texture: Option<WrittenTexture>,
    /// JSON paths of the malformed parts, relative to the material.
    pub malformed: Vec<&'static str>,
}

/// A reference to a texture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WrittenTexture {
    pub index: u32,
    pub mapping: Mapping,
    /// The `scale` of a normal texture or the `strength` of an occlusion texture.
    pub amount: f32,
}

/// The texture coordinates that a texture uses, and their transform.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mapping {
    pub set: u32,
    pub transform: TextureTransform,
}

impl Mapping {
    pub fn new(set: u32, transform: TextureTransform) -> Self {
        let (replaced, transform) = transform.split_set();
        Self { set: replaced.unwrap_or(set), transform }
    }

    pub fn apply(&self, texcoord: Vec2) -> Vec2 {
        self.transform.apply(texcoord)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TextureInfo {
    index: u32,
    #[serde(default)]
    tex_coord: u32,
    #[serde(alias = "strength")]
    scale: Option<f32>,
    #[serde(default)]
    extensions: Extensions,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Extensions {
    #[serde(rename = "KHR_texture_transform")]
    transform: TextureTransform,
}

impl WrittenSurface {
    /// Reads a material.
    pub fn of(material: &Value) -> Self {
        let mut surface = Self::default();
        let mut parts = Parts { material, malformed: Vec::new() };
        surface.metallic = parts.fraction("/pbrMetallicRoughness/metallicFactor");
        surface.roughness = parts.fraction("/pbrMetallicRoughness/roughnessFactor");
        surface.metallic_roughness_texture = parts.texture("/pbrMetallicRoughness/metallicRoughnessTexture");
        surface.normal_texture = parts.texture("/normalTexture");
        surface.occlusion_texture = parts.texture("/occlusionTexture");
        surface.emissive_texture = parts.texture("/emissiveTexture");
        let strength = parts.finite("/extensions/KHR_materials_emissive_strength/emissiveStrength").unwrap_or(1.0);
        let factor = parts.part("/emissiveFactor").map_or(Vec3::ZERO, Vec3::from_array);
        let emissive = factor.max(Vec3::ZERO) * strength.clamp(0.0, BRIGHTEST);
        surface.emissive = if emissive.is_finite() { emissive.min(Vec3::splat(BRIGHTEST)) } else { Vec3::ZERO };
        surface.is_unlit = material.pointer("/extensions/KHR_materials_unlit").is_some_and(Value::is_object);
        surface.malformed = parts.malformed;
        surface
    }
}

/// The largest emission that is kept. Pictures show one as their brightest value.
const BRIGHTEST: f32 = 1000.0;

struct Parts<'a> {
    material: &'a Value,
    malformed: Vec<&'static str>,
}

impl Parts<'_> {
    fn part<T: DeserializeOwned>(&mut self, path: &'static str) -> Option<T> {
        let read = T::deserialize(self.material.pointer(path)?).ok();
        if read.is_none() {
            self.malformed.push(path);
        }
        read
    }

    fn finite(&mut self, path: &'static str) -> Option<f32> {
        self.part(path).filter(|value: &f32| value.is_finite())
    }

    fn fraction(&mut self, path: &'static str) -> Option<f32> {
        self.finite(path).map(|value| value.clamp(0.0, 1.0))
    }

    fn texture(&mut self, path: &'static str) -> Option<WrittenTexture> {
        let TextureInfo { index, tex_coord, scale, extensions } = self.part(path)?;
        let amount = scale.filter(|scale| scale.is_finite()).unwrap_or(1.0);
        Some(WrittenTexture { index, mapping: Mapping::new(tex_coord, extensions.transform), amount })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parts_are_read_one_by_one_and_malformed_ones_named() {
        let surface = WrittenSurface::of(&json!({
            "pbrMetallicRoughness": {"metallicFactor": 0.25, "roughnessFactor": "rough",
                "metallicRoughnessTexture": {"index": 4_294_967_296_u64}},
            "normalTexture": {"index": 3, "scale": -2, "extensions": {"KHR_texture_transform": {"texCoord": 1}}},
            "occlusionTexture": {"index": 2, "texCoord": 1, "strength": 0.5},
            "emissiveFactor": [0.5, 1, 0],
            "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4}, "KHR_materials_unlit": {}},
        }));
        assert_eq!((surface.metallic, surface.roughness), (Some(0.25), None));
        assert_eq!(surface.emissive, Vec3::new(2.0, 4.0, 0.0));
        assert!(surface.is_unlit);
        let [normal, occlusion] = [surface.normal_texture.unwrap(), surface.occlusion_texture.unwrap()];
        assert_eq!((normal.index, normal.mapping.set, normal.amount), (3, 1, -2.0));
        assert_eq!((occlusion.index, occlusion.amount), (2, 0.5));
        assert_eq!(normal.mapping, occlusion.mapping, "the same set, named in two ways");
        let malformed = ["/pbrMetallicRoughness/roughnessFactor", "/pbrMetallicRoughness/metallicRoughnessTexture"];
        assert_eq!(surface.malformed, malformed);
    }
}
