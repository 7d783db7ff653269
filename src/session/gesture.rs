//! Mouse gestures from press to release, so that Escape can revert a whole gesture.

use super::edit_state::EditState;
use super::framing::Framing;
use super::pose_library::PoseBlend;
use super::state::State;
use crate::model::Model;
use crate::view::Camera;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A mouse gesture in progress.
pub struct Gesture {
    /// The state at the press. `None` once it was reverted; the rest of the gesture is then ignored.
    start: Option<Box<GestureStart>>,
}

struct GestureStart {
    model: Option<Arc<Model>>,
    edit: EditState,
    blend: Option<PoseBlend>,
    time_seconds: f32,
    camera: Camera,
    own_cameras: BTreeMap<u64, Camera>,
    framing: (Option<Framing>, BTreeMap<u64, Framing>),
    selected_joint: Option<u32>,
    also_selected: BTreeSet<u32>,
}

impl State {
    /// Handles a mouse button press. A second button joins the gesture.
    pub fn begin_gesture(&mut self) {
        if self.transient.gesture.is_some() {
            return;
        }
        let start = GestureStart {
            model: self.opened_model(),
            edit: self.edit.clone(),
            blend: self.transient.blend.clone(),
            time_seconds: self.playback.time_seconds,
            camera: self.camera,
            own_cameras: self.own_cameras.clone(),
            framing: (self.transient.frame, self.transient.frame_own.clone()),
            selected_joint: self.transient.selected_joint,
            also_selected: self.transient.also_selected.clone(),
        };
        self.transient.gesture = Some(Gesture { start: Some(Box::new(start)) });
    }

    /// Handles the release of all buttons.
    pub fn end_gesture(&mut self) {
        self.transient.gesture = None;
    }

    /// Whether the gesture was reverted. Nothing responds to the mouse until the buttons are up.
    pub fn gesture_is_over(&self) -> bool {
        self.transient.gesture.as_ref().is_some_and(|gesture| gesture.start.is_none())
    }

    /// Restores the state from before the press.
    pub(super) fn cancel_gesture(&mut self) {
        let Some(start) = self.transient.gesture.as_mut().and_then(|gesture| gesture.start.take()) else { return };
        self.transient.gizmo_drag = None;
        self.transient.held_centers = None;
        // If another model was opened in the meantime, there is nothing to restore.
        let same_model = match (&start.model, &self.opened_model()) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        if !same_model {
            return;
        }
        self.camera = start.camera;
        self.own_cameras = start.own_cameras;
        (self.transient.frame, self.transient.frame_own) = start.framing;
        if !self.playback.playing {
            self.playback.time_seconds = start.time_seconds;
        }
        self.transient.blend = start.blend;
        self.restore(start.edit);
        self.transient.selected_joint = start.selected_joint;
        self.transient.also_selected = start.also_selected;
    }

    /// Releases everything of the previous model that the mouse still holds.
    pub(super) fn drop_gesture(&mut self) {
        if let Some(gesture) = &mut self.transient.gesture {
            gesture.start = None;
        }
    }

    fn opened_model(&self) -> Option<Arc<Model>> {
        self.document.as_ref().map(|document| Arc::clone(&document.source))
    }
}
