//! The program's own file dialog, for systems that have none.

use super::file_request::FileRequest;
use super::state::State;
use crate::files::{FolderEntry, list_folder};
use std::path::{Path, PathBuf};

/// An open file dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct FileBrowser {
    pub request: FileRequest,
    pub folder: PathBuf,
    /// The subfolders and the matching files of the folder.
    pub entries: Vec<FolderEntry>,
    /// The name of the file in the folder, or a path.
    pub name: String,
    /// Extension that a saved file gets if its name has none of its kind: the extension of the suggested name.
    extension: &'static str,
    /// Problem with the folder or the name.
    pub problem: Option<String>,
    /// Whether saving would replace an existing file, and the user has been asked.
    pub asks_to_replace: bool,
}

/// A step in the dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum BrowseStep {
    EnterFolder(PathBuf),
    SetName(String),
    /// Takes the named file, or enters the named folder. Replacing a file takes two of these.
    Accept,
    Cancel,
}

impl FileBrowser {
    fn new(request: FileRequest, folder: PathBuf, name: String) -> Self {
        let suggested = request.extension_of(Path::new(&name));
        let extension = suggested.or(request.kind().1.first().copied()).unwrap_or_default();
        let mut browser =
            Self { request, folder, entries: Vec::new(), name, extension, problem: None, asks_to_replace: false };
        browser.read_folder();
        browser
    }

    fn read_folder(&mut self) {
        let (_, extensions) = self.request.kind();
        (self.entries, self.problem) = match list_folder(&self.folder, extensions) {
            Ok(entries) => (entries, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
    }

    fn enter(&mut self, folder: PathBuf) {
        self.folder = folder;
        self.asks_to_replace = false;
        self.read_folder();
    }

    /// The chosen file. `None` if the dialog stays open.
    fn accept(&mut self) -> Option<PathBuf> {
        let name = self.name.trim();
        if name.is_empty() {
            self.problem = Some("Choose a file or enter its name".to_owned());
            return None;
        }
        let path = self.folder.join(name);
        if path.is_dir() {
            self.name.clear();
            self.enter(path);
            return None;
        }
        if !self.request.saves() {
            let exists = path.is_file();
            self.problem = (!exists).then(|| format!("File not found: {}", path.display()));
            return exists.then_some(path);
        }
        let path = self.request.with_extension(path, self.extension);
        if path.exists() && !self.asks_to_replace {
            self.asks_to_replace = true;
            return None;
        }
        Some(path)
    }
}

impl State {
    pub(super) fn open_browser(&mut self, request: FileRequest, name: String) {
        let beside_model = self.documents.first.as_ref().and_then(|document| match &document.origin {
            crate::files::ModelSource::File(path) => path.canonicalize().ok()?.parent().map(Path::to_owned),
            crate::files::ModelSource::Bundled(_) => None,
        });
        let folder = beside_model.or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from("/"));
        self.interface.file_browser = Some(FileBrowser::new(request, folder, name));
    }

    pub(super) fn browse(&mut self, step: BrowseStep) {
        let Some(browser) = &mut self.interface.file_browser else { return };
        match step {
            BrowseStep::EnterFolder(folder) => browser.enter(folder),
            BrowseStep::SetName(name) => {
                browser.name = name;
                (browser.problem, browser.asks_to_replace) = (None, false);
            }
            BrowseStep::Accept => {
                let request = browser.request;
                if let Some(path) = browser.accept() {
                    self.interface.file_browser = None;
                    self.apply(request.command(path));
                }
            }
            BrowseStep::Cancel => self.interface.file_browser = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skinscope-browser-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("models")).unwrap();
        std::fs::write(folder.join("models").join("man.glb"), "").unwrap();
        folder
    }

    #[test]
    fn a_file_is_opened_by_name_in_a_folder_that_was_entered_by_name() {
        let folder = folder("open");
        let mut browser = FileBrowser::new(FileRequest::OpenModel, folder.clone(), String::new());
        assert_eq!(browser.accept(), None);
        assert!(browser.problem.is_some());
        browser.name = "models".to_owned();
        assert_eq!(browser.accept(), None);
        assert_eq!((browser.folder.clone(), browser.entries.len()), (folder.join("models"), 1));
        browser.name = "woman.glb".to_owned();
        assert_eq!(browser.accept(), None);
        assert!(browser.problem.as_ref().is_some_and(|problem| problem.starts_with("File not found")));
        browser.name = "man.glb".to_owned();
        assert_eq!(browser.accept(), Some(folder.join("models/man.glb")));
        browser.enter(folder.join("nowhere"));
        assert!(browser.problem.is_some() && browser.entries.is_empty());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn saving_adds_the_extension_and_asks_before_it_replaces() {
        let folder = folder("save");
        let models = folder.join("models");
        let mut browser = FileBrowser::new(FileRequest::ExportRig, models.clone(), "new".to_owned());
        assert_eq!(browser.accept(), Some(models.join("new.glb")));
        browser.name = "man".to_owned();
        assert_eq!(browser.accept(), None);
        assert!(browser.asks_to_replace);
        assert_eq!(browser.accept(), Some(models.join("man.glb")));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_extension_is_that_of_the_suggested_name() {
        let folder = folder("extension");
        let mut browser = FileBrowser::new(FileRequest::SaveRecording, folder.clone(), "bar.turn.gif".to_owned());
        for (name, file) in [("mine", "mine.gif"), ("v1.2", "v1.2.gif"), ("mine.apng", "mine.apng"), ("A.GIF", "A.GIF")]
        {
            browser.name = name.to_owned();
            assert_eq!(browser.accept(), Some(folder.join(file)));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
