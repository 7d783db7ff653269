use serde::{Deserialize, Serialize};

/// Options for copying or saving a picture. Kept for the next start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PictureOptions {
    pub of: PictureOf,
    pub size: PictureSize,
    /// Width and height in pixels for [`PictureSize::Custom`].
    pub custom_pixels: [u32; 2],
    /// Whether the picture has titles, a caption and legends.
    pub labels: bool,
    /// Whether the background is transparent.
    pub transparent: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PictureOf {
    #[default]
    AllPanes,
    SelectedPane,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PictureSize {
    /// The size of the panes in the window.
    #[default]
    Screen,
    FullHd,
    UltraHd,
    EightK,
    Custom,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            of: PictureOf::default(),
            size: PictureSize::default(),
            custom_pixels: [2400, 1600],
            labels: true,
            transparent: false,
        }
    }
}

impl PictureOptions {
    /// The smallest side of a picture. Labels need some room.
    pub const SMALLEST_SIDE: u32 = 64;
    /// The largest side, as on the command line.
    pub const LARGEST_SIDE: u32 = 8192;

    /// Corrects values that a file may contain.
    #[must_use]
    pub fn within_range(mut self) -> Self {
        self.custom_pixels = self.custom_pixels.map(|side| side.clamp(Self::SMALLEST_SIDE, Self::LARGEST_SIDE));
        self
    }
}

impl PictureSize {
    pub const ALL: [Self; 5] = [Self::Screen, Self::FullHd, Self::UltraHd, Self::EightK, Self::Custom];

    /// The fixed size in pixels. `None` if it depends on the window or the user.
    pub fn fixed_pixels(self) -> Option<[u32; 2]> {
        match self {
            Self::FullHd => Some([1920, 1080]),
            Self::UltraHd => Some([3840, 2160]),
            Self::EightK => Some([7680, 4320]),
            Self::Screen | Self::Custom => None,
        }
    }
}
