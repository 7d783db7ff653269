//! Materials and their textures.

use super::accessor::Accessors;
use super::images::Images;
use super::primitives::MAPPINGS;
use super::resources::Resources;
use super::surface::{Mapping, WrittenSurface, WrittenTexture};
use super::texture_transform::TextureTransform;
use super::{GltfDocument, Location, WarningKind, Warnings};
use crate::model::{Material, MaterialSurface, Texture, TextureUse, json_error_text};
use crate::work::Progress;
use glam::Vec4;
use gltf::json::material::{self, AlphaMode};
use gltf::json::validation::Checked;
use gltf::json::{self, Index};

/// Materials by their index in the file.
///
/// Textures of materials that a drawn primitive needs are decoded at the end, base colors first: if the images are too
/// large together, the base colors are kept.
pub(super) struct Materials<'a> {
    document: &'a GltfDocument,
    images: Images<'a>,
    materials: Vec<Material>,
    needs_default: bool,
    /// The mappings of each material that a primitive asked for.
    mappings: Vec<Option<Vec<Mapping>>>,
    /// Base color textures: the material and the texture's index.
    base_colors: Vec<(usize, usize)>,
    wanted: Vec<WantedTexture>,
}

/// Another texture to be decoded at the end.
struct WantedTexture {
    material: usize,
    role: Role,
    texture: WrittenTexture,
    uses_second_texcoords: bool,
}

/// Purpose of a texture other than the base color.
#[derive(Clone, Copy, Debug)]
enum Role {
    Emissive,
    Normal,
    MetallicRoughness,
    Occlusion,
}

impl Role {
    const ALL: [Self; 4] = [Self::Emissive, Self::Normal, Self::MetallicRoughness, Self::Occlusion];

    /// The JSON path of the texture, relative to the material.
    fn path(self) -> &'static str {
        match self {
            Self::Emissive => "/emissiveTexture",
            Self::Normal => "/normalTexture",
            Self::MetallicRoughness => "/pbrMetallicRoughness/metallicRoughnessTexture",
            Self::Occlusion => "/occlusionTexture",
        }
    }

    fn written(self, surface: &WrittenSurface) -> Option<WrittenTexture> {
        match self {
            Self::Emissive => &surface.emissive_texture,
            Self::Normal => &surface.normal_texture,
            Self::MetallicRoughness => &surface.metallic_roughness_texture,
            Self::Occlusion => &surface.occlusion_texture,
        }
        .clone()
    }

    fn set(self, surface: &mut MaterialSurface, texture: Option<TextureUse>) {
        match self {
            Self::Emissive => surface.emissive_texture = texture,
            Self::Normal => surface.normal_texture = texture,
            Self::MetallicRoughness => surface.metallic_roughness_texture = texture,
            Self::Occlusion => surface.occlusion_texture = texture,
        }
    }
}

impl<'a> Materials<'a> {
    pub fn new(document: &'a GltfDocument, accessors: &'a Accessors<'a>, resources: Resources<'a>) -> Self {
        let written = document.root.materials.iter().zip(&document.surfaces);
        let materials: Vec<Material> = written.map(|(source, surface)| read_material(source, surface)).collect();
        let mappings = vec![None; materials.len()];
        let images = Images::new(document, accessors, resources);
        Self {
            document,
            images,
            materials,
            needs_default: false,
            mappings,
            base_colors: Vec::new(),
            wanted: Vec::new(),
        }
    }

    /// The progress of the whole import.
    pub fn progress(&self) -> &'a Progress {
        self.images.progress()
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

    /// The mappings that a material's textures use, at most [`MAPPINGS`]. The mapping of the base color texture comes
    /// first.
    pub fn mappings(&mut self, material: Option<Index<json::Material>>, warnings: &mut Warnings) -> Vec<Mapping> {
        let Some(index) = material.map(|index| index.value()).filter(|&index| index < self.materials.len()) else {
            return Vec::new();
        };
        if let Some(known) = &self.mappings[index] {
            return known.clone();
        }
        let mut mappings: Vec<Mapping> = self.base_color(index, warnings).into_iter().collect();
        self.want_others(index, &mut mappings, warnings);
        self.mappings[index].insert(mappings).clone()
    }

    /// Notes the base color texture and returns its mapping.
    fn base_color(&mut self, material: usize, warnings: &mut Warnings) -> Option<Mapping> {
        let source = &self.document.root.materials[material];
        let info = source.pbr_metallic_roughness.base_color_texture.as_ref()?;
        let transform = match TextureTransform::of(info) {
            Ok(transform) => transform,
            Err(error) => {
                let cause = format!("its KHR_texture_transform is malformed: {}", json_error_text(&error));
                Images::drop_texture(info.index.value(), cause, warnings);
                return None;
            }
        };
        self.base_colors.push((material, info.index.value()));
        Some(Mapping::new(info.tex_coord, transform))
    }

    /// Collects the textures other than the base color, and their mappings.
    fn want_others(&mut self, material: usize, mappings: &mut Vec<Mapping>, warnings: &mut Warnings) {
        let surface = &self.document.surfaces[material];
        let name = self.document.root.materials[material].name.as_deref();
        let location = Location::named("material", material, name);
        for part in &surface.malformed {
            warnings.add(&location, WarningKind::LookIgnored { part, cause: "is malformed" });
        }
        for role in Role::ALL {
            let Some(texture) = role.written(surface) else { continue };
            let known = mappings.iter().position(|mapping| *mapping == texture.mapping);
            let slot = known.unwrap_or(mappings.len());
            if slot >= MAPPINGS {
                let cause = "needs texture coordinates besides the two that are drawn";
                warnings.add(&location, WarningKind::LookIgnored { part: role.path(), cause });
                continue;
            }
            if known.is_none() {
                mappings.push(texture.mapping.clone());
            }
            self.wanted.push(WantedTexture { material, role, texture, uses_second_texcoords: slot == 1 });
        }
    }

    pub fn finish(mut self, warnings: &mut Warnings) -> (Vec<Material>, Vec<Texture>) {
        for (material, texture) in self.base_colors {
            self.materials[material].base_color_texture = self.images.texture(texture, warnings);
        }
        for WantedTexture { material, role, texture, uses_second_texcoords } in self.wanted {
            let decoded = self.images.texture(texture.index as usize, warnings);
            let used = decoded.map(|texture| TextureUse { texture, uses_second_texcoords });
            role.set(&mut self.materials[material].surface, used);
        }
        if self.needs_default {
            self.materials.push(Material::default());
        }
        (self.materials, self.images.into_textures())
    }
}

fn read_material(source: &json::Material, written: &WrittenSurface) -> Material {
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
        is_blended: source.alpha_mode == Checked::Valid(AlphaMode::Blend),
        is_unlit: written.is_unlit,
        surface: read_surface(written),
        is_default: defines_no_look(source, written),
    }
}

/// The surface without its textures.
fn read_surface(written: &WrittenSurface) -> MaterialSurface {
    let amount = |texture: &Option<WrittenTexture>| texture.as_ref().map_or(1.0, |texture| texture.amount);
    MaterialSurface {
        metallic: written.metallic.unwrap_or(1.0),
        roughness: written.roughness.unwrap_or(1.0),
        normal_scale: amount(&written.normal_texture),
        occlusion_strength: amount(&written.occlusion_texture).clamp(0.0, 1.0),
        emissive: written.emissive,
        ..MaterialSurface::default()
    }
}

/// Whether a material gives nothing but glTF's defaults, written out or left out.
fn defines_no_look(source: &json::Material, written: &WrittenSurface) -> bool {
    let look = &source.pbr_metallic_roughness;
    look.base_color_factor.0 == [1.0; 4]
        && look.base_color_texture.is_none()
        && written.metallic.is_none_or(|metallic| metallic == 1.0)
        && written.roughness.is_none_or(|roughness| roughness == 1.0)
        && Role::ALL.into_iter().all(|role| role.written(written).is_none())
        && source.emissive_factor.0 == [0.0; 3]
        && source.extensions.is_none()
        && source.alpha_mode == Checked::Valid(AlphaMode::Opaque)
}
