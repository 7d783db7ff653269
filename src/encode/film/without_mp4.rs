//! Stands in for mp4 in a program that was built without the feature `film`.

use super::{FilmError, FilmSettings, FilmWriter};
use std::io::{Seek, Write};

/// Size of a film, which no format changes.
pub fn film_size(size: [u32; 2]) -> [u32; 2] {
    size
}

/// # Errors
/// Always [`FilmError::WithoutMp4`].
pub fn mp4_writer<'w, W: Write + Seek + 'w>(
    _out: W,
    _settings: &FilmSettings,
) -> Result<Box<dyn FilmWriter + 'w>, FilmError> {
    Err(FilmError::WithoutMp4)
}
