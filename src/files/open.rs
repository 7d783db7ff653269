use super::ModelSource;
use super::write::plainly;
use crate::bundled;
use crate::import::{ImportError, ImportedAsset, ResourceReader, import_gltf};
use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};

/// A model with its source.
#[derive(Clone, Debug)]
pub struct OpenedModel {
    pub asset: ImportedAsset,
    pub source: ModelSource,
    /// BLAKE3 of the file's bytes.
    pub hash: blake3::Hash,
    /// The files that it refers to and that were read, in that order.
    pub resources: Vec<ReadResource>,
}

/// A file that belongs to a .gltf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadResource {
    /// The path as written in the .gltf.
    pub relative_path: String,
    /// BLAKE3 of its bytes.
    pub hash: blake3::Hash,
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

/// Opens a model. `source` may be text or a path as a user writes it, see [`ModelSource::named`].
///
/// # Errors
/// If the file does not exist, cannot be read or is not a model. See [`OpenError`].
pub fn open_model(source: impl Into<ModelSource>) -> Result<OpenedModel, OpenError> {
    let source = source.into();
    tracing::debug!(?source, "opening");
    match source {
        ModelSource::Bundled(name) => match bundled::find(name) {
            Some(bundled) => open_bundled(bundled.name, bundled.glb),
            None => Err(no_such_model(name.to_owned())),
        },
        ModelSource::File(path) => open_file(&path),
    }
}

fn no_such_model(given: String) -> OpenError {
    let known = bundled::MODELS.iter().map(|model| model.name).collect::<Vec<_>>().join(", ");
    OpenError::NoSuchModel { given, known }
}

fn open_bundled(name: &'static str, bytes: &[u8]) -> Result<OpenedModel, OpenError> {
    open_bytes(bytes, name, (Path::new(""), Path::new(name)), ModelSource::Bundled(name))
}

fn open_file(path: &Path) -> Result<OpenedModel, OpenError> {
    // Text that neither exists as a file nor looks like one was meant as a name.
    if let Some(given) = path.to_str().filter(|given| !given.contains(['.', '/', '\\']) && !path.exists()) {
        return Err(no_such_model(given.to_owned()));
    }
    let unreadable = |cause| OpenError::Read { cause, path: path.to_owned() };
    // Reading a pipe or a device might never end.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(OpenError::NotAFile { path: path.to_owned() });
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new(""));
    open_bytes(&bytes, &name, (folder, path), ModelSource::File(path.to_owned()))
}

fn open_bytes(
    bytes: &[u8],
    name: &str,
    (folder, path): (&Path, &Path),
    source: ModelSource,
) -> Result<OpenedModel, OpenError> {
    let resources = HashedResources { files: FolderResources { folder: folder.to_owned() }, read: RefCell::default() };
    let asset =
        import_gltf(bytes, name, &resources).map_err(|cause| OpenError::Import { cause, path: path.to_owned() })?;
    Ok(OpenedModel { asset, source, hash: blake3::hash(bytes), resources: resources.read.into_inner() })
}

/// Records what was read.
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

/// Reads the files that a .gltf refers to, from its own folder and the folders beside it.
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
