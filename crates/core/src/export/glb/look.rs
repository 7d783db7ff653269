use super::super::ExportError;
use super::builder::{Builder, named};
use crate::model::{Material, Texture, TextureUse};
use glam::Vec3;
use gltf::json::extensions::material as extensions;
use gltf::json::image::MimeType;
use gltf::json::material::{
    AlphaCutoff, AlphaMode, EmissiveFactor, NormalTexture, OcclusionTexture, PbrBaseColorFactor, PbrMetallicRoughness,
    StrengthFactor,
};
use gltf::json::texture::{Info, MagFilter, MinFilter, Sampler, WrappingMode};
use gltf::json::validation::Checked;
use gltf::json::{self, Image, Index};
use serde_json::{Map, Value, json};

const EMISSIVE_STRENGTH: &str = "KHR_materials_emissive_strength";
const UNLIT: &str = "KHR_materials_unlit";

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

    /// The document's index of a material; `None` for a material without any information, so that a viewer's default
    /// applies. A material with only a name is written with just the name. `primitive` is the index used in errors.
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
            let translated = self.translated(builder, index, source)?;
            self.written_materials[index] = Some(builder.root.push(translated));
        }
        Ok(self.written_materials[index])
    }

    /// Number of sets of texture coordinates that a material's textures need.
    pub fn texcoord_sets(&self, material: u32) -> usize {
        let Some(source) = self.materials.get(material as usize).filter(|source| !source.is_default) else { return 0 };
        let others = source.surface.textures().map(|used| if used.uses_second_texcoords { 2 } else { 1 });
        others.chain(source.base_color_texture.map(|_| 1)).max().unwrap_or(0)
    }

    fn translated(
        &mut self,
        builder: &mut Builder,
        index: usize,
        source: &Material,
    ) -> Result<json::Material, ExportError> {
        let mut material = json::Material {
            name: named(&source.name),
            alpha_mode: Checked::Valid(match source.alpha_cutoff > 0.0 {
                true => AlphaMode::Mask,
                false if source.is_blended => AlphaMode::Blend,
                false => AlphaMode::Opaque,
            }),
            alpha_cutoff: (source.alpha_cutoff > 0.0).then_some(AlphaCutoff(source.alpha_cutoff)),
            double_sided: source.double_sided,
            ..json::Material::default()
        };
        if source.is_default {
            return Ok(material);
        }
        let surface = &source.surface;
        let base = source.base_color_texture.map(|texture| TextureUse { texture, uses_second_texcoords: false });
        let mut info = |used| self.texture_info(builder, index, used);
        material.pbr_metallic_roughness = PbrMetallicRoughness {
            // glTF requires factors from 0 to 1.
            base_color_factor: PbrBaseColorFactor(source.base_color.to_array().map(|part| part.clamp(0.0, 1.0))),
            base_color_texture: info(base)?,
            metallic_factor: StrengthFactor(surface.metallic.clamp(0.0, 1.0)),
            roughness_factor: StrengthFactor(surface.roughness.clamp(0.0, 1.0)),
            metallic_roughness_texture: info(surface.metallic_roughness_texture)?,
            ..PbrMetallicRoughness::default()
        };
        material.normal_texture = info(surface.normal_texture)?.map(|Info { index, tex_coord, .. }| NormalTexture {
            index,
            scale: surface.normal_scale,
            tex_coord,
            extensions: None,
            extras: None,
        });
        material.occlusion_texture = info(surface.occlusion_texture)?.map(|Info { index, tex_coord, .. }| {
            let strength = StrengthFactor(surface.occlusion_strength.clamp(0.0, 1.0));
            OcclusionTexture { index, strength, tex_coord, extensions: None, extras: None }
        });
        material.emissive_texture = info(surface.emissive_texture)?;
        material.emissive_factor =
            EmissiveFactor((surface.emissive / emissive_strength(source)).max(Vec3::ZERO).to_array());
        let others = material_extensions(source);
        builder.use_extensions(others.keys());
        material.extensions = (!others.is_empty()).then_some(extensions::Material { others });
        Ok(material)
    }

    fn texture_info(
        &mut self,
        builder: &mut Builder,
        material: usize,
        used: Option<TextureUse>,
    ) -> Result<Option<Info>, ExportError> {
        let Some(used) = used else { return Ok(None) };
        let index = self.texture(builder, material, used.texture)?;
        Ok(Some(Info { index, tex_coord: u32::from(used.uses_second_texcoords), extensions: None, extras: None }))
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

/// The factor between the emissive color and glTF's emissive factor, which is at most one.
fn emissive_strength(material: &Material) -> f32 {
    material.surface.emissive.max_element().max(1.0)
}

fn material_extensions(material: &Material) -> Map<String, Value> {
    let mut extensions = Map::new();
    let strength = emissive_strength(material);
    if strength > 1.0 {
        extensions.insert(EMISSIVE_STRENGTH.to_owned(), json!({ "emissiveStrength": strength }));
    }
    if material.is_unlit {
        extensions.insert(UNLIT.to_owned(), json!({}));
    }
    extensions
}

fn encoded(texture: &Texture, index: usize) -> Result<Vec<u8>, ExportError> {
    let Texture { width, height, ref rgba, .. } = *texture;
    let wanted = width as usize * height as usize * 4;
    if wanted == 0 || rgba.len() != wanted {
        return Err(ExportError::TextureSize { texture: index, bytes: rgba.len(), width, height });
    }
    png_of(texture, index)
}

#[cfg(not(feature = "textures"))]
fn png_of(_texture: &Texture, index: usize) -> Result<Vec<u8>, ExportError> {
    Err(ExportError::NoEncoder { texture: index })
}

#[cfg(feature = "textures")]
fn png_of(texture: &Texture, index: usize) -> Result<Vec<u8>, ExportError> {
    let Texture { width, height, ref rgba, .. } = *texture;
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
