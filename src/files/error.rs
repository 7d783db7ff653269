use crate::export::ExportError;
use std::path::PathBuf;

/// Reason why a file could not be read or written: one line, with the path last.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("cannot read the {what}: {}: {}", plainly(.cause), .path.display())]
    ReadText { what: &'static str, cause: std::io::Error, path: PathBuf },
    #[error("cannot read the saved session: {}: {}", plainly(.cause), .path.display())]
    ReadSession { cause: std::io::Error, path: PathBuf },
    #[error("cannot rename the saved session: {}: {}", plainly(.cause), .path.display())]
    SetSessionAside { cause: std::io::Error, path: PathBuf },
    #[error("this system names no folder for settings; set SKINSCOPE_SESSION to one")]
    NoSessionFolder,
    #[error("cannot read the folder: {}: {}", plainly(.cause), .path.display())]
    ReadFolder { cause: std::io::Error, path: PathBuf },
    #[error("cannot write: {}: {}", plainly(.cause), .path.display())]
    Write { cause: std::io::Error, path: PathBuf },
    #[error("the folder holds files of something else; name a new or empty one: {}", .path.display())]
    FolderInUse { path: PathBuf },
    #[error("the output must be named {wanted}: {}", .path.display())]
    Ending { wanted: &'static str, path: PathBuf },
    #[error("the file has changed since it was opened; open it again: {file}")]
    Changed { file: String },
    #[error(
        "the file would hold another skin than the model, so nothing was written; this is a bug in skinscope: report it"
    )]
    NotAsWritten,
    #[error("the file could not be read again, so nothing was written: {0}")]
    NotReadAgain(#[from] crate::import::ImportError),
    #[error(transparent)]
    Open(#[from] super::OpenError),
    #[error("this picture holds no scene; pictures of `scenes` and those saved from the viewer do: {}", .path.display())]
    NoScene { path: PathBuf },
    #[error("the model has no mesh to write")]
    NothingToWrite,
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("the picture cannot be encoded: {0}")]
    Picture(png::EncodingError),
}

/// Describes a file error in words, without the system's error codes.
pub(super) fn plainly(cause: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match cause.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "permission was denied".to_owned(),
        ErrorKind::IsADirectory => "this is a folder; give a file".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => cause.to_string(),
    }
}
