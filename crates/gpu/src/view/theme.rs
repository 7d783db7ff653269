use glam::{Vec3, Vec4};
use serde::{Deserialize, Serialize};

/// The studio's colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Dark background.
    #[default]
    Dark,
    /// Light background, as for print.
    Light,
}

impl Theme {
    /// Both themes.
    pub const ALL: [Self; 2] = [Self::Dark, Self::Light];

    /// Name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }

    /// Center and edge of the background's gradient; linear.
    pub fn background(self) -> [Vec4; 2] {
        match self {
            Self::Dark => [color(0x2C3038), color(0x191B20)],
            // Dark enough for lit skin to stand out, and lighter than in the dark theme.
            Self::Light => [color(0x3C4149), color(0x2C2F35)],
        }
    }

    /// The studio's skin tone; linear. A middle gray, so that form shows in light and in shade.
    pub fn skin(self) -> Vec4 {
        match self {
            Self::Dark | Self::Light => color(0xA0998F),
        }
    }

    /// A bold line of the ground; linear, straight alpha.
    pub fn grid(self) -> Vec4 {
        match self {
            Self::Dark => with_alpha(0xAEB6C6, 0.085),
            Self::Light => with_alpha(0xD5DAE2, 0.10),
        }
    }

    /// The contact shadow; linear, straight alpha.
    pub fn contact(self) -> Vec4 {
        match self {
            Self::Dark => with_alpha(0x050608, 0.8),
            Self::Light => with_alpha(0x101216, 0.7),
        }
    }

    /// Edges of triangles on the skin; linear, straight alpha.
    pub fn wireframe(self) -> Vec4 {
        match self {
            Self::Dark => with_alpha(0x0C0E12, 0.42),
            Self::Light => with_alpha(0x14181F, 0.4),
        }
    }

    /// Normals of the vertices; linear, straight alpha. No method and no range of colors has this hue.
    pub fn normals(self) -> Vec4 {
        match self {
            Self::Dark | Self::Light => color(0x58E0EA),
        }
    }

    /// Another method's outline, from sRGB; linear, with the alpha of its fill. Blending is in linear light, so the
    /// same fraction looks stronger on a dark background.
    pub fn ghost(self, [red, green, blue]: [u8; 3]) -> Vec4 {
        let fill = match self {
            Self::Dark => 0.045,
            Self::Light => 0.07,
        };
        with_alpha(u32::from_be_bytes([0, red, green, blue]), fill)
    }

    /// The selection color over pictures, whose ground is dark in both themes; linear.
    pub fn accent(self) -> Vec4 {
        color(0x9093F9)
    }
}

/// Colors of the axes x, y and z over pictures, whose ground is dark in both themes; sRGB.
pub const AXES_RGB: [u32; 3] = [0xE5646B, 0x7DBB5E, 0x5A96E8];

/// Linear and opaque color, from an sRGB hex code.
pub fn color(rgb: u32) -> Vec4 {
    with_alpha(rgb, 1.0)
}

/// Linear color, from an sRGB hex code.
pub fn with_alpha(rgb: u32, alpha: f32) -> Vec4 {
    let channel = |shift: u32| skinscope_core::math::linear_from_srgb((rgb >> shift & 0xFF) as f32 / 255.0);
    Vec3::new(channel(16), channel(8), channel(0)).extend(alpha)
}
