use super::PictureRequest;
use super::maps::Maps;
use super::pass_encoder::PassEncoder;
use super::posed::{PoseKey, Posed};
use super::tiles::Tile;
use crate::gpu::{GpuContext, GpuError, Target};
use crate::view::{Camera, Overlay, PaintScale, PaintSummary, PictureSettings, Quality, SkinPaint};
use skinscope_core::model::Pose;
use skinscope_core::skinning::PosedCenter;

/// The result of [`PaneRenderer::draw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redraw {
    /// The inputs had changed, and the picture was redrawn.
    Drawn,
    /// The picture was still up to date.
    Kept,
}

/// Draws one pane into its own texture, only when its inputs have changed.
#[derive(Debug)]
pub struct PaneRenderer {
    target: Target,
    maps: Maps,
    posed: Option<Posed>,
    drawn: Option<PictureKey>,
}

/// All inputs of a picture.
#[derive(Clone, Debug, PartialEq)]
struct PictureKey {
    pose: PoseKey,
    camera: Camera,
    settings: PictureSettings,
    size: [u32; 2],
    tile: Tile,
    pixels_per_point: f32,
    quality: Quality,
    beside: Option<BesideKey>,
}

/// Identity and pose of the other model.
type BesideKey = (u64, Pose);

impl PaneRenderer {
    /// # Errors
    /// Out of memory.
    pub fn new(context: &GpuContext) -> Result<Self, GpuError> {
        Ok(Self { target: Target::new(context, [1, 1], 1)?, maps: Maps::default(), posed: None, drawn: None })
    }

    /// Meaning of the skin's colors; `None` before the first picture. A picture that waits for some input still has the
    /// colors of the previous one.
    pub fn paint(&self) -> Option<SkinPaint> {
        let posed = self.posed.as_ref()?;
        Some(posed.paint.as_ref().map_or(SkinPaint::Materials, |paint| paint.kind))
    }

    /// The scale of the skin's colors, unless it shows its materials.
    pub fn paint_scale(&self) -> Option<PaintScale> {
        self.posed.as_ref()?.paint.as_ref()?.scale
    }

    /// A summary of the skin's colors, unless it shows its materials.
    pub fn paint_summary(&self) -> Option<PaintSummary> {
        let painted = self.posed.as_ref()?.paint.as_ref()?;
        Some(painted.values.summary(painted.scale))
    }

    /// The largest distance of a difference map, in scene units. Panes that use the maximum of these values as
    /// [`crate::view::PaintRange::Fixed`] are comparable.
    pub fn largest_distance(&self) -> Option<f32> {
        self.posed.as_ref()?.paint.as_ref()?.values.largest_distance()
    }

    /// The positions of the centers of rotation, if the picture shows them.
    pub fn posed_centers(&self) -> Option<&[PosedCenter]> {
        let shown = self.drawn.as_ref().is_some_and(|drawn| drawn.settings.look.overlays.has(Overlay::Centers));
        self.posed.as_ref().filter(|_| shown)?.centers.as_deref()
    }

    /// The texture that contains the picture.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Leaves the texture to its viewer; the next picture is drawn into a new texture.
    ///
    /// # Errors
    /// Out of memory.
    pub fn release_picture(&mut self, context: &GpuContext) -> Result<(), GpuError> {
        self.target = Target::new(context, [1, 1], 1)?;
        self.drawn = None;
        Ok(())
    }

    /// Updates the picture.
    ///
    /// # Errors
    /// Out of memory, a lost device, or a method that needs centers of rotation on a model without them; the next call
    /// tries again.
    pub fn draw(&mut self, context: &GpuContext, request: &PictureRequest<'_>) -> Result<Redraw, GpuError> {
        self.draw_tile(context, request, Tile::whole(request.size))
    }

    /// Updates the texture to a part of the picture.
    #[tracing::instrument(level = "debug", skip_all)]
    pub(super) fn draw_tile(
        &mut self,
        context: &GpuContext,
        request: &PictureRequest<'_>,
        tile: Tile,
    ) -> Result<Redraw, GpuError> {
        let key = PictureKey {
            pose: PoseKey {
                model: request.model.id(),
                pose: request.pose.clone(),
                skinning: request.settings.skinning,
            },
            camera: *request.camera,
            settings: *request.settings,
            size: request.size,
            tile,
            pixels_per_point: request.pixels_per_point,
            quality: request.quality,
            beside: request.shown_beside().map(|beside| (beside.model.id(), beside.pose.clone())),
        };
        if self.drawn.as_ref() == Some(&key) {
            return Ok(Redraw::Kept);
        }
        self.drawn = None;
        request.model.take_shape_of(context, request.pose)?;
        if let Some(beside) = request.shown_beside() {
            beside.model.take_shape_of(context, beside.pose)?;
        }
        let size = tile.size;
        if self.target.size() != size || self.target.samples() != request.quality.samples {
            self.target = Target::new(context, size, request.quality.samples)?;
        }
        let posed = match self.posed.take() {
            Some(posed) if posed.key == key.pose => posed,
            stale => Posed::new(context, request, key.pose.clone(), stale)?,
        };
        let posed = self.posed.insert(posed);
        // Colors and outlines of the other model's last pose are stale.
        posed.forget_other_than(key.beside.as_ref());
        let mut encoder = PassEncoder { context, request, tile, target: &self.target, maps: &mut self.maps };
        context.checked("a picture", || encoder.draw(posed))??;
        self.drawn = Some(key);
        Ok(Redraw::Drawn)
    }
}
