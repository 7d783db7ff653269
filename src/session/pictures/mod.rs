//! Pictures of the panes for the clipboard and for files. The session determines their contents; the window draws them.

mod desk;
mod options;
mod order;
#[cfg(test)]
mod tests;

pub use desk::{DrawPicture, PictureDesk, PictureGoal, PictureResult, RawPicture};
pub use options::{PictureOf, PictureOptions, PictureSize};
pub use order::{NoPicture, PictureOrder};

use super::file_commands::saved_text;
use super::file_request::FileRequest;
use super::interface::WindowRequest;
use super::state::State;
use std::path::Path;

/// Sizes of the panes in the window. [`super::Command::NoteShownPanes`] updates them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownPanes {
    /// Size of all panes together.
    pub all_pixels: [u32; 2],
    pub panes: Vec<PanePixels>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PanePixels {
    /// Size with the header.
    pub pixels: [u32; 2],
    /// Size without the header.
    pub picture_pixels: [u32; 2],
}

impl State {
    /// Draws a picture of the panes, in the background.
    pub(super) fn draw_picture(&mut self, options: &PictureOptions, goal: PictureGoal) {
        if self.jobs.pictures.is_drawing() {
            return self
                .notify_of_picture("A picture is still being drawn. Wait for it, or cancel it.".to_owned(), None);
        }
        match self.picture_order(options) {
            Ok(order) => self.jobs.pictures.start(order, goal),
            Err(error) => self.show_picture_error(&goal, error.to_string()),
        }
    }

    pub(super) fn save_picture(&mut self, path: &Path) {
        let options = self.interface.settings.picture;
        match FileRequest::SavePicture.complete(path, "png") {
            Ok(path) => self.draw_picture(&options, PictureGoal::File(path)),
            Err(details) => self.show_picture_error(&PictureGoal::File(path.to_owned()), details),
        }
    }

    pub(super) fn cancel_picture(&mut self) {
        self.jobs.pictures.cancel();
    }

    /// Takes a picture that was drawn since the last call.
    pub(super) fn take_picture(&mut self) {
        let pixels = |[width, height]: [u32; 2]| format!("{width} x {height} pixels");
        match self.jobs.pictures.poll() {
            None => {}
            Some(PictureResult::Copied(picture)) => {
                let text = self.with_left_out(format!("Copied a picture, {}", pixels(picture.size)));
                self.notify_of_picture(text, None);
                self.jobs.window_requests.push_back(WindowRequest::CopyPicture(picture));
            }
            Some(PictureResult::Saved { path, size }) => {
                let text = self.with_left_out(saved_text(&path, &pixels(size)));
                self.notify_of_picture(text, Some(&path));
                self.close_if_saved();
            }
            Some(PictureResult::Canceled) => {
                self.notify_of_picture("The picture was canceled. Nothing was written.".to_owned(), None);
                self.stay_open_after_failure();
            }
            Some(PictureResult::Failed { goal, details }) => {
                self.show_picture_error(&goal, details);
                self.stay_open_after_failure();
            }
        }
    }

    fn show_picture_error(&mut self, goal: &PictureGoal, details: String) {
        let verb = if *goal == PictureGoal::Clipboard { "copy" } else { "save" };
        let title = format!("Could not {verb} the picture");
        match self.talk.stage {
            // No card covers what the audience sees.
            Some(_) => self.notify_of_picture(format!("{title}. {details}"), None),
            None => self.show_error(title, details),
        }
    }
}
