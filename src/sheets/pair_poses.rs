use super::sheet::PaneView;
use crate::model::Pose;
use crate::panes::{PaneSettings, ScenePair};
use crate::view::Camera;

/// The poses of a scene's models at one moment.
#[derive(Clone, Debug)]
pub struct PairPoses {
    first: Pose,
    second: Option<Pose>,
}

impl PairPoses {
    /// Derives the poses. `pose` belongs to the first model.
    pub fn new(pose: Pose, pair: Option<&ScenePair>) -> Self {
        Self { second: pair.map(|pair| pair.pose(&pose)), first: pose }
    }

    /// Pose of the first model.
    pub fn first(&self) -> &Pose {
        &self.first
    }

    /// Pose of the second model. `None` if the scene has one model.
    pub fn second(&self) -> Option<&Pose> {
        self.second.as_ref()
    }

    /// A pane's view at this moment, without marks and notes.
    pub fn view(&self, pane: &PaneSettings, camera: Camera) -> PaneView<'_> {
        let Some(second) = &self.second else { return PaneView::new(&self.first, camera) };
        let [own, other] = if pane.model.is_first() { [&self.first, second] } else { [second, &self.first] };
        PaneView { pose_beside: Some(other), ..PaneView::new(own, camera) }
    }
}
