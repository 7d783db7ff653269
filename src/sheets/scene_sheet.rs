//! A scene as a sheet: drawn by `scenes` and by the commands that make a scene of their flags, and copied and saved by
//! the viewer.

use super::framed::FramedView;
use super::layout::{PaneOrder, SheetLayout};
use super::legend::{ExplainedPicture, draw_explained};
use super::pair_poses::PairPoses;
use super::scene_models::SceneModels;
use super::sheet::{DrawnSheet, PaneView, Sheet, SheetPane};
use super::sheet_renderer::{PageOptions, SheetFrame, SheetRenderer};
use super::{PaneNote, ScenePage, SheetCaption};
use crate::gpu::{GpuContext, GpuError};
use crate::math::Bounds;
use crate::model::{Model, Pose};
use crate::panes::{PaneLayout, PaneMarks, PaneSettings, Scene, SceneError, ScenePair, ScenePane};
use crate::view::{Camera, PictureSettings, Quality, SkinPaint, Theme};
use crate::viewport::{PictureRequest, RestCache};
use crate::work::Progress;

/// Pixels per pane if the size of the sheet is not given. Fewer panes have more room each.
const PANE_OF_FEW: [u32; 2] = [640, 560];
const PANE_OF_MANY: [u32; 2] = [480, 440];
/// The pane size for panes in a column, which show wide subjects.
const PANE_OF_COLUMN: [u32; 2] = [800, 330];

/// Options for drawing the sheet of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneOptions {
    pub page: ScenePage,
    /// Size in pixels. If `None`, chosen for the count of panes.
    pub size: Option<[u32; 2]>,
    /// Panes in a row, instead of the scene's own arrangement.
    pub columns: Option<usize>,
    /// Index of the only pane to draw.
    pub pane: Option<usize>,
    pub theme: Theme,
    /// Whether there are titles, a caption and legends.
    pub labels: bool,
    /// Whether legends are left out even so.
    pub no_legend: bool,
    pub transparent: bool,
    /// Whether title and caption are left to the caller, who writes them next to the sheet.
    pub words_apart: bool,
}

/// A scene with data from its models.
#[derive(Debug)]
pub struct SceneSheet<'a> {
    scene: &'a Scene,
    pair: Option<&'a ScenePair>,
    poses: PairPoses,
    views: Views,
    selected_joint: Option<u32>,
    vertex: Option<(u32, u32)>,
    options: SceneOptions,
    /// The panes to draw.
    panes: Vec<&'a ScenePane>,
    layout: PaneLayout,
    /// Note of each pane. Those behind the last have none.
    notes: Vec<PaneNote>,
}

/// Views of the panes, before the sizes of their pictures are known.
#[derive(Debug)]
enum Views {
    /// The views of the scene, by the box that each frames.
    OfScene(Vec<Bounds>),
    /// One view of all panes.
    Shared(FramedView),
}

impl<'a> SceneSheet<'a> {
    /// Prepares a sheet. `model` has the scene's twist joints. `pair` is `None` if the scene has one model.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn new(
        scene: &'a Scene,
        model: &Model,
        pair: Option<&'a ScenePair>,
        options: SceneOptions,
    ) -> Result<Self, SceneError> {
        let poses = PairPoses::new(scene.pose(model)?, pair);
        let (panes, layout) = match options.pane.and_then(|pane| scene.panes.get(pane)) {
            Some(pane) => (vec![pane], PaneLayout::default()),
            None => (scene.panes.iter().collect(), scene.layout()),
        };
        let views = match &options.page {
            ScenePage::Slide => {
                let whole = whole_bounds(scene, model, pair, poses.first());
                let bounds = panes.iter().map(|pane| Ok(scene.pane_view(pane, model, poses.first(), whole)?.1));
                Views::OfScene(bounds.collect::<Result<_, SceneError>>()?)
            }
            ScenePage::Sheet { camera } => {
                Views::Shared(FramedView::of(camera, scene, (model, pair), std::slice::from_ref(&poses))?)
            }
        };
        let (selected_joint, vertex) = (scene.selected_joint(model)?, scene.chosen_vertex(model)?);
        Ok(Self { scene, pair, poses, views, selected_joint, vertex, options, panes, layout, notes: Vec::new() })
    }

    /// The same sheet with notes in the panes.
    #[must_use]
    pub fn with_notes(self, notes: Vec<PaneNote>) -> Self {
        Self { notes, ..self }
    }

    /// The pose of the first model.
    pub fn pose(&self) -> &Pose {
        self.poses.first()
    }

    /// The settings of the panes to draw.
    pub fn panes(&self) -> Vec<PaneSettings> {
        self.panes.iter().map(|pane| self.scene.settings_of(pane)).collect()
    }

    /// Draws the sheet. `models` has the centers of rotation that [`Self::panes`] require. `marks` has one entry for
    /// each pane of the scene; they are labels.
    ///
    /// # Errors
    /// If memory runs out, the device is lost, or the progress is canceled.
    pub fn draw(
        &self,
        context: &GpuContext,
        models: &SceneModels,
        marks: &[PaneMarks],
        progress: &Progress,
    ) -> Result<DrawnSheet, GpuError> {
        let SceneOptions { page, size, columns, labels, no_legend, words_apart, .. } = &self.options;
        let panes = self.sheet_panes(models);
        let source = self.scene.source();
        let is_slide = *page == ScenePage::Slide;
        let order = if is_slide { PaneOrder::Rows } else { order(&self.panes()) };
        let columns = columns.or_else(|| is_slide.then(|| self.layout.shape(panes.len()).0));
        let natural_size = || match columns.filter(|_| is_slide) {
            Some(columns) => natural_size(panes.len(), columns),
            None => SheetLayout::natural_size_in(order, panes.len(), columns),
        };
        let sheet = Sheet {
            pose: self.pose(),
            panes: &panes,
            caption: if *labels && !words_apart { page.caption(self.scene, &source) } else { SheetCaption::None },
            size: size.unwrap_or_else(natural_size),
            columns,
            legend: *labels && !no_legend,
        };
        let options = PageOptions { titles: *labels, for_a_hall: is_slide, order, ..PageOptions::default() };
        let layout = (is_slide && self.options.columns.is_none()).then_some(&self.layout);
        let mut renderer = SheetRenderer::arranged(context, sheet, options, layout).with_words_in_a_free_corner();
        let views = self.views(&renderer.picture_sizes(), if *labels { marks } else { &[] });
        renderer.draw(&SheetFrame { views, caption: sheet.caption, mix: None }, progress)
    }

    /// Draws the first pane alone, without a page around it. A legend is in a free corner, or below the skin. The scene
    /// has a pane, which compares with nothing but an outline.
    ///
    /// # Errors
    /// If memory runs out, or the device is lost.
    pub fn draw_alone(
        &self,
        context: &GpuContext,
        models: &SceneModels,
        size: [u32; 2],
        pixels_per_point: f32,
    ) -> Result<ExplainedPicture, GpuError> {
        let (pane, view) = (&self.sheet_panes(models)[0], &self.views(&[size], &[])[0]);
        let request = PictureRequest {
            model: pane.model,
            pose: view.pose,
            camera: &view.camera,
            settings: &pane.picture,
            size,
            pixels_per_point,
            quality: Quality::FINE,
            rest: &RestCache::default(),
            beside: None,
        };
        let camera = |size| self.cameras(&[size])[0];
        let has_legend = !self.options.no_legend && pane.picture.look.paint != SkinPaint::Materials;
        draw_explained(context, &request, camera, has_legend)
    }

    fn sheet_panes<'m>(&'m self, models: &'m SceneModels) -> Vec<SheetPane<'m>> {
        let SceneOptions { theme, transparent, .. } = self.options;
        let mut panes = models.panes(&self.panes(), self.pair, theme, self.selected_joint, self.vertex);
        for pane in &mut panes {
            pane.picture.transparent = transparent;
        }
        panes
    }

    /// View of each pane in a picture of its size.
    fn views(&self, sizes: &[[u32; 2]], marks: &[PaneMarks]) -> Vec<PaneView<'_>> {
        let first = self.options.pane.unwrap_or(0);
        let view = |(index, (camera, pane)): (usize, (Camera, &&ScenePane))| PaneView {
            marks: marks.get(first + index).cloned().unwrap_or_default(),
            note: self.notes.get(index).cloned().unwrap_or_default(),
            ..self.poses.view(&self.scene.settings_of(pane), camera)
        };
        self.cameras(sizes).into_iter().zip(&self.panes).enumerate().map(view).collect()
    }

    /// Camera of each pane in a picture of its size.
    fn cameras(&self, sizes: &[[u32; 2]]) -> Vec<Camera> {
        let bounds = match &self.views {
            Views::Shared(view) => return sizes.iter().map(|size| view.camera(*size)).collect(),
            Views::OfScene(bounds) => bounds,
        };
        let narrowest = narrowest_sharing(self.panes.iter().copied().zip(sizes.iter().copied()));
        let camera = |((pane, size), bounds): ((&&ScenePane, &[u32; 2]), &Bounds)| match &pane.view {
            Some(view) => view.camera(*bounds, *size),
            None => self.scene.camera(*bounds, narrowest.unwrap_or(*size)),
        };
        self.panes.iter().zip(sizes).zip(bounds).map(camera).collect()
    }
}

/// Order of panes of one size: if there are several of each model, the second model's are below those of the first, so
/// that equal methods are too.
fn order(panes: &[PaneSettings]) -> PaneOrder {
    let of_first = panes.iter().filter(|pane| pane.model.is_first()).count();
    if of_first > 1 && panes.len() == 2 * of_first { PaneOrder::PairedRows } else { PaneOrder::Rows }
}

/// Box around the skins of a scene's models in a pose of the first, see [`Scene::skin_bounds`].
pub fn whole_bounds(scene: &Scene, model: &Model, pair: Option<&ScenePair>, pose: &Pose) -> Bounds {
    let second = pair.map(|pair| scene.skin_bounds(&pair.model, &pair.pose(pose)));
    second.into_iter().fold(scene.skin_bounds(model, pose), Bounds::union)
}

/// Size of the narrowest pane that shares its camera with others, which the camera must fit. `None` if every pane has
/// its own.
pub fn narrowest_sharing<'s>(panes: impl Iterator<Item = (&'s ScenePane, [u32; 2])>) -> Option<[u32; 2]> {
    let aspect = |size: &[u32; 2]| f64::from(size[0]) / f64::from(size[1].max(1));
    let sizes = panes.filter(|(pane, _)| pane.view.is_none()).map(|(_, size)| size);
    sizes.min_by(|a, b| aspect(a).total_cmp(&aspect(b)))
}

/// The look of a pane of a scene.
pub fn scene_picture(settings: &PaneSettings, theme: Theme, selected_joint: Option<u32>) -> PictureSettings {
    let ghost = crate::style::ghost_of(settings);
    let PaneSettings { skinning, look, .. } = *settings;
    PictureSettings { skinning, theme, look, ghost, selected_joint, ..PictureSettings::default() }
}

/// The size of a scene's sheet if none is given, in pixels.
pub fn natural_size(panes: usize, columns: usize) -> [u32; 2] {
    let columns = columns.clamp(1, panes.max(1)) as u32;
    let rows = (panes as u32).div_ceil(columns).max(1);
    let [width, height] = match (columns, rows) {
        (1, 2..) => PANE_OF_COLUMN,
        (1..=2, 1) => PANE_OF_FEW,
        _ => PANE_OF_MANY,
    };
    [(columns * width).max(720), rows * height + 66]
}
