use super::archive::{Archive, ArchiveError, ZIP_START};
use super::error::plainly;
use super::foreign::{ForeignFormat, HEAD_BYTES, foreign_format};
use super::stored_file::StoredFile;
use super::{Access, FolderResources, StampedFile};
use super::{ModelSource, SourceVariant};
use crate::bundled;
use crate::import::{
    GltfFile, ImportError, ImportedAsset, ResourceReader, SourceFile, import_gltf_watched, import_source,
};
use crate::math::counted;
use crate::panes::SceneModel;
use crate::work::Progress;
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Options with which a model is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenOptions {
    pub access: Access,
    /// The name of the material variant; `None` for the default materials. A name that the file does not have is
    /// reported with the model.
    pub variant: Option<String>,
}

impl OpenOptions {
    /// Options for a model with the variant that a scene shows.
    pub fn of(model: &SourceVariant, access: Access) -> Self {
        Self { access, variant: model.variant.clone() }
    }
}

/// A model with its source.
#[derive(Clone, Debug)]
pub struct OpenedModel {
    pub asset: ImportedAsset,
    pub source: ModelSource,
    /// BLAKE3 of the file's bytes.
    pub hash: blake3::Hash,
    /// Files to which it refers and that were read, in that order.
    pub resources: Vec<ReadResource>,
    /// Options with which it was opened.
    pub options: OpenOptions,
    /// Notes for the user about how the file was opened, one sentence each.
    pub notes: Vec<String>,
    /// Files that were read or found missing. Empty for a bundled model.
    pub files: Vec<StampedFile>,
}

impl OpenedModel {
    /// Differences from the model with which a scene was saved, one sentence each.
    pub fn unlike(&self, wanted: &SceneModel) -> Vec<String> {
        let changed = wanted.is_another_file(self.hash.to_hex().as_str());
        let changed = changed.then(|| format!("{} has changed since this scene was kept", wanted.label()));
        let lost = wanted.variant.as_ref().filter(|_| self.asset.variant.is_none());
        let lost = lost.map(|variant| format!("{} has no material variant {variant:?}", wanted.label()));
        changed.into_iter().chain(lost).collect()
    }
}

/// Result of opening a model.
#[derive(Debug)]
pub struct Opened {
    pub result: Result<OpenedModel, OpenError>,
    /// Files as in [`OpenedModel::files`], also if it could not be opened.
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
    #[error("the file changed while it was read; open it again: {}", .path.display())]
    Changed { path: PathBuf },
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

/// Opens a model with options.
///
/// # Errors
/// The same as [`open_model`].
pub fn open_model_with(source: impl Into<ModelSource>, options: &OpenOptions) -> Result<OpenedModel, OpenError> {
    open_model_watched(&source.into(), options, &Progress::default()).result
}

/// Checks what can be told about a model without reading it.
///
/// # Errors
/// If it does not exist, cannot be read, is too large, or is in another format.
pub fn check_model(source: &ModelSource) -> Result<(), OpenError> {
    match source {
        ModelSource::Bundled(name) => bundled::find(name).map(|_| ()).ok_or_else(|| no_such_model((*name).to_owned())),
        ModelSource::File(path) => begin_file(path).map(|_| ()),
    }
}

/// Like [`open_model_with`], with the progress by stage. Canceling it ends in an error soon.
#[tracing::instrument(level = "debug", skip_all)]
pub fn open_model_watched(source: &ModelSource, options: &OpenOptions, progress: &Progress) -> Opened {
    tracing::debug!(?source, "opening");
    let own = match source {
        ModelSource::Bundled(_) => None,
        ModelSource::File(path) => Some(StampedFile::now(path)),
    };
    let mut files: Vec<StampedFile> = own.into_iter().collect();
    let result = open_stamped(source, options, LARGEST_IN_MEMORY, &mut files, progress);
    Opened { result: result.map(|opened| OpenedModel { files: files.clone(), ..opened }), files }
}

/// Opens a model. A .glb of more than `in_memory` bytes is read in parts.
fn open_stamped(
    source: &ModelSource,
    options: &OpenOptions,
    in_memory: u64,
    files: &mut Vec<StampedFile>,
    progress: &Progress,
) -> Result<OpenedModel, OpenError> {
    let (file, contents) = load(source, in_memory, progress)?;
    let mut notes = Vec::new();
    let import = |contents: GltfFile<'_>, name: &str, reader: &dyn ResourceReader| {
        let resources = HashedResources { files: reader, read: RefCell::default() };
        let asset = import_gltf_watched(contents, name, options.variant.as_deref(), &resources, progress)?;
        Ok((asset, resources.read.into_inner()))
    };
    let (hash, (asset, resources)) = match &contents {
        Contents::Present(bytes) => {
            let import =
                |bytes: &[u8], name: &str, reader: &dyn ResourceReader| import(GltfFile::Whole(bytes), name, reader);
            (blake3::hash(bytes), file.read(bytes, &options.access, files, &mut notes, import)?)
        }
        Contents::Stored(stored) => {
            let result =
                file.read_beside(&options.access, files, |reader| import(GltfFile::Parts(stored), &file.name, reader));
            let read = result?;
            if !stored.is_unchanged() {
                return Err(OpenError::Changed { path: file.path });
            }
            (stored.hash(), read)
        }
    };
    let source = source.clone();
    Ok(OpenedModel { asset, source, hash, resources, options: options.clone(), notes, files: Vec::new() })
}

/// Reads a model with its document.
pub(super) fn import_source_file(source: &ModelSource, access: &Access) -> Result<SourceFile, OpenError> {
    let (file, contents) = load(source, LARGEST_FILE, &Progress::default())?;
    let Contents::Present(bytes) = contents else {
        return Err(OpenError::TooLarge { path: file.path });
    };
    file.read(&bytes, access, &mut Vec::new(), &mut Vec::new(), import_source)
}

fn no_such_model(given: String) -> OpenError {
    let known = bundled::MODELS.iter().map(|model| model.name).collect::<Vec<_>>().join(", ");
    OpenError::NoSuchModel { given, known }
}

/// Origin of a model.
struct LoadedFile {
    /// The model's display name.
    name: String,
    /// Folder of the files to which it refers.
    folder: PathBuf,
    /// Path for messages.
    path: PathBuf,
}

/// The bytes of a model.
enum Contents {
    Present(Cow<'static, [u8]>),
    /// A large .glb, whose parts are read when they are needed.
    Stored(StoredFile),
}

impl LoadedFile {
    /// Imports the model, from the file itself or from the archive that it is. `files` receives the files to which it
    /// refers.
    fn read<T>(
        &self,
        bytes: &[u8],
        access: &Access,
        files: &mut Vec<StampedFile>,
        notes: &mut Vec<String>,
        import: impl FnOnce(&[u8], &str, &dyn ResourceReader) -> Result<T, ImportError>,
    ) -> Result<T, OpenError> {
        if !bytes.starts_with(ZIP_START) {
            return self.read_beside(access, files, |reader| import(bytes, &self.name, reader));
        }
        let path = self.path.clone();
        let (archive, model) = match Archive::open(bytes) {
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

    /// Imports a model with the files next to it.
    fn read_beside<T>(
        &self,
        access: &Access,
        files: &mut Vec<StampedFile>,
        import: impl FnOnce(&dyn ResourceReader) -> Result<T, ImportError>,
    ) -> Result<T, OpenError> {
        let resources = FolderResources::new(&self.folder, access.clone());
        let result = import(&resources);
        files.extend(resources.into_files());
        result.map_err(|cause| OpenError::Import { cause, path: self.path.clone() })
    }
}

/// Loads a file. A .glb of more than `in_memory` bytes stays on the disk.
fn load(source: &ModelSource, in_memory: u64, progress: &Progress) -> Result<(LoadedFile, Contents), OpenError> {
    match source {
        ModelSource::Bundled(name) => match bundled::find(name) {
            Some(bundled) => {
                let (name, path) = (bundled.name.to_owned(), bundled.name.into());
                let contents = Contents::Present(Cow::Borrowed(bundled.glb));
                Ok((LoadedFile { name, folder: PathBuf::new(), path }, contents))
            }
            None => Err(no_such_model((*name).to_owned())),
        },
        ModelSource::File(path) => load_file(path, in_memory, progress),
    }
}

fn load_file(path: &Path, in_memory: u64, progress: &Progress) -> Result<(LoadedFile, Contents), OpenError> {
    let begun = begin_file(path)?;
    let file = LoadedFile {
        name: path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
        folder: path.parent().map(Path::to_owned).unwrap_or_default(),
        path: path.to_owned(),
    };
    let contents = begun.read(in_memory, progress).map_err(|cause| OpenError::Read { cause, path: path.to_owned() })?;
    Ok((file, contents))
}

/// A file whose head was read.
struct BegunFile {
    file: std::fs::File,
    size: u64,
    head: Vec<u8>,
}

/// Opens a file, unless its beginning or its name shows that its format is not supported.
fn begin_file(path: &Path) -> Result<BegunFile, OpenError> {
    // Text that neither exists as a file nor looks like one was meant as a name.
    if let Some(given) = path.to_str().filter(|given| !given.contains(['.', '/', '\\']) && !path.exists()) {
        return Err(no_such_model(given.to_owned()));
    }
    let unreadable = |cause| OpenError::Read { cause, path: path.to_owned() };
    // Reading a pipe or a device might never end.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(OpenError::NotAFile { path: path.to_owned() });
    }
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    let mut head = Vec::new();
    (&mut file).take(HEAD_BYTES as u64).read_to_end(&mut head).map_err(unreadable)?;
    if let Some(format) = foreign_format(path, &head) {
        return Err(OpenError::Foreign { format, path: path.to_owned() });
    }
    if size > LARGEST_FILE {
        return Err(OpenError::TooLarge { path: path.to_owned() });
    }
    Ok(BegunFile { file, size, head })
}

/// Most bytes that are read of one file. A .glb cannot be larger.
pub(super) const LARGEST_FILE: u64 = 1 << 32;

/// Most bytes of a .glb that is read into memory. A larger one is read twice: once for its hash, and once in parts
/// while it is imported, so that the file and the model need not be in memory together. The system still has it in
/// memory the second time.
const LARGEST_IN_MEMORY: u64 = 64 << 20;

impl BegunFile {
    /// Reads the rest and reports its progress. Canceling leaves the rest out, which the import then refuses.
    fn read(self, in_memory: u64, progress: &Progress) -> std::io::Result<Contents> {
        const PART: u64 = 8 << 20;
        let Self { mut file, size, head: mut bytes } = self;
        progress.begin_stage("reading", size);
        if size > in_memory && bytes.starts_with(b"glTF") {
            return StoredFile::new(file, progress).map(Contents::Stored);
        }
        bytes.try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX).saturating_sub(bytes.len()))?;
        while !progress.is_canceled() {
            let read = (&mut file).take(PART).read_to_end(&mut bytes)?;
            if read == 0 {
                break;
            }
            progress.advance(read as u64);
        }
        Ok(Contents::Present(Cow::Owned(bytes)))
    }
}

/// Records the files that were read.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Opens a model, and reduces it to the parts that a test compares.
    fn open(path: &Path, in_memory: u64) -> Result<OpenedModel, OpenError> {
        let source = ModelSource::File(path.to_owned());
        open_stamped(&source, &OpenOptions::default(), in_memory, &mut Vec::new(), &Progress::default())
    }

    #[test]
    fn a_large_file_opens_as_a_small_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.glb");
        let glb = bundled::find("mannequin").unwrap().glb;
        std::fs::write(&path, glb).unwrap();
        let (whole, parts) = (open(&path, LARGEST_FILE).unwrap(), open(&path, 0).unwrap());
        assert_eq!((whole.hash, blake3::hash(glb)), (parts.hash, parts.hash));
        let positions = |opened: &OpenedModel| opened.asset.model.primitives[0].positions.clone();
        assert_eq!(positions(&whole), positions(&parts));
        assert_eq!((whole.asset.model.name.as_str(), parts.asset.model.name.as_str()), ("a", "a"));

        std::fs::write(&path, &glb[..glb.len() - 1]).unwrap();
        let told = [LARGEST_FILE, 0].map(|in_memory| open(&path, in_memory).unwrap_err().to_string());
        assert_eq!(told[0], told[1]);
        assert!(told[0].contains("cut off"), "{}", told[0]);
    }
}
