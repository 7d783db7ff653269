//! Destination of a recording: one file, standard output, or a file per frame.

use super::FilmFailure;
use crate::encode::{FilmError, FilmSettings, FilmWriter, apng_writer, encode_png, gif_writer, mp4_writer};
use crate::files::{FileError, PartFile, is_device, numbered, open_device, temporary_file};
use crate::panes::RecordFormat;
use crate::work::on_threads;
use image::RgbaImage;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Most threads that encode the pictures of a sequence. Each holds one picture.
const MOST_ENCODERS: usize = 8;

/// Destination of the frames.
#[derive(Clone, Copy, Debug)]
pub enum FilmTarget<'a> {
    /// A file, a device, or the name from which the names of a sequence's files derive.
    Path(&'a Path),
    Stdout,
}

impl FilmTarget<'_> {
    /// Whether written data leave immediately. Then there is nothing to clean up.
    pub fn is_stream(&self) -> bool {
        match self {
            Self::Path(path) => is_device(path),
            Self::Stdout => true,
        }
    }
}

/// Writes the frames. No file remains at the path unless all frames were received. Returns whether all were taken: the
/// reader of a stream may leave before its end.
///
/// # Errors
/// If the file cannot be written, or [`FilmFailure::Stopped`] if there are fewer frames than in the settings.
pub(super) fn write_film(
    target: FilmTarget<'_>,
    format: RecordFormat,
    settings: &FilmSettings,
    samples: &[RgbaImage],
    frames: impl Iterator<Item = RgbaImage> + Send,
) -> Result<bool, FilmFailure> {
    let path = match target {
        FilmTarget::Stdout => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            return match encode_in_one_pass(&mut out, format, settings, samples, frames) {
                // A closed pipe (`| head`) is not an error.
                Err(FilmFailure::Film(FilmError::Io(cause))) if cause.kind() == std::io::ErrorKind::BrokenPipe => {
                    Ok(false)
                }
                result => result.map(|()| true),
            };
        }
        FilmTarget::Path(path) if format == RecordFormat::Png => {
            return write_sequence(path, settings, frames).map(|()| true);
        }
        FilmTarget::Path(path) => path,
    };
    let result = if is_device(path) {
        encode_in_one_pass(&mut BufWriter::new(open_device(path)?), format, settings, samples, frames)
    } else {
        let mut file = PartFile::create(path)?;
        let encoded = match format {
            RecordFormat::Mp4 => encode_mp4(&mut BufWriter::new(&mut file), settings, frames),
            _ => encode_in_one_pass(&mut BufWriter::new(&mut file), format, settings, samples, frames),
        };
        encoded.and_then(|()| Ok(file.finish()?))
    };
    result.map(|()| true).map_err(|error| match error {
        FilmFailure::Film(FilmError::Io(cause)) => FileError::Write { cause, path: path.to_owned() }.into(),
        error => error,
    })
}

fn encode_in_one_pass(
    out: &mut impl Write,
    format: RecordFormat,
    settings: &FilmSettings,
    samples: &[RgbaImage],
    frames: impl Iterator<Item = RgbaImage>,
) -> Result<(), FilmFailure> {
    let writer = match format {
        RecordFormat::Mp4 => return encode_before_writing(out, settings, frames),
        RecordFormat::Gif => gif_writer(&mut *out, settings, samples)?,
        // A sequence of files was refused before.
        _ => apng_writer(&mut *out, settings)?,
    };
    feed(writer, settings, frames)?;
    Ok(out.flush().map_err(FilmError::from)?)
}

/// Writes a whole mp4, whose beginning depends on its end, into a temporary file first. It may be larger than memory.
fn encode_before_writing(
    out: &mut impl Write,
    settings: &FilmSettings,
    frames: impl Iterator<Item = RgbaImage>,
) -> Result<(), FilmFailure> {
    let mut file = temporary_file()?;
    encode_mp4(&mut BufWriter::new(&mut file), settings, frames)?;
    file.seek(SeekFrom::Start(0)).map_err(FilmError::from)?;
    std::io::copy(&mut file, out).map_err(FilmError::from)?;
    Ok(out.flush().map_err(FilmError::from)?)
}

fn encode_mp4(
    out: &mut (impl Write + Seek),
    settings: &FilmSettings,
    frames: impl Iterator<Item = RgbaImage>,
) -> Result<(), FilmFailure> {
    feed(mp4_writer(&mut *out, settings)?, settings, frames)?;
    Ok(out.flush().map_err(FilmError::from)?)
}

fn feed(
    mut writer: Box<dyn FilmWriter + '_>,
    settings: &FilmSettings,
    frames: impl Iterator<Item = RgbaImage>,
) -> Result<(), FilmFailure> {
    let mut written = 0;
    for frame in frames {
        writer.add(&frame)?;
        written += 1;
    }
    if written < settings.frames {
        return Err(FilmFailure::Stopped);
    }
    Ok(writer.finish()?)
}

/// Writes one file per frame, on several threads. The files are given their names together, at the end. Compressing a
/// picture takes longer than drawing one.
fn write_sequence(
    path: &Path,
    settings: &FilmSettings,
    frames: impl Iterator<Item = RgbaImage> + Send,
) -> Result<(), FilmFailure> {
    // Each thread takes the next frame when it has written its last one, so that no additional frames wait.
    let frames = Mutex::new(frames.enumerate());
    // If one thread cannot write, the others need not write either. Frames that still arrive are not received.
    let has_failed = AtomicBool::new(false);
    let next = || {
        let mut frames = frames.lock().unwrap_or_else(PoisonError::into_inner);
        if has_failed.load(Ordering::Relaxed) { None } else { frames.next() }
    };
    let encode_some = || -> Result<Vec<PartFile>, FilmFailure> {
        let mut files = Vec::new();
        while let Some((index, frame)) = next() {
            let written = write_picture(&numbered(path, index + 1, settings.frames), &frame, settings);
            files.push(written.inspect_err(|_| has_failed.store(true, Ordering::Relaxed))?);
        }
        Ok(files)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_ENCODERS);
    let written = on_threads(threads - 1, encode_some);
    let files: Vec<PartFile> = written.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    if files.len() < settings.frames as usize {
        return Err(FilmFailure::Stopped);
    }
    for file in files {
        file.finish()?;
    }
    Ok(())
}

fn write_picture(path: &Path, frame: &RgbaImage, settings: &FilmSettings) -> Result<PartFile, FilmFailure> {
    let mut file = PartFile::create(path)?;
    let encoded = encode_png(frame, &settings.texts).map_err(FilmError::from)?;
    file.write_all(&encoded).map_err(|cause| FileError::Write { cause, path: path.to_owned() })?;
    file.close();
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::FrameRate;
    use image::Rgba;
    use std::sync::atomic::AtomicUsize;

    fn settings(frames: u32) -> FilmSettings {
        let rate = FrameRate::new(10.0).unwrap();
        FilmSettings { size: [16, 8], frames, rate, transparent: false, texts: Vec::new() }
    }

    fn frame(index: u32) -> RgbaImage {
        RgbaImage::from_fn(16, 8, |x, y| Rgba([(37 * index + x) as u8, (11 * y) as u8, 7, 255]))
    }

    /// Threads may finish in any order; names and bytes are the same as with one thread.
    #[test]
    fn a_sequence_has_every_frame_under_its_number() {
        let folder = std::env::temp_dir().join(format!("skinscope sequence {}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |frames: u32| write_sequence(&folder.join("s.png"), &settings(40), (0..frames).map(frame));
        assert!(matches!(write(39), Err(FilmFailure::Stopped)));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "a film without its end leaves nothing");
        write(40).unwrap();
        for index in 0..40 {
            let bytes = std::fs::read(numbered(&folder.join("s.png"), index as usize + 1, 40)).unwrap();
            assert!(bytes == encode_png(&frame(index), &[]).unwrap(), "frame {index}");
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 40);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// A folder that does not exist: every thread fails at its first frame, and no more frames are taken.
    #[test]
    fn a_frame_that_cannot_be_written_stops_all_threads() {
        let nowhere = std::env::temp_dir().join(format!("no folder {}", std::process::id())).join("s.png");
        let taken = AtomicUsize::new(0);
        let frames = (0..10_000).map(|index| {
            taken.fetch_add(1, Ordering::Relaxed);
            frame(index)
        });
        let written = write_sequence(&nowhere, &settings(10_000), frames);
        assert!(matches!(written, Err(FilmFailure::File(_))), "{written:?}");
        let taken = taken.load(Ordering::Relaxed);
        assert!((1..=2 * MOST_ENCODERS).contains(&taken), "{taken} frames were taken");
    }

    /// The fifth frame cannot be written, because a folder has its name. The other threads stop too.
    #[test]
    fn one_thread_that_fails_stops_the_others() {
        let folder = std::env::temp_dir().join(format!("skinscope stopped sequence {}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::create_dir(numbered(&folder.join("s.png"), 5, 2_000)).unwrap();
        let taken = AtomicUsize::new(0);
        let frames = (0..2_000).map(|index| {
            taken.fetch_add(1, Ordering::Relaxed);
            frame(index)
        });
        let written = write_sequence(&folder.join("s.png"), &settings(2_000), frames);
        assert!(matches!(written, Err(FilmFailure::File(_))), "{written:?}");
        let taken = taken.load(Ordering::Relaxed);
        assert!((5..200).contains(&taken), "{taken} frames were taken");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "only the folder is left");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
