use super::bytes::Bytes;
use super::mistaken::{stand_in, text_conversion};
use super::{ContainerFault, ImportError};
use std::borrow::Cow;

/// The JSON of a file and, for a .glb, its binary chunk.
pub(super) struct Container<'a> {
    pub json: Cow<'a, [u8]>,
    pub binary: Option<Bytes<'a>>,
}

const HEADER_LENGTH: u64 = 12;
const CHUNK_HEADER_LENGTH: u64 = 8;
/// Limit for the chunks that are examined. Files of other programs have two or three.
const MOST_CHUNKS: usize = 10_000;
const JSON_CHUNK: u32 = 0x4e4f_534a;
const BINARY_CHUNK: u32 = 0x004e_4942;

impl<'a> Container<'a> {
    /// Distinguishes .glb from .gltf by the first bytes and splits a .glb into chunks.
    pub fn open(file: Bytes<'a>) -> Result<Self, ImportError> {
        if file.u32_at(0)? == Some(u32::from_le_bytes(*b"glTF")) {
            let split = split_glb(file);
            let has_its_length = file.u32_at(8)?.map(u64::from) == Some(file.length());
            let is_odd = matches!(split, Err(ImportError::Container(_))) || !has_its_length;
            return match if is_odd { text_conversion(file)? } else { None } {
                Some(how) => Err(ContainerFault::Converted(how).into()),
                None => split,
            };
        }
        let json = without_mark(file.read_at(0, file.length())?);
        match json.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'{') => Ok(Self { json, binary: None }),
            Some(_) => Err(ImportError::NotGltf { found: stand_in(&json).unwrap_or("something else") }),
            None => Err(ImportError::NotGltf { found: "an empty file" }),
        }
    }
}

/// The JSON without a byte order mark, which is not allowed but easy to ignore.
fn without_mark(json: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    match json {
        Cow::Borrowed(json) => Cow::Borrowed(json.strip_prefix(MARK).unwrap_or(json)),
        Cow::Owned(mut json) => {
            if json.starts_with(MARK) {
                json.drain(..MARK.len());
            }
            Cow::Owned(json)
        }
    }
}

/// Splits a .glb. The first chunk is JSON; the second, if present and of that type, is the binary buffer. Later chunks
/// of unknown types are skipped, as the specification requires.
fn split_glb(file: Bytes<'_>) -> Result<Container<'_>, ImportError> {
    let present = file.length();
    let cut_off = |announced| ContainerFault::CutOff { announced, present };
    let version = file.u32_at(4)?.ok_or(cut_off(HEADER_LENGTH))?;
    let length = u64::from(file.u32_at(8)?.ok_or(cut_off(HEADER_LENGTH))?);
    if version != 2 {
        return Err(ContainerFault::Version(version).into());
    }
    if length < HEADER_LENGTH {
        return Err(ContainerFault::Length(length as u32).into());
    }
    if length > present {
        return Err(cut_off(length).into());
    }

    let (mut json, mut binary) = (None, None);
    let mut start = HEADER_LENGTH;
    for index in 0.. {
        if start == length {
            break;
        }
        // Bytes after the stated length are not a part of the file.
        let announced = if length - start < 4 { 0 } else { u64::from(file.u32_at(start)?.unwrap_or(0)) };
        let (body, left) = (start + CHUNK_HEADER_LENGTH, length - start);
        if left < CHUNK_HEADER_LENGTH + announced {
            return Err(ContainerFault::Chunk { announced: CHUNK_HEADER_LENGTH + announced, left }.into());
        }
        let kind = file.u32_at(start + 4)?.unwrap_or(0);
        start = body + announced;
        match (index, kind) {
            (0, JSON_CHUNK) => json = Some(file.read_at(body, announced)?),
            (0, _) => return Err(ContainerFault::NoJson.into()),
            (MOST_CHUNKS.., _) => return Err(ContainerFault::Chunks("more than 10,000 chunks").into()),
            (1, BINARY_CHUNK) => binary = file.part(body, announced),
            (_, JSON_CHUNK) => return Err(ContainerFault::Chunks("more than one JSON chunk").into()),
            (_, BINARY_CHUNK) if binary.is_some() => {
                return Err(ContainerFault::Chunks("more than one binary chunk").into());
            }
            (_, BINARY_CHUNK) => {
                return Err(ContainerFault::Chunks("a binary chunk that does not follow the JSON").into());
            }
            _ => {}
        }
    }
    let json = json.filter(|json| !json.is_empty()).ok_or(ContainerFault::NoJson)?;
    Ok(Container { json: without_mark(json), binary })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
        [&(body.len() as u32).to_le_bytes()[..], kind, body].concat()
    }

    fn glb(chunks: &[Vec<u8>]) -> Vec<u8> {
        let body = chunks.concat();
        [b"glTF", &2u32.to_le_bytes()[..], &(12 + body.len() as u32).to_le_bytes(), &body].concat()
    }

    #[test]
    fn chunks_are_found_and_unknown_ones_skipped() {
        let bytes = glb(&[chunk(b"JSON", b"{}  "), chunk(b"BIN\0", &[1, 2, 3, 4]), chunk(b"XTRA", &[0; 4])]);
        let container = Container::open(Bytes::Present(&bytes)).unwrap();
        assert_eq!(*container.json, *b"{}  ");
        assert_eq!(*container.binary.unwrap().read().unwrap(), [1, 2, 3, 4]);
    }

    #[test]
    fn endless_lists_of_chunks_are_refused() {
        let with_chunks = |count: usize| {
            let chunks = std::iter::once(chunk(b"JSON", b"{}  ")).chain((1..count).map(|_| chunk(b"XTRA", &[])));
            glb(&chunks.collect::<Vec<_>>())
        };
        assert!(Container::open(Bytes::Present(&with_chunks(MOST_CHUNKS))).is_ok());
        let error = Container::open(Bytes::Present(&with_chunks(MOST_CHUNKS + 1))).err().unwrap().to_string();
        assert!(error.contains("more than 10,000 chunks"), "{error}");
    }

    #[test]
    fn every_cut_is_noticed() {
        let bytes = glb(&[chunk(b"JSON", b"{}  "), chunk(b"BIN\0", &[1, 2, 3, 4])]);
        for length in 4..bytes.len() {
            let error = Container::open(Bytes::Present(&bytes[..length])).err().unwrap().to_string();
            assert!(error.contains("cut off"), "{length}: {error}");
        }
    }

    #[test]
    fn errors_about_other_files_say_what_was_expected() {
        for bytes in [&b""[..], b"\x89PNG", b"ply\n", &[0]] {
            let error = Container::open(Bytes::Present(bytes)).err().unwrap().to_string();
            assert!(error.contains("expected a .glb"), "{error}");
        }
    }
}
