use super::document::Document;
use super::documents::Documents;
use super::edit_state::{EditState, PaneIds};
use super::figures::ShownSkin;
use super::framing::Framing;
use super::hand::Hand;
use super::history::History;
use super::interface::Interface;
use super::jobs::Jobs;
use super::loader::Loader;
use super::own_methods::is_to_run;
use super::pane_wait::PaneWait;
use super::playback::Playback;
use super::probe::ProbeReading;
use super::saved::Restoring;
use super::selection::Selection;
use super::stage::Stage;
use super::talk::TalkDesk;
use super::turn_watch::TurnWatch;
use super::view::View;
use crate::centers::{CenterParts, CenterSettings};
use crate::math::Bounds;
use crate::measure::VertexId;
use crate::model::{Model, Pose};
use crate::panes::{PaneModel, PaneSettings};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::view::{Camera, Overlay, Overlays, SkinPaint, Theme, joint_bounds, joint_skin_outline};
use glam::Vec3;
use std::sync::Arc;

/// The program's state apart from the GPU: parts that know nothing of each other, and the data derived from them.
pub struct State {
    pub documents: Documents,
    /// The part that undo restores. A step of another document or scene also brings back that document and its view.
    pub edit: EditState,
    /// Increases with every command that changes `edit`.
    pub edit_generation: u64,
    pub(super) pane_ids: PaneIds,
    pub history: History,
    pub view: View,
    pub playback: Playback,
    pub selection: Selection,
    pub hand: Hand,
    pub talk: TalkDesk,
    pub jobs: Jobs,
    pub interface: Interface,
    /// Whether and where the session is saved for the next start.
    pub restoring: Restoring,

    /// Clip sample and overrides. [`State::refresh_pose`] rebuilds it when either changes.
    pub pose: Pose,
    /// Increases whenever `pose` changes.
    pub pose_generation: u64,
    /// The reading of the pinned or hovered vertex. [`State::refresh_probe`] updates it.
    pub probe: Option<ProbeReading>,
    /// Whether joints are turned too far apart. [`State::refresh_turn_limit`] updates it.
    pub(super) turn_watch: TurnWatch,
}

impl State {
    pub fn new(first_method: SkinningMethod, theme: Theme, loader: Loader) -> Self {
        let edit = EditState::starting_with(first_method);
        Self {
            documents: Documents::default(),
            pane_ids: PaneIds::beyond(&edit.panes),
            edit,
            edit_generation: 0,
            history: History::default(),
            view: View::default(),
            playback: Playback::default(),
            selection: Selection::default(),
            hand: Hand::default(),
            talk: TalkDesk::new(loader.wake()),
            jobs: Jobs::new(loader),
            interface: Interface::new(theme),
            restoring: Restoring::none(),
            pose: Pose::default(),
            pose_generation: 0,
            probe: None,
            turn_watch: TurnWatch::default(),
        }
    }

    /// Recomputes the pose from clip, time and overrides, and the model's shape from the pose.
    pub fn refresh_pose(&mut self) {
        let Some(document) = &self.documents.first else { return };
        let skeleton = &document.model.skeleton;
        let mut pose = self.base_pose(skeleton);
        self.edit.overrides.apply(skeleton, &mut pose);
        if let Some(transition) = self.talk.stage.as_ref().and_then(|stage| stage.transition.as_ref()) {
            pose = transition.pose(&pose);
        }
        if pose != self.pose {
            self.pose = pose;
            self.pose_generation += 1;
        }
        let shape = document.model.in_shape(&self.pose.morph_weights);
        if !Arc::ptr_eq(&shape, &document.model) {
            self.documents.first = Some(Arc::new(document.in_shape(shape)));
        }
        self.refresh_second();
    }

    /// Requests the centers of rotation that panes need and that have not been requested yet.
    pub fn request_centers(&mut self) {
        self.request_second_centers();
        self.request_moments();
        let wanted = self.wanted_centers(PaneModel::First);
        let Some(document) = &self.documents.first else { return self.documents.centers.keep(&[]) };
        self.documents.centers.keep(&wanted.iter().map(|(settings, _)| *settings).collect::<Vec<_>>());
        for (settings, parts) in wanted {
            self.documents.centers.request(&self.jobs.loader, document.id, &document.model, settings, parts);
        }
    }

    /// Requests the surroundings of vertices that panes need, of all models that they show.
    fn request_moments(&mut self) {
        let of_pane = |settings: &PaneSettings| {
            let shows = |model: PaneModel| self.model_of_pane(settings) == model || settings.shows_other_model();
            let shown = [PaneModel::First, PaneModel::Second].into_iter().filter(|&model| shows(model));
            let documents = shown.filter_map(|model| self.document_of(model));
            documents.flat_map(|document| settings.models_to_smooth(&document.model)).collect::<Vec<_>>()
        };
        let shown: Vec<Arc<Model>> = self.edit.panes.iter().flat_map(|pane| of_pane(&pane.settings)).collect();
        let rehearsed = self.talk.stage.as_ref().map(Stage::models_to_smooth).unwrap_or_default();
        // Models of later scenes one at a time.
        let next = rehearsed.into_iter().find(|model| !model.has_moments());
        let wanted: Vec<Arc<Model>> = shown.into_iter().chain(next).collect();
        let Documents { moments, .. } = &mut self.documents;
        moments.keep(|model| wanted.iter().any(|other| other.shares_moments_with(model)));
        wanted.iter().for_each(|model| moments.request(&self.jobs.loader, model));
    }

    /// The centers of a model that panes need, both panes that show it and panes that are compared with it.
    pub(super) fn wanted_centers(&self, model: PaneModel) -> Vec<(CenterSettings, CenterParts)> {
        let mut wanted: Vec<(CenterSettings, CenterParts)> = Vec::new();
        // A pinned model is compared under the methods of all panes.
        let is_compared = self.model_before().is_some();
        for pane in &self.edit.panes {
            let is_shown =
                is_compared || self.model_of_pane(&pane.settings) == model || pane.settings.shows_other_model();
            let Some(parts) = pane.settings.center_parts().filter(|_| is_shown) else { continue };
            match wanted.iter_mut().find(|(settings, _)| *settings == pane.settings.centers) {
                Some((_, most)) => *most = parts.max(*most),
                None => wanted.push((pane.settings.centers, parts)),
            }
        }
        wanted
    }

    /// The reason why a pane cannot be drawn yet. `None` if nothing that it needs is missing.
    pub fn wait_of_pane(&self, pane: &PaneSettings) -> Option<PaneWait> {
        if pane.all_skinning().any(|skinning| is_to_run(skinning.method)) {
            return Some(PaneWait::NotRun);
        }
        let model = self.model_of_pane(pane);
        let smoothing =
            |model: PaneModel| pane.all_skinning().find_map(|skinning| self.wait_for_moments(model, skinning));
        let of_first = || {
            let centers = self.wait_for_centers(pane.centers, pane.center_parts());
            centers.or_else(|| smoothing(PaneModel::First))
        };
        let of_second = || {
            let centers = pane.center_parts().and_then(|parts| self.wait_of_second(pane.centers, parts));
            centers.or_else(|| smoothing(PaneModel::Second))
        };
        match (model, pane.shows_other_model()) {
            (_, true) => of_first().or_else(of_second),
            (PaneModel::First, _) => of_first(),
            (PaneModel::Second, _) => of_second(),
        }
    }

    /// The same for a skin.
    pub fn wait_of_skin(&self, skin: &ShownSkin) -> Option<PaneWait> {
        if is_to_run(skin.skinning.method) {
            return Some(PaneWait::NotRun);
        }
        let parts = CenterParts::of_method(skin.skinning.method);
        let of_centers = match (skin.model, self.second()) {
            (PaneModel::Second, Some(_)) => parts.and_then(|parts| self.wait_of_second(skin.centers, parts)),
            _ => self.wait_for_centers(skin.centers, parts),
        };
        of_centers.or_else(|| self.wait_for_moments(skin.model, skin.skinning))
    }

    /// The progress of smoothing the surroundings of vertices that a skin needs. `None` if it is done or none are needed.
    pub(super) fn wait_for_moments(&self, model: PaneModel, skinning: SkinningSettings) -> Option<PaneWait> {
        let model = skinning.model_to_smooth(&self.document_of(model)?.model)?;
        self.documents.moments.wait(&model)
    }

    /// The reason why centers of rotation with these parts are missing. `None` if they exist or none are needed.
    pub fn wait_for_centers(&self, settings: CenterSettings, parts: Option<CenterParts>) -> Option<PaneWait> {
        self.documents.first.as_ref().and_then(|document| self.documents.centers.wait(document.id, settings, parts?))
    }

    /// Primitive and vertex of a model that diagrams show: the pinned vertex, or the vertex of the shown scene. The
    /// stage shows scenes as they were kept.
    pub fn diagram_vertex(&self, model: PaneModel) -> Option<(u32, u32)> {
        let pinned = self.pinned_in(model).filter(|_| self.talk.stage.is_none());
        pinned.or_else(|| self.scene_vertex(model)).map(|id| (id.primitive, id.vertex))
    }

    /// Primitive and vertex of a model that similarities refer to: the pinned vertex, else the vertex under the
    /// pointer, else the vertex of the scene.
    pub fn similar_vertex(&self, model: PaneModel) -> Option<(u32, u32)> {
        let pinned = self.pinned_in(model).filter(|_| self.talk.stage.is_none());
        let hovered = || {
            let (pane, vertex_id) = self.hand.hovered_vertex?;
            self.vertex_in(model, (self.model_at(pane), vertex_id))
        };
        let vertex_id = pinned.or_else(hovered).or_else(|| self.scene_vertex(model));
        vertex_id.map(|id| (id.primitive, id.vertex))
    }

    /// Whether the colors of a pane follow the pointer over the skin.
    pub fn colors_follow_pointer(&self) -> bool {
        let shows_similarity = |pane: &super::Pane| pane.settings.look.paint == SkinPaint::Similarity;
        self.selection.pinned.is_none() && self.edit.panes.iter().any(shows_similarity)
    }

    fn scene_vertex(&self, model: PaneModel) -> Option<VertexId> {
        let (primitive, vertex) = self.edit.scene.as_ref()?.vertex?;
        self.vertex_in(model, (PaneModel::First, VertexId { primitive, vertex }))
    }

    /// The center settings that a pane's colors show: the slider's settings while it is dragged.
    pub fn shown_center_settings(&self, pane_id: u64, settings: CenterSettings) -> CenterSettings {
        let is_of_pane = |pane: usize| self.edit.panes.get(pane).is_some_and(|pane| pane.id == pane_id);
        self.hand.held_centers.filter(|(pane, _)| is_of_pane(*pane)).map_or(settings, |(_, held)| held)
    }

    /// The overlays drawn over a pane's picture. Hidden overlays are shown while in use: the skeleton is visible while
    /// a joint is turned or joints are being selected.
    pub fn shown_overlays(&self, overlays: Overlays) -> Overlays {
        let uses_skeleton = self.hand.gizmo_drag.is_some() || self.hand.box_armed;
        overlays.with(Overlay::Skeleton, uses_skeleton || overlays.has(Overlay::Skeleton))
    }

    /// The camera of a pane: its own or the shared one.
    pub fn camera_of(&self, pane: usize) -> Camera {
        self.view.camera_of(self.edit.panes.get(pane).map(|pane| pane.id))
    }

    pub fn clip_duration_seconds(&self) -> f32 {
        let clip = self.documents.first.as_ref().zip(self.edit.clip);
        clip.and_then(|(document, clip)| document.model.clips.get(clip)).map_or(0.0, |clip| clip.duration_seconds)
    }

    /// The angles that a joint's sliders show, in degrees.
    pub fn angles_degrees(&self, node: u32) -> Vec3 {
        match &self.documents.first {
            Some(document) => {
                self.edit.overrides.angles_degrees(&document.model.skeleton, &self.pose, node, Vec3::ZERO)
            }
            None => Vec3::ZERO,
        }
    }

    /// The camera to draw the panes with, framed again if requested.
    pub fn camera_for(&self, pane_size: [u32; 2]) -> Camera {
        match (self.view.frame, &self.documents.first) {
            (Some(framing), Some(document)) => self.framed(0, self.view.camera, framing, document, pane_size),
            _ => self.view.camera,
        }
    }

    /// The camera to draw a pane that has its own camera with, if it must be framed again.
    pub fn own_framing(&self, pane: usize, pane_size: [u32; 2]) -> Option<Camera> {
        let framing = *self.view.frame_own.get(&self.edit.panes.get(pane)?.id)?;
        let document = self.documents.first.as_ref()?;
        Some(self.framed(pane, self.camera_of(pane), framing, document, pane_size))
    }

    /// Frames the skin of the pane with index `pane`.
    fn framed(
        &self,
        pane: usize,
        camera: Camera,
        framing: Framing,
        document: &Document,
        pane_size: [u32; 2],
    ) -> Camera {
        match framing {
            Framing::Box(bounds) => return camera.framed(bounds, pane_size),
            Framing::Shot(shot) => return shot.camera(camera.yaw, camera.pitch, pane_size),
            Framing::Selection | Framing::Model => {}
        }
        let selected = if framing == Framing::Selection { self.selected_joints() } else { Vec::new() };
        if selected.is_empty() {
            let fov = Camera::DEFAULT_FOV_DEGREES.to_radians();
            let mut outline = document.rest_outline.clone();
            outline.extend(self.second().into_iter().flat_map(|second| &second.document.rest_outline));
            return Camera { fov, ..camera }.framed_around(&outline, pane_size);
        }
        let skinning = self.edit.pane(pane).skinning;
        let points = joint_skin_outline(&document.model, &self.pose, skinning, &selected);
        if !points.is_empty() {
            return camera.framing_points(&points, pane_size);
        }
        let skeleton = &document.model.skeleton;
        let scene_from_node = skinning.scene_from_node(skeleton, &self.pose);
        let extent = document.rest_bounds.extent();
        let boxes = selected.iter().map(|&joint| joint_bounds(skeleton, &scene_from_node, joint, extent));
        camera.framing_joint(boxes.reduce(Bounds::union).unwrap_or(document.rest_bounds), pane_size)
    }
}
