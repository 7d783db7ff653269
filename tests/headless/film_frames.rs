//! Reading the frames of films back, and comparing them.

use image::{RgbaImage, imageops};
use std::io::Cursor;

/// The frames of an animated PNG as a viewer shows them.
pub fn apng_frames(bytes: &[u8]) -> Vec<RgbaImage> {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let count = reader.info().animation_control.unwrap().num_frames;
    let (width, height) = reader.info().size();
    let mut canvas = RgbaImage::new(width, height);
    let mut frames = Vec::new();
    for _ in 0..count {
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let shown = reader.next_frame(&mut data).unwrap();
        data.truncate(shown.buffer_size());
        let control = *reader.info().frame_control().unwrap();
        let picture = RgbaImage::from_raw(control.width, control.height, data).unwrap();
        let [x, y] = [i64::from(control.x_offset), i64::from(control.y_offset)];
        match control.blend_op {
            png::BlendOp::Source => imageops::replace(&mut canvas, &picture, x, y),
            png::BlendOp::Over => imageops::overlay(&mut canvas, &picture, x, y),
        }
        frames.push(canvas.clone());
    }
    frames
}

/// The frames of a GIF as a viewer shows them, and their durations in hundredths of a second.
pub fn gif_frames(bytes: &[u8]) -> (Vec<RgbaImage>, Vec<u16>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let mut canvas = RgbaImage::new(decoder.width().into(), decoder.height().into());
    let (mut frames, mut delays) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let picture = RgbaImage::from_raw(frame.width.into(), frame.height.into(), frame.buffer.to_vec()).unwrap();
        let [x, y] = [i64::from(frame.left), i64::from(frame.top)];
        imageops::overlay(&mut canvas, &picture, x, y);
        frames.push(canvas.clone());
        delays.push(frame.delay);
        if frame.dispose == gif::DisposalMethod::Background {
            let empty = RgbaImage::new(picture.width(), picture.height());
            imageops::replace(&mut canvas, &empty, x, y);
        }
    }
    (frames, delays)
}

pub fn largest_difference(a: &RgbaImage, b: &RgbaImage) -> u8 {
    a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}

pub fn mean_difference(a: &RgbaImage, b: &RgbaImage) -> f64 {
    let sum: u64 = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.as_raw().len() as f64
}
