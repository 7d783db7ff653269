//! Common setup for tests of sessions.

use super::loader::Loader;
use super::state::State;
use crate::files::CenterStore;
use crate::skinning::SkinningMethod;
use crate::view::Theme;
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
