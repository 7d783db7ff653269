//! The shared camera and the cameras of single panes.

use super::framing::Framing;
use super::state::State;
use crate::view::{Camera, CameraPreset};

impl State {
    /// The id of a pane.
    fn pane_id(&self, pane: usize) -> Option<u64> {
        self.edit.panes.get(pane).map(|pane| pane.id)
    }

    pub(super) fn set_camera(&mut self, pane: usize, camera: Camera) {
        self.finish_transition();
        self.view.set_camera(self.pane_id(pane), camera);
    }

    pub(super) fn turn_camera_to(&mut self, preset: CameraPreset) {
        let front_yaw = self.documents.first.as_ref().map_or(0.0, |document| document.front_yaw);
        self.view.turn_to(self.pane_id(self.view.selected_pane), preset, front_yaw);
    }

    pub(super) fn frame(&mut self, framing: Framing) {
        self.view.frame(self.pane_id(self.view.selected_pane), framing);
    }

    pub(super) fn link_camera(&mut self, pane: usize, linked: bool) {
        if let Some(id) = self.pane_id(pane) {
            self.view.link(id, linked);
        }
    }

    pub(super) fn match_camera(&mut self, pane: usize) {
        self.view.match_to(self.pane_id(pane));
    }

    /// Frames with the camera's current direction. Another framing may have been requested in the meantime, or the
    /// camera turned.
    pub(super) fn take_framing(&mut self, framing: Framing, pane_size: [u32; 2]) {
        if self.view.frame == Some(framing) {
            self.view.camera = self.camera_for(pane_size);
            // The whole model or scene stays framed when the panes change, until the user moves the camera.
            self.view.frame = Some(framing).filter(|framing| *framing != Framing::Selection);
        }
    }

    pub(super) fn take_own_framing(&mut self, pane: usize, pane_size: [u32; 2]) {
        let Some(camera) = self.own_framing(pane, pane_size) else { return };
        let Some(id) = self.edit.panes.get(pane).map(|pane| pane.id) else { return };
        self.view.own_cameras.insert(id, camera);
        // Only a framed joint is not framed again when the panes change, as with the shared camera.
        if self.view.frame_own.get(&id) == Some(&Framing::Selection) {
            self.view.frame_own.remove(&id);
        }
    }
}
