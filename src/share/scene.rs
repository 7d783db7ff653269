//! One scene of a page: its pictures at every step of its slider, and the words around them.

use super::ShareFailure;
use super::draw_lists::{DrawLists, Recorded};
use super::legend::legend;
use super::overlays::{overlay, without_repeats};
use super::page_data::{PageCamera, PageLegend, PagePane, PageScene, PageSlider, PageWipe, RecordedStep};
use super::pictures::{data_address, recorded_steps};
use super::slider::Slider;
use crate::films::{meter, upload};
use crate::gpu::mirrors::Frame;
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::math::Bounds;
use crate::model::{Model, Pose};
use crate::panes::{ComparisonKind, PaneMarks, PaneSettings, Scene, differ_only_in_mode};
use crate::sheets::{PaintReport, PaneView, Sheet, SheetCaption, SheetPane, largest_distance, scene_picture};
use crate::skinning::SkinningSettings;
use crate::style::{method_color, method_color_in_hall, pane_settings_in_words};
use crate::view::{Camera, Hall, PaintRange, PictureSettings, Quality, SkinPaint, Theme, posed_bounds};
use crate::viewport::draw_list::{frame_of, record_draw_list};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache};
use crate::work::Progress;
use serde_json::{Value, json};
use std::sync::Arc;

/// The room for all panes of a scene, in points: that of a small laptop's browser.
const ROOM: [f32; 2] = [1280.0, 600.0];

/// Width over height of a pane.
const NARROWEST: f32 = 0.75;
const WIDEST: f32 = 2.6;

/// Poses at which the largest distance of difference maps is looked for.
const MOST_MEASURED: usize = 24;

/// A scene with its model, which has the scene's twist joints.
#[derive(Clone, Debug)]
pub struct SharedScene {
    pub scene: Arc<Scene>,
    pub model: Arc<Model>,
    /// Panes in a row, instead of the scene's own arrangement.
    pub columns: Option<usize>,
    /// Of each pane's picture in points, instead of one for the count of panes.
    pub size: Option<[u32; 2]>,
    /// Whether panes say what the colors of the skin mean.
    pub has_legends: bool,
}

/// How pictures are recorded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recording {
    pub theme: Theme,
    /// At most so many of each slider.
    pub of_each: usize,
    /// Whether the page has many panes.
    pub is_large: bool,
}

/// What all panes of a scene are made from.
struct Shown<'a> {
    context: &'a GpuContext,
    scene: &'a Scene,
    model: &'a Arc<Model>,
    /// The pose of every step.
    poses: &'a [Pose],
    /// Index of the scene's own pose.
    start: usize,
    size: [u32; 2],
    selected_joint: Option<u32>,
    has_legends: bool,
    rest: RestCache,
}

/// Bakes a scene: its part of the page's data, and that of the GPU's.
pub(super) fn share_scene(
    context: &GpuContext,
    SharedScene { scene, model, columns, size, has_legends }: &SharedScene,
    recording: Recording,
    lists: &mut DrawLists,
    progress: &Progress,
) -> Result<(PageScene, Value), ShareFailure> {
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
    let mut models = upload(context, model, &settings, &progress.uncounted_part())?;
    let part = scene.shown_part(model)?;
    for (_, gpu_model) in &mut models {
        gpu_model.show_part(context, part.clone())?;
    }
    let meter = meter(scene, model, &models)?;
    let marks: Vec<Vec<PaneMarks>> = poses.iter().map(|pose| meter.marks(pose)).collect();
    let columns = columns.unwrap_or_else(|| scene.layout.shape(settings.len()).0).max(1);
    let shown = Shown {
        context,
        scene,
        model,
        poses,
        start,
        size: size.unwrap_or_else(|| pane_size(settings.len(), columns)),
        selected_joint: scene.selected_joint(model)?,
        has_legends: *has_legends,
        rest: RestCache::default(),
    };
    let of_pane = |pane: &PaneSettings| models.iter().find(|(centers, _)| *centers == pane.centers);
    let gpu_models: Vec<&GpuModel> = settings.iter().filter_map(of_pane).map(|(_, model)| model).collect();
    let cameras = shown.cameras()?;
    let range = shown.paint_range(&settings, &gpu_models, &cameras)?;
    let leads_with_mode = differ_only_in_mode(&settings);
    let (mut panes, mut pictures) = (Vec::new(), Vec::new());
    for (index, (pane, gpu_model)) in settings.iter().zip(&gpu_models).enumerate() {
        if progress.is_cancelled() {
            return Err(GpuError::Cancelled.into());
        }
        let shown_pane = ShownPane { shown: &shown, model: gpu_model, camera: cameras[index], range };
        let marks: Vec<&PaneMarks> = marks.iter().map(|marks| &marks[index]).collect();
        let (page_pane, lists) = shown_pane.share(index, pane, leads_with_mode, &marks, recording, lists)?;
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
        citation: scene.citation(),
        title: scene.title_behind_citation().to_owned(),
        caption: scene.caption.clone(),
        columns,
        size: shown.size,
        slider: page_slider,
        panes,
    };
    Ok((page, json!({"panes": pictures})))
}

/// The size of each pane's picture in points, if none is given.
pub fn pane_size(panes: usize, columns: usize) -> [u32; 2] {
    let columns = columns.max(1);
    let rows = panes.div_ceil(columns).max(1);
    let width = ROOM[0] / columns as f32;
    let height = (ROOM[1] / rows as f32).clamp(width / WIDEST, width / NARROWEST);
    [width, height].map(|side| side.round().max(2.0) as u32)
}

impl Shown<'_> {
    /// The camera of each pane, which shows all of the slider's poses.
    fn cameras(&self) -> Result<Vec<Camera>, ShareFailure> {
        let panes = &self.scene.panes;
        let skinning = panes.first().map_or_else(SkinningSettings::default, |pane| pane.settings.skinning);
        let bounds = |bounds: Bounds, pose| bounds.union(posed_bounds(self.model, pose, skinning));
        let whole = self.poses.iter().fold(Bounds::EMPTY, bounds);
        let views = self.scene.pane_views(self.model, whole)?;
        Ok(views.into_iter().map(|(view, bounds)| view.camera(bounds, self.size)).collect())
    }

    fn picture(&self, pane: &PaneSettings, theme: Theme) -> PictureSettings {
        let picture = scene_picture(pane, theme, self.selected_joint);
        PictureSettings { diagram_vertex: self.scene.vertex, ..picture }
    }

    /// One range for all difference maps, so that colors mean the same at every step and in every pane.
    fn paint_range(
        &self,
        settings: &[PaneSettings],
        models: &[&GpuModel],
        cameras: &[Camera],
    ) -> Result<Option<f32>, ShareFailure> {
        let panes = settings.iter().zip(models);
        let panes: Vec<SheetPane<'_>> = panes
            .map(|(settings, &model)| {
                let picture = self.picture(settings, Theme::Dark);
                SheetPane { model, settings: *settings, picture, beside: None }
            })
            .collect();
        let mut largest: Option<f32> = None;
        let every = self.poses.len().div_ceil(MOST_MEASURED).max(1);
        for pose in self.poses.iter().rev().step_by(every) {
            let (caption, size) = (SheetCaption::None, self.size);
            let sheet = Sheet { pose, panes: &panes, caption, size, columns: None, legend: false };
            let views: Vec<PaneView<'_>> = cameras.iter().map(|camera| PaneView::new(pose, *camera)).collect();
            let Some(found) = largest_distance(self.context, &sheet, &views)? else { return Ok(None) };
            largest = largest.into_iter().chain([found]).reduce(f32::max);
        }
        Ok(largest)
    }
}

/// One pane.
struct ShownPane<'a> {
    shown: &'a Shown<'a>,
    model: &'a GpuModel,
    camera: Camera,
    range: Option<f32>,
}

impl ShownPane<'_> {
    fn share(
        &self,
        index: usize,
        pane: &PaneSettings,
        leads_with_mode: bool,
        marks: &[&PaneMarks],
        Recording { theme, of_each, is_large }: Recording,
        lists: &mut DrawLists,
    ) -> Result<(PagePane, Vec<Value>), ShareFailure> {
        let Shown { context, scene, poses, start, .. } = self.shown;
        let other = pane.compared_with();
        let wiped = other.filter(|_| pane.comparison.kind == ComparisonKind::Wipe);
        let skinnings: Vec<SkinningSettings> = std::iter::once(pane.skinning).chain(wiped).collect();
        let picture = |skinning: SkinningSettings, theme: Theme| {
            let picture = PictureSettings { skinning, ..self.shown.picture(pane, theme) };
            match (self.range, picture.paint_range) {
                (Some(range), PaintRange::Automatic) => {
                    PictureSettings { paint_range: PaintRange::Fixed(range), ..picture }
                }
                _ => picture,
            }
        };
        let mut pictures = Vec::new();
        let mut near = 0.0;
        for &skinning in &skinnings {
            let settings = picture(skinning, theme);
            let (list, data) = record_draw_list(context, &self.request(&poses[*start], &settings), poses)?;
            let themes: [Frame; 2] = [Theme::Dark, Theme::Light]
                .map(|theme| frame_of(&self.request(&poses[*start], &picture(skinning, theme))));
            near = themes[0].near_plane / self.camera.distance;
            pictures.push(lists.picture(&Recorded { list: &list, poses: &data, themes, model: self.shown.model }));
        }
        let overlays = poses.iter().zip(marks).map(|(pose, marks)| {
            let settings = picture(pane.skinning, Theme::Dark);
            overlay(marks, self.request(pose, &settings).diagram().as_ref())
        });
        let overlays = without_repeats(overlays.collect());
        let mut renderers: Vec<PaneRenderer> =
            skinnings.iter().map(|_| PaneRenderer::new(context)).collect::<Result<_, _>>()?;
        let mut recorded = Vec::new();
        for step in recorded_steps(poses.len(), *start, of_each) {
            let mut addresses = Vec::new();
            for (renderer, &skinning) in renderers.iter_mut().zip(&skinnings) {
                let settings = picture(skinning, theme);
                let drawn = renderer.draw_image(context, &self.request(&poses[step], &settings))?;
                addresses.push(data_address(&drawn, is_large)?);
            }
            recorded.push(RecordedStep { step, pictures: addresses });
        }
        let method = pane.skinning.method;
        let mode = pane.skinning.antipodality().title();
        let (name, long_name) = match leads_with_mode {
            true => (mode, method.short_name()),
            false => (method.short_name(), method.long_name()),
        };
        let Camera { target, yaw, pitch, distance, fov } = self.camera;
        let page = PagePane {
            name: name.to_owned(),
            long_name: long_name.to_owned(),
            settings: pane_settings_in_words(pane, leads_with_mode).unwrap_or_default(),
            colors: colors(pane.skinning),
            wiped: wiped.map(|other| PageWipe {
                name: other.method.short_name().to_owned(),
                colors: colors(other),
                divider: pane.comparison.divider,
            }),
            camera: PageCamera { target: target.to_array(), yaw, pitch, distance, fov, near },
            has_own_view: scene.panes[index].view.is_some(),
            legend: self.legend(&picture(pane.skinning, theme))?,
            overlays,
            recorded,
        };
        Ok((page, pictures))
    }

    fn request<'r>(&'r self, pose: &'r Pose, settings: &'r PictureSettings) -> PictureRequest<'r> {
        PictureRequest {
            model: self.model,
            pose,
            camera: &self.camera,
            settings,
            size: self.shown.size,
            pixels_per_point: 1.0,
            quality: Quality::FINE,
            rest: &self.shown.rest,
            beside: None,
        }
    }

    /// What the colors of the skin mean.
    fn legend(&self, settings: &PictureSettings) -> Result<Option<PageLegend>, ShareFailure> {
        if !self.shown.has_legends || settings.paint == SkinPaint::Materials {
            return Ok(None);
        }
        let pose = &self.shown.poses[self.shown.start];
        let mut renderer = PaneRenderer::new(self.shown.context)?;
        let request = PictureRequest { size: [8, 8], quality: Quality::DRAFT, ..self.request(pose, settings) };
        renderer.draw(self.shown.context, &request)?;
        let summary = renderer.paint_summary();
        Ok(summary.map(|summary| legend(&PaintReport { model: self.shown.model, settings, summary: &summary })))
    }
}

/// A method's color in both themes, and over a picture, whose ground is dark in both.
fn colors(skinning: SkinningSettings) -> [String; 3] {
    let method = skinning.method;
    let colors = [
        method_color(method, Theme::Dark),
        method_color(method, Theme::Light),
        method_color_in_hall(method, Hall::Dark),
    ];
    colors.map(|color| super::page::hex(color.to_array()))
}
