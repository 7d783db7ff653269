use image::RgbaImage;

/// One page. Lengths are in points, from its upper left corner.
#[derive(Clone, Copy, Debug)]
pub struct SlidePage<'a> {
    pub picture: Option<PlacedPicture<'a>>,
    pub words: &'a [SlideWords],
}

/// A picture on a page. Its alpha is ignored.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPicture<'a> {
    pub picture: &'a RgbaImage,
    pub at: [f32; 2],
    pub size: [f32; 2],
}

/// A row of words.
#[derive(Clone, Debug, PartialEq)]
pub struct SlideWords {
    pub text: String,
    /// Position on the baseline.
    pub at: [f32; 2],
    /// Size of the letters.
    pub size: f32,
    pub is_bold: bool,
    pub color: [u8; 3],
    pub anchor: WordsAt,
}

/// The end of a row that is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordsAt {
    Start,
    Middle,
    End,
}

/// Reason why slides cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SlideError {
    /// The libraries do not accept the fonts or the words.
    #[error("cannot write a slide: {0}")]
    Words(String),
    #[error("this program was built without pdf: build it with the feature pdf")]
    WithoutPdf,
}
