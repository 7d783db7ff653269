use super::text_file::read_text;
use super::{FileError, is_same_file, write_file};
use std::path::{Path, PathBuf};

/// The user's saved poses: pose files in a folder per model name, so that other programs and the command line can read
/// them too.
#[derive(Clone, Debug)]
pub struct PoseStore {
    /// Folder of the poses. `None` if nothing is stored.
    folder: Option<PathBuf>,
}

/// A pose file of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPose {
    /// The file's name without its extension.
    pub name: String,
    pub path: PathBuf,
}

/// Reason why a library operation failed.
#[derive(Debug, thiserror::Error)]
pub enum PoseStoreError {
    #[error("this system has no data folder; set SKINSCOPE_POSES to a folder")]
    NoFolder,
    #[error("a pose of this name already exists; choose another name: {}", .0.display())]
    Taken(PathBuf),
    #[error("cannot change the library of poses: {cause}: {}", .path.display())]
    Folder { cause: std::io::Error, path: PathBuf },
    #[error(transparent)]
    File(#[from] FileError),
}

/// Most bytes that are read of a pose file. A pose of ten thousand joints is smaller.
const MOST_BYTES: u64 = 8 << 20;

/// Most poses in a list. More could be neither found nor drawn.
const MOST_POSES: usize = 500;

const ENDING: &str = "json";

impl PoseStore {
    /// A store in the system's data folder, or in the folder that SKINSCOPE_POSES names.
    pub fn of_user() -> Self {
        let named = std::env::var_os("SKINSCOPE_POSES").filter(|name| !name.is_empty()).map(PathBuf::from);
        Self { folder: named.or_else(|| dirs::data_dir().map(|folder| folder.join("skinscope").join("poses"))) }
    }

    pub fn in_folder(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()) }
    }

    /// Folder of the files, whether it exists yet or not.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// A store that saves nothing.
    pub fn none() -> Self {
        Self { folder: None }
    }

    /// The poses of a model, sorted by name. Empty if the folder does not exist yet.
    pub fn list(&self, model: &str) -> Vec<StoredPose> {
        let Ok(folder) = self.folder_of(model) else { return Vec::new() };
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let paths = entries.flatten().map(|entry| entry.path());
        let mut poses: Vec<StoredPose> = paths
            .filter(|path| path.extension().is_some_and(|ending| ending == ENDING) && path.is_file())
            .filter_map(|path| Some(StoredPose { name: path.file_stem()?.to_str()?.to_owned(), path }))
            .collect();
        poses.sort_by(|a, b| a.name.cmp(&b.name));
        poses.truncate(MOST_POSES);
        poses
    }

    /// Whether a file of this name exists, with any contents.
    pub fn has(&self, model: &str, name: &str) -> bool {
        self.folder_of(model).is_ok_and(|folder| free_path(&folder, &file_name(name)).is_err())
    }

    /// Writes a new pose. Never overwrites an existing one.
    pub fn keep(&self, model: &str, name: &str, json: &str) -> Result<StoredPose, PoseStoreError> {
        let folder = self.made_folder_of(model)?;
        let name = file_name(name);
        let path = free_path(&folder, &name)?;
        write_file(&path, json.as_bytes())?;
        Ok(StoredPose { name, path })
    }

    /// Writes a pose in place of the existing one with this name.
    pub fn replace(&self, model: &str, name: &str, json: &str) -> Result<StoredPose, PoseStoreError> {
        let name = file_name(name);
        let path = self.made_folder_of(model)?.join(format!("{name}.{ENDING}"));
        write_file(&path, json.as_bytes())?;
        Ok(StoredPose { name, path })
    }

    /// Renames a pose.
    pub fn rename(&self, pose: &Path, name: &str) -> Result<StoredPose, PoseStoreError> {
        let name = file_name(name);
        if pose.file_stem().is_some_and(|stem| stem == name.as_str()) {
            return Ok(StoredPose { name, path: pose.to_owned() });
        }
        let folder = pose.parent().unwrap_or(Path::new(""));
        let path = folder.join(format!("{name}.{ENDING}"));
        // On a case-insensitive file system, another name may refer to the same file.
        let path = if is_same_file(&path, pose) { path } else { free_path(folder, &name)? };
        std::fs::rename(pose, &path).map_err(|cause| PoseStoreError::Folder { cause, path: pose.to_owned() })?;
        Ok(StoredPose { name, path })
    }

    pub fn delete(&self, pose: &Path) -> Result<(), PoseStoreError> {
        std::fs::remove_file(pose).map_err(|cause| PoseStoreError::Folder { cause, path: pose.to_owned() })
    }

    fn made_folder_of(&self, model: &str) -> Result<PathBuf, PoseStoreError> {
        let folder = self.folder_of(model)?;
        std::fs::create_dir_all(&folder).map_err(|cause| PoseStoreError::Folder { cause, path: folder.clone() })?;
        Ok(folder)
    }

    fn folder_of(&self, model: &str) -> Result<PathBuf, PoseStoreError> {
        self.folder.as_ref().map(|folder| folder.join(file_name(model))).ok_or(PoseStoreError::NoFolder)
    }
}

fn free_path(folder: &Path, name: &str) -> Result<PathBuf, PoseStoreError> {
    let path = folder.join(format!("{name}.{ENDING}"));
    if path.exists() { Err(PoseStoreError::Taken(path)) } else { Ok(path) }
}

/// A file name that is valid on every system.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_control() || r#"/\:*?"<>|"#.contains(c) { '-' } else { c };
    let name: String = name.chars().take(80).map(plain).collect();
    let name = name.trim_matches([' ', '.']);
    if name.is_empty() { "pose".to_owned() } else { name.to_owned() }
}

/// Reads the text of a pose file.
///
/// # Errors
/// [`FileError::ReadText`] if it cannot be read, or is far too large to be a pose.
pub fn read_pose_text(path: &Path) -> Result<String, FileError> {
    read_text(path, "pose file", MOST_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skinscope-poses-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn poses_are_kept_renamed_and_deleted_and_never_written_over() {
        let folder = folder("kept");
        let store = PoseStore::in_folder(&folder);
        assert!(store.list("man").is_empty());
        let kept = store.keep("man", "a/b: ..", "{}").unwrap();
        assert_eq!(kept.name, "a-b-");
        assert_eq!(read_pose_text(&kept.path).unwrap(), "{}");
        assert!(matches!(store.keep("man", "a-b-", "other"), Err(PoseStoreError::Taken(_))));
        assert_eq!(store.replace("man", "a-b-", "replaced").unwrap(), kept);
        assert_eq!(read_pose_text(&kept.path).unwrap(), "replaced");
        let other = store.keep("man", "", "{}").unwrap();
        assert_eq!(other.name, "pose");
        assert!(matches!(store.rename(&other.path, "a-b-"), Err(PoseStoreError::Taken(_))));
        let renamed = store.rename(&other.path, "squat").unwrap();
        assert_eq!(store.rename(&renamed.path, "squat").unwrap(), renamed);
        let names = |model| store.list(model).into_iter().map(|pose| pose.name).collect::<Vec<_>>();
        assert_eq!(names("man"), ["a-b-", "squat"]);
        assert!(names("woman").is_empty());
        store.delete(&renamed.path).unwrap();
        assert_eq!(names("man"), ["a-b-"]);
        assert!(store.delete(&renamed.path).is_err());
        assert!(store.has("man", "a-b-") && !store.has("man", "squat") && !store.has("woman", "a-b-"));
        assert!(matches!(PoseStore::none().keep("man", "x", "{}"), Err(PoseStoreError::NoFolder)));
    }

    #[test]
    fn what_is_too_large_for_a_pose_is_not_read() {
        let folder = folder("large");
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("large.json");
        std::fs::write(&path, vec![b' '; MOST_BYTES as usize + 1]).unwrap();
        assert!(matches!(read_pose_text(&path), Err(FileError::ReadText { .. })));
    }
}
