//! Changes files as damage, other programs and malice do, the same everywhere for a seed.

use crate::properties::Random;

/// Numbers that readers get wrong.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "255",
    "5120",
    "5121",
    "5122",
    "5123",
    "5125",
    "5126",
    "65535",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551615",
    "1e30",
    "1e38",
    "-3.4e38",
    "1e-30",
    "1e308",
    "1e309",
    "0.5",
    "nan",
    "null",
    "\"\"",
    "[]",
    "{}",
];

/// Bytes with a meaning in one of the formats.
const TOKENS: &[&[u8]] = &[
    b"\0",
    b"\n",
    b"\x1b[2J",
    b"\xff",
    b"\xff\xff\xff\xff",
    b"\xef\xbb\xbf",
    b"\"",
    b"\\",
    b"\\u0000",
    b"{",
    b"}",
    b"[[",
    b"]",
    b":",
    b"=",
    b",",
    b"..",
    b"#1",
    b"rx=",
    b"..=",
    b"x",
    b"'''",
    b"\"\"\"",
    b"\xc3\xa4",
    b"\xf0\x9f\xa6\xb4",
];

impl Random {
    /// From zero to `count - 1`.
    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// How many changes a copy has. One is most likely to get past the first check.
const CHANGES: &[usize] = &[1, 1, 1, 1, 2, 2, 4, 8];

/// A copy of `seed` with one to eight changes. `others` are files of the same kind, to take parts from.
pub fn mutated(seed: &[u8], others: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..random.one_of(CHANGES) {
        change(&mut bytes, others, random);
    }
    if random.below(4) != 0 {
        mend_lengths(&mut bytes);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    if bytes.is_empty() {
        return bytes.extend_from_slice(random.one_of(TOKENS));
    }
    let at = random.below(bytes.len());
    match random.below(10) {
        0 => bytes[at] = random.next() as u8,
        1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = random.one_of(&[0, 1, 0x7f, 0x80, 0xff]),
        3 | 4 => change_digit(bytes, at, random),
        5 | 6 => change_number(bytes, at, random.one_of(NUMBERS)),
        7 => drop(bytes.splice(at..at, random.one_of(TOKENS).iter().copied())),
        8 => {
            // A part is lost, or comes twice, or comes from another file.
            let length = 1 + random.below(64.min(bytes.len() - at));
            let source = if random.below(2) == 0 || others.is_empty() {
                bytes.clone()
            } else {
                others[random.below(others.len())].clone()
            };
            let from = random.below(source.len());
            let part = &source[from..(from + random.below(64)).min(source.len())];
            bytes.splice(at..at + length, part.iter().copied());
        }
        _ if random.below(8) == 0 => bytes.truncate(at),
        _ => drop(bytes.drain(at..(at + 1 + random.below(16)).min(bytes.len()))),
    }
}

/// A digit becomes another one: the text stays of its form, and an index or a length changes.
fn change_digit(bytes: &mut [u8], from: usize, random: &mut Random) {
    if let Some(digit) = bytes[from..].iter_mut().take(4096).find(|byte| byte.is_ascii_digit()) {
        *digit = b'0' + random.below(10) as u8;
    }
}

/// A number in a text becomes another value.
fn change_number(bytes: &mut Vec<u8>, from: usize, value: &str) {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let Some(start) = bytes[from..].iter().take(4096).position(u8::is_ascii_digit).map(|at| at + from) else { return };
    let length = bytes[start..].iter().position(|byte| !is_part(byte)).unwrap_or(bytes.len() - start);
    bytes.splice(start..start + length, value.bytes());
}

/// Makes the lengths of a .glb those of its parts again, so that its contents are read.
fn mend_lengths(bytes: &mut [u8]) {
    let total = bytes.len() as u32;
    if total < 20 || !bytes.starts_with(b"glTF") {
        return;
    }
    bytes[8..12].copy_from_slice(&total.to_le_bytes());
    let binary = bytes.windows(4).rposition(|kind| kind == b"BIN\0").filter(|&at| at >= 24);
    let end_of_json = binary.map_or(bytes.len(), |at| at - 4);
    bytes[12..16].copy_from_slice(&(end_of_json as u32 - 20).to_le_bytes());
    if let Some(at) = binary {
        let length = total - at as u32 - 4;
        bytes[at - 4..at].copy_from_slice(&length.to_le_bytes());
    }
}
