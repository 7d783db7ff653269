use super::changes::Change;
use super::{FilmError, FilmSettings, FilmWriter};
use image::RgbaImage;
use std::io::Write;

/// Writes an animated PNG that repeats forever: full color, and alpha where the film is transparent. A frame contains
/// the changes since the last one.
///
/// # Errors
/// If the header cannot be written.
pub fn apng_writer<'w, W: Write + 'w>(out: W, settings: &FilmSettings) -> Result<Box<dyn FilmWriter + 'w>, FilmError> {
    let [width, height] = settings.size;
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    // The background is dithered, so that filters would only spread the noise.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_animated(settings.frames, 0)?;
    let (num, den) = settings.rate.frame_seconds();
    // Both parts have 16 bits. The numerator is as large as they allow, so that odd rates lose little.
    let most = u64::from(u16::MAX);
    let (num, den) = (u64::from(num), u64::from(den).max(1));
    let shrunk = if num.max(den) > most { (num * most / num.max(den)).max(1) } else { num };
    let of_it = (den * shrunk + num / 2) / num.max(1);
    let part = |value: u64| u16::try_from(value.max(1)).unwrap_or(u16::MAX);
    encoder.set_frame_delay(part(shrunk), part(of_it))?;
    for (keyword, text) in &settings.texts {
        encoder.add_itxt_chunk(keyword.clone(), text.clone())?;
    }
    Ok(Box::new(Apng { writer: encoder.write_header()?, transparent: settings.transparent, last: None }))
}

struct Apng<W: Write> {
    writer: png::Writer<W>,
    transparent: bool,
    last: Option<RgbaImage>,
}

impl<W: Write> FilmWriter for Apng<W> {
    fn add(&mut self, frame: &RgbaImage) -> Result<(), FilmError> {
        let change = match &self.last {
            None => Change::whole(frame),
            Some(last) => Change::between(last, frame, self.transparent),
        };
        if self.last.is_some() {
            let [left, top, width, height] = change.rect;
            // The old rectangle may not fit at the new position, or the new one at the old position.
            self.writer.reset_frame_position()?;
            self.writer.set_frame_dimension(width, height)?;
            self.writer.set_frame_position(left, top)?;
            let blend = if change.keeps { png::BlendOp::Over } else { png::BlendOp::Source };
            self.writer.set_blend_op(blend)?;
        }
        self.writer.write_image_data(change.picture.as_raw())?;
        self.last = Some(frame.clone());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), FilmError> {
        Ok(self.writer.finish()?)
    }
}
