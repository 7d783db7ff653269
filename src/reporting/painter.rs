use super::ReportFailure;
use crate::encode::encode_indexed_png;
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::model::{Model, Pose};
use crate::panes::PaneSettings;
use crate::posing::front_yaw;
use crate::report::Picture;
use crate::sheets::scene_picture;
use crate::skinning::{PrimitiveCenters, SkinningSettings};
use crate::view::{
    Camera, CameraPreset, Overlay, Overlays, PaneLook, PictureSettings, Quality, Shading, Theme, posed_bounds,
};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache};
use image::{RgbaImage, imageops};
use std::sync::Arc;

/// Pixels of a picture for each pixel of the page's layout.
const DENSITY: f32 = 2.0;

/// Size of the picture at the top, in pixels.
const HERO: [u32; 2] = [920, 1000];

/// The least height of that picture, and the empty rows above and below the model, in pixels.
const LEAST_HEIGHT: u32 = 560;
const HERO_MARGIN: u32 = 70;

/// Sizes of the picture of a worst case, by the count of pictures in a row: 1, 2, 3 or more.
const SHOTS: [[u32; 2]; 4] = [[960, 720], [640, 520], [640, 540], [480, 420]];

/// Most pixels of all pictures of worst cases together: as many as 18 of the usual ones have, so that a page stays
/// small.
const MOST_PIXELS: f64 = 18.0 * 640.0 * 540.0;

/// Extra shrinking of many small pictures, which take more bytes per pixel.
const SHRINKING: f64 = 1.1;

/// Draws the pictures of a page, with a transparent background.
pub struct Painter<'a> {
    context: &'a GpuContext,
    gpu_model: GpuModel,
    renderer: PaneRenderer,
    rest: RestCache,
    model: &'a Arc<Model>,
}

impl<'a> Painter<'a> {
    /// Uploads a model with these centers of rotation.
    ///
    /// # Errors
    /// If memory runs out, or the device is lost.
    pub fn new(
        context: &'a GpuContext,
        model: &'a Arc<Model>,
        centers: &[PrimitiveCenters],
    ) -> Result<Self, ReportFailure> {
        let mut gpu_model = GpuModel::with_look(context, model, None)?;
        gpu_model.set_centers(centers);
        let renderer = PaneRenderer::new(context)?;
        Ok(Self { context, gpu_model, renderer, rest: RestCache::default(), model })
    }

    /// The whole model, in its own materials.
    ///
    /// # Errors
    /// If memory runs out, or the device is lost.
    pub fn at_rest(&mut self, pose: &Pose) -> Result<Picture, ReportFailure> {
        let skinning = SkinningSettings::default();
        let bounds = posed_bounds(self.model, pose, skinning);
        let mut camera = Camera::framing(bounds, HERO, CameraPreset::ThreeQuarter);
        camera.turn_to(CameraPreset::ThreeQuarter, front_yaw(self.model));
        // Without a skin, only the skeleton can be seen.
        let overlays = Overlays::NONE.with(Overlay::Skeleton, self.model.primitives.is_empty());
        let look = PaneLook::of_overlays(overlays);
        let is_clay = self.model.materials.iter().all(|material| material.is_default);
        let picture = self.draw(pose, &camera.framed(bounds, HERO), (skinning, look), HERO)?;
        picture_of(&without_sky(&picture), is_clay)
    }

    /// The model in a pose under one method, in clay.
    ///
    /// # Errors
    /// If memory runs out, or the device is lost.
    pub fn shot(
        &mut self,
        pose: &Pose,
        camera: &Camera,
        skinning: SkinningSettings,
        size: [u32; 2],
    ) -> Result<Picture, ReportFailure> {
        let look = PaneLook { overlays: Overlays::NONE, shading: Shading::Smooth, ..PaneLook::default() };
        picture_of(&self.draw(pose, camera, (skinning, look), size)?, true)
    }

    fn draw(
        &mut self,
        pose: &Pose,
        camera: &Camera,
        (skinning, look): (SkinningSettings, PaneLook),
        size: [u32; 2],
    ) -> Result<RgbaImage, GpuError> {
        let pane = PaneSettings { skinning, look, ..PaneSettings::default() };
        let request = PictureRequest {
            model: &self.gpu_model,
            pose,
            camera,
            settings: &PictureSettings { transparent: true, ..scene_picture(&pane, Theme::Dark, None) },
            size,
            pixels_per_point: DENSITY,
            quality: Quality::FINE,
            rest: &self.rest,
            beside: None,
        };
        self.renderer.draw_image(self.context, &request)
    }
}

pub(super) fn picture_of(picture: &RgbaImage, is_clay: bool) -> Result<Picture, ReportFailure> {
    Ok(Picture { png: encode_indexed_png(picture)?, size: picture.dimensions().into(), is_clay })
}

/// A picture without most of the empty rows above and below the model, because wide models are not high.
fn without_sky(picture: &RgbaImage) -> RgbaImage {
    let is_covered = |y: &u32| (0..picture.width()).any(|x| picture.get_pixel(x, *y).0[3] > 0);
    let rows = || 0..picture.height();
    let (Some(first), Some(last)) = (rows().find(is_covered), rows().rev().find(is_covered)) else {
        return imageops::crop_imm(picture, 0, 0, picture.width(), LEAST_HEIGHT.min(picture.height())).to_image();
    };
    let height = (last - first + 1 + 2 * HERO_MARGIN).max(LEAST_HEIGHT).min(picture.height()) & !1;
    let top = ((first + last + 1).saturating_sub(height) / 2).min(picture.height() - height);
    imageops::crop_imm(picture, 0, top, picture.width(), height).to_image()
}

/// Size of the pictures of worst cases, in pixels, for this count of cases and methods.
pub(super) fn shot_size(cases: usize, methods: usize) -> [u32; 2] {
    let [width, height] = SHOTS[methods.clamp(1, SHOTS.len()) - 1].map(f64::from);
    let pixels = width * height * (cases * methods).max(1) as f64;
    let scale = (MOST_PIXELS / pixels).powf(0.5 * SHRINKING).min(1.0);
    // Even, because a page shows it at half its size.
    [width, height].map(|side| 2 * (0.5 * scale * side).round().max(1.0) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_model_has_a_low_picture() {
        let mut picture = RgbaImage::new(920, 1000);
        assert_eq!(without_sky(&picture).dimensions(), (920, LEAST_HEIGHT));
        (450..550).for_each(|y| picture.put_pixel(7, y, image::Rgba([9; 4])));
        let low = without_sky(&picture);
        assert_eq!((low.dimensions(), low.get_pixel(7, 230).0), ((920, LEAST_HEIGHT), [9; 4]));
        (100..900).for_each(|y| picture.put_pixel(7, y, image::Rgba([9; 4])));
        let high = without_sky(&picture);
        assert_eq!((high.height(), high.get_pixel(7, 70).0, high.get_pixel(7, 69).0), (940, [9; 4], [0; 4]));
    }

    #[test]
    fn many_pictures_are_smaller() {
        assert_eq!(shot_size(6, 3), SHOTS[2]);
        assert_eq!(shot_size(1, 1), SHOTS[0]);
        for (cases, methods) in [(24, 11), (24, 3), (6, 11), (24, 1)] {
            let [width, height] = shot_size(cases, methods);
            let pixels = f64::from(width * height) * (cases * methods) as f64;
            assert!(pixels < 1.02 * MOST_PIXELS && pixels > 0.5 * MOST_PIXELS, "{cases} {methods}: {pixels}");
        }
    }
}
