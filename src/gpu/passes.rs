/// How a drawn mesh is colored.
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

/// The lookups of a shaded mesh's fragments. Unneeded ones are left out of the pipeline, because on a software GPU even
/// a texture of one texel has a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lookups {
    /// The key light's depth map.
    pub key_shadow: bool,
    pub material: MaterialLookups,
}

/// What a material has in addition to a uniform color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MaterialLookups {
    pub texture: bool,
    /// Parts are cut away, so depth is known only after shading.
    pub cutout: bool,
}

impl Lookups {
    /// Removes what this look does not need.
    fn of_look(self, look: MeshLook) -> Self {
        let MaterialLookups { texture, cutout } = self.material;
        let material = match look {
            MeshLook::Textured => self.material,
            MeshLook::Smooth | MeshLook::Flat | MeshLook::Matcap => {
                MaterialLookups { texture: texture && cutout, cutout }
            }
            MeshLook::Painted => MaterialLookups::default(),
        };
        Self { key_shadow: self.key_shadow && look != MeshLook::Matcap, material }
    }

    pub(super) fn constants(self) -> [(&'static str, f64); 3] {
        let constant = |on: bool| f64::from(u8::from(on));
        [
            ("has_key_shadow", constant(self.key_shadow)),
            ("has_texture", constant(self.material.texture)),
            ("has_cutout", constant(self.material.cutout)),
        ]
    }
}

/// The purpose of a mesh pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshPass {
    /// Into the picture.
    Shaded { samples: u32, look: MeshLook, lookups: Lookups },
    /// Draws the triangles' edges over the shaded mesh.
    Wireframe { samples: u32 },
    /// Draws coverage into one channel of a `MASK_FORMAT` texture.
    Mask { samples: u32, channel: MaskChannel },
    /// Into the key light's depth map.
    KeyShadow,
    /// Into the map of ground contact.
    Footprint,
}

impl MeshPass {
    /// Maps passes that differ only in ignored settings to the same pass.
    pub(super) fn canonical(self) -> Self {
        match self {
            Self::Shaded { samples, look, lookups } => Self::Shaded { samples, look, lookups: lookups.of_look(look) },
            other => other,
        }
    }
}

/// Which skin's coverage a mask stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskChannel {
    /// Red: the skin that the picture shows.
    Shown,
    /// Green: the skin of another method.
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

/// Two coverage fractions per pixel.
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
    /// A finished picture on a window's surface, with rounded lower corners. Group 0 is [`super::Layouts::picture`].
    Picture {
        surface: wgpu::TextureFormat,
        corner_pixels: u32,
    },
    /// One opaque color on a window's surface, sRGB.
    Fill {
        surface: wgpu::TextureFormat,
        rgb: [u8; 3],
    },
}

/// The format of the contact shadow's map: one fraction per texel.
pub(crate) const FOOTPRINT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;

#[cfg(test)]
mod tests {
    use super::*;

    /// The pipeline of a look keeps exactly the lookups that it needs.
    #[test]
    fn looks_keep_the_lookups_that_they_need() {
        let material = |texture, cutout| MaterialLookups { texture, cutout };
        let of_look =
            |look, texture, cutout| Lookups { key_shadow: true, material: material(texture, cutout) }.of_look(look);
        for (texture, cutout) in [(false, false), (true, false), (false, true), (true, true)] {
            let textured = of_look(MeshLook::Textured, texture, cutout);
            assert_eq!(textured, Lookups { key_shadow: true, material: material(texture, cutout) });
            for look in [MeshLook::Smooth, MeshLook::Flat, MeshLook::Matcap] {
                // Here the texture only determines what is cut away.
                assert_eq!(of_look(look, texture, cutout).material, material(texture && cutout, cutout));
            }
            assert_eq!(of_look(MeshLook::Painted, texture, cutout).material, material(false, false));
        }
        assert!(
            of_look(MeshLook::Smooth, false, false).key_shadow && of_look(MeshLook::Painted, true, true).key_shadow
        );
        assert!(!of_look(MeshLook::Matcap, true, true).key_shadow, "no shadow hides a dent");
    }
}
