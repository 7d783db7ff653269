//! Access of a model to files other than its own.

use super::StampedFile;
use super::dropped::is_model;
use super::open::LARGEST_FILE;
use crate::import::ResourceReader;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Files that a model may read. By default, files in its own folder and the folders below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Access {
    /// Whether it may read files anywhere. Allowed for one run of the program, so never saved.
    #[serde(skip)]
    pub outside: bool,
    /// Files that the user gave together with the model, wherever they are. The model may refer to them by their names.
    pub beside: Vec<PathBuf>,
    /// Files in folders that the user gave. The model may refer to them by the end of their paths.
    pub in_folders: Vec<PathBuf>,
}

impl Access {
    /// Access to files anywhere, or only to those in the model's folder.
    pub fn outside_if(outside: bool) -> Self {
        Self { outside, ..Self::default() }
    }

    /// Whether it is access to the model's folder alone.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Reads the files that a .gltf refers to.
#[derive(Debug)]
pub struct FolderResources {
    /// The folder of the .gltf.
    folder: PathBuf,
    access: Access,
    /// Files that were read or found missing, as they were then.
    files: RefCell<Vec<StampedFile>>,
}

impl FolderResources {
    /// Reader for a .gltf in this folder.
    pub fn new(folder: &Path, access: Access) -> Self {
        Self { folder: folder.to_owned(), access, files: RefCell::default() }
    }

    /// Files that were read or found missing, as they were before that.
    pub fn into_files(self) -> Vec<StampedFile> {
        self.files.into_inner()
    }

    /// The file to which a relative path refers.
    fn find(&self, relative: &Path) -> Result<PathBuf, String> {
        if relative.is_absolute() || relative.has_root() {
            return Err("an absolute path; put the file beside the model and name it without folders".to_owned());
        }
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        // Follows links, so that a link that leads outside counts as outside.
        match folder.join(relative).canonicalize() {
            Ok(path) if self.access.outside => Ok(path),
            Ok(path) if folder.canonicalize().is_ok_and(|folder| path.starts_with(folder)) => Ok(path),
            Ok(path) if self.is_given(&path) => Ok(path),
            outside_or_missing => self.given(relative).ok_or_else(|| match outside_or_missing {
                Ok(_) => "it lies outside the model's folder; copy it there, or start skinscope with --allow-outside"
                    .to_owned(),
                Err(cause) if cause.kind() == ErrorKind::NotFound => {
                    "there is no such file; put it beside the model".to_owned()
                }
                Err(cause) => cause.to_string(),
            }),
        }
    }

    /// Whether the user gave this very file.
    fn is_given(&self, path: &Path) -> bool {
        let Access { beside, in_folders, .. } = &self.access;
        let mut named = beside.iter().chain(in_folders).filter(|given| given.file_name() == path.file_name());
        named.any(|given| given.canonicalize().is_ok_and(|given| given == path))
    }

    /// The file among those that the user gave to which a path refers.
    fn given(&self, relative: &Path) -> Option<PathBuf> {
        let name = relative.file_name()?;
        let Access { beside, in_folders, .. } = &self.access;
        let at_end = |path: &&PathBuf| path.ends_with(relative);
        // If several files have the name, one that is also in a folder of the right name wins.
        let named = || beside.iter().find(at_end).or_else(|| beside.iter().find(|path| path.file_name() == Some(name)));
        // Files next to another model belong to that model.
        let is_free = |path: &&PathBuf| !in_folders.iter().any(|one| is_model(one) && one.parent() == path.parent());
        let mut in_folders = in_folders.iter().filter(at_end).filter(is_free);
        let only = || in_folders.next().filter(|_| in_folders.next().is_none());
        named().or_else(only).cloned()
    }
}

impl ResourceReader for FolderResources {
    fn identity(&self, relative_path: &str) -> String {
        match self.find(Path::new(relative_path)) {
            Ok(path) => path.to_string_lossy().into_owned(),
            Err(_) => relative_path.to_owned(),
        }
    }

    fn read(&self, relative_path: &str) -> Result<Vec<u8>, String> {
        let found = self.find(Path::new(relative_path));
        let wanted = found.clone().unwrap_or_else(|_| self.folder.join(relative_path));
        self.files.borrow_mut().push(StampedFile::now(&wanted));
        let path = found?;
        let metadata = std::fs::metadata(&path).map_err(|cause| cause.to_string())?;
        if !metadata.is_file() {
            return Err("not a file".to_owned());
        }
        if metadata.len() > LARGEST_FILE {
            return Err("the file is larger than 4 GB".to_owned());
        }
        std::fs::read(&path).map_err(|cause| cause.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder `model` with `in/a.bin`, and `b.bin` next to it.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skinscope-access-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("model/in")).unwrap();
        std::fs::write(folder.join("model/in/a.bin"), "a").unwrap();
        std::fs::write(folder.join("b.bin"), "b").unwrap();
        folder
    }

    fn resources(folder: &Path, access: Access) -> FolderResources {
        FolderResources::new(&folder.join("model"), access)
    }

    #[test]
    fn only_files_below_the_folder_are_read_unless_asked() {
        let folder = folder("below");
        let closed = resources(&folder, Access::default());
        assert_eq!(closed.read("in/a.bin").unwrap(), b"a");
        assert_eq!(closed.read("in/../in/./a.bin").unwrap(), b"a");
        assert_eq!(closed.read("../model/in/a.bin").unwrap(), b"a", "it comes back");
        assert!(closed.read("../b.bin").unwrap_err().contains("--allow-outside"));
        assert!(closed.read(folder.join("model/in/a.bin").to_str().unwrap()).unwrap_err().contains("absolute"));
        assert_eq!(closed.identity("in/a.bin"), closed.identity("./in/../in//a.bin"), "read once");
        assert!(closed.read("in").unwrap_err().contains("not a file"));
        assert!(closed.read("none.bin").unwrap_err().contains("no such file"));
        let open = resources(&folder, Access { outside: true, ..Access::default() });
        assert_eq!(open.read("../b.bin").unwrap(), b"b");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_outside_is_outside() {
        let folder = folder("links");
        std::os::unix::fs::symlink("../b.bin", folder.join("model/link.bin")).unwrap();
        std::os::unix::fs::symlink("in/a.bin", folder.join("model/inner.bin")).unwrap();
        std::os::unix::fs::symlink("..", folder.join("model/up")).unwrap();
        let closed = resources(&folder, Access::default());
        assert!(closed.read("link.bin").unwrap_err().contains("outside"));
        assert!(closed.read("up/b.bin").unwrap_err().contains("outside"));
        assert_eq!(closed.read("inner.bin").unwrap(), b"a");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn files_given_with_the_model_are_read_by_their_name() {
        let folder = folder("beside");
        let beside = vec![folder.join("b.bin")];
        let given = resources(&folder, Access { beside: beside.clone(), ..Access::default() });
        assert_eq!(given.read("buffers/b.bin").unwrap(), b"b");
        assert_eq!(given.read("../b.bin").unwrap(), b"b");
        assert!(given.read("c.bin").is_err());
        // In folders, several files may have the name, and those next to another model belong to it.
        let in_folders = |names: &[&str]| {
            let in_folders = names.iter().map(|name| folder.join(name)).collect();
            resources(&folder, Access { in_folders, ..Access::default() })
        };
        let alone = in_folders(&["b.bin", "x/y.glb"]);
        assert_eq!(alone.read("b.bin").unwrap(), b"b");
        assert_eq!(alone.read("../b.bin").unwrap(), b"b", "where the model says it is");
        assert!(alone.read("buffers/b.bin").is_err());
        assert!(in_folders(&["b.bin", "x/b.bin"]).read("b.bin").is_err());
        assert!(in_folders(&["b.bin", "other.glb"]).read("b.bin").is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
