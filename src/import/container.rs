use super::{ContainerFault, ImportError};

/// The JSON of a file and, for a .glb, its binary chunk.
#[derive(Debug)]
pub(super) struct Container<'a> {
    pub json: &'a [u8],
    pub binary: Option<&'a [u8]>,
}

const HEADER_LENGTH: usize = 12;
const JSON_CHUNK: u32 = 0x4e4f_534a;
const BINARY_CHUNK: u32 = 0x004e_4942;

impl<'a> Container<'a> {
    /// Distinguishes .glb from .gltf by the first bytes and splits a .glb into chunks.
    pub fn open(bytes: &'a [u8]) -> Result<Self, ImportError> {
        // A byte order mark is not allowed but easy to ignore.
        let without_mark = |json: &'a [u8]| json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
        if bytes.starts_with(b"glTF") {
            let container = split_glb(bytes)?;
            return Ok(Container { json: without_mark(container.json), ..container });
        }
        let json = without_mark(bytes);
        match json.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'{') => Ok(Self { json, binary: None }),
            Some(_) => Err(ImportError::NotGltf { found: "something else" }),
            None => Err(ImportError::NotGltf { found: "an empty file" }),
        }
    }
}

/// The first chunk is JSON; the second, if present and of that type, is the binary buffer. Later chunks of unknown
/// types are skipped, as the specification requires.
fn split_glb(bytes: &[u8]) -> Result<Container<'_>, ContainerFault> {
    let present = bytes.len() as u64;
    let cut_off = |announced| ContainerFault::CutOff { announced, present };
    let version = u32_at(bytes, 4).ok_or(cut_off(HEADER_LENGTH as u64))?;
    let length = u32_at(bytes, 8).ok_or(cut_off(HEADER_LENGTH as u64))?;
    if version != 2 {
        return Err(ContainerFault::Version(version));
    }
    if (length as usize) < HEADER_LENGTH {
        return Err(ContainerFault::Length(length));
    }
    let mut rest = bytes.get(HEADER_LENGTH..length as usize).ok_or(cut_off(u64::from(length)))?;

    let mut container = Container { json: &[], binary: None };
    for index in 0.. {
        if rest.is_empty() {
            break;
        }
        let (kind, chunk, after) = split_chunk(rest).ok_or_else(|| ContainerFault::Chunk {
            announced: u64::from(u32_at(rest, 0).unwrap_or(0)) + 8,
            left: rest.len() as u64,
        })?;
        rest = after;
        match (index, kind) {
            (0, JSON_CHUNK) => container.json = chunk,
            (0, _) => return Err(ContainerFault::NoJson),
            (1, BINARY_CHUNK) => container.binary = Some(chunk),
            (_, JSON_CHUNK) => return Err(ContainerFault::Chunks("more than one JSON chunk")),
            (_, BINARY_CHUNK) if container.binary.is_some() => {
                return Err(ContainerFault::Chunks("more than one binary chunk"));
            }
            (_, BINARY_CHUNK) => {
                return Err(ContainerFault::Chunks("a binary chunk that does not follow the JSON"));
            }
            _ => {}
        }
    }
    if container.json.is_empty() {
        return Err(ContainerFault::NoJson);
    }
    Ok(container)
}

fn split_chunk(bytes: &[u8]) -> Option<(u32, &[u8], &[u8])> {
    let length = u32_at(bytes, 0)? as usize;
    let kind = u32_at(bytes, 4)?;
    let body = bytes.get(8..)?;
    Some((kind, body.get(..length)?, body.get(length..)?))
}

fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    bytes.get(offset..offset + 4)?.try_into().ok().map(u32::from_le_bytes)
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
        let container = Container::open(&bytes).unwrap();
        assert_eq!(container.json, b"{}  ");
        assert_eq!(container.binary, Some(&[1, 2, 3, 4][..]));
    }

    #[test]
    fn every_cut_is_noticed() {
        let bytes = glb(&[chunk(b"JSON", b"{}  "), chunk(b"BIN\0", &[1, 2, 3, 4])]);
        for length in 4..bytes.len() {
            let error = Container::open(&bytes[..length]).unwrap_err().to_string();
            assert!(error.contains("cut off"), "{length}: {error}");
        }
    }

    #[test]
    fn errors_about_other_files_say_what_was_expected() {
        for bytes in [&b""[..], b"\x89PNG", b"ply\n", &[0]] {
            let error = Container::open(bytes).unwrap_err().to_string();
            assert!(error.contains("expected a .glb"), "{error}");
        }
    }
}
