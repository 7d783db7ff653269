//! Mouse gestures from press to release, so that Escape can revert a whole gesture.

use super::edit_state::EditState;
use super::pose_library::PoseBlend;
use super::preview::Preview;
use super::selection::Selection;
use super::state::State;
use super::view::View;
use crate::model::Model;
use std::sync::Arc;

/// A mouse gesture in progress.
pub struct Gesture {
    /// The state at the press. `None` once it was reverted; the rest of the gesture is then ignored.
    start: Option<Box<GestureStart>>,
}

struct GestureStart {
    model: Option<Arc<Model>>,
    edit: EditState,
    /// The preview that a pane of `edit` showed.
    preview: Option<Preview>,
    view: View,
    selection: Selection,
    blend: Option<PoseBlend>,
    time_seconds: f32,
}

impl Gesture {
    /// Forgets the start, when another model is shown.
    pub(super) fn forget(&mut self) {
        self.start = None;
    }

    /// Whether it was reverted.
    fn is_over(&self) -> bool {
        self.start.is_none()
    }
}

impl State {
    /// Handles a mouse button press. A second button joins the gesture.
    pub fn begin_gesture(&mut self) {
        if self.hand.gesture.is_some() {
            return;
        }
        let start = GestureStart {
            model: self.opened_model(),
            edit: self.edit.clone(),
            preview: self.shown_preview().cloned(),
            view: self.view.clone(),
            selection: self.selection.clone(),
            blend: self.interface.blend.clone(),
            time_seconds: self.playback.time_seconds,
        };
        self.hand.gesture = Some(Gesture { start: Some(Box::new(start)) });
    }

    /// Handles the release of all buttons.
    pub fn end_gesture(&mut self) {
        self.hand.gesture = None;
    }

    /// Whether the gesture was reverted. Nothing responds to the mouse until the buttons are up.
    pub fn gesture_is_over(&self) -> bool {
        self.hand.gesture.as_ref().is_some_and(Gesture::is_over)
    }

    /// Restores the state from before the press.
    pub(super) fn cancel_gesture(&mut self) {
        let Some(start) = self.hand.gesture.as_mut().and_then(|gesture| gesture.start.take()) else { return };
        self.hand.gizmo_drag = None;
        self.hand.held_centers = None;
        // If another model was opened in the meantime, there is nothing to restore.
        let same_model = match (&start.model, &self.opened_model()) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        if !same_model {
            return;
        }
        if !self.playback.playing {
            self.playback.time_seconds = start.time_seconds;
        }
        self.interface.blend = start.blend;
        // A preview of then may be over.
        let edit =
            match start.preview.filter(|preview| !self.shown_preview().is_some_and(|_| preview.is_in(&self.edit))) {
                Some(preview) => preview.left_out_of(&start.edit),
                None => start.edit,
            };
        self.restore(edit);
        // Their joints are those of the restored split.
        self.view = start.view;
        self.selection = start.selection;
        // A second model may have come in the meantime.
        let pinned = self.selection.pinned.take();
        self.selection.pinned = pinned.filter(|pinned| self.has_vertex(pinned.model, pinned.vertex_id));
    }

    fn opened_model(&self) -> Option<Arc<Model>> {
        self.documents.first.as_ref().map(|document| Arc::clone(&document.source))
    }
}
