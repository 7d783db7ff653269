//! Zip archives that contain a glTF file and the files to which it refers.
//!
//! Nothing is written to disk, so that names in the archive cannot lead anywhere. Names are only compared.

use super::dropped::is_model;
use super::foreign::{ForeignFormat, foreign_format};
use crate::import::ResourceReader;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::path::Path;
use zip::ZipArchive;

/// First bytes of an archive.
pub(super) const ZIP_START: &[u8] = b"PK\x03\x04";

/// Most bytes of all unpacked files together, in addition to [`MOST_RATIO`] times the size of the archive.
const MOST_BYTES: u64 = 40_000_000;
const MOST_RATIO: u64 = 5;
/// Most entries that are examined.
const MOST_ENTRIES: usize = 20_000;

/// An archive in memory.
pub(super) struct Archive<'a> {
    zip: RefCell<ZipArchive<Cursor<&'a [u8]>>>,
    /// Readable entries, with their indices.
    entries: HashMap<String, usize>,
    /// Folder of the model in the archive, empty or with a slash at the end.
    folder: String,
    bytes: u64,
    /// Count of bytes that may still be unpacked.
    left: RefCell<u64>,
}

#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("the archive cannot be read ({0}); pack it again as zip without a password")]
    Zip(#[from] zip::result::ZipError),
    #[error("the archive has {found} entries, but at most {MOST_ENTRIES} are read; unpack it and open the model in it")]
    Entries { found: usize },
    #[error("the archive holds no .gltf, .glb or .vrm; give one that does, or the model itself")]
    NoModel,
    #[error("the archive holds {}, not glTF; {}", .0.name, .0.advice)]
    Foreign(&'static ForeignFormat),
    #[error(
        "{name:?} in the archive unpacks to more than {most} bytes, far more than {packed} bytes of archive justify; unpack it and open the model in it"
    )]
    Bomb { name: String, most: u64, packed: u64 },
    #[error("{name:?} in the archive cannot be unpacked ({cause}); pack it again")]
    Damaged { name: String, cause: std::io::Error },
}

/// The model in an archive.
pub(super) struct PackedModel {
    /// Path in the archive.
    pub path: String,
    pub bytes: Vec<u8>,
    /// Number of other models in the archive.
    pub others: usize,
}

impl<'a> Archive<'a> {
    /// Opens an archive and unpacks its model: the one nearest to the top, then the first by name.
    pub fn open(bytes: &'a [u8]) -> Result<(Self, PackedModel), ArchiveError> {
        let zip = ZipArchive::new(Cursor::new(bytes))?;
        if zip.len() > MOST_ENTRIES {
            return Err(ArchiveError::Entries { found: zip.len() });
        }
        let names = (0..zip.len()).filter_map(|index| Some((normalized(zip.name_for_index(index)?)?, index)));
        let entries: Vec<(String, usize)> = names.collect();
        let mut models: Vec<&(String, usize)> =
            entries.iter().filter(|(name, _)| is_model(Path::new(name)) && !name.starts_with("__MACOSX/")).collect();
        models.sort_by_key(|(name, _)| (name.matches('/').count(), name.clone()));
        let Some((path, index)) = models.first().map(|&(path, index)| (path.clone(), *index)) else {
            let foreign = entries.iter().find_map(|(name, _)| foreign_format(Path::new(name), &[]));
            return Err(foreign.map_or(ArchiveError::NoModel, ArchiveError::Foreign));
        };
        let others = models.len() - 1;
        let folder = path.rfind('/').map_or(String::new(), |slash| path[..=slash].to_owned());
        let packed = bytes.len() as u64;
        let left = RefCell::new(packed.saturating_mul(MOST_RATIO).saturating_add(MOST_BYTES));
        let entries = entries.into_iter().collect();
        let archive = Self { zip: RefCell::new(zip), entries, folder, bytes: packed, left };
        let bytes = archive.unpack(&path, index)?;
        Ok((archive, PackedModel { path, bytes, others }))
    }

    /// The bytes of an entry. The sizes that the archive states are not trusted.
    fn unpack(&self, name: &str, index: usize) -> Result<Vec<u8>, ArchiveError> {
        let mut left = self.left.borrow_mut();
        let mut zip = self.zip.borrow_mut();
        let entry = zip.by_index(index)?;
        let mut bytes = Vec::new();
        let most = *left;
        let result = entry.take(most.saturating_add(1)).read_to_end(&mut bytes);
        // Bytes of no use count as well, because unpacking them took time.
        *left = most.saturating_sub(bytes.len() as u64);
        let name = || name.to_owned();
        if bytes.len() as u64 > most {
            return Err(ArchiveError::Bomb { name: name(), most, packed: self.bytes });
        }
        result.map_err(|cause| ArchiveError::Damaged { name: name(), cause })?;
        Ok(bytes)
    }
}

impl ResourceReader for Archive<'_> {
    fn read(&self, relative_path: &str) -> Result<Vec<u8>, String> {
        let path = normalized(&format!("{}{relative_path}", self.folder));
        let path = path.ok_or_else(|| "the path leads out of the archive".to_owned())?;
        let index = self.entries.get(&path).ok_or_else(|| "the archive holds no such file".to_owned())?;
        self.unpack(&path, *index).map_err(|error| error.to_string())
    }

    fn identity(&self, relative_path: &str) -> String {
        normalized(&format!("{}{relative_path}", self.folder)).unwrap_or_else(|| relative_path.to_owned())
    }

    fn archive_bytes(&self) -> Option<u64> {
        Some(self.bytes)
    }
}

/// A path with `.` and `..` resolved and with slashes. `None` for folders and for paths that lead out of the archive.
fn normalized(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    if path.ends_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn the_model_nearest_to_the_top_is_taken_with_its_files() {
        let bytes = zip(&[
            ("__MACOSX/a.glb", b"x"),
            ("pack/._model.gltf", b"x"),
            ("deep/in/a.glb", b"x"),
            ("pack/model.gltf", b"{}"),
            ("pack/buffers/a.bin", b"123"),
            ("pack/z.glb", b"x"),
        ]);
        let (archive, model) = Archive::open(&bytes).unwrap();
        assert_eq!((model.path.as_str(), model.bytes.as_slice(), model.others), ("pack/model.gltf", &b"{}"[..], 2));
        assert_eq!(archive.read("buffers/a.bin").unwrap(), b"123");
        assert_eq!(archive.read("./x/../buffers\\a.bin").unwrap(), b"123");
        assert!(archive.read("../../etc/passwd").unwrap_err().contains("out of the archive"));
        assert!(archive.read("b.bin").unwrap_err().contains("no such file"));
    }

    #[test]
    fn bombs_are_refused_with_their_figure() {
        let bytes = zip(&[("a.glb", &vec![0; 60_000_000])]);
        assert!(bytes.len() < 100_000);
        let error = Archive::open(&bytes).err().unwrap().to_string();
        assert!(error.contains(&(MOST_BYTES + 5 * bytes.len() as u64).to_string()), "{error}");
        // Many files that are small individually.
        let bytes = zip(&[("a.gltf", b"{}"), ("1", &vec![0; 30_000_000]), ("2", &vec![0; 30_000_000])]);
        let (archive, _) = Archive::open(&bytes).unwrap();
        assert!(archive.read("1").is_ok());
        assert!(archive.read("2").unwrap_err().contains("unpacks to more than"));
    }

    #[test]
    fn archives_without_a_model_and_damaged_ones_say_so() {
        let error = |bytes: &[u8]| Archive::open(bytes).err().unwrap().to_string();
        assert!(error(&zip(&[("a.txt", b"x")])).contains("no .gltf"));
        assert!(error(&zip(&[("a.usdc", b"x")])).contains("holds USD, not glTF; convert it"));
        assert!(error(&zip(&[("a.txt", b"x"), ("in/a.fbx", b"x")])).contains("File > Import > FBX"));
        let whole = zip(&[("a.glb", b"glTF glTF glTF")]);
        for length in 0..whole.len() {
            assert!(Archive::open(&whole[..length]).is_err(), "{length}");
        }
    }
}
