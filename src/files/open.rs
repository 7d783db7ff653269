use super::archive::{Archive, ArchiveError, ZIP_START};
use super::error::plainly;
use super::foreign::{ForeignFormat, HEAD_BYTES, foreign_format};
use super::{Access, FolderResources, StampedFile};
use super::{ModelLook, ModelSource};
use crate::bundled;
use crate::import::{ImportError, ImportedAsset, ResourceReader, SourceFile, import_gltf_watched, import_source};
use crate::math::counted;
use crate::panes::SceneModel;
use crate::work::Progress;
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How a model is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenOptions {
    pub access: Access,
    /// The name of the material variant; `None` for the default materials. A name that the file does not have is
    /// reported with the model.
    pub variant: Option<String>,
}

impl From<&ModelLook> for OpenOptions {
    fn from(look: &ModelLook) -> Self {
        Self { variant: look.variant.clone(), ..Self::default() }
    }
}

/// A model with its source.
#[derive(Clone, Debug)]
pub struct OpenedModel {
    pub asset: ImportedAsset,
    pub source: ModelSource,
    /// BLAKE3 of the file's bytes.
    pub hash: blake3::Hash,
    /// The files that it refers to and that were read, in that order.
    pub resources: Vec<ReadResource>,
    /// How it was opened.
    pub options: OpenOptions,
    /// What the user should know about how the file was opened, one sentence each.
    pub notes: Vec<String>,
    /// The files that it was read from and those that it should have been. Empty for a bundled model.
    pub files: Vec<StampedFile>,
}

impl OpenedModel {
    /// How it is not what a scene was kept with, one sentence each.
    pub fn unlike(&self, wanted: &SceneModel) -> Vec<String> {
        let changed = wanted.is_another_file(self.hash.to_hex().as_str());
        let changed = changed.then(|| format!("{} has changed since this scene was kept", wanted.label()));
        let lost = wanted.variant.as_ref().filter(|_| self.asset.variant.is_none());
        let lost = lost.map(|variant| format!("{} has no material variant {variant:?}", wanted.label()));
        changed.into_iter().chain(lost).collect()
    }
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
    #[error("not a file; give a .glb, .gltf, .vrm or .zip file: {}", .path.display())]
    NotAFile { path: PathBuf },
    #[error("{}: {}", plainly(.cause), .path.display())]
    Read { cause: std::io::Error, path: PathBuf },
    #[error("the file is larger than 4 GB, the most that is read: {}", .path.display())]
    TooLarge { path: PathBuf },
    #[error("this is {}, not glTF; {}: {}", .format.name, .format.advice, .path.display())]
    Foreign { format: &'static ForeignFormat, path: PathBuf },
    #[error("{cause}: {}", .path.display())]
    Archive { cause: ArchiveError, path: PathBuf },
    #[error("{cause}: {}", .path.display())]
    Import { cause: ImportError, path: PathBuf },
}

/// Opens a model. `source` may be text or a path as a user writes it, see [`ModelSource::named`].
///
/// # Errors
/// If the file does not exist, cannot be read or is not a model. See [`OpenError`].
pub fn open_model(source: impl Into<ModelSource>) -> Result<OpenedModel, OpenError> {
    open_model_with(source, &OpenOptions::default())
}

/// Opens a model in a certain way.
///
/// # Errors
/// As for [`open_model`].
pub fn open_model_with(source: impl Into<ModelSource>, options: &OpenOptions) -> Result<OpenedModel, OpenError> {
    open_model_watched(&source.into(), options, &Progress::default()).result
}

/// Like [`open_model_with`], with the progress by stage. Canceling it ends in an error soon.
pub fn open_model_watched(source: &ModelSource, options: &OpenOptions, progress: &Progress) -> Opened {
    tracing::debug!(?source, "opening");
    let own = match source {
        ModelSource::Bundled(_) => None,
        ModelSource::File(path) => Some(StampedFile::now(path)),
    };
    let mut files: Vec<StampedFile> = own.into_iter().collect();
    let result = open_stamped(source, options, &mut files, progress);
    Opened { result: result.map(|opened| OpenedModel { files: files.clone(), ..opened }), files }
}

fn open_stamped(
    source: &ModelSource,
    options: &OpenOptions,
    files: &mut Vec<StampedFile>,
    progress: &Progress,
) -> Result<OpenedModel, OpenError> {
    let file = load(source, progress)?;
    let hash = blake3::hash(&file.bytes);
    let mut notes = Vec::new();
    let (asset, resources) = file.read(&options.access, files, &mut notes, |bytes, name, reader| {
        let resources = HashedResources { files: reader, read: RefCell::default() };
        let asset = import_gltf_watched(bytes, name, options.variant.as_deref(), &resources, progress)?;
        Ok((asset, resources.read.into_inner()))
    })?;
    let source = source.clone();
    Ok(OpenedModel { asset, source, hash, resources, options: options.clone(), notes, files: Vec::new() })
}

/// Reads a model with the document that it stands in.
pub(super) fn import_source_file(source: &ModelSource, access: &Access) -> Result<SourceFile, OpenError> {
    load(source, &Progress::default())?.read(access, &mut Vec::new(), &mut Vec::new(), import_source)
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

impl LoadedFile {
    /// Imports the model, from the file itself or from the archive that it is. `files` gets those that it names.
    fn read<T>(
        self,
        access: &Access,
        files: &mut Vec<StampedFile>,
        notes: &mut Vec<String>,
        import: impl FnOnce(&[u8], &str, &dyn ResourceReader) -> Result<T, ImportError>,
    ) -> Result<T, OpenError> {
        let path = self.path;
        if !self.bytes.starts_with(ZIP_START) {
            let resources = FolderResources::new(&self.folder, access.clone());
            let result = import(&self.bytes, &self.name, &resources);
            files.extend(resources.into_files());
            return result.map_err(|cause| OpenError::Import { cause, path });
        }
        let (archive, model) = match Archive::open(&self.bytes) {
            Ok(opened) => opened,
            Err(cause) => return Err(OpenError::Archive { cause, path }),
        };
        if model.others > 0 {
            let others = counted(model.others, "other model", "other models");
            notes.push(format!("opened {} of the archive, which holds {others}", model.path));
        }
        import(&model.bytes, &self.name, &archive)
            .map_err(|cause| OpenError::Import { cause, path: path.join(&model.path) })
    }
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
        bytes: Cow::Owned(read_model_file(path, progress)?),
        name: path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
        folder: path.parent().map(Path::to_owned).unwrap_or_default(),
        path: path.to_owned(),
    })
}

/// The most bytes that are read of one file. A .glb cannot be larger.
pub(super) const LARGEST_FILE: u64 = 1 << 32;

/// Reads a file, unless its beginning or its name tells that it has a format that is not read. Tells how much of it is
/// read. Canceling leaves the rest out, which the import then refuses.
fn read_model_file(path: &Path, progress: &Progress) -> Result<Vec<u8>, OpenError> {
    const PART: u64 = 8 << 20;
    let unreadable = |cause| OpenError::Read { cause, path: path.to_owned() };
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    let mut bytes = Vec::new();
    (&mut file).take(HEAD_BYTES as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    if let Some(format) = foreign_format(path, &bytes) {
        return Err(OpenError::Foreign { format, path: path.to_owned() });
    }
    if size > LARGEST_FILE {
        return Err(OpenError::TooLarge { path: path.to_owned() });
    }
    progress.begin_stage("reading", size);
    let left = usize::try_from(size).unwrap_or(usize::MAX).saturating_sub(bytes.len());
    bytes.try_reserve_exact(left).map_err(|error| unreadable(error.into()))?;
    while !progress.is_cancelled() {
        let read = (&mut file).take(PART).read_to_end(&mut bytes).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        progress.advance(read as u64);
    }
    Ok(bytes)
}

/// Records what was read.
struct HashedResources<'a> {
    files: &'a dyn ResourceReader,
    read: RefCell<Vec<ReadResource>>,
}

impl ResourceReader for HashedResources<'_> {
    fn read(&self, relative_path: &str) -> Result<Vec<u8>, String> {
        let bytes = self.files.read(relative_path)?;
        let read = ReadResource { relative_path: relative_path.to_owned(), hash: blake3::hash(&bytes) };
        self.read.borrow_mut().push(read);
        Ok(bytes)
    }

    fn identity(&self, relative_path: &str) -> String {
        self.files.identity(relative_path)
    }

    fn archive_bytes(&self) -> Option<u64> {
        self.files.archive_bytes()
    }
}
