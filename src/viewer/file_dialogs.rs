use crate::session::FileQuestion;
use std::path::PathBuf;

/// Shows the system's file dialog and returns a function that waits for its answer, see [`crate::session::ShowDialog`].
pub fn show(question: FileQuestion, name: &str) -> Box<dyn FnOnce() -> Option<PathBuf> + Send> {
    let (kind, endings) = question.kind();
    let dialog = rfd::AsyncFileDialog::new().set_title(question.title()).add_filter(kind, endings);
    if question.saves() {
        let saved = dialog.set_file_name(name).save_file();
        Box::new(|| pollster::block_on(saved).map(|file| file.path().to_owned()))
    } else {
        let opened = dialog.pick_file();
        Box::new(|| pollster::block_on(opened).map(|file| file.path().to_owned()))
    }
}
