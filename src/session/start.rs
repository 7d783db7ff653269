use super::jobs::Loader;
use super::pose_library::PoseLibrary;
use super::state::State;
use crate::centers::CenterSettings;
use crate::files::{CenterStore, OpenedModel, PoseStore};
use crate::model::PoseOverrides;
use crate::rigging::TwistSplit;
use crate::skinning::SkinningSettings;
use crate::view::Theme;
use std::sync::Arc;

/// What a session shows first.
#[derive(Debug)]
pub struct Start {
    pub opened: OpenedModel,
    /// Bones that are split among twist joints.
    pub twists: Vec<TwistSplit>,
    /// A pose of the split model.
    pub overrides: PoseOverrides,
    /// Index of a clip, and the time within it in seconds.
    pub clip: Option<(usize, f32)>,
    /// Settings of the first pane. The others keep their methods and take the remaining settings.
    pub skinning: SkinningSettings,
    pub centers: CenterSettings,
    pub theme: Theme,
    pub center_store: CenterStore,
    pub pose_store: PoseStore,
}

impl State {
    /// Starts a session that shows this. `wake` is called from any thread when a background job has finished.
    pub fn start(start: Start, wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        let mut state = Self::new(start.skinning.method, start.theme, Loader::new(wake, start.center_store));
        state.library = PoseLibrary::in_store(start.pose_store);
        state.show_document(start.opened);
        for pane in &mut state.edit.panes {
            let method = pane.settings.skinning.method;
            pane.settings.skinning = SkinningSettings { method, ..start.skinning };
            pane.settings.centers = start.centers;
        }
        state.edit.twists = start.twists;
        state.refresh_rig();
        state.edit.overrides = start.overrides;
        if let Some((clip, seconds)) = start.clip {
            state.edit.clip = Some(clip);
            state.playback.time_seconds = seconds;
        }
        state.refresh_pose();
        state
    }
}
