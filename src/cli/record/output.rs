//! Where a recording goes: one file, standard output, or a file per frame.

use super::arguments::{RecordArguments, RecordFormat};
use crate::cli::CliError;
use crate::cli::output::is_stdout;
use crate::cli::png_file;
use crate::export::{FilmError, FilmSettings, FilmWriter, apng_writer, gif_writer, mp4_writer, webp_writer};
use crate::files::{FileError, PartFile, is_device, open_device};
use image::RgbaImage;
use std::io::{BufWriter, IsTerminal, Seek, Write};
use std::path::{Path, PathBuf};

/// The formats that a name can ask for, by extension.
const EXTENSIONS: [(&str, RecordFormat); 5] = [
    ("mp4", RecordFormat::Mp4),
    ("gif", RecordFormat::Gif),
    ("apng", RecordFormat::Apng),
    ("webp", RecordFormat::Webp),
    ("png", RecordFormat::Png),
];

/// At least this many digits number the frames of a sequence.
const FEWEST_DIGITS: usize = 4;

impl RecordFormat {
    /// The format of the flags or else of the output's extension.
    ///
    /// # Errors
    /// If no format is named, or if the format cannot be written there or does not have what is asked for.
    pub fn of(arguments: &RecordArguments) -> Result<Self, CliError> {
        const MOST_FRAMES_A_SECOND_OF_GIF: u32 = 50;
        // Browsers show a frame of 10 ms or less for 100 ms.
        const MOST_FRAMES_A_SECOND_OF_PICTURES: f64 = 90.0;
        let path = &arguments.output;
        let by_extension = || {
            let given = path.extension()?.to_str()?.to_lowercase();
            EXTENSIONS.into_iter().find(|(extension, _)| *extension == given).map(|(_, format)| format)
        };
        let in_one_pass = is_stdout(path) || is_device(path);
        let format = match arguments.format.or_else(by_extension) {
            Some(format) => format,
            None if in_one_pass => return Err(CliError::NoFormat),
            None => {
                let wanted = "*.mp4, *.gif, *.apng, *.webp or *.png (one file per frame)";
                return Err(CliError::OutputFormat { wanted, path: path.clone() });
            }
        };
        let cannot = match format {
            Self::Gif | Self::Apng => None,
            Self::Mp4 => Some("mp4"),
            Self::Webp => Some("webp"),
            Self::Png => Some("a sequence of png files"),
        };
        if let (true, Some(format)) = (in_one_pass, cannot) {
            return Err(CliError::NotStreamed { format });
        }
        if is_stdout(path) && std::io::stdout().is_terminal() {
            return Err(CliError::BinaryToTerminal);
        }
        if format == Self::Mp4 && arguments.transparent {
            return Err(CliError::TransparentMp4);
        }
        let rate = arguments.fps.per_second();
        if format == Self::Gif && rate > f64::from(MOST_FRAMES_A_SECOND_OF_GIF) {
            return Err(CliError::RateOfGif { rate, most: MOST_FRAMES_A_SECOND_OF_GIF });
        }
        if matches!(format, Self::Webp | Self::Apng) && rate > MOST_FRAMES_A_SECOND_OF_PICTURES {
            return Err(CliError::RateOfPictures { rate, most: MOST_FRAMES_A_SECOND_OF_PICTURES });
        }
        Ok(format)
    }
}

/// Writes the frames. Nothing is left at the path unless all of them came.
///
/// # Errors
/// If the file cannot be written, or [`CliError::Interrupted`] if there are fewer frames than the settings say.
pub(super) fn write_film(
    path: &Path,
    format: RecordFormat,
    settings: &FilmSettings,
    samples: &[RgbaImage],
    frames: impl Iterator<Item = RgbaImage>,
) -> Result<(), CliError> {
    if format == RecordFormat::Png {
        return write_sequence(path, settings, frames);
    }
    if is_stdout(path) {
        let mut out = BufWriter::new(std::io::stdout().lock());
        return match encode_in_one_pass(&mut out, format, settings, samples, frames) {
            // A closed pipe (`| head`) is not an error.
            Err(CliError::Film(FilmError::Io(cause))) if cause.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            result => result,
        };
    }
    let result = if is_device(path) {
        encode_in_one_pass(&mut BufWriter::new(open_device(path)?), format, settings, samples, frames)
    } else {
        let mut file = PartFile::create(path)?;
        let encoded = encode(&mut BufWriter::new(&mut file), format, settings, samples, frames);
        encoded.and_then(|()| Ok(file.finish()?))
    };
    result.map_err(|error| match error {
        CliError::Film(FilmError::Io(cause)) => FileError::Write { cause, path: path.to_owned() }.into(),
        error => error,
    })
}

fn encode_in_one_pass(
    out: &mut impl Write,
    format: RecordFormat,
    settings: &FilmSettings,
    samples: &[RgbaImage],
    frames: impl Iterator<Item = RgbaImage>,
) -> Result<(), CliError> {
    let writer = match format {
        RecordFormat::Gif => gif_writer(&mut *out, settings, samples)?,
        // The other formats were refused.
        _ => apng_writer(&mut *out, settings)?,
    };
    feed(writer, settings, frames)?;
    Ok(out.flush().map_err(FilmError::from)?)
}

fn encode(
    out: &mut (impl Write + Seek),
    format: RecordFormat,
    settings: &FilmSettings,
    samples: &[RgbaImage],
    frames: impl Iterator<Item = RgbaImage>,
) -> Result<(), CliError> {
    let writer = match format {
        RecordFormat::Mp4 => mp4_writer(&mut *out, settings)?,
        RecordFormat::Webp => webp_writer(&mut *out, settings)?,
        _ => return encode_in_one_pass(out, format, settings, samples, frames),
    };
    feed(writer, settings, frames)?;
    Ok(out.flush().map_err(FilmError::from)?)
}

fn feed(
    mut writer: Box<dyn FilmWriter + '_>,
    settings: &FilmSettings,
    frames: impl Iterator<Item = RgbaImage>,
) -> Result<(), CliError> {
    let mut written = 0;
    for frame in frames {
        writer.add(&frame)?;
        written += 1;
    }
    if written < settings.frames {
        return Err(CliError::Interrupted);
    }
    Ok(writer.finish()?)
}

/// Writes one file per frame. They get their names together, at the end.
fn write_sequence(
    path: &Path,
    settings: &FilmSettings,
    frames: impl Iterator<Item = RgbaImage>,
) -> Result<(), CliError> {
    let mut files = Vec::new();
    for (index, frame) in frames.enumerate() {
        let path = numbered(path, index + 1, settings.frames);
        let mut file = PartFile::create(&path)?;
        let written = file.write_all(&png_file::encoded(&frame, &settings.texts)?);
        written.map_err(|cause| FileError::Write { cause, path })?;
        file.close();
        files.push(file);
    }
    if files.len() < settings.frames as usize {
        return Err(CliError::Interrupted);
    }
    for file in files {
        file.finish()?;
    }
    Ok(())
}

/// The name of a frame's file: `turn.png` becomes `turn-0001.png`.
pub(super) fn numbered(path: &Path, number: usize, count: u32) -> PathBuf {
    let digits = count.to_string().len().max(FEWEST_DIGITS);
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number:0digits$}.png"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_numbered_with_enough_digits() {
        assert_eq!(numbered(Path::new("a/turn.png"), 7, 60), Path::new("a/turn-0007.png"));
        assert_eq!(numbered(Path::new("x.y.PNG"), 12, 12_345), Path::new("x.y-00012.png"));
    }
}
