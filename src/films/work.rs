//! Draws the frames of a film, while another thread encodes them.

use super::output::write_film;
use super::{Film, FilmFailure, FilmTarget};
use crate::encode::{FilmSettings, film_size};
use crate::gpu::GpuContext;
use crate::panes::RecordFormat;
use crate::work::Progress;
use image::RgbaImage;
use std::path::Path;
use std::sync::mpsc::sync_channel;

/// Count of frames whose colors make the palette of a gif.
const PALETTE_FRAMES: u32 = 6;

/// Count of finished frames that wait for the encoder.
const WAITING_FRAMES: usize = 2;

/// Choice of the frames to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frames {
    All,
    /// At most this many frames, spread over the film.
    Some(u32),
}

/// Source of the frames of a film.
pub trait FrameSource {
    /// Number of frames in [`Frames::All`].
    fn count(&self) -> u32;

    /// Hands the frames over in order, until it is told to stop: `take` returns whether to continue.
    ///
    /// # Errors
    /// If memory runs out or the device is lost.
    fn draw(
        &mut self,
        frames: Frames,
        progress: &Progress,
        take: &mut dyn FnMut(RgbaImage) -> bool,
    ) -> Result<(), FilmFailure>;
}

/// Draws and writes a film. The progress counts frames. A canceled film leaves no file. Returns whether all frames were
/// taken: the reader of a stream may leave before its end.
///
/// # Errors
/// If a frame cannot be drawn, the file cannot be written, or [`FilmFailure::Stopped`] if the film was canceled.
pub fn record(
    source: &mut dyn FrameSource,
    target: FilmTarget<'_>,
    format: RecordFormat,
    settings: &FilmSettings,
    progress: &Progress,
) -> Result<bool, FilmFailure> {
    progress.add_total(u64::from(settings.frames));
    let mut samples = Vec::new();
    if format == RecordFormat::Gif {
        source.draw(Frames::Some(PALETTE_FRAMES), progress, &mut |frame| {
            samples.push(frame);
            !progress.is_canceled()
        })?;
    }
    let (send, receive) = sync_channel(WAITING_FRAMES);
    std::thread::scope(|scope| {
        let samples = &samples;
        let encoder = scope.spawn(move || write_film(target, format, settings, samples, receive.into_iter()));
        let mut is_stopped = progress.is_canceled();
        let drawn = if is_stopped {
            Ok(())
        } else {
            source.draw(Frames::All, progress, &mut |frame| {
                progress.advance(1);
                is_stopped |= progress.is_canceled();
                // If the encoder has failed, it reports the reason.
                !is_stopped && send.send(frame).is_ok()
            })
        };
        drop(send);
        let written = encoder.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        drawn.and(if is_stopped { Err(FilmFailure::Stopped) } else { written })
    })
}

/// Makes a film of scenes as a file, without the command that makes it again.
///
/// # Errors
/// The same as [`record`].
pub fn make_film(
    film: &Film,
    context: &GpuContext,
    path: &Path,
    format: RecordFormat,
    progress: &Progress,
) -> Result<(), FilmFailure> {
    let mut source = film.on(context);
    let look = film.look();
    let software = concat!("skinscope ", env!("CARGO_PKG_VERSION"));
    let settings = FilmSettings {
        size: look.size,
        frames: source.count(),
        rate: look.rate,
        transparent: look.transparent,
        texts: vec![("Software".to_owned(), software.to_owned())],
    };
    record(&mut source, FilmTarget::Path(path), format, &settings, progress).map(drop)
}

/// Size of the pictures in the file, for frames of this size.
pub fn size_in_file(format: RecordFormat, size: [u32; 2]) -> [u32; 2] {
    if format == RecordFormat::Mp4 { film_size(size) } else { size }
}
