use super::baking::BakeDesk;
use super::before::BeforeDesk;
use super::clip_check::{ClipChoice, ClipDesk};
use super::figures::FiguresDesk;
use super::interface::WindowRequest;
use super::loader::Loader;
use super::mending::MendDesk;
use super::pictures::PictureDesk;
use super::preview::PreviewDesk;
use super::recording::Recording;
use super::stored_cost::StoredCostDesk;
use super::stress::StressDesk;
use std::collections::VecDeque;

/// Work that goes on beside the window.
pub struct Jobs {
    /// Files and dialogs.
    pub loader: Loader,
    /// Figures of the shown skins, computed in the background.
    pub figures: FiguresDesk,
    /// Vertices where the skin deforms worst, computed in the background on request.
    pub stress: StressDesk,
    /// What happens in the frames of the clips, computed in the background on request.
    pub clips: ClipDesk,
    /// What would mend a joint, computed in the background.
    pub mending: MendDesk,
    /// What changed since a model was pinned as before, computed in the background.
    pub before: BeforeDesk,
    /// A remedy that is prepared to be looked at, on request.
    pub preview: PreviewDesk,
    /// What it costs that a pane stores less of its skin, computed in the background.
    pub stored_cost: StoredCostDesk,
    /// Pictures for the clipboard and for files, drawn in the background on request.
    pub pictures: PictureDesk,
    /// The look of a pane that becomes a rig, on request.
    pub baking: BakeDesk,
    /// A recording in progress.
    pub recording: Option<Recording>,
    /// Requests that the window handles next, in order.
    pub window_requests: VecDeque<WindowRequest>,
}

/// Differs when a job that the window shows starts, ends or is set up otherwise. A job in progress draws the window by
/// itself.
#[derive(Clone, Debug, PartialEq)]
pub struct JobsKey {
    opens: bool,
    figures_failed: bool,
    stress: (super::stress::StressChoice, bool, String),
    clips: (ClipChoice, bool),
    compares_before: bool,
    finds_remedies: bool,
    prepares_preview: bool,
    finds_cost: bool,
    draws_picture: bool,
    bakes: bool,
    records: bool,
}

impl Jobs {
    /// Nothing to do yet. Jobs wake the window by the loader's function.
    pub fn new(loader: Loader) -> Self {
        Self {
            figures: FiguresDesk::new(loader.wake()),
            stress: StressDesk::new(loader.wake()),
            clips: ClipDesk::new(loader.wake()),
            mending: MendDesk::new(loader.wake()),
            before: BeforeDesk::new(loader.wake()),
            preview: PreviewDesk::new(loader.wake()),
            stored_cost: StoredCostDesk::new(loader.wake()),
            pictures: PictureDesk::new(loader.wake()),
            baking: BakeDesk::new(loader.wake()),
            loader,
            recording: None,
            window_requests: VecDeque::new(),
        }
    }

    /// Takes the oldest request of a kind.
    pub fn take_request(&mut self, is_wanted: impl Fn(&WindowRequest) -> bool) -> Option<WindowRequest> {
        let index = self.window_requests.iter().position(is_wanted)?;
        self.window_requests.remove(index)
    }

    pub fn key(&self) -> JobsKey {
        // All fields by name, so that the compiler asks about a new one. The window looks at its requests by itself.
        let Self {
            loader,
            figures,
            stress,
            clips,
            mending,
            before,
            preview,
            stored_cost,
            pictures,
            baking,
            recording,
            window_requests: _,
        } = self;
        JobsKey {
            opens: loader.opening.is_running(),
            figures_failed: figures.figures_failed() || figures.sweep_failed(),
            stress: (stress.choice, stress.fraction().is_some(), stress.search.clone()),
            clips: (clips.choice, clips.fraction().is_some()),
            compares_before: before.fraction().is_some(),
            finds_remedies: mending.is_running(),
            prepares_preview: preview.is_running(),
            finds_cost: stored_cost.is_running(),
            draws_picture: pictures.is_drawing(),
            bakes: baking.is_running(),
            records: recording.is_some(),
        }
    }
}
