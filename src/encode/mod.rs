//! Encodes pictures as png, films as gif, apng and mp4, and slides as pdf.
//!
//! Takes plain data and returns bytes, or writes them as they come; the same input gives the same bytes. The caller
//! writes the files.

mod film;
mod indexed_png;
mod palette;
mod png_picture;
mod slide;
#[cfg(feature = "pdf")]
mod slides_pdf;
#[cfg(not(feature = "pdf"))]
mod without_pdf;
mod xml_text;
mod zlib_strips;

pub use film::{FilmError, FilmSettings, FilmWriter, FrameRate, apng_writer, film_size, gif_writer, mp4_writer};
pub use indexed_png::encode_indexed_png;
pub use png_picture::{decode_own_png, encode_png, read_png_text, write_png};
pub use slide::{PlacedPicture, SlideError, SlidePage, SlideWords, WordsAt};
#[cfg(feature = "pdf")]
pub use slides_pdf::SlidesPdf;
#[cfg(not(feature = "pdf"))]
pub use without_pdf::SlidesPdf;
pub use xml_text::printable_in_xml;
