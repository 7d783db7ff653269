use super::theme::with_alpha;
use super::{Theme, color};
use glam::Vec4;
use serde::{Deserialize, Serialize};

/// The light in the hall where a talk is shown. It determines the stage's colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hall {
    /// Light skin on a nearly black ground.
    #[default]
    Dark,
    /// Dark clay on a nearly white ground: with stray light on the screen, dark objects on a dark ground would
    /// disappear.
    Bright,
}

impl Hall {
    /// Both halls.
    pub const ALL: [Self; 2] = [Self::Dark, Self::Bright];

    /// The hall that this one is not.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Dark => Self::Bright,
            Self::Bright => Self::Dark,
        }
    }

    /// Theme of pictures with the look of the hall.
    pub fn theme(self) -> Theme {
        match self {
            Self::Dark => Theme::Dark,
            Self::Bright => Theme::Light,
        }
    }
}

/// The colors of the scene around the skin; linear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Studio {
    /// Center and edge of the background's gradient.
    pub background: [Vec4; 2],
    /// The tone of skin without a material.
    pub skin: Vec4,
    /// A bold line of the ground; straight alpha.
    pub grid: Vec4,
    /// The contact shadow; straight alpha.
    pub contact: Vec4,
    /// Edges of triangles on the skin; straight alpha.
    pub wireframe: Vec4,
    /// Normals of the vertices; straight alpha.
    pub normals: Vec4,
    /// Factor on the light of materials.
    pub exposure: f32,
}

impl Studio {
    /// The colors of a theme.
    pub fn of(theme: Theme) -> Self {
        Self {
            background: theme.background(),
            skin: theme.skin(),
            grid: theme.grid(),
            contact: theme.contact(),
            wireframe: theme.wireframe(),
            normals: theme.normals(),
            exposure: 1.0,
        }
    }

    /// Colors of the stage in a hall. The contrast of lit skin to the ground is at least 4.5:1 in both.
    pub fn in_hall(hall: Hall) -> Self {
        match hall {
            Hall::Dark => Self {
                background: [color(0x14161B), color(0x090A0C)],
                grid: with_alpha(0xAEB6C6, 0.07),
                ..Self::of(Theme::Dark)
            },
            Hall::Bright => Self {
                background: [color(0xFBFCFD), color(0xEEF0F3)],
                // Dark enough for the ground, and light enough for shade to show on it.
                skin: color(0x676059),
                grid: with_alpha(0x3A4250, 0.12),
                contact: with_alpha(0x2A2E36, 0.42),
                wireframe: with_alpha(0x06070A, 0.5),
                normals: color(0x00A3D1),
                exposure: 0.44,
            },
        }
    }
}
