//! One picture as data: the buffers, pipelines and passes with which [`super::PaneRenderer`] draws it, for a program
//! that has WebGPU but none of this code, such as a page in a browser.

mod poses;
mod record;

use crate::gpu::{COLOR_FORMAT, Composition, DEPTH_FORMAT, FOOTPRINT_FORMAT, LayoutName, MASK_FORMAT};
use crate::gpu::{OCCLUSION_FORMAT, Recipe, TextureContent};
use crate::view::Overlay;
use crate::viewport::maps::{FOOTPRINT_SIZE, KEY_SHADOW_SIZE};
use skinscope_core::skinning::PaletteList;

pub use poses::{PoseData, frame_of};
pub use record::record_draw_list;

/// A picture in lists that refer to each other by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawList {
    /// Contents of buffers.
    pub buffers: Vec<ListBuffer>,
    /// Bind groups of all draws.
    pub groups: Vec<ListGroup>,
    /// Pipelines, as the sources of their shaders and their parameters.
    pub pipelines: Vec<(Composition, Recipe)>,
    /// Passes in the order of drawing.
    pub passes: Vec<ListPass>,
}

impl DrawList {
    /// The buffers that change with the pose, in their order.
    pub fn posed_buffers(&self) -> impl Iterator<Item = PosedBuffer> {
        self.buffers.iter().filter_map(|buffer| if let ListBuffer::Posed(posed) = buffer { Some(*posed) } else { None })
    }
}

/// The contents of a buffer.
#[derive(Clone, Debug, PartialEq)]
pub enum ListBuffer {
    /// Contents that stay the same.
    Fixed(Vec<u8>),
    /// A [`crate::gpu::mirrors::Frame`], which changes with pose and camera.
    Frame(FrameOf),
    /// Contents that the pose and, for a diagram, the camera change.
    Posed(PosedBuffer),
}

/// Kind of frame, see [`PoseData`]. They differ in `clip_from_world`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameOf {
    /// The frame of the picture itself.
    Picture,
    /// Frame of the key light's depth map.
    Light,
    /// Frame of the map of ground contact.
    Footprint,
}

/// A buffer that changes with the pose, but not with the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PosedBuffer {
    /// A list of a skin's joint palette.
    Palette {
        /// Owner of the palette.
        of: ListedSkin,
        /// Index of the skin.
        skin: u32,
        /// The list.
        list: PaletteList,
    },
    /// The colors on the vertices of a chunk.
    Looks {
        /// Index of the primitive.
        primitive: usize,
        /// Index of the chunk in the primitive.
        chunk: usize,
    },
    /// Strokes of `skeleton.wgsl`.
    Strokes(Strokes),
}

/// Subject of strokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strokes {
    /// An overlay of strokes.
    Overlay(Overlay),
    /// The diagram for the camera of the request.
    Diagram,
}

/// Owner of a palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedSkin {
    /// Skin of the pane's own method.
    Shown,
    /// Skin of the method whose outline is drawn over it.
    Ghost,
}

/// A bind group: the resource of each binding of the layout, from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ListGroup {
    /// The layout.
    pub layout: LayoutName,
    /// Resources by binding.
    pub resources: Vec<ListResource>,
}

/// Resource of a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListResource {
    /// Index into [`DrawList::buffers`].
    Buffer(usize),
    /// A texture view of the whole texture.
    Texture(ListTexture),
    /// A sampler.
    Sampler(ListSampler),
}

/// A texture that passes draw and read, or a texture of a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListTexture {
    /// The finished picture.
    Picture,
    /// The samples of the picture.
    PictureSamples,
    /// Depth of the samples of the picture.
    PictureDepth,
    /// Depth seen from the key light.
    KeyShadow,
    /// One texel, in place of the key light's depth.
    NoShadow,
    /// Depth of the picture, for ambient occlusion.
    OcclusionDepth,
    /// Ambient occlusion before it is smoothed.
    NoisyOcclusion,
    /// Smoothed ambient occlusion.
    Occlusion,
    /// One texel, in place of ambient occlusion.
    NoOcclusion,
    /// How close the skin comes to the ground; after the blur, the contact shadow.
    Contact,
    /// The contact shadow, blurred along one axis.
    HalfBlurredContact,
    /// Masks of the shown skin and of the one whose outline is drawn.
    Masks,
    /// The samples of the masks.
    MaskSamples,
    /// One white texel, for materials without a texture.
    White,
    /// Index into the model's textures.
    Material(u32, TextureContent),
}

/// Width and height of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListSize {
    /// Square of this many texels.
    Square(u32),
    /// Size of the picture.
    Picture,
    /// Half the size of the picture, rounded up.
    HalfPicture,
    /// Size in the model.
    Own,
}

impl ListTexture {
    /// The textures that do not belong to a model.
    pub const ALL: [Self; 14] = [
        Self::Picture,
        Self::PictureSamples,
        Self::PictureDepth,
        Self::KeyShadow,
        Self::NoShadow,
        Self::OcclusionDepth,
        Self::NoisyOcclusion,
        Self::Occlusion,
        Self::NoOcclusion,
        Self::Contact,
        Self::HalfBlurredContact,
        Self::Masks,
        Self::MaskSamples,
        Self::White,
    ];

    /// Name in files.
    pub fn id(self) -> String {
        let id = match self {
            Self::Picture => "picture",
            Self::PictureSamples => "picture-samples",
            Self::PictureDepth => "picture-depth",
            Self::KeyShadow => "key-shadow",
            Self::NoShadow => "no-shadow",
            Self::OcclusionDepth => "occlusion-depth",
            Self::NoisyOcclusion => "noisy-occlusion",
            Self::Occlusion => "occlusion",
            Self::NoOcclusion => "no-occlusion",
            Self::Contact => "contact",
            Self::HalfBlurredContact => "half-blurred-contact",
            Self::Masks => "masks",
            Self::MaskSamples => "mask-samples",
            Self::White => "white",
            Self::Material(index, TextureContent::Color) => return format!("color-{index}"),
            Self::Material(index, TextureContent::Values) => return format!("values-{index}"),
        };
        id.to_owned()
    }

    /// The texture format.
    pub fn format(self) -> wgpu::TextureFormat {
        match self {
            Self::Picture | Self::PictureSamples => COLOR_FORMAT,
            Self::PictureDepth | Self::KeyShadow | Self::NoShadow | Self::OcclusionDepth => DEPTH_FORMAT,
            Self::NoisyOcclusion | Self::Occlusion | Self::NoOcclusion => OCCLUSION_FORMAT,
            Self::Contact | Self::HalfBlurredContact => FOOTPRINT_FORMAT,
            Self::Masks | Self::MaskSamples => MASK_FORMAT,
            Self::White => TextureContent::Color.format(),
            Self::Material(_, content) => content.format(),
        }
    }

    /// Width and height.
    pub fn size(self) -> ListSize {
        match self {
            Self::Picture | Self::PictureSamples | Self::PictureDepth | Self::Masks | Self::MaskSamples => {
                ListSize::Picture
            }
            Self::OcclusionDepth | Self::NoisyOcclusion | Self::Occlusion => ListSize::HalfPicture,
            Self::KeyShadow => ListSize::Square(KEY_SHADOW_SIZE),
            Self::Contact | Self::HalfBlurredContact => ListSize::Square(FOOTPRINT_SIZE),
            Self::NoShadow | Self::NoOcclusion | Self::White => ListSize::Square(1),
            Self::Material(..) => ListSize::Own,
        }
    }

    /// Samples per pixel, for a picture with `samples`.
    pub fn samples(self, samples: u32) -> u32 {
        match self {
            Self::PictureSamples | Self::PictureDepth | Self::MaskSamples => samples,
            _ => 1,
        }
    }

    /// Layout and sampler of the group by which passes read the texture alone.
    pub(super) fn read_by(self) -> Option<(LayoutName, Option<ListSampler>)> {
        match self {
            Self::OcclusionDepth => Some((LayoutName::Depth, None)),
            Self::NoisyOcclusion => Some((LayoutName::Picture, None)),
            Self::Contact | Self::HalfBlurredContact | Self::Masks => {
                Some((LayoutName::Texture, Some(ListSampler::Linear)))
            }
            _ => None,
        }
    }
}

/// A sampler, by its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListSampler {
    /// Sampler that compares with a depth, less or equal; linear.
    Comparison,
    /// Linear sampler, clamped at the edges.
    Linear,
    /// Sampler of one texel.
    Nearest,
    /// Sampler that is linear between texels and levels, and repeats or clamps along u and v.
    Material([bool; 2]),
}

impl ListSampler {
    /// All samplers.
    pub const ALL: [Self; 7] = [
        Self::Comparison,
        Self::Linear,
        Self::Nearest,
        Self::Material([false, false]),
        Self::Material([false, true]),
        Self::Material([true, false]),
        Self::Material([true, true]),
    ];

    /// Name in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Comparison => "comparison",
            Self::Linear => "linear",
            Self::Nearest => "nearest",
            Self::Material([false, false]) => "material",
            Self::Material([false, true]) => "material-v",
            Self::Material([true, false]) => "material-u",
            Self::Material([true, true]) => "material-uv",
        }
    }
}

/// One render pass.
#[derive(Clone, Debug, PartialEq)]
pub struct ListPass {
    /// Name of the pass, for debuggers.
    pub label: &'static str,
    /// The color target; `None` if only depth is drawn.
    pub color: Option<ListColor>,
    /// The depth texture, and its clear value.
    pub depth: Option<(ListTexture, f32)>,
    /// Draws in their order.
    pub draws: Vec<ListDraw>,
}

/// The color target of a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListColor {
    /// The texture that is drawn on.
    pub texture: ListTexture,
    /// Color that the texture is cleared to: red, green, blue, alpha.
    pub clear: [f64; 4],
    /// Texture into which the samples are resolved.
    pub resolve: Option<ListTexture>,
}

/// One draw call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListDraw {
    /// Index into [`DrawList::pipelines`].
    pub pipeline: usize,
    /// Indices into [`DrawList::groups`], by group.
    pub groups: Vec<usize>,
    /// The index buffer, if any, of 32 bits.
    pub indices: Option<usize>,
    /// Count of indices, or of vertices.
    pub count: u32,
    /// Count of instances.
    pub instances: u32,
}
