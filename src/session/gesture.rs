//! What the mouse does from press to release, so that Escape can take all of it back.

use super::edit_state::EditState;
use super::pose_library::PoseBlend;
use super::state::{Framing, State};
use crate::model::Model;
use crate::view::Camera;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A button of the mouse is down.
pub struct Gesture {
    /// As all was when it went down; `None` once that was taken back, and the rest of the gesture counts for nothing.
    start: Option<Box<GestureStart>>,
}

struct GestureStart {
    model: Option<Arc<Model>>,
    edit: EditState,
    blend: Option<PoseBlend>,
    time_seconds: f32,
    camera: Camera,
    own_cameras: BTreeMap<u64, Camera>,
    framing: (Option<Framing>, Option<(u64, Framing)>),
    selected_joint: Option<u32>,
    also_selected: BTreeSet<u32>,
}

impl State {
    /// A button of the mouse goes down. A second one joins the gesture.
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
            framing: (self.transient.frame, self.transient.frame_own),
            selected_joint: self.transient.selected_joint,
            also_selected: self.transient.also_selected.clone(),
        };
        self.transient.gesture = Some(Gesture { start: Some(Box::new(start)) });
    }

    /// All buttons are up.
    pub fn end_gesture(&mut self) {
        self.transient.gesture = None;
    }

    /// Whether the gesture was taken back: until the buttons are up nothing answers the mouse.
    pub fn gesture_is_over(&self) -> bool {
        self.transient.gesture.as_ref().is_some_and(|gesture| gesture.start.is_none())
    }

    /// As if the button had never gone down.
    pub(super) fn cancel_gesture(&mut self) {
        let Some(start) = self.transient.gesture.as_mut().and_then(|gesture| gesture.start.take()) else { return };
        self.transient.gizmo_drag = None;
        // Another model came meanwhile: nothing of it is the gesture's.
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

    /// What the mouse still holds was of the model before: it is let go of.
    pub(super) fn drop_gesture(&mut self) {
        if let Some(gesture) = &mut self.transient.gesture {
            gesture.start = None;
        }
    }

    fn opened_model(&self) -> Option<Arc<Model>> {
        self.document.as_ref().map(|document| Arc::clone(&document.source))
    }
}
