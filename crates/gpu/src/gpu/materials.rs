use super::mirrors::MaterialData;
use super::packing::packs_texcoords;
use super::passes::MaterialLookups;
use super::textures::{self, TextureContent as Content};
use super::{GpuContext, Layouts};
use glam::{Vec3, Vec4};
use skinscope_core::model::{Material, Model, Primitive, TextureUse};
use std::collections::HashMap;

/// Factor on the tone of every second material without a look, so that clothes and eyes are distinguishable. All such
/// materials share the studio's tone.
const SECOND_MATERIAL_TONE: f32 = 0.75;

/// Opacity below which clay leaves out blended materials: glasses and lashes would hide the surface behind them.
const CLAY_CUTOFF: f32 = 0.5;

/// Fraction of the light that the inside of a surface shows if it is meant to be seen from outside: a hole in the skin
/// must not look like skin.
const INSIDE_LIGHT: f32 = 0.3;

/// Group 3 of the shaders.
#[derive(Debug)]
pub struct GpuMaterial {
    pub bind_group: wgpu::BindGroup,
    /// Contents of the group.
    pub content: MaterialContent,
    pub lookups: MaterialLookups,
    /// Whether it is drawn over the opaque materials.
    pub is_blended: bool,
    /// Whether it stops light.
    pub casts_shadow: bool,
}

/// The values and textures of a material.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialContent {
    pub values: MaterialData,
    /// Indices into the model's textures, by binding. `None` is white.
    pub textures: [Option<(u32, Content)>; Layouts::MATERIAL_TEXTURES],
}

type Bound = (wgpu::TextureView, wgpu::Sampler);

/// Collects the textures and tones that primitives share. Each texture is uploaded when a material first needs it.
pub(super) struct Looks<'a> {
    context: &'a GpuContext,
    model: &'a Model,
    textures: HashMap<(u32, Content), Bound>,
    white: Bound,
    /// Brightness of the studio's tone, for each material.
    tones: Vec<f32>,
}

impl<'a> Looks<'a> {
    pub fn new(context: &'a GpuContext, model: &'a Model) -> Self {
        let mut default_count = 0;
        let tones = model.materials.iter().map(|material| {
            default_count += usize::from(material.is_default);
            if material.is_default && default_count % 2 == 0 { SECOND_MATERIAL_TONE } else { 1.0 }
        });
        Self { context, model, textures: HashMap::new(), white: textures::white(context), tones: tones.collect() }
    }

    /// Material of a primitive. `packed` says whether the primitive's vertices are packed.
    pub fn material(&mut self, primitive: &Primitive, packed: bool) -> GpuMaterial {
        let material = &self.model.materials[primitive.material as usize];
        let used = Textures::of(material, primitive);
        let textures = used.in_binding_order();
        let bound = textures.map(|texture| self.bound(texture));
        let studio = takes_skin_color(material, primitive);
        let lookups = MaterialLookups {
            texture: used.base_color.is_some(),
            cutout: material.alpha_cutoff > 0.0 || (material.is_blended && used.base_color.is_some()),
            metallic_roughness: used.metallic_roughness.is_some(),
            normal: used.normal.is_some(),
            occlusion: used.occlusion.is_some(),
            emissive: used.emissive.is_some(),
            reflections: !studio,
            unlit: material.is_unlit,
            colors: !primitive.colors.is_empty(),
            packed_texcoords: packed && packs_texcoords(primitive),
        };
        let tone = if studio { self.tones[primitive.material as usize] } else { 1.0 };
        let values = material_data(material, &used, studio, tone);
        GpuMaterial {
            bind_group: bind(self.context, &values, &bound),
            content: MaterialContent { values, textures },
            lookups,
            is_blended: material.is_blended,
            casts_shadow: !material.is_blended || material.base_color.w > 0.5,
        }
    }

    fn bound(&mut self, texture: Option<(u32, Content)>) -> Bound {
        let Some(key) = texture else { return self.white.clone() };
        let source = &self.model.textures[key.0 as usize];
        let upload = || {
            let view = textures::upload(self.context, source, key.1);
            (view, textures::sampler(self.context, source.repeat))
        };
        self.textures.entry(key).or_insert_with(upload).clone()
    }
}

/// Whether a primitive is drawn in the studio's skin tone, because the file does not define its look.
pub(super) fn takes_skin_color(material: &Material, primitive: &Primitive) -> bool {
    material.is_default && primitive.colors.is_empty()
}

/// The textures that a primitive can use: those for which it has texture coordinates.
struct Textures {
    base_color: Option<u32>,
    metallic_roughness: Option<TextureUse>,
    normal: Option<TextureUse>,
    occlusion: Option<TextureUse>,
    emissive: Option<TextureUse>,
}

impl Textures {
    fn of(material: &Material, primitive: &Primitive) -> Self {
        let surface = &material.surface;
        let usable = |used: Option<TextureUse>| {
            used.filter(|used| match used.uses_second_texcoords {
                true => !primitive.second_texcoords.is_empty(),
                false => !primitive.texcoords.is_empty(),
            })
        };
        Self {
            base_color: material.base_color_texture.filter(|_| !primitive.texcoords.is_empty()),
            metallic_roughness: usable(surface.metallic_roughness_texture),
            normal: usable(surface.normal_texture),
            occlusion: usable(surface.occlusion_texture),
            emissive: usable(surface.emissive_texture),
        }
    }

    fn in_binding_order(&self) -> [Option<(u32, Content)>; Layouts::MATERIAL_TEXTURES] {
        let of = |used: Option<TextureUse>, content| used.map(|used| (used.texture, content));
        [
            self.base_color.map(|texture| (texture, Content::Color)),
            of(self.metallic_roughness, Content::Values),
            of(self.normal, Content::Values),
            of(self.occlusion, Content::Values),
            of(self.emissive, Content::Color),
        ]
    }

    /// Selects the texture coordinates of the metallic-roughness, normal, occlusion and emissive textures: one for the
    /// second coordinates.
    fn second_texcoords(&self) -> Vec4 {
        let second =
            |used: Option<TextureUse>| f32::from(u8::from(used.is_some_and(|used| used.uses_second_texcoords)));
        Vec4::new(second(self.metallic_roughness), second(self.normal), second(self.occlusion), second(self.emissive))
    }
}

fn material_data(material: &Material, used: &Textures, studio: bool, tone: f32) -> MaterialData {
    let surface = &material.surface;
    // A default material with vertex colors is no metal, although glTF would make it one: its author chose only the
    // colors.
    let metallic = if material.is_default { 0.0 } else { surface.metallic };
    MaterialData {
        base_color: material.base_color * Vec4::new(tone, tone, tone, 1.0),
        second_texcoords: used.second_texcoords(),
        emissive: surface.emissive,
        takes_skin_color: f32::from(u8::from(studio)),
        alpha_cutoff: if material.is_blended { CLAY_CUTOFF } else { material.alpha_cutoff },
        inside_light: if material.double_sided { 1.0 } else { INSIDE_LIGHT },
        metallic,
        roughness: surface.roughness,
        normal_scale: surface.normal_scale,
        occlusion_strength: surface.occlusion_strength,
        _pad0: [0.0; 2],
    }
}

fn bind(context: &GpuContext, data: &MaterialData, textures: &[Bound; Layouts::MATERIAL_TEXTURES]) -> wgpu::BindGroup {
    let uniform = context.buffer_of("material", bytemuck::bytes_of(data), wgpu::BufferUsages::UNIFORM);
    let resources = textures.iter().flat_map(|(view, sampler)| {
        [wgpu::BindingResource::TextureView(view), wgpu::BindingResource::Sampler(sampler)]
    });
    let resources = std::iter::once(uniform.as_entire_binding()).chain(resources);
    let entries: Vec<_> =
        (0..).zip(resources).map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource }).collect();
    context.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("material"),
        layout: &context.layouts.material,
        entries: &entries,
    })
}

impl MaterialContent {
    /// White material: shows the vertex colors unchanged.
    pub const WHITE: Self = Self {
        values: MaterialData {
            base_color: Vec4::ONE,
            second_texcoords: Vec4::ZERO,
            emissive: Vec3::ZERO,
            takes_skin_color: 0.0,
            alpha_cutoff: 0.0,
            inside_light: 1.0,
            metallic: 0.0,
            roughness: 1.0,
            normal_scale: 1.0,
            occlusion_strength: 1.0,
            _pad0: [0.0; 2],
        },
        textures: [None; Layouts::MATERIAL_TEXTURES],
    };
}

/// A white material.
pub(super) fn white_material(context: &GpuContext) -> wgpu::BindGroup {
    let white = textures::white(context);
    bind(context, &MaterialContent::WHITE.values, &std::array::from_fn(|_| white.clone()))
}
