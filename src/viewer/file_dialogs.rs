use crate::session::FileRequest;
use std::path::PathBuf;

/// Shows the system's file dialog and returns a function that waits for the chosen path, see [`crate::session::ShowDialog`].
pub fn show(request: FileRequest, name: &str) -> Box<dyn FnOnce() -> Option<PathBuf> + Send> {
    let (kind, endings) = request.kind();
    let dialog = rfd::AsyncFileDialog::new().set_title(request.title()).add_filter(kind, endings);
    if request.saves() {
        let saved = dialog.set_file_name(name).save_file();
        Box::new(|| pollster::block_on(saved).map(|file| file.path().to_owned()))
    } else {
        let opened = dialog.pick_file();
        Box::new(|| pollster::block_on(opened).map(|file| file.path().to_owned()))
    }
}
