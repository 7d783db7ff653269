use super::document::Document;
use super::document_centers::{CentersWait, DocumentCenters};
use super::edit_state::{EditState, PaneIds};
use super::figures::{FiguresDesk, ShownSkin};
use super::framing::Framing;
use super::history::History;
use super::jobs::Loader;
use super::pictures::PictureDesk;
use super::playback::Playback;
use super::pose_library::PoseLibrary;
use super::probe::ProbeReading;
use super::recent::RecentFiles;
use super::recording::Recording;
use super::saved::{Autosave, Interface, PendingSecond, Restoring, StoredEdits};
use super::second_model::SecondModel;
use super::session_file::{PendingSession, SessionFile};
use super::stage::Stage;
use super::stress::StressDesk;
use super::talk::{KeptTalks, TalkCheck, TalkFile, TalkWatch};
use super::transient::Transient;
use super::turn_watch::TurnWatch;
use super::watching::Watching;
use crate::centers::{CenterParts, CenterSettings};
use crate::math::Bounds;
use crate::measure::VertexId;
use crate::model::Pose;
use crate::panes::{PaneModel, PaneSettings};
use crate::skinning::SkinningMethod;
use crate::view::{Camera, CameraPreset, Overlay, Overlays, SkinPaint, Theme, joint_bounds, joint_skin_outline};
use glam::Vec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The program's state apart from the GPU: five separate parts and the data derived from them.
pub struct State {
    /// The open model. Immutable.
    pub document: Option<Arc<Document>>,
    /// The part that undo restores. A step of another document or scene also brings back that document and its view.
    pub edit: EditState,
    /// Increases with every command that changes `edit`.
    pub edit_generation: u64,
    pub(super) pane_ids: PaneIds,
    pub playback: Playback,
    /// The camera of all panes that do not have their own. A shared view makes them comparable.
    pub camera: Camera,
    /// Cameras of unlinked panes, by pane id.
    pub own_cameras: BTreeMap<u64, Camera>,
    pub transient: Transient,
    /// A second model, next to the document.
    pub(super) second: Option<SecondModel>,
    /// The second model of the last session, while it is read.
    pub(super) pending_second: Option<PendingSecond>,

    /// Clip sample and overrides. [`State::refresh_pose`] rebuilds it when either changes.
    pub pose: Pose,
    /// Increases whenever `pose` changes.
    pub pose_generation: u64,
    /// Centers of rotation of the document. Requested when a pane first needs them.
    pub centers: DocumentCenters,
    pub history: History,
    /// Figures of the shown skins, computed in the background.
    pub figures: FiguresDesk,
    /// The reading of the pinned or hovered vertex. [`State::refresh_probe`] updates it.
    pub probe: Option<ProbeReading>,
    /// Whether joints are turned too far apart. [`State::refresh_turn_limit`] updates it.
    pub(super) turn_watch: TurnWatch,
    /// Places where the skin deforms worst, computed in the background on request.
    pub stress: StressDesk,
    /// Pictures for the clipboard and for files, drawn in the background on request.
    pub pictures: PictureDesk,
    /// A recording in progress.
    pub recording: Option<Recording>,
    /// A talk in progress.
    pub stage: Option<Stage>,
    pub loader: Loader,
    pub library: PoseLibrary,
    /// The recently opened files.
    pub recent: RecentFiles,
    /// Follows the files of the open model on disk.
    pub watching: Watching,
    pub(super) autosave: Autosave,
    /// Whether and where the session is saved for the next start.
    pub restoring: Restoring,
    /// Layout and settings of the interface, kept up to date by the window.
    pub interface: Interface,
    /// Edits of the document that exist outside the session.
    pub(super) stored: StoredEdits,
    /// The files of the talks of this session. Not empty.
    pub(super) talk_files: Vec<TalkFile>,
    /// Unsaved talks that others have replaced, the newest last.
    pub(super) kept_talks: KeptTalks,
    pub(super) talk_check: TalkCheck,
    pub(super) talk_watch: TalkWatch,
    /// The file that the session of the open model was opened from or saved in.
    pub(super) session_file: Option<Arc<SessionFile>>,
    /// The session to show once its model is open.
    pub(super) pending_session: Option<PendingSession>,
    pub(super) next_document_id: u64,
}

impl State {
    pub fn new(first_method: SkinningMethod, theme: Theme, loader: Loader) -> Self {
        let edit = EditState::starting_with(first_method);
        Self {
            document: None,
            pane_ids: PaneIds::beyond(&edit.panes),
            edit,
            edit_generation: 0,
            playback: Playback::default(),
            camera: Camera::framing(Bounds { min: -Vec3::ONE, max: Vec3::ONE }, [1, 1], CameraPreset::default()),
            own_cameras: BTreeMap::new(),
            transient: Transient::new(theme),
            second: None,
            pending_second: None,
            pose: Pose::default(),
            pose_generation: 0,
            centers: DocumentCenters::default(),
            history: History::default(),
            figures: FiguresDesk::new(loader.wake()),
            probe: None,
            turn_watch: TurnWatch::default(),
            stress: StressDesk::new(loader.wake()),
            pictures: PictureDesk::new(loader.wake()),
            recording: None,
            stage: None,
            talk_check: TalkCheck::new(loader.wake()),
            loader,
            library: PoseLibrary::default(),
            recent: RecentFiles::default(),
            watching: Watching::default(),
            autosave: Autosave::default(),
            session_file: None,
            pending_session: None,
            restoring: Restoring::none(),
            interface: Interface::default(),
            stored: StoredEdits::default(),
            talk_files: vec![TalkFile::default()],
            kept_talks: KeptTalks::default(),
            talk_watch: TalkWatch::default(),
            next_document_id: 1,
        }
    }

    /// Recomputes the pose from clip, time and overrides, and the model's shape from the pose.
    pub fn refresh_pose(&mut self) {
        let Some(document) = &self.document else { return };
        let skeleton = &document.model.skeleton;
        let mut pose = self.base_pose(skeleton);
        self.edit.overrides.apply(skeleton, &mut pose);
        if let Some(transition) = self.stage.as_ref().and_then(|stage| stage.transition.as_ref()) {
            pose = transition.pose(&pose);
        }
        if pose != self.pose {
            self.pose = pose;
            self.pose_generation += 1;
        }
        let shape = document.model.in_shape(&self.pose.morph_weights);
        if !Arc::ptr_eq(&shape, &document.model) {
            self.document = Some(Arc::new(document.in_shape(shape)));
        }
        self.refresh_second();
    }

    /// Requests the centers of rotation that panes need and that have not been requested yet.
    pub fn request_centers(&mut self) {
        self.request_second_centers();
        let wanted = self.wanted_centers(PaneModel::First);
        let Some(document) = &self.document else { return self.centers.keep(&[]) };
        self.centers.keep(&wanted.iter().map(|(settings, _)| *settings).collect::<Vec<_>>());
        for (settings, parts) in wanted {
            self.centers.request(&self.loader, document.id, &document.model, settings, parts);
        }
    }

    /// The centers of a model that panes need, both panes that show it and panes that are compared with it.
    pub(super) fn wanted_centers(&self, model: PaneModel) -> Vec<(CenterSettings, CenterParts)> {
        let mut wanted: Vec<(CenterSettings, CenterParts)> = Vec::new();
        for pane in &self.edit.panes {
            let is_shown = self.model_of_pane(&pane.settings) == model || pane.settings.shows_other_model();
            let Some(parts) = pane.settings.center_parts().filter(|_| is_shown) else { continue };
            match wanted.iter_mut().find(|(settings, _)| *settings == pane.settings.centers) {
                Some((_, most)) => *most = parts.max(*most),
                None => wanted.push((pane.settings.centers, parts)),
            }
        }
        wanted
    }

    /// The reason why the centers of rotation that a pane needs are missing. `None` if they exist or none are needed.
    pub fn wait_of_pane(&self, pane: &PaneSettings) -> Option<CentersWait> {
        let model = self.model_of_pane(pane);
        let of_first = || self.wait_for_centers(pane.centers, pane.center_parts());
        let of_second = || self.wait_of_second(pane.centers, pane.center_parts()?);
        match (model, pane.shows_other_model()) {
            (_, true) => of_first().or_else(of_second),
            (PaneModel::First, _) => of_first(),
            (PaneModel::Second, _) => of_second(),
        }
    }

    /// The reason why the centers of rotation that a skin needs are missing. `None` if they exist or none are needed.
    pub fn wait_of_skin(&self, skin: &ShownSkin) -> Option<CentersWait> {
        let parts = CenterParts::of_method(skin.skinning.method);
        match (skin.model, self.second()) {
            (PaneModel::Second, Some(_)) => self.wait_of_second(skin.centers, parts?),
            _ => self.wait_for_centers(skin.centers, parts),
        }
    }

    /// The reason why centers of rotation with these parts are missing. `None` if they exist or none are needed.
    pub fn wait_for_centers(&self, settings: CenterSettings, parts: Option<CenterParts>) -> Option<CentersWait> {
        self.document.as_ref().and_then(|document| self.centers.wait(document.id, settings, parts?))
    }

    /// Primitive and vertex of a model that diagrams show: the pinned vertex, or the vertex of the shown scene. The
    /// stage shows scenes as they were kept.
    pub fn diagram_vertex(&self, model: PaneModel) -> Option<(u32, u32)> {
        let pinned = self.pinned_in(model).filter(|_| self.stage.is_none());
        pinned.or_else(|| self.scene_vertex(model)).map(|id| (id.primitive, id.vertex))
    }

    /// Primitive and vertex of a model that similarities refer to: the pinned vertex, else the vertex under the
    /// pointer, else the vertex of the scene.
    pub fn similar_vertex(&self, model: PaneModel) -> Option<(u32, u32)> {
        let pinned = self.pinned_in(model).filter(|_| self.stage.is_none());
        let hovered = || {
            let (pane, vertex_id) = self.transient.hovered_vertex?;
            self.vertex_in(model, (self.model_at(pane), vertex_id))
        };
        let vertex_id = pinned.or_else(hovered).or_else(|| self.scene_vertex(model));
        vertex_id.map(|id| (id.primitive, id.vertex))
    }

    /// Whether the colors of a pane follow the pointer over the skin.
    pub fn colors_follow_pointer(&self) -> bool {
        let shows_similarity = |pane: &super::Pane| pane.settings.look.paint == SkinPaint::Similarity;
        self.transient.pinned.is_none() && self.edit.panes.iter().any(shows_similarity)
    }

    fn scene_vertex(&self, model: PaneModel) -> Option<VertexId> {
        let (primitive, vertex) = self.edit.scene.as_ref()?.vertex?;
        self.vertex_in(model, (PaneModel::First, VertexId { primitive, vertex }))
    }

    /// The center settings that a pane's colors show: the slider's settings while it is dragged.
    pub fn shown_center_settings(&self, pane_id: u64, settings: CenterSettings) -> CenterSettings {
        let is_of_pane = |pane: usize| self.edit.panes.get(pane).is_some_and(|pane| pane.id == pane_id);
        self.transient.held_centers.filter(|(pane, _)| is_of_pane(*pane)).map_or(settings, |(_, held)| held)
    }

    /// The overlays drawn over a pane's picture. Hidden overlays are shown while in use: the skeleton is visible while
    /// a joint is turned or joints are being selected.
    pub fn shown_overlays(&self, overlays: Overlays) -> Overlays {
        let uses_skeleton = self.transient.gizmo_drag.is_some() || self.transient.box_armed;
        overlays.with(Overlay::Skeleton, uses_skeleton || overlays.has(Overlay::Skeleton))
    }

    /// The camera of a pane: its own or the shared one.
    pub fn camera_of(&self, pane: usize) -> Camera {
        let own = self.edit.panes.get(pane).and_then(|pane| self.own_cameras.get(&pane.id));
        own.copied().unwrap_or(self.camera)
    }

    pub fn clip_duration_seconds(&self) -> f32 {
        let clip = self.document.as_ref().zip(self.edit.clip);
        clip.and_then(|(document, clip)| document.model.clips.get(clip)).map_or(0.0, |clip| clip.duration_seconds)
    }

    /// The angles that a joint's sliders show, in degrees.
    pub fn angles_degrees(&self, node: u32) -> Vec3 {
        match &self.document {
            Some(document) => {
                self.edit.overrides.angles_degrees(&document.model.skeleton, &self.pose, node, Vec3::ZERO)
            }
            None => Vec3::ZERO,
        }
    }

    /// The camera to draw the panes with, framed again if requested.
    pub fn camera_for(&self, pane_size: [u32; 2]) -> Camera {
        match (self.transient.frame, &self.document) {
            (Some(framing), Some(document)) => self.framed(0, self.camera, framing, document, pane_size),
            _ => self.camera,
        }
    }

    /// The camera to draw a pane that has its own camera with, if it must be framed again.
    pub fn own_framing(&self, pane: usize, pane_size: [u32; 2]) -> Option<Camera> {
        let framing = *self.transient.frame_own.get(&self.edit.panes.get(pane)?.id)?;
        let document = self.document.as_ref()?;
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
