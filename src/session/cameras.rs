//! The shared camera and the cameras of single panes.

use super::framing::Framing;
use super::state::State;
use crate::view::{Camera, CameraPreset};

impl State {
    pub(super) fn set_camera(&mut self, pane: usize, camera: Camera) {
        self.finish_transition();
        let id = self.edit.panes.get(pane).map(|pane| pane.id);
        match id.and_then(|id| Some((id, self.own_cameras.get_mut(&id)?))) {
            Some((id, own)) => {
                *own = camera;
                self.transient.frame_own.remove(&id);
            }
            None => {
                self.camera = camera;
                self.transient.frame = None;
            }
        }
    }

    pub(super) fn selected_own_camera(&mut self) -> Option<&mut Camera> {
        let id = self.edit.panes.get(self.transient.selected_pane)?.id;
        self.own_cameras.get_mut(&id)
    }

    pub(super) fn turn_camera_to(&mut self, preset: CameraPreset) {
        let front_yaw = self.document.as_ref().map_or(0.0, |document| document.front_yaw);
        match self.selected_own_camera() {
            Some(own) => own.turn_to(preset, front_yaw),
            None => self.camera.turn_to(preset, front_yaw),
        }
    }

    pub(super) fn frame(&mut self, framing: Framing) {
        let selected = self.edit.panes.get(self.transient.selected_pane).map(|pane| pane.id);
        match selected.filter(|id| self.own_cameras.contains_key(id)) {
            Some(own) => {
                self.transient.frame_own.insert(own, framing);
            }
            None => self.transient.frame = Some(framing),
        }
    }

    pub(super) fn link_camera(&mut self, pane: usize, linked: bool) {
        let camera = self.camera_of(pane);
        if let Some(pane) = self.edit.panes.get(pane) {
            if linked {
                self.own_cameras.remove(&pane.id);
                // Otherwise, the framing would be applied to the shared camera.
                self.transient.frame_own.remove(&pane.id);
            } else {
                self.own_cameras.insert(pane.id, camera);
            }
        }
    }

    pub(super) fn match_camera(&mut self, pane: usize) {
        self.camera = self.camera_of(pane);
        self.transient.frame = None;
        self.transient.frame_own.clear();
        self.own_cameras.values_mut().for_each(|camera| *camera = self.camera);
    }

    /// Frames with the camera's current direction. Another framing may have been requested in the meantime, or the
    /// camera turned.
    pub(super) fn take_framing(&mut self, framing: Framing, pane_size: [u32; 2]) {
        if self.transient.frame == Some(framing) {
            self.camera = self.camera_for(pane_size);
            // The whole model or scene stays framed when the panes change, until the user moves the camera.
            self.transient.frame = Some(framing).filter(|framing| *framing != Framing::Selection);
        }
    }

    pub(super) fn take_own_framing(&mut self, pane: usize, pane_size: [u32; 2]) {
        let Some(camera) = self.own_framing(pane, pane_size) else { return };
        let Some(id) = self.edit.panes.get(pane).map(|pane| pane.id) else { return };
        self.own_cameras.insert(id, camera);
        // Only a framed joint is not framed again when the panes change, as with the shared camera.
        if self.transient.frame_own.get(&id) == Some(&Framing::Selection) {
            self.transient.frame_own.remove(&id);
        }
    }
}
