/// What gives a drawn mesh its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshLook {
    /// Its materials.
    Textured,
    /// The studio's clay.
    Smooth,
    /// Clay with the triangles' own normals.
    Flat,
    /// By the direction of its normal alone.
    Matcap,
    /// The colors of a [`super::GpuPaint`].
    Painted,
}

impl MeshLook {
    /// The entry point in `looks/`.
    pub(super) fn fragment(self) -> &'static str {
        match self {
            Self::Textured => "textured_fragment",
            Self::Smooth => "smooth_fragment",
            Self::Flat => "flat_fragment",
            Self::Matcap => "matcap_fragment",
            Self::Painted => "painted_fragment",
        }
    }
}

/// What a drawn mesh is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshPass {
    /// Into the picture.
    Shaded { samples: u32, look: MeshLook },
    /// The triangles' edges over what is shaded.
    Wireframe { samples: u32 },
    /// What it covers, into one channel of a [`MASK_FORMAT`].
    Mask { samples: u32, channel: MaskChannel },
    /// Into the key light's depth map.
    KeyShadow,
    /// Into the map of contacts with the ground.
    Footprint,
}

/// Whose cover a mask keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskChannel {
    /// Red: the skin that the picture shows.
    Shown,
    /// Green: another method's.
    Ghost,
}

impl MaskChannel {
    pub(super) fn writes(self) -> wgpu::ColorWrites {
        match self {
            Self::Shown => wgpu::ColorWrites::RED,
            Self::Ghost => wgpu::ColorWrites::GREEN,
        }
    }
}

/// Two parts of a pixel that are covered.
pub(crate) const MASK_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg8Unorm;

/// A pass that draws no mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverlayPass {
    Background {
        samples: u32,
    },
    Ground {
        samples: u32,
    },
    /// Another method's outline, from two masks.
    Ghost {
        samples: u32,
    },
    Skeleton {
        samples: u32,
    },
    BlurAlongU,
    BlurAlongV,
}

/// What the contact shadow's map is stored in: one fraction a texel.
pub(crate) const FOOTPRINT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;
