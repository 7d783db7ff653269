use super::budget::Budget;
use super::bytes::{Buffer, Bytes};
use super::mistaken::stand_in;
use super::{Fault, GltfDocument, ImportError, Location};
use crate::work::Progress;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use percent_encoding::percent_decode_str;
use std::collections::HashMap;
use std::rc::Rc;

/// Supplies the files that a .gltf names by relative URI. The file system is accessed elsewhere.
pub trait ResourceReader {
    /// The bytes of a file, by its percent-decoded path relative to the .gltf.
    ///
    /// # Errors
    /// The cause as a human-readable phrase without the path.
    fn read(&self, relative_path: &str) -> Result<Vec<u8>, String>;

    /// Text that tells files apart: two paths of one file have one identity.
    fn identity(&self, relative_path: &str) -> String {
        relative_path.to_owned()
    }

    /// The bytes of the archive that the glTF file and all others come from; `None` for separate files. They determine
    /// the memory that an import may take.
    fn archive_bytes(&self) -> Option<u64> {
        None
    }
}

/// For a .glb that contains all of its data, as most do.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl ResourceReader for NoFiles {
    fn read(&self, _relative_path: &str) -> Result<Vec<u8>, String> {
        Err("there are no files beside this one".to_owned())
    }
}

/// Reads URIs: `data:` from the text itself, relative paths through the reader, each file once.
pub(super) struct Resources<'a> {
    reader: &'a dyn ResourceReader,
    /// The progress of the whole import.
    progress: &'a Progress,
    read: HashMap<String, Rc<Vec<u8>>>,
    /// Bytes of all files so far.
    read_bytes: u64,
    /// Part of `read_bytes` that a budget does not yet know.
    new_bytes: u64,
}

impl<'a> Resources<'a> {
    /// Starts with a glTF file of this many bytes.
    pub fn new(reader: &'a dyn ResourceReader, file_bytes: u64, progress: &'a Progress) -> Self {
        Self { reader, progress, read: HashMap::new(), read_bytes: file_bytes, new_bytes: 0 }
    }

    pub fn progress(&self) -> &'a Progress {
        self.progress
    }

    /// The bytes of all files that were read so far, as they are on disk.
    pub fn file_bytes(&self) -> u64 {
        self.reader.archive_bytes().unwrap_or(self.read_bytes)
    }

    /// Memory that the contents of the files may take.
    ///
    /// # Errors
    /// If the files, unpacked from an archive, already take more.
    pub fn budget(&mut self) -> Result<Budget, ImportError> {
        let budget = Budget::of(self.file_bytes());
        self.new_bytes = if self.reader.archive_bytes().is_some() { self.read_bytes } else { 0 };
        self.settle(&budget).map_err(|fault| fault.at(&Location::file()))?;
        Ok(budget)
    }

    /// Accounts in the budget for the files that were read since the last call.
    pub fn settle(&mut self, budget: &Budget) -> Result<(), Fault> {
        let bytes = std::mem::take(&mut self.new_bytes);
        if self.reader.archive_bytes().is_some() {
            return budget.take(bytes);
        }
        budget.grow(bytes);
        Ok(())
    }

    pub fn load(&mut self, uri: &str) -> Result<Rc<Vec<u8>>, Fault> {
        let failed = |cause: String| Fault::Resource { uri: uri.to_owned(), cause };
        if let Some(data) = uri.strip_prefix("data:") {
            return data_uri(data).map(Rc::new).map_err(failed);
        }
        if has_scheme(uri) || uri.starts_with(['/', '\\']) {
            return Err(failed("only relative paths and data: are read; put the file beside the .gltf".to_owned()));
        }
        let path = percent_decode_str(uri)
            .decode_utf8()
            .map_err(|error| failed(format!("the path is not UTF-8 ({error})")))?
            .into_owned();
        let identity = self.reader.identity(&path);
        if let Some(bytes) = self.read.get(&identity) {
            return Ok(Rc::clone(bytes));
        }
        let bytes = Rc::new(self.reader.read(&path).map_err(failed)?);
        if let Some(found) = stand_in(&bytes) {
            return Err(failed(format!("it is {found}")));
        }
        self.read_bytes += bytes.len() as u64;
        self.new_bytes += bytes.len() as u64;
        self.read.insert(identity, Rc::clone(&bytes));
        Ok(bytes)
    }
}

/// Decodes the part after `data:`.
fn data_uri(data: &str) -> Result<Vec<u8>, String> {
    let (kind, body) = data.split_once(',').ok_or("the data: URI has no comma")?;
    if !kind.ends_with(";base64") {
        return Ok(percent_decode_str(body).collect());
    }
    let error = match STANDARD.decode(body) {
        Ok(bytes) => return Ok(bytes),
        Err(error) => error,
    };
    [&STANDARD_NO_PAD, &URL_SAFE, &URL_SAFE_NO_PAD]
        .into_iter()
        .find_map(|engine| engine.decode(body).ok())
        .ok_or_else(|| format!("the base64 is broken: {error}"))
}

/// Whether a URI starts with `scheme:`. A single letter is more likely a Windows drive, which is not relative either.
fn has_scheme(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// The bytes of a file's buffers, each exactly as long as declared; `None` for a buffer without a source.
pub(super) fn load_buffers<'a>(
    document: &GltfDocument,
    binary: Option<Bytes<'a>>,
    resources: &mut Resources<'_>,
) -> Result<Vec<Option<Buffer<'a>>>, ImportError> {
    let mut binary = binary;
    document
        .root
        .buffers
        .iter()
        .enumerate()
        .map(|(index, buffer)| {
            let location = Location::named("buffer", index, None);
            let bytes = match (&buffer.uri, index) {
                (Some(uri), _) => Buffer::Shared(resources.load(uri).map_err(|fault| fault.at(&location))?),
                (None, 0) => match binary.take() {
                    Some(binary) => Buffer::Own(binary),
                    None => return Ok(None),
                },
                (None, _) => return Ok(None),
            };
            let (needed, present) = (buffer.byte_length.0, bytes.bytes().length());
            if needed > present {
                return Err(Fault::OutOfBytes { needed, present }.at(&location));
            }
            Ok(Some(bytes))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl ResourceReader for Echo {
        fn read(&self, relative_path: &str) -> Result<Vec<u8>, String> {
            Ok(relative_path.as_bytes().to_vec())
        }
    }

    #[test]
    fn uris_of_all_kinds() {
        let progress = Progress::default();
        let mut resources = Resources::new(&Echo, 0, &progress);
        let mut load = |uri: &str| resources.load(uri).map(|bytes| bytes.to_vec());
        assert_eq!(load("data:application/octet-stream;base64,AQID").unwrap(), [1, 2, 3]);
        assert_eq!(load("data:;base64,_-8").unwrap(), [255, 239]);
        assert_eq!(load("data:text/plain,a%20b").unwrap(), b"a b");
        assert_eq!(load("a%20b/%C3%A4.bin").unwrap(), "a b/ä.bin".as_bytes());
        assert!(load("data:").is_err());
        assert!(load("data:x;base64,A!").unwrap_err().to_string().contains("base64"));
        assert!(load("https://example.org/a.bin").unwrap_err().to_string().contains("relative"));
        assert!(load("/etc/hosts").unwrap_err().to_string().contains("relative"));
        assert!(load("%FF").is_err());
    }
}
