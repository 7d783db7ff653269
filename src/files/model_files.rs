use super::open::LARGEST_FILE;
use super::{FileError, ModelSource};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The extensions that are looked for in folders.
const MODEL_EXTENSIONS: [&str; 3] = ["glb", "gltf", "vrm"];

/// The models that a person names: given files and names of bundled models as they are, and the models in given folders and all folders below, sorted by path.
/// Hidden entries and links to folders are left out. Each path comes once.
///
/// # Errors
/// If a given path does not exist, or a folder cannot be read.
pub fn model_files(given: &[PathBuf]) -> Result<Vec<PathBuf>, FileError> {
    let mut files = Vec::new();
    for path in given {
        let failed = |cause| FileError::ReadFolder { cause, path: path.clone() };
        if path.is_dir() {
            let mut inside = Vec::new();
            collect(path, &mut inside)?;
            inside.sort();
            files.extend(inside);
            continue;
        }
        if matches!(ModelSource::named(path), ModelSource::File(_)) {
            std::fs::metadata(path).map_err(failed)?;
        }
        files.push(path.clone());
    }
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), FileError> {
    let failed = |cause| FileError::ReadFolder { cause, path: folder.to_owned() };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let path = entry.path();
        // Does not follow links, so that no folder comes twice.
        if entry.file_type().map_err(failed)?.is_dir() {
            collect(&path, files)?;
        } else {
            let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
            if extension.is_some_and(|extension| MODEL_EXTENSIONS.contains(&extension.as_str())) && path.is_file() {
                files.push(path);
            }
        }
    }
    Ok(())
}

/// The text of a path, different for different paths: bytes that are not UTF-8 are written as `\xFF`.
pub fn path_text(path: &Path) -> String {
    let mut text = String::new();
    for part in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text += part.valid();
        text.extend(part.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    text
}

/// BLAKE3 of a file's bytes. `None` if it cannot be read, is no file, or is larger than models can be.
pub fn hash_of_file(path: &Path) -> Option<blake3::Hash> {
    let metadata = std::fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST_FILE {
        return None;
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(std::fs::File::open(path).ok()?).ok()?;
    Some(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_and_each_path_comes_once() {
        let folder = std::env::temp_dir().join(format!("skinscope-models-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("b/.hidden")).unwrap();
        for name in ["b/z.GLB", "b/a.vrm", "c.gltf", "c.bin", "b/.hidden/d.glb", ".e.glb"] {
            std::fs::write(folder.join(name), "x").unwrap();
        }
        let given = [folder.join("c.gltf"), folder.clone(), PathBuf::from("bar")];
        let found = model_files(&given).unwrap();
        let expected = [folder.join("c.gltf"), folder.join("b/a.vrm"), folder.join("b/z.GLB"), PathBuf::from("bar")];
        assert_eq!(found, expected);
        assert!(model_files(&[folder.join("none")]).unwrap_err().to_string().contains("there is no such"));
        assert_eq!(hash_of_file(&folder.join("c.bin")), Some(blake3::hash(b"x")));
        assert_eq!(hash_of_file(&folder), None);
        #[cfg(unix)]
        assert_eq!(hash_of_file(Path::new("/dev/zero")), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
