use super::{MeshOverlay, VertexFormat};
use crate::view::Shading;

/// Coloring of a drawn mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshLook {
    /// The materials or clay, under the studio's lights but for those that bring their own.
    Shaded(Shading),
    /// The colors of a [`super::GpuPaint`], which has its own lighting.
    Painted,
}

impl MeshLook {
    /// The model's materials.
    pub const MATERIALS: Self = Self::Shaded(Shading::Textured);

    /// Entry point in `looks/`.
    pub(super) fn fragment(self) -> &'static str {
        match self {
            Self::Shaded(shading) => shading.row().fragment,
            Self::Painted => "painted_fragment",
        }
    }

    /// Whether the studio's lights and shadows fall on it.
    fn is_lit(self) -> bool {
        match self {
            Self::Shaded(shading) => shading.row().is_lit,
            Self::Painted => true,
        }
    }

    /// Shader constants of the look.
    pub(super) fn constants(self) -> [(&'static str, f64); 1] {
        [("has_limb_coordinates", f64::from(u8::from(self.has_pattern())))]
    }

    /// Whether the look needs the positions of vertices on their limbs.
    pub(crate) fn has_pattern(self) -> bool {
        matches!(self, Self::Shaded(shading) if shading.row().has_pattern)
    }
}

/// The lookups of a shaded mesh's fragments. Unneeded ones are left out of the pipeline, because on a software GPU even
/// a texture of one texel has a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lookups {
    /// The key light's depth map.
    pub key_shadow: bool,
    /// Map of ambient occlusion.
    pub occlusion: bool,
    pub material: MaterialLookups,
}

/// Features of a material in addition to a uniform color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MaterialLookups {
    /// Base color texture.
    pub texture: bool,
    /// Whether parts are cut away, so that depth is known only after shading.
    pub cutout: bool,
    pub metallic_roughness: bool,
    pub normal: bool,
    pub occlusion: bool,
    pub emissive: bool,
    /// Whether the surface reflects its surroundings, which clay does not.
    pub reflections: bool,
    /// Whether the base color is shown without light.
    pub unlit: bool,
    /// Whether the primitive's vertices have colors.
    pub colors: bool,
    /// Whether packed vertices hold all texture coordinates that the material reads.
    pub packed_texcoords: bool,
}

impl MaterialLookups {
    fn uses_texcoords(self) -> bool {
        self.texture || self.metallic_roughness || self.normal || self.occlusion || self.emissive
    }
}

/// The part of a material that a pass draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The whole material.
    Opaque,
    /// The opaque parts of a blended material. Many files blend materials that are opaque almost everywhere.
    OpaqueParts,
    /// The rest of a blended material, drawn over the surfaces behind it.
    Blended,
}

impl Lookups {
    /// Removes the lookups that this look does not need.
    fn of_look(self, look: MeshLook) -> Self {
        let none = MaterialLookups::default();
        let MaterialLookups { texture, cutout, unlit, colors, packed_texcoords, .. } = self.material;
        let clay = MaterialLookups { texture: texture && cutout, cutout, colors: colors && cutout, ..none };
        let material = match look {
            MeshLook::MATERIALS if unlit => MaterialLookups { texture, cutout, unlit, colors, ..none },
            MeshLook::MATERIALS => self.material,
            MeshLook::Shaded(_) => clay,
            MeshLook::Painted => MaterialLookups { colors: true, ..none },
        };
        let packed_texcoords = packed_texcoords && material.uses_texcoords();
        let material = MaterialLookups { packed_texcoords, ..material };
        let dark = !look.is_lit() || material.unlit;
        Self { key_shadow: self.key_shadow && !dark, occlusion: self.occlusion && !dark, material }
    }

    pub(super) fn constants(self, layer: Layer, format: VertexFormat) -> Vec<(&'static str, f64)> {
        let material = self.material;
        let mut constants = [
            ("has_key_shadow", self.key_shadow),
            ("has_occlusion", self.occlusion),
            ("has_texcoords", material.uses_texcoords()),
            ("has_colors", material.colors),
            ("has_texture", material.texture),
            ("has_cutout", material.cutout && layer != Layer::Blended),
            ("has_metallic_roughness_texture", material.metallic_roughness),
            ("has_normal_texture", material.normal),
            ("has_occlusion_texture", material.occlusion),
            ("has_emissive_texture", material.emissive),
            ("has_reflections", material.reflections),
            ("is_unlit", material.unlit),
            ("opaque_parts_only", layer == Layer::OpaqueParts),
            ("is_blended", layer == Layer::Blended),
        ]
        .to_vec();
        // The shaders of the other format have no such constant.
        if format == VertexFormat::Packed {
            constants.push(("has_packed_texcoords", material.packed_texcoords));
        }
        constants.into_iter().map(|(name, on)| (name, f64::from(u8::from(on)))).collect()
    }
}

/// The purpose of a mesh pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshPass {
    /// Draws the mesh into the picture.
    Shaded { samples: u32, look: MeshLook, layer: Layer, lookups: Lookups },
    /// Draws an overlay over the shaded mesh.
    Overlay { samples: u32, overlay: MeshOverlay },
    /// Draws coverage into one channel of a `MASK_FORMAT` texture.
    Mask { samples: u32, channel: MaskChannel },
    /// Draws the key light's depth map.
    KeyShadow,
    /// Draws a depth map of the picture, for its ambient occlusion.
    Depth,
    /// Draws the map of ground contact.
    Footprint,
}

impl MeshPass {
    /// Maps passes that differ only in ignored settings to the same pass.
    pub(super) fn canonical(self) -> Self {
        match self {
            Self::Shaded { samples, look, layer, lookups } => {
                Self::Shaded { samples, look, layer, lookups: lookups.of_look(look) }
            }
            other => other,
        }
    }
}

/// The skin whose coverage a mask stores.
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
    /// The studio's background, behind everything.
    Background {
        /// Samples per pixel.
        samples: u32,
    },
    /// The ground: grid and contact shadow.
    Ground {
        /// Samples per pixel.
        samples: u32,
    },
    /// Another method's outline, from two masks.
    Ghost {
        /// Samples per pixel.
        samples: u32,
    },
    /// Strokes: skeleton, centers of rotation, diagram.
    Skeleton {
        /// Samples per pixel.
        samples: u32,
    },
    /// Blurs the map of the contact shadow along u.
    BlurAlongU,
    /// Blurs the map of the contact shadow along v.
    BlurAlongV,
    /// Resolves a picture from its samples. Group 0 is [`super::Layouts::samples`].
    Resolve {
        /// Samples per pixel.
        samples: u32,
    },
    /// Ambient occlusion from a depth map of the picture.
    Occlusion,
    /// Removes the noise of the ambient occlusion.
    SmoothOcclusion,
    /// Shows a finished picture on a window's surface, with rounded lower corners. Group 0 is
    /// [`super::Layouts::picture`].
    Picture {
        /// Format of the window's surface.
        surface: wgpu::TextureFormat,
        /// Radius of the lower corners, in pixels.
        corner_pixels: u32,
        /// Whether only the largest disk in it is painted.
        is_disk: bool,
    },
    /// Fills an area of a window's surface with one opaque color, sRGB.
    Fill {
        /// Format of the window's surface.
        surface: wgpu::TextureFormat,
        /// The color.
        rgb: [u8; 3],
    },
}

/// Format of the map of ambient occlusion: the fraction of the surrounding light that arrives, and the border of the
/// skin's area.
pub(crate) const OCCLUSION_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg8Unorm;

/// Format of the contact shadow's map: one fraction per texel.
pub(crate) const FOOTPRINT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;

#[cfg(test)]
mod tests {
    use super::*;

    /// The pipeline of a look keeps exactly the lookups that it needs.
    #[test]
    fn looks_keep_the_lookups_that_they_need() {
        let material = |texture, cutout| MaterialLookups { texture, cutout, ..MaterialLookups::default() };
        let of = |material| Lookups { key_shadow: true, occlusion: true, material };
        let of_look = |look, texture, cutout| of(material(texture, cutout)).of_look(look);
        for (texture, cutout) in [(false, false), (true, false), (false, true), (true, true)] {
            let textured = of_look(MeshLook::MATERIALS, texture, cutout);
            assert_eq!(textured, of(material(texture, cutout)));
            for shading in Shading::ALL.into_iter().filter(|shading| *shading != Shading::Textured) {
                let look = MeshLook::Shaded(shading);
                // Here the texture only determines the parts that are cut away.
                assert_eq!(of_look(look, texture, cutout).material, material(texture && cutout, cutout));
            }
            let colors = MaterialLookups { colors: true, ..MaterialLookups::default() };
            assert_eq!(of_look(MeshLook::Painted, texture, cutout).material, colors);
        }
        assert!(
            of_look(MeshLook::Shaded(Shading::Smooth), false, false).key_shadow
                && of_look(MeshLook::Painted, true, true).key_shadow
        );
        assert!(!of_look(MeshLook::Shaded(Shading::Matcap), true, true).key_shadow, "no shadow hides a dent");
    }
}
