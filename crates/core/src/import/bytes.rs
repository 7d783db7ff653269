//! The bytes of a glTF file: in memory, or on a disk from which parts are read when they are needed.

use super::{Fault, ImportError, Location};
use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

/// A glTF file that is read in parts, so that a large one is never in memory as a whole.
pub trait ReadParts {
    /// Length of the file in bytes.
    fn length(&self) -> u64;

    /// The bytes of a range within the file. If much of a file is read repeatedly, it may be kept from then on.
    ///
    /// # Errors
    /// The cause as a human-readable phrase without the path. The file may have become shorter since it was opened.
    fn read(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, String>;
}

/// A glTF file, as a whole or in parts.
#[derive(Clone, Copy)]
pub enum GltfFile<'a> {
    /// All bytes, in memory.
    Whole(&'a [u8]),
    /// Bytes that are read when they are needed.
    Parts(&'a dyn ReadParts),
}

impl<'a> GltfFile<'a> {
    /// Length of the file in bytes.
    pub fn length(self) -> u64 {
        match self {
            Self::Whole(bytes) => bytes.len() as u64,
            Self::Parts(file) => file.length(),
        }
    }

    /// All bytes, not yet read.
    pub(super) fn bytes(self) -> Bytes<'a> {
        match self {
            Self::Whole(bytes) => Bytes::Present(bytes),
            Self::Parts(file) => Bytes::Stored { file, start: 0, length: file.length() },
        }
    }
}

/// A range of bytes, in memory or not yet read.
#[derive(Clone, Copy)]
pub(super) enum Bytes<'a> {
    Present(&'a [u8]),
    Stored { file: &'a dyn ReadParts, start: u64, length: u64 },
}

impl<'a> Bytes<'a> {
    pub fn length(self) -> u64 {
        match self {
            Self::Present(bytes) => bytes.len() as u64,
            Self::Stored { length, .. } => length,
        }
    }

    /// A part of the bytes, not yet read; `None` if it reaches beyond them.
    pub fn part(self, start: u64, length: u64) -> Option<Self> {
        let end = start.checked_add(length).filter(|&end| end <= self.length())?;
        Some(match self {
            Self::Present(bytes) => Self::Present(bytes.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?),
            Self::Stored { file, start: outer, .. } => Self::Stored { file, start: outer.checked_add(start)?, length },
        })
    }

    /// The bytes themselves.
    pub fn read(self) -> Result<Cow<'a, [u8]>, Fault> {
        match self {
            Self::Present(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::Stored { file, start, length } => {
                let bytes = file.read(start..start.saturating_add(length));
                bytes.map_err(|cause| Fault::Unreadable { cause })
            }
        }
    }

    /// A part of a whole file; nothing if the file ends before the end of the part.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read_at(self, start: u64, length: u64) -> Result<Cow<'a, [u8]>, ImportError> {
        let part = self.part(start, length).unwrap_or(Self::Present(&[]));
        part.read().map_err(|fault| fault.at(&Location::file()))
    }

    /// A little-endian number of a whole file; `None` if the file ends before its end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn u32_at(self, start: u64) -> Result<Option<u32>, ImportError> {
        Ok(self.read_at(start, 4)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes)))
    }
}

/// The bytes of a buffer: a part of the glTF file itself, or another file, which may be shared.
#[derive(Clone)]
pub(super) enum Buffer<'a> {
    Own(Bytes<'a>),
    Shared(Rc<Vec<u8>>),
}

impl Buffer<'_> {
    pub fn bytes(&self) -> Bytes<'_> {
        match self {
            Self::Own(bytes) => *bytes,
            Self::Shared(bytes) => Bytes::Present(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counting;

    impl ReadParts for Counting {
        fn length(&self) -> u64 {
            200
        }

        fn read(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, String> {
            if range.contains(&100) {
                return Err("there is a hole".to_owned());
            }
            Ok((range.start as u8..range.end as u8).collect())
        }
    }

    #[test]
    fn parts_of_parts_are_the_same_wherever_the_bytes_are() {
        let whole: Vec<u8> = (0..200).collect();
        for bytes in [GltfFile::Whole(&whole).bytes(), GltfFile::Parts(&Counting).bytes()] {
            assert_eq!(bytes.length(), 200);
            let part = bytes.part(10, 30).unwrap().part(5, 3).unwrap();
            assert_eq!(*part.read().unwrap(), [15, 16, 17]);
            assert!(part.part(1, 3).is_none() && part.part(4, 0).is_none() && part.part(1, u64::MAX).is_none());
            assert_eq!(part.part(3, 0).unwrap().length(), 0);
        }
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let bytes = GltfFile::Parts(&Counting).bytes();
        let fault = bytes.part(90, 20).unwrap().read().unwrap_err();
        assert_eq!(fault.to_string(), "cannot be read: there is a hole");
    }
}
