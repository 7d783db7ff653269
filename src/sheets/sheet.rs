//! Headless sheets with labeled panes of one pose: the pictures of `viewport/` on a page with egui's layout.

use super::SheetCaption;
use super::pane_note::PaneNote;
use super::sheet_renderer::{PageOptions, SheetFrame, SheetRenderer};
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::model::Pose;
use crate::pairs::SurfacePair;
use crate::panes::{ComparisonKind, PaneMarks, PaneSettings};
use crate::view::{Camera, PictureSettings};
use crate::viewport::{Beside, PictureRequest};
use crate::work::Progress;
use glam::Vec3;
use image::RgbaImage;

/// The content of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    pub pose: &'a Pose,
    /// Panes from the upper left, row by row unless the page has another [`super::PaneOrder`]. All panes use the same
    /// theme.
    pub panes: &'a [SheetPane<'a>],
    pub caption: SheetCaption<'a>,
    /// Size of the whole sheet, in pixels.
    pub size: [u32; 2],
    /// Panes side by side. If `None`, chosen to fit the size.
    pub columns: Option<usize>,
    /// Whether painted panes explain their colors.
    pub legend: bool,
}

/// A rendered sheet.
#[derive(Clone, Debug)]
pub struct DrawnSheet {
    pub picture: RgbaImage,
    /// The meaning of each pane's colors as text. `None` for material colors.
    pub meanings: Vec<Option<String>>,
}

/// One pane of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct SheetPane<'a> {
    /// Model with the centers of rotation that the pane needs.
    pub model: &'a GpuModel,
    /// Settings, from which the header's text and the comparison follow.
    pub settings: PaneSettings,
    pub picture: PictureSettings,
    /// Other of two models, for the comparison of the pane.
    pub beside: Option<SheetBeside<'a>>,
    /// Names of the pane's own model and of the other one, if there are two models.
    pub names: Option<[&'a str; 2]>,
}

/// The other model of a pane.
#[derive(Clone, Copy, Debug)]
pub struct SheetBeside<'a> {
    /// Model with the centers of rotation that the pane needs.
    pub model: &'a GpuModel,
    /// Compared surfaces, seen from the pane's model, and seen from this one.
    pub surfaces: [&'a SurfacePair; 2],
    /// The selected joint and the vertex of diagrams and similarities in this model.
    pub selected_joint: Option<u32>,
    pub vertex: Option<(u32, u32)>,
}

/// One side of a pane.
#[derive(Clone, Copy, Debug)]
pub(super) struct SidePicture<'a> {
    pub model: &'a GpuModel,
    /// Whether this is the other of two models.
    pub is_other: bool,
    pub settings: PictureSettings,
    /// The model with which this one is compared, and the compared surfaces.
    pub beside: Option<(&'a GpuModel, &'a SurfacePair)>,
}

impl<'a> SheetPane<'a> {
    /// A, and B if the pane compares by a wipe.
    pub(super) fn pictures(&self) -> Vec<SidePicture<'a>> {
        let beside = self.beside.map(|other| (other.model, other.surfaces[0]));
        let own = SidePicture { model: self.model, is_other: false, settings: self.picture, beside };
        let wiped = self.settings.comparison.kind == ComparisonKind::Wipe;
        let wiped = self.settings.compared_with().filter(|_| wiped).map(|skinning| {
            let settings = PictureSettings { skinning, ..self.picture };
            match self.beside.filter(|_| self.settings.comparison.other_model) {
                Some(other) => SidePicture {
                    model: other.model,
                    is_other: true,
                    settings: PictureSettings {
                        selected_joint: other.selected_joint,
                        diagram_vertex: other.vertex,
                        similar_to: self.settings.similar_to(other.vertex),
                        ..settings
                    },
                    beside: Some((self.model, other.surfaces[1])),
                },
                None => SidePicture { settings, ..own },
            }
        });
        std::iter::once(own).chain(wiped).collect()
    }
}

impl SidePicture<'_> {
    /// Request for this side in a view. `request` has everything except the models and their poses.
    pub(super) fn request<'r>(&'r self, view: &'r PaneView<'r>, request: PictureRequest<'r>) -> PictureRequest<'r> {
        let other = view.pose_beside.unwrap_or(view.pose);
        let [pose, beside] = if self.is_other { [other, view.pose] } else { [view.pose, other] };
        let beside = self.beside.map(|(model, surfaces)| Beside { model, pose: beside, surfaces });
        PictureRequest { model: self.model, pose, beside, ..request }
    }
}

/// The content of one pane of a sheet.
#[derive(Clone, Debug)]
pub struct PaneView<'a> {
    /// Pose of the pane's model.
    pub pose: &'a Pose,
    /// Pose of the other of two models.
    pub pose_beside: Option<&'a Pose>,
    pub camera: Camera,
    pub note: PaneNote,
    /// Point of the scene marked with a small ring.
    pub mark: Option<Vec3>,
    /// The marks of a scene, and a large figure.
    pub marks: PaneMarks,
}

impl<'a> PaneView<'a> {
    /// A view without marks and notes.
    pub fn new(pose: &'a Pose, camera: Camera) -> Self {
        Self { pose, pose_beside: None, camera, note: PaneNote::default(), mark: None, marks: PaneMarks::default() }
    }
}

/// Draws the panes with their names above and the caption below. `views` has one entry per pane, for pictures of the
/// size that it receives. The progress counts pictures.
///
/// # Errors
/// If memory runs out, the device is lost, or the sheet is larger than the device can draw.
pub fn render_sheet<'a>(
    context: &GpuContext,
    sheet: &Sheet<'_>,
    views: impl FnOnce([u32; 2]) -> Vec<PaneView<'a>>,
    progress: &Progress,
) -> Result<DrawnSheet, GpuError> {
    let mut renderer = SheetRenderer::new(context, *sheet, PageOptions::default()).with_words_in_a_free_corner();
    let views = views(renderer.picture_pixels());
    renderer.draw(&SheetFrame { views, caption: sheet.caption, mix: None }, progress)
}
