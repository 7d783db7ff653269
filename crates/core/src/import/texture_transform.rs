//! KHR_texture_transform, which files with quantized texture coordinates need.

use glam::{Mat2, Vec2};
use gltf::json::texture;
use serde::Deserialize;

/// A transform of texture coordinates; the default one changes nothing.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct TextureTransform {
    offset: [f32; 2],
    rotation: f32,
    scale: [f32; 2],
    /// Replaces the set of texture coordinates that the texture refers to.
    tex_coord: Option<u32>,
}

impl Default for TextureTransform {
    fn default() -> Self {
        Self { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2], tex_coord: None }
    }
}

impl TextureTransform {
    /// The transform of a texture.
    ///
    /// # Errors
    /// If it is malformed.
    pub fn of(info: &texture::Info) -> Result<Self, serde_json::Error> {
        let extensions = info.extensions.as_ref().map(|extensions| &extensions.others);
        match extensions.and_then(|others| others.get("KHR_texture_transform")) {
            Some(written) => Self::deserialize(written),
            None => Ok(Self::default()),
        }
    }

    /// The set of texture coordinates that replaces the texture's, and the transform alone.
    pub fn split_set(self) -> (Option<u32>, Self) {
        (self.tex_coord, Self { tex_coord: None, ..self })
    }

    pub fn apply(&self, texcoord: Vec2) -> Vec2 {
        let (sin, cos) = self.rotation.sin_cos();
        let turn = Mat2::from_cols(Vec2::new(cos, -sin), Vec2::new(sin, cos));
        Vec2::from_array(self.offset) + turn * (Vec2::from_array(self.scale) * texcoord)
    }
}
