//! The decoder of meshopt's streams.

use super::meshopt::{Filter, Mode};
use ::meshopt::{
    decode_filter_color, decode_filter_exp, decode_filter_oct, decode_filter_quat, decode_index_buffer,
    decode_index_sequence, decode_vertex_buffer,
};

/// The bytes of `count` elements of `stride` bytes each.
///
/// # Errors
/// The stream is damaged.
pub fn decoded(mode: Mode, filter: Filter, (count, stride): (usize, u64), bytes: &[u8]) -> Result<Vec<u8>, String> {
    // The library returns only a number.
    let failed = |_: ::meshopt::Error| "the stream is damaged".to_owned();
    let narrow = |indices: Vec<u16>| indices.into_iter().flat_map(u16::to_le_bytes).collect();
    let wide = |indices: Vec<u32>| indices.into_iter().flat_map(u32::to_le_bytes).collect();
    match (mode, stride) {
        (Mode::Triangles, 2) => decode_index_buffer::<u16>(bytes, count).map(narrow).map_err(failed),
        (Mode::Triangles, _) => decode_index_buffer::<u32>(bytes, count).map(wide).map_err(failed),
        (Mode::Indices, 2) => decode_index_sequence::<u16>(bytes, count).map(narrow).map_err(failed),
        (Mode::Indices, _) => decode_index_sequence::<u32>(bytes, count).map(wide).map_err(failed),
        (Mode::Attributes, stride) => vertices_of(stride / 4, bytes, count, filter).map_err(failed),
    }
}

/// An element of a stream of vertices. The library's decoder takes the size from the type.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Words<const N: usize>([u32; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

fn vertices<const N: usize>(bytes: &[u8], count: usize, filter: Filter) -> Result<Vec<u8>, ::meshopt::Error> {
    let decoded = decode_vertex_buffer::<Words<N>>(bytes, count)?;
    let mut elements: Vec<[u32; N]> = decoded.into_iter().map(|words| words.0).collect();
    let is_narrow = N == 1;
    match filter {
        Filter::None => {}
        Filter::Exponential => decode_filter_exp(&mut elements),
        Filter::Octahedral if is_narrow => {
            decode_filter_oct::<i8>(bytemuck::cast_slice_mut(elements.as_flattened_mut()));
        }
        Filter::Octahedral => decode_filter_oct::<i16>(bytemuck::cast_slice_mut(elements.as_flattened_mut())),
        Filter::Quaternion => decode_filter_quat(bytemuck::cast_slice_mut(elements.as_flattened_mut())),
        Filter::Color if is_narrow => {
            decode_filter_color::<u8>(bytemuck::cast_slice_mut(elements.as_flattened_mut()));
        }
        Filter::Color => decode_filter_color::<u16>(bytemuck::cast_slice_mut(elements.as_flattened_mut())),
    }
    Ok(bytemuck::cast_slice(elements.as_flattened()).to_vec())
}

/// Elements of `words` times four bytes: 1 to 64.
fn vertices_of(words: u64, bytes: &[u8], count: usize, filter: Filter) -> Result<Vec<u8>, ::meshopt::Error> {
    macro_rules! of_size {
        ($($words:literal)*) => {
            match words {
                $($words => vertices::<$words>(bytes, count, filter),)*
                // Checked when the extension was read.
                _ => Ok(Vec::new()),
            }
        };
    }
    of_size!(
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
        41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
    )
}
