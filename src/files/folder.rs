use super::FileError;
use std::path::{Path, PathBuf};

/// A folder or a file in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// Name for display. Parts that are not UTF-8 are replaced.
    pub name: String,
    pub path: PathBuf,
    pub is_folder: bool,
}

/// Most entries in a list. More could not be found by scrolling.
const MOST_ENTRIES: usize = 2000;

/// Most entries of a folder that are read, before they are sorted.
const MOST_READ: usize = 50_000;

/// The folders in a folder and its files with one of these extensions, folders first, each sorted by name. Hidden entries
/// are left out.
///
/// # Errors
/// [`FileError::ReadFolder`] if the folder cannot be read.
pub fn list_folder(folder: &Path, extensions: &[&str]) -> Result<Vec<FolderEntry>, FileError> {
    let failed = |cause| FileError::ReadFolder { cause, path: folder.to_owned() };
    let wanted = |path: &Path| {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        extension.is_some_and(|extension| extensions.contains(&extension.as_str()))
    };
    let mut entries: Vec<FolderEntry> = std::fs::read_dir(folder)
        .map_err(failed)?
        .flatten()
        .take(MOST_READ)
        .map(|entry| {
            let path = entry.path();
            // Follows links.
            let is_folder = path.is_dir();
            FolderEntry { name: entry.file_name().to_string_lossy().into_owned(), path, is_folder }
        })
        .filter(|entry| !entry.name.starts_with('.') && (entry.is_folder || wanted(&entry.path)))
        .collect();
    entries.sort_by_cached_key(|entry| (!entry.is_folder, entry.name.to_lowercase()));
    entries.truncate(MOST_ENTRIES);
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_first_and_other_files_are_left_out() {
        let folder = std::env::temp_dir().join(format!("skinscope-folder-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("z")).unwrap();
        std::fs::create_dir_all(folder.join(".hidden")).unwrap();
        for name in ["b.GLB", "a.gltf", "c.txt", ".d.glb"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let names: Vec<String> =
            list_folder(&folder, &["glb", "gltf"]).unwrap().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["z", "a.gltf", "b.GLB"]);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(list_folder(&folder, &[]), Err(FileError::ReadFolder { .. })));
    }
}
