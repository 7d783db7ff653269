//! Saving the sweep as a plot. The session determines the file; the window draws the plot.

use super::file_commands::saved_text;
use super::file_request::FileRequest;
use super::interface::WindowRequest;
use super::state::State;
use crate::math::counted;
use std::path::Path;

impl State {
    pub(super) fn save_plot(&mut self, path: &Path) {
        if self.jobs.figures.sweep().is_none_or(|sweep| sweep.curves.is_empty()) {
            let details = "No sweep is shown. Select a joint of the skin first.".to_owned();
            return self.show_error(COULD_NOT_SAVE.to_owned(), details);
        }
        match FileRequest::SavePlot.complete(path, "svg") {
            Ok(path) => self.jobs.window_requests.push_back(WindowRequest::SavePlot(path)),
            Err(details) => self.show_error(COULD_NOT_SAVE.to_owned(), details),
        }
    }

    /// Reports how the plot was saved: the number of curves, or the error.
    pub fn finish_plot(&mut self, path: &Path, saved: Result<usize, String>) {
        match saved {
            Ok(curves) => self.notify(saved_text(path, &counted(curves, "curve", "curves")), Some(path)),
            Err(details) => self.show_error(COULD_NOT_SAVE.to_owned(), details),
        }
    }
}

const COULD_NOT_SAVE: &str = "Could not save the plot";
