use super::text::plainly;
use crate::bundled;
use crate::import::{ImportError, ImportedAsset, ResourceReader, import_gltf};
use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};

/// A model with where it came from.
#[derive(Clone, Debug)]
pub struct OpenedModel {
    pub asset: ImportedAsset,
    pub origin: ModelOrigin,
    /// BLAKE3 of the file's bytes.
    pub hash: blake3::Hash,
    /// The files that it named and that were read, in that order.
    pub resources: Vec<ReadResource>,
}

/// A file that belongs to a .gltf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadResource {
    /// As the .gltf has it.
    pub relative_path: String,
    /// BLAKE3 of its bytes.
    pub hash: blake3::Hash,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelOrigin {
    Bundled(&'static str),
    File(PathBuf),
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("no file and no bundled model has this name; bundled models are {known}: {given}")]
    NoSuchModel { given: String, known: String },
    #[error("not a file; name a .glb or .gltf file: {}", .path.display())]
    NotAFile { path: PathBuf },
    #[error("{}: {}", plainly(.cause), .path.display())]
    Read { cause: std::io::Error, path: PathBuf },
    #[error("{cause}: {}", .path.display())]
    Import { cause: ImportError, path: PathBuf },
}

/// Opens a file, or the bundled model of that name where no such file is there.
pub fn open_model(path_or_name: &str) -> Result<OpenedModel, OpenError> {
    let path = Path::new(path_or_name);
    tracing::debug!(path_or_name, "opening");
    if let (false, Some(bundled)) = (path.exists(), bundled::find(path_or_name)) {
        return open_bundled(bundled.name, bundled.glb);
    }
    if !path.exists() && !path_or_name.contains(['.', '/', '\\']) {
        let known = bundled::MODELS.iter().map(|model| model.name).collect::<Vec<_>>().join(", ");
        return Err(OpenError::NoSuchModel { given: path_or_name.to_owned(), known });
    }
    open_file(path)
}

/// Opens the bundled model of that name, whatever files are there.
pub(super) fn open_bundled_model(name: &str) -> Result<OpenedModel, OpenError> {
    match bundled::find(name) {
        Some(bundled) => open_bundled(bundled.name, bundled.glb),
        None => open_model(name),
    }
}

fn open_bundled(name: &'static str, bytes: &[u8]) -> Result<OpenedModel, OpenError> {
    open_bytes(bytes, name, (Path::new(""), Path::new(name)), ModelOrigin::Bundled(name))
}

fn open_file(path: &Path) -> Result<OpenedModel, OpenError> {
    let unreadable = |cause| OpenError::Read { cause, path: path.to_owned() };
    // A pipe or a device would be read without end.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(OpenError::NotAFile { path: path.to_owned() });
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new(""));
    open_bytes(&bytes, &name, (folder, path), ModelOrigin::File(path.to_owned()))
}

fn open_bytes(
    bytes: &[u8],
    name: &str,
    (folder, path): (&Path, &Path),
    origin: ModelOrigin,
) -> Result<OpenedModel, OpenError> {
    let resources = HashedResources { files: FolderResources { folder: folder.to_owned() }, read: RefCell::default() };
    let asset =
        import_gltf(bytes, name, &resources).map_err(|cause| OpenError::Import { cause, path: path.to_owned() })?;
    Ok(OpenedModel { asset, origin, hash: blake3::hash(bytes), resources: resources.read.into_inner() })
}

/// Remembers what was read.
struct HashedResources {
    files: FolderResources,
    read: RefCell<Vec<ReadResource>>,
}

impl ResourceReader for HashedResources {
    fn read(&self, relative_path: &str) -> Result<Vec<u8>, String> {
        let bytes = self.files.read(relative_path)?;
        let read = ReadResource { relative_path: relative_path.to_owned(), hash: blake3::hash(&bytes) };
        self.read.borrow_mut().push(read);
        Ok(bytes)
    }
}

/// Reads the files that a .gltf names, from its own folder and the ones beside it.
#[derive(Debug)]
pub struct FolderResources {
    pub folder: PathBuf,
}

impl ResourceReader for FolderResources {
    fn read(&self, relative_path: &str) -> Result<Vec<u8>, String> {
        let relative = Path::new(relative_path);
        if relative.components().any(|part| matches!(part, Component::RootDir | Component::Prefix(_))) {
            return Err("an absolute path; files are looked for beside the model".to_owned());
        }
        let path = self.folder.join(relative);
        let metadata = std::fs::metadata(&path).map_err(|cause| cause.to_string())?;
        if !metadata.is_file() {
            return Err("not a file".to_owned());
        }
        std::fs::read(&path).map_err(|cause| cause.to_string())
    }
}
