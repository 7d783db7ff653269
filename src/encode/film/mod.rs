//! Films: frames of one size, written one after the other. Only the last frame is kept in memory.

mod apng;
#[cfg(feature = "film")]
mod av1;
mod changes;
mod dither;
mod frame_rate;
mod gif;
#[cfg(feature = "film")]
mod mp4;
#[cfg(feature = "film")]
mod mp4_boxes;
#[cfg(not(feature = "film"))]
mod without_mp4;

pub use self::gif::gif_writer;
pub use apng::apng_writer;
pub use frame_rate::FrameRate;
#[cfg(feature = "film")]
pub use mp4::{film_size, mp4_writer};
#[cfg(not(feature = "film"))]
pub use without_mp4::{film_size, mp4_writer};

use image::RgbaImage;

/// Common properties of all frames of a film.
#[derive(Clone, Debug)]
pub struct FilmSettings {
    /// Width and height of every frame, in pixels.
    pub size: [u32; 2],
    /// Count of the frames that follow.
    pub frames: u32,
    pub rate: FrameRate,
    /// Whether frames have transparent parts.
    pub transparent: bool,
    /// Keywords and texts, for formats that support them.
    pub texts: Vec<(String, String)>,
}

/// Reason why a film could not be written.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("the picture cannot be encoded: {0}")]
    Png(png::EncodingError),
    #[error("the picture cannot be encoded: {0}")]
    Gif(::gif::EncodingError),
    #[error("the film cannot be encoded: {0}")]
    Av1(String),
    #[error("this program was built without mp4: record a gif or an apng, or build it with the feature film")]
    WithoutMp4,
    #[error("the file would be larger than the format can hold, 4 GiB")]
    TooLarge,
}

impl From<png::EncodingError> for FilmError {
    /// Converts an error. Errors of the disk or the pipe are kept.
    fn from(error: png::EncodingError) -> Self {
        match error {
            png::EncodingError::IoError(cause) => Self::Io(cause),
            error => Self::Png(error),
        }
    }
}

impl From<::gif::EncodingError> for FilmError {
    /// Converts an error in the same way.
    fn from(error: ::gif::EncodingError) -> Self {
        match error {
            ::gif::EncodingError::Io(cause) => Self::Io(cause),
            error => Self::Gif(error),
        }
    }
}

/// Takes the frames of a film in order.
pub trait FilmWriter {
    /// # Errors
    /// If the frame cannot be encoded or written.
    fn add(&mut self, frame: &RgbaImage) -> Result<(), FilmError>;

    /// Writes the part of the file after the last frame.
    ///
    /// # Errors
    /// If it cannot be written.
    fn finish(self: Box<Self>) -> Result<(), FilmError>;
}
