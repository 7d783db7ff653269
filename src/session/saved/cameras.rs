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
        let edit = state.edit_to_keep();
        let panes = edit.panes.iter().enumerate();
        Self {
            shared: Some(state.view.camera).filter(|camera| state.view.frame.is_none() && camera.is_sound()),
            of_panes: panes
                .filter_map(|(index, pane)| Some((index, *state.view.own_cameras.get(&pane.id)?)))
                .filter(|(_, camera)| camera.is_sound())
                .collect(),
        }
    }
}

impl State {
    /// Restores the last cameras. Those that cannot be are left out.
    pub(super) fn restore_cameras(&mut self, cameras: &Cameras) {
        if let Some(camera) = cameras.shared.filter(Camera::is_sound) {
            self.view.camera = camera;
            self.view.frame = None;
        }
        for (index, camera) in cameras.of_panes.iter().filter(|(_, camera)| camera.is_sound()) {
            if let Some(pane) = self.edit.panes.get(*index) {
                self.view.own_cameras.insert(pane.id, *camera);
            }
        }
    }

    /// Restores the selected joint and the isolated skin of a scene, except for joints that the model no longer has.
    pub(super) fn restore_selection(&mut self, scene: &Scene) {
        let Some(document) = self.documents.first.clone() else { return };
        let skeleton = &document.model.skeleton;
        self.selection.joint = scene.joint.as_ref().and_then(|joint| skeleton.find(joint).ok());
        let roots: Vec<u32> = scene.isolated.iter().filter_map(|joint| skeleton.find(joint).ok()).collect();
        let part = SkinPart::of_branches(&document.model, &roots);
        if !roots.is_empty() && !part.is_empty() {
            self.view.isolation = Some(Isolation { roots, part: Arc::new(part) });
        }
    }
}
