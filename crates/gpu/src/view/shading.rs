//! The table of shadings.

use super::table::table;
use serde::{Deserialize, Serialize};

/// The facts about a shading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShadingRow {
    /// Name on the command line and in talks.
    pub id: &'static str,
    /// The label in menus.
    pub label: &'static str,
    /// Description for the tooltip in menus.
    pub description: &'static str,
    /// Entry point of the fragment shader in `shaders/looks/`.
    pub fragment: &'static str,
    /// Whether the shader needs the positions of vertices on their limbs.
    pub has_pattern: bool,
    /// Whether lights and shadows fall on the skin.
    pub is_lit: bool,
}

const ROW: ShadingRow =
    ShadingRow { id: "", label: "", description: "", fragment: "", has_pattern: false, is_lit: true };

table! {
    /// Look of the skin if its colors have no other meaning.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Shading of ShadingRow {
        /// The model's own materials.
        #[default]
        Textured => ShadingRow {
            id: "textured",
            label: "Textured",
            description: "The materials of the file",
            fragment: "textured_fragment",
            ..ROW
        };
        /// The studio's clay, for all primitives.
        Smooth => ShadingRow {
            id: "smooth",
            label: "Smooth clay",
            description: "Plain clay, without the materials of the file",
            fragment: "smooth_fragment",
            ..ROW
        };
        /// Clay, each triangle with its own normal.
        Flat => ShadingRow {
            id: "flat",
            label: "Flat clay",
            description: "Plain clay in which every triangle shows",
            fragment: "flat_fragment",
            ..ROW
        };
        /// Clay in two tones: a checker that stays with the skin and consists of squares at rest.
        Checker => ShadingRow {
            id: "checker",
            label: "Checker",
            description: "Squares on the skin: a stretch makes them longer, a twist slants them",
            fragment: "checker_fragment",
            has_pattern: true,
            ..ROW
        };
        /// Clay with lines along the limbs and rings around them that stay with the skin.
        Contours => ShadingRow {
            id: "contours",
            label: "Contour lines",
            description: "Lines along each limb and rings around it: a twist winds the lines up",
            fragment: "contours_fragment",
            has_pattern: true,
            ..ROW
        };
        /// Color by the direction of the normal: shows form clearly, without shadows.
        Matcap => ShadingRow {
            id: "matcap",
            label: "Matcap",
            description: "Colors by the direction of the surface, without shadows, so that every dent shows",
            fragment: "matcap_fragment",
            is_lit: false,
            ..ROW
        };
    }
}

impl Shading {
    /// Name on the command line.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The label in menus.
    pub fn label(self) -> &'static str {
        self.row().label
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::{Error, StrDeserializer};

    #[test]
    fn ids_are_the_names_in_talks() {
        for shading in Shading::ALL {
            assert_eq!(Shading::deserialize(StrDeserializer::<Error>::new(shading.id())), Ok(shading));
            assert!(!shading.label().is_empty() && !shading.row().description.is_empty(), "{shading:?}");
        }
    }
}
