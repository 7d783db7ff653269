use super::open::OpenOptions;
use crate::bundled;
use crate::panes::{SceneFile, SceneModel};
use std::path::{Path, PathBuf};

/// Extension of session files.
pub const SESSION_ENDING: &str = "skinscope";

/// Whether a path names a session file.
pub fn is_session_file(path: &Path) -> bool {
    path.extension().is_some_and(|given| given.eq_ignore_ascii_case(SESSION_ENDING))
}

/// The model to open: a bundled model or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelSource {
    /// A bundled model by its name, see [`bundled::MODELS`].
    Bundled(&'static str),
    /// Any path, including one that is not UTF-8.
    File(PathBuf),
}

impl ModelSource {
    /// Parses the user's text: the bundled model with exactly that name, otherwise a path. A file or folder that shares
    /// its name with a bundled model must be given with its folder, as in `./bar`.
    pub fn named(path_or_name: impl AsRef<Path>) -> Self {
        let path = path_or_name.as_ref();
        match path.to_str().and_then(bundled::find) {
            Some(bundled) => Self::Bundled(bundled.name),
            None => Self::File(path.to_owned()),
        }
    }

    /// The path, if it names a pose file rather than a model.
    pub fn pose_file(&self) -> Option<&Path> {
        self.file_ending_in("json")
    }

    /// The path, if it names a session rather than a model.
    pub fn session_file(&self) -> Option<&Path> {
        self.file_ending_in(SESSION_ENDING)
    }

    /// The path, if it names a talk rather than a model.
    pub fn talk_file(&self) -> Option<&Path> {
        self.file_ending_in("toml")
    }

    /// The path, if it names a picture, which may hold a scene.
    pub fn picture_file(&self) -> Option<&Path> {
        self.file_ending_in("png")
    }

    /// The path, if it names a method of one's own rather than a model. As in ids of methods, the case counts.
    pub fn method_file(&self) -> Option<&Path> {
        match self {
            Self::File(path) if path.extension().is_some_and(|given| given == "wgsl" || given == "npy") => Some(path),
            _ => None,
        }
    }

    fn file_ending_in(&self, ending: &str) -> Option<&Path> {
        match self {
            Self::File(path) if path.extension().is_some_and(|given| given.eq_ignore_ascii_case(ending)) => Some(path),
            _ => None,
        }
    }

    /// Size of the file in bytes, without the files to which it refers. `None` if it is unknown.
    pub fn bytes(&self) -> Option<u64> {
        match self {
            Self::Bundled(name) => bundled::glb_bytes(name).map(|bytes| bytes.len() as u64),
            Self::File(path) => Some(std::fs::metadata(path).ok()?.len()),
        }
    }

    /// Whether both are one model, however their paths are written.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(a), Self::File(b)) if a != b => {
                let whole = |path: &Path| std::path::absolute(path).ok();
                whole(a).is_some_and(|whole_a| Some(whole_a) == whole(b))
            }
            (a, b) => a == b,
        }
    }

    /// Bundled name or file name, for display.
    pub fn label(&self) -> String {
        match self {
            Self::Bundled(name) => (*name).to_owned(),
            Self::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        }
    }
}

impl From<&SceneFile> for ModelSource {
    fn from(file: &SceneFile) -> Self {
        match file {
            SceneFile::Bundled(name) => Self::Bundled(name),
            SceneFile::Path(path) => Self::File(path.clone()),
        }
    }
}

/// A model and its variant, as shown by a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceVariant {
    pub source: ModelSource,
    /// The name of the material variant; `None` for the default materials.
    pub variant: Option<String>,
}

impl SourceVariant {
    /// Whether a model from this origin was opened in this variant.
    pub fn is_of(&self, origin: &ModelSource, options: &OpenOptions) -> bool {
        self.source == *origin && self.variant == options.variant
    }
}

impl From<&SceneModel> for SourceVariant {
    fn from(model: &SceneModel) -> Self {
        Self { source: (&model.file).into(), variant: model.variant.clone() }
    }
}

impl From<&ModelSource> for ModelSource {
    fn from(source: &ModelSource) -> Self {
        source.clone()
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for ModelSource {
    fn from(path_or_name: &P) -> Self {
        Self::named(path_or_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_bundled_models_are_never_folders() {
        assert_eq!(ModelSource::named("bar"), ModelSource::Bundled("bar"));
        assert_eq!(ModelSource::named("./bar"), ModelSource::File("./bar".into()));
        assert_eq!(ModelSource::named("bar.glb"), ModelSource::File("bar.glb".into()));
        assert_eq!(ModelSource::named("bars").label(), "bars");
        assert_eq!(ModelSource::named("folder/a.glb").label(), "a.glb");
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_not_utf_8_stays_as_it_is() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(OsStr::from_bytes(b"f\xFFx.glb"));
        assert_eq!(ModelSource::named(path), ModelSource::File(path.to_owned()));
    }
}
