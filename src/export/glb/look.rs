use super::super::ExportError;
use super::builder::Builder;
use super::document::{self, Image, PbrMetallicRoughness, Sampler, TextureInfo};
use crate::model::{Material, Texture};

/// Collects the materials of a document: each material and texture is written when a primitive first needs it; unused
/// ones are left out.
pub(super) struct Look<'a> {
    materials: &'a [Material],
    textures: &'a [Texture],
    written_materials: Vec<Option<u32>>,
    written_textures: Vec<Option<u32>>,
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
    ) -> Result<Option<u32>, ExportError> {
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
            builder.document.materials.push(translated(source, texture));
            self.written_materials[index] = Some(builder.document.materials.len() as u32 - 1);
        }
        Ok(self.written_materials[index])
    }

    pub fn is_textured(&self, material: u32) -> bool {
        self.materials
            .get(material as usize)
            .is_some_and(|source| !source.is_default && source.base_color_texture.is_some())
    }

    fn texture(&mut self, builder: &mut Builder, material: usize, texture: u32) -> Result<u32, ExportError> {
        let index = texture as usize;
        let Some(source) = self.textures.get(index) else {
            return Err(ExportError::NoSuchTexture { material, texture, textures: self.textures.len() });
        };
        if let Some(written) = self.written_textures[index] {
            return Ok(written);
        }
        let png = encoded(source, index)?;
        let buffer_view = builder.view(&png, None);
        let sampler = sampler(builder, source.repeat);
        let document = &mut builder.document;
        document.images.push(Image { buffer_view, mime_type: "image/png" });
        document.textures.push(document::Texture { sampler, source: document.images.len() as u32 - 1 });
        let written = document.textures.len() as u32 - 1;
        self.written_textures[index] = Some(written);
        Ok(written)
    }
}

fn translated(material: &Material, texture: Option<u32>) -> document::Material {
    // The model does not keep metalness and roughness; glTF's defaults would make it a mirror.
    const ROUGHNESS: f32 = 0.8;
    let masked = material.alpha_cutoff > 0.0;
    document::Material {
        name: material.name.clone(),
        pbr_metallic_roughness: (!material.is_default).then(|| PbrMetallicRoughness {
            // glTF requires factors from 0 to 1.
            base_color_factor: material.base_color.to_array().map(|factor| factor.clamp(0.0, 1.0)),
            base_color_texture: texture.map(|index| TextureInfo { index }),
            metallic_factor: 0.0,
            roughness_factor: ROUGHNESS,
        }),
        alpha_mode: masked.then_some("MASK"),
        alpha_cutoff: masked.then_some(material.alpha_cutoff),
        double_sided: material.double_sided,
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

fn sampler(builder: &mut Builder, repeat: [bool; 2]) -> u32 {
    let wrap = |repeat: bool| if repeat { document::REPEAT } else { document::CLAMP_TO_EDGE };
    let sampler = Sampler {
        mag_filter: document::LINEAR,
        min_filter: document::LINEAR_MIPMAP_LINEAR,
        wrap_s: wrap(repeat[0]),
        wrap_t: wrap(repeat[1]),
    };
    let samplers = &mut builder.document.samplers;
    let index = samplers.iter().position(|other| *other == sampler).unwrap_or_else(|| {
        samplers.push(sampler);
        samplers.len() - 1
    });
    index as u32
}
