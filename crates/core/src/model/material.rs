use glam::{Vec3, Vec4};

/// The parts of a glTF material that are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The name in the file; may be empty or repeated.
    pub name: String,
    /// Base color in linear RGBA.
    pub base_color: Vec4,
    /// Index into the model's textures. The texture uses the first texture coordinates.
    pub base_color_texture: Option<u32>,
    /// Whether the file says that the inside is a surface of its own. The inside of other surfaces is drawn dark.
    pub double_sided: bool,
    /// Fragments below this alpha are discarded (`alphaMode` MASK); zero for other modes.
    pub alpha_cutoff: f32,
    /// Whether objects behind show through by alpha (`alphaMode` BLEND).
    pub is_blended: bool,
    /// Whether the base color is shown as it is, without light (KHR_materials_unlit).
    pub is_unlit: bool,
    /// Reflection and emission.
    pub surface: MaterialSurface,
    /// Whether the file says nothing about the look; such a model is drawn with the studio's skin tone.
    pub is_default: bool,
}

/// The way in which a material reflects and emits light, in the terms of glTF's metallic-roughness model.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialSurface {
    /// Metalness, zero to one.
    pub metallic: f32,
    /// Roughness, zero to one.
    pub roughness: f32,
    /// Texture that multiplies roughness (green) and metallic (blue).
    pub metallic_roughness_texture: Option<TextureUse>,
    /// Texture with the normals in tangent space.
    pub normal_texture: Option<TextureUse>,
    /// Factor for x and y of the normal texture.
    pub normal_scale: f32,
    /// Texture with the fraction of the surrounding light that arrives (red).
    pub occlusion_texture: Option<TextureUse>,
    /// Fraction of the occlusion texture that is applied, zero to one.
    pub occlusion_strength: f32,
    /// Emitted light in linear RGB, including KHR_materials_emissive_strength; may exceed one.
    pub emissive: Vec3,
    /// Texture that multiplies the emissive color.
    pub emissive_texture: Option<TextureUse>,
}

/// A texture, and the primitive's texture coordinates that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureUse {
    /// Index into the model's textures.
    pub texture: u32,
    /// Whether the texture uses the primitive's second texture coordinates.
    pub uses_second_texcoords: bool,
}

impl Material {
    /// Whether the material draws any texture.
    pub(crate) fn has_textures(&self) -> bool {
        self.base_color_texture.is_some() || self.surface.textures().next().is_some()
    }
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            base_color: Vec4::ONE,
            base_color_texture: None,
            double_sided: false,
            alpha_cutoff: 0.0,
            is_blended: false,
            is_unlit: false,
            surface: MaterialSurface::default(),
            is_default: true,
        }
    }
}

impl Default for MaterialSurface {
    /// A rough surface that is no metal. A glTF file that leaves these values out means a rough metal instead.
    fn default() -> Self {
        Self {
            metallic: 0.0,
            roughness: 0.8,
            metallic_roughness_texture: None,
            normal_texture: None,
            normal_scale: 1.0,
            occlusion_texture: None,
            occlusion_strength: 1.0,
            emissive: Vec3::ZERO,
            emissive_texture: None,
        }
    }
}

impl MaterialSurface {
    /// The textures other than the base color.
    pub fn textures(&self) -> impl Iterator<Item = TextureUse> {
        [self.metallic_roughness_texture, self.normal_texture, self.occlusion_texture, self.emissive_texture]
            .into_iter()
            .flatten()
    }
}

/// A decoded image with straight alpha, four bytes per pixel, top row first. Its use says whether colors are sRGB (base
/// color, emissive) or values (all others).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue and alpha of each pixel, row by row.
    pub rgba: Vec<u8>,
    /// Whether the texture repeats along u and v; otherwise it is clamped. Mirrored repetition is drawn as repetition.
    pub repeat: [bool; 2],
}
