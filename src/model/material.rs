use glam::Vec4;

/// What is drawn of a glTF material.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    pub name: String,
    /// Linear.
    pub base_color: Vec4,
    /// Index into the model's textures.
    pub base_color_texture: Option<u32>,
    pub double_sided: bool,
    /// Fragments below this alpha are dropped (`alphaMode` MASK); zero otherwise.
    pub alpha_cutoff: f32,
    /// Whether the file says anything about the look; a model without it gets the studio's skin tone.
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

/// A decoded picture: sRGB with straight alpha, four bytes a pixel, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
    /// Wrap by repetition along u and v; clamped otherwise. Mirrored repetition is drawn as repetition.
    pub repeat: [bool; 2],
}
