use super::document::Document;
use super::document_centers::{CentersWait, DocumentCenters};
use super::edit_state::{EditState, PaneIds};
use super::figures::FiguresDesk;
use super::gesture::Gesture;
use super::gizmo_drag::{GizmoDrag, GizmoSettings};
use super::history::History;
use super::jobs::Loader;
use super::playback::Playback;
use super::pose_library::{PoseBlend, PoseLibrary};
use super::probe::{PinnedProbe, ProbeReading};
use super::stress::StressDesk;
use crate::centers::CenterSettings;
use crate::math::Bounds;
use crate::measure::{Figure, VertexId};
use crate::model::{Pose, ScaleKind};
use crate::panes::{PaneSettings, Scene};
use crate::skinning::SkinningMethod;
use crate::view::{Camera, CameraPreset, Overlays, Theme, joint_bounds};
use glam::Vec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The program's state apart from the GPU: five separate parts and what is derived from them.
pub struct State {
    /// The open model. Immutable.
    pub document: Option<Arc<Document>>,
    /// The only part that undo restores.
    pub edit: EditState,
    /// Increases with every command that changes `edit`.
    pub edit_generation: u64,
    pub(super) pane_ids: PaneIds,
    pub playback: Playback,
    /// The camera of all panes without one of their own. A shared view makes them comparable.
    pub camera: Camera,
    /// Cameras of unlinked panes, by pane id.
    pub own_cameras: BTreeMap<u64, Camera>,
    pub transient: Transient,

    /// Clip sample and overrides. [`State::refresh_pose`] rebuilds it when either changes.
    pub pose: Pose,
    /// Increases whenever `pose` changes.
    pub pose_generation: u64,
    /// Centers of rotation of the document. Requested when a pane first needs them.
    pub centers: DocumentCenters,
    pub history: History,
    /// Figures of what is shown, computed in the background.
    pub figures: FiguresDesk,
    /// The reading of the pinned or hovered vertex. [`State::refresh_probe`] updates it.
    pub probe: Option<ProbeReading>,
    /// Where the skin deforms worst. Computed in the background on request.
    pub stress: StressDesk,
    pub loader: Loader,
    pub library: PoseLibrary,
    /// The scene to show once its model is open.
    pub(super) pending_scene: Option<&'static Scene>,
    pub(super) next_document_id: u64,
}

/// Selections, switches and messages. Neither undone nor saved.
pub struct Transient {
    pub theme: Theme,
    /// The joint that panels show.
    pub selected_joint: Option<u32>,
    /// Joints that are turned, moved and scaled together with it.
    pub also_selected: std::collections::BTreeSet<u32>,
    pub gizmo: GizmoSettings,
    /// The held handle.
    pub gizmo_drag: Option<GizmoDrag>,
    /// From the press of a mouse button to its release.
    pub gesture: Option<Gesture>,
    /// Whether the next drag in a picture selects the joints in a box.
    pub box_armed: bool,
    pub hovered_joint: Option<u32>,
    pub selected_pane: usize,
    /// Whether a change of overlays or colors applies to all panes.
    pub looks_linked: bool,
    /// Whether panes that compare by flicker show B.
    pub flicker_held: bool,
    /// Nodes whose branch is folded in the tree.
    pub folded: std::collections::BTreeSet<u32>,
    /// What the camera frames at the current size of the panes: the model until the user moves the camera, or a joint
    /// once.
    pub frame: Option<Framing>,
    /// Like `frame`, once, for a pane with a camera of its own, given by its id.
    pub frame_own: Option<(u64, Framing)>,
    /// The joint that the tree scrolls to in the next frame.
    pub reveal: Option<u32>,
    /// Filter for the names of the tree's rows. Empty shows all.
    pub joint_search: String,
    pub error: Option<ErrorNotice>,
    pub notice: Option<PassingNotice>,
    pub warnings_dismissed: bool,
    pub warnings_open: bool,
    pub panels: Panels,
    /// Folded sections of the right panel.
    pub folded_sections: std::collections::BTreeSet<Section>,
    pub pinned: Option<PinnedProbe>,
    /// The hovered vertex and its pane. `None` once the pointer has left the panes.
    pub hovered_vertex: Option<(usize, VertexId)>,
    pub sweep_figure: Figure,
    /// 0, 1 or 2. `None` for the axis about which the joint is turned most.
    pub sweep_axis: Option<usize>,
    pub shortcuts_shown: bool,
    /// Whether the command palette is open.
    pub palette_shown: bool,
    /// Whether the pose library is shown.
    pub poses_shown: bool,
    /// The blend between two poses that the slider controls.
    pub blend: Option<PoseBlend>,
    /// Whether the window should close.
    pub quit: bool,
    pub file_hovers: bool,
    /// Whether something moves or just did, on a software GPU. Panes then draw at draft quality.
    pub busy: bool,
}

/// A short message that disappears by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct PassingNotice {
    pub text: &'static str,
    /// `None` until it is first shown.
    pub since_seconds: Option<f64>,
}

/// What failed, where, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorNotice {
    pub title: String,
    pub details: String,
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
            transient: Transient {
                theme,
                selected_joint: None,
                also_selected: std::collections::BTreeSet::new(),
                gizmo: GizmoSettings::default(),
                gizmo_drag: None,
                gesture: None,
                box_armed: false,
                hovered_joint: None,
                selected_pane: 0,
                looks_linked: true,
                flicker_held: false,
                folded: std::collections::BTreeSet::new(),
                frame: None,
                frame_own: None,
                reveal: None,
                joint_search: String::new(),
                error: None,
                notice: None,
                warnings_dismissed: false,
                warnings_open: false,
                panels: Panels::default(),
                folded_sections: [Section::AllFigures, Section::Stress].into(),
                pinned: None,
                hovered_vertex: None,
                sweep_figure: Figure::ZoneVolume,
                sweep_axis: None,
                shortcuts_shown: false,
                palette_shown: false,
                poses_shown: false,
                blend: None,
                quit: false,
                file_hovers: false,
                busy: false,
            },
            pose: Pose { joints: Vec::new() },
            pose_generation: 0,
            centers: DocumentCenters::default(),
            history: History::default(),
            figures: FiguresDesk::new(loader.wake()),
            probe: None,
            stress: StressDesk::new(loader.wake()),
            loader,
            library: PoseLibrary::default(),
            pending_scene: None,
            next_document_id: 1,
        }
    }

    /// Recomputes the pose from clip, time and overrides.
    pub fn refresh_pose(&mut self) {
        let Some(document) = &self.document else { return };
        let skeleton = &document.model.skeleton;
        let mut pose = self.base_pose(skeleton);
        self.edit.overrides.apply(skeleton, &mut pose);
        if pose != self.pose {
            self.pose = pose;
            self.pose_generation += 1;
        }
    }

    /// Requests the centers of rotation that panes need and that have not been requested yet.
    pub fn want_centers(&mut self) {
        let Some(document) = &self.document else { return };
        let panes = self.edit.panes.iter().map(|pane| pane.settings);
        let wanted: Vec<CenterSettings> = panes.filter(PaneSettings::needs_centers).map(|pane| pane.centers).collect();
        self.centers.keep(&wanted);
        for settings in wanted {
            self.centers.want(&self.loader, document.id, &document.model, settings);
        }
    }

    /// Why a pane that needs centers of rotation cannot show them.
    pub fn wait_for_centers(&self, settings: CenterSettings) -> Option<CentersWait> {
        self.document.as_ref().and_then(|document| self.centers.wait(document.id, settings))
    }

    /// The overlays drawn over a pane's picture. Hidden overlays are shown while in use: the skeleton is visible while
    /// a joint is turned or joints are being selected.
    pub fn shown_overlays(&self, overlays: Overlays) -> Overlays {
        let uses_skeleton = self.transient.gizmo_drag.is_some() || self.transient.box_armed;
        Overlays { skeleton: overlays.skeleton || uses_skeleton, ..overlays }
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
            (Some(framing), Some(document)) => self.framed(framing, document, pane_size),
            _ => self.camera,
        }
    }

    /// The camera to draw a pane that has its own camera with, if it must be framed again.
    pub fn own_framing(&self, pane: usize, pane_size: [u32; 2]) -> Option<Camera> {
        let (id, framing) = self.transient.frame_own?;
        let asked = self.edit.panes.get(pane).is_some_and(|pane| pane.id == id);
        let document = self.document.as_ref().filter(|_| asked)?;
        Some(self.framed(framing, document, pane_size))
    }

    fn framed(&self, framing: Framing, document: &Document, pane_size: [u32; 2]) -> Camera {
        if let Framing::Box(bounds) = framing {
            return self.camera.framed(bounds, pane_size);
        }
        let selected = self.transient.selected_joint.filter(|_| framing == Framing::Selection);
        let Some(selected) = selected else {
            let fov = Camera::DEFAULT_FOV_DEGREES.to_radians();
            return Camera { fov, ..self.camera }.framed(document.rest_bounds, pane_size);
        };
        let skeleton = &document.model.skeleton;
        let scene_from_node = self.pose.scene_from_node(skeleton, ScaleKind::Inherited);
        let extent = document.rest_bounds.extent();
        self.camera.framing_joint(joint_bounds(skeleton, &scene_from_node, selected, extent), pane_size)
    }
}

/// Whether the side panels are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panels {
    /// Shown if the window is wide enough.
    #[default]
    Auto,
    Shown,
    Hidden,
}

/// Parts of the right panel that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    Figures,
    /// Every figure, below the most important ones.
    AllFigures,
    Sweep,
    Stress,
    Probe,
}

/// What to frame: requested by F, Home and scenes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Framing {
    /// The selected joint, or the whole model if none is selected.
    Selection,
    Model,
    /// This part of the scene, as the camera sees it.
    Box(Bounds),
}
