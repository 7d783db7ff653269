//! Common setup for tests of sessions.

use super::loader::Loader;
use super::state::State;
use crate::files::{CenterStore, open_model};
use crate::skinning::SkinningMethod;
use crate::view::Theme;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// A loader without a cache, and a channel that signals when a job ends.
pub fn waking_loader() -> (Loader, Receiver<()>) {
    let (sender, woken) = channel();
    // The test may be over by then.
    let wake = Arc::new(move || {
        let _ = sender.send(());
    });
    (Loader::new(wake, CenterStore::none()), woken)
}

/// A state with a loader without a cache, and a channel that signals when a job ends.
pub fn waking_state() -> (State, Receiver<()>) {
    let (loader, woken) = waking_loader();
    (State::new(SkinningMethod::Lbs, Theme::Dark, loader), woken)
}

/// A state with this model open, after its first frame.
pub fn opened(model: &Path) -> (State, Receiver<()>) {
    let (mut state, woken) = waking_state();
    state.show_document(open_model(model).unwrap());
    state.settle_history();
    state.take_results();
    (state, woken)
}

/// A state that shows the bar in panes of a size.
pub fn bar_in_panes() -> State {
    let (mut state, _) = waking_state();
    state.show_document(open_model("bar").unwrap());
    state.interface.pane_pixels = [400, 300];
    state
}

/// Takes the results of jobs until a condition holds.
pub fn wait_until(state: &mut State, woken: &Receiver<()>, is_so: impl Fn(&State) -> bool) {
    let begun = std::time::Instant::now();
    loop {
        state.take_results();
        if is_so(state) {
            return;
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", state.documents.watching.problems());
        let _ = woken.recv_timeout(std::time::Duration::from_secs(5));
    }
}
