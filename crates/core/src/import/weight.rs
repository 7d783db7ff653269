//! Estimate of the memory that the JSON of a document would take, made in one pass that stores nothing.
//!
//! Parsed JSON can take two hundred times the bytes of its text: an object with one short member is seven bytes of text
//! and more than seven hundred in memory. The limits here refuse a document before any of it is parsed.

use super::{Fault, ImportError, Location};
use std::borrow::Cow;

/// Largest number of objects in each list. Objects of other lists take more text, which bounds their number.
///
/// A character has some hundred nodes; scenes of whole buildings have some ten thousand.
const LISTS: [(&str, &str, usize); 11] = [
    ("nodes", "nodes", 100_000),
    ("meshes", "meshes", 100_000),
    ("materials", "materials", 20_000),
    ("textures", "textures", 20_000),
    ("images", "images", 20_000),
    ("samplers", "samplers", 20_000),
    ("skins", "skins", 5_000),
    ("animations", "animations", 20_000),
    ("scenes", "scenes", 20_000),
    ("cameras", "cameras", 20_000),
    ("buffers", "buffers", 20_000),
];

/// Bytes that parsed JSON may take, in addition to [`PER_BYTE`] times the bytes of the file.
const ANY_FILE: u64 = 100_000_000;
const PER_BYTE: u64 = 12;

/// Memory for a parsed object with members, in bytes: the first node of its tree, for eleven members.
const OBJECT: u64 = 640;
const MEMBERS_OF_A_NODE: u32 = 11;
/// Memory for each further member, in nodes that are half full.
const FURTHER_MEMBER: u64 = 110;
/// Memory for an element of an array, and for an array in addition to its elements.
const ELEMENT: u64 = 32;
const ARRAY: u64 = 112;
/// Memory for a string in addition to its bytes.
const STRING: u64 = 32;

/// Number of nested levels that are counted. Parsed JSON nests less deep.
const DEEPEST: usize = 256;

/// Refuses a document that has too many objects or would take too much memory for a file of `file_bytes`. The document
/// may have any syntax errors.
pub(super) fn check(json: &[u8], file_bytes: u64) -> Result<(), ImportError> {
    let weight = Weight::of(json);
    for ((_, what, most), found) in LISTS.into_iter().zip(weight.counts) {
        if found > most {
            return Err(Fault::TooMany { found, what, most }.at(&Location::file()));
        }
    }
    if weight.bytes > file_bytes.saturating_mul(PER_BYTE).saturating_add(ANY_FILE) {
        let what = "its JSON has more small parts than its size justifies; export it without extras and unused objects";
        return Err(Fault::TooLarge { what }.at(&Location::file()));
    }
    Ok(())
}

#[derive(Debug)]
struct Weight {
    /// Number of objects in each of [`LISTS`].
    counts: [usize; LISTS.len()],
    /// Estimate of the memory that parsing takes, never below it.
    bytes: u64,
}

#[derive(Clone, Copy, Default)]
struct Level {
    is_array: bool,
    entries: u32,
}

impl Weight {
    fn of(json: &[u8]) -> Self {
        let mut weight = Self { counts: [0; LISTS.len()], bytes: 0 };
        let mut levels = [Level::default(); DEEPEST];
        let mut depth = 0;
        // List that a member of the document opens.
        let mut list = None;
        let mut text: &[u8] = &[];
        let mut at = 0;
        while let Some(&byte) = json.get(at) {
            at += 1;
            if byte.is_ascii_whitespace() {
                continue;
            }
            let level = levels.get_mut(depth);
            if let Some(level) = level.filter(|level| level.entries == 0 && depth > 0 && !b"]}".contains(&byte)) {
                level.entries = 1;
                weight.bytes += if level.is_array { ARRAY + ELEMENT } else { OBJECT };
                weight.count(list.filter(|_| depth == 2));
            }
            match byte {
                b'"' => {
                    let end = string_end(json, at);
                    text = json.get(at..end).unwrap_or_default();
                    weight.bytes += STRING + text.len() as u64;
                    at = end + 1;
                }
                b':' if depth == 1 => {
                    let name = decoded(text);
                    list = LISTS.iter().position(|(list, ..)| list.as_bytes() == &*name);
                }
                b',' => {
                    if let Some(level) = levels.get_mut(depth) {
                        level.entries = level.entries.saturating_add(1);
                        let is_further = level.entries > MEMBERS_OF_A_NODE;
                        weight.bytes += match level.is_array {
                            true => ELEMENT,
                            false if is_further => FURTHER_MEMBER,
                            false => 0,
                        };
                    }
                    weight.count(list.filter(|_| depth == 2));
                }
                b'[' | b'{' => {
                    depth += 1;
                    if let Some(level) = levels.get_mut(depth) {
                        *level = Level { is_array: byte == b'[', entries: 0 };
                    }
                }
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        weight
    }

    fn count(&mut self, list: Option<usize>) {
        if let Some(count) = list.and_then(|list| self.counts.get_mut(list)) {
            *count += 1;
        }
    }
}

/// A name without its escapes. A name that is not valid is none of the document's lists.
fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'\\') {
        return text.into();
    }
    let quoted = [b"\"", text, b"\""].concat();
    serde_json::from_slice::<String>(&quoted).unwrap_or_default().into_bytes().into()
}

/// The index of the quote that ends the string which starts at `start`, or the end of the text.
fn string_end(json: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(&byte) = json.get(at) {
        match byte {
            b'"' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(count: usize) -> String {
        format!(r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}]}}"#, vec!["{}"; count].join(", "))
    }

    #[test]
    fn objects_of_lists_are_counted() {
        let json = br#"{"nodes": [ {"name": "a,[{\""}, {"children": [1, 2, 3]} ,{}], "scenes": [], "x": [1, 2],
            "skins":[{"joints":[0]}], "extras": {"nodes": [1, 2, 3]}}"#;
        let of = |name: &str| {
            let index = LISTS.iter().position(|(list, ..)| *list == name).unwrap();
            Weight::of(json).counts[index]
        };
        assert_eq!(["nodes", "scenes", "skins", "materials"].map(of), [3, 0, 1, 0]);
    }

    #[test]
    fn parts_weigh_what_parsing_takes() {
        // Two objects with members, two keys, an array of two elements.
        let expected = 2 * OBJECT + 2 * (STRING + 1) + ARRAY + 2 * ELEMENT;
        assert_eq!(Weight::of(br#"{"a": {"b": [1, {}]}}"#).bytes, expected);
        assert_eq!(Weight::of(b"{}").bytes, 0);
        let deep = "[".repeat(100_000);
        assert_eq!(Weight::of(deep.as_bytes()).bytes, (DEEPEST as u64 - 1) * (ARRAY + ELEMENT));
    }

    #[test]
    fn too_many_objects_are_refused_with_their_number() {
        assert!(check(nodes(100_000).as_bytes(), 0).is_ok());
        let refusal = check(nodes(100_001).as_bytes(), u64::MAX).unwrap_err().to_string();
        let escaped = nodes(100_001).replace("nodes", "n\\u006fdes");
        assert!(check(escaped.as_bytes(), u64::MAX).is_err());
        assert!(refusal.contains("100,001 nodes") && refusal.contains("at most 100,000"), "{refusal}");
    }

    #[test]
    fn many_small_parts_are_refused_unless_the_file_is_large() {
        let json = format!(r#"{{"extras": [{}]}}"#, vec![r#"{"":0}"#; 200_000].join(","));
        assert!(check(json.as_bytes(), json.len() as u64).unwrap_err().to_string().contains("small parts"));
        assert!(check(json.as_bytes(), 10_000_000).is_ok());
    }
}
