use super::RestCache;
use crate::gpu::GpuModel;
use crate::model::Pose;
use crate::view::{Camera, PictureSettings, Quality};

/// One picture to draw.
#[derive(Clone, Copy, Debug)]
pub struct PictureRequest<'a> {
    pub model: &'a GpuModel,
    /// A pose of the same model.
    pub pose: &'a Pose,
    pub camera: &'a Camera,
    pub settings: &'a PictureSettings,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Physical pixels per logical point, which scales line widths.
    pub pixels_per_point: f32,
    pub quality: Quality,
    /// The rest state that stretch and volume are measured against, shared by all panes.
    pub rest: &'a RestCache,
}
