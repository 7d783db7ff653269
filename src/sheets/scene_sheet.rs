//! A scene as a sheet: drawn by `scenes`, and copied and saved by the viewer.

use super::SheetCaption;
use super::pair_poses::PairPoses;
use super::scene_models::SceneModels;
use super::sheet::{DrawnSheet, PaneView, Sheet};
use super::sheet_renderer::{PageOptions, SheetFrame, SheetRenderer};
use crate::gpu::{GpuContext, GpuError};
use crate::math::Bounds;
use crate::model::{Model, Pose};
use crate::panes::{PaneLayout, PaneMarks, PaneSettings, Scene, SceneError, ScenePair, ScenePane};
use crate::view::{Camera, PictureSettings, Theme};
use crate::work::Progress;

/// Pixels per pane if the size of the sheet is not given. Fewer panes have more room each.
const PANE_OF_FEW: [u32; 2] = [640, 560];
const PANE_OF_MANY: [u32; 2] = [480, 440];
/// The pane size for panes in a column, which show wide subjects.
const PANE_OF_COLUMN: [u32; 2] = [800, 330];

/// Options for drawing the sheet of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneOptions {
    /// Size in pixels. If `None`, chosen for the count of panes.
    pub size: Option<[u32; 2]>,
    /// Panes in a row, instead of the scene's own arrangement.
    pub columns: Option<usize>,
    /// Index of the only pane to draw.
    pub pane: Option<usize>,
    pub theme: Theme,
    /// Whether there are titles, a caption and legends.
    pub labels: bool,
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
    /// Boxes that the views of the panes frame.
    bounds: Vec<Bounds>,
    selected_joint: Option<u32>,
    vertex: Option<(u32, u32)>,
    options: SceneOptions,
    /// The panes to draw.
    panes: Vec<&'a ScenePane>,
    layout: PaneLayout,
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
        let pose = scene.pose(model)?;
        let (panes, layout) = match options.pane.and_then(|pane| scene.panes.get(pane)) {
            Some(pane) => (vec![pane], PaneLayout::default()),
            None => (scene.panes.iter().collect(), scene.layout()),
        };
        let whole = whole_bounds(scene, model, pair, &pose);
        let bounds = panes.iter().map(|pane| Ok(scene.pane_view(pane, model, &pose, whole)?.1));
        let bounds = bounds.collect::<Result<_, SceneError>>()?;
        let selected_joint = scene.selected_joint(model)?;
        let vertex = scene.chosen_vertex(model)?;
        let poses = PairPoses::new(pose, pair);
        Ok(Self { scene, pair, poses, bounds, selected_joint, vertex, options, panes, layout })
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
        let SceneOptions { theme, labels, transparent, .. } = self.options;
        let mut panes = models.panes(&self.panes(), self.pair, theme, self.selected_joint, self.vertex);
        for pane in &mut panes {
            pane.picture.transparent = transparent;
        }
        let source = self.scene.source();
        let words = SheetCaption::Scene { headline: &self.scene.title, source: &source, text: &self.scene.caption };
        let columns = self.options.columns.unwrap_or_else(|| self.layout.shape(panes.len()).0);
        let sheet = Sheet {
            pose: self.pose(),
            panes: &panes,
            caption: if labels && !self.options.words_apart { words } else { SheetCaption::None },
            size: self.options.size.unwrap_or_else(|| natural_size(panes.len(), columns)),
            columns: Some(columns),
            legend: labels,
        };
        let page = PageOptions { titles: labels, for_a_hall: true, ..PageOptions::default() };
        let layout = self.options.columns.is_none().then_some(&self.layout);
        let mut renderer = SheetRenderer::arranged(context, sheet, page, layout).with_words_in_a_free_corner();
        let views = self.views(&renderer.picture_sizes(), if labels { marks } else { &[] });
        renderer.draw(&SheetFrame { views, caption: sheet.caption, mix: None }, progress)
    }

    /// View of each pane in a picture of its size.
    fn views(&self, sizes: &[[u32; 2]], marks: &[PaneMarks]) -> Vec<PaneView<'_>> {
        let narrowest = narrowest_sharing(self.panes.iter().copied().zip(sizes.iter().copied()));
        let camera = |(index, (pane, size)): (usize, (&&ScenePane, &[u32; 2]))| -> Camera {
            let bounds = self.bounds[index];
            match &pane.view {
                Some(view) => view.camera(bounds, *size),
                None => self.scene.camera(bounds, narrowest.unwrap_or(*size)),
            }
        };
        let cameras = self.panes.iter().zip(sizes).enumerate().map(camera);
        let first = self.options.pane.unwrap_or(0);
        let marks = marks.iter().skip(first).cloned().chain(std::iter::repeat_with(PaneMarks::default));
        let view = |((camera, marks), pane): ((Camera, PaneMarks), &&ScenePane)| PaneView {
            marks,
            ..self.poses.view(&self.scene.settings_of(pane), camera)
        };
        cameras.zip(marks).zip(&self.panes).map(view).collect()
    }
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
