use super::error::plainly;
use crate::import::ReadParts;
use crate::work::Progress;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::time::SystemTime;

/// A large file that stays on the disk and is read in parts.
#[derive(Debug)]
pub(super) struct StoredFile {
    file: File,
    length: u64,
    hash: blake3::Hash,
    /// Time of the last change, from the system.
    changed: Option<SystemTime>,
    progress: Progress,
    /// Count of bytes read, over all parts.
    read_bytes: Cell<u64>,
    /// Contents of the whole file, once more than [`MOST_TIMES`] its length was read.
    whole: OnceCell<Vec<u8>>,
}

/// Limit on the bytes read in parts, as a multiple of the file's length. Attributes that share a buffer view are read
/// once for each, and few files have more of them. Only a hostile file names the same bytes a thousand times.
const MOST_TIMES: u64 = 8;

impl StoredFile {
    /// Reads the whole file once for its hash. Canceling leaves the rest out.
    pub fn new(mut file: File, progress: &Progress) -> std::io::Result<Self> {
        const PART: usize = 1 << 20;
        let changed = file.metadata()?.modified().ok();
        let mut hasher = blake3::Hasher::new();
        let mut part = vec![0; PART];
        let mut length = 0;
        file.seek(SeekFrom::Start(0))?;
        while !progress.is_canceled() {
            let read = match file.read(&mut part) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            hasher.update(part.get(..read).unwrap_or_default());
            length += read as u64;
            progress.advance(read as u64);
        }
        Ok(Self {
            file,
            length,
            hash: hasher.finalize(),
            changed,
            progress: progress.uncounted_part(),
            read_bytes: Cell::new(0),
            whole: OnceCell::new(),
        })
    }

    /// BLAKE3 of the file's bytes as they were when it was opened.
    pub fn hash(&self) -> blake3::Hash {
        self.hash
    }

    /// Whether the file is unchanged since it was opened, as far as its length and the time of its last change show.
    pub fn is_unchanged(&self) -> bool {
        self.file.metadata().is_ok_and(|now| now.len() == self.length && now.modified().ok() == self.changed)
    }

    fn read_from_disk(&self, range: Range<u64>) -> Result<Vec<u8>, String> {
        if self.progress.is_canceled() {
            return Err("reading was canceled".to_owned());
        }
        let length = range.end.min(self.length).saturating_sub(range.start);
        let length = usize::try_from(length).map_err(|_overflow| "it is larger than the memory".to_owned())?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).map_err(|_full| "there is not enough memory".to_owned())?;
        let mut file = &self.file;
        file.seek(SeekFrom::Start(range.start)).map_err(|error| plainly(&error))?;
        let read = file.take(length as u64).read_to_end(&mut bytes).map_err(|error| plainly(&error))?;
        if read < length {
            return Err("the file became shorter while it was read; wait until it is written".to_owned());
        }
        Ok(bytes)
    }
}

impl ReadParts for StoredFile {
    fn length(&self) -> u64 {
        self.length
    }

    fn read(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, String> {
        let read_bytes = self.read_bytes.get().saturating_add(range.end.saturating_sub(range.start));
        self.read_bytes.set(read_bytes);
        if read_bytes <= self.length.saturating_mul(MOST_TIMES) {
            return self.read_from_disk(range).map(Cow::Owned);
        }
        if self.whole.get().is_none() {
            let whole = self.read_from_disk(0..self.length)?;
            self.whole.get_or_init(|| whole);
        }
        let whole = self.whole.get().map_or(&[][..], Vec::as_slice);
        let part = whole.get(range.start as usize..range.end as usize);
        part.map(Cow::Borrowed).ok_or_else(|| "it ends before".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled;
    use crate::import::{GltfFile, NoFiles, import_gltf_watched};

    fn stored(bytes: &[u8]) -> (tempfile::NamedTempFile, StoredFile) {
        let written = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(written.path(), bytes).unwrap();
        let stored = StoredFile::new(File::open(written.path()).unwrap(), &Progress::default()).unwrap();
        (written, stored)
    }

    #[test]
    fn parts_are_those_of_the_file() {
        let bytes: Vec<u8> = (0..3_000_000u32).map(|i| (i % 251) as u8).collect();
        let (written, stored) = stored(&bytes);
        assert_eq!((stored.length(), stored.hash()), (3_000_000, blake3::hash(&bytes)));
        assert_eq!(*stored.read(2_500_000..3_000_000).unwrap(), bytes[2_500_000..]);
        assert!(stored.read(10..10).unwrap().is_empty());
        assert_eq!(*stored.read(2..5).unwrap(), bytes[2..5], "in any order");

        assert!(stored.is_unchanged());
        std::fs::write(written.path(), &bytes[..100]).unwrap();
        assert!(!stored.is_unchanged());
        assert_eq!(*stored.read(0..100).unwrap(), bytes[..100]);
        let error = stored.read(50..101).unwrap_err();
        assert!(error.contains("became shorter"), "{error}");
    }

    /// A hostile file names the same bytes again and again.
    #[test]
    fn a_file_that_is_read_over_and_over_is_kept() {
        let bytes: Vec<u8> = (0..100_000u32).map(|i| (i % 251) as u8).collect();
        let (_written, stored) = stored(&bytes);
        for times in 0..20 {
            let read = stored.read(1..99_999).unwrap();
            assert_eq!(*read, bytes[1..99_999]);
            assert_eq!(matches!(read, Cow::Borrowed(_)), times >= 8, "{times}");
        }
    }

    #[test]
    fn a_canceled_file_is_not_read_on() {
        let written = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(written.path(), [1; 1000]).unwrap();
        let progress = Progress::default();
        let stored = StoredFile::new(File::open(written.path()).unwrap(), &progress).unwrap();
        assert_eq!(*stored.read(3..5).unwrap(), [1, 1]);
        progress.cancel();
        assert!(stored.read(3..5).unwrap_err().contains("canceled"));
    }

    #[test]
    fn a_model_read_in_parts_is_the_model() {
        let import = |file: GltfFile<'_>| {
            import_gltf_watched(file, "a", None, &NoFiles, &Progress::default()).map_err(|error| error.to_string())
        };
        for bundled in bundled::MODELS {
            let whole = import(GltfFile::Whole(bundled.glb)).unwrap();
            let (_written, file) = stored(bundled.glb);
            let parts = import(GltfFile::Parts(&file)).unwrap();
            assert_eq!(parts.warnings.len(), whole.warnings.len());
            for (parts, whole) in parts.model.skins.iter().zip(&whole.model.skins) {
                assert_eq!(parts.bind_from_mesh, whole.bind_from_mesh);
            }
            assert_eq!(parts.model.textures.len(), whole.model.textures.len());
            for (parts, whole) in parts.model.primitives.iter().zip(&whole.model.primitives) {
                assert_eq!((&parts.positions, &parts.normals), (&whole.positions, &whole.normals), "{}", bundled.name);
                assert_eq!((&parts.indices, &parts.texcoords), (&whole.indices, &whole.texcoords));
                assert_eq!(parts.influences, whole.influences);
            }
            // Cut off anywhere, it is refused with the same words.
            for length in [0, 3, 11, 19, 200, bundled.glb.len() - 1] {
                let cut = &bundled.glb[..length];
                let (_written, file) = stored(cut);
                assert_eq!(import(GltfFile::Parts(&file)).unwrap_err(), import(GltfFile::Whole(cut)).unwrap_err());
            }
        }
    }
}
