use glam::Vec4;

/// The parts of a glTF material that are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    pub name: String,
    /// Linear RGBA.
    pub base_color: Vec4,
    /// Index into the model's textures.
    pub base_color_texture: Option<u32>,
    pub double_sided: bool,
    /// Fragments below this alpha are discarded (`alphaMode` MASK); zero for other modes.
    pub alpha_cutoff: f32,
    /// Whether the file says nothing about the look; such a model is drawn with the studio's skin tone.
    pub is_default: bool,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            base_color: Vec4::ONE,
            base_color_texture: None,
            double_sided: false,
            alpha_cutoff: 0.0,
            is_default: true,
        }
    }
}

/// A decoded image: sRGB with straight alpha, four bytes per pixel, top row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
    /// Whether the texture repeats along u and v; otherwise it is clamped. Mirrored repetition is drawn as repetition.
    pub repeat: [bool; 2],
}
