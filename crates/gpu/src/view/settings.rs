use super::{Diagram, Hall, Overlays, PaintRange, Shading, SimilarTo, SkinPaint, Studio, Theme};
use serde::{Deserialize, Serialize};
use skinscope_core::skinning::SkinningSettings;

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

/// Overlays of a picture and the meaning of the skin's colors: the settings that panes, scenes and pictures share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PaneLook {
    /// Overlays on the skin.
    pub overlays: Overlays,
    /// Meaning of the skin's colors.
    pub paint: SkinPaint,
    /// The range of a difference map.
    pub paint_range: PaintRange,
    /// Look of the skin if its colors mean nothing else.
    pub shading: Shading,
    /// A diagram of the papers.
    pub diagram: Option<Diagram>,
}

impl PaneLook {
    /// The usual look with these overlays instead of the usual ones.
    pub fn of_overlays(overlays: Overlays) -> Self {
        Self { overlays, ..Self::default() }
    }
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
    /// What is shown next to the skin, and the meaning of its colors.
    pub look: PaneLook,
    /// Vertex with which a similarity compares. Without one, no skin has a color.
    pub similar_to: Option<SimilarTo>,
    /// Another skin whose outline is drawn; `None` for none.
    pub ghost: Option<Ghost>,
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
