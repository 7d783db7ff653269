//! Stands in for slides in a program that was built without the feature `pdf`.

use super::slide::{SlideError, SlidePage};

/// Has no pages, because it cannot be created.
pub enum SlidesPdf {}

impl SlidesPdf {
    /// # Errors
    /// Always [`SlideError::WithoutPdf`].
    pub fn new(_size: [f32; 2], _ground: [u8; 3], _title: &str, _fonts: &[&[u8]]) -> Result<Self, SlideError> {
        Err(SlideError::WithoutPdf)
    }

    /// # Errors
    /// None: there is no file to add to.
    pub fn add(&mut self, _page: &SlidePage<'_>) -> Result<(), SlideError> {
        match *self {}
    }

    pub fn finish(self) -> Vec<u8> {
        match self {}
    }
}
