use crate::math::Bounds;
use crate::panes::{SceneView, Seen, Shot};

/// The target of a framing, requested by F, Home and scenes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Framing {
    /// The selected joint, or the whole model if none is selected.
    Selection,
    Model,
    /// This part of the scene, in the camera's current direction.
    Box(Bounds),
    /// The view of an earlier camera, from its position or farther away.
    Shot(Shot),
}

impl Framing {
    /// The framing of a scene's view. `bounds` is the result of [`SceneView::bounds`].
    pub(super) fn of_view(view: &SceneView, bounds: Bounds) -> Self {
        match view.seen {
            Seen::Shot(shot) => Self::Shot(shot),
            Seen::Whole | Seen::Joint(_) | Seen::Box(..) => Self::Box(bounds),
        }
    }
}
