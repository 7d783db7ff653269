//! Methods in files, whose paths a scene holds as ids.

use super::file::{relative, without_detours};
use crate::skinning::{OwnFile, OwnMethod, SkinningMethod};
use std::path::{Path, PathBuf};

/// Changes the path in the id of a method that is a file. All others stay, and so does one too many.
fn with_path(method: SkinningMethod, of: impl FnOnce(&Path) -> PathBuf) -> SkinningMethod {
    let SkinningMethod::Own(_) = method else { return method };
    let Some(file) = OwnFile::of(method.id()) else { return method };
    let path = of(Path::new(file.path)).to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    OwnMethod::named(&file.id_at(&path)).unwrap_or(method)
}

/// The method that a talk in `folder` names.
pub(super) fn read_in(method: SkinningMethod, folder: &Path) -> SkinningMethod {
    with_path(method, |path| without_detours(&folder.join(path)))
}

/// The method as named by a talk in `folder`: relative if possible.
pub(super) fn write_in(method: SkinningMethod, folder: &Path) -> SkinningMethod {
    with_path(method, |path| relative(path, folder))
}

/// The method without the folders of its file, which may be private.
pub(super) fn keep_name(method: SkinningMethod) -> SkinningMethod {
    with_path(method, |path| path.file_name().map_or_else(|| path.to_owned(), PathBuf::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_methods_are_relative_to_their_talk() {
        let named = |id| SkinningMethod::from_id(id).unwrap();
        for (id, read, written) in [
            ("mine.wgsl", "/talks/mine.wgsl", "mine.wgsl"),
            ("../a/mine.wgsl", "/a/mine.wgsl", "../a/mine.wgsl"),
            ("maya=out/maya.npy", "maya=/talks/out/maya.npy", "maya=out/maya.npy"),
        ] {
            let method = read_in(named(id), Path::new("/talks"));
            assert_eq!(method.id(), read);
            assert_eq!(write_in(method, Path::new("/talks")).id(), written);
            assert!(!keep_name(method).id().contains('/'));
        }
        // A command, or a method of a crate.
        let named = OwnMethod::named("deformer-of-test").unwrap();
        assert_eq!(read_in(named, Path::new("/talks")), named);
        assert_eq!(read_in(SkinningMethod::Cor, Path::new("/talks")), SkinningMethod::Cor);
    }
}
