use super::RestCache;
use crate::gpu::GpuModel;
use crate::view::{Camera, PictureSettings, Quality};
use skinscope_core::model::Pose;
use skinscope_core::pairs::SurfacePair;

/// One picture to draw.
#[derive(Clone, Copy, Debug)]
pub struct PictureRequest<'a> {
    /// The uploaded model.
    pub model: &'a GpuModel,
    /// A pose of the same model.
    pub pose: &'a Pose,
    /// The camera.
    pub camera: &'a Camera,
    /// Contents of the picture.
    pub settings: &'a PictureSettings,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Physical pixels per logical point, which scales line widths.
    pub pixels_per_point: f32,
    /// How much work goes into the picture.
    pub quality: Quality,
    /// The rest state against which stretch and volume are measured, shared by all panes.
    pub rest: &'a RestCache,
    /// The other model, for outlines of its skin and distances to it.
    pub beside: Option<Beside<'a>>,
}

/// Another model in the same pose.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// The uploaded model.
    pub model: &'a GpuModel,
    /// A pose of that model.
    pub pose: &'a Pose,
    /// The compared surfaces, seen from the request's model.
    pub surfaces: &'a SurfacePair,
}

impl<'a> PictureRequest<'a> {
    /// The other model, if the picture shows anything of it.
    pub(super) fn shown_beside(&self) -> Option<Beside<'a>> {
        let shows =
            self.settings.ghost.is_some_and(|ghost| ghost.other_model) || self.settings.look.paint.needs_other_model();
        self.beside.filter(|_| shows)
    }
}
