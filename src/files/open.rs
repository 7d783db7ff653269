use super::ModelSource;
use super::StampedFile;
use super::error::plainly;
use crate::bundled;
use crate::import::{ImportError, ImportedAsset, ResourceReader, SourceFile, import_gltf_watched, import_source};
use crate::work::Progress;
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;
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
    /// The files that it was read from and those that it should have been. Empty for a bundled model.
    pub files: Vec<StampedFile>,
}

/// What came of opening a model.
#[derive(Debug)]
pub struct Opened {
    pub result: Result<OpenedModel, OpenError>,
    /// As in [`OpenedModel::files`], also if it could not be opened.
    pub files: Vec<StampedFile>,
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
    #[error("not a file; give a .glb or .gltf file: {}", .path.display())]
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
    open_model_watched(&source.into(), &Progress::default()).result
}

/// Like [`open_model`], with the progress by stage. Canceling it ends in an error soon.
pub fn open_model_watched(source: &ModelSource, progress: &Progress) -> Opened {
    tracing::debug!(?source, "opening");
    let own = match source {
        ModelSource::Bundled(_) => None,
        ModelSource::File(path) => Some(StampedFile::now(path)),
    };
    let resources = RefCell::new(own.into_iter().collect());
    let result = open_with(source, &resources, progress);
    let files = resources.into_inner();
    Opened { result: result.map(|opened| OpenedModel { files: files.clone(), ..opened }), files }
}

fn open_with(
    source: &ModelSource,
    stamped: &RefCell<Vec<StampedFile>>,
    progress: &Progress,
) -> Result<OpenedModel, OpenError> {
    let file = load(source, progress)?;
    let resources =
        HashedResources { files: FolderResources { folder: file.folder }, read: RefCell::default(), stamped };
    let asset = import_gltf_watched(&file.bytes, &file.name, &resources, progress)
        .map_err(|cause| OpenError::Import { cause, path: file.path })?;
    Ok(OpenedModel {
        asset,
        source: source.clone(),
        hash: blake3::hash(&file.bytes),
        resources: resources.read.into_inner(),
        files: Vec::new(),
    })
}

/// Reads a model with the document that it stands in.
pub(super) fn import_source_file(source: &ModelSource) -> Result<SourceFile, OpenError> {
    let file = load(source, &Progress::default())?;
    let resources = FolderResources { folder: file.folder };
    import_source(&file.bytes, &file.name, &resources).map_err(|cause| OpenError::Import { cause, path: file.path })
}

fn no_such_model(given: String) -> OpenError {
    let known = bundled::MODELS.iter().map(|model| model.name).collect::<Vec<_>>().join(", ");
    OpenError::NoSuchModel { given, known }
}

/// The bytes of a model and where they are from.
struct LoadedFile {
    bytes: Cow<'static, [u8]>,
    /// The model's display name.
    name: String,
    /// Where the files that it refers to are looked for.
    folder: PathBuf,
    /// For messages.
    path: PathBuf,
}

fn load(source: &ModelSource, progress: &Progress) -> Result<LoadedFile, OpenError> {
    match source {
        ModelSource::Bundled(name) => match bundled::find(name) {
            Some(bundled) => Ok(LoadedFile {
                bytes: Cow::Borrowed(bundled.glb),
                name: bundled.name.to_owned(),
                folder: PathBuf::new(),
                path: bundled.name.into(),
            }),
            None => Err(no_such_model((*name).to_owned())),
        },
        ModelSource::File(path) => load_file(path, progress),
    }
}

fn load_file(path: &Path, progress: &Progress) -> Result<LoadedFile, OpenError> {
    // Text that neither exists as a file nor looks like one was meant as a name.
    if let Some(given) = path.to_str().filter(|given| !given.contains(['.', '/', '\\']) && !path.exists()) {
        return Err(no_such_model(given.to_owned()));
    }
    let unreadable = |cause| OpenError::Read { cause, path: path.to_owned() };
    // Reading a pipe or a device might never end.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(OpenError::NotAFile { path: path.to_owned() });
    }
    Ok(LoadedFile {
        bytes: Cow::Owned(read_in_parts(path, progress).map_err(unreadable)?),
        name: path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
        folder: path.parent().map(Path::to_owned).unwrap_or_default(),
        path: path.to_owned(),
    })
}

/// Reads a file and tells how much of it is read. Canceling leaves the rest out, which the import then refuses.
fn read_in_parts(path: &Path, progress: &Progress) -> std::io::Result<Vec<u8>> {
    const PART: u64 = 8 << 20;
    let mut file = std::fs::File::open(path)?;
    let size = file.metadata()?.len();
    progress.begin_stage("reading", size);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX))?;
    while !progress.is_cancelled() {
        let read = (&mut file).take(PART).read_to_end(&mut bytes)?;
        if read == 0 {
            break;
        }
        progress.advance(read as u64);
    }
    Ok(bytes)
}

/// Records what was read.
struct HashedResources<'a> {
    files: FolderResources,
    read: RefCell<Vec<ReadResource>>,
    /// Whether it could be read or not.
    stamped: &'a RefCell<Vec<StampedFile>>,
}

impl ResourceReader for HashedResources<'_> {
    fn read(&self, relative_path: &str) -> Result<Vec<u8>, String> {
        let file = StampedFile::now(&self.files.folder.join(relative_path));
        self.stamped.borrow_mut().push(file);
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
            return Err("an absolute path; only files next to the model are read".to_owned());
        }
        let path = self.folder.join(relative);
        let metadata = std::fs::metadata(&path).map_err(|cause| cause.to_string())?;
        if !metadata.is_file() {
            return Err("not a file".to_owned());
        }
        std::fs::read(&path).map_err(|cause| cause.to_string())
    }
}
