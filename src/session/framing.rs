use crate::math::Bounds;
use crate::panes::{SceneView, Seen, Shot};

/// What to frame: requested by F, Home and scenes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Framing {
    /// The selected joint, or the whole model if none is selected.
    Selection,
    Model,
    /// This part of the scene, as the camera sees it.
    Box(Bounds),
    /// What a camera saw, from where it was or farther away.
    Shot(Shot),
}

impl Framing {
    /// What a scene's view frames. `bounds` is what [`SceneView::bounds`] returns.
    pub(super) fn of_view(view: &SceneView, bounds: Bounds) -> Self {
        match view.seen {
            Seen::Shot(shot) => Self::Shot(shot),
            Seen::Whole | Seen::Joint(_) | Seen::Box(..) => Self::Box(bounds),
        }
    }
}
