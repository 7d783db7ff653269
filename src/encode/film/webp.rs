//! Animated WebP, lossless. The container is written here; `image-webp` packs the frames.

use super::changes::Change;
use super::{FilmError, FilmSettings, FilmWriter, FrameRate};
use image::RgbaImage;
use image_webp::{ColorType, WebPEncoder};
use std::io::{Seek, SeekFrom, Write};

/// Ticks per second. Milliseconds are the only unit of time in a WebP.
const TICKS_PER_SECOND: u32 = 1000;

/// Bytes before the first chunk of a file: `RIFF`, its length, `WEBP`.
const RIFF_HEADER: usize = 12;

/// Unit of positions: two pixels.
const ALIGN: u32 = 2;

/// Writes an animated WebP that repeats forever. A frame contains the changes since the last one.
///
/// # Errors
/// If the header cannot be written.
pub fn webp_writer<'w, W: Write + Seek + 'w>(
    mut out: W,
    settings: &FilmSettings,
) -> Result<Box<dyn FilmWriter + 'w>, FilmError> {
    const ANIMATED: u8 = 0x02;
    const ALPHA: u8 = 0x10;
    let mut header = Vec::new();
    // The length follows when it is known.
    header.extend(b"RIFF\0\0\0\0WEBP");
    // Opaque films need alpha too: unchanged pixels are transparent in a frame.
    let mut canvas = vec![ANIMATED | ALPHA, 0, 0, 0];
    for side in settings.size {
        canvas.extend(three_bytes(side - 1));
    }
    header.extend(chunk(*b"VP8X", &canvas));
    // A transparent background, and endless repetition.
    header.extend(chunk(*b"ANIM", &[0; 6]));
    out.write_all(&header)?;
    Ok(Box::new(Webp {
        out,
        rate: settings.rate,
        transparent: settings.transparent,
        written: 0,
        length: header.len() as u64,
        last: None,
    }))
}

struct Webp<W> {
    out: W,
    rate: FrameRate,
    transparent: bool,
    written: u32,
    /// Length of the file so far.
    length: u64,
    last: Option<RgbaImage>,
}

impl<W: Write + Seek> FilmWriter for Webp<W> {
    fn add(&mut self, frame: &RgbaImage) -> Result<(), FilmError> {
        const REPLACES: u8 = 0b10;
        let change = match &self.last {
            None => Change::whole(frame),
            Some(last) => Change::between(last, frame, self.transparent, ALIGN),
        };
        let [left, top, width, height] = change.rect;
        let mut content = Vec::new();
        for number in [left / ALIGN, top / ALIGN, width - 1, height - 1] {
            content.extend(three_bytes(number));
        }
        content.extend(three_bytes(self.rate.ticks_of(self.written, TICKS_PER_SECOND)));
        content.push(if change.keeps { 0 } else { REPLACES });
        let mut still = Vec::new();
        WebPEncoder::new(&mut still).encode(change.picture.as_raw(), width, height, ColorType::Rgba8)?;
        content.extend(&still[RIFF_HEADER..]);
        let bytes = chunk(*b"ANMF", &content);
        self.out.write_all(&bytes)?;
        self.length += bytes.len() as u64;
        self.written += 1;
        self.last = Some(frame.clone());
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), FilmError> {
        let length = u32::try_from(self.length - 8).ok().ok_or(FilmError::TooLarge)?;
        self.out.seek(SeekFrom::Start(4))?;
        self.out.write_all(&length.to_le_bytes())?;
        Ok(self.out.flush()?)
    }
}

fn three_bytes(number: u32) -> [u8; 3] {
    let [a, b, c, _] = number.to_le_bytes();
    [a, b, c]
}

fn chunk(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    let mut bytes = name.to_vec();
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(content);
    if content.len() % 2 == 1 {
        bytes.push(0);
    }
    bytes
}
