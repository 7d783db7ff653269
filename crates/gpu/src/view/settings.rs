use super::{Diagram, Hall, PaintRange, SimilarTo, SkinPaint, Studio, Theme};
use serde::{Deserialize, Serialize};
use skinscope_core::skinning::SkinningSettings;

/// Overlays: drawings in addition to the skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Overlays {
    /// Grid lines on the ground.
    pub grid: bool,
    /// The soft shadow where the skin is close to the ground.
    pub contact_shadow: bool,
    /// Joints and bones, visible through the skin.
    pub skeleton: bool,
    /// The edges of the visible triangles.
    pub wireframe: bool,
    /// Centers of rotation, for `cor` on a model that has them; the skeleton then uses the paper's colors.
    pub centers: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self { grid: true, contact_shadow: true, skeleton: false, wireframe: false, centers: false }
    }
}

impl Overlays {
    /// No overlays: the skin alone.
    pub const NONE: Self =
        Self { grid: false, contact_shadow: false, skeleton: false, wireframe: false, centers: false };
}

/// Look of the skin if its colors have no other meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shading {
    /// The model's own materials.
    #[default]
    Textured,
    /// The studio's clay, for all primitives.
    Smooth,
    /// Clay, each triangle with its own normal.
    Flat,
    /// Clay in two tones: a checker that stays with the skin and consists of squares at rest.
    Checker,
    /// Clay with lines along the limbs and rings around them that stay with the skin.
    Contours,
    /// Color by the direction of the normal: shows form clearly, without shadows.
    Matcap,
}

impl Shading {
    /// All shadings.
    pub const ALL: [Self; 6] = [Self::Textured, Self::Smooth, Self::Flat, Self::Checker, Self::Contours, Self::Matcap];

    /// Name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Textured => "textured",
            Self::Smooth => "smooth",
            Self::Flat => "flat",
            Self::Checker => "checker",
            Self::Contours => "contours",
            Self::Matcap => "matcap",
        }
    }

    /// The label in menus.
    pub fn label(self) -> &'static str {
        match self {
            Self::Textured => "Textured",
            Self::Smooth => "Smooth clay",
            Self::Flat => "Flat clay",
            Self::Checker => "Checker",
            Self::Contours => "Contour lines",
            Self::Matcap => "Matcap",
        }
    }

    /// Description for the tooltip in menus.
    pub fn description(self) -> &'static str {
        match self {
            Self::Textured => "The materials of the file",
            Self::Smooth => "Plain clay, without the materials of the file",
            Self::Flat => "Plain clay in which every triangle shows",
            Self::Checker => "Squares on the skin: a stretch makes them longer, a twist slants them",
            Self::Contours => "Lines along each limb and rings around it: a twist winds the lines up",
            Self::Matcap => "Colors by the direction of the surface, without shadows, so that every dent shows",
        }
    }
}

/// Another skin in the same picture, of another method or another model: its outline where it differs, and a faint fill where it covers more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ghost {
    /// The method of that skin, and its settings.
    pub skinning: SkinningSettings,
    /// Whether it is the other model's skin.
    pub other_model: bool,
    /// sRGB color of the method.
    pub color: [u8; 3],
}

/// Contents of one picture, apart from the model, its pose and the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PictureSettings {
    /// The method and its settings.
    pub skinning: SkinningSettings,
    /// Colors of the studio.
    pub theme: Theme,
    /// Hall of a picture on the stage. Its colors replace those of the theme.
    pub hall: Option<Hall>,
    /// What is drawn over the skin.
    pub overlays: Overlays,
    /// The meaning of the skin's colors.
    pub paint: SkinPaint,
    /// The values at both ends of the palette.
    pub paint_range: PaintRange,
    /// Vertex with which a similarity compares. Without one, no skin has a color.
    pub similar_to: Option<SimilarTo>,
    /// How the skin is shaded.
    pub shading: Shading,
    /// Another skin whose outline is drawn; `None` for none.
    pub ghost: Option<Ghost>,
    /// A diagram of the papers over the skin.
    pub diagram: Option<Diagram>,
    /// Primitive and vertex of the diagram. If absent, the diagram chooses a vertex of the selected joint.
    pub diagram_vertex: Option<(u32, u32)>,
    /// Whether there is no background: uncovered pixels stay transparent.
    pub transparent: bool,
    /// Selected node, drawn in the accent color if the skeleton is shown.
    pub selected_joint: Option<u32>,
    /// The node under the pointer.
    pub hovered_joint: Option<u32>,
}

impl PictureSettings {
    /// The colors around the skin.
    pub fn studio(&self) -> Studio {
        self.hall.map_or_else(|| Studio::of(self.theme), Studio::in_hall)
    }
}

/// Rendering quality of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quality {
    /// Samples per pixel: 1 or 4.
    pub samples: u32,
    /// Whether the key light casts shadows, which draws the mesh a second time.
    pub key_shadow: bool,
    /// Whether the contact shadow follows every pose, which draws the mesh a third time. Otherwise it is updated when
    /// motion stops.
    pub contact_follows: bool,
    /// Whether neighboring surfaces block each other's light, which draws the mesh once more.
    pub occlusion: bool,
}

impl Quality {
    /// Quality during motion: fast enough on a computer without a graphics card.
    pub const DRAFT: Self = Self { samples: 1, key_shadow: false, contact_follows: false, occlusion: false };
    /// Quality of stills, and always on a graphics card.
    pub const FINE: Self = Self { samples: 4, key_shadow: true, contact_follows: true, occlusion: true };
}

impl Default for Quality {
    fn default() -> Self {
        Self::FINE
    }
}
