//! The pixels of an image file, within the memory that the file justifies.

use super::budget::Budget;
use super::images::Decoded;
use image::imageops::thumbnail;
use image::{ImageFormat, ImageReader, Limits};
use std::borrow::Cow;
use std::io::Cursor;

/// Largest image side that is read, within the limit of common GPUs.
const LARGEST_SIDE: u32 = 8192;

/// Decodes a PNG, JPEG or WebP, and halves a picture that would take too much of the memory that is left. `pixels_left`
/// counts all images together.
pub fn decoded(bytes: &[u8], budget: &Budget, pixels_left: &mut u64) -> Result<Decoded, String> {
    let bytes = &*without_unread_chunks(bytes);
    let open = |most: u64| {
        let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| cause(&error))?;
        let mut limits = Limits::default();
        limits.max_alloc = Some(most);
        reader.limits(limits);
        Ok::<_, String>(reader)
    };
    let (width, height) = open(budget.left_for_a_step())?.into_dimensions().map_err(|error| cause(&error))?;
    if width == 0 || height == 0 || width > LARGEST_SIDE || height > LARGEST_SIDE {
        return Err(format!("{width} x {height} pixels; the largest side read is {LARGEST_SIDE}"));
    }
    let pixels = u64::from(width) * u64::from(height);
    *pixels_left = pixels_left.checked_sub(pixels).ok_or("all images together have more than 128 million pixels")?;
    let most = budget.left_for_a_step();
    let reader = open(most)?;
    let [kept_width, kept_height] = kept_size([width, height], budget.left());
    let is_reduced = [kept_width, kept_height] != [width, height];
    let smaller = if is_reduced { u64::from(kept_width) * u64::from(kept_height) * 4 } else { 0 };
    if pixels * working_bytes(reader.format(), bytes) + smaller > most {
        return Err(format!("{width} x {height} pixels take too much memory for the size of the file"));
    }
    let decoded = reader.decode().map_err(|error| cause(&error))?;
    // Eight bits first: the filter would turn every channel into a float.
    let mut decoded = decoded.into_rgba8();
    if is_reduced {
        decoded = thumbnail(&decoded, kept_width, kept_height);
    }
    budget.take(decoded.as_raw().len() as u64).map_err(|fault| fault.to_string())?;
    Ok(Decoded { width: kept_width, height: kept_height, rgba: decoded.into_raw(), written: [width, height] })
}

/// The decoder's message, in one line.
fn cause(error: &dyn std::error::Error) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Memory that decoding takes for a pixel, in bytes: the result of the decoder, its own memory, and the copy with four
/// channels of eight bits.
fn working_bytes(format: Option<ImageFormat>, bytes: &[u8]) -> u64 {
    const COPY: u64 = 4;
    match format {
        // Byte 24 holds the bits per channel and byte 25 the kind of channels. Decoders return two bytes per channel for
        // 16 bits. Four channels of eight bits need no copy.
        Some(ImageFormat::Png) if bytes.get(24) == Some(&16) => 8 + COPY,
        Some(ImageFormat::Png) if bytes.get(24..26) == Some(&[8, 6]) => 4,
        Some(ImageFormat::Png) => 3 + COPY,
        // Several scans keep all coefficients, of two bytes each, next to the picture. They are freed before the copy.
        Some(ImageFormat::Jpeg) => match jpeg_frame(bytes) {
            Some(JpegFrame { channels, has_one_scan: true }) => channels + COPY,
            Some(JpegFrame { channels, .. }) => (2 * channels + channels.max(3)).max(channels + COPY),
            None => 3 * COPY,
        },
        // Lossy WebP: the frame in its own colors with the picture, then the picture with the copy.
        Some(ImageFormat::WebP) if bytes.get(12..16) == Some(b"VP8 ") => 3 + COPY,
        _ => 8 + COPY,
    }
}

/// A PNG without its color profile and texts. Compressed, these can unpack to hundreds of megabytes, and nothing reads
/// them. Other files stay as they are.
fn without_unread_chunks(bytes: &[u8]) -> Cow<'_, [u8]> {
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
    // Length, type and checksum.
    const AROUND: usize = 12;
    let mut kept = Vec::new();
    let mut rest = bytes.strip_prefix(SIGNATURE).unwrap_or_default();
    let mut is_changed = false;
    while let Some(&[a, b, c, d, ref kind @ ..]) = rest.first_chunk::<8>() {
        let length = (u32::from_be_bytes([a, b, c, d]) as usize).saturating_add(AROUND).min(rest.len());
        if [b"iCCP", b"zTXt", b"iTXt", b"tEXt", b"eXIf"].contains(&kind) {
            if !is_changed {
                kept = bytes[..bytes.len() - rest.len()].to_vec();
                is_changed = true;
            }
        } else if is_changed {
            kept.extend_from_slice(&rest[..length]);
        }
        rest = &rest[length..];
    }
    if is_changed { kept.into() } else { bytes.into() }
}

/// Storage of the picture in a JPEG.
#[derive(Debug, PartialEq)]
struct JpegFrame {
    channels: u64,
    /// Whether one pass over the file decodes it.
    has_one_scan: bool,
}

/// Looks for the frame and the first scan among the segments. `None` if one of them is missing.
fn jpeg_frame(bytes: &[u8]) -> Option<JpegFrame> {
    let mut at = 2;
    let mut frame = None;
    loop {
        let &[0xff, marker, high, low] = bytes.get(at..)?.first_chunk()? else { return None };
        if marker == 0xff {
            // A byte that fills the space between segments.
            at += 1;
            continue;
        }
        let count = |offset: usize| bytes.get(at + offset).copied();
        match marker {
            // Frames; the excluded markers are tables. Frames of 0xc0 and 0xc1 have no further passes of a scan.
            0xc0..=0xcf if ![0xc4, 0xc8, 0xcc].contains(&marker) => frame = Some((marker <= 0xc1, count(9)?)),
            0xda => {
                let (is_sequential, channels) = frame?;
                let has_one_scan = is_sequential && count(4)? == channels;
                return Some(JpegFrame { channels: channels.into(), has_one_scan });
            }
            _ => {}
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
}

/// The size of an image, halved until it takes at most two thirds of `bytes_left`, which leaves something for later
/// images.
fn kept_size(size: [u32; 2], bytes_left: u64) -> [u32; 2] {
    let most = bytes_left / 3 * 2;
    let halved =
        |&[width, height]: &[u32; 2]| (width > 1 || height > 1).then(|| [width, height].map(|side| (side / 2).max(1)));
    let sizes = std::iter::successors(Some(size), halved);
    let fits = |[width, height]: &[u32; 2]| u64::from(*width) * u64::from(*height) * 4 <= most;
    sizes.into_iter().find(fits).unwrap_or([1, 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_halved_until_they_fit() {
        assert_eq!(kept_size([4096, 4096], 96 << 20), [4096, 4096]);
        assert_eq!(kept_size([4096, 4096], (96 << 20) - 3), [2048, 2048]);
        assert_eq!(kept_size([4096, 1], 3 * 16), [8, 1]);
        assert_eq!(kept_size([5, 3], 0), [1, 1]);
    }

    #[test]
    fn unread_chunks_of_a_png_are_left_out() {
        let chunk = |kind: &str, data: &str| {
            [&(data.len() as u32).to_be_bytes(), kind.as_bytes(), data.as_bytes(), b"crc!"].concat()
        };
        let png = |chunks: &[Vec<u8>]| [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat();
        let (head, profile, pixels) = (chunk("IHDR", "head"), chunk("iCCP", "zip"), chunk("IDAT", "x"));
        let whole = png(&[head.clone(), profile.clone(), chunk("tEXt", ""), pixels.clone(), profile.clone()]);
        assert_eq!(*without_unread_chunks(&whole), png(&[head.clone(), pixels.clone()]));
        let plain = png(&[head.clone(), pixels]);
        assert!(matches!(without_unread_chunks(&plain), Cow::Borrowed(bytes) if bytes == plain));
        // Cut anywhere, nothing is read beyond the end.
        for length in 0..whole.len() {
            assert!(without_unread_chunks(&whole[..length]).len() <= length);
        }
        assert_eq!(*without_unread_chunks(b"no png"), *b"no png");
    }

    #[test]
    fn a_jpeg_says_in_how_many_scans_it_is() {
        let segment = |marker: u8, data: &[u8]| [&[0xff, marker, 0, data.len() as u8 + 2], data].concat();
        let frame = |marker: u8, channels: u8| segment(marker, &[8, 0, 1, 0, 1, channels]);
        let file = |frame: Vec<u8>, scan: u8| {
            let comment = segment(0xfe, &[0xff, 0xc2]);
            [vec![0xff, 0xd8], comment, vec![0xff, 0xff], frame, segment(0xc4, &[0]), segment(0xda, &[scan])].concat()
        };
        let expected = |channels, has_one_scan| Some(JpegFrame { channels, has_one_scan });
        assert_eq!(jpeg_frame(&file(frame(0xc0, 3), 3)), expected(3, true));
        assert_eq!(jpeg_frame(&file(frame(0xc0, 3), 1)), expected(3, false));
        assert_eq!(jpeg_frame(&file(frame(0xc2, 4), 4)), expected(4, false));
        let whole = file(frame(0xc0, 3), 3);
        for length in 0..whole.len() {
            assert_eq!(jpeg_frame(&whole[..length]), None, "{length}");
        }
    }
}
