use super::changes::changed_rect;
use super::dither::Ditherer;
use super::{FilmError, FilmSettings, FilmWriter, FrameRate};
use crate::encode::palette::palette_of;
use gif::{DisposalMethod, Frame, Repeat};
use image::RgbaImage;
use rayon::prelude::*;
use std::borrow::Cow;
use std::io::Write;

/// Ticks per second. Hundredths of a second are the only unit of time in a GIF.
const TICKS_PER_SECOND: u32 = 100;

/// Palette index of pixels that are not painted.
const CLEAR: u8 = 255;

/// Writes a GIF that repeats forever. All frames share one palette, made from the samples, so that still areas do not
/// flicker. Pixels with less than half the alpha are transparent, all others opaque.
///
/// # Errors
/// If the header cannot be written.
pub fn gif_writer<'w, W: Write + 'w>(
    out: W,
    settings: &FilmSettings,
    samples: &[RgbaImage],
) -> Result<Box<dyn FilmWriter + 'w>, FilmError> {
    // No side is too long: sizes were checked, and are below 2^16.
    let [width, height] = settings.size.map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let palette = palette_of(samples, CLEAR as usize);
    let mut encoder = gif::Encoder::new(out, width, height, palette.as_flattened())?;
    encoder.set_repeat(Repeat::Infinite)?;
    Ok(Box::new(Gif {
        encoder,
        ditherer: Ditherer::new(&palette),
        rate: settings.rate,
        transparent: settings.transparent,
        written: 0,
        last: Vec::new(),
    }))
}

struct Gif<W: Write> {
    encoder: gif::Encoder<W>,
    ditherer: Ditherer,
    rate: FrameRate,
    transparent: bool,
    written: u32,
    /// Indices of the last frame.
    last: Vec<u8>,
}

impl<W: Write> FilmWriter for Gif<W> {
    fn add(&mut self, frame: &RgbaImage) -> Result<(), FilmError> {
        let (width, height) = frame.dimensions();
        let mut indices = vec![CLEAR; (width * height) as usize];
        indices
            .par_chunks_exact_mut(width as usize)
            .zip(frame.as_raw().par_chunks_exact(4 * width as usize))
            .enumerate()
            .for_each(|(y, (row, pixels))| {
                for (x, (index, pixel)) in row.iter_mut().zip(pixels.as_chunks::<4>().0.iter()).enumerate() {
                    if pixel[3] >= 128 {
                        *index = self.ditherer.index([pixel[0], pixel[1], pixel[2]], x as u32, y as u32);
                    }
                }
            });
        let at = |x: u32, y: u32| (y * width + x) as usize;
        // A transparent film clears each frame before the next, because painting cannot make a pixel transparent.
        let [left, top, rect_width, rect_height] = if self.transparent {
            changed_rect([width, height], |x, y| indices[at(x, y)] != CLEAR)
        } else if self.last.is_empty() {
            Some([0, 0, width, height])
        } else {
            changed_rect([width, height], |x, y| indices[at(x, y)] != self.last[at(x, y)])
        }
        .unwrap_or([0, 0, 1, 1]);
        let keeps = !self.transparent && !self.last.is_empty();
        let shown = |x: u32, y: u32| {
            let place = at(x, y);
            if keeps && indices[place] == self.last[place] { CLEAR } else { indices[place] }
        };
        let rows = top..top + rect_height;
        let painted: Vec<u8> =
            rows.flat_map(|y| (left..left + rect_width).map(move |x| (x, y))).map(|(x, y)| shown(x, y)).collect();
        let [left, top, rect_width, rect_height] =
            [left, top, rect_width, rect_height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let delay = self.rate.ticks_of(self.written, TICKS_PER_SECOND);
        self.encoder.write_frame(&Frame {
            delay: u16::try_from(delay).unwrap_or(u16::MAX),
            dispose: if self.transparent { DisposalMethod::Background } else { DisposalMethod::Keep },
            transparent: Some(CLEAR),
            left,
            top,
            width: rect_width,
            height: rect_height,
            buffer: Cow::Owned(painted),
            ..Frame::default()
        })?;
        self.written += 1;
        self.last = indices;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), FilmError> {
        self.encoder.into_inner()?.flush()?;
        Ok(())
    }
}
