use super::assert_message;
use skinscope::files::{CenterStore, ModelSource, OpenOptions, PoseStore};
use skinscope::session::{FirstModel, Restoring, SavedSession, Start, State};
use std::sync::Arc;

/// The file of the last session: refused in one line, or a session that starts and that is written and read again.
pub fn session_file(bytes: &[u8]) -> bool {
    let saved = match SavedSession::parse(bytes) {
        Ok(saved) => saved,
        Err(error) => return assert_message(&error.to_string()),
    };
    let written = serde_json::to_vec(&saved).unwrap();
    if let Err(error) = SavedSession::parse(&written) {
        panic!("what was written is not read: {error}: {}", String::from_utf8_lossy(&written));
    }
    let first = FirstModel::at_rest(ModelSource::named("cloth-9"), OpenOptions::default());
    let saved_recent = saved.recent.clone();
    let start = Start {
        first: FirstModel { last_pose: saved.models.first().cloned(), ..first },
        saved,
        restoring: Restoring::none(),
        recent: saved_recent,
        talk: None,
        notice: None,
        allows_outside: false,
        center_store: CenterStore::none(),
        pose_store: PoseStore::none(),
    };
    let (sender, woken) = std::sync::mpsc::channel();
    let wake = move || {
        let _ = sender.send(());
    };
    let mut state = State::start(start, Arc::new(wake));
    state.jobs.loader.prepare_with(Arc::new(|_, _| {}));
    while state.jobs.loader.opening.is_running() {
        woken.recv().unwrap();
        state.take_results();
    }
    assert!(!state.edit.panes.is_empty());
    state.refresh_pose();
    if let Some(error) = &state.interface.error {
        assert_message(&error.title);
        assert_message(&error.details);
    }
    true
}
