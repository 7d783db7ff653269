use super::super::document::Document;
use super::super::isolation::Isolation;
use super::super::state::State;
use crate::model::SkinPart;
use crate::view::Camera;
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The cameras, selected joint and isolated skin of a model when it was last shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SavedView {
    /// Shared camera; `None` if the whole model was framed, which depends on the window.
    camera: Option<SavedCamera>,
    /// Cameras of single panes, with the index of the pane.
    of_panes: Vec<(usize, SavedCamera)>,
    joint: Option<String>,
    /// Joints whose skin is shown alone. Empty for all skin.
    isolated: Vec<String>,
}

/// A camera, with angles in radians and lengths in scene units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct SavedCamera {
    target: [f32; 3],
    yaw: f32,
    pitch: f32,
    distance: f32,
    fov: f32,
}

impl SavedCamera {
    fn of(camera: &Camera) -> Self {
        let Camera { target, yaw, pitch, distance, fov } = *camera;
        Self { target: target.to_array(), yaw, pitch, distance, fov }
    }

    /// The camera. `None` if the file has values that no camera can have.
    fn camera(self) -> Option<Camera> {
        let Self { target, yaw, pitch, distance, fov } = self;
        let camera = Camera { target: Vec3::from_array(target), yaw, pitch, distance, fov };
        let is_sound = camera.target.is_finite()
            && yaw.is_finite()
            && pitch.abs() <= std::f32::consts::FRAC_PI_2 + 1e-3
            && (1e-9..=1e12).contains(&distance)
            && (1e-3..3.0).contains(&fov);
        is_sound.then_some(camera)
    }
}

impl SavedView {
    pub fn of(state: &State, document: &Document) -> Self {
        let skeleton = &document.model.skeleton;
        let panes = state.edit.panes.iter().enumerate();
        let own = panes.filter_map(|(index, pane)| Some((index, SavedCamera::of(state.own_cameras.get(&pane.id)?))));
        let isolation = state.transient.isolation.as_ref();
        Self {
            camera: state.transient.frame.is_none().then(|| SavedCamera::of(&state.camera)),
            of_panes: own.collect(),
            joint: state.transient.selected_joint.map(|joint| skeleton.address(joint)),
            isolated: isolation.iter().flat_map(|shown| &shown.roots).map(|root| skeleton.address(*root)).collect(),
        }
    }
}

impl State {
    /// Restores the last view of the open model, except for parts that the model no longer has.
    pub(super) fn restore_view(&mut self, view: &SavedView) {
        let Some(document) = self.document.clone() else { return };
        let skeleton = &document.model.skeleton;
        if let Some(camera) = view.camera.and_then(SavedCamera::camera) {
            self.camera = camera;
            self.transient.frame = None;
        }
        for (index, camera) in &view.of_panes {
            if let (Some(pane), Some(camera)) = (self.edit.panes.get(*index), camera.camera()) {
                self.own_cameras.insert(pane.id, camera);
            }
        }
        self.transient.selected_joint = view.joint.as_ref().and_then(|joint| skeleton.find(joint).ok());
        let roots: Vec<u32> = view.isolated.iter().filter_map(|joint| skeleton.find(joint).ok()).collect();
        let part = SkinPart::of_branches(&document.model, &roots);
        if !roots.is_empty() && !part.is_empty() {
            self.transient.isolation = Some(Isolation { roots, part: Arc::new(part) });
        }
    }
}
