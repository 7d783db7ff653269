//! The binary part of a page: a JSON text followed by sections of bytes, compressed and encoded as letters.

use super::ShareFailure;
use super::word_order::WordOrder;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{Read, Write};

/// Multiple at which sections begin, so that typed arrays can view them.
const ALIGNMENT: usize = 8;

/// Sections of bytes. Equal ones are stored once, each in the `WordOrder` that compresses best.
#[derive(Debug, Default)]
pub struct Blob {
    bytes: Vec<u8>,
    /// Start, length, and the number of the order.
    sections: Vec<[usize; 3]>,
    known: HashMap<blake3::Hash, usize>,
}

impl Blob {
    /// The index of a section with these bytes.
    pub fn add(&mut self, section: &[u8]) -> usize {
        let Self { bytes, sections, known } = self;
        *known.entry(blake3::hash(section)).or_insert_with(|| {
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
            let order = WordOrder::best_for(section);
            sections.push([bytes.len(), section.len(), order.number()]);
            bytes.extend_from_slice(&order.apply(section));
            sections.len() - 1
        })
    }

    /// The JSON and the sections as text for a page: four bytes with the length of the JSON (little-endian), the JSON
    /// with the places and orders of the sections added as `sections`, and the bytes from the next multiple of eight
    /// on; deflated, in base64.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn text(self, mut json: Value) -> Result<String, ShareFailure> {
        json["sections"] = json!(self.sections);
        let json = serde_json::to_vec(&json)?;
        let mut whole = Vec::with_capacity(json.len() + self.bytes.len() + 2 * ALIGNMENT);
        whole.extend_from_slice(&(json.len() as u32).to_le_bytes());
        whole.extend_from_slice(&json);
        whole.resize(whole.len().next_multiple_of(ALIGNMENT), 0);
        whole.extend_from_slice(&self.bytes);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&whole)?;
        Ok(STANDARD.encode(encoder.finish()?))
    }
}

/// Reads the output of [`Blob::text`]: the JSON, and the bytes of the sections.
///
/// # Errors
/// If it is not such a text.
pub fn read_blob(text: &str) -> Result<(Value, Vec<Vec<u8>>), ShareFailure> {
    let broken = || std::io::Error::from(std::io::ErrorKind::InvalidData);
    let deflated = STANDARD.decode(text.trim()).map_err(std::io::Error::other)?;
    let mut whole = Vec::new();
    DeflateDecoder::new(&deflated[..]).read_to_end(&mut whole)?;
    let (length, rest) = whole.split_first_chunk::<4>().ok_or_else(broken)?;
    let length = u32::from_le_bytes(*length) as usize;
    let json: Value = serde_json::from_slice(rest.get(..length).ok_or_else(broken)?)?;
    let start = (length + 4).next_multiple_of(ALIGNMENT);
    let places: Vec<[usize; 3]> = serde_json::from_value(json["sections"].clone())?;
    let section = |[from, length, order]: [usize; 3]| {
        let bytes = whole.get(start + from..start + from + length).ok_or_else(broken)?;
        WordOrder::from_number(order).map(|order| order.undo(bytes)).ok_or_else(broken)
    };
    let sections = places.into_iter().map(section).collect::<Result<_, std::io::Error>>()?;
    Ok((json, sections))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_come_back_and_equal_ones_are_kept_once() {
        let mut blob = Blob::default();
        assert_eq!([blob.add(b"one"), blob.add(b"three"), blob.add(b"one"), blob.add(b"")], [0, 1, 0, 2]);
        let (json, sections) = read_blob(&blob.text(json!({"a": "ü"})).unwrap()).unwrap();
        assert_eq!(json["a"], "ü");
        assert_eq!(sections, [b"one".to_vec(), b"three".to_vec(), Vec::new()]);
        assert_eq!(json["sections"], json!([[0, 3, 0], [8, 5, 0], [16, 0, 0]]));
        assert!(read_blob("!").is_err() && read_blob("").is_err());
    }
}
