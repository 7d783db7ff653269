//! One scene of a page: its pictures at every step of its slider, and the words around them.

use super::ShareFailure;
use super::draw_lists::{DrawLists, Recorded};
use super::legend::legend;
use super::open::can_be_shared;
use super::overlays::{overlay, without_repeats};
use super::page_data::{PageCamera, PageLegend, PagePane, PageScene, PageSlider, PageWipe, RecordedStep};
use super::pictures::{data_address, recorded_steps};
use super::slider::Slider;
use crate::files::CenterStore;
use crate::films::{meter, upload};
use crate::gpu::mirrors::Frame;
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::math::Bounds;
use crate::model::{Model, Pose};
use crate::panes::{ComparisonKind, PaneMarks, PaneModel, PaneName, PaneSettings, Scene, ScenePair, pane_names};
use crate::sheets::{
    PaintReport, PairPoses, PaneView, SceneModels, Sheet, SheetCaption, SheetPane, largest_distance, whole_bounds,
};
use crate::skinning::SkinningSettings;
use crate::style::{method_color, method_color_in_hall};
use crate::view::{Camera, Hall, PaintRange, PaneLook, PictureSettings, Quality, SkinPaint, Theme};
use crate::viewport::draw_list::{frame_of, record_draw_list};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache};
use crate::work::Progress;
use serde_json::{Value, json};
use std::sync::Arc;

/// Room for all panes of a scene, in points, as in the browser of a small laptop.
const ROOM: [f32; 2] = [1280.0, 600.0];

/// Limits of a pane's width over its height.
const NARROWEST: f32 = 0.75;
const WIDEST: f32 = 2.6;

/// Most poses that are measured for the largest distance of difference maps.
const MOST_MEASURED: usize = 24;

/// A scene with its models.
#[derive(Clone, Debug)]
pub struct SharedScene {
    pub scene: Arc<Scene>,
    /// Model with the scene's twist joints.
    pub model: Arc<Model>,
    /// Pair of models. `None` if the scene has one model.
    pub pair: Option<ScenePair>,
    /// Panes in a row, instead of the scene's own arrangement.
    pub columns: Option<usize>,
    /// Size of each pane's picture in points, instead of the size that suits the count of panes.
    pub size: Option<[u32; 2]>,
    /// Whether panes explain the colors of the skin.
    pub has_legends: bool,
    /// Cache of the centers of rotation.
    pub center_store: CenterStore,
}

/// Settings for recorded pictures.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordingSettings {
    pub theme: Theme,
    /// Most pictures of each slider.
    pub of_each: usize,
    /// Whether the page has many panes.
    pub is_large: bool,
}

/// Common data from which all panes of a scene are made.
struct Shown<'a> {
    context: &'a GpuContext,
    scene: &'a Scene,
    model: &'a Arc<Model>,
    pair: Option<&'a ScenePair>,
    /// The pose of every step.
    poses: &'a [Pose],
    /// Poses of the second model. Empty if there is none.
    poses_of_second: Vec<Pose>,
    /// Index of the scene's own pose.
    start: usize,
    size: [u32; 2],
    has_legends: bool,
    rest: RestCache,
}

/// Bakes a scene: its part of the page's data, and of the GPU's data.
pub(super) fn share_scene(
    context: &GpuContext,
    SharedScene { scene, model, pair, columns, size, has_legends, center_store }: &SharedScene,
    recording: RecordingSettings,
    lists: &mut DrawLists,
    progress: &Progress,
) -> Result<(PageScene, Value), ShareFailure> {
    can_be_shared(scene)?;
    let pair = pair.as_ref();
    let slider = Slider::of(scene, model)?;
    let still;
    let (poses, start) = match &slider {
        Some(slider) => (&slider.poses, slider.start),
        None => {
            still = vec![scene.pose(model)?];
            (&still, 0)
        }
    };
    let settings = scene.panes();
    let mut models = upload(context, (model, None), pair, &settings, center_store, &progress.uncounted_part())?;
    models.show_parts(context, scene.shown_parts(model, pair)?)?;
    let meter = meter(scene, model, pair, &models)?;
    let marks: Vec<Vec<PaneMarks>> = poses.iter().map(|pose| meter.marks(pose)).collect();
    let columns = columns.unwrap_or_else(|| scene.layout().shape(settings.len()).0).max(1);
    let shown = Shown {
        context,
        scene,
        model,
        pair,
        poses,
        poses_of_second: pair.iter().flat_map(|pair| poses.iter().map(|pose| pair.pose(pose))).collect(),
        start,
        size: size.unwrap_or_else(|| pane_size(settings.len(), columns)),
        has_legends: *has_legends,
        rest: RestCache::default(),
    };
    let (joint, vertex) = (scene.selected_joint(model)?, scene.chosen_vertex(model)?);
    let sheet_panes = models.panes(&settings, pair, Theme::Dark, joint, vertex);
    let cameras = shown.cameras()?;
    let range = shown.paint_range(&sheet_panes, &cameras)?;
    let names = pane_names(&settings);
    let (mut panes, mut pictures) = (Vec::new(), Vec::new());
    for (index, pane) in sheet_panes.iter().enumerate() {
        if progress.is_canceled() {
            return Err(GpuError::Canceled.into());
        }
        let shown_pane = ShownPane { shown: &shown, models: &models, pane, camera: cameras[index], range };
        let marks: Vec<&PaneMarks> = marks.iter().map(|marks| &marks[index]).collect();
        let (page_pane, lists) = shown_pane.share((index, &names[index]), &marks, recording, lists)?;
        panes.push(page_pane);
        pictures.push(json!({"pictures": lists}));
        progress.advance(1);
    }
    let page_slider = slider.as_ref().map(|slider| PageSlider {
        label: slider.label.clone(),
        unit: slider.unit,
        decimals: slider.decimals,
        values: slider.values.clone(),
        is_near: slider.is_near.clone(),
        start: slider.start,
        falls: slider.falls,
        is_clip: slider.is_clip,
        seconds: slider.seconds,
    });
    let page = PageScene {
        id: scene.id.clone(),
        citation: scene.source(),
        title: scene.title.clone(),
        caption: scene.caption.clone(),
        columns,
        size: shown.size,
        slider: page_slider,
        panes,
    };
    Ok((page, json!({"panes": pictures})))
}

/// Size of each pane's picture in points, if none is given.
pub fn pane_size(panes: usize, columns: usize) -> [u32; 2] {
    let columns = columns.max(1);
    let rows = panes.div_ceil(columns).max(1);
    let width = ROOM[0] / columns as f32;
    let height = (ROOM[1] / rows as f32).clamp(width / WIDEST, width / NARROWEST);
    [width, height].map(|side| side.round().max(2.0) as u32)
}

impl Shown<'_> {
    /// Camera of each pane, which shows all of the slider's poses.
    fn cameras(&self) -> Result<Vec<Camera>, ShareFailure> {
        let bounds = |bounds: Bounds, pose| bounds.union(whole_bounds(self.scene, self.model, self.pair, pose));
        let whole = self.poses.iter().fold(Bounds::EMPTY, bounds);
        let views = self.scene.pane_views(self.model, whole)?;
        Ok(views.into_iter().map(|(view, bounds)| view.camera(bounds, self.size)).collect())
    }

    /// The pose of every step of a model.
    fn poses_of(&self, model: PaneModel) -> &[Pose] {
        if model.is_first() { self.poses } else { &self.poses_of_second }
    }

    fn model_of(&self, model: PaneModel) -> &Arc<Model> {
        match (model, self.pair) {
            (PaneModel::Second, Some(pair)) => &pair.model,
            _ => self.model,
        }
    }

    /// One range for all difference maps, so that colors have the same meaning at every step and in every pane.
    fn paint_range(&self, panes: &[SheetPane<'_>], cameras: &[Camera]) -> Result<Option<f32>, ShareFailure> {
        let mut largest: Option<f32> = None;
        let every = self.poses.len().div_ceil(MOST_MEASURED).max(1);
        for pose in self.poses.iter().rev().step_by(every) {
            let (caption, size) = (SheetCaption::None, self.size);
            let sheet = Sheet { pose, panes, caption, size, columns: None, legend: false };
            let poses = PairPoses::new(pose.clone(), self.pair);
            let views = panes.iter().zip(cameras).map(|(pane, camera)| poses.view(&pane.settings, *camera));
            let views: Vec<PaneView<'_>> = views.collect();
            let Some(found) = largest_distance(self.context, &sheet, &views)? else { return Ok(None) };
            largest = largest.into_iter().chain([found]).reduce(f32::max);
        }
        Ok(largest)
    }
}

/// One pane of a scene.
struct ShownPane<'a> {
    shown: &'a Shown<'a>,
    models: &'a SceneModels,
    pane: &'a SheetPane<'a>,
    camera: Camera,
    range: Option<f32>,
}

/// One side of a pane.
#[derive(Clone, Copy)]
struct ShownSide<'a> {
    pane: &'a ShownPane<'a>,
    model: PaneModel,
    gpu: &'a GpuModel,
    skinning: SkinningSettings,
}

impl ShownPane<'_> {
    /// Sides of a pane: A, and B if the pane has a divider.
    fn sides(&self) -> Vec<ShownSide<'_>> {
        let PaneSettings { model, skinning, comparison, centers, .. } = self.pane.settings;
        let own = ShownSide { pane: self, model, gpu: self.pane.model, skinning };
        let wiped = self.pane.settings.compared_with().filter(|_| comparison.kind == ComparisonKind::Wipe);
        let other = wiped.and_then(|skinning| {
            let model = if comparison.other_model { model.other() } else { model };
            Some(ShownSide { pane: self, model, gpu: self.models.with_centers(model, centers)?, skinning })
        });
        std::iter::once(own).chain(other).collect()
    }

    fn share(
        &self,
        (index, name): (usize, &PaneName),
        marks: &[&PaneMarks],
        RecordingSettings { theme, of_each, is_large }: RecordingSettings,
        lists: &mut DrawLists,
    ) -> Result<(PagePane, Vec<Value>), ShareFailure> {
        let Shown { context, scene, poses, start, .. } = self.shown;
        let pane = &self.pane.settings;
        let sides = self.sides();
        let mut pictures = Vec::new();
        let mut near = 0.0;
        for side in &sides {
            let (settings, poses) = (side.picture(theme), side.poses());
            let (list, data) = record_draw_list(context, &side.request(&poses[*start], &settings), poses)?;
            let themes: [Frame; 2] =
                [Theme::Dark, Theme::Light].map(|theme| frame_of(&side.request(&poses[*start], &side.picture(theme))));
            near = themes[0].near_plane / self.camera.distance;
            let model = self.shown.model_of(side.model);
            pictures.push(lists.picture(&Recorded { list: &list, poses: &data, themes, model }));
        }
        let own = sides[0];
        let overlays = own.poses().iter().zip(marks).map(|(pose, marks)| {
            let settings = own.picture(Theme::Dark);
            overlay(marks, own.request(pose, &settings).diagram().as_ref())
        });
        let overlays = without_repeats(overlays.collect());
        let mut renderers: Vec<PaneRenderer> =
            sides.iter().map(|_| PaneRenderer::new(context)).collect::<Result<_, _>>()?;
        let mut recorded = Vec::new();
        for step in recorded_steps(poses.len(), *start, of_each) {
            let mut addresses = Vec::new();
            for (renderer, side) in renderers.iter_mut().zip(&sides) {
                let settings = side.picture(theme);
                let drawn = renderer.draw_image(context, &side.request(&side.poses()[step], &settings))?;
                addresses.push(data_address(&drawn, is_large)?);
            }
            recorded.push(RecordedStep { step, pictures: addresses });
        }
        let Camera { target, yaw, pitch, distance, fov } = self.camera;
        let page = PagePane {
            name: self.with_model(&name.lead, own.model),
            long_name: name.behind.clone(),
            settings: name.settings.clone(),
            colors: colors(pane.skinning),
            wiped: sides.get(1).map(|other| PageWipe {
                name: self.with_model(other.skinning.method.short_name(), other.model),
                colors: colors(other.skinning),
                divider: pane.comparison.divider,
            }),
            camera: PageCamera { target: target.to_array(), yaw, pitch, distance, fov, near },
            has_own_view: scene.panes[index].view.is_some(),
            legend: own.legend(theme)?,
            overlays,
            recorded,
        };
        Ok((page, pictures))
    }

    /// Name of a method, with the name of its model if the scene has two.
    fn with_model(&self, method: &str, model: PaneModel) -> String {
        let Some([first, second]) = self.shown.pair.map(ScenePair::names) else { return method.to_owned() };
        format!("{method} \u{b7} {}", if model.is_first() { first } else { second })
    }
}

impl ShownSide<'_> {
    /// The pose of every step.
    fn poses(&self) -> &[Pose] {
        self.pane.shown.poses_of(self.model)
    }

    fn picture(&self, theme: Theme) -> PictureSettings {
        let picture = self.pane.pane.picture;
        let paint_range = match (self.pane.range, picture.look.paint_range) {
            (Some(range), PaintRange::Automatic) => PaintRange::Fixed(range),
            (_, own) => own,
        };
        PictureSettings { skinning: self.skinning, theme, look: PaneLook { paint_range, ..picture.look }, ..picture }
    }

    fn request<'r>(&'r self, pose: &'r Pose, settings: &'r PictureSettings) -> PictureRequest<'r> {
        let ShownPane { shown, camera, .. } = self.pane;
        PictureRequest {
            model: self.gpu,
            pose,
            camera,
            settings,
            size: shown.size,
            pixels_per_point: 1.0,
            quality: Quality::FINE,
            rest: &shown.rest,
            beside: None,
        }
    }

    /// Meaning of the skin's colors.
    fn legend(&self, theme: Theme) -> Result<Option<PageLegend>, ShareFailure> {
        let (shown, settings) = (self.pane.shown, &self.picture(theme));
        if !shown.has_legends || settings.look.paint == SkinPaint::Materials {
            return Ok(None);
        }
        let pose = &self.poses()[shown.start];
        let mut renderer = PaneRenderer::new(shown.context)?;
        let request = PictureRequest { size: [8, 8], quality: Quality::DRAFT, ..self.request(pose, settings) };
        renderer.draw(shown.context, &request)?;
        let model = shown.model_of(self.model);
        let summary = renderer.paint_summary();
        let beside = request.beside.map(|other| other.surfaces);
        Ok(summary.map(|summary| legend(&PaintReport { model, settings, summary: &summary, beside })))
    }
}

/// Colors of a method in both themes, and over a picture, whose ground is dark in both.
fn colors(skinning: SkinningSettings) -> [String; 3] {
    let method = skinning.method;
    let colors = [
        method_color(method, Theme::Dark),
        method_color(method, Theme::Light),
        method_color_in_hall(method, Hall::Dark),
    ];
    colors.map(|color| super::page::hex(color.to_array()))
}
