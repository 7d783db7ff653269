use super::talk::talk;
use skinscope::encode::read_png_text;
use std::io::Cursor;

/// A picture that may hold a scene.
pub fn picture_text(bytes: &[u8]) -> bool {
    read_png_text(Cursor::new(bytes), "Scene").is_some_and(|text| talk(text.as_bytes()))
}
