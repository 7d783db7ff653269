use super::super::ExportError;
use super::builder::{Builder, named};
use crate::model::{Material, Texture};
use gltf::json::image::MimeType;
use gltf::json::material::{AlphaCutoff, AlphaMode, PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf::json::texture::{Info, MagFilter, MinFilter, Sampler, WrappingMode};
use gltf::json::validation::Checked;
use gltf::json::{self, Image, Index};

/// Collects the materials of a document: each material and texture is written when a primitive first needs it; unused
/// ones are left out.
pub(super) struct Look<'a> {
    materials: &'a [Material],
    textures: &'a [Texture],
    written_materials: Vec<Option<Index<json::Material>>>,
    written_textures: Vec<Option<Index<json::Texture>>>,
}

impl<'a> Look<'a> {
    pub fn new(materials: &'a [Material], textures: &'a [Texture]) -> Self {
        let (written_materials, written_textures) = (vec![None; materials.len()], vec![None; textures.len()]);
        Self { materials, textures, written_materials, written_textures }
    }

    /// The document's index of a material; `None` for one without any information, so that a viewer's default applies.
    /// A material with only a name is written with just the name. `primitive` is the index used in errors.
    pub fn material(
        &mut self,
        builder: &mut Builder,
        primitive: usize,
        material: u32,
    ) -> Result<Option<Index<json::Material>>, ExportError> {
        let index = material as usize;
        let Some(source) = self.materials.get(index) else {
            return Err(ExportError::NoSuchMaterial { primitive, material, materials: self.materials.len() });
        };
        if source.is_default && source.name.is_empty() {
            return Ok(None);
        }
        if self.written_materials[index].is_none() {
            let texture = match source.base_color_texture {
                Some(texture) if !source.is_default => Some(self.texture(builder, index, texture)?),
                _ => None,
            };
            self.written_materials[index] = Some(builder.root.push(translated(source, texture)));
        }
        Ok(self.written_materials[index])
    }

    pub fn is_textured(&self, material: u32) -> bool {
        self.materials
            .get(material as usize)
            .is_some_and(|source| !source.is_default && source.base_color_texture.is_some())
    }

    fn texture(
        &mut self,
        builder: &mut Builder,
        material: usize,
        texture: u32,
    ) -> Result<Index<json::Texture>, ExportError> {
        let index = texture as usize;
        let Some(source) = self.textures.get(index) else {
            return Err(ExportError::NoSuchTexture { material, texture, textures: self.textures.len() });
        };
        if let Some(written) = self.written_textures[index] {
            return Ok(written);
        }
        let png = encoded(source, index)?;
        let buffer_view = builder.view(&png, None);
        let sampler = Some(sampler(builder, source.repeat));
        let source = builder.root.push(Image {
            buffer_view: Some(buffer_view),
            mime_type: Some(MimeType("image/png".to_owned())),
            name: None,
            uri: None,
            extensions: None,
            extras: None,
        });
        let written = builder.root.push(json::Texture { sampler, source, name: None, extensions: None, extras: None });
        self.written_textures[index] = Some(written);
        Ok(written)
    }
}

fn translated(material: &Material, texture: Option<Index<json::Texture>>) -> json::Material {
    // The model does not keep metalness and roughness; glTF's defaults would make it a mirror.
    const ROUGHNESS: f32 = 0.8;
    let masked = material.alpha_cutoff > 0.0;
    let look = PbrMetallicRoughness {
        // glTF requires factors from 0 to 1.
        base_color_factor: PbrBaseColorFactor(material.base_color.to_array().map(|factor| factor.clamp(0.0, 1.0))),
        base_color_texture: texture.map(|index| Info { index, tex_coord: 0, extensions: None, extras: None }),
        metallic_factor: StrengthFactor(0.0),
        roughness_factor: StrengthFactor(ROUGHNESS),
        ..PbrMetallicRoughness::default()
    };
    json::Material {
        name: named(&material.name),
        pbr_metallic_roughness: if material.is_default { PbrMetallicRoughness::default() } else { look },
        alpha_mode: Checked::Valid(if masked { AlphaMode::Mask } else { AlphaMode::Opaque }),
        alpha_cutoff: masked.then_some(AlphaCutoff(material.alpha_cutoff)),
        double_sided: material.double_sided,
        ..json::Material::default()
    }
}

fn encoded(texture: &Texture, index: usize) -> Result<Vec<u8>, ExportError> {
    let Texture { width, height, ref rgba, .. } = *texture;
    let wanted = width as usize * height as usize * 4;
    if wanted == 0 || rgba.len() != wanted {
        return Err(ExportError::TextureSize { texture: index, bytes: rgba.len(), width, height });
    }
    let mut png = std::io::Cursor::new(Vec::new());
    image::write_buffer_with_format(
        &mut png,
        rgba,
        width,
        height,
        image::ExtendedColorType::Rgba8,
        image::ImageFormat::Png,
    )
    .map_err(|source| ExportError::Png { texture: index, source })?;
    Ok(png.into_inner())
}

/// The sampler with this wrapping, written once.
fn sampler(builder: &mut Builder, repeat: [bool; 2]) -> Index<Sampler> {
    let wrap = |repeat| Checked::Valid(if repeat { WrappingMode::Repeat } else { WrappingMode::ClampToEdge });
    let [wrap_s, wrap_t] = repeat.map(wrap);
    let same = |sampler: &Sampler| sampler.wrap_s == wrap_s && sampler.wrap_t == wrap_t;
    if let Some(index) = builder.root.samplers.iter().position(same) {
        return Index::new(index as u32);
    }
    builder.root.push(Sampler {
        mag_filter: Some(Checked::Valid(MagFilter::Linear)),
        min_filter: Some(Checked::Valid(MinFilter::LinearMipmapLinear)),
        wrap_s,
        wrap_t,
        ..Sampler::default()
    })
}
