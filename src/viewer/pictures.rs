use super::filling::{Filling, Outline, WindowSurface};
use super::frame_pace::FramePace;
use super::prepared_models::PreparedModels;
use super::rehearsal::Rehearsed;
use super::thumbnails::{ThumbnailGpu, Thumbnails};
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::model::SkinPart;
use crate::panes::{ComparisonKind, PaneLook, PaneModel, PaneSettings};
use crate::session::{Document, Documents, EditState, PrepareModel, State};
use crate::skinning::{PosedCenter, SkinningSettings};
use crate::view::{
    Camera, Ghost, PaintRange, PaintScale, PaintSummary, PaintedJoint, PictureSettings, Quality, SkinPaint, Theme,
};
use crate::viewport::{Beside, PaneRenderer, PictureRequest, Redraw, RestCache};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

/// The GPU state of the panes. Contains only data that can be recreated from the state.
pub struct Pictures {
    context: Arc<GpuContext>,
    surface: WindowSurface,
    /// The color behind the panes and its filling.
    background: Option<(egui::Color32, Filling)>,
    /// The uploads of the open documents: one each, and another for each further setting of centers of rotation.
    models: Vec<ShownModel>,
    panes: HashMap<PictureId, PanePicture>,
    pace: FramePace,
    /// Largest difference in the pictures after the last frame.
    range_drawn: Option<f32>,
    rest: RestCache,
    thumbnails: Thumbnails,
    /// Joints that have their own colors, by document id.
    painted_joints: Vec<(u64, Vec<PaintedJoint>)>,
    pub(super) rehearsed: Rehearsed,
    prepared: PreparedModels,
    /// Number of drawn pictures of panes.
    drawn: usize,
}

/// Identifies a picture of the window. Panes that compare have two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PictureId {
    /// Id of the pane.
    pub pane: u64,
    pub side: Side,
}

/// One of the pictures of a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    A,
    B,
    /// The picture in the lens of the stage.
    Lens,
}

struct ShownModel {
    document: u64,
    /// Generation of the uploaded centers.
    centers: Option<u64>,
    gpu: GpuModel,
}

struct PanePicture {
    renderer: PaneRenderer,
    /// The filling shown in the window.
    shown: Option<Filling>,
    /// The state that it was drawn from, apart from the settings of the pane.
    of: Option<DrawnOf>,
}

/// Content of a picture, regardless of its method.
#[derive(Clone, Debug, PartialEq)]
struct DrawnOf {
    document: u64,
    pose_generation: u64,
    /// The isolated skin of each model.
    parts: [Option<Arc<SkinPart>>; 2],
    camera: Camera,
    size: [u32; 2],
    theme: Theme,
}

impl DrawnOf {
    fn now(state: &State, view: View<'_>) -> Option<Self> {
        Some(Self {
            document: state.documents.first.as_ref()?.id,
            pose_generation: state.pose_generation,
            parts: state.shown_parts(),
            camera: *view.camera,
            size: view.pixels,
            theme: state.interface.theme,
        })
    }
}

impl Pictures {
    /// Creates an empty set of pictures. `surface` shows them and must belong to the same device.
    pub fn new(context: Arc<GpuContext>, surface: WindowSurface) -> Self {
        Self {
            context,
            surface,
            background: None,
            models: Vec::new(),
            panes: HashMap::new(),
            pace: FramePace::default(),
            range_drawn: None,
            rest: RestCache::default(),
            thumbnails: Thumbnails::new(),
            painted_joints: Vec::new(),
            rehearsed: Rehearsed::default(),
            prepared: PreparedModels::default(),
            drawn: 0,
        }
    }

    /// Number of pictures of panes that were drawn with this device.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// Draws everything again with another device. Results that were computed without a device are kept.
    pub fn replace_gpu(&mut self, context: Arc<GpuContext>, surface: WindowSurface) {
        let fresh = Self::new(context, surface);
        let old = std::mem::replace(self, fresh);
        (self.rest, self.painted_joints, self.range_drawn) = (old.rest, old.painted_joints, old.range_drawn);
        self.pace = old.pace;
    }

    /// The work of the loading thread on a model. It leaves little for the window to compute: only data for patterns or
    /// single methods.
    pub fn preparer(&self) -> Arc<PrepareModel> {
        self.prepared.preparer(self.shared_context())
    }

    /// Time in milliseconds from one frame that draws pictures to the next. `None` before anything moved.
    pub fn frame_milliseconds(&self) -> Option<f32> {
        self.pace.milliseconds()
    }

    /// The meaning of the colors of a picture; `None` before it was drawn.
    pub fn paint(&self, picture: PictureId) -> Option<SkinPaint> {
        self.panes.get(&picture)?.renderer.paint()
    }

    /// The scale of the colors of a picture.
    pub fn paint_scale(&self, picture: PictureId) -> Option<PaintScale> {
        self.panes.get(&picture)?.renderer.paint_scale()
    }

    /// The joints that have their own colors, the most important first. They depend only on the document, and counting
    /// their vertices takes too long for every frame.
    pub fn painted_joints(&mut self, document: u64, picture: PictureId) -> &[PaintedJoint] {
        let is_known = self.painted_joints.iter().any(|(of, _)| *of == document);
        if !is_known
            && let Some(PaintSummary::Joints(joints)) =
                self.panes.get(&picture).and_then(|picture| picture.renderer.paint_summary())
        {
            // Keeps the joints of at most two models.
            self.painted_joints.truncate(1);
            self.painted_joints.insert(0, (document, joints));
        }
        let known = self.painted_joints.iter().find(|(of, _)| *of == document);
        known.map_or(&[], |(_, joints)| joints)
    }

    /// The posed centers of rotation of a picture that shows them.
    pub fn posed_centers(&self, picture: PictureId) -> Option<&[PosedCenter]> {
        self.panes.get(&picture)?.renderer.posed_centers()
    }

    /// Begins a frame of the window. `moves` says whether something moves.
    pub fn begin_pace(&mut self, now: Instant, moves: bool) {
        self.pace.begin(now, moves);
    }

    /// Prepares for laying out the panels of a frame, possibly for a second time. Drops thumbnails of poses if the
    /// library is not shown.
    pub fn begin_frame(&mut self, poses_shown: bool) {
        self.thumbnails.begin_frame();
        if !poses_shown {
            self.thumbnails.clear(&self.surface.egui_renderer);
        }
    }

    /// Whether a thumbnail waits for the next frame.
    pub fn thumbnail_waits(&self) -> bool {
        self.thumbnails.is_busy()
    }

    /// The square thumbnail of a pose of the library. `None` until it is drawn.
    pub fn thumbnail(&mut self, state: &State, pose_index: usize, pixels: u32) -> Option<egui::TextureId> {
        let drawn = self.uploaded(state, &PaneSettings::default(), PaneModel::First).and_then(|model| {
            let Some(model) = model.and_then(|index| self.models.get(index)) else { return Ok(None) };
            let gpu = ThumbnailGpu {
                context: &self.context,
                egui_renderer: &self.surface.egui_renderer,
                model: &model.gpu,
                rest: &self.rest,
            };
            self.thumbnails.texture(&gpu, state, pose_index, pixels)
        });
        // The panes report a GPU failure; the thumbnail is only left out.
        drawn.inspect_err(|error| tracing::warn!("a pose has no picture: {error}")).ok().flatten()
    }

    /// Drops pictures that are no longer shown.
    pub fn keep(&mut self, shown: impl Fn(PictureId) -> bool) {
        self.panes.retain(|id, _| shown(*id));
    }

    /// Fills a part of the window with one color.
    pub fn background(&mut self, color: egui::Color32, rect: egui::Rect) -> egui::Shape {
        if self.background.as_ref().is_none_or(|(of, _)| *of != color) {
            let filling = Filling::color(&self.context, self.surface.format, color);
            self.background = filling.ok().map(|filling| (color, filling));
        }
        match &self.background {
            Some((_, filling)) => filling.shape(rect),
            None => egui::Shape::rect_filled(rect, 0.0, color),
        }
    }

    /// Updates one picture and returns its filling. `skinning` belongs to the picture's side.
    pub fn draw(
        &mut self,
        state: &State,
        id: PictureId,
        pane: &PaneSettings,
        skinning: SkinningSettings,
        view: View<'_>,
    ) -> Result<Option<Filling>, GpuError> {
        let model = model_of_side(state, pane, id.side);
        let beside = match state.second().filter(|_| pane.shows_other_model()) {
            Some(second) => self.uploaded(state, pane, model.other())?.map(|index| (index, second)),
            None => None,
        };
        let Some(model_index) = self.uploaded(state, pane, model)? else { return Ok(None) };
        let Some((_, pose)) = state.posed_document(model) else { return Ok(None) };
        for document in state.documents.first.iter().chain(state.second().map(|second| &second.document)) {
            self.rest.share(&document.rest);
        }
        if !self.panes.contains_key(&id) {
            let renderer = PaneRenderer::new(&self.context)?;
            self.panes.insert(id, PanePicture { renderer, shown: None, of: None });
        }
        let paint_range = self.paint_range(&state.edit, pane);
        let Some(picture) = self.panes.get_mut(&id) else { return Ok(None) };
        let overlays = state.shown_overlays(pane.look.overlays);
        let settings = PictureSettings {
            skinning,
            theme: state.interface.theme,
            hall: state.hall(),
            look: PaneLook { overlays, paint_range, ..pane.look },
            similar_to: PaneSettings { centers: state.shown_center_settings(id.pane, pane.centers), ..*pane }
                .similar_to(state.similar_vertex(model)),
            diagram_vertex: pane.look.diagram.and_then(|_| state.diagram_vertex(model)),
            ghost: ghost(state, pane).filter(|_| skinning == pane.skinning),
            selected_joint: joint_of(state, model, state.selection.joint),
            hovered_joint: joint_of(state, model, state.hand.hovered_joint),
            transparent: false,
        };
        let request = PictureRequest {
            model: &self.models[model_index].gpu,
            pose,
            camera: view.camera,
            settings: &settings,
            size: view.pixels,
            pixels_per_point: view.pixels_per_point,
            quality: if state.interface.busy { Quality::DRAFT } else { Quality::FINE },
            rest: &self.rest,
            beside: beside.and_then(|(index, second)| {
                let (_, pose) = state.posed_document(model.other())?;
                let surfaces = second.pair.surfaces_from(model.index());
                Some(Beside { model: &self.models[index].gpu, pose, surfaces })
            }),
        };
        let drawn = picture.renderer.draw(&self.context, &request)? == Redraw::Drawn;
        if drawn {
            self.drawn += 1;
            self.pace.draws(request.quality);
            picture.shown = None;
        }
        // A change of scale also causes a redraw, which clears `shown`.
        if picture.shown.is_none() {
            let (format, target) = (self.surface.format, picture.renderer.target());
            let outline = if id.side == Side::Lens { Outline::Disk } else { Outline::Pane };
            picture.shown = Some(Filling::picture(&self.context, format, target, view.pixels_per_point, outline)?);
        }
        picture.of = DrawnOf::now(state, view);
        Ok(picture.shown.clone())
    }

    /// The last picture, regardless of its method, if it shows the same pose in this view.
    pub fn last(&self, state: &State, id: PictureId, view: View<'_>) -> Option<Filling> {
        let picture = self.panes.get(&id)?;
        let now = DrawnOf::now(state, view)?;
        picture.shown.clone().filter(|_| picture.of.as_ref() == Some(&now))
    }

    /// The color range of differences, shared by all panes that show them and based on the largest difference. It comes
    /// from the previous pictures; [`Self::differences_settled`] says when they must be drawn again.
    fn paint_range(&self, edit: &EditState, pane: &PaneSettings) -> PaintRange {
        match (pane.look.paint, pane.look.paint_range) {
            (paint, PaintRange::Automatic) if paint.is_difference() => {
                self.largest_difference(edit).map_or(PaintRange::Automatic, PaintRange::Fixed)
            }
            (_, range) => range,
        }
    }

    fn largest_difference(&self, edit: &EditState) -> Option<f32> {
        let panes = edit.panes.iter().filter(|pane| {
            let look = pane.settings.look;
            look.paint.is_difference() && look.paint_range == PaintRange::Automatic
        });
        let drawn = panes.filter_map(|pane| self.panes.get(&PictureId::a(pane.id)));
        let largest = drawn.filter_map(|picture| picture.renderer.largest_distance()).max_by(f32::total_cmp);
        // If all methods agree, there is no range to share.
        largest.filter(|largest| *largest > 0.0)
    }

    /// Whether all pictures of differences were drawn with the resulting range.
    pub fn differences_settled(&mut self, edit: &EditState) -> bool {
        let largest = self.largest_difference(edit);
        std::mem::replace(&mut self.range_drawn, largest) == largest
    }

    /// The index of the upload of one of the open models, with the centers that the pane needs and the shown skin.
    fn uploaded(&mut self, state: &State, pane: &PaneSettings, model: PaneModel) -> Result<Option<usize>, GpuError> {
        let Some(document) = state.document_of(model).cloned() else { return Ok(None) };
        let [of_first, of_second] = state.shown_parts();
        let is_second = !model.is_first() && state.second().is_some();
        let wanted = if is_second { of_second } else { of_first };
        let index = self.model_for(state, &document, pane)?;
        if let Some(model) = index.and_then(|index| self.models.get_mut(index))
            && model.gpu.part().map(Arc::as_ptr) != wanted.as_ref().map(Arc::as_ptr)
        {
            model.gpu.show_part(&self.context, wanted)?;
        }
        Ok(index)
    }

    /// The index of the uploaded model with the centers that the pane needs. Creates or changes an upload if there is
    /// none. `document` is shown or belongs to the talk.
    pub(super) fn model_for(
        &mut self,
        state: &State,
        document: &Document,
        pane: &PaneSettings,
    ) -> Result<Option<usize>, GpuError> {
        let format = self.context.picture_format();
        if self.models.iter().any(|model| model.gpu.format() != format) {
            self.forget_rehearsal();
        }
        self.models.retain(|model| is_kept(state, model.document) && model.gpu.format() == format);
        for model in self.models.iter().filter(|model| model.document == document.id) {
            model.gpu.take_shape(&self.context, &document.model)?;
        }
        let of_document = |model: &ShownModel| model.document == document.id;
        let centers = state.centers_for(document.id, pane);
        let Some((centers, generation)) = centers else {
            return match self.models.iter().position(of_document) {
                Some(index) => Ok(Some(index)),
                None => self.add_model(document).map(Some),
            };
        };
        if let Some(index) = self.models.iter().position(|model| model.centers == Some(generation)) {
            return Ok(Some(index));
        }
        // Reuse an upload whose centers no pane needs, before uploading the whole model again.
        let in_use = |model: &ShownModel| {
            let is_shown = is_open(state, document.id);
            let mut shown = state.edit.panes.iter().filter_map(|pane| state.centers_for(document.id, &pane.settings));
            is_shown && model.centers.is_some() && shown.any(|(_, shown)| Some(shown) == model.centers)
        };
        let index = match self.models.iter().position(|model| of_document(model) && !in_use(model)) {
            Some(index) => index,
            None => self.add_model(document)?,
        };
        if let Some(model) = self.models.get_mut(index) {
            model.gpu.set_centers(&centers.of_primitives);
            model.centers = Some(generation);
        }
        Ok((index < self.models.len()).then_some(index))
    }

    fn add_model(&mut self, document: &Document) -> Result<usize, GpuError> {
        let gpu = match self.prepared.take(&self.context, &document.model) {
            Some(gpu) => gpu,
            None => GpuModel::for_pictures(&self.context, &document.model)?,
        };
        self.models.push(ShownModel { document: document.id, centers: None, gpu });
        Ok(self.models.len() - 1)
    }

    /// Whether the shown model is drawn from packed vertices. `None` until it is drawn.
    pub fn is_packed(&self, documents: &Documents) -> Option<bool> {
        let document = documents.first.as_ref()?;
        self.models.iter().find(|model| model.document == document.id).map(|model| model.gpu.is_packed())
    }

    pub(super) fn shared_context(&self) -> Arc<GpuContext> {
        Arc::clone(&self.context)
    }

    pub(super) fn context(&self) -> &GpuContext {
        &self.context
    }

    pub(super) fn gpu_model(&self, index: usize) -> &GpuModel {
        &self.models[index].gpu
    }

    pub(super) fn rest(&self) -> &RestCache {
        &self.rest
    }
}

/// The model that one side of a pane shows.
fn model_of_side(state: &State, pane: &PaneSettings, side: Side) -> PaneModel {
    let own = state.model_of_pane(pane);
    let is_other = side != Side::A && pane.comparison.other_model && state.second().is_some();
    if is_other { own.other() } else { own }
}

/// A joint of the first model, or its partner in the second one.
fn joint_of(state: &State, model: PaneModel, joint: Option<u32>) -> Option<u32> {
    match (model, state.second()) {
        (PaneModel::Second, Some(second)) => second.pair.joints.second_of(joint?),
        _ => joint,
    }
}

/// Whether the editor shows this document.
fn is_open(state: &State, document: u64) -> bool {
    let second = state.second().map(|second| &second.document);
    state.documents.first.iter().chain(second).any(|open| open.id == document)
}

/// The outline of another method over the pane's own.
pub(super) fn ghost(state: &State, pane: &PaneSettings) -> Option<Ghost> {
    state.hall().map_or_else(|| crate::style::ghost_of(pane), |hall| crate::style::ghost_in_hall(pane, hall))
}

/// Whether a document is shown, or will be in the course of a talk.
fn is_kept(state: &State, document: u64) -> bool {
    let rehearsed = state.talk.stage.iter().flat_map(crate::session::Stage::documents);
    is_open(state, document) || rehearsed.into_iter().any(|kept| kept.id == document)
}

/// View of a picture.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub camera: &'a Camera,
    /// Width and height of the picture.
    pub pixels: [u32; 2],
    pub pixels_per_point: f32,
}

impl PictureId {
    pub fn a(pane: u64) -> Self {
        Self { pane, side: Side::A }
    }

    pub fn b(pane: u64) -> Self {
        Self { pane, side: Side::B }
    }

    pub fn lens(pane: u64) -> Self {
        Self { pane, side: Side::Lens }
    }

    /// Whether a pane with these settings always shows this side.
    pub fn is_shown(self, pane: &PaneSettings) -> bool {
        match self.side {
            Side::A => true,
            Side::Lens => false,
            Side::B => matches!(pane.comparison.kind, ComparisonKind::Wipe | ComparisonKind::Flicker),
        }
    }
}
