//! Choice of the file to open if several files and folders are given at once.

use super::{Access, ModelSource};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// Choice among the given files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenFiles {
    pub source: ModelSource,
    /// Access to the other files, to which the model may refer.
    pub access: Access,
    /// Number of models that are not opened.
    pub other_models: usize,
}

/// Most entries of folders that are examined, and greatest depth.
const MOST_ENTRIES: usize = 10_000;
const DEEPEST: usize = 6;

/// Chooses what to open among files and folders: the first given model; in folders, the model nearest to the top, then
/// the first by path. Without a model, an archive or session in the same order; without these, the first file that was
/// given itself. `None` if there is nothing to open.
pub fn given_files(paths: &[PathBuf]) -> Option<GivenFiles> {
    let (folders, beside): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(|path| path.is_dir());
    let beside: Vec<PathBuf> = beside.into_iter().cloned().collect();
    let in_folders = files_in(folders);
    let all = || beside.iter().chain(&in_folders);
    let models = || all().filter(|path| is_model(path));
    let others = || all().filter(|path| is_visible(path) && ends_in(path, &["zip", "skinscope"]));
    let opened = models().next().or_else(|| others().next()).or(beside.first())?.clone();
    let other_models = models().count().saturating_sub(1);
    let without_it = |files: &[PathBuf]| files.iter().filter(|file| **file != opened).cloned().collect();
    let access = Access { beside: without_it(&beside), in_folders: without_it(&in_folders), outside: false };
    Some(GivenFiles { source: ModelSource::File(opened), access, other_models })
}

/// Files in folders, with those nearer to the top first. Links are not followed: they may lead anywhere.
fn files_in(folders: Vec<&PathBuf>) -> Vec<PathBuf> {
    let mut left = MOST_ENTRIES;
    let mut files = Vec::new();
    let mut waiting: VecDeque<(PathBuf, usize)> = folders.into_iter().map(|folder| (folder.clone(), 0)).collect();
    while let Some((folder, depth)) = waiting.pop_front() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut entries: Vec<_> = entries.flatten().take(left).collect();
        left -= entries.len();
        entries.sort_by_key(std::fs::DirEntry::path);
        for entry in entries {
            match entry.file_type() {
                Ok(kind) if kind.is_file() => files.push(entry.path()),
                Ok(kind) if kind.is_dir() && depth < DEEPEST => waiting.push_back((entry.path(), depth + 1)),
                _ => {}
            }
        }
    }
    files
}

/// Whether a file is a model by its name. On some disks macOS puts a file of another kind next to each file, with a
/// name that begins with a dot.
pub(super) fn is_model(path: &Path) -> bool {
    is_visible(path) && ends_in(path, &["gltf", "glb", "vrm"])
}

fn is_visible(path: &Path) -> bool {
    path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'))
}

fn ends_in(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|extension| extensions.iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// A folder with empty files.
    fn folder(names: &[&str]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        folder
    }

    fn opened(given: Option<GivenFiles>) -> PathBuf {
        match given.unwrap().source {
            ModelSource::File(path) => path,
            ModelSource::Bundled(name) => panic!("{name}"),
        }
    }

    #[test]
    fn a_model_that_was_given_itself_comes_first_with_the_other_files_beside_it() {
        let folder = folder(&["a/z.gltf", "a/z.bin", "other.bin", "note.txt", "in/0.glb"]);
        let at = |name: &str| folder.path().join(name);
        let given = given_files(&[at("in"), at("note.txt"), at("other.bin"), at("a/z.gltf")]).unwrap();
        assert_eq!(given.source, ModelSource::File(at("a/z.gltf")));
        assert_eq!(given.access.beside, [at("note.txt"), at("other.bin")]);
        assert_eq!((given.access.in_folders, given.other_models), (vec![at("in/0.glb")], 1));
        assert_eq!(opened(given_files(&[at("note.txt")])), at("note.txt"));
    }

    #[test]
    fn in_a_folder_the_model_nearest_to_the_top_is_opened() {
        let folder = folder(&["a/deep/0.glb", "b/._m.gltf", "b/m.gltf", "b/n.vrm", "c/m.bin", ".DS_Store"]);
        let at = |name: &str| folder.path().join(name);
        let given = given_files(&[folder.path().to_owned()]).unwrap();
        assert_eq!(given.source, ModelSource::File(at("b/m.gltf")));
        assert_eq!(given.other_models, 2, "the twin of macOS is none");
        assert!(given.access.in_folders.contains(&at("c/m.bin")) && given.access.beside.is_empty());
    }

    #[test]
    fn without_a_model_it_is_an_archive_or_a_session() {
        let folder = folder(&["readme.txt", "pack.zip", "in/.DS_Store", "in/mine.skinscope", "none/.DS_Store"]);
        let at = |name: &str| folder.path().join(name);
        assert_eq!(opened(given_files(&[at("readme.txt"), at("pack.zip")])), at("pack.zip"));
        assert_eq!(opened(given_files(&[at("in")])), at("in/mine.skinscope"));
        assert_eq!(given_files(&[at("none")]), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_folder_are_not_followed() {
        let folder = folder(&["secret.bin", "given/a.gltf"]);
        std::os::unix::fs::symlink("../secret.bin", folder.path().join("given/skin.bin")).unwrap();
        std::os::unix::fs::symlink("..", folder.path().join("given/up")).unwrap();
        let given = given_files(&[folder.path().join("given")]).unwrap();
        assert_eq!((given.access, given.other_models), (Access::default(), 0));
    }
}
