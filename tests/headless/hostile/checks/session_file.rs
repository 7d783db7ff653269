use super::assert_message;
use skinscope::files::{CenterStore, OpenedModel, PoseStore, open_model};
use skinscope::session::{GivenSettings, Restoring, SavedSession, Start, State};
use std::sync::{Arc, OnceLock};

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
    static OPENED: OnceLock<OpenedModel> = OnceLock::new();
    let opened = OPENED.get_or_init(|| open_model("cloth-9").unwrap()).clone();
    let saved_recent = saved.recent.clone();
    let start = Start {
        opened,
        second: None,
        twists: Vec::new(),
        overrides: Default::default(),
        limits: Default::default(),
        clip: None,
        last_pose: saved.models.first().cloned(),
        given: GivenSettings::default(),
        saved,
        restoring: Restoring::none(),
        recent: saved_recent,
        session: None,
        talk: None,
        scene: None,
        shows_demo: false,
        notice: None,
        allows_outside: false,
        center_store: CenterStore::none(),
        pose_store: PoseStore::none(),
    };
    let mut state = State::start(start, Arc::new(|| {}));
    assert!(!state.edit.panes.is_empty());
    state.refresh_pose();
    if let Some(error) = &state.transient.error {
        assert_message(&error.title);
        assert_message(&error.details);
    }
    true
}
