use crate::session::{DocumentsKey, HandKey, Interface, JobsKey, Playback, Selection, State, TalkKey, View};

/// The values that require another frame when they change: the parts of the state, or the keys of those that are large.
#[derive(PartialEq)]
pub struct Fingerprint {
    documents: DocumentsKey,
    edit_generation: u64,
    pose_generation: u64,
    view: View,
    playback: Playback,
    selection: Selection,
    hand: HandKey,
    talk: TalkKey,
    jobs: JobsKey,
    interface: Interface,
    restores: bool,
}

impl Fingerprint {
    /// The values of a state.
    pub fn of(state: &State) -> Self {
        Self {
            documents: state.documents.key(),
            edit_generation: state.edit_generation,
            pose_generation: state.pose_generation,
            view: state.view.clone(),
            playback: state.playback,
            selection: state.selection.clone(),
            hand: state.hand.key(),
            talk: state.talk.key(),
            jobs: state.jobs.key(),
            interface: state.interface.clone(),
            restores: state.restoring.is_enabled(),
        }
    }
}
