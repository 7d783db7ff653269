//! EXT_meshopt_compression and KHR_meshopt_compression: buffer views that store a stream of vertices or indices.

use super::meshopt_elements::decoded;
use super::{guarded, integer};
use crate::import::Fault;
use crate::import::budget::{BEYOND, Budget};
use crate::import::patch::shown;
use gltf::json::buffer;
use serde_json::{Map, Value};

/// The names of the extension, both with the same bitstreams. KHR adds a filter for colors.
const EXTENSIONS: [&str; 2] = ["KHR_meshopt_compression", "EXT_meshopt_compression"];

/// Largest number of bytes that a byte of a stream can stand for: a block of 256 vertices takes two bits for each of
/// their bytes.
const MOST_GROWTH: u64 = 1024;
/// Allowance in bytes for short streams, which end with some bytes in any case.
const LEAST_STREAM: u64 = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Attributes,
    Triangles,
    Indices,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    None,
    Octahedral,
    Quaternion,
    Exponential,
    Color,
}

/// Location of a compressed view's data, and its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct MeshoptStream {
    extension: &'static str,
    pub buffer: usize,
    pub offset: u64,
    pub length: u64,
    stride: u64,
    count: u64,
    mode: Mode,
    filter: Filter,
}

impl MeshoptStream {
    /// The stream of a view. `None` for a view that is not compressed.
    ///
    /// # Errors
    /// If the extension breaks its specification.
    pub fn of(view: &buffer::View) -> Result<Option<Self>, Fault> {
        let extensions = view.extensions.as_ref().map(|extensions| &extensions.others);
        let found = EXTENSIONS.into_iter().find_map(|name| Some((name, extensions?.get(name)?)));
        let Some((extension, written)) = found else { return Ok(None) };
        let Some(written) = written.as_object() else {
            return Err(Fault::NotAllowed { what: "a compression of", value: shown(written) });
        };
        let stream = Self::read(extension, written)?;
        let whole = stream.count.saturating_mul(stream.stride);
        if whole != view.byte_length.0 {
            return Err(Fault::Count { found: whole, wanted: view.byte_length.0 });
        }
        Ok(Some(stream))
    }

    fn read(extension: &'static str, written: &Map<String, Value>) -> Result<Self, Fault> {
        let name = |key: &'static str| written.get(key).and_then(Value::as_str).unwrap_or("NONE");
        let unknown = |what: &'static str, key| Fault::NotAllowed { what, value: format!("{:?}", name(key)) };
        let mode = match name("mode") {
            "ATTRIBUTES" => Mode::Attributes,
            "TRIANGLES" => Mode::Triangles,
            "INDICES" => Mode::Indices,
            _ => return Err(unknown("compression mode", "mode")),
        };
        let filter = match name("filter") {
            "NONE" => Filter::None,
            "OCTAHEDRAL" => Filter::Octahedral,
            "QUATERNION" => Filter::Quaternion,
            "EXPONENTIAL" => Filter::Exponential,
            "COLOR" => Filter::Color,
            _ => return Err(unknown("compression filter", "filter")),
        };
        let stream = Self {
            extension,
            buffer: usize::try_from(integer(written, "buffer", None)?).unwrap_or(usize::MAX),
            offset: integer(written, "byteOffset", Some(0))?,
            length: integer(written, "byteLength", None)?,
            stride: integer(written, "byteStride", None)?,
            count: integer(written, "count", None)?,
            mode,
            filter,
        };
        let allowed = match (mode, filter) {
            (Mode::Attributes, Filter::None | Filter::Exponential) => {
                stream.stride.is_multiple_of(4) && (4..=256).contains(&stream.stride)
            }
            (Mode::Attributes, Filter::Octahedral | Filter::Color) => [4, 8].contains(&stream.stride),
            (Mode::Attributes, Filter::Quaternion) => stream.stride == 8,
            (Mode::Triangles, Filter::None) => [2, 4].contains(&stream.stride) && stream.count.is_multiple_of(3),
            (Mode::Indices, Filter::None) => [2, 4].contains(&stream.stride),
            _ => false,
        };
        if !allowed {
            let value = format!("{mode:?} of {} bytes with filter {filter:?}", stream.stride);
            return Err(Fault::NotAllowed { what: "a compression of", value });
        }
        Ok(stream)
    }

    /// The bytes of the view, decoded from the `bytes` of the stream.
    pub fn decode(&self, budget: &Budget, bytes: &[u8]) -> Result<Vec<u8>, Fault> {
        let size = self.count.saturating_mul(self.stride);
        if size / MOST_GROWTH > bytes.len() as u64 + LEAST_STREAM {
            return Err(Fault::TooLarge { what: "its compressed data cannot hold as much as it states" });
        }
        budget.take(size)?;
        // The library returns elements; their bytes are a copy.
        if size > budget.left_for_a_step() {
            return Err(Fault::TooLarge { what: BEYOND });
        }
        guarded(self.extension, || {
            let count = usize::try_from(self.count).map_err(|error| error.to_string())?;
            if count == 0 { Ok(Vec::new()) } else { decoded(self.mode, self.filter, (count, self.stride), bytes) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::meshopt::{encode_filter_oct, encode_index_buffer, encode_index_sequence, encode_vertex_buffer};
    use serde_json::json;

    fn stream(mode: &str, filter: &str, stride: u64, count: u64) -> Result<MeshoptStream, Fault> {
        let written = json!({
            "buffer": 1, "byteLength": 9, "byteStride": stride, "count": count, "mode": mode, "filter": filter
        });
        MeshoptStream::read(EXTENSIONS[1], written.as_object().unwrap())
    }

    fn decode(stream: &MeshoptStream, bytes: &[u8]) -> Result<Vec<u8>, Fault> {
        stream.decode(&Budget::of(bytes.len() as u64), bytes)
    }

    #[test]
    fn streams_of_every_mode_come_back() {
        let vertices: Vec<[u8; 12]> =
            (0..1000u32).map(|k| [k as u8, 3, (k / 7) as u8, 9, 0, 0, 1, 2, 3, 4, 5, 6]).collect();
        let bytes = encode_vertex_buffer(&vertices).unwrap();
        let decoded = decode(&stream("ATTRIBUTES", "NONE", 12, 1000).unwrap(), &bytes).unwrap();
        assert_eq!(decoded, vertices.as_flattened());
        let triangles: Vec<u32> = (0..300).flat_map(|k| [k, k + 1, k + 2]).collect();
        let bytes = encode_index_buffer(&triangles, 302).unwrap();
        let decoded = decode(&stream("TRIANGLES", "NONE", 4, 900).unwrap(), &bytes).unwrap();
        let read: Vec<u32> = decoded.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        // The decoder may rotate a triangle.
        for (read, written) in read.as_chunks::<3>().0.iter().zip(triangles.as_chunks::<3>().0) {
            assert!(
                (0..3).any(|turn| [read[turn], read[(turn + 1) % 3], read[(turn + 2) % 3]] == *written),
                "{read:?}"
            );
        }
        let sequence = [7, 0, 3, 3, 65_000, 1];
        let bytes = encode_index_sequence(&sequence, 65_001).unwrap();
        let decoded = decode(&stream("INDICES", "NONE", 2, 6).unwrap(), &bytes).unwrap();
        let read: Vec<u32> = decoded.as_chunks::<2>().0.iter().map(|bytes| u16::from_le_bytes(*bytes).into()).collect();
        assert_eq!(read, sequence);
    }

    #[test]
    fn filters_are_undone() {
        let normals = [[0.6f32, 0.0, 0.8, 1.0], [0.0, -1.0, 0.0, 1.0]];
        let bytes = encode_vertex_buffer(&encode_filter_oct::<i16>(&normals, 16)).unwrap();
        let decoded = decode(&stream("ATTRIBUTES", "OCTAHEDRAL", 8, 2).unwrap(), &bytes).unwrap();
        let read: Vec<f32> =
            decoded.as_chunks::<2>().0.iter().map(|bytes| f32::from(i16::from_le_bytes(*bytes)) / 32767.0).collect();
        for (read, written) in read.as_chunks::<4>().0.iter().zip(&normals) {
            assert!((0..3).all(|axis| (read[axis] - written[axis]).abs() < 1e-3), "{read:?}");
        }
    }

    #[test]
    fn what_the_specification_forbids_is_refused() {
        for (mode, filter, stride, count) in [
            ("ATTRIBUTES", "NONE", 6, 1),
            ("ATTRIBUTES", "NONE", 260, 1),
            ("ATTRIBUTES", "NONE", 0, 1),
            ("ATTRIBUTES", "QUATERNION", 4, 1),
            ("ATTRIBUTES", "OCTAHEDRAL", 12, 1),
            ("TRIANGLES", "NONE", 4, 4),
            ("TRIANGLES", "OCTAHEDRAL", 4, 3),
            ("INDICES", "NONE", 8, 1),
            ("POINTS", "NONE", 4, 1),
            ("ATTRIBUTES", "ZIP", 4, 1),
        ] {
            assert!(stream(mode, filter, stride, count).is_err(), "{mode} {filter} {stride} {count}");
        }
    }

    #[test]
    fn damaged_streams_and_bombs_are_refused() {
        let vertices = vec![[7u8; 16]; 100];
        let bytes = encode_vertex_buffer(&vertices).unwrap();
        let whole = stream("ATTRIBUTES", "NONE", 16, 100).unwrap();
        for length in 0..bytes.len() {
            assert!(decode(&whole, &bytes[..length]).is_err(), "cut off after {length} bytes");
        }
        let bomb = stream("ATTRIBUTES", "NONE", 256, 1 << 40).unwrap();
        assert!(matches!(decode(&bomb, &bytes), Err(Fault::TooLarge { .. })));
        let budget = Budget::of(0);
        let large = stream("ATTRIBUTES", "NONE", 256, 1 << 18).unwrap();
        assert!(matches!(large.decode(&budget, &[0; 1 << 20]), Err(Fault::Decompress { .. })));
        let second = large.decode(&budget, &[0; 1 << 20]);
        assert!(matches!(second, Err(Fault::TooLarge { .. })), "the budget is that of the file: {second:?}");
    }
}
