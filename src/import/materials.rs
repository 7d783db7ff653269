//! Materials and their base color textures.

use super::accessor::Accessors;
use super::patch::NO_INDEX;
use super::primitives::WantedTexcoords;
use super::resources::Resources;
use super::texture_transform::TextureTransform;
use super::{Document, Location, WarningKind, Warnings};
use crate::model::{Material, Texture, json_error_text};
use glam::Vec4;
use gltf::json::material::{self, AlphaMode};
use gltf::json::texture::{self, WrappingMode};
use gltf::json::validation::Checked;
use gltf::json::{self, Index};
use image::{ImageReader, Limits};
use std::collections::HashMap;
use std::io::Cursor;

/// Materials by their index in the file. A texture is decoded when the first drawn primitive needs it.
pub(super) struct Materials<'a> {
    document: &'a Document,
    accessors: &'a Accessors<'a>,
    resources: Resources<'a>,
    materials: Vec<Material>,
    needs_default: bool,
    textures: Vec<Texture>,
    /// By image index and wrapping; `None` for an unusable image.
    decoded: HashMap<(Index<json::Image>, [bool; 2]), Option<u32>>,
    pixels_left: u64,
    /// Whether a material's texture was already looked up.
    visited: Vec<bool>,
}

/// Largest image side that is read, within the limit of common GPUs.
const LARGEST_SIDE: u32 = 8192;
/// Pixel limit for all images together: half a gigabyte.
const MOST_PIXELS: u64 = 128 << 20;

impl<'a> Materials<'a> {
    pub fn new(document: &'a Document, accessors: &'a Accessors<'a>, resources: Resources<'a>) -> Self {
        let materials: Vec<Material> = document.root.materials.iter().map(read_material).collect();
        let visited = vec![false; materials.len()];
        Self {
            document,
            accessors,
            resources,
            materials,
            needs_default: false,
            textures: Vec::new(),
            decoded: HashMap::new(),
            pixels_left: MOST_PIXELS,
            visited,
        }
    }

    /// The model's index of a primitive's material; without one, of the default material, which comes last.
    pub fn index(&mut self, material: Option<Index<json::Material>>) -> u32 {
        match material {
            Some(index) if index.value() < self.materials.len() => index.value() as u32,
            _ => {
                self.needs_default = true;
                self.materials.len() as u32
            }
        }
    }

    /// Decodes a material's texture and returns which texture coordinates it needs; `None` without a texture.
    pub fn wanted_texcoords(
        &mut self,
        material: Option<Index<json::Material>>,
        warnings: &mut Warnings,
    ) -> Option<WantedTexcoords> {
        let index = material?.value();
        let info = self.document.root.materials.get(index)?.pbr_metallic_roughness.base_color_texture.as_ref()?;
        if !std::mem::replace(self.visited.get_mut(index)?, true) {
            self.materials[index].base_color_texture = self.texture(info, warnings);
        }
        self.materials[index].base_color_texture?;
        let transform = TextureTransform::of(info).unwrap_or_default();
        Some(WantedTexcoords { set: info.tex_coord, transform })
    }

    pub fn finish(mut self) -> (Vec<Material>, Vec<Texture>) {
        if self.needs_default {
            self.materials.push(Material::default());
        }
        (self.materials, self.textures)
    }

    fn texture(&mut self, info: &texture::Info, warnings: &mut Warnings) -> Option<u32> {
        let index = info.index.value();
        let mut dropped = |cause: String| {
            warnings.add(&Location::named("texture", index, None), WarningKind::ImageDropped { cause });
            None
        };
        if let Err(error) = TextureTransform::of(info) {
            return dropped(format!("its KHR_texture_transform is malformed: {}", json_error_text(&error)));
        }
        let texture =
            self.document.root.textures.get(index).filter(|texture| texture.source.value() != NO_INDEX as usize);
        let Some(&json::Texture { source: image, sampler, .. }) = texture else {
            return dropped("it names no PNG or JPEG image".to_owned());
        };
        let sampler = sampler.and_then(|sampler| self.document.root.samplers.get(sampler.value()));
        let wraps = |mode: Option<Checked<WrappingMode>>| mode != Some(Checked::Valid(WrappingMode::ClampToEdge));
        let repeat = [wraps(sampler.map(|s| s.wrap_s)), wraps(sampler.map(|s| s.wrap_t))];
        if let Some(&known) = self.decoded.get(&(image, repeat)) {
            return known;
        }
        let texture = match self.decode(image, repeat) {
            Ok(texture) => {
                self.textures.push(texture);
                Some(self.textures.len() as u32 - 1)
            }
            Err(cause) => {
                let image = image.value();
                let name = self.document.root.images.get(image).and_then(|image| image.name.as_deref());
                warnings.add(&Location::named("image", image, name), WarningKind::ImageDropped { cause });
                None
            }
        };
        self.decoded.insert((image, repeat), texture);
        texture
    }

    fn decode(&mut self, index: Index<json::Image>, repeat: [bool; 2]) -> Result<Texture, String> {
        let image = self.document.root.images.get(index.value()).ok_or("the file has no such image")?;
        let loaded;
        let bytes: &[u8] = match (image.buffer_view, &image.uri) {
            (Some(view), _) => self.accessors.view_bytes(view).map_err(|fault| format!("its buffer view {fault}"))?,
            (None, Some(uri)) => {
                loaded = self.resources.load(uri).map_err(|fault| fault.to_string())?;
                &loaded
            }
            (None, None) => return Err("it names neither a file nor a buffer view".to_owned()),
        };
        let open = || ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string());
        let (width, height) = open()?.into_dimensions().map_err(|error| error.to_string())?;
        if width == 0 || height == 0 || width > LARGEST_SIDE || height > LARGEST_SIDE {
            return Err(format!("{width} x {height} pixels; the largest side read is {LARGEST_SIDE}"));
        }
        let pixels = u64::from(width) * u64::from(height);
        self.pixels_left =
            self.pixels_left.checked_sub(pixels).ok_or("all images together have more than 128 million pixels")?;
        let mut reader = open()?;
        let mut limits = Limits::default();
        limits.max_alloc = Some(1 << 30);
        reader.limits(limits);
        let decoded = reader.decode().map_err(|error| error.to_string())?.into_rgba8();
        Ok(Texture { width, height, rgba: decoded.into_raw(), repeat })
    }
}

fn read_material(source: &json::Material) -> Material {
    let factor = Vec4::from_array(source.pbr_metallic_roughness.base_color_factor.0);
    let cutoff = match source.alpha_mode {
        Checked::Valid(AlphaMode::Mask) => {
            let cutoff = source.alpha_cutoff.unwrap_or_default().0;
            if cutoff.is_finite() { cutoff } else { material::AlphaCutoff::default().0 }
        }
        _ => 0.0,
    };
    Material {
        name: source.name.clone().unwrap_or_default(),
        base_color: if factor.is_finite() { factor.clamp(Vec4::ZERO, Vec4::ONE) } else { Vec4::ONE },
        base_color_texture: None,
        double_sided: source.double_sided,
        alpha_cutoff: cutoff,
        is_default: defines_no_look(source),
    }
}

/// Whether a material gives nothing but glTF's defaults, written out or left out.
fn defines_no_look(source: &json::Material) -> bool {
    let look = &source.pbr_metallic_roughness;
    look.base_color_factor.0 == [1.0; 4]
        && look.metallic_factor.0 == 1.0
        && look.roughness_factor.0 == 1.0
        && look.base_color_texture.is_none()
        && look.metallic_roughness_texture.is_none()
        && source.emissive_factor.0 == [0.0; 3]
        && source.emissive_texture.is_none()
        && source.extensions.is_none()
        && source.alpha_mode == Checked::Valid(AlphaMode::Opaque)
}
