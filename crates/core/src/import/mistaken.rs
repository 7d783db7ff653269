//! Files whose contents do not match their names: something else in their place, or bytes that were taken for text.

use super::ImportError;
use super::bytes::Bytes;

/// Description of the content that was stored or downloaded instead of a file, with a remedy, if the beginning shows
/// it.
pub(super) fn stand_in(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let starts_with = |start: &&[u8]| text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    if text.starts_with(b"version https://git-lfs.github.com/spec/") {
        return Some("a Git LFS pointer; fetch the file itself with git lfs pull");
    }
    let is_page = [&b"<!doctype html"[..], b"<html", b"<head"].iter().any(starts_with);
    is_page.then_some("a web page (HTML); download the file itself, not the page that shows it")
}

/// Change that a text conversion made to a .glb whose length differs from the one in its header.
///
/// Every line feed of a binary file is a byte by chance, and few bytes of it are UTF-8 by chance. So a file in which
/// each line feed follows a carriage return, and whose growth in bytes equals the number of these, was changed, and so
/// was a file whose binary part is UTF-8 and not ASCII.
pub(super) fn text_conversion(file: Bytes<'_>) -> Result<Option<&'static str>, ImportError> {
    // The header may have been changed, too.
    let json_end = match file.u32_at(16)?.map(u32::to_le_bytes) {
        Some([b'J', b'S', b'O', b'N']) => file.u32_at(12)?.map(|length| 20 + u64::from(length)),
        _ => None,
    };
    let surplus = file.length().saturating_sub(file.u32_at(8)?.map_or(0, u64::from));
    let mut lines = Lines::default();
    each_part(file, 0, |part| lines.add(part))?;
    if lines.ends > 0 && lines.bare == 0 && (json_end.is_none() || lines.ends == surplus) {
        return Ok(Some("its line feeds became CR LF"));
    }
    // Without a binary chunk there is nothing that could have been converted.
    let announced = file.u32_at(8)?.map_or(0, u64::from);
    if json_end.is_some_and(|end| end >= announced) {
        return Ok(None);
    }
    let mut text = Utf8::default();
    each_part(file, json_end.unwrap_or(4), |part| text.add(part))?;
    Ok((text.wide && !text.broken && text.cut.is_empty()).then_some("its bytes became UTF-8"))
}

/// Number of bytes of a file that are examined in one step.
const PART_BYTES: u64 = 1 << 20;

/// Calls `see` with the bytes from `start` on, part by part, until it returns true because the rest is of no interest.
fn each_part(file: Bytes<'_>, start: u64, mut see: impl FnMut(&[u8]) -> bool) -> Result<(), ImportError> {
    let mut start = start;
    while start < file.length() {
        let length = PART_BYTES.min(file.length() - start);
        if see(&file.read_at(start, length)?) {
            break;
        }
        start += length;
    }
    Ok(())
}

/// Counts ends of lines.
#[derive(Default)]
struct Lines {
    /// CR LF.
    ends: u64,
    /// LF alone.
    bare: u64,
    last: u8,
}

impl Lines {
    fn add(&mut self, part: &[u8]) -> bool {
        for &byte in part {
            if byte == b'\n' {
                *(if self.last == b'\r' { &mut self.ends } else { &mut self.bare }) += 1;
            }
            self.last = byte;
        }
        self.bare > 0
    }
}

/// Checks whether bytes are UTF-8.
#[derive(Default)]
struct Utf8 {
    /// Whether any character has several bytes.
    wide: bool,
    broken: bool,
    /// The beginning of a character whose rest is in the next part.
    cut: Vec<u8>,
}

impl Utf8 {
    fn add(&mut self, part: &[u8]) -> bool {
        let joined = [&self.cut, part].concat();
        let end = match std::str::from_utf8(&joined) {
            Ok(_) => joined.len(),
            Err(error) => {
                self.broken |= error.error_len().is_some();
                error.valid_up_to()
            }
        };
        let (whole, cut) = joined.split_at(end);
        self.wide |= !whole.is_ascii();
        self.cut = cut.to_vec();
        self.broken
    }
}

#[cfg(test)]
mod tests {
    use super::super::bytes::{GltfFile, ReadParts};
    use super::*;
    use std::borrow::Cow;
    use std::ops::Range;

    struct Disk(Vec<u8>);

    impl ReadParts for Disk {
        fn length(&self) -> u64 {
            self.0.len() as u64
        }

        fn read(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, String> {
            Ok(self.0[range.start as usize..range.end as usize].to_vec().into())
        }
    }

    /// A .glb with names in JSON that are not ASCII, and floats.
    fn glb(floats: usize) -> Vec<u8> {
        let json = "{\"asset\":{\"version\":\"2.0\"},\n\"nodes\":[{\"name\":\"ä\"}]} ".as_bytes();
        let binary: Vec<u8> = (0..floats).flat_map(|index| (index as f32).sin().to_le_bytes()).collect();
        let word = |value: usize| (value as u32).to_le_bytes();
        let length = word(28 + json.len() + binary.len());
        [&b"glTF"[..], &word(2), &length, &word(json.len()), b"JSON", json, &word(binary.len()), b"BIN\0", &binary]
            .concat()
    }

    fn with_windows_lines(bytes: &[u8]) -> Vec<u8> {
        bytes.iter().flat_map(|&byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] }).collect()
    }

    #[test]
    fn conversions_are_told_from_damage() {
        // The second file has several parts.
        for floats in [500, 400_000] {
            let whole = glb(floats);
            let lossy = String::from_utf8_lossy(&whole).into_owned().into_bytes();
            let latin: Vec<u8> = whole.iter().map(|&byte| char::from(byte)).collect::<String>().into_bytes();
            let cut = &whole[..whole.len() - 5];
            let surplus = [&whole[..], b"bytes after the end"].concat();
            for (bytes, expected) in [
                (&with_windows_lines(&whole)[..], Some("its line feeds became CR LF")),
                (&lossy, Some("its bytes became UTF-8")),
                (&latin, Some("its bytes became UTF-8")),
                (cut, None),
                (&cut[..40], None),
                (&surplus, None),
                (&whole, None),
            ] {
                let disk = Disk(bytes.to_vec());
                for file in [GltfFile::Whole(bytes), GltfFile::Parts(&disk)] {
                    assert_eq!(text_conversion(file.bytes()).unwrap(), expected, "{floats}, {}", bytes.len());
                }
            }
        }
    }

    #[test]
    fn stand_ins_are_known_by_their_beginning() {
        for (bytes, expected) in [
            (&b"version https://git-lfs.github.com/spec/v1\noid sha256:0"[..], "a Git LFS pointer"),
            (b"\xef\xbb\xbf\n<!doctype HTML>\n<html>", "a web page"),
            (b"<HTML lang=en>", "a web page"),
        ] {
            assert!(stand_in(bytes).unwrap().starts_with(expected));
        }
        for bytes in [&b""[..], b"glTF", b"{}", b"<?xml version=\"1.0\"?>", b"version 2", b"<ht"] {
            assert_eq!(stand_in(bytes), None);
        }
    }
}
