//! The passes of a picture as data: [`super::pass_encoder`] draws them, and [`super::draw_list`] records them for pages.

use super::PictureRequest;
use super::draw_list::{FrameOf, ListColor, ListTexture, ListedSkin, Strokes};
use super::layers::{PictureLayer, layers};
use crate::gpu::{
    GpuContext, GpuError, GpuMaterial, GpuModel, GpuPrimitive, IndexBuffer, Layer, Lookups, MaskChannel, MeshLook,
    MeshPass, MethodPipeline, OverlayPass,
};
use skinscope_core::skinning::{JointPalette, SkinningSettings};

const BLACK: [f64; 4] = [0.0, 0.0, 0.0, 1.0];
const WHITE: [f64; 4] = [1.0; 4];
const TRANSPARENT: [f64; 4] = [0.0; 4];

/// One render pass.
pub(super) struct PicturePass {
    /// Name for debuggers.
    pub label: &'static str,
    /// Group 0 of the shaders, if they read a frame.
    pub frame: Option<PassFrame>,
    /// The color target; `None` if only depth is drawn.
    pub color: Option<ListColor>,
    /// The depth texture, and its clear value.
    pub depth: Option<(ListTexture, f32)>,
    /// Draws in their order.
    pub draws: Vec<PictureDraw>,
}

/// A frame, and whether it is bound with the maps that are drawn for the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PassFrame {
    pub of: FrameOf,
    pub has_maps: bool,
}

impl PassFrame {
    const LIGHT: Self = Self { of: FrameOf::Light, has_maps: false };
    const FOOTPRINT: Self = Self { of: FrameOf::Footprint, has_maps: false };
    const WITHOUT_MAPS: Self = Self { of: FrameOf::Picture, has_maps: false };
    const PICTURE: Self = Self { of: FrameOf::Picture, has_maps: true };
}

/// One or more draw calls.
pub(super) enum PictureDraw {
    Mesh(MeshDraw),
    /// A draw without a mesh.
    Overlay {
        pass: OverlayPass,
        /// Count of vertices.
        vertices: u32,
        /// Textures in groups of their own, after the frame.
        reads: &'static [ListTexture],
    },
    /// Strokes over the picture.
    Strokes(Strokes),
}

/// Draws a chunk of a skin.
#[derive(Clone, Copy)]
pub(super) struct MeshDraw {
    pub skin: ListedSkin,
    /// Index into the model's primitives.
    pub primitive: usize,
    /// Index into the primitive's chunks.
    pub chunk: usize,
    pub pass: MeshPass,
}

/// The state of a picture that decides about its passes.
pub(super) struct PassPlan<'a> {
    pub request: &'a PictureRequest<'a>,
    /// Whether the skin has colors in place of its materials.
    pub is_painted: bool,
    /// Whether the contact shadow is drawn.
    pub has_contact: bool,
    /// The model of the other skin, if the picture shows one.
    pub ghost: Option<&'a GpuModel>,
    /// The palettes of the shown skin.
    pub palettes: &'a [JointPalette],
}

impl PassPlan<'_> {
    /// Passes in the order of drawing. The picture itself is the last one.
    pub fn passes(&self) -> Vec<PicturePass> {
        let quality = self.request.quality;
        let mut passes = Vec::new();
        if quality.key_shadow {
            let depth = Some((ListTexture::KeyShadow, 1.0));
            let draws = self.casting_shadows(MeshPass::KeyShadow);
            passes.push(PicturePass { label: "key shadow", frame: Some(PassFrame::LIGHT), color: None, depth, draws });
        }
        if quality.occlusion {
            let frame = Some(PassFrame::WITHOUT_MAPS);
            let depth = Some((ListTexture::OcclusionDepth, 0.0));
            let draws = self.casting_shadows(MeshPass::Depth);
            passes.push(PicturePass { label: "occlusion depth", frame, color: None, depth, draws });
            let noisy = overlay(OverlayPass::Occlusion, 3, &[ListTexture::OcclusionDepth]);
            let smooth_reads = &[ListTexture::OcclusionDepth, ListTexture::NoisyOcclusion];
            let smooth = overlay(OverlayPass::SmoothOcclusion, 3, smooth_reads);
            passes.push(on_map("occlusion", frame, (ListTexture::NoisyOcclusion, WHITE), vec![noisy]));
            passes.push(on_map("smooth occlusion", frame, (ListTexture::Occlusion, WHITE), vec![smooth]));
        }
        if self.has_contact {
            let footprint = self.shown(|_| Some(MeshPass::Footprint));
            let along_u = overlay(OverlayPass::BlurAlongU, 3, &[ListTexture::Contact]);
            let along_v = overlay(OverlayPass::BlurAlongV, 3, &[ListTexture::HalfBlurredContact]);
            let (map, half) = ((ListTexture::Contact, BLACK), (ListTexture::HalfBlurredContact, BLACK));
            passes.push(on_map("contact", Some(PassFrame::FOOTPRINT), map, footprint));
            passes.push(on_map("blur along u", None, half, vec![along_u]));
            passes.push(on_map("blur along v", None, map, vec![along_v]));
        }
        let frame = Some(PassFrame::PICTURE);
        if let Some(ghost) = self.ghost {
            let mask = |channel| move |_: &GpuMaterial| Some(MeshPass::Mask { samples: quality.samples, channel });
            let mut draws = self.shown(mask(MaskChannel::Shown));
            draws.extend(meshes(ghost, ListedSkin::Ghost, mask(MaskChannel::Ghost)));
            let color = Some(self.sampled(ListTexture::Masks, ListTexture::MaskSamples));
            passes.push(PicturePass { label: "masks", frame, color, depth: None, draws });
        }
        let color = Some(self.sampled(ListTexture::Picture, ListTexture::PictureSamples));
        let depth = Some((ListTexture::PictureDepth, 0.0));
        passes.push(PicturePass { label: "picture", frame, color, depth, draws: self.picture() });
        passes
    }

    fn picture(&self) -> Vec<PictureDraw> {
        let samples = self.request.quality.samples;
        let mut draws = Vec::new();
        if !self.request.settings.transparent {
            draws.push(overlay(OverlayPass::Background { samples }, 3, &[]));
        }
        draws.extend(self.shown(|material| {
            let layer = if self.blends(material) { Layer::OpaqueParts } else { Layer::Opaque };
            Some(self.shaded(material, layer))
        }));
        for layer in layers(self.request.settings) {
            match layer {
                PictureLayer::Mesh(overlay) => {
                    draws.extend(self.shown(|_| Some(MeshPass::Overlay { samples, overlay })));
                }
                PictureLayer::Ground => {
                    draws.push(overlay(OverlayPass::Ground { samples }, 4, &[ListTexture::Contact]));
                }
                PictureLayer::Blended => {
                    for index in self.blended_far_to_near() {
                        let primitive = &self.request.model.primitives()[index];
                        let shaded = self.shaded(&primitive.material, Layer::Blended);
                        draws.extend(chunks(primitive, ListedSkin::Shown, index, shaded));
                    }
                }
                PictureLayer::Ghost if self.ghost.is_none() => {}
                PictureLayer::Ghost => {
                    draws.push(overlay(OverlayPass::Ghost { samples }, 3, &[ListTexture::Masks]));
                }
                PictureLayer::Strokes(strokes) => draws.push(PictureDraw::Strokes(strokes)),
            }
        }
        draws
    }

    /// The look of the shown skin.
    pub fn look(&self) -> MeshLook {
        if self.is_painted { MeshLook::Painted } else { MeshLook::Shaded(self.request.settings.look.shading) }
    }

    fn blends(&self, material: &GpuMaterial) -> bool {
        material.is_blended && self.look() == MeshLook::MATERIALS
    }

    fn shaded(&self, material: &GpuMaterial, layer: Layer) -> MeshPass {
        let quality = self.request.quality;
        let (key_shadow, occlusion) = (quality.key_shadow, quality.occlusion);
        let lookups = Lookups { key_shadow, occlusion, material: material.lookups };
        MeshPass::Shaded { samples: quality.samples, look: self.look(), layer, lookups }
    }

    /// The primitives whose material blends, by falling distance of their middles from the eye.
    fn blended_far_to_near(&self) -> Vec<usize> {
        let eye = self.request.camera.eye_in_world();
        let middle = |primitive: &GpuPrimitive| {
            let palette = self.palettes.get(primitive.skin as usize);
            palette.map_or(primitive.anchor.center, |palette| primitive.anchor.posed(palette))
        };
        let primitives = self.request.model.primitives().iter().enumerate();
        let mut blended: Vec<(f32, usize)> = primitives
            .filter(|(_, primitive)| self.blends(&primitive.material))
            .map(|(index, primitive)| (middle(primitive).distance(eye), index))
            .collect();
        blended.sort_by(|a, b| b.0.total_cmp(&a.0));
        blended.into_iter().map(|(_, index)| index).collect()
    }

    fn casting_shadows(&self, pass: MeshPass) -> Vec<PictureDraw> {
        self.shown(|material| material.casts_shadow.then_some(pass))
    }

    /// Draws of the shown skin, where its material has a pass.
    fn shown(&self, pass: impl Fn(&GpuMaterial) -> Option<MeshPass>) -> Vec<PictureDraw> {
        meshes(self.request.model, ListedSkin::Shown, pass).collect()
    }

    /// The target of a texture that may have several samples.
    fn sampled(&self, texture: ListTexture, samples: ListTexture) -> ListColor {
        match self.request.quality.samples {
            1 => ListColor { texture, clear: TRANSPARENT, resolve: None },
            _ => ListColor { texture: samples, clear: TRANSPARENT, resolve: Some(texture) },
        }
    }
}

fn meshes(
    model: &GpuModel,
    skin: ListedSkin,
    pass: impl Fn(&GpuMaterial) -> Option<MeshPass>,
) -> impl Iterator<Item = PictureDraw> {
    let primitives = model.primitives().iter().enumerate();
    let passes = primitives.filter_map(move |(index, own)| Some((index, own, pass(&own.material)?)));
    passes.flat_map(move |(index, primitive, pass)| chunks(primitive, skin, index, pass))
}

fn chunks(
    primitive: &GpuPrimitive,
    skin: ListedSkin,
    index: usize,
    pass: MeshPass,
) -> impl Iterator<Item = PictureDraw> + use<> {
    let draw = move |chunk| PictureDraw::Mesh(MeshDraw { skin, primitive: index, chunk, pass });
    (0..primitive.chunks.len()).map(draw)
}

fn overlay(pass: OverlayPass, vertices: u32, reads: &'static [ListTexture]) -> PictureDraw {
    PictureDraw::Overlay { pass, vertices, reads }
}

/// A pass that draws a map without depth, cleared to a color.
fn on_map(
    label: &'static str,
    frame: Option<PassFrame>,
    (texture, clear): (ListTexture, [f64; 4]),
    draws: Vec<PictureDraw>,
) -> PicturePass {
    PicturePass { label, frame, color: Some(ListColor { texture, clear, resolve: None }), depth: None, draws }
}

impl PicturePass {
    /// Whether the pass draws the picture itself.
    pub fn draws_picture(&self) -> bool {
        self.depth.is_some_and(|(texture, _)| texture == ListTexture::PictureDepth)
    }

    /// The textures that the pass draws and reads, besides those of materials and of its frame.
    pub fn textures(&self) -> impl Iterator<Item = ListTexture> {
        let color = self.color.iter().flat_map(|color| std::iter::once(color.texture).chain(color.resolve));
        let reads = self.draws.iter().flat_map(|draw| match draw {
            PictureDraw::Overlay { reads, .. } => *reads,
            _ => &[],
        });
        color.chain(self.depth.map(|(texture, _)| texture)).chain(reads.copied())
    }
}

impl MeshDraw {
    /// The settings of the skin.
    pub fn skinning(&self, request: &PictureRequest<'_>) -> SkinningSettings {
        match (self.skin, request.settings.ghost) {
            (ListedSkin::Ghost, Some(ghost)) => ghost.skinning,
            _ => request.settings.skinning,
        }
    }

    /// The part of the pipeline that skins.
    pub fn method(
        &self,
        primitive: &GpuPrimitive,
        skinning: SkinningSettings,
        palette_is_rigid: bool,
    ) -> MethodPipeline {
        MethodPipeline {
            method: primitive.method(skinning.method),
            sign_mode: skinning.antipodality().sign_mode(),
            influence_path: primitive.influence_path,
            palette_is_rigid,
        }
    }

    /// Indices of the triangles or lines. `None` if there are none.
    pub fn indices<'m>(&self, context: &GpuContext, model: &'m GpuModel) -> Result<Option<&'m IndexBuffer>, GpuError> {
        match self.pass {
            MeshPass::Overlay { overlay, .. } => {
                Ok(model.overlay(context, overlay, self.primitive)?[self.chunk].as_ref())
            }
            _ => Ok(model.primitives()[self.primitive].chunks[self.chunk].triangles()),
        }
    }

    /// Whether these are opaque triangles of the picture.
    pub fn is_opaque(&self) -> bool {
        matches!(self.pass, MeshPass::Shaded { layer: Layer::Opaque | Layer::OpaqueParts, .. })
    }

    /// The look, if the pass shades.
    pub fn look(&self) -> Option<MeshLook> {
        if let MeshPass::Shaded { look, .. } = self.pass { Some(look) } else { None }
    }
}
