use super::super::isolation::Isolation;
use super::super::state::State;
use crate::model::SkinPart;
use crate::panes::Scene;
use crate::view::Camera;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The cameras of a model as the user left them, in full precision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Cameras {
    /// Shared camera; `None` if the whole model was framed, which depends on the window.
    shared: Option<Camera>,
    /// Cameras of single panes, with the index of the pane.
    of_panes: Vec<(usize, Camera)>,
}

impl Cameras {
    pub fn of(state: &State) -> Self {
        let panes = state.edit.panes.iter().enumerate();
        Self {
            shared: Some(state.camera).filter(|camera| state.transient.frame.is_none() && camera.is_sound()),
            of_panes: panes
                .filter_map(|(index, pane)| Some((index, *state.own_cameras.get(&pane.id)?)))
                .filter(|(_, camera)| camera.is_sound())
                .collect(),
        }
    }
}

impl State {
    /// Restores the last cameras. Those that cannot be are left out.
    pub(super) fn restore_cameras(&mut self, cameras: &Cameras) {
        if let Some(camera) = cameras.shared.filter(Camera::is_sound) {
            self.camera = camera;
            self.transient.frame = None;
        }
        for (index, camera) in cameras.of_panes.iter().filter(|(_, camera)| camera.is_sound()) {
            if let Some(pane) = self.edit.panes.get(*index) {
                self.own_cameras.insert(pane.id, *camera);
            }
        }
    }

    /// Restores the selected joint and the isolated skin of a scene, except for joints that the model no longer has.
    pub(super) fn restore_selection(&mut self, scene: &Scene) {
        let Some(document) = self.document.clone() else { return };
        let skeleton = &document.model.skeleton;
        self.transient.selected_joint = scene.joint.as_ref().and_then(|joint| skeleton.find(joint).ok());
        let roots: Vec<u32> = scene.isolated.iter().filter_map(|joint| skeleton.find(joint).ok()).collect();
        let part = SkinPart::of_branches(&document.model, &roots);
        if !roots.is_empty() && !part.is_empty() {
            self.transient.isolation = Some(Isolation { roots, part: Arc::new(part) });
        }
    }
}
