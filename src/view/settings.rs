use super::{PaintRange, SkinPaint, Theme};
use crate::skinning::SkinningSettings;

/// What is drawn besides the skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Overlays {
    /// Lines on the ground.
    pub grid: bool,
    /// The soft shadow where the skin comes near the ground.
    pub contact_shadow: bool,
    /// Joints and bones, seen through the skin.
    pub skeleton: bool,
    /// The edges of the triangles that are seen.
    pub wireframe: bool,
    /// Centers of rotation, in pictures of `cor` on a model that has them; the skeleton then has the paper's colors.
    pub centers: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self { grid: true, contact_shadow: true, skeleton: false, wireframe: false, centers: false }
    }
}

impl Overlays {
    /// The skin alone.
    pub const NONE: Self =
        Self { grid: false, contact_shadow: false, skeleton: false, wireframe: false, centers: false };
}

/// How the skin looks where its colors mean nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shading {
    /// In its own materials.
    #[default]
    Textured,
    /// In the studio's clay, every primitive.
    Smooth,
    /// In clay, each triangle with its own normal.
    Flat,
    /// Colored by the direction of the normal: reads form strongly, and no shadow hides it.
    Matcap,
}

impl Shading {
    pub const ALL: [Self; 4] = [Self::Textured, Self::Smooth, Self::Flat, Self::Matcap];

    /// What the command line takes.
    pub fn id(self) -> &'static str {
        match self {
            Self::Textured => "textured",
            Self::Smooth => "smooth",
            Self::Flat => "flat",
            Self::Matcap => "matcap",
        }
    }

    /// For menus.
    pub fn label(self) -> &'static str {
        match self {
            Self::Textured => "Textured",
            Self::Smooth => "Smooth clay",
            Self::Flat => "Flat clay",
            Self::Matcap => "Matcap",
        }
    }
}

/// Another method's skin in the same picture: its outline where it differs, and faintly what it covers besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ghost {
    pub skinning: SkinningSettings,
    /// sRGB: the one that stands for the method.
    pub color: [u8; 3],
}

/// What one picture shows, apart from the model, its pose and the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PictureSettings {
    pub skinning: SkinningSettings,
    pub theme: Theme,
    pub overlays: Overlays,
    /// What the colors of the skin mean.
    pub paint: SkinPaint,
    pub paint_range: PaintRange,
    pub shading: Shading,
    pub ghost: Option<Ghost>,
    /// No background: what is not covered stays transparent.
    pub transparent: bool,
    /// A node; drawn in the accent color if the skeleton is shown.
    pub selected_joint: Option<u32>,
    /// A node under the pointer.
    pub hovered_joint: Option<u32>,
}

/// How much work a picture is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quality {
    /// 1 or 4 a pixel.
    pub samples: u32,
    /// Whether the key light casts shadows: costs a second drawing of the mesh.
    pub key_shadow: bool,
    /// Whether the contact shadow follows every pose: a third drawing. Otherwise it stays until the picture rests.
    pub contact_follows: bool,
}

impl Quality {
    /// While something moves: keeps up on a computer without a graphics card.
    pub const DRAFT: Self = Self { samples: 1, key_shadow: false, contact_follows: false };
    /// For stills, and on a graphics card always.
    pub const FINE: Self = Self { samples: 4, key_shadow: true, contact_follows: true };
}

impl Default for Quality {
    fn default() -> Self {
        Self::FINE
    }
}
