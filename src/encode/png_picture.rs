//! Pictures as PNG with texts in addition to the pixels.

use super::zlib_strips::zlib_strips;
use image::RgbaImage;
use std::io::{BufRead, Seek};

/// Compression level. Level 9 takes twice as long for files that are smaller by a tenth, levels below 6 make files that
/// are larger by a quarter or more.
const LEVEL: u32 = 6;

/// Number of the filter that leaves a row unchanged.
const NO_FILTER: u8 = 0;

/// Encodes a picture: RGBA with straight alpha, rows from the top. The file has no alpha if the picture is opaque. Texts
/// are pairs of a keyword and a text.
///
/// # Errors
/// If the size does not fit the pixels, or a keyword is not Latin-1 text of 1 to 79 characters.
pub fn write_png(
    [width, height]: [u32; 2],
    rgba: &[u8],
    texts: &[(String, String)],
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let rgb = opaque_rgb(rgba);
    let pixels = rgb.as_deref().unwrap_or(rgba);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(if rgb.is_some() { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    for (keyword, text) in texts {
        encoder.add_itxt_chunk(keyword.clone(), text.clone())?;
    }
    let mut writer = encoder.write_header()?;
    let row = if rgb.is_some() { 3 * width as usize } else { 4 * width as usize };
    if row == 0 || pixels.len() != row * height as usize {
        // The encoder names the error.
        writer.write_image_data(pixels)?;
    }
    for strip in zlib_strips(&unfiltered(pixels, row), LEVEL) {
        writer.write_chunk(png::chunk::IDAT, &strip)?;
    }
    writer.finish()?;
    Ok(bytes)
}

/// Rows of pixels, each after the number of its filter: none. The background is dithered, so a row does not predict the
/// next, and filters only spread the noise. The file is a fifth to a half the size of the encoder's own choice.
fn unfiltered(pixels: &[u8], row: usize) -> Vec<u8> {
    let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / row);
    for pixels in pixels.chunks(row) {
        rows.push(NO_FILTER);
        rows.extend_from_slice(pixels);
    }
    rows
}

/// Pixels without alpha. `None` if any is transparent.
fn opaque_rgb(rgba: &[u8]) -> Option<Vec<u8>> {
    let (pixels, rest) = rgba.as_chunks::<4>();
    if !rest.is_empty() || pixels.iter().any(|pixel| pixel[3] < 255) {
        return None;
    }
    let mut rgb = Vec::with_capacity(pixels.len() * 3);
    pixels.iter().for_each(|pixel| rgb.extend_from_slice(&pixel[..3]));
    Some(rgb)
}

/// [`write_png`] of an image.
///
/// # Errors
/// If the picture has no pixels, or a keyword is invalid.
pub fn encode_png(picture: &RgbaImage, texts: &[(String, String)]) -> Result<Vec<u8>, png::EncodingError> {
    write_png([picture.width(), picture.height()], picture.as_raw(), texts)
}

/// The text with this keyword before the pixels. `None` if there is none, or if this is not a PNG.
pub fn read_png_text(png: impl BufRead + Seek, keyword: &str) -> Option<String> {
    let reader = png::Decoder::new(png).read_info().ok()?;
    let found = reader.info().utf8_text.iter().find(|chunk| chunk.keyword == keyword)?;
    found.get_text().ok()
}

/// The pixels of a picture of the program itself, such as its icon. `None` if this is not a PNG.
pub fn decode_own_png(png: &[u8]) -> Option<RgbaImage> {
    image::load_from_memory_with_format(png, image::ImageFormat::Png).ok().map(image::DynamicImage::into_rgba8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn opaque_pictures_have_no_alpha_channel() {
        let read = |rgba: &[u8]| {
            let bytes = write_png([2, 1], rgba, &[]).unwrap();
            let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let frame = reader.next_frame(&mut pixels).unwrap();
            (frame.color_type, pixels)
        };
        assert_eq!(read(&[1, 2, 3, 255, 4, 5, 6, 255]), (png::ColorType::Rgb, vec![1, 2, 3, 4, 5, 6]));
        let transparent = [1, 2, 3, 255, 4, 5, 6, 254];
        assert_eq!(read(&transparent), (png::ColorType::Rgba, transparent.to_vec()));
        for wrong in [&[1, 2, 3, 255][..], &[1, 2, 3, 255, 4, 5, 6]] {
            assert!(write_png([2, 1], wrong, &[]).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn texts_come_back() {
        let texts = [("Command", "skinscope bar"), ("Scene", "a = \"é\"\n")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let bytes = write_png([2, 1], &[0, 1, 2, 255, 4, 5, 6, 7], &texts).unwrap();
        assert_eq!(read_png_text(Cursor::new(&bytes), "Scene").as_deref(), Some("a = \"é\"\n"));
        assert_eq!(read_png_text(Cursor::new(&bytes), "Other"), None);
        assert_eq!(read_png_text(Cursor::new(&bytes[..40]), "Scene"), None);
        assert_eq!(read_png_text(Cursor::new(b"text"), "Scene"), None);
    }
}
